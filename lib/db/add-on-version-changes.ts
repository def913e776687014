import type { AccountKey } from './accounts';
import type { toPriceJson } from './catalog';
import type { Queries } from './connection/client';
import { callFunction, type Queryable, toCamelCase } from './connection/query-json';
import { type AddOnChangeRow, type AddOnFeature, toAddOnChange } from './history';

// The changes of add-ons by publications. A publication writes a row per add-on and version, however many accounts have it.

/** What an add-on costs and adds for a version. The names are those of the stored JSON. */
export type AddOnContent = {
  /** Null if it is not offered. */
  price: ReturnType<typeof toPriceJson> | null;
  features: AddOnFeature[];
};

/** A change of an add-on for a version. */
export interface AddOnVersionChange {
  addOnId: string;
  versionId: string;
  before: AddOnContent;
  after: AddOnContent;
}

/** The IDs of the add-ons and versions that have rows, as [add-on, version]. */
export async function listChangedAddOns(queries: Queries, appId: string): Promise<[string, string][]> {
  const rows = await queries.addOnVersionChange.findMany({
    where: { appId },
    distinct: ['addOnId', 'versionId'],
    select: { addOnId: true, versionId: true },
  });
  return rows.map(({ addOnId, versionId }) => [addOnId, versionId]);
}

export async function insertAddOnVersionChanges(
  queries: Queries,
  publication: { appId: string; catalogRevision: number; changedAt: Date },
  changes: AddOnVersionChange[],
): Promise<void> {
  await queries.addOnVersionChange.createMany({
    data: changes.map((change) => ({ ...publication, ...change })),
  });
}

/** What a publication changed of an add-on that was on. */
export interface StoredCatalogChange extends Omit<AddOnVersionChange, 'addOnId'> {
  /** The change that turned it on, or set its quantity or price. */
  entryId: string;
  /** Unix milliseconds. */
  changedAt: number;
}

/**
 * Up to `limit` add-on changes of an account from sequence `newest` downwards, newest first, and what publications changed
 * of these add-ons while they were on, oldest first.
 */
export async function readAddOnHistoryRows(
  database: Queryable,
  { appId, accountId }: AccountKey,
  { newest, limit }: { newest: number; limit: number },
): Promise<{ changes: AddOnChangeRow[]; catalogChanges: StoredCatalogChange[] }> {
  const [changes, catalogChanges] = await callFunction<
    [Record<string, unknown>[], Record<string, unknown>[]]
  >(database, 'read_add_on_history', [appId, accountId, newest, limit]);
  return {
    changes: changes.map(toAddOnChange),
    catalogChanges: catalogChanges.map((row) => toCamelCase<StoredCatalogChange>(row)),
  };
}
