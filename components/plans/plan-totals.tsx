'use client';

import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import type { AppPriceOptions } from '@/components/pricing/use-price-options';
import { CountingAmount } from '@/components/ui/counting-amount';
import { linkClassName } from '@/components/ui/text-link';
import { getPlanAnchor } from '@/lib/client/page-urls';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';
import { formatPrice } from '@/lib/pricing/format-price';
import {
  findUserUnit,
  getBilledUsers,
  hasAnnualPrice,
  hasUserFee,
  type PricePeriods,
  selectPricePeriods,
  type VersionPrice,
} from '@/lib/pricing/price';
import { computeAmount, isSoldFor } from '@/lib/pricing/total';

interface TotalPriceProps {
  list: VersionList['data'];
  version: VersionEntry;
  priceOptions: AppPriceOptions;
  /** Number of users. */
  seats: number;
}

/** Per period that the plan is sold for if it is not sold for the chosen one, or per `shown`. */
function computePlanAmount(price: VersionEntry, users: number, periods: PricePeriods, shown?: BillingPeriod) {
  return computeAmount([{ price }], {
    ...selectPricePeriods(price, periods),
    users,
    ...(shown && { shown }),
  });
}

/** Whether the total for the numbers of users and units is known, and differs from the price. */
function hasOwnTotal({ version, seats, priceOptions }: TotalPriceProps): boolean {
  const { units }: VersionPrice = version;
  const isMultiplied =
    (hasUserFee(version) && (version.fee || version.annual_fee || getBilledUsers(version, seats) > 1)) ||
    (units ?? 1) > 1;
  return Boolean(isMultiplied) && computePlanAmount(version, seats, priceOptions) !== null;
}

/**
 * The price of a plan for the chosen numbers, and what is billed. Nothing if it is the price of one. For more users than the plan
 * allows, the price with the add-ons that allow them, else the cheapest plan that does.
 */
export function PlanTotals(props: TotalPriceProps) {
  const { amounts, pricing } = useText();
  const isSold = isSoldFor(props.version, props.seats, props.list.users);
  if (isSold && !hasOwnTotal(props)) return null;
  const { fee_unit, units = null }: VersionPrice = props.version;
  const numbers = [
    ...(hasUserFee(props.version) || !isSold
      ? [{ n: getBilledUsers(props.version, props.seats), unit: findUserUnit(props.list.versions) }]
      : []),
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
        {isSold ? (
          <>
            <TotalPrice {...props} />
            <AnnualTotal {...props} />
          </>
        ) : (
          <OtherWay {...props} />
        )}
      </span>
    </output>
  );
}

/** How an account gets more users than the plan allows. */
function OtherWay({ list, version, priceOptions, seats }: TotalPriceProps) {
  const { pricing } = useText();
  const { locale, currency } = priceOptions;
  const { total = null, optional_features: addOns = [] } = list.usage_fit?.versions[version.id] ?? {};
  if (total && addOns.length > 0) {
    return (
      <>
        {pricing.price.inPeriod(formatMoney(locale, currency, total.amount), total.billing_period)}
        {addOns.map(({ id, title, quantity }) => (
          <CatalogText key={id} className="block text-soft">
            + {quantity > 1 ? pricing.times(quantity, title) : title}
          </CatalogText>
        ))}
      </>
    );
  }
  const plans = list.versions.filter(
    (plan) => (plan.active || plan.current) && isSoldFor(plan, seats, list.users),
  );
  const { shown } = priceOptions;
  const getAmount = (plan: VersionEntry) =>
    computePlanAmount(plan, seats, priceOptions, shown) ?? Number.POSITIVE_INFINITY;
  const [cheapest] = plans.toSorted((a, b) => getAmount(a) - getAmount(b));
  return (
    cheapest && (
      <a href={`#${getPlanAnchor(cheapest)}`} className={linkClassName}>
        {interpolate(pricing.choose, [<CatalogText key="plan">{cheapest.title}</CatalogText>])}
      </a>
    )
  );
}

/** The price for the number of users. */
function TotalPrice({ version, priceOptions, seats }: TotalPriceProps) {
  const { pricing } = useText();
  const { locale, currency } = priceOptions;
  const { shown } = selectPricePeriods(version, priceOptions);
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
  const { app, billed, shown } = selectPricePeriods(version, priceOptions);
  if (app === billed || shown === billed || !hasAnnualPrice(version)) return null;
  const total = computePlanAmount(version, seats, { app, billed, shown: billed });
  if (!total) return null;
  const amount = formatMoney(priceOptions.locale, priceOptions.currency, total);
  return <span className="figures block text-soft">{pricing.price.inPeriod(amount, 'year')}</span>;
}

/** The total, or the price of a plan that has none of its own. */
export function OverviewTotal(props: TotalPriceProps) {
  const isSold = isSoldFor(props.version, props.seats, props.list.users);
  return isSold && props.seats > 1 && hasOwnTotal(props) ? (
    <TotalPrice {...props} />
  ) : (
    formatPrice(props.version, props.priceOptions)
  );
}
