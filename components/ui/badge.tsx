import type { ReactNode } from 'react';
import { classNames } from './class-names';

/**
 * A label beside a title. `yours` marks what the account has, with a blue square; `strong` what the catalog recommends;
 * `plain` is secondary text.
 */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'yours' | 'strong' | 'plain';
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-1.5 text-small',
        { yours: 'font-medium text-yours', strong: 'font-medium text-ink', plain: 'text-soft' }[tone],
      )}
    >
      {tone === 'yours' && <YoursMark />}
      {children}
    </span>
  );
}

/** The blue square that marks what the account has. */
export function YoursMark() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2 shrink-0 bg-yours [print-color-adjust:exact] forced-colors:bg-[Highlight] forced-color-adjust-none"
    />
  );
}
