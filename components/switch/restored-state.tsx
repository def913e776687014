'use client';

import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import type { AppInfo } from '@/lib/contract/versions';
import { ChangeColumn, type ChangeLine, ChangeLines } from './switch-feature-changes';
import type { SwitchPreviewData } from './switch-summary';

/** What an undo restores: the plan, its add-ons, each with its price, and the billing period. */
export function RestoredState({ preview, app }: { preview: SwitchPreviewData; app: AppInfo }) {
  const { pricing } = useText();
  const formatPrice = usePriceFormat();
  const { to, options, billing_period: period, previous_billing_period: previousPeriod } = preview;
  const lines: ChangeLine[] = [
    { id: to.id, title: to.title, icon: 'plus', amount: formatPrice(to, app, period) },
    ...options
      .filter(({ outcome }) => outcome === 'kept' || outcome === 'restored')
      .map(
        ({ id, title, outcome, billing_period: billed, ...price }): ChangeLine => ({
          id,
          title,
          icon: outcome === 'kept' ? 'dash' : 'plus',
          amount: formatPrice(price, app, billed ?? period),
        }),
      ),
    ...(period === previousPeriod
      ? []
      : [{ id: 'period', title: pricing.billedPeriod[period], icon: 'plus' as const }]),
  ];
  return (
    <ChangeColumn title={usePageText('account').changes.restores} className="pt-6">
      <ChangeLines lines={lines} layout="column" />
    </ChangeColumn>
  );
}
