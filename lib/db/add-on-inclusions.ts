import type { EditionActor } from './catalog-editions';
import { withAllAccounts } from './catalog-store';
import type { Queries } from './client';
import { callFunction, type Queryable } from './query-json';

/** An add-on, and a version that includes everything that it adds. */
export interface AddOnInclusion {
  versionId: string;
  addOnId: string;
}

/** Writes work items for what an edition has included, and deletes those of what is not included any more. */
export async function writeAddOnInclusions(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
  included: AddOnInclusion[],
  isIncluded: (inclusion: AddOnInclusion) => boolean,
): Promise<void> {
  const stored = await queries.addOnInclusion.findMany({ where: { appId } });
  const isSame = (a: AddOnInclusion, b: AddOnInclusion) =>
    a.versionId === b.versionId && a.addOnId === b.addOnId;
  const ended = stored.filter((each) => !isIncluded(each) || included.some((other) => isSame(each, other)));
  const keys = ended.map(({ versionId, addOnId }) => ({ versionId, addOnId }));
  await queries.addOnInclusion.deleteMany({ where: { appId, OR: keys } });
  await queries.addOnInclusion.createMany({ data: included.map((each) => ({ ...each, appId, editionId })) });
}

/** How many accounts of the transaction's app are on the version and have the add-on on, in the order of the inclusions. */
export async function countIncludedAddOns(
  queries: Queries,
  appId: string,
  inclusions: AddOnInclusion[],
): Promise<number[]> {
  const versionIds = inclusions.map(({ versionId }) => versionId);
  const addOnIds = inclusions.map(({ addOnId }) => addOnId);
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
export type ClaimedInclusion = AddOnInclusion & {
  /** Null if none of those that were looked at has the add-on on. There are more. */
  accountId: string | null;
  /** Who published. */
  by: EditionActor;
};

/** Claims an account of an app that has an add-on on that its version includes since a publication. Null if nothing is due. */
export function claimAddOnInclusion(
  database: Queryable,
  appId: string,
  recordTime: number | null,
): Promise<ClaimedInclusion | null> {
  return callFunction(database, 'claim_add_on_inclusion', [appId, recordTime]);
}

/** Ends a claim, so that the next account can be claimed. */
export async function releaseAddOnInclusion(
  database: Queryable,
  appId: string,
  { versionId, addOnId }: AddOnInclusion,
): Promise<void> {
  const text = 'SELECT release_add_on_inclusion($1, $2, $3)';
  await database.query({ name: 'release_add_on_inclusion', text, values: [appId, versionId, addOnId] });
}
