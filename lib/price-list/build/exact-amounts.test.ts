import { describe, expect, it } from 'vitest';
import { findCurrencyDigits } from '@/lib/contract/currency-digits';
import { toMinorUnits } from './exact-amounts';

const of = (currency: string) => ({ currency, currency_digits: findCurrencyDigits(currency) ?? 2 });

describe('toMinorUnits', () => {
  it.each([
    [12.5, 'USD', 1250, true],
    [12.95, 'USD', 1295, true],
    [1.15, 'EUR', 115, true],
    [8.2, 'EUR', 820, true],
    [0, 'EUR', 0, true],
    [0.29, 'EUR', 29, true],
    [1000, 'JPY', 1000, true],
    [1.005, 'USD', 101, false],
    [1.004, 'USD', 100, false],
    [10.5, 'JPY', 11, false],
    [1.234, 'KWD', 1234, true],
    [1e-7, 'USD', 0, false],
    [21_474_836.47, 'USD', 2_147_483_647, true],
    [0.1 + 0.2, 'USD', 30, false],
  ])('converts %d %s to %d', (amount, currency, minor, exact) => {
    expect(toMinorUnits(amount, of(currency))).toEqual({ minor, exact });
  });

  it('is exact for every cent up to 200', () => {
    for (let cents = 0; cents <= 20_000; cents += 1) {
      const written = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
      if (toMinorUnits(written, of('EUR')).minor !== cents)
        throw new Error(`${written} is not ${cents} cents`);
    }
  });
});
