import { type AppCatalog, type CatalogAddOn, toPriceJson } from '@/lib/db/catalog';
import {
  type AddOnContent,
  insertAddOnVersionChanges,
  listChangedAddOns,
  type Publication,
  type StoredCatalogChange,
} from '@/lib/db/catalog-changes';
import type { Queries } from '@/lib/db/connection/client';
import type { AddOnChangeRow } from '@/lib/db/history';
import { hasSamePrice } from '@/lib/pricing/price';
import { listAddOnFeatures } from '../catalog/add-ons';
import { compareAddOnFeatures, type FeatureChanges, hasFeatureChanges } from '../catalog/compare-features';

/** A change of an add-on's price, features or limits by a publication. */
export interface AddOnCatalogChange {
  /** The account's version. */
  versionId: string;
  changedAt: Date;
  price: NonNullable<AddOnContent['price']>;
  previousPrice: NonNullable<AddOnContent['price']>;
  changes: FeatureChanges;
}

/** The changes by publications that follow an entry, without those of texts. */
export function listAddOnCatalogChanges(
  entry: AddOnChangeRow,
  stored: StoredCatalogChange[],
): AddOnCatalogChange[] {
  // Where it is not offered, it stays on at the price of the entry.
  const getPrice = ({ price }: AddOnContent) => price ?? toPriceJson(entry);
  return stored.flatMap(({ entryId, versionId, changedAt, before, after }) => {
    if (entryId !== entry.id) return [];
    const [price, previousPrice] = [getPrice(after), getPrice(before)];
    const changes = compareAddOnFeatures(before.features, after.features);
    if (hasSamePrice(price, previousPrice) && !hasFeatureChanges(changes)) return [];
    return [{ versionId, changedAt: new Date(changedAt), price, previousPrice, changes }];
  });
}

/**
 * Records what a publication changes of add-ons that accounts can have: for the versions that they are offered for
 * before it, or were offered for earlier.
 */
export async function recordAddOnChanges(
  queries: Queries,
  { before, after, at }: Publication,
): Promise<void> {
  if (!before) return;
  const { id: appId, catalogRevision } = after.app;
  const changed = await listChangedAddOns(queries, appId);
  const changes = before.addOns.flatMap((addOn) => {
    const addOnId = addOn.id;
    const next = after.addOns.find(({ id }) => id === addOnId);
    if (!next) return [];
    const versionIds = new Set([
      ...addOn.versions.map(({ versionId }) => versionId),
      ...changed.flatMap(([id, versionId]) => (id === addOnId ? [versionId] : [])),
    ]);
    return [...versionIds]
      .map((versionId) => ({
        addOnId,
        versionId,
        before: getContent(before, addOn, versionId),
        after: getContent(after, next, versionId),
      }))
      .filter((change) => isContentChanged(change.before, change.after));
  });
  await insertAddOnVersionChanges(queries, { appId, catalogRevision, changedAt: at }, changes);
}

function getContent(catalog: AppCatalog, addOn: CatalogAddOn, versionId: string): AddOnContent {
  const price = addOn.versions.find((each) => each.versionId === versionId);
  return { price: price ? toPriceJson(price) : null, features: listAddOnFeatures(catalog, addOn, versionId) };
}

function isContentChanged(before: AddOnContent, after: AddOnContent): boolean {
  return (
    !hasSamePrice(before.price, after.price) ||
    hasFeatureChanges(compareAddOnFeatures(before.features, after.features))
  );
}
