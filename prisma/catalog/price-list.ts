import type { FeatureType, Value, ValueKind } from './pricing2yaml';

// A price list as the file means it: in the file's order, defaults applied, formulas worked out.

/** `computed`: it came out of a formula, so it may have more decimals than anyone wrote. */
export type ListedPrice = { amount: number; computed: boolean } | { text: string };

export interface ListedFeature {
  key: string;
  description: string;
  kind: ValueKind;
  type: FeatureType;
  /** The file's own heading for it. */
  tag: string | null;
  defaultValue: Value;
}

export interface ListedLimit {
  key: string;
  kind: ValueKind;
  unit: string;
  /** Keys of the features it limits. */
  features: string[];
  defaultValue: Value;
}

interface Offer {
  key: string;
  description: string;
  price: ListedPrice;
  /** What the price is charged by: `user/month`. */
  unit: string;
  isPrivate: boolean;
}

export interface ListedPlan extends Offer {
  /** The value of every feature and of every limit, by key. Before defaults are applied: only what the plan says. */
  values: ReadonlyMap<string, Value>;
  limits: ReadonlyMap<string, Value>;
}

export interface ListedAddOn extends Offer {
  availableFor: string[];
  /** Only what the add-on sets or raises. */
  values: ReadonlyMap<string, Value>;
  limits: ReadonlyMap<string, Value>;
  extensions: ReadonlyMap<string, Value>;
}

export interface PriceList {
  product: string;
  currency: string;
  features: ListedFeature[];
  limits: ListedLimit[];
  plans: ListedPlan[];
  addOns: ListedAddOn[];
}
