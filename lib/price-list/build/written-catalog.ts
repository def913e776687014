import type { AddOnEffect, Price } from '@/lib/db/catalog';
import type { StoredAddOn, StoredApp, StoredFeature, StoredVersion } from '@/lib/db/catalog-store';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import type { Content } from './limit-unit';

// A catalog as it is written: the rows of the database, which name others by `catalogKey` in place of IDs, because new rows
// have no ID yet.

/** `replacedBy` and `renewsTo` are `catalogKey`s. `renewsSince` is null for the time of the publication. */
export type WrittenVersion = Omit<StoredVersion, 'id'>;

/** A feature, or a usage limit that is a row of its own. */
export type WrittenFeature = Omit<StoredFeature, 'id' | 'linkedFeatureIds'> & { linkedFeatures: string[] };

/** A cell of the feature matrix: a version includes a feature. */
export interface WrittenCell extends Content {
  version: string;
  feature: string;
}

/** `dependsOn`, `excludes` and `replacedBy` are `catalogKey`s. */
export type WrittenAddOn = Omit<StoredAddOn, 'id'>;

/** A version that an add-on is available for. */
export interface WrittenAddOnPrice extends Price {
  addOn: string;
  version: string;
}

export interface WrittenAddOnEffect extends Content {
  addOn: string;
  feature: string;
  effect: AddOnEffect['effect'];
  /** Content by version, if it depends on the version. */
  byVersion: Record<string, Content> | null;
}

/** Undefined fields keep their stored values. */
type ImportedApp = Pick<StoredApp, 'title' | 'currency' | 'currencyDigits' | 'billingPeriod'> &
  Partial<Omit<StoredApp, 'id' | 'slug'>>;

/** An account that may use a version that is not public. `account` is an external id or an id. */
interface ImportedGrant {
  version: string;
  account: string;
}

/** The catalog that a price list and its extension describe. It is compared with the stored catalog to plan the changes. */
export interface ImportedCatalog {
  app: ImportedApp;
  versions: WrittenVersion[];
  features: WrittenFeature[];
  cells: WrittenCell[];
  addOns: WrittenAddOn[];
  addOnPrices: WrittenAddOnPrice[];
  addOnEffects: WrittenAddOnEffect[];
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
