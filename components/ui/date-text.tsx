'use client';

import { useEffect, useState } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { formatDate, formatIsoTime, formatZonedTime } from '@/lib/format/date-time';

interface DateTextProps {
  /** Unix seconds. */
  at: number;
  /** Adds the time and the zone. */
  withTime?: boolean;
  className?: string;
}

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

/** The current time in Unix seconds. Null until mounted, so that server and client render the same. */
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
