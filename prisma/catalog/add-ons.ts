import type { CatalogueCell } from './catalogue';
import { havingOf } from './cell-value';
import type { Price } from './price';
import type { ListedAddOn, ListedFeature } from './price-list';

export interface PricedAddOn {
  addOn: ListedAddOn;
  title: string;
  price: Price;
}

type OptionalCell = CatalogueCell & { kind: 'optional' };

export interface AddedCells {
  cells: OptionalCell[];
  /** Add-ons that give no plan a feature it lacks: limits alone, or more of what it has. */
  ofTheirOwn: PricedAddOn[];
}

/**
 * What add-ons make optional: each feature they switch on, for each plan they are available for and that does not
 * include it. Where two bring the same one, the cheaper stands; one with a price before one on request; else the
 * first of the file.
 */
export function addOnCells(
  features: ListedFeature[],
  addOns: PricedAddOn[],
  includes: (plan: string, feature: string) => boolean,
): AddedCells {
  const cells = new Map<string, OptionalCell>();
  const ofTheirOwn: PricedAddOn[] = [];
  for (const priced of addOns) {
    const switchedOn = features.filter(({ key, kind, type }) => {
      const value = priced.addOn.values.get(key);
      return value !== undefined && havingOf(kind, type, value) !== null;
    });
    const lacking = priced.addOn.availableFor.flatMap((plan) =>
      switchedOn.filter(({ key }) => !includes(plan, key)).map(({ key }) => ({ plan, key })),
    );
    if (lacking.length === 0) ofTheirOwn.push(priced);
    for (const { plan, key } of lacking) {
      const place = JSON.stringify([plan, key]);
      const cell = offerCell(plan, key, priced);
      const other = cells.get(place);
      if (!other || isCheaper(cell, other)) cells.set(place, cell);
    }
  }
  return { cells: [...cells.values()], ofTheirOwn };
}

/** The mark that a plan offers a feature at the add-on's price. */
export function offerCell(version: string, feature: string, { title, price }: PricedAddOn): OptionalCell {
  const offer = price.note === null ? title : `${title} (${price.note})`;
  return { version, feature, kind: 'optional', value: null, fee: price.fee, userFee: price.userFee, offer };
}

function isCheaper(a: OptionalCell, b: OptionalCell): boolean {
  return amountOf(a) < amountOf(b);
}

function amountOf({ fee, userFee }: OptionalCell): number {
  return fee ?? userFee ?? Number.POSITIVE_INFINITY;
}
