'use client';

import { AmountText } from '@/components/feature-content/amount-text';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { toReceiptState } from '@/components/pricing/to-receipt-state';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import type { TitledReceiptState } from '@/components/receipt/receipt';
import { ChangeColumn, ChangeLines } from '@/components/switch/switch-feature-changes';
import { useTotalSentence } from '@/components/switch/switch-prices';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo, VersionList } from '@/lib/contract/versions';
import { formatContent } from '@/lib/format/localized-amount';
import { buildReceipt } from '@/lib/pricing/receipt';
import { listAddedFeatures, listChangedLimits } from './collect-add-ons';
import { useAddOnsText } from './use-add-ons-text';

interface AddOnStates {
  entry: AddOnEntry;
  /** How many there are after the change. */
  quantity: number;
  list: VersionList['data'];
  addOns: AddOnList['data'];
  period: BillingPeriod;
}

/** Plan and add-ons before and after a change of an add-on. Empty without a plan. */
export function listStates({ entry, quantity, list, addOns, period }: AddOnStates): TitledReceiptState[] {
  const current = list.versions.find((version) => version.current);
  if (!current) return [];
  const others = addOns.optional_features.filter(({ id, active }) => active && id !== entry.id);
  return [entry.quantity, quantity].map((each) =>
    toReceiptState(current, {
      addOns: each > 0 ? [...others, { ...entry, quantity: each }] : others,
      period,
    }),
  );
}

interface PriceSentenceInput {
  entry: AddOnEntry;
  states: TitledReceiptState[];
  period: BillingPeriod;
  app: AppInfo;
  seats: number;
}

/** The total of plan and add-ons before and after. Without totals, the price of the add-on. */
export function useAddOnPriceSentence({ entry, states, period, app, seats }: PriceSentenceInput): string {
  const formatPrice = usePriceFormat();
  const formatTotals = useTotalSentence(app.currency);
  const periods = { app: app.billing_period, shown: period };
  const { totals, perUser, userUnit, users } = buildReceipt(states, { ...periods, users: seats });
  const [before, after] = totals;
  if (before != null && after != null) {
    return formatTotals({ before, after, perUser, userUnit, users, period });
  }
  return formatPrice(entry, { ...periods, billed: period, currency: app.currency });
}

/** What the account gains or loses with a quantity. */
export function AddOnDifference({ entry, quantity }: Pick<AddOnStates, 'entry' | 'quantity'>) {
  const text = useAddOnsText();
  const format = useContentFormat();
  const difference = quantity - entry.quantity;
  const isMore = difference > 0;
  const isToggle = quantity === 0 || entry.quantity === 0;
  const items = [
    ...listAddedFeatures(entry).map((feature) => ({ ...feature, signed: false })),
    ...listChangedLimits(entry.limits, entry.price_version_id ?? undefined).map((limit) => {
      if (limit.change === 'set' || limit.amount === null)
        return { ...limit, signed: limit.change === 'add' };
      return { ...limit, signed: true, amount: limit.amount * Math.abs(difference) };
    }),
  ].filter(({ signed }) => difference !== 0 && (isToggle || signed));
  if (items.length === 0) return null;
  return (
    <ChangeColumn title={isMore ? text.youGet : text.youLose} className="pt-6">
      <ChangeLines
        layout={items.length > 6 ? 'grid' : 'column'}
        lines={items.map(({ id, title, signed, ...content }) => {
          const amount = formatContent(content, { ...format, signed });
          return {
            id,
            title,
            icon: isMore ? 'plus' : 'minus',
            amount: amount && <AmountText>{amount}</AmountText>,
          };
        })}
      />
    </ChangeColumn>
  );
}
