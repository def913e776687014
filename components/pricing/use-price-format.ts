'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { AppInfo, Price } from '@/lib/contract/versions';
import type { Currency } from '@/lib/format/money';
import { formatPrice, type PriceFormatOptions } from '@/lib/pricing/format-price';
import { hasAnnualPrice, listBillingPeriods } from '@/lib/pricing/price';
import { getPriceMessages } from './use-price-options';

/** Returns a function that formats a price. */
export function usePriceFormat() {
  const messages = getPriceMessages(useText().pricing);
  const { locale } = useDateFormatOptions();
  return (price: Price, options: Omit<PriceFormatOptions, 'locale' | 'messages'>) =>
    formatPrice(price, { locale, messages, ...options });
}

/** Returns functions that format a price of the app, and the one for a year beside it. Returns null if there is none. */
export function useAppPriceFormat(currency: Currency & Pick<AppInfo, 'billing_period'>) {
  const { billing_period: app } = currency;
  const formatPrice = usePriceFormat();
  return {
    format: (price: Price) => formatPrice(price, { currency, app, billed: app }),
    formatAnnual: (price: Price) =>
      hasAnnualPrice(price) && listBillingPeriods(price, app).length > 1
        ? formatPrice(price, { currency, app, billed: 'year' })
        : null,
  };
}
