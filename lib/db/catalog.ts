import { type CamelCase, createSerializer, toCamelCase as fieldNameOf } from '@/lib/contract/field-names';
import { priceFields } from '@/lib/contract/fields';
import type { Price as PriceJson } from '@/lib/contract/versions';
import type { CatalogTexts, StoredTexts } from './catalog-texts';
import type { Queries } from './connection/client';
import {
  callFunction,
  type Queryable,
  queryJson,
  toCamelCase,
  type WithNumbers,
} from './connection/query-json';
import type { LimitType } from './generated/enums';
import type {
  AddOnFeatureModel,
  AddOnModel,
  AddOnVersionModel as AddOnVersionRow,
  AppModel,
  FeatureModel,
  VersionFeatureModel,
  VersionModel as VersionRow,
} from './generated/models';

export type { LimitType };

export type VersionModel = WithNumbers<VersionRow>;
export type AddOnVersionModel = WithNumbers<AddOnVersionRow>;

/**
 * An app. `catalogRevision` increases with each change of the app or its catalog. With texts of another language than that of
 * the price list, `language` is theirs and `listLanguage` that of the list.
 */
export type App = Omit<AppModel, 'host' | 'createdAt'> & {
  listLanguage?: string | null;
  units?: CatalogTexts['units'];
  untranslated?: Untranslated;
};

/** The fields that are in the language of the price list, by their names in the API, or undefined if there are none. */
export type Untranslated = string[] | undefined;

/**
 * A price. Fees are integers in minor units of the app's currency per billing period, annual fees per year; null is not
 * priced. Units are what a fee is charged per; null is the account, or the user. `priceText` is a price that fees can't
 * express; both fees are null then.
 */
export type Price = Pick<VersionModel, CamelCase<keyof typeof priceFields>>;

export const priceNames = Object.keys(priceFields).map(fieldNameOf) as (keyof Price)[];

const serializePrice = createSerializer(priceFields);

/** The fields of a price as `lib/pricing`, responses and stored JSON have them, with the bounds of a version that has some. */
export function toPriceJson(
  price: Price & Partial<Pick<VersionModel, 'minUsers' | 'minQuantity' | 'maxQuantity'>>,
): PriceJson {
  const { minUsers, minQuantity, maxQuantity } = price;
  return {
    ...serializePrice(price),
    ...(minUsers != null && { min_users: minUsers }),
    ...(minQuantity != null && { min_quantity: minQuantity }),
    ...(maxQuantity != null && { max_quantity: maxQuantity }),
  };
}

export function pickPrice(price: Price): Price {
  return Object.fromEntries(priceNames.map((name) => [name, price[name]])) as Price;
}

/** The price of what is not sold. */
export const noPrice = Object.fromEntries(priceNames.map((name) => [name, null])) as Price;

/** How values of a feature are written in another language than that of the price list. */
export interface FeatureTranslation {
  language: string;
  /** Texts of the words of the unit. It is null if one is missing, or the period has no name. */
  units: CatalogTexts['units'] | null;
  /** The text of an unlimited amount. It is null if it is missing. */
  unlimited: string | null;
  /** The values that are in the language of the price list. */
  missing: string[];
}

export type CatalogFeature = Omit<FeatureModel, 'appId'> & {
  untranslated?: Untranslated;
  translation?: FeatureTranslation;
};

/** The `catalogKey` of a usage limit that is a row of its own. The prefix avoids collisions with features of the same name. */
export function limitRowKey(limitKey: string): string {
  return `usageLimits.${limitKey}`;
}

/** The `catalogKey` of the add-on for a feature that versions have on request. */
export function onRequestAddOnKey(featureKey: string): string {
  return `features.${featureKey}`;
}

/** Whether a row of the matrix is a usage limit of its own, not a feature. */
export function isLimitRow({
  catalogKey,
  limitKey,
}: Pick<CatalogFeature, 'catalogKey' | 'limitKey'>): boolean {
  return limitKey !== null && catalogKey === limitRowKey(limitKey);
}

/** A feature that a version includes. */
export type FeatureLink = Omit<VersionFeatureModel, 'appId' | 'versionId'>;

export type CatalogVersion = Omit<VersionModel, 'appId' | 'createdAt'> & {
  links: FeatureLink[];
  untranslated?: Untranslated;
};

/** A version that an add-on is available for, and the price there. */
export type AddOnPrice = Omit<AddOnVersionModel, 'appId' | 'addOnId'>;

/** What a version or an add-on includes of a feature. `value` is the text of the amount, if there is one. */
export type FeatureContent = Pick<VersionFeatureModel, 'value' | 'amount' | 'unlimited'>;

