'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { VersionList } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';
import {
  calculateTotal,
  formatPrice,
  multiplyPrice,
  type PeriodPrice,
  toAnnualPrice,
} from '@/lib/format/price';
import { getPriceMessages } from './price-messages';
import { type Billing, getPriceOptions } from './use-billing';

interface ActiveAddOnsProps {
  list: VersionList['data'];
  addOns: AddOnList['data'];
  seats: number;
  billing: Billing;
}

/** The add-ons of the account that are on, with their prices, and the total with the plan. Nothing if none is on. */
export function ActiveAddOns({ list, addOns, seats, billing }: ActiveAddOnsProps) {
  const text = useText();
  const { pricing } = text;
  const { locale } = useDateFormatOptions();
  const active = addOns.optional_features.filter((option) => option.active);
  if (active.length === 0) return null;
  const current = list.versions.find((version) => version.current);
  const priceOptions = getPriceOptions(list, { locale, period: billing.period });
  const toPeriod = (price: PeriodPrice): PeriodPrice => (priceOptions.annual ? toAnnualPrice(price) : price);
  const prices = active.map(({ id, title, quantity, max_quantity, ...price }) => ({
    id,
    title: quantity > 1 ? pricing.times(quantity, title) : title,
    price: toPeriod(price),
    total: toPeriod(max_quantity > 1 ? multiplyPrice(price, quantity) : price),
  }));
  const totals = [current && toPeriod(current), ...prices.map(({ total }) => total)].map(
    (price) => price && calculateTotal(price, seats),
  );
  const isComplete = totals.every((total) => typeof total === 'number');
  const total = totals.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return (
    <section aria-label={pricing.yourAddOns} className="mb-10 border-line border-t pt-3 text-small">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        <li className="text-soft">{pricing.yourAddOns}</li>
        {prices.map(({ id, title, price }) => (
          <li key={id}>
            <bdi className="font-medium">{title}</bdi>{' '}
            <span className="figures text-soft">
              {formatPrice(price, priceOptions, getPriceMessages(text))}
            </span>
          </li>
        ))}
        {isComplete && (
          <li className="figures ms-auto">
            {pricing.totalWithAddOns(
              pricing.price.inPeriod(formatMoney(locale, list.app.currency, total), priceOptions.period),
            )}
          </li>
        )}
      </ul>
    </section>
  );
}
