'use client';

import { useMemo } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import { type Fees, formatPrice, type PriceFormatOptions } from '@/lib/format/price';

/** The user's locale and texts for prices. */
function usePriceLanguage(): Pick<PriceFormatOptions, 'locale' | 'messages'> {
  const { free, onRequest, price } = useText().pricing;
  const { locale } = useDateFormatOptions();
  return useMemo(
    () => ({ locale, messages: { free, onRequest, ...price } }),
    [locale, free, onRequest, price],
  );
}

/** How the prices of an app are formatted if `period` is chosen. */
export function usePriceOptions(
  app: Pick<AppInfo, 'currency' | 'billing_period'>,
  period: BillingPeriod,
): PriceFormatOptions {
  const language = usePriceLanguage();
  const { currency, billing_period: appPeriod } = app;
  const annual = appPeriod === 'month' && period === 'year';
  return useMemo(
    () => ({ ...language, currency, period: appPeriod, annual }),
    [language, currency, appPeriod, annual],
  );
}

/** Returns a function that formats a price for a period. */
export function usePriceFormat() {
  const language = usePriceLanguage();
  return (price: Fees, options: Pick<PriceFormatOptions, 'currency' | 'period'>) =>
    formatPrice(price, { ...language, ...options });
}
