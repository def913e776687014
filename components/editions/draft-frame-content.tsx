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

/** What the frame sends after a click: texts that can be titles of a plan or feature, the nearest one first. */
export interface PickMessage {
  picked: string[];
}

function listTitles(target: Element): string[] {
  const row = target.closest('tr');
  const titles = [
    target.closest('th'),
    row?.querySelector('th'),
    target,
    target.closest('li, article')?.querySelector('h2, h3'),
  ].map((element) => element?.textContent?.trim() ?? '');
  return titles.filter((title) => title !== '' && title.length <= 200);
}

export function DraftFrameContent() {
  const [draft, setDraft] = useState<DraftMessage['draft'] | null>(null);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<Partial<DraftMessage> | null>) => {
      if (source !== window.parent || origin !== window.location.origin || !data?.draft) return;
      setDraft(data.draft);
    };
    const onClick = ({ target }: MouseEvent) => {
      const message: PickMessage = { picked: listTitles(target as Element) };
      window.parent.postMessage(message, window.location.origin);
    };
    window.addEventListener('message', onMessage);
    window.addEventListener('click', onClick);
    window.parent.postMessage(readyMessage, window.location.origin);
    return () => {
      window.removeEventListener('message', onMessage);
      window.removeEventListener('click', onClick);
    };
  }, []);
  return <Suspense fallback={null}>{draft && <DraftPlans {...draft} />}</Suspense>;
}
