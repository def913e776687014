import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** A word beside a title. `yours` is the pen's colour with a square dot; `plain` is an aside. */
export function Badge({ tone = 'plain', children }: { tone?: 'yours' | 'plain'; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-1.5 text-small',
        tone === 'yours' ? 'font-medium text-yours' : 'text-soft',
      )}
    >
      {tone === 'yours' && <YoursMark />}
      {children}
    </span>
  );
}

/** The pen's mark: the same small square wherever something is the reader's own. */
export function YoursMark() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2 shrink-0 bg-yours forced-colors:bg-[Highlight] forced-color-adjust-none"
    />
  );
}
