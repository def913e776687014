import { toCurrency } from '@/lib/contract/currency-digits';
import { compareByTag } from '@/lib/contract/versions';
import { limitRowKey, noPrice, onRequestAddOnKey, type Price } from '@/lib/db/catalog';
import type { StoredApp, StoredCatalog } from '@/lib/db/catalog-store';
import { minorUnitsPerMajor } from '@/lib/format/money';
import { findPeriod } from '../build/billing-unit';
import type { Content } from '../build/limit-unit';
import type {
  WrittenAddOn,
  WrittenAddOnEffect,
  WrittenFeature,
  WrittenVersion,
} from '../build/written-catalog';
import { toWrittenRows, type WrittenRows } from '../compare/convert-catalog';
import type { ValueType } from '../parse/pricing2yaml';

/** `catalogKey`s of add-ons for features on request. */
export const onRequestPrefix = onRequestAddOnKey('');
export const limitPrefix = limitRowKey('');

/** The rows of a catalog that an import would list. */
export interface ActiveCatalog extends WrittenRows {
  app: StoredApp;
}

export function selectActive(stored: StoredCatalog): ActiveCatalog {
  const rows = toWrittenRows(stored);
  const isActive = ({ active }: { active: boolean }) => active;
  const [versions, addOns] = [rows.versions.filter(isActive), rows.addOns.filter(isActive)];
  const keysOf = (listed: { catalogKey: string }[]) => new Set(listed.map(({ catalogKey }) => catalogKey));
  const [versionKeys, addOnKeys] = [keysOf(versions), keysOf(addOns)];
  return {
    ...rows,
    app: stored.app,
    versions: versions.toSorted(compareByTag),
    features: rows.features.filter(isActive),
    addOns,
    cells: rows.cells.filter(({ version }) => versionKeys.has(version)),
    addOnPrices: rows.addOnPrices.filter(
      ({ version, addOn }) => versionKeys.has(version) && addOnKeys.has(addOn),
    ),
    addOnEffects: rows.addOnEffects.filter(({ addOn }) => addOnKeys.has(addOn)),
    grants: rows.grants.filter(({ version }) => versionKeys.has(version)),
  };
}

/** The data of a price list. Maps keep their order also for keys that look like integers. */
export function createPriceList(catalog: ActiveCatalog, createdAt: Date): Map<string, unknown> {
  const { app, features, addOns, versions } = catalog;
  const rows = features.map((feature) => describeRow(catalog, feature));
  const date = createdAt.toISOString().slice(0, 10);
  const groups = [...new Set(rows.filter(({ isLimit }) => !isLimit).map(({ feature }) => feature.group))];
  return toMap({
    syntaxVersion: '2.1',
    saasName: app.title,
    createdAt: date,
    version: date,
    currency: app.currency,
    tags: groups.filter((group) => group !== ''),
    features: new Map(
      rows
        .filter(({ isLimit }) => !isLimit)
        .map(({ feature, valueType }) => [
          feature.catalogKey,
          {
            description: feature.description,
            valueType,
            defaultValue: emptyValues[valueType],
            type: 'DOMAIN',
            ...(feature.group !== '' && { tag: feature.group }),
          },
        ]),
    ),
    usageLimits: new Map(rows.flatMap(createLimit)),
    plans: new Map(versions.map((version) => [version.catalogKey, createPlan(catalog, rows, version)])),
    addOns: new Map(
      addOns
        .filter(({ catalogKey }) => !catalogKey.startsWith(onRequestPrefix))
        .map((addOn) => [addOn.catalogKey, createAddOn(catalog, rows, addOn)]),
    ),
  });
}

/** A map without empty sections. `features` is required. */
export function toMap(fields: Record<string, unknown>): Map<string, unknown> {
  const isEmpty = (value: unknown) =>
    (value instanceof Map && value.size === 0) || (Array.isArray(value) && value.length === 0);
  return new Map(Object.entries(fields).filter(([name, value]) => name === 'features' || !isEmpty(value)));
}

const emptyValues = { BOOLEAN: false, NUMERIC: 0, TEXT: 'NONE' } as const;

