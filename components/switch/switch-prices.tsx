'use client';

import type { ReactNode } from 'react';
import { useClock, useText } from '@/components/text/text-provider';
import type { AppInfo } from '@/lib/contract/version-list';
import { formatPrice, formatPriceChange } from '@/lib/format/price';
import { priceWords } from '../pricing/price-words';
import type { Outlook } from './find-changes';

/** From, to and the difference, one under the other. */
export function SwitchPrices({ outlook: { from, to, difference }, app }: { outlook: Outlook; app: AppInfo }) {
  const words = priceWords(useText());
  const { switching } = useText();
  const { locale } = useClock();
  const setting = { locale, currency: app.currency, period: app.billing_period };
  return (
    <dl className="mt-6 border-b border-line">
      {from && (
        <Row label={<bdi>{from.title}</bdi>} quiet>
          {formatPrice(from, setting, words)}
        </Row>
      )}
      <Row label={<bdi>{to.title}</bdi>}>{formatPrice(to, setting, words)}</Row>
      {from && (
        <Row label={switching.difference}>
          <span className="font-medium">
            {formatPriceChange(difference, setting, words) ?? switching.notComparable}
          </span>
        </Row>
      )}
    </dl>
  );
}

function Row({ label, quiet = false, children }: { label: ReactNode; quiet?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2">
      <dt className="min-w-0 text-soft">{label}</dt>
      <dd className={quiet ? 'figures text-end text-soft' : 'figures text-end'}>{children}</dd>
    </div>
  );
}
