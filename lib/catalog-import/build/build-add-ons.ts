import type { Extension } from '@/lib/catalog-import/parse/extension';
import type { ListedAddOn, ListedFeature } from '@/lib/catalog-import/parse/normalize-price-list';
import type { PriceListFile } from '@/lib/catalog-import/parse/parse-price-list';
import { toCellValue } from './cell-value';
import { toSentenceCase } from './humanize';
import type { ImportedCell } from './imported-catalog';
import type { PriceResolver, ResolvedPrice } from './price-resolver';

export interface PricedAddOn {
  addOn: ListedAddOn;
  title: string;
  price: ResolvedPrice;
}

type OptionalCell = ImportedCell & { kind: 'optional' };

interface AddOnCells {
  cells: OptionalCell[];
  /** Add-ons that add no feature to any plan: they only raise limits, or add to features that the plans include. */
  standalone: PricedAddOn[];
}

export function resolveAddOns(
  { file, list }: PriceListFile,
  extension: Extension,
  prices: PriceResolver,
): PricedAddOn[] {
  return list.addOns.map((addOn) => ({
    addOn,
    title: extension.addOns?.[addOn.key]?.title ?? toAddOnTitle(addOn.key),
    price: prices.resolve(file, ['addOns', addOn.key], addOn),
  }));
}

export function toAddOnTitle(key: string): string {
  return toSentenceCase(key).replace(/(?<=\S)\s+add-on$/i, '');
}

/** The `catalogKey` of an add-on's own feature. The prefix avoids collisions with features of the same name. */
export function addOnKey({ addOn }: PricedAddOn): string {
  return `addOns.${addOn.key}`;
}

export function cellKey(version: string, feature: string): string {
  return JSON.stringify([version, feature]);
}

/**
 * Builds an optional cell for each feature of an add-on and each plan that the add-on is available for and that does
 * not include the feature. Of several add-ons with the same feature the cheapest is used: prices come before "on
 * request", and the order of the file breaks ties.
 */
export function buildAddOnCells(
  features: ListedFeature[],
  addOns: PricedAddOn[],
  includes: (plan: string, feature: string) => boolean,
): AddOnCells {
  const cells = new Map<string, OptionalCell>();
  const standalone: PricedAddOn[] = [];
  for (const priced of addOns) {
    const enabled = features.filter(({ key, valueType, type }) => {
      const value = priced.addOn.values.get(key);
      return value !== undefined && toCellValue(valueType, type, value) !== null;
    });
    const missing = priced.addOn.availableFor.flatMap((plan) =>
      enabled.filter(({ key }) => !includes(plan, key)).map(({ key }) => ({ plan, feature: key })),
    );
    if (missing.length === 0) standalone.push(priced);
    for (const { plan, feature } of missing) {
      const key = cellKey(plan, feature);
      const cell = createOptionalCell(plan, feature, priced);
      const other = cells.get(key);
      if (!other || isCheaper(cell, other)) cells.set(key, cell);
    }
  }
  return { cells: [...cells.values()], standalone };
}

/** The cells of a standalone add-on: optional in every plan that it is available for. */
export function buildStandaloneCells(priced: PricedAddOn): ImportedCell[] {
  return [...new Set(priced.addOn.availableFor)].map((plan) =>
    createOptionalCell(plan, addOnKey(priced), priced),
  );
}

function createOptionalCell(version: string, feature: string, { title, price }: PricedAddOn): OptionalCell {
  const offer = price.note === null ? title : `${title} (${price.note})`;
  return { version, feature, kind: 'optional', value: null, fee: price.fee, userFee: price.userFee, offer };
}

function isCheaper(a: OptionalCell, b: OptionalCell): boolean {
  return comparablePrice(a) < comparablePrice(b);
}

function comparablePrice({ fee, userFee }: OptionalCell): number {
  return fee ?? userFee ?? Number.POSITIVE_INFINITY;
}
