import type { BillingPeriod } from '@/lib/contract/fields';
import type { EditionActor } from './catalog-editions';
import { withAllAccounts } from './catalog-store';
import type { Queries } from './client';
import { callFunction, type Queryable } from './query-json';

/** Accounts that follow a publication. */
export interface CatalogFollow {
  /** The version that they are on. */
  versionId: string;
  /** Only those that are billed for it. Null for any period. */
  billingPeriod: BillingPeriod | null;
  /** Only those that have it on. Null for all. */
  addOnId: string | null;
  /** The version that they are on afterwards, which can be the same. */
  toVersionId: string;
  /** Whether those whose add-ons get worse follow too. */
  requested: boolean;
}

/** Writes work items for what an edition does. Deletes those of earlier editions that are about the same, or that are not needed any more. */
export async function writeCatalogFollows(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
  follows: CatalogFollow[],
  isNeeded: (follow: CatalogFollow) => boolean,
): Promise<void> {
  const stored = await queries.catalogFollow.findMany({ where: { appId } });
  const isSame = (a: CatalogFollow, b: CatalogFollow) =>
    a.versionId === b.versionId && a.billingPeriod === b.billingPeriod && a.addOnId === b.addOnId;
  const ended = stored.filter((each) => !isNeeded(each) || follows.some((other) => isSame(each, other)));
  const keys = ended.map((each) => ({ editionId: each.editionId, position: each.position }));
  await queries.catalogFollow.deleteMany({ where: { appId, OR: keys } });
  await queries.catalogFollow.createMany({
    data: follows.map((each, position) => ({ ...each, appId, editionId, position })),
  });
}

/** A version and an add-on. */
export interface VersionAddOn {
  versionId: string;
  addOnId: string;
}

/** How many accounts of the transaction's app are on the version and have the add-on on, in the order of `pairs`. */
export async function countAddOnsOn(
  queries: Queries,
  appId: string,
  pairs: VersionAddOn[],
): Promise<number[]> {
  const versionIds = pairs.map(({ versionId }) => versionId);
  const addOnIds = pairs.map(({ addOnId }) => addOnId);
  const rows = await withAllAccounts(
    queries,
    () => queries.$queryRaw<{ count: number }[]>`
    SELECT (
      SELECT count(*)::int FROM current_versions v
      CROSS JOIN LATERAL (
        SELECT h.state FROM account_history h
        WHERE h.app_id = v.app_id AND h.account_id = v.account_id AND h.add_on_entries IS NOT NULL
        ORDER BY h.add_on_sequence DESC LIMIT 1) newest
      CROSS JOIN jsonb_array_elements(newest.state -> 'addOnStates') AS s (state)
      WHERE v.app_id = ${appId} AND v.version_id = i.version_id
        AND s.state ->> 'addOnId' = i.add_on_id AND (s.state ->> 'active')::boolean) AS count
    FROM unnest(${versionIds}::text[], ${addOnIds}::text[]) WITH ORDINALITY AS i (version_id, add_on_id, position)
    ORDER BY i.position`,
  );
  return rows.map(({ count }) => count);
}

/** An account that a worker has claimed for 30 seconds. */
export type ClaimedFollow = CatalogFollow & {
  editionId: string;
  position: number;
  /** Null if none of those that were looked at follows. There are more. */
  accountId: string | null;
  /** Who published. */
  by: EditionActor;
};

/** Claims an account of an app that follows a publication. Null if nothing is due. */
export function claimCatalogFollow(
  database: Queryable,
  appId: string,
  recordTime: number | null,
): Promise<ClaimedFollow | null> {
  return callFunction(database, 'claim_catalog_follow', [appId, recordTime]);
}

/** Ends a claim, so that the next account can be claimed. */
export async function releaseCatalogFollow(
  database: Queryable,
  appId: string,
  { editionId, position }: ClaimedFollow,
): Promise<void> {
  const text = 'SELECT release_catalog_follow($1, $2, $3)';
  await database.query({ name: 'release_catalog_follow', text, values: [appId, editionId, position] });
}