/** A row of the matrix in the terms of the format. */
interface ListedRow {
  feature: WrittenFeature;
  /** A limit that is a row of its own. */
  isLimit: boolean;
  /** Key of the limit that the row is, or whose amounts a feature has. */
  limitKey: string | null;
  /** The type of the feature, or of the limit that is a row of its own. */
  valueType: ValueType;
}

function describeRow({ cells, addOnEffects, addOns }: ActiveCatalog, feature: WrittenFeature): ListedRow {
  const isLimit = feature.catalogKey.startsWith(limitPrefix);
  const contents = [...cells, ...addOnEffects].filter((each) => each.feature === feature.catalogKey);
  const hasAmounts = contents.some(({ amount, unlimited }) => unlimited || amount !== null);
  const isOnRequest = addOns.some(
    ({ catalogKey }) => catalogKey === `${onRequestPrefix}${feature.catalogKey}`,
  );
  const hasTexts = contents.some(
    ({ value, amount, unlimited }) => !unlimited && amount === null && value !== null,
  );
  const hasLimit = !isLimit && feature.limitType !== null;
  const otherType = hasTexts || isOnRequest ? 'TEXT' : 'BOOLEAN';
  const valueType = hasAmounts && !hasLimit ? 'NUMERIC' : otherType;
  const ownKey = isLimit ? feature.catalogKey.slice(limitPrefix.length) : null;
  const amountKey = hasLimit ? (feature.limitKey ?? `${feature.catalogKey}Limit`) : null;
  return { feature, isLimit, limitKey: ownKey ?? amountKey, valueType };
}

function createLimit({ feature, isLimit, limitKey, valueType }: ListedRow): [string, unknown][] {
  if (limitKey === null) return [];
  const linked = isLimit ? feature.linkedFeatures : [feature.catalogKey];
  const type = isLimit ? valueType : 'NUMERIC';
  return [
    [
      limitKey,
      {
        ...(isLimit && { description: feature.description }),
        valueType: type,
        defaultValue: emptyValues[type],
        type: (feature.limitType ?? 'non_renewable').toUpperCase(),
        ...formatUnit(feature),
        linkedFeatures: linked,
      },
    ],
  ];
}

/** The inverse of `parseLimitUnit`. */
function formatUnit({ unit, period }: Pick<WrittenFeature, 'unit' | 'period'>): {
  unit?: string;
  period?: string;
} {
  if (period === null) return unit === null ? {} : { unit };
  if (findPeriod(period) === period) return { unit: `${unit ?? ''}/${period}` };
  return { ...(unit !== null && { unit }), period };
}

function createPlan(catalog: ActiveCatalog, rows: ListedRow[], version: WrittenVersion): unknown {
  const cells = new Map(
    catalog.cells.flatMap((cell) =>
      cell.version === version.catalogKey ? [[cell.feature, cell] as const] : [],
    ),
  );
  const onRequest = new Set(
    catalog.addOnPrices.flatMap((price) => (price.version === version.catalogKey ? [price.addOn] : [])),
  );
  return {
    description: version.description,
    ...formatPrice(catalog, version),
    ...(!version.public && { private: true }),
    features: new Map(
      rows
        .filter(({ isLimit }) => !isLimit)
        .flatMap(({ feature, valueType }) => {
          const isOnRequest = onRequest.has(`${onRequestPrefix}${feature.catalogKey}`);
          const cell = cells.get(feature.catalogKey);
          if (!cell) return isOnRequest ? [[feature.catalogKey, { value: 'Contact sales' }] as const] : [];
          return [[feature.catalogKey, { value: toValue(valueType, cell) }] as const];
        }),
    ),
    usageLimits: new Map(
      rows.flatMap(({ feature, isLimit, limitKey, valueType }) => {
        const cell = cells.get(feature.catalogKey) ?? findAddedContent(catalog, feature, version);
        if (!cell || limitKey === null) return [];
        return [[limitKey, { value: toValue(isLimit ? valueType : 'NUMERIC', cell) }] as const];
      }),
    ),
  };
}

/** What an add-on that adds the feature gives this version in particular. */
function findAddedContent(
  { addOnEffects }: ActiveCatalog,
  feature: WrittenFeature,
  version: WrittenVersion,
): Content | undefined {
  const effect = addOnEffects.find(
    (each) => each.feature === feature.catalogKey && each.byVersion?.[version.catalogKey],
  );
  return effect?.byVersion?.[version.catalogKey];
}

