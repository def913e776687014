'use client';

import { useText } from '@/components/i18n/text-provider';
import type { AppPriceOptions } from '@/components/pricing/use-price-options';
import { CountingAmount } from '@/components/ui/counting-amount';
import type { VersionEntry } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';
import { formatPrice } from '@/lib/pricing/format-price';
import { getBilledUsers, hasAnnualPrice, type VersionPrice } from '@/lib/pricing/price';
import { computeAmount } from '@/lib/pricing/total';

interface TotalPriceProps {
  version: VersionEntry;
  priceOptions: AppPriceOptions;
  /** Number of users. */
  seats: number;
}

const computePlanAmount = (price: VersionEntry, users: number, priceOptions: AppPriceOptions) =>
  computeAmount([{ price }], { ...priceOptions, users });

/** Whether the total for the numbers of users and units is known, and differs from the price. */
function hasOwnTotal({ version, seats, priceOptions }: TotalPriceProps): boolean {
  const { units }: VersionPrice = version;
  const isMultiplied =
    (version.user_fee && (version.fee || getBilledUsers(version, seats) > 1)) || (units ?? 1) > 1;
  return Boolean(isMultiplied) && computePlanAmount(version, seats, priceOptions) !== null;
}

/** The price of a plan for the chosen numbers, and what is billed. Nothing if it is the price of one. */
export function PlanTotals({ userUnit, ...props }: TotalPriceProps & { userUnit: string | null }) {
  const { amounts, pricing } = useText();
  if (!hasOwnTotal(props)) return null;
  const { user_fee, fee_unit, units = null }: VersionPrice = props.version;
  const numbers = [
    ...(user_fee ? [{ n: getBilledUsers(props.version, props.seats), unit: userUnit }] : []),
    ...(units !== null ? [{ n: units, unit: fee_unit }] : []),
  ];
  // `output` is a live region by default. The slider announces its own value, so the estimates stay silent.
  return (
    <output
      aria-live="off"
      className="mt-6 flex justify-between gap-x-4 border-line border-t pt-1.5 text-small phone:mt-3"
    >
      <span className="text-soft">
        {numbers.map(({ n, unit }) => pricing.forSeats(n, unit && amounts.unit(unit, n))).join(' · ')}
      </span>
      <span className="text-end">
        <TotalPrice {...props} />
        <AnnualTotal {...props} />
      </span>
    </output>
  );
}

/** The price for the number of users. */
function TotalPrice({ version, priceOptions, seats }: TotalPriceProps) {
  const { pricing } = useText();
  const { locale, currency, shown } = priceOptions;
  const total = computePlanAmount(version, seats, priceOptions);
  if (!total) return pricing.free;
  return (
    <CountingAmount
      value={total}
      format={(amount) => pricing.price.inPeriod(formatMoney(locale, currency, amount), shown)}
    />
  );
}

/** What is billed for the number of users, if annual billing is chosen. */
function AnnualTotal({ version, priceOptions, seats }: TotalPriceProps) {
  const { pricing } = useText();
  const { app, billed } = priceOptions;
  if (app === billed || !hasAnnualPrice(version)) return null;
  const total = computePlanAmount(version, seats, { ...priceOptions, shown: billed });
  if (!total) return null;
  const amount = formatMoney(priceOptions.locale, priceOptions.currency, total);
  return <span className="figures block text-soft">{pricing.price.inPeriod(amount, 'year')}</span>;
}

/** The total, or the price of a plan that has none of its own. */
export function OverviewTotal(props: TotalPriceProps) {
  return props.seats > 1 && hasOwnTotal(props) ? (
    <TotalPrice {...props} />
  ) : (
    formatPrice(props.version, props.priceOptions)
  );
}
