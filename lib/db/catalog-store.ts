import { isDeepStrictEqual } from 'node:util';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AddOnEffect, AddOnVersionModel, VersionModel } from './catalog';
import { listStoredTexts, type StoredTexts } from './catalog-texts';
import { takeNamedLock } from './connection/advisory-locks';
import type { Database, Queries } from './connection/client';
import { toSnakeCase, withNumbers } from './connection/query-json';
import { setTenant, withAllAccounts } from './connection/tenant';
import { waitForInvalidation } from './connection/wait-for-invalidation';
import { Prisma } from './generated/client';
import type {
  AddOnFeatureModel,
  AddOnModel,
  AppModel,
  FeatureModel,
  VersionFeatureModel,
  VersionGrantModel,
} from './generated/models';

// The rows of a catalog, for the catalog import. What API callers see is read in catalog.ts.

export type StoredApp = Omit<AppModel, 'createdAt' | 'catalogRevision'>;
export type StoredVersion = Omit<VersionModel, 'appId' | 'createdAt'>;
export type StoredFeature = Omit<FeatureModel, 'appId'>;
/** A cell of the feature matrix. */
type StoredCell = Omit<VersionFeatureModel, 'appId'>;
export type StoredAddOn = Omit<AddOnModel, 'appId'>;
type StoredAddOnPrice = Omit<AddOnVersionModel, 'appId'>;
export type StoredAddOnEffect = AddOnEffect & Pick<AddOnFeatureModel, 'addOnId'>;
type StoredGrant = Omit<VersionGrantModel, 'appId' | 'createdAt' | 'source'>;

export interface StoredCatalog {
  app: StoredApp;
  versions: StoredVersion[];
  features: StoredFeature[];
  cells: StoredCell[];
  addOns: StoredAddOn[];
  addOnPrices: StoredAddOnPrice[];
  addOnEffects: StoredAddOnEffect[];
  grants: StoredGrant[];
  /** The newest texts of each language, also of those that the app does not have any more. */
  texts: StoredTexts[];
  /** It is true if any account of the app has a history entry. */
  hasHistory: boolean;
}

const transactionTimeouts = { maxWait: 10_000, timeout: 120_000 };

/**
 * Runs `work` in a transaction that holds the app's catalog lock, for two minutes at most. When it returns, every server has
 * invalidated what was changed.
 */
export async function withCatalogLock<T>(
  db: Database,
  slug: string,
  work: (queries: Queries) => Promise<T>,
  timeout = transactionTimeouts.timeout,
): Promise<T> {
  const result = await db.$transaction(
    async (queries) => {
      await setTimeouts(queries);
      // On the slug, because the app's row may not exist yet.
      await takeNamedLock(queries, 'catalog', slug);
      return work(queries);
    },
    { ...transactionTimeouts, timeout },
  );
  await waitForInvalidation(db);
  return result;
}

/** Runs `work` in a read-only repeatable-read transaction. */
export function withCatalogSnapshot<T>(db: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return db.$transaction(
    async (queries) => {
      await queries.$executeRaw`SET TRANSACTION READ ONLY`;
      await setTimeouts(queries);
      return work(queries);
    },
    { ...transactionTimeouts, isolationLevel: 'RepeatableRead' },
  );
}

/** A large list takes longer than a request of the server may. */
async function setTimeouts(queries: Queries): Promise<void> {
  await queries.$queryRaw`
    SELECT set_config('statement_timeout', '60s', true), set_config('lock_timeout', '30s', true),
      set_config('idle_in_transaction_session_timeout', '60s', true)`;
}

/** The app with its whole catalog, or null if no app has the slug. Sets the transaction's tenant to the app. */
export async function readStoredCatalog(queries: Queries, slug: string): Promise<StoredCatalog | null> {
  return (await readRevisedCatalog(queries, slug, null))?.stored ?? null;
}

/** A stored catalog as of a catalog revision. */
export interface RevisedCatalog {
  revision: number;
  stored: StoredCatalog;
}

