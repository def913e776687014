'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { toReceiptState } from '@/components/receipt/to-receipt-state';
import { AppDate } from '@/components/ui/date-text';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import type { Price, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';
import { findNextPrices } from '@/lib/pricing/next-prices';
import { toVersionPrice } from '@/lib/pricing/price';
import { computeTotal } from '@/lib/pricing/total';

interface AccountPaysProps {
  list: VersionList['data'];
  current: VersionEntry;
  /** When the account follows its plan at its renewal, in Unix seconds. It is null if it does not. */
  followsAt: number | null;
  /** Those that are on. */
  addOns: AddOnEntry[];
  /** Unix seconds. It is null if it is not known. */
  periodEndsAt: number | null;
}

/**
 * What the account pays, and from when: "$13 / month in total. The next period begins on 1 March." In a trial, what add-ons
 * cost. What it pays after its terms, and after the renewal at which it follows its plan.
 */
export function AccountPays({ list, current, followsAt, addOns, periodEndsAt }: AccountPaysProps) {
  const { pays: text } = usePageText('staff').accounts;
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { app, quantity, users, trial_ends_at: trialEndsAt, billing_period: period } = list;
  const billed = period ?? app.billing_period;
  const { addOns: priced } = toReceiptState(current, { addOns, period: billed });
  const items = priced.flatMap(({ price, ...addOn }) => (price ? [{ ...addOn, price }] : []));
  /** Null if something can't be priced. Without a plan, that of the add-ons. */
  const format = (plan: Price | null) => {
    const own = plan && { id: '', price: toVersionPrice({ ...current, ...plan }, quantity) };
    const total = computeTotal(own ? [own, ...items] : items, { app: app.billing_period, billed, users });
    if (total.not_included.length > 0) return null;
    return <bdi key="price">{pricing.price.inPeriod(formatMoney(locale, app, total.amount), billed)}</bdi>;
  };
  const now = format(current);
  return (
    <>
      {trialEndsAt !== null && (
        <p>
          {interpolate(text.trial, [<AppDate key="date" at={trialEndsAt} until />])}
          {items.length > 0 && format(null) && <> {interpolate(text.addOns, [format(null)])}</>}
        </p>
      )}
      {trialEndsAt === null && now && (
        <p>
          {periodEndsAt === null
            ? interpolate(text.total, [now])
            : interpolate(text.renews, [now, <AppDate key="date" at={periodEndsAt} />])}
        </p>
      )}
      {findNextPrices(list.versions, followsAt).map(({ at, price }) => {
        const total = format(price);
        return total && <p key={at}>{interpolate(text.next, [<AppDate key="date" at={at} />, total])}</p>;
      })}
    </>
  );
}
