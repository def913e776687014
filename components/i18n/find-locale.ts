import Negotiator from 'negotiator';
import { defaultLanguage, isLanguage, type Language, languages } from './languages';

/**
 * The locale of the texts and of number and date formats: the language the user chose, otherwise the preferred supported
 * language in `Accept-Language`, otherwise English. The country in the header (de-AT) also applies to a chosen language.
 */
export function findLocale(chosen: string | undefined, acceptLanguage: string | null): string {
  const accepted = parseAcceptLanguage(acceptLanguage ?? '');
  const chosenLanguage = isLanguage(chosen) ? chosen : null;
  const best = accepted.find(({ language }) =>
    chosenLanguage ? language === chosenLanguage : isLanguage(language),
  );
  if (best && isLanguage(best.language)) return createLocale(best.language, best.region);
  return createLocale(chosenLanguage ?? defaultLanguage, undefined);
}

/** The locales in the header, ordered by quality value. Invalid language tags are ignored. */
function parseAcceptLanguage(header: string): Intl.Locale[] {
  const negotiator = new Negotiator({ headers: { 'accept-language': header.slice(0, 1000) } });
  return negotiator.languages().flatMap((tag) => parseLanguageTag(tag) ?? []);
}

function parseLanguageTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/**
 * A locale that Intl supports. Text from the request is never used as is, because formatters are cached by locale.
 * Calendar and numbering system are explicit: their defaults differ between releases of Intl, and server and browser must
 * render the same text. Digits are those of catalog texts, input fields and CSV files.
 */
function createLocale(language: Language, region: string | undefined): string {
  const { locale: defaultLocale } = languages[language];
  const regional = region && new Intl.DateTimeFormat(`${language}-${region}`).resolvedOptions().locale;
  const { locale, calendar } = new Intl.DateTimeFormat(
    regional && regional !== language ? regional : defaultLocale,
  ).resolvedOptions();
  return `${locale}-u-ca-${calendar}-nu-latn`;
}
