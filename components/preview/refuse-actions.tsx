'use client';

import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useText } from '@/components/text/text-provider';

/** Everything looks as it will, and nothing leads anywhere: whoever tries is told so. */
export function RefuseActions({ children }: { children: ReactNode }) {
  const text = useText();
  const [refused, setRefused] = useState(false);
  const refuse = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setRefused(true);
  };
  const onClick = (event: SyntheticEvent) => {
    const pressed =
      event.target instanceof Element ? event.target.closest('a[href], [data-switch-to]') : null;
    if (pressed) refuse(event);
  };
  return (
    <div onClickCapture={onClick} onSubmitCapture={refuse}>
      {children}
      <p role="status" className="sticky bottom-0 z-20 bg-ink text-paper">
        {refused && <span className="block px-5 py-2.5 text-small">{text.preview.frame.refused}</span>}
      </p>
    </div>
  );
}