/**
 * Reads the stored catalog with its revision. Returns `known` if it is of this app and has not changed. Must be in a
 * repeatable-read transaction then.
 */
export async function readRevisedCatalog(
  queries: Queries,
  slug: string,
  known: RevisedCatalog | null,
): Promise<RevisedCatalog | null> {
  const found = await queries.app.findUnique({ where: { slug }, omit: { createdAt: true } });
  if (!found) return null;
  const { catalogRevision: revision, ...app } = found;
  await setTenant(queries, { appId: app.id });
  const where = { appId: app.id };
  const omit = { appId: true, createdAt: true } as const;
  // The revision does not count these.
  const ofAccounts = await withAllAccounts(queries, async () => ({
    grants: await queries.versionGrant.findMany({
      where: { ...where, source: { not: 'api' } },
      omit: { ...omit, source: true },
    }),
    hasHistory: (await queries.historyEntry.findFirst({ where, select: { id: true } })) !== null,
  }));
  if (known?.stored.app.id === app.id && known.revision === revision) {
    const { grants, hasHistory } = known.stored;
    if (isDeepStrictEqual({ grants, hasHistory }, ofAccounts)) return known;
    return { revision, stored: { ...known.stored, ...ofAccounts } };
  }
  const stored = {
    app,
    versions: (await queries.version.findMany({ where, omit })).map(withNumbers),
    features: await queries.feature.findMany({ where, omit: { appId: true }, orderBy: { position: 'asc' } }),
    cells: await queries.versionFeature.findMany({ where, omit: { appId: true } }),
    addOns: await queries.addOn.findMany({ where, omit: { appId: true }, orderBy: { position: 'asc' } }),
    addOnPrices: (await queries.addOnVersion.findMany({ where, omit: { appId: true } })).map(withNumbers),
    addOnEffects: (await queries.addOnFeature.findMany({
      where,
      omit: { appId: true },
    })) as StoredAddOnEffect[],
    texts: await listStoredTexts(queries, app.id),
    ...ofAccounts,
  };
  return { revision, stored };
}

/** The versions that accounts get when their trials of other plans end, with the billing periods then. */
const selectTrialEnds = (appId: string) => Prisma.sql`
  SELECT c.version_id, coalesce(c.billing_period, v.billing_period) AS billing_period
  FROM account_changes c
  JOIN current_versions v ON v.app_id = ${appId} AND v.account_id = c.account_id
  JOIN versions own ON own.app_id = ${appId} AND own.id = v.version_id
  JOIN versions next ON next.app_id = ${appId} AND next.id = c.version_id
  WHERE c.app_id = ${appId} AND c.outcome IS NULL AND c.waits_for IS NULL AND c.trial = 'end'
    AND coalesce(next.replaced_by, next.id) <> coalesce(own.replaced_by, own.id)`;

/** How many accounts are on each version, by version ID. Versions without accounts are left out. */
export type AccountCounts = ReadonlyMap<string, number>;

/**
 * How many accounts of the transaction's app are on each version, and how many of them are billed yearly. Those that
 * are due to follow a publication to another version count there. Those that follow at their renewal, or are in a trial that ends
 * with another plan, count for both.
 */
