import type { AddOnEffect } from './catalog';
import type { Database, Queries } from './client';
import { Prisma } from './generated/client';
import type {
  AddOnFeatureModel,
  AddOnModel,
  AddOnVersionModel,
  AppModel,
  FeatureModel,
  VersionFeatureModel,
  VersionGrantModel,
  VersionModel,
} from './generated/models';
import { toSnakeCase } from './query-json';
import { setTenant } from './tenant';
import { waitForInvalidation } from './wait-for-invalidation';

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
  /** True if any account of the app has an activation. */
  hasHistory: boolean;
}

const transactionTimeouts = { maxWait: 10_000, timeout: 120_000 };

/**
 * Runs `work` in a transaction that holds the app's catalog lock. When it returns, every server has invalidated what was
 * changed.
 */
export async function withCatalogLock<T>(
  db: Database,
  slug: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const result = await db.$transaction(async (queries) => {
    // An advisory lock on the slug, because the app's row may not exist yet.
    await queries.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('catalog ' || ${slug}, 0))::text`;
    return work(queries);
  }, transactionTimeouts);
  await waitForInvalidation(db);
  return result;
}

/** Runs `work` in a read-only repeatable-read transaction. */
export function withCatalogSnapshot<T>(db: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return db.$transaction(
    async (queries) => {
      await queries.$executeRaw`SET TRANSACTION READ ONLY`;
      return work(queries);
    },
    { ...transactionTimeouts, isolationLevel: 'RepeatableRead' },
  );
}

/** The app with its whole catalog, or null if no app has the slug. Sets the transaction's tenant to the app. */
export async function readStoredCatalog(queries: Queries, slug: string): Promise<StoredCatalog | null> {
  const app = await queries.app.findUnique({
    where: { slug },
    omit: { createdAt: true, catalogRevision: true },
  });
  if (!app) return null;
  await setTenant(queries, { appId: app.id });
  const where = { appId: app.id };
  const omit = { appId: true, createdAt: true } as const;
  return {
    app,
    versions: await queries.version.findMany({ where, omit }),
    features: await queries.feature.findMany({ where, omit: { appId: true }, orderBy: { position: 'asc' } }),
    cells: await queries.versionFeature.findMany({ where, omit: { appId: true } }),
    addOns: await queries.addOn.findMany({ where, omit: { appId: true }, orderBy: { position: 'asc' } }),
    addOnPrices: await queries.addOnVersion.findMany({ where, omit: { appId: true } }),
    addOnEffects: (await queries.addOnFeature.findMany({
      where,
      omit: { appId: true },
    })) as StoredAddOnEffect[],
    grants: await queries.versionGrant.findMany({
      where: { ...where, OR: [{ source: null }, { source: { not: 'api' } }] },
      omit: { ...omit, source: true },
    }),
    hasHistory: await withAllAccounts(queries, async () => {
      return (await queries.activation.findFirst({ where, select: { id: true } })) !== null;
    }),
  };
}

/** Runs `read` with access to the histories of all accounts of the transaction's app. */
async function withAllAccounts<T>(queries: Queries, read: () => Promise<T>): Promise<T> {
  await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
  const result = await read();
  await queries.$queryRaw`SELECT set_config('tenant.all_accounts', '', true)`;
  return result;
}

/** How many accounts of the transaction's app are on each version, by version ID. */
export async function countAccounts(queries: Queries, appId: string): Promise<Map<string, number>> {
  const rows = await queries.$queryRaw<{ id: string; count: number }[]>`
    SELECT version_id AS id, count(*)::int AS count FROM current_versions WHERE app_id = ${appId} GROUP BY 1`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** How many accounts of the transaction's app have each of these add-ons on, by add-on ID. */
export async function countAddOnAccounts(
  queries: Queries,
  appId: string,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await withAllAccounts(
    queries,
    () => queries.$queryRaw<{ id: string; count: number }[]>`
      SELECT add_on_id AS id, count(*)::int AS count
      FROM (
        SELECT DISTINCT ON (account_id, add_on_id) add_on_id, active FROM add_on_changes
        WHERE app_id = ${appId} AND add_on_id = ANY(${ids}) ORDER BY account_id, add_on_id, sequence DESC
      ) newest
      WHERE active GROUP BY 1`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
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
  return new Map([
    ...accounts.map(({ id }): [string, string] => [id, id]),
    ...accounts.flatMap(({ id, externalId }): [string, string][] =>
      externalId === null ? [] : [[externalId, id]],
    ),
  ]);
}

/** External IDs of accounts by ID. Accounts without one are left out. */
export async function findAccountNames(
  queries: Queries,
  appId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const accounts = await queries.account.findMany({
    where: { appId, id: { in: ids } },
    select: { id: true, externalId: true },
  });
  return new Map(
    accounts.flatMap(({ id, externalId }): [string, string][] =>
      externalId === null ? [] : [[id, externalId]],
    ),
  );
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

export async function updateApp(queries: Queries, { id, ...fields }: StoredApp): Promise<void> {
  await queries.app.update({ where: { id }, data: fields });
}

/**
 * Updates versions by ID. Tags and the default are reset first, because they can move from one version to another and
 * unique indexes are checked row by row.
 */
export async function updateVersions(
  queries: Queries,
  appId: string,
  versions: StoredVersion[],
): Promise<void> {
  const ids = versions.map(({ id }) => id);
  await queries.$executeRaw`
    UPDATE versions SET tag = 'reset.' || right(id, 24), is_default = false
    WHERE app_id = ${appId} AND id = ANY(${ids})`;
  for (const { id, ...fields } of versions) {
    await queries.version.update({ where: { appId_id: { appId, id } }, data: fields });
  }
}

export async function insertVersions(
  queries: Queries,
  appId: string,
  versions: StoredVersion[],
): Promise<void> {
  await queries.version.createMany({ data: versions.map((version) => ({ ...version, appId })) });
}

// One statement for all rows of a table, because there may be thousands. Table and column names are constants.

const updatedFields = { features: Prisma.FeatureScalarFieldEnum, add_ons: Prisma.AddOnScalarFieldEnum };
const keyColumns = {
  version_features: ['version_id', 'feature_id'],
  add_on_versions: ['add_on_id', 'version_id'],
  add_on_features: ['add_on_id', 'feature_id', 'effect'],
};

/** The tables whose rows have IDs, and those of relations. */
interface EntityRows {
  features: StoredFeature;
  add_ons: StoredAddOn;
}
interface RelationRows {
  version_features: StoredCell;
  add_on_versions: StoredAddOnPrice;
  add_on_features: StoredAddOnEffect;
}

/** Updates rows by ID, and inserts others. Human IDs are reset first, because they can move from one row to another. */
export async function writeEntities<T extends keyof EntityRows>(
  queries: Queries,
  appId: string,
  table: T,
  { updated, inserted }: { updated: EntityRows[T][]; inserted: EntityRows[T][] },
): Promise<void> {
  if (updated.length > 0) {
    const ids = updated.map(({ id }) => id);
    const name = Prisma.raw(table);
    const assignments = Object.keys(toSnakeCase(updatedFields[table]))
      .filter((column) => column !== 'app_id' && column !== 'id')
      .map((column) => `"${column}" = n."${column}"`)
      .join(', ');
    await queries.$executeRaw`
      UPDATE ${name} SET human_id = 'reset ' || id WHERE app_id = ${appId} AND id = ANY(${ids})`;
    await queries.$executeRaw`
      UPDATE ${name} r SET ${Prisma.raw(assignments)}
      FROM jsonb_populate_recordset(NULL::${name}, ${toJsonRows(appId, updated)}::jsonb) AS n
      WHERE r.app_id = n.app_id AND r.id = n.id`;
  }
  await insertRows(queries, appId, table, inserted);
}

/** Deletes rows of a relation, of which only the key columns are read, then inserts others. */
export async function replaceRelation<T extends keyof RelationRows>(
  queries: Queries,
  appId: string,
  table: T,
  { deleted, inserted }: { deleted: RelationRows[T][]; inserted: RelationRows[T][] },
): Promise<void> {
  if (deleted.length > 0) {
    const name = Prisma.raw(table);
    const sameKey = Prisma.raw(keyColumns[table].map((column) => `r.${column} = d.${column}`).join(' AND '));
    await queries.$executeRaw`
      DELETE FROM ${name} r
      USING jsonb_populate_recordset(NULL::${name}, ${toJsonRows(appId, deleted)}::jsonb) AS d
      WHERE r.app_id = d.app_id AND ${sameKey}`;
  }
  await insertRows(queries, appId, table, inserted);
}

async function insertRows(
  queries: Queries,
  appId: string,
  table: keyof (EntityRows & RelationRows),
  rows: object[],
): Promise<void> {
  if (rows.length === 0) return;
  const name = Prisma.raw(table);
  await queries.$executeRaw`
    INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, ${toJsonRows(appId, rows)}::jsonb)`;
}

/** Rows of an app as the JSON argument of `jsonb_populate_recordset`. */
function toJsonRows(appId: string, rows: object[]): string {
  return JSON.stringify(rows.map((row) => toSnakeCase({ ...row, appId })));
}

/** Inserts grants of the price list. The API may have granted the same. */
export async function insertGrants(queries: Queries, appId: string, grants: StoredGrant[]): Promise<void> {
  for (const { accountId, versionId } of grants) {
    await queries.$executeRaw`
      INSERT INTO version_grants (app_id, account_id, version_id) VALUES (${appId}, ${accountId}, ${versionId})
      ON CONFLICT (app_id, account_id, version_id) DO UPDATE SET source = 'both'`;
  }
}

/** Deletes grants of the price list. Those of the API stay. */
export async function deleteGrants(queries: Queries, appId: string, grants: StoredGrant[]): Promise<void> {
  for (const grant of grants) {
    const where = { appId, ...grant };
    const { count } = await queries.versionGrant.updateMany({
      where: { ...where, source: 'both' },
      data: { source: 'api' },
    });
    if (count === 0) await queries.versionGrant.deleteMany({ where });
  }
}
