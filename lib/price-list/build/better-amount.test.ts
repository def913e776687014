import { expect, it } from 'vitest';
import { decideBetterAmount } from './better-amount';

it.each([
  ['transactionFee', '%', null, 'lower'],
  ['transactionFees', null, null, 'lower'],
  ['overageCost', 'GB', null, 'lower'],
  ['commissionRate', '%', null, 'lower'],
  ['uptime', '%', null, 'higher'],
  ['partnerShare', '%', null, null],
  ['rateLimit', 'call', 'minute', 'higher'],
  ['indexingEvery', 'hour', null, 'lower'],
  ['dataSyncFrequency', 'minute', null, 'lower'],
  ['pollingTimeThreshold', 'min', null, 'lower'],
  ['supportResponse', 'hour', null, 'lower'],
  ['backupFrequency', 'day', null, 'lower'],
  ['versionHistory', 'day', null, 'higher'],
  ['syncHistory', 'day', null, 'higher'],
  ['compileTimeout', 'second', null, 'higher'],
  ['latexCompilation', 'minute', null, null],
  ['githubActions', 'minute', 'month', 'higher'],
  ['minimumUsers', 'user', null, null],
  ['storage', 'GB', null, 'higher'],
  ['boards', null, null, 'higher'],
] as const)('%s in %s a %s: %s', (name, unit, period, expected) => {
  expect(decideBetterAmount([name], { unit, period }, undefined)).toBe(expected);
  expect(decideBetterAmount([name], { unit, period }, { lower_is_better: true })).toBe('lower');
});

it('reads the words of the feature and of its limit', () => {
  const minutes = { unit: 'minute', period: null };
  expect(decideBetterAmount(['files', 'indexingEvery'], minutes, undefined)).toBe('lower');
  expect(decideBetterAmount(['dataSyncFrequency', undefined], minutes, undefined)).toBe('lower');
});
