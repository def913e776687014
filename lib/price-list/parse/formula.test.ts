import { expect, it } from 'vitest';
import { evaluateFormula } from './formula';

const variables = new Map<string, unknown>([
  ['a', 2],
  ['a0', 5],
  ['text', 'five'],
  ['region', 'eu-price'],
  ['prices', { eu: 3, 'eu-price': 4, tiers: [5, 6] }],
]);

it.each([
  ['#a', 2],
  ['#a0 * 2', 10],
  ['#a + #a', 4],
  ['1 + 2 * 3 - 4 / 2', 5],
  ['(1 + 2) * (#a0 - 1.5)', 10.5],
  ['-#a + 10', 8],
  ['10-#a-#a', 6],
  ['5 * #prices.eu', 15],
  ["#prices['eu-price'] - 1", 3],
  ['#prices[#region] * #a', 8],
  ['#prices.tiers[1] + #prices.tiers[0]', 11],
])('evaluates %s to %d', (formula, result) => {
  expect(evaluateFormula(formula, variables)).toBe(result);
});

it('rejects brackets and signs that are nested too deeply', () => {
  const nest = (depth: number) => `${'('.repeat(depth)}#a${')'.repeat(depth)}`;
  expect(evaluateFormula(nest(100), variables)).toBe(2);
  expect(evaluateFormula(nest(100_000), variables)).toBeNull();
  expect(evaluateFormula(`${'-'.repeat(100_000)}#a`, variables)).toBeNull();
});

it.each([
  '',
  '#unknown',
  '#text',
  '#a +',
  '(#a',
  '#a)',
  '#a #a',
  '1 / 0',
  '#a; process.exit()',
  'globalThis.touched = 1 + #a',
  '#a ** 2',
  '#prices',
  '#prices.us',
  '#prices.constructor',
  "#prices['eu'",
  "#prices[#region.concat('x')]",
  '#text.length',
  '#',
  '[].constructor.constructor("return 1")() + #a',
])('rejects %j', (formula) => {
  expect(evaluateFormula(formula, variables)).toBeNull();
});
