import { describe, expect, test } from 'vitest';
import { pluralizeUnit } from './amount';
import {
  type Content,
  formatAmount,
  formatContent,
  formatContentChange,
  isAtLeast,
  isNamedByUnit,
  isSameContent,
} from './localized-amount';

const content = (fields: Partial<Content> = {}): Content => ({
  value: null,
  amount: null,
  unlimited: false,
  unit: null,
  period: null,
  ...fields,
});
const unlimited = content({ unlimited: true, unit: 'guide' });
const guides = (amount: number) => content({ amount, unit: 'guide' });

const options = {
  locale: 'en',
  messages: {
    unlimited: 'Unlimited',
    unit: pluralizeUnit,
    perShare: (quantity: string, unit: string) => `${quantity} per ${unit}`,
    inPeriod: (quantity: string, period: string) => `${quantity} a ${period}`,
  },
};

describe('formatContent', () => {
  test.each([
    [{ amount: 400, unit: 'recipe' }, '400 recipes'],
    [{ amount: 1, unit: 'person' }, '1 person'],
    [{ amount: 5, unit: 'person' }, '5 people'],
    [{ amount: 0, unit: 'guide' }, '0 guides'],
    [{ amount: 1000, unit: 'message', period: 'month' }, '1,000 messages a month'],
    [{ amount: 2.5, unit: 'GB' }, '2.5 GB'],
    [{ amount: 20, unit: 'document/user' }, '20 documents per user'],
    [{ amount: 12.5, unit: '%' }, '12.5%'],
    [{ amount: 7 }, '7'],
    [{ unlimited: true, unit: 'guide', period: 'month' }, 'Unlimited'],
    [{ value: 'Full' }, 'Full'],
    [{}, null],
  ])('formats %o as %s', (fields, text) => {
    expect(formatContent(content(fields), options)).toBe(text);
  });

  test('writes an added amount with a plus sign', () => {
    const added = content({ amount: 1000, unit: 'call', period: 'month' });
    expect(formatContent(added, { ...options, signed: true })).toBe('+1,000 calls a month');
  });

  test('uses the number format of the locale', () => {
    expect(formatContent(guides(1234.5), { ...options, locale: 'de' })).toBe('1.234,5 guides');
  });
});

describe('formatContentChange', () => {
  test.each<[string, Content, Content, [string | null, string | null]]>([
    ['writes a shared unit once', guides(20), guides(5), ['20', '5 guides']],
    ['keeps the unit beside unlimited', guides(20), unlimited, ['20 guides', 'Unlimited']],
    ['keeps different units', guides(20), content({ amount: 5, unit: 'GB' }), ['20 guides', '5 GB']],
    ['has texts', content({ value: 'Basic' }), content(), ['Basic', null]],
  ])('%s', (_, from, to, texts) => {
    expect(formatContentChange(from, to, options)).toEqual(texts);
  });
});

const formatEnglish = (amount: number | null, unit: string | null, period: string | null = null) =>
  formatAmount({ amount, unlimited: amount === null, unit, period });

describe('formatAmount', () => {
  test.each([
    [5, 'GB', null, '5 GB'],
    [1, 'folder', null, '1 folder'],
    [0, 'guest', null, '0 guests'],
    [0.5, null, null, '0.5'],
    [12_500, null, 'month', '12,500 a month'],
    [1000, 'message', 'month', '1,000 messages a month'],
    [5, 'call', 'hour', '5 calls an hour'],
    [5, 'call', '3 months', '5 calls every 3 months'],
    [20, 'document/user', 'month', '20 documents per user a month'],
    [25, 'MB/note', null, '25 MB per note'],
    [50, '%', null, '50%'],
    [null, 'GB', 'month', 'Unlimited'],
  ])('formats %d %s, period %s as %j', (amount, unit, period, text) => {
    expect(formatEnglish(amount, unit, period)).toBe(text);
  });
});

test('isAtLeast orders amounts of one unit, with unlimited above every number', () => {
  expect(isAtLeast(guides(100), guides(20))).toBe(true);
  expect(isAtLeast(guides(20), guides(100))).toBe(false);
  expect(isAtLeast(unlimited, guides(100))).toBe(true);
  expect(isAtLeast(guides(100), unlimited)).toBe(false);
  expect(isAtLeast(unlimited, unlimited)).toBe(true);
  expect(isAtLeast(guides(0), guides(0))).toBe(true);
  expect(isAtLeast(content({ amount: 9, unit: 'GB' }), guides(1))).toBe(false);
  expect(isAtLeast(content({ value: 'Full' }), content({ value: 'Full' }))).toBe(true);
  expect(isAtLeast(content({ value: 'Full' }), content({ value: 'Basic' }))).toBe(false);
  expect(isAtLeast(guides(3), content())).toBe(false);
});

test('isSameContent compares amounts, not their texts', () => {
  expect(isSameContent(guides(1), { ...guides(1), value: '1 guide' })).toBe(true);
  expect(isSameContent(guides(1), guides(2))).toBe(false);
  expect(isSameContent(guides(1), { ...guides(1), period: 'month' })).toBe(false);
  expect(isSameContent(content(), content())).toBe(true);
});

test('isNamedByUnit finds titles that the amount repeats', () => {
  expect(isNamedByUnit('Recipes', content({ amount: 400, unit: 'recipe' }))).toBe(true);
  expect(isNamedByUnit('Storage', content({ amount: 5, unit: 'GB' }))).toBe(false);
  expect(isNamedByUnit('Guides', unlimited)).toBe(false);
});
