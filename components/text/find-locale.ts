import { defaultLanguage, isLanguage, type Language, languages } from './languages';

/**
 * The locale to speak and count in: the reader's own choice of language, else the first of `Accept-Language` that there
 * are texts in, else English. A variant the browser names (de-AT) keeps its dates and figures, also under a choice.
 */
export function findLocale(chosen: string | undefined, acceptLanguage: string | null): string {
  const wanted = readAcceptLanguage(acceptLanguage ?? '');
  const choice = isLanguage(chosen) ? chosen : null;
  const best = wanted.find(({ language }) => (choice ? language === choice : isLanguage(language)));
  if (best && isLanguage(best.language)) return settle(best.language, best.region);
  return settle(choice ?? defaultLanguage, undefined);
}

/** What the header names, the most wanted first. A part that is no language tag is passed over. */
function readAcceptLanguage(header: string): Intl.Locale[] {
  return header
    .slice(0, 1000)
    .split(',')
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      const weight = quality === undefined ? 1 : Number(quality);
      const locale = readTag(tag);
      return locale && weight > 0 ? [{ locale, weight }] : [];
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ locale }) => locale);
}

function readTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/**
 * One of the locales this server knows, and never any text that came from outside: formatters are kept by locale.
 * Digits and calendar are written out, for releases of Intl differ there and server and browser have to agree.
 */
function settle(language: Language, region: string | undefined): string {
  const { locale: usual } = languages[language];
  const known = region && new Intl.DateTimeFormat(`${language}-${region}`).resolvedOptions().locale;
  const { locale, calendar, numberingSystem } = new Intl.DateTimeFormat(
    known && known !== language ? known : usual,
  ).resolvedOptions();
  return `${locale}-u-ca-${calendar}-nu-${numberingSystem}`;
}
