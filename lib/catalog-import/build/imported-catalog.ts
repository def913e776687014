import type { AddOnEffect, LimitType, Price } from '@/lib/db/catalog';
import type { StoredVersion } from '@/lib/db/catalog-store';
import type { BillingPeriod } from './billing-unit';
import type { Content } from './limit-unit';

// The catalog that a price list and its extension describe, in terms of the database model. It is compared with the
// stored catalog to plan the changes. Rows are referenced by `catalogKey`.

interface ImportedApp {
  title: string;
  currency: string;
  billingPeriod: BillingPeriod;
  /** Undefined fields keep their stored values. */
  host?: string | null;
  contactUrl?: string | null;
  signInUrl?: string | null;
  signUpUrl?: string | null;
  frameOrigins?: string[];
  apiOrigins?: string[];
}

export type ImportedVersion = Omit<StoredVersion, 'id' | 'isDefault'>;

/** A feature, or a usage limit that is a row of its own. */
export interface ImportedFeature {
  catalogKey: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  position: number;
  unit: string | null;
  period: string | null;
  limitType: LimitType | null;
  limitKey: string | null;
  linkedFeatures: string[];
}

/** A cell of the feature matrix: a version includes a feature. */
export interface ImportedCell extends Content {
  version: string;
  feature: string;
}

export interface ImportedAddOn {
  catalogKey: string;
  humanId: string;
  title: string;
  description: string;
  moreInfo: string | null;
  position: number;
  public: boolean;
  dependsOn: string[];
  excludes: string[];
}

/** A version that an add-on is available for. */
export interface ImportedAddOnPrice extends Price {
  addOn: string;
  version: string;
}

export interface ImportedAddOnEffect extends Content {
  addOn: string;
  feature: string;
  effect: AddOnEffect['effect'];
}

/** An account that may use a version that is not public. `account` is an external id or an id. */
interface ImportedGrant {
  version: string;
  account: string;
}

export interface ImportedCatalog {
  app: ImportedApp;
  versions: ImportedVersion[];
  features: ImportedFeature[];
  cells: ImportedCell[];
  addOns: ImportedAddOn[];
  addOnPrices: ImportedAddOnPrice[];
  addOnEffects: ImportedAddOnEffect[];
  grants: ImportedGrant[];
  /** `catalogKey` of the version that the extension makes the default. */
  explicitDefault: string | null;
  /** `catalogKey`s of the features and of the add-ons whose `humanId` the extension sets. The others keep their stored one. */
  explicitHumanIds: { features: ReadonlySet<string>; addOns: ReadonlySet<string> };
}
