'use client';

import { useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { hasAnnualPrice } from '@/lib/pricing/price';

/** The price of a plan for the period and the numbers of a change, when the change was made. That of an add-on is not known. */
export function ChangePrice({
  change: { version, billing_period: period, users, quantity, optional_feature: addOn },
}: {
  change: AccountChangeBody;
}) {
  const { amounts, pricing } = useText();
  const formatPrice = usePriceFormat();
  if (addOn) return null;
  // Only prices per month have others for a year.
  const currency = { ...version, billing_period: hasAnnualPrice(version) ? 'month' : period };
  return (
    <bdi>
      {formatPrice(version, currency, period)}
      {users !== null && ` · ${pricing.forSeats(users)}`}
      {quantity !== null &&
        ` · ${pricing.forSeats(quantity, amounts.unit(version.fee_unit ?? '', quantity))}`}
    </bdi>
  );
}
