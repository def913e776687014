import { isDeepStrictEqual } from 'node:util';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { CatalogTexts, StoredTexts } from '@/lib/db/catalog-texts';
import { listEntries, type TextEntry, toCatalogTexts } from '../build/build-texts';
import type { ImportedCatalog } from '../build/imported-catalog';
import { renameKeys, type TextsChange } from './catalog-changes';

/**
 * The languages whose texts change. A text of what the list does not have, such as of a plan that accounts keep, stays as
 * it is.
 */
export function planTexts(stored: StoredCatalog | null, catalog: ImportedCatalog): TextsChange[] {
  const source = listEntries(catalog.sourceTexts);
  const storedTexts = new Map(stored && listKeyedTexts(stored));
  return [...catalog.texts].flatMap(([language, texts]) => {
    const before = storedTexts.get(language) ?? null;
    const kept = before ? [...listEntries(before)].filter(([key]) => !source.has(key)) : [];
    const after = toCatalogTexts([
      ...kept.map(([, entry]): TextEntry => entry),
      ...listEntries(texts).values(),
    ]);
    return isDeepStrictEqual(before, after) ? [] : [{ language, before, after }];
  });
}

/** The stored texts by language, with `catalogKey`s. */
export function listKeyedTexts(stored: StoredCatalog): [language: string, texts: CatalogTexts][] {
  const toKeys = <Row extends { catalogKey: string }>(rows: Row[], idOf: (row: Row) => string) => {
    const keys = new Map(rows.map((row) => [idOf(row), row.catalogKey]));
    return (id: string) => keys.get(id) ?? id;
  };
  const plan = toKeys(stored.versions, ({ id }) => id);
  const feature = toKeys(stored.features, ({ humanId }) => humanId);
  const addOn = toKeys(stored.addOns, ({ id }) => id);
  return stored.texts.map(({ language, texts }) => [language, renameRows(texts, { plan, feature, addOn })]);
}

/** Texts to store. The functions return IDs of versions and add-ons, and human IDs of features, by `catalogKey`. */
export function toStoredTexts(
  changes: TextsChange[],
  names: Parameters<typeof renameRows>[1],
): StoredTexts[] {
  return changes.map(({ language, after }) => ({ language, texts: renameRows(after, names) }));
}

type Rename = (name: string) => string;

function renameRows(
  texts: CatalogTexts,
  { plan, feature, addOn }: { plan: Rename; feature: Rename; addOn: Rename },
): CatalogTexts {
  return {
    ...texts,
    plans: renameKeys(texts.plans, plan) ?? {},
    features: renameKeys(texts.features, feature) ?? {},
    addOns: renameKeys(texts.addOns, addOn) ?? {},
  };
}
