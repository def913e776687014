'use client';

import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { getLanguage, type Language } from './languages';
import { setPreferenceCookie } from './preference-cookie';
import { createTextScript, type TextScript } from './text-script';
import { type BaseText, type BrowserTexts, createTexts, type TextGroups } from './texts';

/** One script per language, so that the browser loads only one. It has the other scripts of the language. */
const languageScripts: Record<Language, TextScript<BrowserTexts>> = {
  en: createTextScript((prepare) =>
    dynamic(prepare(() => import('./en/browser').then(({ browserTexts }) => browserTexts))),
  ),
  de: createTextScript((prepare) =>
    dynamic(prepare(() => import('./de/browser').then(({ browserTexts }) => browserTexts))),
  ),
  ar: createTextScript((prepare) =>
    dynamic(prepare(() => import('./ar/browser').then(({ browserTexts }) => browserTexts))),
  ),
};

interface LoadedTexts {
  base: BaseText;
  groups: BrowserTexts['groups'];
  /** What was created of the groups. */
  created: Partial<TextGroups>;
}

const TextContext = createContext<LoadedTexts | null>(null);
const DateFormatContext = createContext<DateFormatOptions>({ locale: 'en', timeZone: 'UTC' });

export interface TextProviderProps extends DateFormatOptions {
  /** In a frame of another page, which sets no cookies. */
  embedded?: boolean;
  children: ReactNode;
}

/**
 * Provides the texts and the user's locale and time zone. The server doesn't have the time zone on the first visit: it
 * renders the one from the cookie or UTC, and the browser switches to its own after mount.
 */
export function TextProvider({ locale, timeZone, embedded, children }: TextProviderProps) {
  const [currentTimeZone, setCurrentTimeZone] = useState(timeZone);
  useEffect(() => {
    const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!browserTimeZone || browserTimeZone === timeZone) return;
    if (!embedded) setPreferenceCookie('time_zone', browserTimeZone);
    setCurrentTimeZone(browserTimeZone);
  }, [timeZone, embedded]);
  const { Preload } = languageScripts[getLanguage(locale)];
  return (
    <DateFormatContext value={{ locale, timeZone: currentTimeZone }}>
      <Preload />
      <LoadedTextProvider locale={locale}>{children}</LoadedTextProvider>
    </DateFormatContext>
  );
}

function LoadedTextProvider({ locale, children }: { locale: string; children: ReactNode }) {
  const { base, groups } = languageScripts[getLanguage(locale)].read();
  const texts = useMemo(
    () => ({ base: createTexts(base, locale), groups, created: {} }),
    [base, groups, locale],
  );
  return <TextContext value={texts}>{children}</TextContext>;
}

function useLoadedTexts(): LoadedTexts {
  const texts = useContext(TextContext);
  if (!texts) throw new Error('useText must be used within a TextProvider');
  return texts;
}

/** The texts of all pages. */
export function useText(): BaseText;
/** A group of other texts. Suspends while they load: without `PreloadText`, once the component renders. */
export function useText<Group extends keyof TextGroups>(group: Group): TextGroups[Group];
export function useText<Group extends keyof TextGroups>(group?: Group): BaseText | TextGroups[Group] {
  const { locale } = useDateFormatOptions();
  const { base, groups, created } = useLoadedTexts();
  if (group === undefined) return base;
  const texts = created[group] ?? createTexts(groups[group].read(), locale);
  created[group] = texts;
  return texts;
}

/** On the server, preloads the scripts of these texts in the document head. */
export function PreloadText({ groups: names }: { groups: (keyof TextGroups)[] }) {
  const { groups } = useLoadedTexts();
  return names.map((name) => {
    const { Preload } = groups[name];
    return <Preload key={name} />;
  });
}

/** In the browser, loads texts before a component that uses them renders. */
export async function loadText(group: keyof TextGroups): Promise<void> {
  const { groups } = await languageScripts[getLanguage(document.documentElement.lang)].load();
  await groups[group].load();
}

/** Locale and time zone for the functions of `lib/format`. */
export function useDateFormatOptions(): DateFormatOptions {
  return useContext(DateFormatContext);
}
