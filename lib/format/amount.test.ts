import { describe, expect, it } from 'vitest';
import { formatAmount, pluralizeUnit, singularizeUnit } from './amount';

const format = (amount: number | null, unit: string | null, period: string | null = null) =>
  formatAmount({ amount, unlimited: amount === null, unit, period });

describe('formatAmount', () => {
  it.each([
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
    expect(format(amount, unit, period)).toBe(text);
  });
});

describe('the plural of a unit', () => {
  it.each([
    ['person', 'people'],
    ['company', 'companies'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['switch', 'switches'],
    ['class', 'classes'],
    ['thread at a time', 'threads at a time'],
    ['virtual user', 'virtual users'],
    ['Brand Kit', 'Brand Kits'],
    ['Power-up', 'Power-ups'],
    ['movie', 'movies'],
    ['core hour', 'core hours'],
  ])('of %j is %j, and back', (singular, plural) => {
    expect(pluralizeUnit(singular, 2)).toBe(plural);
    expect(pluralizeUnit(singular, 1)).toBe(singular);
    expect(singularizeUnit(plural)).toBe(singular);
    expect(singularizeUnit(singular)).toBe(singular);
  });

  it.each(['GB', 'min', 'API', 'px', 'storage', 'series', 'analyses', 'bonus', '人', ''])(
    'of %j is not known or the same, so it stays as written',
    (unit) => {
      expect(singularizeUnit(unit)).toBe(unit);
      expect(pluralizeUnit(unit, 2)).toBe(unit);
    },
  );

  it('is written in several ways', () => {
    expect(['persons', 'people', 'person'].map(singularizeUnit)).toEqual(['person', 'person', 'person']);
    expect(['calls', 'queries', 'addresses', 'databases'].map(singularizeUnit)).toEqual([
      'call',
      'query',
      'address',
      'database',
    ]);
  });
});
