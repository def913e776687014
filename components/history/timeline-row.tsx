'use client';

import type { ReactNode, Ref } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { DateText } from '@/components/ui/date-text';
import { formatDate, formatZonedTime } from '@/lib/format/date-time';
import { formatRelativeTime } from '@/lib/format/elapsed-time';
import styles from './timeline.module.css';

export interface TimelineRowProps {
  id?: string;
  ref?: Ref<HTMLLIElement>;
  /** The browser skips the layout of the row while it is far from the window. */
  isLazy?: boolean;
  /** Whether a phone shows what has the class name `details`. */
  isExpanded?: boolean;
  /** Unix seconds. */
  at: number;
  /** Time of the row below this one. */
  olderAt: number | undefined;
  /** Unix seconds. It is null on the server and during hydration. */
  now: number | null;
  /**
   * A filled square for the current plan, a ring for each earlier one, a dot for a change of the catalog, and a dashed square
   * for a planned change.
   */
  marker: 'scheduled' | 'current' | 'earlier' | 'catalog';
  /** Content of the columns from the second on, on wide screens from the third on. */
  children: ReactNode;
}

/** One class name per spacing step. Tailwind generates only class names that appear in full in the source. */
const spacingClassNames = [
  'pb-8',
  'pb-10',
  'pb-12',
  'pb-16',
  'pb-20',
  'pb-24',
  'pb-28',
  'pb-32',
  'pb-36',
  'pb-40',
];

/** A row of the timeline: its date, the line with a marker, and what happened. */
export function TimelineRow({
  id,
  ref,
  isLazy,
  isExpanded,
  at,
  olderAt,
  now,
  marker,
  children,
}: TimelineRowProps) {
  return (
    <li
      id={id}
      ref={ref}
      data-marker={marker === 'earlier' ? undefined : marker}
      data-last={olderAt === undefined || undefined}
      data-expanded={isExpanded || undefined}
      className={classNames(
        styles.row,
        olderAt === undefined ? 'pb-12' : spacingClassNames[getSpacingSteps(at - olderAt)],
        isLazy &&
          '[content-visibility:auto] [contain-intrinsic-size:auto_18rem] [overflow-clip-margin:1rem] print:[content-visibility:visible]',
      )}
    >
      <div className={styles.date}>
        {/* The clock of the browser can be behind. Only a scheduled change is in the future. */}
        <RowDate at={at} now={now !== null && marker !== 'scheduled' ? Math.max(now, at) : now} />
      </div>
      {children}
    </li>
  );
}

/** The date and time, the same in UTC as in the CSV file, and the relative time once `now` is known. */
function RowDate({ at, now }: { at: number; now: number | null }) {
  const { ui } = useText();
  const history = usePageText('account').history;
  const options = useDateFormatOptions();
  const utc = { locale: options.locale, timeZone: 'UTC' };
  const time = formatZonedTime(at, utc);
  const day = formatDate(at, utc);
  return (
    <>
      <DateText at={at} withTime />
      {time !== formatZonedTime(at, options) && (
        <span>{day === formatDate(at, options) ? time : [day, time].join(ui.comma)}</span>
      )}
      <span>{now !== null && formatRelativeTime(options.locale, at, now, history.justNow)}</span>
    </>
  );
}

const daySeconds = 24 * 60 * 60;

/** Reached after about three years. */
const maxSpacingSteps = 9;

/** The space between two timeline entries, in steps from 0 to 9. It grows with the square root of the time between them. */
export function getSpacingSteps(seconds: number): number {
  const days = Math.max(0, seconds) / daySeconds;
  return Math.min(maxSpacingSteps, Math.round(Math.sqrt(days / 13)));
}
