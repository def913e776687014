'use client';

import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { getLanguage, type Language } from './languages';
import { setPreferenceCookie } from './preference-cookie';
import { createPreloadedScript, type PreloadedScript } from './text-script';
import { type BaseText, type BrowserTexts, createTexts, type LazyText } from './texts';
import { type CatalogUnits, withUnits } from './with-units';

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
/** The texts of the catalog’s units, and the language of their plurals. Null if they are in the language of the price list. */
export const UnitsContext = createContext<CatalogUnits | null>(null);
const DateFormatContext = createContext<DateFormatOptions>({ locale: 'en', timeZone: 'UTC' });

export interface TextProviderProps extends DateFormatOptions {
  /** In a frame of another page, which sets no cookies. */
  embedded?: boolean;
  /** Texts of units in the language of the catalog, by plural category. */
  units?: CatalogUnits['units'] | undefined;
  /** BCP 47 tag. Null if it is unknown. */
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
  const catalogUnits = useMemo(
    () => (units && catalogLanguage !== null ? { units, language: catalogLanguage } : null),
    [units, catalogLanguage],
  );
  return (
    <DateFormatContext value={{ locale, timeZone: currentTimeZone }}>
      <Preload />
      <UnitsContext value={catalogUnits}>
        <LoadedTextProvider locale={locale}>{children}</LoadedTextProvider>
      </UnitsContext>
    </DateFormatContext>
  );
}

function LoadedTextProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <TextContext value={languageScripts[getLanguage(locale)].read()}>{children}</TextContext>;
}

function useBrowserTexts(): BrowserTexts {
  const texts = useContext(TextContext);
  if (!texts) throw new Error('Texts must be used within a TextProvider');
  return texts;
}

/** The texts of all pages. */
export function useText(): BaseText {
  const text = createTexts(useBrowserTexts().base, useDateFormatOptions().locale);
  const units = useContext(UnitsContext);
  return units ? withUnits(text, units) : text;
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

/** Locale and time zone for the functions of `lib/format`. */
export function useDateFormatOptions(): DateFormatOptions {
  return useContext(DateFormatContext);
}
