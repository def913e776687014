import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatDecimal } from '@/lib/format/money';
import { findUserUnit, isSoldPerUnit, listBillingPeriods, toShownPrice } from './price';

// The plans of an app in the vocabulary of schema.org, for search engines. Only what visitors see.

/** More would make the page of a long list larger than its plans do. */
const maxOffers = 50;

/** ISO 8601. */
const durations = { month: 'P1M', year: 'P1Y' } as const;

interface Quantity {
  '@type': 'QuantitativeValue';
  unitText: string;
  value?: number;
  minValue?: number;
  maxValue?: number;
}

interface UnitPrice {
  '@type': 'UnitPriceSpecification';
  /** Amount in major units: `12.50`. */
  price: string;
  priceCurrency: string;
  billingDuration?: string;
  /** What the price is per. It is absent for a price per account. */
  referenceQuantity?: Quantity;
}

/** A fee per account and a fee per user. */
interface CompoundPrice {
  '@type': 'CompoundPriceSpecification';
  priceCurrency: string;
  priceComponent: UnitPrice[];
}

interface Offer {
  '@type': 'Offer';
  name: string;
  description?: string;
  /** One for each billing period. It is absent without a price. */
  priceSpecification?: (UnitPrice | CompoundPrice)[];
  /** The numbers of users or units that the plan is sold for. */
  eligibleQuantity?: Quantity[];
}

export interface StructuredData {
  '@context': 'https://schema.org';
  '@type': 'SoftwareApplication';
  name: string;
  inLanguage?: string;
  offers: Offer[];
}

/** Describes the public plans of a list, at most 50. Returns null if there are none. */
export function createStructuredData({ versions, app }: VersionList['data']): StructuredData | null {
  const offered = versions.filter((version) => version.active && version.public).slice(0, maxOffers);
  if (offered.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: app.title,
    ...(app.language !== null && { inLanguage: app.language }),
    offers: offered.map((version) => createOffer(version, app)),
  };
}

function createOffer(version: VersionEntry, app: VersionList['data']['app']): Offer {
  const prices = createPrices(version, app);
  const bounds = createBounds(version);
  return {
    '@type': 'Offer',
    name: version.title,
    ...(version.description && { description: version.description }),
    ...(prices.length > 0 && { priceSpecification: prices }),
    ...(bounds.length > 0 && { eligibleQuantity: bounds }),
  };
}

function createPrices(
  version: VersionEntry,
  currency: VersionList['data']['app'],
): (UnitPrice | CompoundPrice)[] {
  const app = currency.billing_period;
  const unitPrice = (
    minor: number,
    more: Omit<UnitPrice, '@type' | 'price' | 'priceCurrency'> = {},
  ): UnitPrice => ({
    '@type': 'UnitPriceSpecification',
    price: formatDecimal(currency, minor),
    priceCurrency: currency.currency,
    ...more,
  });
  const inPeriod = (period: BillingPeriod): UnitPrice[] => {
    const { fee, user_fee } = toShownPrice(version, { app, billed: period, shown: period });
    const billingDuration = durations[period];
    const per = (unitText: string) => ({ referenceQuantity: createQuantity(unitText, { value: 1 }) });
    const unit = isSoldPerUnit(version) && version.fee_unit !== null ? per(version.fee_unit) : {};
    return [
      ...(fee ? [unitPrice(fee, { billingDuration, ...unit })] : []),
      ...(user_fee ? [unitPrice(user_fee, { billingDuration, ...per(getUserUnit(version)) })] : []),
    ];
  };
  const periods = listBillingPeriods(version, app);
  const prices = periods.map(inPeriod).filter((components) => components.length > 0);
  // Free, for any period.
  if (prices.length === 0) return periods.length > 0 ? [unitPrice(0)] : [];
  return prices.map((components) =>
    components.length === 1
      ? components[0]!
      : {
          '@type': 'CompoundPriceSpecification',
          priceCurrency: currency.currency,
          priceComponent: components,
        },
  );
}

function createBounds(version: VersionEntry): Quantity[] {
  const { fee_unit, min_users, max_users, min_quantity, max_quantity } = version;
  const create = (unit: string, min: number | null, max: number | null) =>
    min === null && max === null
      ? []
      : [
          createQuantity(unit, {
            ...(min !== null && { minValue: min }),
            ...(max !== null && { maxValue: max }),
          }),
        ];
  return [
    ...create(getUserUnit(version), min_users, max_users),
    ...(fee_unit === null ? [] : create(fee_unit, min_quantity, max_quantity)),
  ];
}

const getUserUnit = (version: VersionEntry) => findUserUnit([version]) ?? 'user';

function createQuantity(unitText: string, values: Omit<Quantity, '@type' | 'unitText'>): Quantity {
  return { '@type': 'QuantitativeValue', ...values, unitText };
}
