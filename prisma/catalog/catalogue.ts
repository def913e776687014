import type { BillingPeriod, FeatureKind } from '@/lib/data/generated/enums';

// What a price list and its extension say, in the model's own terms: what `plan` compares with the database.

export interface CatalogueApp {
  title: string;
  currency: string;
  billingPeriod: BillingPeriod;
  /** Undefined: not said, so it stays as it is. */
  host?: string | null;
  contactUrl?: string | null;
  frameOrigins?: string[];
}

/** A version as the files have it. Its fields are the columns of the same names. */
export interface CatalogueVersion {
  catalogKey: string;
  tag: string;
  title: string;
  description: string;
  moreInfo: string | null;
  active: boolean;
  public: boolean;
  fee: number | null;
  userFee: number | null;
  entryBlocker: string | null;
  exitBlocker: string | null;
}

export interface CatalogueFeature {
  catalogKey: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  position: number;
}

/** One mark of the matrix; versions and features are named by their `catalogKey`. */
export interface CatalogueCell {
  version: string;
  feature: string;
  kind: FeatureKind;
  value: string | null;
  fee: number | null;
  userFee: number | null;
  offer: string | null;
}

/** That accounts may have a version that is not public. Accounts are named by external id or id. */
export interface CatalogueGrant {
  version: string;
  account: string;
}

export interface Catalogue {
  app: CatalogueApp;
  versions: CatalogueVersion[];
  features: CatalogueFeature[];
  cells: CatalogueCell[];
  grants: CatalogueGrant[];
  /** The version that the extension names as the default. */
  namedDefault: string | null;
  /** Features whose `humanId` the extension names; any other keeps the one it has. */
  namedHumanIds: ReadonlySet<string>;
}
