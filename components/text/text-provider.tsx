'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { rememberChoice } from '@/components/ui/remember-choice';
import type { Clock } from '@/lib/format/dates';
import type { Text } from './en';
import { defaultLocale, text } from './text';

const ClockContext = createContext<Clock>({ locale: defaultLocale, timeZone: 'UTC' });

/**
 * The reader's language and zone. The server can't know the zone on a first visit: it renders UTC, or what the cookie of
 * an earlier visit says, and the browser's own takes over after mount.
 */
export function TextProvider({ locale, timeZone, children }: Clock & { children: ReactNode }) {
  const [zone, setZone] = useState(timeZone);
  useEffect(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === timeZone) return;
    rememberChoice('time_zone', own);
    setZone(own);
  }, [timeZone]);
  return <ClockContext value={{ locale, timeZone: zone }}>{children}</ClockContext>;
}

export function useText(): Text {
  return text(useContext(ClockContext).locale);
}

/** What the functions of `lib/format` take as their locale and zone. */
export function useClock(): Clock {
  return useContext(ClockContext);
}