function toValue(valueType: ValueType, { value, amount, unlimited }: Content): boolean | number | string {
  if (valueType === 'BOOLEAN') return true;
  if (valueType === 'NUMERIC') return unlimited ? Number.POSITIVE_INFINITY : (amount ?? 0);
  return value ?? 'Included';
}

/** The price as far as one price, the one with annual billing and their unit can express it. */
function formatPrice(
  { app }: ActiveCatalog,
  price: Price,
): { price: number | string; annualPrice?: number; unit: string } {
  const period = app.billingPeriod;
  const format = (minor: number, annual: number | null, unit: string) => ({
    price: minor / minorUnitsPerMajor(toCurrency(app)),
    ...formatAnnualPrice(app, minor, annual),
    unit: `${unit}/${period}`,
  });
  if (price.userFee !== null) {
    return format(price.userFee, price.annualUserFee, price.userFeeUnit ?? 'user');
  }
  if (price.fee !== null) return format(price.fee, price.annualFee, price.feeUnit ?? '');
  const annual = price.annualUserFee ?? price.annualFee;
  if (annual !== null) {
    const unit = price.annualUserFee === null ? (price.feeUnit ?? '') : (price.userFeeUnit ?? 'user');
    return { price: annual / minorUnitsPerMajor(toCurrency(app)), unit: `${unit}/year` };
  }
  return { price: 'Contact sales', unit: `/${period}` };
}

/**
 * The price per month, in a form that an import multiplies to the same amount. It is per year if a price per month was read as
 * one.
 */
function formatAnnualPrice(app: StoredApp, fee: number, annual: number | null): { annualPrice?: number } {
  if (annual === null || app.billingPeriod === 'year' || (fee === 0) !== (annual === 0)) return {};
  const [total, month] = [annual, annual / 12].map((minor) => minor / minorUnitsPerMajor(toCurrency(app)));
  return { annualPrice: annual / 12 > fee ? total! : Number(month!.toFixed(6)) };
}

function createAddOn(catalog: ActiveCatalog, rows: ListedRow[], addOn: WrittenAddOn): unknown {
  const rowsByKey = new Map(rows.map((row) => [row.feature.catalogKey, row]));
  const prices = catalog.addOnPrices.filter((price) => price.addOn === addOn.catalogKey);
  const available = new Set(prices.map(({ version }) => version));
  const effects = catalog.addOnEffects.filter(
    (effect) => effect.addOn === addOn.catalogKey && effect.byVersion === null,
  );
  const select = (
    keyOf: (row: ListedRow) => string | null,
    matches: (effect: WrittenAddOnEffect, row: ListedRow) => boolean,
  ) =>
    new Map(
      effects.flatMap((effect) => {
        const row = rowsByKey.get(effect.feature);
        const key = row && matches(effect, row) ? keyOf(row) : null;
        if (!row || key === null) return [];
        const isAmount = !row.isLimit && effect.effect !== 'include';
        return [[key, { value: toValue(isAmount ? 'NUMERIC' : row.valueType, effect) }] as const];
      }),
    );
  const [price] = prices;
  return {
    description: addOn.description,
    ...formatPrice(catalog, price ?? noPrice),
    ...(!addOn.public && { private: true }),
    availableFor: catalog.versions.map(({ catalogKey }) => catalogKey).filter((key) => available.has(key)),
    ...(addOn.dependsOn.length > 0 && { dependsOn: addOn.dependsOn }),
    ...(addOn.excludes.length > 0 && { excludes: addOn.excludes }),
    features: select(
      ({ feature, isLimit }) => (isLimit ? null : feature.catalogKey),
      ({ effect }) => effect === 'include',
    ),
    usageLimits: select(
      ({ limitKey }) => limitKey,
      ({ effect }, { isLimit }) => effect === 'set' || (effect === 'include' && isLimit),
    ),
    usageLimitsExtensions: select(
      ({ limitKey }) => limitKey,
      ({ effect }) => effect === 'add',
    ),
  };
}
