import { describe, expect, it } from 'vitest';
import type { Price } from '@/lib/db/catalog';
import type { ListedPrice } from '../parse/normalize-price-list';
import { type BillingTerms, inferBillingPeriod, resolvePrice } from './price-resolver';

const noFactors = { monthly: 1, annual: null, others: [] };
const monthly: BillingTerms = { currency: 'USD', currency_digits: 2, period: 'month', factors: noFactors };
const yearly: BillingTerms = { ...monthly, period: 'year' };
const withFactors = (factors: Partial<BillingTerms['factors']>, terms = monthly): BillingTerms => ({
  ...terms,
  factors: { ...noFactors, ...factors },
});
const noPrice = {
  fee: null,
  userFee: null,
  feeUnit: null,
  userFeeUnit: null,
  annualFee: null,
  annualUserFee: null,
  priceText: null,
};
const amount = (value: number) => ({ amount: value, computed: false });
const resolve = (price: ListedPrice, unit: string, terms: BillingTerms) => {
  const resolved = resolvePrice(price, unit, terms);
  if ('error' in resolved) throw new Error(resolved.error);
  return resolved;
};

describe('resolvePrice', () => {
  it.each<[ListedPrice, string, BillingTerms, Partial<Price>, string[]]>([
    [{ text: 'Contact Sales' }, 'user/month', monthly, {}, []],
    [amount(0), 'user/month', monthly, { fee: 0 }, []],
    [amount(0), 'activeHour', monthly, { fee: 0 }, []],
    [amount(12.5), 'user/month', monthly, { userFee: 1250 }, []],
    [amount(12.5), 'editor/month', monthly, { userFee: 1250, userFeeUnit: 'editor' }, []],
    [amount(12.5), '/month', monthly, { fee: 1250 }, []],
    [amount(12.5), '', yearly, { fee: 1250 }, []],
    [amount(18), 'site/month', monthly, { fee: 1800, feeUnit: 'site' }, []],
    [amount(20), '500 users/month', monthly, { fee: 2000, feeUnit: '500 users' }, []],
    [amount(0.18), 'activeHour', monthly, { priceText: '$0.18 per active hour' }, []],
    [amount(0.15), 'attendee', monthly, { priceText: '$0.15 per attendee' }, []],
    [amount(0.02), 'lookup', monthly, { priceText: '$0.02 per lookup' }, []],
    [amount(6), 'channel', monthly, { fee: 600, feeUnit: 'channel' }, []],
    [amount(33), 'workspace/month', monthly, { fee: 3300, feeUnit: 'workspace' }, []],
    [amount(199), 'one time payment', monthly, { priceText: '$199, one time payment' }, []],
    [amount(120), 'user/year', yearly, { userFee: 12_000 }, []],
    [amount(10), 'user/month', yearly, { userFee: 12_000 }, []],
    [{ amount: 10.375, computed: true }, '/month', monthly, { fee: 1038 }, []],
    [amount(100_000_000), '/month', monthly, { fee: 10_000_000_000 }, []],
  ])('resolves %j %s with %j', (price, unit, terms, expected, notes) => {
    expect(resolve(price, unit, terms)).toMatchObject({ price: { ...noPrice, ...expected }, notes });
  });

  it.each<[number, BillingTerms, Partial<Price>]>([
    [8, monthly, { fee: 1000, annualFee: 9600 }],
    [10, monthly, { fee: 1000, annualFee: 12_000 }],
    [96, monthly, { fee: 1000, annualFee: 9600 }],
    [8.33, withFactors({ annual: 0.8333 }), { fee: 1000, annualFee: 9996 }],
    [8, yearly, { fee: 9600 }],
  ])('reads annualPrice %d', (annualPrice, terms, expected) => {
    expect(resolvePrice(amount(10), '/month', terms, annualPrice)).toMatchObject({
      price: { ...noPrice, ...expected },
    });
  });

  it('serves what is free as free with annual billing, if the list says so', () => {
    const free = { ...noPrice, fee: 0 };
    expect(resolvePrice(amount(0), '/month', monthly, 0)).toMatchObject({ price: { ...free, annualFee: 0 } });
    expect(resolvePrice(amount(0), '/month', monthly)).toMatchObject({ price: free });
    expect(resolvePrice(amount(0), '/month', monthly, 50)).toEqual({
      error: 'annualPrice is 50, but the price is 0.',
    });
  });

  it.each<[number, string, BillingTerms]>([
    [8.3, '/month', withFactors({ annual: 0.75 })],
    [99.6, '/month', withFactors({ annual: 0.75 })],
    [8, '/year', monthly],
  ])('rejects annualPrice %d %s if it disagrees with price and billing', (annualPrice, unit, terms) => {
    const stated = annualPrice === 8 ? '$96' : '$99.60';
    const computed = annualPrice === 8 ? '$10' : '$90';
    expect(resolvePrice(amount(10), unit, terms, annualPrice)).toEqual({
      error: `annualPrice ${annualPrice} is ${stated} a year, but the price and billing make it ${computed}.`,
    });
  });

  it.each<[ListedPrice, string, BillingTerms, Partial<Price>, string[]]>([
    [amount(10), '/month', withFactors({ annual: 0.8 }), { fee: 1000, annualFee: 9600 }, []],
    [amount(9), 'user/month', withFactors({ annual: 0.883 }), { userFee: 900, annualUserFee: 9536 }, []],
    [amount(0), '/month', withFactors({ annual: 0.8 }), { fee: 0, annualFee: 0 }, []],
    [{ text: 'Contact us' }, '/month', withFactors({ annual: 0.8 }), {}, []],
    [amount(70), 'user/month', withFactors({ monthly: null, annual: 1 }), { annualUserFee: 84_000 }, []],
    [amount(100), '/year', monthly, { annualFee: 10_000 }, []],
    [amount(100), '/year', yearly, { fee: 10_000 }, []],
    [amount(10), '/month', withFactors({ annual: 0.5 }, yearly), { fee: 6000 }, []],
    [amount(10), '/month', withFactors({ monthly: 0.9 }), { fee: 900 }, []],
    [
      amount(9),
      'user/month',
      withFactors({ others: [{ name: 'quarterly', factor: 0.9 }] }),
      { userFee: 900 },
      ['Billed quarterly: $8.10 per user / month'],
    ],
    [
      amount(10),
      'site/month',
      withFactors({ others: [{ name: 'perSemester', factor: 0.5 }] }),
      { fee: 1000, feeUnit: 'site' },
      ['Billed per semester: $5 per site / month'],
    ],
  ])('applies the billing factors to %j %s', (price, unit, terms, expected, notes) => {
    expect(resolve(price, unit, terms)).toMatchObject({ price: { ...noPrice, ...expected }, notes });
  });

  it('multiplies exactly, where floating point is not exact', () => {
    // 1.1 * 12 * 0.7 is 9.239999999999998, 4.35 * 100 is 434.99999999999994.
    expect(resolve(amount(1.1), '/month', withFactors({ annual: 0.7 })).price.annualFee).toBe(924);
    expect(resolve(amount(4.35), '/month', monthly).price.fee).toBe(435);
  });

  it('keeps a text with a figure, with a warning', () => {
    expect(resolve({ text: '1% up to  $99' }, '/month', monthly)).toMatchObject({
      price: { ...noPrice, priceText: '1% up to $99' },
      notes: [],
      warning: expect.stringContaining('"1% up to $99" is not a number.'),
    });
  });

  it('reports why a price is not served as it is', () => {
    expect(resolve({ amount: 10.375, computed: true }, '/month', monthly).changes).toEqual([
      'rounded to the minor unit of the currency',
    ]);
    expect(resolve(amount(9), '/month', withFactors({ annual: 0.883 })).changes).toEqual([
      'the annual price was rounded to the minor unit of the currency',
    ]);
    expect(resolve(amount(120), '/month', yearly).changes).toEqual(['converted to a price per year']);
    expect(resolve(amount(120), '/year', monthly).changes).toEqual([]);
    expect(resolve(amount(12), '/month', monthly).changes).toEqual([]);
  });

  it('rejects a price with too many decimals or above the maximum', () => {
    expect(resolvePrice(amount(4.995), '/month', monthly)).toEqual({
      error: '4.995 has too many decimals for USD.',
    });
    expect(
      resolvePrice(amount(9.5), '/month', { ...monthly, currency: 'JPY', currency_digits: 0 }),
    ).toHaveProperty('error');
    expect(resolvePrice(amount(100_000_000.01), '/month', monthly)).toHaveProperty('error');
    expect(resolvePrice(amount(1e25), '/month', monthly)).toHaveProperty('error');
    expect(resolvePrice(amount(10_000_000), '/month', yearly)).toHaveProperty('error');
    expect(resolvePrice(amount(10_000_000), '/month', withFactors({ annual: 1 }))).toHaveProperty('error');
  });
});

describe('inferBillingPeriod', () => {
  const plan = (price: number, unit: string) => ({ price: amount(price), unit });

  it('is yearly only if every priced plan is billed yearly', () => {
    expect(inferBillingPeriod([plan(0, 'user/month'), plan(10, 'user/year')], 'USD')).toBe('year');
    expect(inferBillingPeriod([plan(5, 'user/month'), plan(10, 'user/year')], 'USD')).toBe('month');
    expect(
      inferBillingPeriod(
        [plan(0, 'user/year'), { price: { text: 'Contact Sales' }, unit: 'user/year' }],
        'USD',
      ),
    ).toBe('month');
  });
});
