'use client';

import { createContext, type ReactNode, use, useContext, useEffect, useMemo, useState } from 'react';
import { rememberChoice } from '@/components/ui/remember-choice';
import type { Clock } from '@/lib/format/dates';
import type { BrowserText } from './en';
import { languageOf } from './languages';
import { speakerOf, textScripts } from './texts-for-browser';

const TextContext = createContext<BrowserText | null>(null);
const ClockContext = createContext<Clock>({ locale: 'en', timeZone: 'UTC' });

export interface TextProviderProps extends Clock {
  children: ReactNode;
}

/**
 * The reader's language and zone. The server can't know the zone on a first visit: it renders UTC, or what the cookie of
 * an earlier visit says, and the browser's own takes over after mount.
 */
export function TextProvider({ locale, timeZone, children }: TextProviderProps) {
  const [zone, setZone] = useState(timeZone);
  useEffect(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === timeZone) return;
    rememberChoice('time_zone', own);
    setZone(own);
  }, [timeZone]);
  const TextScript = textScripts[languageOf(locale)];
  return (
    <ClockContext value={{ locale, timeZone: zone }}>
      <TextScript />
      <SpokenText locale={locale}>{children}</SpokenText>
    </ClockContext>
  );
}

function SpokenText({ locale, children }: { locale: string; children: ReactNode }) {
  const speak = use(speakerOf(languageOf(locale)));
  const text = useMemo(() => speak(locale), [speak, locale]);
  return <TextContext value={text}>{children}</TextContext>;
}

export function useText(): BrowserText {
  const text = useContext(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}

/** What the functions of `lib/format` take as their locale and zone. */
export function useClock(): Clock {
  return useContext(ClockContext);
}
