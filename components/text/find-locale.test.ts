import { expect, it } from 'vitest';
import { findLocale } from './find-locale';

const latin = (tag: string) => `${tag}-u-ca-gregory-nu-latn`;

it.each<[why: string, chosen: string | undefined, accepted: string | null, found: string]>([
  ['nothing said', undefined, null, latin('en-GB')],
  ['the first of several', undefined, 'de-AT,en;q=0.8', latin('de-AT')],
  ['the most wanted, wherever it stands', undefined, 'en;q=0.4, ar-MA;q=0.9, de;q=0.5', latin('ar-MA')],
  ['the first there are texts in', undefined, 'fr-FR, tlh, de-CH;q=0.1', latin('de-CH')],
  ['the digits of the country', undefined, 'ar-EG', 'ar-EG-u-ca-gregory-nu-arab'],
  ['no country', undefined, 'ar', latin('ar')],
  ['English of no country', undefined, 'en', latin('en-GB')],
  ['English of America', undefined, 'en-US', latin('en-US')],
  ['a script between language and country', undefined, 'de-Latn-AT', latin('de-AT')],
  ['one refused', undefined, 'de;q=0, ar;q=0.1', latin('ar')],
  ['any', undefined, '*', latin('en-GB')],
  ['a country nobody knows', undefined, 'de-XX', latin('de')],
  ['a made-up extension', undefined, 'de-AT-u-nu-thai-x-1', latin('de-AT')],
  ['no tags at all', undefined, ';;q=1,, =, de_AT, <script>', latin('en-GB')],
  ['a weight that is no number', undefined, 'de;q=much, ar;q=0.2', latin('ar')],
  ['a choice', 'de', 'ar-EG', latin('de')],
  ['a choice with its variant', 'de', 'en, de-AT;q=0.1', latin('de-AT')],
  ['a choice that is none', 'constructor', 'ar', latin('ar')],
])('%s', (_, chosen, accepted, found) => {
  expect(findLocale(chosen, accepted)).toBe(found);
});

it('takes a header of any length', () => {
  expect(findLocale(undefined, `de,${'x'.repeat(100_000)}`)).toBe(latin('de'));
});
