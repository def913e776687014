import { expect, it } from 'vitest';
import { findLanguage } from './find-language';

const createHeaders = (accepted: string | null) =>
  new Headers(accepted === null ? {} : { 'Accept-Language': accepted });
const app = { language: 'en', languages: ['de', 'pt-BR', 'zh-Hant'] };

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
  expect(findLanguage(app, undefined, createHeaders(accepted))).toBe(language);
});

it.each([
  ['de', 'fr', 'de'],
  ['de-CH', null, 'de'],
  ['en', 'de', null],
  ['fr', 'de', null],
])('language=%s comes before Accept-Language %j', (named, accepted, language) => {
  expect(findLanguage(app, { language: named }, createHeaders(accepted))).toBe(language);
});

it('an app without other languages has only its own', () => {
  const query = { language: 'de' };
  expect(findLanguage({ language: null, languages: [] }, query, createHeaders('de'))).toBeNull();
  expect(findLanguage({ language: null, languages: ['de'] }, query, createHeaders('de'))).toBe('de');
});

it('the language of the price list matches a tag with another region, or with none', () => {
  const american = { language: 'en-US', languages: ['de', 'en-IE'] };
  for (const accepted of ['en, de;q=0.9', 'en-GB, de;q=0.9'])
    expect(findLanguage(american, undefined, createHeaders(accepted))).toBeNull();
  expect(findLanguage(american, undefined, createHeaders('en-IE'))).toBe('en-IE');
});

it('requests of the pages name their language in the query', () => {
  const headers = createHeaders('de');
  headers.set('Sec-Fetch-Site', 'same-origin');
  expect(findLanguage(app, undefined, headers)).toBeNull();
  expect(findLanguage(app, { language: 'de' }, headers)).toBe('de');
});
