import type { AddOnEffect, Price } from '@/lib/db/catalog';
import type { StoredAddOn, StoredApp, StoredFeature, StoredVersion } from '@/lib/db/catalog-store';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import type { Content } from './limit-unit';

// The catalog that a price list and its extension describe, in terms of the database model. It is compared with the
// stored catalog to plan the changes. Rows are referenced by `catalogKey`.

/** Undefined fields keep their stored values. */
type ImportedApp = Pick<StoredApp, 'title' | 'currency' | 'currencyDigits' | 'billingPeriod'> &
  Partial<Omit<StoredApp, 'id' | 'slug'>>;

export type ImportedVersion = Omit<
  StoredVersion,
  'id' | 'isDefault' | 'replacedBy' | 'keepsPrice' | 'renewsTo' | 'renewsSince'
>;

/** A feature, or a usage limit that is a row of its own. */
export type ImportedFeature = Omit<StoredFeature, 'id' | 'active' | 'linkedFeatureIds'> & {
  linkedFeatures: string[];
};

/** A cell of the feature matrix: a version includes a feature. */
export interface ImportedCell extends Content {
  version: string;
  feature: string;
}

export type ImportedAddOn = Omit<StoredAddOn, 'id' | 'active' | 'replacedBy'>;

/** A version that an add-on is available for. */
export interface ImportedAddOnPrice extends Price {
  addOn: string;
  version: string;
}

export interface ImportedAddOnEffect extends Content {
  addOn: string;
  feature: string;
  effect: AddOnEffect['effect'];
  /** Content by version, if it depends on the version. */
  byVersion: Record<string, Content> | null;
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
  /** The texts that the list and its extension have in the language of the list. Rows are by `catalogKey`. */
  sourceTexts: CatalogTexts;
  /** Texts of the extension in other languages, by language. */
  texts: ReadonlyMap<string, CatalogTexts>;
}
