import Negotiator from 'negotiator';
import type { AppCaller } from '@/lib/domain/caller';
import type { RequestHeaders } from './authenticate';
import { memoize } from './memoize';

type Languages = Pick<AppCaller['app'], 'language' | 'languages'>;

/** The query of an operation with texts of the catalog. */
export type LanguageQuery = { language?: string | undefined } | undefined;

/**
 * The language of the texts of a response, one of the app's `languages`, or null for that of the price list. `language` of the
 * query comes before `Accept-Language`, which does not count for requests of the pages: they are rendered in the language of the
 * list. A tag matches a language that it begins with, by lookup (RFC 4647, 3.4): `de-AT` matches `de`. If there is none, it
 * matches one that begins with a part of it: `pt-PT` matches `pt-BR`.
 */
export function findLanguage(
  { language: own, languages }: Languages,
  query: LanguageQuery,
  headers: RequestHeaders,
): string | null {
  if (languages.length === 0) return null;
  const ownTag = own === null ? '' : canonicalize(own);
  const ranges = query?.language === undefined ? listAccepted(headers) : [canonicalize(query.language)];
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

function listAccepted(headers: RequestHeaders): string[] {
  if (headers.get('sec-fetch-site') === 'same-origin') return [];
  return parseAcceptLanguage(headers.get('accept-language') ?? '');
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
