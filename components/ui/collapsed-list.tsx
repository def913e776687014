'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { classNames } from './class-names';
import { linkClassName } from './text-link';

interface CollapsedListProps<Item> {
  items: readonly Item[];
  /** How many are shown at once. One more is, too: "and 1 more" is not shorter. */
  max: number;
  /** Class names of "and 3 more". */
  className?: string;
  /** Of a page that shows all. The others are not rendered yet. */
  url?: string | null;
  /** A list of these items. */
  children: (items: readonly Item[]) => ReactNode;
}

/** The first items of a list, and the others on demand, also without JavaScript. */
export function CollapsedList<Item>({
  items,
  max,
  className,
  url = null,
  children,
}: CollapsedListProps<Item>) {
  const { pricing } = useText();
  const shown = items.length <= max + 1 ? items : items.slice(0, max);
  const hidden = items.slice(shown.length);
  const count = pricing.andMore(hidden.length);
  const countClassName = classNames('mt-1 inline-block', className, linkClassName);
  return (
    <>
      {children(shown)}
      {hidden.length > 0 && url === null && (
        <details>
          <summary className={countClassName}>{count}</summary>
          {children(hidden)}
        </details>
      )}
      {hidden.length > 0 && url !== null && (
        <div>
          <a href={url} className={countClassName}>
            {count}
          </a>
        </div>
      )}
    </>
  );
}
