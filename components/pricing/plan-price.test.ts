import { describe, expect, it } from 'vitest';
import { getPriceFontSize } from './plan-price';

describe('getPriceFontSize', () => {
  const free = { fee: 0, user_fee: null };
  const options = { locale: 'de', currency: 'EUR', period: 'month' } as const;

  it('fits a long word for "free" into five columns', () => {
    expect(getPriceFontSize([free], options, 5, 'Kostenlos')).toBe('medium');
    expect(getPriceFontSize([free], options, 4, 'Kostenlos')).toBe('large');
    expect(getPriceFontSize([free], options, 5, 'Free')).toBe('large');
  });
});
