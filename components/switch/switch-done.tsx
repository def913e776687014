'use client';

import type { RefObject } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { StatusLine } from '@/components/ui/status-line';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { addresses } from '@/lib/client/addresses';

export interface Done {
  to: { id: string; title: string };
  from: { id: string; title: string } | null;
}

interface SwitchDoneProps {
  done: Done;
  /** Focused by the dialog when it closes. */
  line: RefObject<HTMLDivElement | null>;
  canGoBack: boolean;
  onBack: (versionId: string) => void;
  onDismiss: () => void;
}

/** "You're on Pro": stays until it is dismissed, takes the focus, and holds the way back. */
export function SwitchDone({ done, line, canGoBack, onBack, onDismiss }: SwitchDoneProps) {
  const { switching } = useText();
  const { from } = done;
  return (
    <div className="pb-8">
      <StatusLine ref={line}>
        <p className="grow text-lead">
          {fillPhrase(switching.done.nowOn, [
            <bdi key="to" className="font-medium">
              {done.to.title}
            </bdi>,
          ])}
        </p>
        {from && canGoBack && (
          <TextButton onClick={() => onBack(from.id)}>
            {switching.done.switchBack}
            <span className="sr-only">
              {' '}
              {fillPhrase(switching.done.backTo, [<bdi key="to">{from.title}</bdi>])}
            </span>
          </TextButton>
        )}
        <TextLink href={addresses.history()}>{switching.done.viewHistory}</TextLink>
        <TextButton onClick={onDismiss}>{switching.done.dismiss}</TextButton>
      </StatusLine>
    </div>
  );
}
