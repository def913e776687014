import { parse } from 'cookie';
import Negotiator from 'negotiator';
import { isStaff } from '@/lib/contract/current-user';
import { languageCookie, pageLanguages } from '@/lib/contract/page-languages';
import type { AppCaller, Caller } from '@/lib/domain/caller';
import type { RequestHeaders } from './authenticate';
import { memoize } from './memoize';

type Languages = Pick<AppCaller['app'], 'language' | 'languages'>;

/** What of a caller decides on the language. */
export type Reader = { app: Languages } & Pick<Caller, 'via' | 'role' | 'locale'>;

/** The query of an operation with texts of the catalog. */
export type LanguageQuery = { language?: string | undefined } | undefined;

/**
 * The language of the texts of a response or a page, one of the app's `languages`, or null for that of the price list. `language`
 * of the query comes first, then the language that the user chose in the pages, that of the session, and `Accept-Language`.
 * Without the query, staff who have signed in get the texts of the price list, which they edit. A tag matches a language that it
 * begins with, by lookup (RFC 4647, 3.4): `de-AT` matches `de`. If there is none, it matches one that begins with a part of it:
 * `pt-PT` matches `pt-BR`.
 */
export function findLanguage(reader: Reader, query: LanguageQuery, headers: RequestHeaders): string | null {
  const { language: own, languages } = reader.app;
  if (languages.length === 0) return null;
  const ownTag = own === null ? '' : canonicalize(own);
  const ranges =
    query?.language === undefined ? listPreferred(reader, headers) : [canonicalize(query.language)];
  for (const range of ranges) {
    if (range === '*') return null;
    for (let tag = range; tag !== ''; tag = shorten(tag)) {
      if (languages.includes(tag)) return tag;
      if (ownTag === tag || ownTag.startsWith(`${tag}-`)) return null;
      const other = languages.find((each) => each.startsWith(`${tag}-`));
      if (other) return other;
    }
  }
  return null;
}

/** The header of a response with texts in a language. */
export function contentLanguage(
  { language: own }: Pick<Languages, 'language'>,
  language: string | null,
): Record<string, string> {
  const tag = language ?? own;
  return tag === null ? {} : { 'Content-Language': tag };
}

/** Without the last subtag, and without a single letter before it. */
const shorten = (tag: string) => tag.replace(/(^|-)[^-]*$/, '').replace(/-[a-z]$/i, '');

function listPreferred({ via, role, locale }: Reader, headers: RequestHeaders): string[] {
  if (via === 'session' && isStaff(role)) return [];
  const accepted = parseAcceptLanguage(headers.get('accept-language') ?? '');
  const preferred = [parseLanguageCookie(headers.get('cookie')), locale ? canonicalize(locale) : ''];
  return [...preferred.filter((tag) => tag !== ''), ...accepted];
}

/** The language that the user chose in the pages. It is empty if there is none. */
function parseLanguageCookie(cookie: string | null): string {
  if (cookie === null || !cookie.includes(languageCookie)) return '';
  const chosen = parse(cookie)[languageCookie];
  return pageLanguages.find((language) => language === chosen) ?? '';
}

/** The language ranges of a header, the preferred ones first. Invalid ones are left out. */
const parseAcceptLanguage = memoize((header) => {
  const negotiator = new Negotiator({ headers: { 'accept-language': header.slice(0, 1000) } });
  return negotiator.languages().map(canonicalize);
});

/** The canonical form of a tag. Any other text is empty. */
const canonicalize = memoize((tag) => {
  if (tag === '*') return tag;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch {
    return '';
  }
});
