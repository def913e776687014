import type { BillingPeriod } from '@/lib/contract/fields';
import type { Terms } from './accounts';
import type { Price } from './catalog';
import type { EditionActor } from './catalog-editions';
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

/**
 * Writes work items for what an edition does. Deletes those of earlier editions that are about the same, or that are
 * not needed any more.
 */
export async function writeCatalogFollows(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
  follows: CatalogFollow[],
  isNeeded: (follow: CatalogFollow) => boolean,
): Promise<void> {
  const stored = await queries.catalogFollow.findMany({ where: { appId } });
  const ended = stored.filter((each) => !isNeeded(each) || isDecidedAgain(each, follows));
  const keys = ended.map((each) => ({ editionId: each.editionId, position: each.position }));
  await queries.catalogFollow.deleteMany({ where: { appId, OR: keys } });
  await queries.catalogFollow.createMany({
    data: follows.map((each, position) => ({ ...each, appId, editionId, position })),
  });
}

/** Whether what an edition does is about the same as a work item of an earlier one, which ends. */
export function isDecidedAgain(earlier: CatalogFollow, follows: CatalogFollow[]): boolean {
  return follows.some(
    ({ versionId, billingPeriod, addOnId }) =>
      earlier.versionId === versionId &&
      earlier.billingPeriod === billingPeriod &&
      earlier.addOnId === addOnId,
  );
}

/** The work items of the transaction's app that are not done yet, in the order in which they are done. */
export function listCatalogFollows(queries: Queries, appId: string): Promise<CatalogFollow[]> {
  return queries.catalogFollow.findMany({
    where: { appId },
    orderBy: [{ edition: { publishedAt: 'asc' } }, { editionId: 'asc' }, { position: 'asc' }],
  });
}

/** Accounts for which a publication does the same. */
export interface FollowGroup {
  versionId: string;
  billingPeriod: BillingPeriod;
  /** By ID: those that are on, each with its own price if the catalog has none for the version. Null for none. */
  addOns: Record<string, Partial<Price>> | null;
  /** Those in effect. Null for none. */
  terms: (Partial<Terms> & Pick<Terms, 'versionId'>) | null;
  accounts: number;
}

/**
 * The accounts of the transaction's app that are on these versions and have add-ons on. `unpriced`: the add-ons without a
 * price, by version ID.
 */
export function readFollowGroups(
  queries: Queries,
  appId: string,
  unpriced: Record<string, string[]>,
): Promise<FollowGroup[]> {
  return queries.$queryRaw<FollowGroup[]>`
    SELECT g."versionId", g."billingPeriod", g."addOns", g.terms, sum(g.accounts)::int AS accounts
    FROM (
      -- Many accounts have the same.
      SELECT o.version_id AS "versionId", o.billing_period AS "billingPeriod", o.terms, o.accounts, (
        SELECT jsonb_object_agg(a.id, CASE WHEN jsonb_exists(${JSON.stringify(unpriced)}::jsonb -> o.version_id, a.id)
          THEN a.own - 'quantity' ELSE '{}' END)
        FROM jsonb_each(o.add_ons) AS a (id, own)) AS "addOns"
      FROM (
        SELECT version_id, billing_period, add_ons, CASE WHEN (terms -> 'active')::boolean
            THEN terms - ARRAY['id', 'price', 'from', 'until', 'reason'] END AS terms, count(*) AS accounts
        FROM current_versions
        WHERE app_id = ${appId} AND version_id = ANY (${Object.keys(unpriced)}) AND add_ons IS NOT NULL
        GROUP BY 1, 2, 3, 4
      ) AS o
    ) AS g GROUP BY 1, 2, 3, 4`;
}

/** A version and an add-on. */
export interface VersionAddOn {
  versionId: string;
  addOnId: string;
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
