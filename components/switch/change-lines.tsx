'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { type Sign, SignMark } from '@/components/ui/sign-mark';
import { TextButton } from '@/components/ui/text-link';

export interface ChangeLine {
  id: string;
  title: string;
  sign: Extract<Sign, 'plus' | 'minus' | 'dash'>;
  /** From how much to how much. */
  amount?: ReactNode;
}

const atFirst = 8;
const colours = { plus: 'text-gained', minus: 'text-lost', dash: 'text-soft' };

/** One line each. The shape says gained or lost; its colour only says it again. */
export function ChangeLines({ title, lines, wide }: { title?: string; lines: ChangeLine[]; wide: boolean }) {
  const { switching } = useText();
  const [all, setAll] = useState(false);
  const firstRevealed = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The button that was pressed is gone: go on with what it brought.
    if (all) firstRevealed.current?.focus();
  }, [all]);
  if (lines.length === 0) return null;
  const shown = all ? lines : lines.slice(0, atFirst);
  return (
    <>
      {title && <p className="pt-4 pb-2 text-small text-soft">{title}</p>}
      <ul className={wide ? 'grid gap-x-8 narrow:grid-cols-2' : undefined}>
        {shown.map((line, at) => (
          <li
            key={line.id}
            ref={at === atFirst ? firstRevealed : undefined}
            tabIndex={at === atFirst ? -1 : undefined}
            className="flex gap-2.5 border-line border-t py-1.5"
          >
            <SignMark sign={line.sign} className={`mt-1 ${colours[line.sign]}`} />
            <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
              <bdi>{line.title}</bdi>
              {line.amount && <span className="figures text-soft">{line.amount}</span>}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > shown.length && (
        <p className="pt-3 text-small">
          <TextButton onClick={() => setAll(true)}>{switching.showAll(lines.length)}</TextButton>
        </p>
      )}
    </>
  );
}
