'use client';

import { useMemo } from 'react';
import type { BrowserText } from '@/components/i18n/en';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import type { PriceFormatOptions, PriceMessages } from '@/lib/format/price';

/** The texts of prices. */
export function getPriceMessages({ free, onRequest, price }: BrowserText['pricing']): PriceMessages {
  return { free, onRequest, ...price };
}

/** How the prices of an app are formatted if `period` is chosen. */
export function usePriceOptions(
  { currency, billing_period }: Pick<AppInfo, 'currency' | 'billing_period'>,
  period: BillingPeriod,
): PriceFormatOptions {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const annual = billing_period === 'month' && period === 'year';
  return useMemo(
    () => ({ locale, currency, period: billing_period, annual, messages: getPriceMessages(pricing) }),
    [locale, currency, billing_period, annual, pricing],
  );
}
