'use client';

import { useEffect, useState } from 'react';
import { useAppDateFormatOptions, useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { findLastDay, formatDate, formatIsoTime, formatZonedTime } from '@/lib/format/date-time';

interface DateTextProps {
  /** Unix seconds. */
  at: number;
  /** Adds the time and the zone. */
  withTime?: boolean;
  className?: string;
}

/** When something happened, in the time zone of the reader. */
export function DateText({ at, withTime = false, className }: DateTextProps) {
  const { ui } = useText();
  const options = useDateFormatOptions();
  const date = formatDate(at, options);
  return (
    <time dateTime={formatIsoTime(at)} className={className}>
      {withTime ? [date, formatZonedTime(at, options)].join(ui.comma) : date}
    </time>
  );
}

interface AppDateProps {
  /** Unix seconds. */
  at: number;
  /** Whether it is an end: shows the last day, or the time if it ends within a day. */
  until?: boolean;
}

/** A day that the provider promises, in the time zone of the app. */
export function AppDate({ at, until = false }: AppDateProps) {
  const format = useAppDate();
  return <time dateTime={formatIsoTime(at)}>{format(at, until)}</time>;
}

/** Formats the text of an `AppDate`. */
export function useAppDate(): (at: number, until?: boolean) => string {
  const { ui } = useText();
  const options = useAppDateFormatOptions();
  return (at, until = false) => {
    const lastDay = until ? findLastDay(at, options.timeZone) : at;
    if (lastDay !== null) return formatDate(lastDay, options);
    return [formatDate(at, options), formatZonedTime(at, options)].join(ui.comma);
  };
}

/** The current time in Unix seconds. It is null until mounted, so that server and client render the same. */
export function useNow(intervalMs: number): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const update = () => setNow(Math.floor(Date.now() / 1000));
    update();
    const timer = setInterval(update, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
