'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { editionUrls } from '@/lib/client/catalog';
import { type DraftMessage, type PickMessage, readyMessage } from './draft-frame-content';

interface DraftFrameProps {
  title: string;
  /** Gets texts that can be titles of the clicked plan or feature. */
  onPick: (titles: string[]) => void;
}

/** Plans in a frame, so that they have the layout of its width. */
export function DraftFrame({ title, list, part, onPick }: DraftFrameProps & DraftMessage['draft']) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  const pick = useEffectEvent((titles: string[]) => onPick(titles));
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || origin !== window.location.origin) return;
      if (data === readyMessage) setIsReady(true);
      else pick((data as Partial<PickMessage> | null)?.picked ?? []);
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