/** What an add-on does to a feature. `byVersion` has its content by version ID, if it depends on the version. */
export type AddOnEffect = Omit<AddOnFeatureModel, 'appId' | 'addOnId' | 'byVersion'> & {
  byVersion: Record<string, FeatureContent> | null;
};

/** `dependsOn` and `excludes` name add-ons that are not replaced. */
export type CatalogAddOn = Omit<AddOnModel, 'appId'> & {
  versions: AddOnPrice[];
  features: AddOnEffect[];
  untranslated?: Untranslated;
};

/**
 * All versions, features and add-ons of an app, including retired and not public ones. Features and add-ons are in catalog
 * order.
 */
export interface Catalog {
  versions: CatalogVersion[];
  features: CatalogFeature[];
  addOns: CatalogAddOn[];
}

/** A catalog with its app. */
export interface AppCatalog extends Catalog {
  app: App;
  /** A draft has its texts in other languages. */
  texts?: StoredTexts[];
}

type JsonRow = Record<string, unknown>;
type AddOnJson = JsonRow & {
  id: string;
  replaced_by: string | null;
  versions: JsonRow[];
  features: JsonRow[];
};
type CatalogJson = {
  app: JsonRow;
  versions: JsonRow[];
  features: JsonRow[];
  addOns: AddOnJson[];
  texts: CatalogTexts | null;
};

/** A catalog with its texts in another language, null if it has none. */
interface CatalogWithTexts {
  catalog: AppCatalog;
  texts: CatalogTexts | null;
}

/** The only app, unless it has a host name, needs no slug. */
const findAppQuery = {
  name: 'find_app',
  text: `SELECT app_json(a)::text AS json FROM apps a
    WHERE a.host = $1 OR a.slug = coalesce($2, (
      SELECT min(slug) FROM (SELECT slug, host FROM apps LIMIT 2) AS two HAVING count(*) = 1 AND count(host) = 0))
    ORDER BY a.host = $1 DESC NULLS LAST LIMIT 1`,
};

const listApiOriginsQuery = {
  name: 'list_api_origins',
  text: `SELECT coalesce(json_agg(DISTINCT origin), '[]')::text AS json FROM apps, unnest(api_origins) AS origin`,
};

/** The `api_origins` of all apps, each once. */
export function listApiOrigins(database: Queryable): Promise<string[]> {
  return queryJson(database, listApiOriginsQuery, []);
}

/** The app with a slug, or null. */
export function findAppBySlug(db: Queries, slug: string): Promise<App | null> {
  return db.app.findUnique({ where: { slug }, omit: { host: true, createdAt: true } });
}

/** The app with a host name (without its port), else the one with a slug or, without a slug, the only app, else null. */
export async function findAppByHost(
  database: Queryable,
  host: string | null,
  slug: string | null,
): Promise<App | null> {
  const row = await queryJson<JsonRow | null>(database, findAppQuery, [host, slug]);
  return row && toApp(row);
}

/** The catalog of an app as of one statement, with its texts in a language, or null if there is no such app. Sets the tenant. */
export async function findCatalog(
  database: Queryable | Queries,
  appId: string,
  language: string | null = null,
): Promise<CatalogWithTexts | null> {
  const result = await callFunction<CatalogJson | null>(database, 'read_catalog', [appId, language]);
  return result && { catalog: toCatalog(result), texts: result.texts };
}

/** The catalog of the transaction's app. */
export async function readCatalog(queries: Queries, appId: string): Promise<AppCatalog> {
  return (await findCatalog(queries, appId))!.catalog;
}

/** An app as `app_json` returns it. */
export function toApp(row: JsonRow): App {
  return toCamelCase<App>(row);
}

function toCatalog({ app, versions, features, addOns }: CatalogJson): AppCatalog {
  const presentIds = new Map(addOns.map(({ id, replaced_by }) => [id, replaced_by ?? id]));
  const toPresentIds = (ids: string[]) => ids.map((id) => presentIds.get(id) ?? id);
  return {
    app: toApp(app),
    versions: versions.map((row) => {
      const { renews_since: since } = row;
      return toCamelCase<CatalogVersion>(
        typeof since === 'string' ? { ...row, renews_since: new Date(since) } : row,
      );
    }),
    features: features.map((row) => toCamelCase<CatalogFeature>(row)),
    addOns: addOns.map((row) => {
      const addOn = toCamelCase<CatalogAddOn>(row);
      return {
        ...addOn,
        dependsOn: toPresentIds(addOn.dependsOn),
        excludes: toPresentIds(addOn.excludes),
        versions: row.versions.map((price) => toCamelCase<AddOnPrice>(price)),
        features: row.features.map((effect) => toCamelCase<AddOnEffect>(effect)),
      };
    }),
  };
}
