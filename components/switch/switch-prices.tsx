'use client';

import { useDateFormatOptions, useLazyText, useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { Receipt } from '@/components/receipt/receipt';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import { type Currency, formatMoney, formatMoneyChange } from '@/lib/format/money';
import { pluralNumber } from '@/lib/format/unit-forms';
import type { VersionPrice } from '@/lib/pricing/price';
import { calculateTotals, listReceiptStates, type PriceTotals, type SwitchPrices } from './switch-summary';

/** The plans of a switch with their prices, as in the list or in the preview. */
export type PricedPlans = SwitchPrices<VersionPrice & { id: string; title: string }>;

export interface PricesProps {
  plans: PricedPlans;
  app: AppInfo;
  seats: number;
}

/** "€71 a month instead of €9, for 1 user (+€62)." Without a total, the two prices. */
export function usePriceSentence(plans: PricedPlans, currency: AppInfo, seats: number): string {
  const formatPrice = usePriceFormat();
  const { priceSentence } = useLazyText('switching').switching;
  const { from, to, billed, period } = plans;
  const formatTotals = useTotalSentence(currency);
  const totals = calculateTotals(plans, seats);
  if (totals) {
    const { units = null, fee_unit } = to;
    const perUnit = units !== null && (from?.units ?? units) === units && !totals.perUser;
    const counted = perUnit ? { perUser: true, users: units, userUnit: fee_unit } : {};
    return formatTotals({ ...totals, ...counted, period });
  }
  const before = from && formatPrice(from, currency, billed.before, period);
  const after = formatPrice(to, currency, billed.after, period);
  return priceSentence({ after, before, difference: null, period: null, seats: null, unit: null });
}

/** Totals in minor units. */
interface SentenceTotals extends PriceTotals {
  period: BillingPeriod;
}

/** Formats the total before and after a change as a sentence. */
export function useTotalSentence(currency: Currency): (totals: SentenceTotals) => string {
  const { amounts } = useText();
  const { priceSentence } = useLazyText('switching').switching;
  const { locale } = useDateFormatOptions();
  return ({ before, after, perUser, userUnit, users, period }) =>
    priceSentence({
      after: formatMoney(locale, currency, after),
      before: before === null ? null : formatMoney(locale, currency, before),
      difference:
        before === null || before === after ? null : formatMoneyChange(locale, currency, after - before),
      period,
      seats: perUser ? users : null,
      unit: userUnit && amounts.unit(userUnit, users ?? pluralNumber),
    });
}

/** What is paid before and after the switch. */
export function SwitchReceipt({ plans, app, seats }: PricesProps) {
  const { from, to, period } = plans;
  const states = listReceiptStates(plans).map((state) => ({
    ...state,
    title: state.plan === from ? from.title : to.title,
  }));
  return <Receipt states={states} period={period} app={app} users={seats} className="mt-6" />;
}
