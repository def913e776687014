'use client';

import dynamic from 'next/dynamic';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import type { BrowserText } from './en';
import { getLanguage, type Language } from './languages';
import { setPreferenceCookie } from './preference-cookie';

type TextFactory = (words: CountFormatter) => BrowserText;

const textFactories: Partial<Record<Language, Promise<TextFactory>>> = {};

/**
 * One script per language, so that the browser loads only one. Each is a component that renders nothing: Next preloads the
 * scripts of dynamic components in the document head, so that the texts load in parallel with the other scripts.
 */
const textScriptComponents: Record<Language, ComponentType> = {
  en: dynamic(() =>
    createScriptComponent(
      'en',
      import('./en').then(({ getEnglishBrowserText }) => getEnglishBrowserText),
    ),
  ),
  de: dynamic(() =>
    createScriptComponent(
      'de',
      import('./de').then(({ getGermanBrowserText }) => getGermanBrowserText),
    ),
  ),
  ar: dynamic(() =>
    createScriptComponent(
      'ar',
      import('./ar').then(({ getArabicBrowserText }) => getArabicBrowserText),
    ),
  ),
};

async function createScriptComponent(
  language: Language,
  factory: Promise<TextFactory>,
): Promise<ComponentType> {
  textFactories[language] = factory;
  await factory;
  return () => null;
}

/** Call it after the language's script component has rendered. The script may still be loading. */
function getTextFactory(language: Language): Promise<TextFactory> {
  const factory = textFactories[language];
  if (!factory) throw new Error(`Render the script component of "${language}" first`);
  return factory;
}

const TextContext = createContext<BrowserText | null>(null);
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
  const TextScript = textScriptComponents[getLanguage(locale)];
  return (
    <DateFormatContext value={{ locale, timeZone: currentTimeZone }}>
      <TextScript />
      <LoadedTextProvider locale={locale}>{children}</LoadedTextProvider>
    </DateFormatContext>
  );
}

function LoadedTextProvider({ locale, children }: { locale: string; children: ReactNode }) {
  const createText = use(getTextFactory(getLanguage(locale)));
  const text = useMemo(() => createText(createCountFormatter(locale)), [createText, locale]);
  return <TextContext value={text}>{children}</TextContext>;
}

export function useText(): BrowserText {
  const text = useContext(TextContext);
  if (!text) throw new Error('useText must be used within a TextProvider');
  return text;
}

/** Locale and time zone for the functions of `lib/format`. */
export function useDateFormatOptions(): DateFormatOptions {
  return useContext(DateFormatContext);
}
