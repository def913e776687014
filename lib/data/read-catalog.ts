import type { Queries } from './client';
import type { App } from './find-app';

/** Prices are integer minor units of the app's currency a billing period; null is not priced. */
export interface Prices {
  fee: number | null;
  userFee: number | null;
}

export interface CatalogFeature {
  id: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  active: boolean;
}

/** That a version includes a feature, or offers it at a price of its own. */
export interface FeatureLink extends Prices {
  featureId: string;
  kind: 'included' | 'optional';
  value: string | null;
  offer: string | null;
}

export interface CatalogVersion extends Prices {
  id: string;
  tag: string;
  title: string;
  description: string;
  moreInfo: string | null;
  active: boolean;
  public: boolean;
  isDefault: boolean;
  entryBlocker: string | null;
  exitBlocker: string | null;
  links: FeatureLink[];
}

/** All versions and features of an app, retired and not public ones too. Features are in the catalogue's order. */
export interface Catalog {
  versions: CatalogVersion[];
  features: CatalogFeature[];
}

/** A catalogue with the ids of the versions that it opens to one account alone. */
export interface GrantedCatalog extends Catalog {
  granted: string[];
}

/** The catalogue with its app, as of one moment. */
export interface AppCatalog extends Catalog {
  app: App;
  /** Of its JSON text, in characters. */
  size: number;
}

/** The catalogue of the transaction's app, from the database. */
export async function readCatalog(queries: Queries, appId: string): Promise<AppCatalog> {
  const [row] = await queries.$queryRaw<[{ json: string }]>`SELECT read_catalog(${appId})::text AS json`;
  return { ...JSON.parse(row.json), size: row.json.length };
}
