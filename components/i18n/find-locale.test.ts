import { expect, it } from 'vitest';
import { findLocale } from './find-locale';

const latin = (tag: string) => `${tag}-u-ca-gregory-nu-latn`;

it.each<[name: string, chosen: string | undefined, acceptLanguage: string | null, expected: string]>([
  ['no preference', undefined, null, latin('en-GB')],
  ['the first of several', undefined, 'de-AT,en;q=0.8', latin('de-AT')],
  [
    'the highest quality value, in any position',
    undefined,
    'en;q=0.4, ar-MA;q=0.9, de;q=0.5',
    latin('ar-MA'),
  ],
  ['the first supported language', undefined, 'fr-FR, tlh, de-CH;q=0.1', latin('de-CH')],
  ['the digits of catalog texts in every country', undefined, 'ar-EG', latin('ar-EG')],
  ['no country', undefined, 'ar', latin('ar')],
  ['English without a country', undefined, 'en', latin('en-GB')],
  ['American English', undefined, 'en-US', latin('en-US')],
  ['a script between language and country', undefined, 'de-Latn-AT', latin('de-AT')],
  ['a language with quality value 0', undefined, 'de;q=0, ar;q=0.1', latin('ar')],
  ['a wildcard', undefined, '*', latin('en-GB')],
  ['an unknown country', undefined, 'de-XX', latin('de')],
  ['an extension in the header', undefined, 'de-AT-u-nu-thai-x-1', latin('de-AT')],
  ['no valid language tag', undefined, ';;q=1,, =, de_AT, <script>', latin('en-GB')],
  ['an invalid quality value', undefined, 'de;q=much, ar;q=0.2', latin('ar')],
  ['a chosen language', 'de', 'ar-EG', latin('de')],
  ['a chosen language with the country from the header', 'de', 'en, de-AT;q=0.1', latin('de-AT')],
  ['an invalid chosen language', 'constructor', 'ar', latin('ar')],
])('%s', (_, chosen, acceptLanguage, expected) => {
  expect(findLocale(chosen, acceptLanguage)).toBe(expected);
});

it('accepts a header of any length', () => {
  expect(findLocale(undefined, `de,${'x'.repeat(100_000)}`)).toBe(latin('de'));
});
