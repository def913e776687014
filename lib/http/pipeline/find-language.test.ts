import { expect, it } from 'vitest';
import { findLanguage, type Reader } from './find-language';

const createHeaders = (accepted: string | null) =>
  new Headers(accepted === null ? {} : { 'Accept-Language': accepted });
const createReader = (
  language: string | null,
  languages: string[],
  others: Partial<Reader> = {},
): Reader => ({
  ...{ via: 'visitor', role: null, app: { language, languages } },
  ...others,
});
const reader = createReader('en', ['de', 'pt-BR', 'zh-Hant']);

it.each([
  [null, null],
  ['', null],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-AT-u-nu-latn', 'de'],
  ['pt-BR', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['fr, de;q=0.5', 'de'],
  ['de;q=0.5, pt-BR;q=0.8', 'pt-BR'],
  ['en, de', null],
  ['en-GB, de', null],
  ['de, en', 'de'],
  ['de;q=0', null],
  ['*', null],
  ['fr, *;q=0.5, de;q=0.1', null],
  ['x_y, de', 'de'],
  ['fr', null],
])('Accept-Language %j selects %j', (accepted, language) => {
  expect(findLanguage(reader, undefined, createHeaders(accepted))).toBe(language);
});

it.each([
  ['de', 'fr', 'de'],
  ['de-CH', null, 'de'],
  ['en', 'de', null],
  ['fr', 'de', null],
])('language=%s comes before Accept-Language %j', (named, accepted, language) => {
  expect(findLanguage(reader, { language: named }, createHeaders(accepted))).toBe(language);
});

it('an app without other languages has only its own', () => {
  const query = { language: 'de' };
  expect(findLanguage(createReader(null, []), query, createHeaders('de'))).toBeNull();
  expect(findLanguage(createReader(null, ['de']), query, createHeaders('de'))).toBe('de');
});

it('the language of the price list matches a tag with another region, or with none', () => {
  const american = createReader('en-US', ['de', 'en-IE']);
  for (const accepted of ['en, de;q=0.9', 'en-GB, de;q=0.9'])
    expect(findLanguage(american, undefined, createHeaders(accepted))).toBeNull();
  expect(findLanguage(american, undefined, createHeaders('en-IE'))).toBe('en-IE');
});

it.each([
  ['language=de', null, 'pt-BR', 'de'],
  ['theme=dark; language=de', 'pt-BR', null, 'de'],
  ['language=en', 'de', 'de', null],
  ['language=ar', null, 'de', 'de'],
  ['language=pt-BR', null, null, null],
  ['language=%', null, 'de', 'de'],
  ['other', 'pt', 'de', 'pt-BR'],
  ['', 'xx_', 'de', 'de'],
])('cookie %j and locale %j come before Accept-Language %j', (cookie, locale, accepted, language) => {
  const headers = createHeaders(accepted);
  headers.set('Cookie', cookie);
  const session = createReader('en', ['de', 'pt-BR'], { via: 'session', role: 'owner', locale });
  expect(findLanguage(session, undefined, headers)).toBe(language);
});

it('staff who have signed in read the price list in its language', () => {
  for (const role of ['product', 'support'] as const) {
    const session = createReader('en', ['de'], { via: 'session', role, locale: 'de' });
    expect(findLanguage(session, undefined, createHeaders('de'))).toBeNull();
    expect(findLanguage(session, { language: 'de' }, createHeaders(null))).toBe('de');
    expect(findLanguage({ ...session, via: 'key' }, undefined, createHeaders('de'))).toBe('de');
  }
});
