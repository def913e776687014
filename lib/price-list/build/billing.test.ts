import { expect, it } from 'vitest';
import { readBillingFactors } from './billing';
import { ImportReport } from './import-report';

const read = (billing: Record<string, number>) => {
  const report = new ImportReport();
  return { factors: readBillingFactors(new Map(Object.entries(billing)), report), report };
};

it.each([
  'annual',
  'annually',
  'annualy',
  'yearly',
  'year',
  'Annual',
  'per_year',
  'perAnnum',
  'billedAnnually',
  'annual-billing',
  'yearlyPayment',
  '12 months',
])('reads %j as annual', (name) => {
  expect(read({ monthly: 1, [name]: 0.8 }).factors).toEqual({ monthly: 1, annual: 0.8, others: [] });
});

it.each(['monthly', 'month', 'mo', 'billedMonthly', 'per month'])('reads %j as monthly', (name) => {
  expect(read({ [name]: 0.9 }).factors).toEqual({ monthly: 0.9, annual: null, others: [] });
});

it('keeps other periods by name', () => {
  expect(read({ monthly: 1, quarterly: 0.95, biennial: 0.7 }).factors.others).toEqual([
    { name: 'quarterly', factor: 0.95 },
    { name: 'biennial', factor: 0.7 },
  ]);
});

it('reads a list without billing as monthly, and one with only annual billing as not monthly', () => {
  expect(read({}).factors).toEqual({ monthly: 1, annual: null, others: [] });
  expect(read({ annual: 1 }).factors).toEqual({ monthly: null, annual: 1, others: [] });
});

it('uses the first of two factors for one period', () => {
  const { factors, report } = read({ annual: 0.8, yearly: 0.9 });
  expect(factors.annual).toBe(0.8);
  expect(report.all.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
    'billing.annual unchanged',
    'billing.yearly left_out',
  ]);
});
