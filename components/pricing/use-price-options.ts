'use client';

import { useMemo } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { BaseText } from '@/components/i18n/texts';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import type { Currency } from '@/lib/format/money';
import type { PriceFormatOptions, PriceMessages } from '@/lib/pricing/format-price';
import type { PricePeriods } from '@/lib/pricing/price';

/** The texts of prices. */
export function getPriceMessages({ free, onRequest, price }: BaseText['pricing']): PriceMessages {
  return { free, onRequest, ...price };
}

export type AppPriceOptions = PriceFormatOptions & PricePeriods;

/** How the prices of an app are formatted if `billed` is chosen: per period of its fees. */
export function usePriceOptions(
  currency: Currency & Pick<AppInfo, 'billing_period'>,
  billed: BillingPeriod,
): AppPriceOptions {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { billing_period: app } = currency;
  return useMemo(
    () => ({ locale, currency, app, billed, shown: app, messages: getPriceMessages(pricing) }),
    [locale, currency, app, billed, pricing],
  );
}
