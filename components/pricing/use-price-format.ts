'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { type Fees, formatPrice, type PriceFormatOptions } from '@/lib/format/price';
import { getPriceMessages } from './use-price-options';

/** Returns a function that formats a price for a period. */
export function usePriceFormat() {
  const messages = getPriceMessages(useText().pricing);
  const { locale } = useDateFormatOptions();
  return (price: Fees, options: Pick<PriceFormatOptions, 'currency' | 'period'>) =>
    formatPrice(price, { locale, messages, ...options });
}
