import { expect, test } from 'vitest';
import { createCountFormatter } from '@/lib/format/plurals';
import { browserTexts } from './de/browser';
import { withUnits } from './texts';

const { unit } = withUnits(browserTexts, {
  language: 'pl',
  units: {
    message: { one: 'wiadomość', few: 'wiadomości', many: 'wiadomości!', other: 'wiadomości' },
    '500 contacts': { other: '500 kontaktów' },
  },
}).base.amounts(createCountFormatter('de'));

test.each([
  ['message', 1, 'wiadomość'],
  ['message', 3, 'wiadomości'],
  ['message', 5, 'wiadomości!'],
  ['500 contacts', 3, '× 500 kontaktów'],
  ['project', 2, 'Projekte'],
])('the unit %j after %d is %j', (noun, n, text) => {
  expect(unit(noun, n)).toBe(text);
});
