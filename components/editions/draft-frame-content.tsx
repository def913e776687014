'use client';

import { Suspense, useEffect, useState } from 'react';
import type { VersionList } from '@/lib/contract/versions';
import { type DraftPart, DraftPlans } from './draft-plans';

/** What the editor sends to the frame. */
export interface DraftMessage {
  draft: { list: VersionList['data']; part: DraftPart };
}

/** What the frame sends once it can receive that. */
export const readyMessage = 'draft-frame-ready';

export function DraftFrameContent() {
  const [draft, setDraft] = useState<DraftMessage['draft'] | null>(null);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<Partial<DraftMessage> | null>) => {
      if (source !== window.parent || origin !== window.location.origin || !data?.draft) return;
      setDraft(data.draft);
    };
    window.addEventListener('message', onMessage);
    window.parent.postMessage(readyMessage, window.location.origin);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  return <Suspense fallback={null}>{draft && <DraftPlans {...draft} />}</Suspense>;
}
