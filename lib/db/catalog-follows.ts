import type { BillingPeriod } from '@/lib/contract/fields';
import type { AccountKey, Terms } from './accounts';
import type { Price } from './catalog';
import type { Queries } from './connection/client';
import { type Queryable, queryJson } from './connection/query-json';
import type { CatalogFollowModel } from './generated/models';
import type { Actor } from './history';

/** Accounts that follow a publication, as in the schema. */
export interface CatalogFollow
  extends Pick<CatalogFollowModel, 'versionId' | 'billingPeriod' | 'addOnId' | 'toVersionId' | 'requested'> {
  /** Whether each follows when its paid period ends. */
  atRenewal: boolean;
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
  const ended = stored.filter((row) => {
    const each = { ...row, atRenewal: row.atRenewal === true };
    return !isNeeded(each) || isDecidedAgain(each, follows);
  });
  const keys = ended.map((each) => ({ editionId: each.editionId, position: each.position }));
  await queries.catalogFollow.deleteMany({ where: { appId, OR: keys } });
  await queries.catalogFollow.createMany({
    data: follows.map((each, position) => ({
      ...{ ...each, appId, editionId, position },
      atRenewal: each.atRenewal || null,
    })),
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

/**
 * The work items of the transaction's app that are not done yet, in the order in which they are done. Without those that
 * only set the times of accounts.
 */
export async function listCatalogFollows(queries: Queries, appId: string): Promise<CatalogFollow[]> {
  const rows = await queries.catalogFollow.findMany({
    where: { appId, atRenewal: null },
    orderBy: [{ edition: { publishedAt: 'asc' } }, { editionId: 'asc' }, { position: 'asc' }],
  });
  return rows.map((row) => ({ ...row, atRenewal: false }));
}

/** Accounts for which a publication does the same. */
export interface FollowGroup {
  versionId: string;
  billingPeriod: BillingPeriod;
  /** Those that are on, by ID, each with its own price if the catalog has none for the version, or null if there is none. */
  addOns: Record<string, Partial<Price>> | null;
  /** Terms that are in effect, or null if there are none. */
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

/** When the accounts of a version follow at their renewal. Times are in Unix milliseconds, null for none. */
export interface RenewalCounts {
  /** These are billed monthly without an end of their period, or due already. */
  atOnce: number;
  /** These follow at the end of their period. */
  atPeriodEnd: number;
  /** The next end of these is not known. */
  unknown: number;
  /** This counts those that do not follow at once. */
  firstAt: number | null;
  lastAt: number | null;
}

/**
 * Counts when the accounts of versions of the transaction's app follow at their renewal, by version ID, if that was decided
 * before or is decided now. Those in trials follow later than it says.
 */
export async function countRenewals(
  queries: Queries,
  appId: string,
  versionIds: string[],
): Promise<ReadonlyMap<string, RenewalCounts>> {
  if (versionIds.length === 0) return new Map();
  const rows = await queries.$queryRaw<(RenewalCounts & { id: string })[]>`
    SELECT r.id, (count(*) FILTER (WHERE r.at <= now()))::int AS "atOnce",
      (count(*) FILTER (WHERE r.at > now() AND r.at = r.ends))::int AS "atPeriodEnd",
      (count(*) FILTER (WHERE r.at > now() AND r.at IS DISTINCT FROM r.ends))::int AS "unknown",
      unix_ms(min(r.at) FILTER (WHERE r.at > now()))::float8 AS "firstAt",
      unix_ms(max(r.at) FILTER (WHERE r.at > now()))::float8 AS "lastAt"
    FROM (
      SELECT t.id, a.period_ends_at AS ends, CASE WHEN v.follows_at >= t.renews_since THEN v.follows_at
        ELSE renewal_follows_at(coalesce(t.renews_since, now()), a.period_ends_at, v.billing_period, NULL) END AS at
      FROM versions t
      JOIN current_versions v ON v.app_id = ${appId} AND v.version_id = t.id
      JOIN accounts a ON a.app_id = ${appId} AND a.id = v.account_id
      WHERE t.app_id = ${appId} AND t.id = ANY (${versionIds})) AS r
    GROUP BY r.id`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** A version and an add-on. */
export interface VersionAddOn {
  versionId: string;
  addOnId: string;
}

/** An account that follows a publication, which a worker has claimed (`claim_catalog_follows`). */
export type ClaimedFollow = Omit<CatalogFollow, 'atRenewal'> & {
  appId: string;
  editionId: string;
  position: number;
  /** It is null if none of those that were looked at follows. There are more. */
  accountId: string | null;
  /** Who published. */
  by: Actor & { channel: string };
};

/** An account that follows at its renewal, which a worker has claimed (`claim_renewals`). */
export interface ClaimedRenewal extends AccountKey {
  /** Who published, or null if that is not known. */
  by: (Actor & { channel: string }) | null;
}

/** An account whose clock has reached the time at which it follows. It is null if it has not, or does not follow. */
export async function findDueRenewal(
  database: Queryable,
  { appId, accountId }: AccountKey,
): Promise<ClaimedRenewal | null> {
  const [due] = await queryJson<ClaimedRenewal[]>(database, findDueQuery, [appId, accountId]);
  return due ?? null;
}

const findDueQuery = {
  name: 'find_due_renewal',
  text: 'SELECT claim_renewals($1, NULL, 0, 1, $2)::text AS json',
};

/** Ends a claim, so that the next account can be claimed. */
export async function releaseCatalogFollow(
  database: Queryable,
  { appId, editionId, position }: ClaimedFollow,
): Promise<void> {
  const text = 'SELECT release_catalog_follow($1, $2, $3)';
  await database.query({ name: 'release_catalog_follow', text, values: [appId, editionId, position] });
}
