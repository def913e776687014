'use client';

import { AmountText } from '@/components/feature-content/amount-text';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { useText } from '@/components/i18n/text-provider';
import { ChangeColumn, ChangeLines } from '@/components/switch/switch-feature-changes';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import { formatContent } from '@/lib/format/localized-amount';
import { listAddedFeatures, listChangedLimits } from './collect-add-ons';

interface AddOnDifferenceProps {
  entry: AddOnEntry;
  /** How many there are after the change. */
  quantity: number;
}

/** What the account gains or loses with a quantity. */
export function AddOnDifference({ entry, quantity }: AddOnDifferenceProps) {
  const text = useText('account').addOns;
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
