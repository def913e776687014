'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { formatMoney } from '@/lib/format/money';
import type { PricesProps } from './switch-prices';
import { calculateTotals } from './switch-summary';

/** What applies until the switch: "Until then, you keep Pro: $20 / month." */
export function UntilThen({ plan, plans, app, seats }: PricesProps & { plan: string }) {
  const price = usePriceBefore({ plans, app, seats });
  return (
    <> {interpolate(usePageText('account').changes.untilThen, [plan, <bdi key="price">{price}</bdi>])}</>
  );
}

/** What is paid before the switch: "€9 / month". */
function usePriceBefore({ plans, app: currency, seats }: PricesProps): string {
  const { pricing } = useText();
  const formatPrice = usePriceFormat();
  const { locale } = useDateFormatOptions();
  const { from, billed, period } = plans;
  const before = calculateTotals(plans, seats)?.before ?? null;
  if (before !== null) return pricing.price.inPeriod(formatMoney(locale, currency, before), period);
  return from ? formatPrice(from, currency, billed.before, period) : '';
}
