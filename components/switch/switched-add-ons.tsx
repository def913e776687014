'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import type { AppInfo } from '@/lib/contract/versions';
import { ChangeColumn, type ChangeLine, ChangeLines } from './switch-feature-changes';
import type { SwitchPreviewData } from './switch-summary';

type SwitchedAddOn = SwitchPreviewData['options'][number];

const icons = { lost: 'minus', included: 'plus', kept: 'dash' } as const;

interface SwitchedAddOnsProps {
  options: SwitchedAddOn[];
  outcome: keyof typeof icons;
  app: AppInfo;
}

/** What the switch does with the add-ons that are on: the lost ones, those that become included, or those that stay. */
export function SwitchedAddOns({ options, outcome, app }: SwitchedAddOnsProps) {
  const { amounts, pricing } = useText();
  const switching = useLazyText('switching').switching;
  const formatPrice = usePriceFormat();
  const lines = options
    .filter((option) => option.outcome === outcome)
    .map(({ id, title, quantity, previous, billing_period: period, ...price }): ChangeLine => {
      const before = formatPrice(previous, app, previous.billing_period);
      const after = outcome === 'kept' ? formatPrice(price, app, period ?? app.billing_period) : before;
      const amount =
        after === before
          ? after
          : interpolate(amounts.change, [<bdi key="1">{before}</bdi>, <bdi key="2">{after}</bdi>]);
      const name = quantity > 1 ? pricing.times(quantity, title) : title;
      return { id, title: name, icon: icons[outcome], amount };
    });
  if (lines.length === 0) return null;
  return (
    <ChangeColumn title={switching.addOns[outcome](lines.length)} className="pt-6">
      <ChangeLines lines={lines} layout="column" />
    </ChangeColumn>
  );
}
