import { expect, it } from 'vitest';
import { findLanguage } from './find-language';

const app = { language: 'en', languages: ['de', 'pt-BR', 'zh-Hant'] };

it.each([
  [null, null],
  ['', null],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-AT-u-nu-latn', 'de'],
  ['pt-BR', 'pt-BR'],
  // A region that the app does not have is no match (RFC 4647, 3.4).
  ['pt', null],
  ['pt-PT', null],
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
  expect(findLanguage(app, { query: undefined, accepted })).toBe(language);
});

it.each([
  ['de', 'fr', 'de'],
  ['de-CH', null, 'de'],
  ['en', 'de', null],
  ['fr', 'de', null],
])('language=%s comes before Accept-Language %j', (named, accepted, language) => {
  expect(findLanguage(app, { query: { language: named }, accepted })).toBe(language);
});

it('an app without other languages has only its own', () => {
  const wanted = { query: { language: 'de' }, accepted: 'de' };
  expect(findLanguage({ language: null, languages: [] }, wanted)).toBeNull();
  expect(findLanguage({ language: null, languages: ['de'] }, wanted)).toBe('de');
});