export async function countAccounts(
  queries: Queries,
  appId: string,
): Promise<{ accounts: AccountCounts; yearly: AccountCounts }> {
  const rows = await queries.$queryRaw<{ id: string; count: number; yearly: number }[]>`
    SELECT c.id, sum(v.count)::int AS count, coalesce(sum(v.count) FILTER (WHERE v.billing_period = 'year'), 0)::int AS yearly
    FROM (
      SELECT version_id, billing_period, count(*) AS count FROM (
        SELECT version_id, billing_period FROM current_versions WHERE app_id = ${appId}
        UNION ALL
        ${selectTrialEnds(appId)}) AS a
      GROUP BY version_id, billing_period) AS v
    LEFT JOIN LATERAL (
      SELECT f.to_version_id FROM catalog_follows f
      WHERE f.app_id = ${appId} AND f.version_id = v.version_id AND f.add_on_id IS NULL AND f.at_renewal IS NULL
        AND (f.billing_period IS NULL OR f.billing_period = v.billing_period)
      LIMIT 1) AS f ON true
    LEFT JOIN versions t ON t.app_id = ${appId} AND t.id = v.version_id AND f.to_version_id IS NULL
    CROSS JOIN LATERAL (
      SELECT coalesce(f.to_version_id, v.version_id) AS id UNION SELECT t.renews_to WHERE t.renews_to IS NOT NULL) AS c
    GROUP BY 1`;
  return {
    accounts: new Map(rows.map(({ id, count }) => [id, count])),
    yearly: new Map(rows.flatMap(({ id, yearly }) => (yearly > 0 ? [[id, yearly]] : []))),
  };
}

/** How many open changes of accounts lead to a version. */
export interface ChangesTo {
  scheduled: number;
  /** These wait for the owner or the host. */
  waiting: number;
}

