'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { classNames } from './class-names';
import { linkClassName, NoScriptLink } from './text-link';

interface CollapsedListProps<Item> {
  items: readonly Item[];
  /** How many are shown at once. One more is, too: "and 1 more" is not shorter. */
  max: number;
  /** Class names of "and 3 more". */
  className?: string;
  /** URL of a page with all items. The others are not rendered yet. */
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
  if (hidden.length === 0) return children(shown);
  const count = pricing.andMore(hidden.length);
  return (
    <>
      {children(shown)}
      <details>
        <summary className={classNames('mt-1 inline-block', className, linkClassName)}>{count}</summary>
        {url === null ? children(hidden) : <NoScriptLink href={url}>{count}</NoScriptLink>}
      </details>
    </>
  );
}
