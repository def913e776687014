import type { textFields, Words } from '@/lib/contract/price-list-keys';
import type { Queries } from './connection/client';
import { callFunction, type Queryable } from './connection/query-json';

/** Forms of a unit by plural category of the language: `{ one: "Nachricht", other: "Nachrichten" }`. */
export type UnitTexts = Record<string, string>;

/** Texts of a version or an add-on by the names of the API. */
export type RowTexts = Partial<Record<Words<(typeof textFields)['plans']>, string>>;

/** Texts of a feature. `values` are by the text in the language of the price list. */
export type FeatureTexts = Partial<Record<'title' | 'description', string>> & {
  values?: Record<string, string>;
};

/**
 * The texts of a catalog in a language. As stored, versions and add-ons are by ID and features by human ID; in an import all are
 * by `catalogKey`. What is missing is in the language of the price list.
 */
export interface CatalogTexts {
  app: { title?: string };
  plans: Record<string, RowTexts>;
  features: Record<string, FeatureTexts>;
  addOns: Record<string, RowTexts>;
  /** The key is the heading in the price list. */
  groups: Record<string, string>;
  /** The key is the unit in the price list. */
  units: Record<string, UnitTexts>;
  /** These apply to all features. The key is the text in the price list. */
  values: Record<string, string>;
}

/** The newest texts of a language. */
export interface StoredTexts {
  language: string;
  texts: CatalogTexts;
}

/** The newest texts of each language that the catalog of the transaction's app has had. */
export function listStoredTexts(queries: Queries, appId: string): Promise<StoredTexts[]> {
  return queries.$queryRaw<StoredTexts[]>`
    SELECT DISTINCT ON (language) language, texts FROM catalog_texts
    WHERE app_id = ${appId} ORDER BY language, published_at DESC`;
}

/** Returns a function from a time in Unix milliseconds to the texts that were the newest ones then, or null. */
export async function readTextsAt(
  database: Queryable,
  appId: string,
  language: string,
  times: number[],
): Promise<(time: number) => CatalogTexts | null> {
  const rows = await callFunction<[publishedAt: number, texts: CatalogTexts][]>(
    database,
    'read_catalog_texts',
    [appId, language, [...new Set(times)]],
  );
  const newestFirst = rows.toSorted(([a], [b]) => b - a);
  return (time) => newestFirst.find(([publishedAt]) => publishedAt <= time)?.[1] ?? null;
}
