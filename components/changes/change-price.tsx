'use client';

import { useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import type { AccountChangeBody } from '@/lib/contract/account-changes';

/** The price of a plan for the period and the users of a change, when the change was made. */
export function ChangePrice({
  change: { version, billing_period: period, users },
}: {
  change: AccountChangeBody;
}) {
  const { pricing } = useText();
  const formatPrice = usePriceFormat();
  const { annual_fee, annual_user_fee, currency } = version;
  const isAnnual = period === 'year' && (annual_fee !== null || annual_user_fee !== null);
  const price = isAnnual ? { ...version, fee: annual_fee, user_fee: annual_user_fee } : version;
  return (
    <bdi>
      {formatPrice(price, { currency, period })}
      {users !== null && ` · ${pricing.forSeats(users)}`}
    </bdi>
  );
}
