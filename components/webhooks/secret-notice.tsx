'use client';

import { useEffect, useId, useRef } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { useCopy } from '@/components/ui/copy-link';
import { DateText } from '@/components/ui/date-text';
import { Code } from '@/components/ui/inline-text';

interface SecretNoticeProps {
  url: string;
  secret: string;
  /** Until when the previous secret is valid, in Unix seconds. It is null after the creation. */
  previousValidUntil: number | null;
  onDone: () => void;
}

/** The only place where a secret is shown. It gets the focus, and stays until the user has saved the secret. */
export function SecretNotice({ url, secret, previousValidUntil, onDone }: SecretNoticeProps) {
  const text = usePageText('staff').webhooks;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { isCopied, copy } = useCopy();
  useEffect(() => heading.current?.focus(), []);
  // Otherwise the back/forward cache would keep the secret.
  useEffect(() => {
    window.addEventListener('pagehide', onDone);
    return () => window.removeEventListener('pagehide', onDone);
  }, [onDone]);
  return (
    <section aria-labelledby={headingId} className="border-t-2 border-rule pt-4 pb-12">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="text-head">
        {text.secret.title}
      </h2>
      <p className="mt-1 text-soft">
        <Code>{url}</Code>
      </p>
      <p className="mt-4">{text.secret.once}</p>
      {previousValidUntil !== null && (
        <p>
          {interpolate(text.secret.oldValidUntil, [<DateText key="time" at={previousValidUntil} withTime />])}
        </p>
      )}
      <p translate="no" className="mt-4 max-w-[44rem] rounded-control bg-sunk px-4 py-3 select-all">
        <Code>{secret}</Code>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button tone="solid" onClick={() => void copy(secret)}>
          {text.secret.copy}
        </Button>
        <Button onClick={onDone}>{text.secret.done}</Button>
        <p role="status" className="text-soft">
          {isCopied !== null && (isCopied ? text.secret.copied : text.secret.copyFailed)}
        </p>
      </div>
    </section>
  );
}
