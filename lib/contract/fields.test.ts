import { expect, test } from 'vitest';
import { displayName, isDisplayText } from './fields';

const parse = (text: string) => displayName(200).safeParse(text).success;

test.each([
  'Ada & Co',
  'Zoë Ångström',
  'شركة "أكمي"',
  // Marks, a joiner and an emoji sequence.
  'שלום\u200f (\u200e1\u200e)',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '👩\u200d💻',
])('%j can be a name', (name) => {
  expect([parse(name), isDisplayText(name)]).toEqual([true, true]);
});

const unsafe = [
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u2028',
];

test.each(unsafe)('text with %j is neither a name nor a text of the catalog', (character) => {
  const text = `a${character}b`;
  expect([parse(text), isDisplayText(text)]).toEqual([false, false]);
});

test.each(['\n', '\t', '\r\n'])('%j is allowed in a text, but not in a name', (space) => {
  expect([parse(`a${space}b`), isDisplayText(`a${space}b`)]).toEqual([false, true]);
  expect(parse(`${space}a${space}`)).toBe(true);
});
