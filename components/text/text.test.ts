import { describe, expect, it } from 'vitest';
import { english } from './en';
import { isLanguage, languages } from './languages';
import { text } from './text';

type Said = string | ((...pieces: unknown[]) => string);

/** Every text with the way to it. */
function texts(branch: object, path: string[] = []): [way: string, said: Said][] {
  return Object.entries(branch).flatMap(([name, said]) =>
    typeof said === 'object' ? texts(said, [...path, name]) : [[[...path, name].join('.'), said]],
  );
}

/** What a phrase makes of a count, or of a title in its place. */
function say(way: string, said: Said, piece: unknown): string {
  if (typeof said === 'string') return said;
  if (way === 'pricing.words.both') return said('1', '2', 'month');
  return way.startsWith('pricing.words.') ? said('1', 'month') : said(piece, piece, piece);
}

const counts = [0, 1, 2, 3, 11, 100];
const faults = /undefined|null|NaN|\[object|function|=>|^\s*$/;

const all = Object.keys(languages).filter(isLanguage);

describe.each(all)('the texts in %s', (language) => {
  const own = texts(text(languages[language].locale));

  it('say something, whatever the count', () => {
    const faulty = own.flatMap(([way, said]) =>
      counts.filter((n) => faults.test(say(way, said, n))).map((n) => `${way}(${n})`),
    );
    expect(faulty).toEqual([]);
  });

  it('leave out no title, and add no space at their ends', () => {
    const faulty = own.filter(([way, said]) => {
      const sentence = say(way, said, 'Team');
      const lacking = typeof said !== 'string' && takesTitle(way) && !sentence.includes('Team');
      return lacking || (way !== 'ui.comma' && sentence.trim() !== sentence);
    });
    expect(faulty.map(([way]) => way)).toEqual([]);
  });
});

it.each(all.filter((language) => language !== 'en'))(
  'the texts in %s are not the English ones',
  (language) => {
    const model = new Map(texts(english('en-GB')));
    const alike = texts(text(languages[language].locale))
      .filter(([way, said]) => say(way, said, 5) === say(way, model.get(way) ?? '', 5))
      .map(([way]) => way);
    expect(alike.filter((way) => !sameEverywhere.has(way))).toEqual([]);
  },
);

/** Phrases that English sets a word into, which must not be dropped. */
function takesTitle(way: string): boolean {
  const model = new Map(texts(english('en-GB'))).get(way);
  return typeof model === 'function' && !way.startsWith('pricing.words.') && model('Team').includes('Team');
}

/** German and English share them, or they are marks. */
const sameEverywhere = new Set([
  'ui.comma',
  'shell.theme.system',
  'pricing.upgrade',
  'pricing.downgrade',
  'comparison.optional',
  'preview.widths',
  'switching.amountChange',
]);

it('Arabic has its six forms, and says one and two without a figure', () => {
  const { pricing, comparison } = text('ar');
  expect(counts.map((n) => pricing.forSeats(n)).join(' | ')).toBe(
    'لعدد 0 مستخدم | لمستخدم واحد | لمستخدمَين | لعدد 3 مستخدمين | لعدد 11 مستخدمًا | لعدد 100 مستخدم',
  );
  expect(counts.map((n) => comparison.shown(n, n)).join(' | ')).toBe(
    'لا ميزات | ميزة واحدة | ميزتان | 3 ميزات | 11 ميزة | 100 ميزة',
  );
  expect(text('ar-EG').comparison.shown(3, 11)).toBe('٣ من ١١ ميزة');
});

it('German has two', () => {
  const { comparison } = text('de');
  expect(counts.map((n) => comparison.shown(n, n)).join(' | ')).toBe(
    '0 Funktionen | 1 Funktion | 2 Funktionen | 3 Funktionen | 11 Funktionen | 100 Funktionen',
  );
});
