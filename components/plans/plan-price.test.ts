import { describe, expect, it } from 'vitest';
import { getText } from '@/components/i18n/server-text';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { getPriceFontSize } from './plan-price';

describe('getPriceFontSize', () => {
  const { onRequest, price } = getText('en').pricing;
  const free = createPrice({ fee: 0 });
  const withFree = (text: string) =>
    ({
      locale: 'de',
      currency: { currency: 'EUR', currency_digits: 2 },
      app: 'month',
      billed: 'month',
      messages: { ...price, onRequest, free: text },
    }) as const;

  it('fits a long word for "free" into five columns', () => {
    expect(getPriceFontSize([free], withFree('Kostenlos'), 5)).toBe('medium');
    expect(getPriceFontSize([free], withFree('Kostenlos'), 4)).toBe('large');
    expect(getPriceFontSize([free], withFree('Free'), 5)).toBe('large');
  });
});
