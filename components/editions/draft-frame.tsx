'use client';

import { useEffect, useRef, useState } from 'react';
import { editionUrls } from '@/lib/client/catalog';
import { type DraftMessage, readyMessage } from './draft-frame-content';

/** Plans in a frame, so that they have the layout of its width. */
export function DraftFrame({ title, list, part }: { title: string } & DraftMessage['draft']) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || origin !== window.location.origin) return;
      if (data === readyMessage) setIsReady(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    if (!isReady) return;
    const message: DraftMessage = { draft: { list, part } };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [isReady, list, part]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={editionUrls.frame()}
      className="size-full border border-line bg-paper"
    />
  );
}
