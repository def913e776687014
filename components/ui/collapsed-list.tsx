'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { linkClassName } from './text-link';

interface CollapsedListProps<Item> {
  items: readonly Item[];
  /** How many are shown at once. One more is, too: "and 1 more" is not shorter. */
  max: number;
  /** Class names of "and 3 more". */
  className?: string;
  /** A list of these items. */
  children: (items: readonly Item[]) => ReactNode;
}

/** The first items of a list, and the others on demand, also without JavaScript. */
export function CollapsedList<Item>({ items, max, className = '', children }: CollapsedListProps<Item>) {
  const { pricing } = useText();
  const shown = items.length <= max + 1 ? items : items.slice(0, max);
  const hidden = items.slice(shown.length);
  return (
    <>
      {children(shown)}
      {hidden.length > 0 && (
        <details>
          <summary className={`mt-1 inline-block ${className} ${linkClassName}`}>
            {pricing.andMore(hidden.length)}
          </summary>
          {children(hidden)}
        </details>
      )}
    </>
  );
}
