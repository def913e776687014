import Negotiator from 'negotiator';
import type { AppCaller } from '@/lib/domain/caller';
import { memoize } from './memoize';

type Languages = Pick<AppCaller['app'], 'language' | 'languages'>;

/** What a request says about the language of its response. */
export interface Wanted {
  /** `language` of the query, a language tag. */
  query: { language?: string | undefined } | undefined;
  /** `Accept-Language`. */
  accepted: string | null;
}

/**
 * The language of the texts of a response, one of the app's `languages`, or null for that of the price list. What the query names
 * comes before the header. A tag matches a language that it begins with: `de-AT` matches `de` (RFC 4647, 3.4).
 */
export function findLanguage(
  { language: own, languages }: Languages,
  { query, accepted }: Wanted,
): string | null {
  if (languages.length === 0) return null;
  const named = query?.language;
  const ranges = named === undefined ? parseAcceptLanguage(accepted ?? '') : [canonicalize(named)];
  for (const range of ranges) {
    if (range === '*') return null;
    for (let tag = range; tag !== ''; tag = shorten(tag)) {
      if (languages.includes(tag)) return tag;
      if (own !== null && tag === canonicalize(own)) return null;
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
