'use client';

import { fillPhrase } from '@/components/text/fill-phrase';
import { useClock, useText } from '@/components/text/text-provider';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatDate, formatZonedTime, machineTime } from '@/lib/format/dates';
import { formatRelative } from '@/lib/format/elapsed';
import { EntryFacts } from './entry-facts';
import { FeatureChanges } from './feature-changes';
import { gapSteps } from './gap';

interface TimelineEntryProps {
  entry: HistoryEntry;
  /** The change before this one in time, which stands below it. */
  older: HistoryEntry | undefined;
  /** Unix seconds; null while rendering where nobody knows the reader's now. */
  now: number | null;
}

/** One line a step, written out so that the style sheet holds them. */
const gaps = ['pb-8', 'pb-10', 'pb-12', 'pb-16', 'pb-20', 'pb-24', 'pb-28', 'pb-32', 'pb-36', 'pb-40'];

export function TimelineEntry({ entry, older, now }: TimelineEntryProps) {
  const { history } = useText();
  const current = entry.deactivated === null;
  const gap = older ? gaps[gapSteps(entry.activated - older.activated)] : 'pb-12';
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[1.75rem_minmax(0,1fr)] break-inside-avoid wide:grid-cols-[14rem_2.5rem_minmax(0,1fr)_minmax(0,1fr)]',
        gap,
        'print:pb-6',
      )}
    >
      <Rail current={current} last={older === undefined} />
      <div className="col-start-2 text-small text-soft wide:col-start-1 wide:row-start-1 wide:pt-1.5">
        <Moment at={entry.activated} now={now} />
      </div>
      <div className="col-start-2 wide:col-start-3 wide:row-start-1">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 tabIndex={-1} className="text-head">
            <bdi>{entry.title}</bdi>
          </h2>
          {current && <Badge tone="yours">{history.current}</Badge>}
        </div>
        {entry.description && (
          <p className="max-w-[60ch] text-soft">
            <bdi>{entry.description}</bdi>
          </p>
        )}
        <p className="mt-3">
          {entry.previous_title === null
            ? history.began
            : fillPhrase(history.from[entry.direction], [<bdi key="from">{entry.previous_title}</bdi>])}
        </p>
        <EntryFacts entry={entry} now={now} />
      </div>
      <div className="col-start-2 wide:col-start-4 wide:row-start-1 wide:ps-8">
        <FeatureChanges gained={entry.gained} lost={entry.lost} first={entry.previous_version_id === null} />
      </div>
    </li>
  );
}

/** When, in full; and how long ago, once the reader's own clock is there. */
function Moment({ at, now }: { at: number; now: number | null }) {
  const { ui } = useText();
  const clock = useClock();
  return (
    <>
      <time dateTime={machineTime(at)} className="block">
        {[formatDate(at, clock), formatZonedTime(at, clock)].join(ui.comma)}
      </time>
      <span className="block min-h-5">{now !== null && formatRelative(clock.locale, at, now)}</span>
    </>
  );
}

/** The line of time: a filled square where the account stands, rings where it has been. */
function Rail({ current, last }: { current: boolean; last: boolean }) {
  return (
    <span aria-hidden="true" className="absolute inset-y-0 start-0 w-3 wide:start-56">
      {!last && (
        <span className="absolute start-[5px] top-6 bottom-0 border-s border-line wide:top-8 wide:-bottom-2" />
      )}
      <span
        className={classNames(
          'absolute start-0 top-1 size-[11px] forced-color-adjust-none wide:top-3',
          current
            ? 'bg-yours [print-color-adjust:exact] forced-colors:bg-[Highlight]'
            : 'rounded-full border-[1.5px] border-edge forced-colors:border-[CanvasText]',
        )}
      />
    </span>
  );
}
