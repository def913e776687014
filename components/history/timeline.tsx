'use client';

import { useEffect, useRef, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { historyPageSize } from '@/lib/client/history';
import type { HistoryEntry } from '@/lib/contract/history';
import { ShowMore } from './show-more';
import { TimelineEntry } from './timeline-entry';
import { useNow } from './use-now';

const shownAtFirst = 12;

export interface Older {
  more: boolean;
  loading: boolean;
  failed: boolean;
  load: () => Promise<unknown>;
}

/** Newest first. What is revealed gets the focus, so that reading goes on where it stopped. */
export function Timeline({ entries, older }: { entries: HistoryEntry[]; older: Older }) {
  const { history } = useText();
  const now = useNow();
  const [expanded, setExpanded] = useState(false);
  const [goTo, setGoTo] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const shown = expanded ? entries : entries.slice(0, shownAtFirst);
  // The newest carries the number of all there are.
  const total = entries[0]?.sequence ?? 0;

  useEffect(() => {
    if (goTo === null || shown.length <= goTo) return;
    list.current?.children[goTo]?.querySelector<HTMLElement>('h2')?.focus();
    setGoTo(null);
  }, [goTo, shown.length]);

  const reveal = () => {
    setGoTo(shown.length);
    if (expanded) void older.load();
    else setExpanded(true);
  };
  const allAtHand = !expanded && !older.more;
  const next = expanded ? Math.min(historyPageSize, total - entries.length) : entries.length - shown.length;
  return (
    <>
      <ol ref={list} aria-label={history.list}>
        {shown.map((entry, at) => (
          <TimelineEntry key={entry.history_id} entry={entry} older={entries[at + 1]} now={now} />
        ))}
      </ol>
      {(shown.length < entries.length || older.more) && (
        <ShowMore
          label={allAtHand ? history.showAll(entries.length) : history.showOlder(Math.max(next, 1))}
          loading={older.loading}
          failed={older.failed}
          onReveal={reveal}
        />
      )}
    </>
  );
}
