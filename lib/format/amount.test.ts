import { expect, it } from 'vitest';
import { pluralizeUnit, singularizeUnit } from './amount';

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
