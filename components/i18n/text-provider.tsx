'use client';

import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { getLanguage, type Language } from './languages';
import { setPreferenceCookie } from './preference-cookie';
import { createPreloadedScript, type PreloadedScript } from './text-script';
import {
  type BaseText,
  type BrowserTexts,
  type CatalogUnits,
  createTexts,
  type LazyText,
  withUnits,
} from './texts';

/** One script per language, so that the browser loads only one. */
const languageScripts: Record<Language, PreloadedScript<BrowserTexts>> = {
  en: createPreloadedScript((prepare) =>
    dynamic(prepare(() => import('./en/browser').then(({ browserTexts }) => browserTexts))),
  ),
  de: createPreloadedScript((prepare) =>
    dynamic(prepare(() => import('./de/browser').then(({ browserTexts }) => browserTexts))),
  ),
  ar: createPreloadedScript((prepare) =>
    dynamic(prepare(() => import('./ar/browser').then(({ browserTexts }) => browserTexts))),
  ),
};

export const TextContext = createContext<BrowserTexts | null>(null);
const DateFormatContext = createContext({ locale: 'en', timeZone: 'UTC', appTimeZone: 'UTC' });

export interface TextProviderProps extends DateFormatOptions {
  /** Where the days of the app's promises begin and end. */
  appTimeZone: string;
  /** In a frame of another page, which sets no cookies. */
  embedded?: boolean;
  /** Texts of units in the language of the catalog, by plural category. */
  units: CatalogUnits['units'];
  /** BCP 47 tag. It is null if it is unknown. */
  catalogLanguage: string | null;
  children: ReactNode;
}

/**
 * Provides the texts and the user's locale and time zone. The server doesn't have the time zone on the first visit: it
 * renders the one from the cookie or UTC, and the browser switches to its own after mount.
 */
export function TextProvider({
  locale,
  timeZone,
  appTimeZone,
  embedded,
  units,
  catalogLanguage,
  children,
}: TextProviderProps) {
  const [currentTimeZone, setCurrentTimeZone] = useState(timeZone);
  useEffect(() => {
    const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!browserTimeZone || browserTimeZone === timeZone) return;
    if (!embedded) setPreferenceCookie('time_zone', browserTimeZone);
    setCurrentTimeZone(browserTimeZone);
  }, [timeZone, embedded]);
  const { Preload } = languageScripts[getLanguage(locale)];
  return (
    <DateFormatContext value={{ locale, timeZone: currentTimeZone, appTimeZone }}>
      <Preload />
      <LoadedTextProvider locale={locale} units={units} language={catalogLanguage}>
        {children}
      </LoadedTextProvider>
    </DateFormatContext>
  );
}

interface LoadedTextProviderProps extends CatalogUnits {
  locale: string;
  children: ReactNode;
}

function LoadedTextProvider({ locale, units, language, children }: LoadedTextProviderProps) {
  const texts = languageScripts[getLanguage(locale)].read();
  const value = useMemo(() => withUnits(texts, { units, language }), [texts, units, language]);
  return <TextContext value={value}>{children}</TextContext>;
}

function useBrowserTexts(): BrowserTexts {
  const texts = useContext(TextContext);
  if (!texts) throw new Error('Texts must be used within a TextProvider');
  return texts;
}

/** The texts of all pages. */
export function useText(): BaseText {
  return createTexts(useBrowserTexts().base, useDateFormatOptions().locale);
}

/** Texts that load on demand. Suspends until then. */
export function useLazyText<Group extends keyof LazyText>(group: Group): LazyText[Group] {
  return createTexts(useBrowserTexts().lazy[group].read(), useDateFormatOptions().locale);
}

/** In the browser, loads texts before a component that uses them renders. */
export async function loadLazyText(group: keyof LazyText): Promise<void> {
  const { lazy } = await languageScripts[getLanguage(document.documentElement.lang)].load();
  await lazy[group].load();
}

/** Locale and time zone of the reader, for the functions of `lib/format`. */
export function useDateFormatOptions(): DateFormatOptions {
  return useContext(DateFormatContext);
}

/** The same with the time zone of the app, for the days of its promises. */
export function useAppDateFormatOptions(): DateFormatOptions {
  const { locale, appTimeZone } = useContext(DateFormatContext);
  return { locale, timeZone: appTimeZone };
}
