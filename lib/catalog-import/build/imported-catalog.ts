import type { StoredCell } from '@/lib/db/catalog-store';
import type { BillingPeriod } from './billing-unit';

// The catalog that a price list and its extension describe, in terms of the database model. It is compared with the
// stored catalog to plan the changes.

interface ImportedApp {
  title: string;
  currency: string;
  billingPeriod: BillingPeriod;
  /** Undefined fields keep their stored values. */
  host?: string | null;
  contactUrl?: string | null;
  frameOrigins?: string[];
}

/** Fields correspond to the columns of the same names. */
export interface ImportedVersion {
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

export interface ImportedFeature {
  catalogKey: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  position: number;
}

/** A cell of the feature matrix. Versions and features are referenced by `catalogKey`. */
export interface ImportedCell {
  version: string;
  feature: string;
  kind: StoredCell['kind'];
  value: string | null;
  fee: number | null;
  userFee: number | null;
  offer: string | null;
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
  grants: ImportedGrant[];
  /** `catalogKey` of the version that the extension makes the default. */
  explicitDefault: string | null;
  /** `catalogKey`s of the features whose `humanId` the extension sets. The others keep their stored one. */
  explicitHumanIds: ReadonlySet<string>;
}