/** How many open changes of the transaction's app lead to each of these versions from another one. */
export async function countChangesTo(
  queries: Queries,
  appId: string,
  versionIds: string[],
): Promise<ReadonlyMap<string, ChangesTo>> {
  if (versionIds.length === 0) return new Map();
  const rows = await withAllAccounts(
    queries,
    () => queries.$queryRaw<(ChangesTo & { id: string })[]>`
      SELECT c.version_id AS id, (count(*) FILTER (WHERE c.waits_for IS NULL))::int AS scheduled,
        (count(*) FILTER (WHERE c.waits_for IS NOT NULL))::int AS waiting
      FROM account_changes c JOIN current_versions v ON v.app_id = ${appId} AND v.account_id = c.account_id
      WHERE c.app_id = ${appId} AND c.outcome IS NULL AND c.add_on_id IS NULL
        AND c.trial IS DISTINCT FROM 'end' AND c.version_id = ANY (${versionIds}) AND c.version_id <> v.version_id
      GROUP BY 1`,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Whether an account of the transaction's app is on one of these versions, billed for the period, or will be after a trial. */
export async function hasAccountOn(
  queries: Queries,
  appId: string,
  on: { versionId: string; billingPeriod: BillingPeriod | null }[],
): Promise<boolean> {
  if (on.length === 0) return false;
  const any = on.map(({ versionId, billingPeriod }) => ({
    versionId,
    ...(billingPeriod && { billingPeriod }),
  }));
  if (await queries.currentVersion.findFirst({ where: { appId, OR: any } })) return true;
  const ends = await queries.$queryRaw<{ version_id: string; billing_period: string }[]>`
    SELECT DISTINCT e.version_id, e.billing_period FROM (${selectTrialEnds(appId)}) AS e`;
  return ends.some((end) =>
    on.some(
      ({ versionId, billingPeriod }) =>
        versionId === end.version_id && (billingPeriod ?? end.billing_period) === end.billing_period,
    ),
  );
}

/** How many accounts have an add-on on, by add-on ID and version ID. */
export type AddOnCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** How many accounts of the transaction's app have each add-on on, on each version. */
export async function countAddOnAccounts(queries: Queries, appId: string): Promise<AddOnCounts> {
  const rows = await withAllAccounts(
    queries,
    () => queries.$queryRaw<{ addOnId: string; versionId: string; count: number }[]>`
      SELECT s.state ->> 'addOnId' AS "addOnId", v.version_id AS "versionId", count(*)::int AS count
      FROM (
        SELECT DISTINCT ON (account_id) account_id, state FROM account_history
        WHERE app_id = ${appId} AND add_on_entries IS NOT NULL ORDER BY account_id, add_on_sequence DESC
      ) newest
      JOIN current_versions v ON v.app_id = ${appId} AND v.account_id = newest.account_id
      CROSS JOIN jsonb_array_elements(newest.state -> 'addOnStates') AS s (state)
      WHERE (s.state ->> 'active')::boolean GROUP BY 1, 2`,
  );
  const counts = new Map<string, Map<string, number>>();
  for (const { addOnId, versionId, count } of rows) {
    counts.set(addOnId, (counts.get(addOnId) ?? new Map<string, number>()).set(versionId, count));
  }
  return counts;
}

/** How many accounts have an add-on on. */
export function countAddOn(counts: AddOnCounts, addOnId: string): number {
  return [...(counts.get(addOnId)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** Account IDs by name, which is an external ID or, if none matches, an ID. Unknown names are left out. */
export async function findAccountIds(
  queries: Queries,
  appId: string,
  names: string[],
): Promise<Map<string, string>> {
  const accounts = await queries.account.findMany({
    where: { appId, OR: [{ id: { in: names } }, { externalId: { in: names } }] },
    select: { id: true, externalId: true },
  });
  const byId = accounts.map(({ id }) => [id, id] as const);
  return new Map([...byId, ...accounts.map(({ id, externalId }) => [externalId ?? id, id] as const)]);
}

/** External IDs of accounts by ID. Accounts without one are left out. */
export async function findAccountNames(
  queries: Queries,
  appId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const accounts = await queries.account.findMany({
    where: { appId, id: { in: ids }, externalId: { not: null } },
    select: { id: true, externalId: true },
  });
  return new Map(accounts.map(({ id, externalId }) => [id, externalId!]));
}

/** The app with this host name, if it is not the app `slug`. */
export function findOtherAppByHost(
  queries: Queries,
  host: string,
  slug: string,
): Promise<{ slug: string } | null> {
  return queries.app.findFirst({ where: { host, slug: { not: slug } }, select: { slug: true } });
}

/** Inserts an app and sets the transaction's tenant to it. */
export async function insertApp(queries: Queries, app: StoredApp): Promise<void> {
  await queries.app.create({ data: app });
  await setTenant(queries, { appId: app.id });
}

interface EntityRows<T> {
  updated: T[];
  inserted: T[];
}

interface RelationRows<T> {
  deleted: T[];
  inserted: T[];
}

/** The rows that a publication writes. */
export interface CatalogRows {
  /** It is null if the app does not change. */
  apps: StoredApp | null;
  versions: EntityRows<StoredVersion>;
  features: EntityRows<StoredFeature>;
  addOns: EntityRows<StoredAddOn>;
  versionFeatures: RelationRows<StoredCell>;
  addOnVersions: RelationRows<StoredAddOnPrice>;
  addOnFeatures: RelationRows<StoredAddOnEffect>;
  versionGrants: RelationRows<StoredGrant>;
  catalogTexts: { inserted: StoredTexts[] };
}

/** A publication of an edition. */
export interface PublicationRecord {
  editionId: string;
  at: Date;
  by: object;
  /** What it changes, as the API returns it. */
  difference: object;
}

/**
 * Writes rows to the catalog of the transaction's tenant, and marks an edition as published, in one statement: there
 * may be thousands of rows.
 */
export async function publishRows(
  queries: Queries,
  { editionId, at, by, difference }: PublicationRecord,
  { apps, ...tables }: CatalogRows,
): Promise<void> {
  const rename = (rows: object[]) => rows.map(toSnakeCase);
  const rows = toSnakeCase({
    apps: apps && toSnakeCase(apps),
    ...Object.fromEntries(
      Object.entries(tables).map(([table, parts]) => [
        table,
        Object.fromEntries(Object.entries(parts).map(([part, list]) => [part, rename(list as object[])])),
      ]),
    ),
  });
  await queries.$queryRaw`
    SELECT publish_edition(${editionId}, ${at}, ${JSON.stringify(by)}::jsonb, ${JSON.stringify(difference)}::jsonb,
      ${JSON.stringify(rows)}::jsonb)::text`;
}
