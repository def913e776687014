'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo, Price } from '@/lib/contract/versions';
import type { Currency } from '@/lib/format/money';
import { formatPrice } from '@/lib/pricing/format-price';
import { hasAnnualPrice, listBillingPeriods } from '@/lib/pricing/price';
import { getPriceMessages } from './use-price-options';

type AppCurrency = Currency & Pick<AppInfo, 'billing_period'>;

/** Returns a function that formats a price in the currency of an app: per `shown`, by default the period that is billed. */
export function usePriceFormat() {
  const messages = getPriceMessages(useText().pricing);
  const { locale } = useDateFormatOptions();
  return (price: Price, currency: AppCurrency, billed: BillingPeriod, shown?: BillingPeriod) => {
    const options = { locale, messages, currency, app: currency.billing_period, billed };
    return formatPrice(price, { ...options, ...(shown && { shown }) });
  };
}

/** Returns functions that format a price of the app, and the one for a year beside it. Returns null if there is none. */
export function useAppPriceFormat(currency: AppCurrency) {
  const { billing_period: app } = currency;
  const formatPrice = usePriceFormat();
  return {
    format: (price: Price) => formatPrice(price, currency, app),
    formatAnnual: (price: Price) =>
      hasAnnualPrice(price) && listBillingPeriods(price, app).length > 1
        ? formatPrice(price, currency, 'year')
        : null,
  };
}
