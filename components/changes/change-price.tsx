'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { getPriceMessages } from '@/components/pricing/price-messages';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { formatPrice } from '@/lib/format/price';

/** The price of a plan for the period and the users of a change, when the change was made. */
export function ChangePrice({
  change: { version, billing_period: period, users },
}: {
  change: AccountChangeBody;
}) {
  const text = useText();
  const { locale } = useDateFormatOptions();
  const { annual_fee, annual_user_fee, currency } = version;
  const isAnnual = period === 'year' && (annual_fee !== null || annual_user_fee !== null);
  const price = isAnnual ? { ...version, fee: annual_fee, user_fee: annual_user_fee } : version;
  return (
    <bdi>
      {formatPrice(price, { locale, currency, period }, getPriceMessages(text))}
      {users !== null && ` · ${text.pricing.forSeats(users)}`}
    </bdi>
  );
}
