import type pg from 'pg';
import { makeId } from '@/lib/contract/ids';
import { findAppBySlug, readCatalog } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { parseImportFiles } from '@/lib/price-list/parse/load-import-files';
import { publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { buildKey } from '@/prisma/factories/build-credential';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { runSql, withClient } from '@/tools/postgres/scratch-database';

interface CatalogSize {
  versions: number;
  features: number;
}

/** Imports a generated price list. Each `revision` has a different price, so that it changes the catalog. */
export async function importBenchCatalog(
  db: Database,
  slug: string,
  size: CatalogSize,
  revision = 0,
  language: string | null = null,
): Promise<void> {
  const list = createPriceList(size, revision);
  const file = { name: `${slug}.yml`, text: buildPriceListText(list) };
  const extension = language && { name: `${slug}.extension.yml`, text: createTexts(list, language) };
  // Without it, the accounts of the plan whose price rises would keep an earlier generation.
  const existing = new Map([['PLAN_2', 'follow' as const]]);
  await publishPriceList(db, { slug, ...parseImportFiles(file, extension || null), existing }, makeId);
}

/** An extension with titles in a language, as long as those of the list. */
function createTexts({ plans, features }: ReturnType<typeof createPriceList>, language: string): string {
  const toTitles = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { title: name.toLowerCase().replace('_', '-') }]));
  const texts = { [language]: { plans: toTitles(Object.keys(plans)), features: toTitles(features) } };
  return JSON.stringify({ app: { language: 'en' }, texts });
}

/**
 * Version n of N includes the first n/N of the features. The last feature is an add-on for all versions but the last.
 */
export function createPriceList({ versions, features }: CatalogSize, revision = 0) {
  const names = Array.from({ length: features }, (_, index) => `feature${index + 1}`);
  const plans = Array.from({ length: versions }, (_, index) => {
    const count = Math.ceil((features * (index + 1)) / versions);
    const price = index === 1 ? 10 + revision : index * 10;
    return [`PLAN_${index + 1}`, { price, unit: 'month', features: names.slice(0, count) }] as const;
  });
  const availableFor = plans.slice(0, -1).map(([name]) => name);
  return {
    features: names,
    plans: Object.fromEntries(plans),
    addOns: { EXTRA: { price: 5, features: names.slice(-1), availableFor } },
  };
}

export interface BenchApp {
  id: string;
  slug: string;
  size: CatalogSize;
  /** An app key. */
  key: string;
  /** Versions, ordered by fee. */
  versionIds: string[];
}

/** Creates an app from a price list, with a snapshot of each version. */
export async function createBenchApp(db: Database, slug: string, size: CatalogSize): Promise<BenchApp> {
  await importBenchCatalog(db, slug, size);
  const app = await findAppBySlug(db, slug);
  if (!app) throw new Error(`The app "${slug}" was not created.`);
  const versions = await withTenant(db, { appId: app.id }, async (queries) => {
    const catalog = await readCatalog(queries, app.id);
    const rows = catalog.versions.toSorted((a, b) => (a.fee ?? 0) - (b.fee ?? 0));
    const data = rows.map((row) => snapshotVersion(catalog, row));
    await queries.versionSnapshot.createMany({ data, skipDuplicates: true });
    return rows;
  });
  // Without statistics, the database plans queries badly until autovacuum runs.
  await db.$executeRaw`ANALYZE`;
  const key = await buildKey(db, { app });
  return { id: app.id, slug, size, key, versionIds: versions.map(({ id }) => id) };
}

interface AccountRange {
  appId: string;
  /** Numbers of the first and the last account, see `getAccountId`. */
  from: number;
  to: number;
  /** Entries in each history. */
  entries: number;
}

/** The id of the account with this number. */
export function getAccountId(number: number): string {
  return `acc_${String(number).padStart(26, '0')}`;
}

/** Rows per INSERT statement. */
const batchRows = 200_000;

/**
 * Inserts accounts and their histories in bulk with SQL. Each account moves from version to version, so the snapshots of
 * all versions must exist. Needs `disableForcedRowSecurity`.
 */
export async function loadAccounts(
  databaseUrl: string,
  { appId, from, to, entries }: AccountRange,
): Promise<void> {
  await withBulkClient(databaseUrl, ['accounts', 'account_history'], async (client) => {
    const step = Math.max(1, Math.floor(batchRows / entries));
    for (let first = from; first <= to; first += step) {
      const last = Math.min(to, first + step - 1);
      await client.query(
        `INSERT INTO accounts (app_id, id, title)
         SELECT $1, 'acc_' || lpad(n::text, 26, '0'), 'Account ' || n FROM generate_series($2::int, $3::int) n`,
        [appId, first, last],
      );
      await client.query(insertEntries, [appId, first, last, 1, entries]);
    }
  });
}

/** Extends the history of one account from `from` to `to` entries. */
export async function extendHistory(
  databaseUrl: string,
  { appId, account, from, to }: { appId: string; account: number; from: number; to: number },
): Promise<void> {
  await withBulkClient(databaseUrl, ['account_history'], async (client) => {
    for (let first = from + 1; first <= to; first += batchRows) {
      const last = Math.min(to, first + batchRows - 1);
      await client.query(insertEntries, [appId, account, account, first, last]);
    }
  });
}

/**
 * Runs bulk inserts into `tables` on a connection of their own, then vacuums and analyzes the tables. Their foreign keys are
 * dropped meanwhile, so that they are checked once at the end.
 */
async function withBulkClient(
  databaseUrl: string,
  tables: string[],
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    // This setting is for this connection only. What is measured waits for the disk.
    await client.query('SET synchronous_commit = off');
    const { rows } = await client.query<{ table: string; name: string; definition: string }>(
      `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY($1)`,
      [tables],
    );
    for (const { table, name } of rows) {
      await client.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
    }
    await work(client);
    for (const { table, name, definition } of rows) {
      await client.query(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
    }
    await client.query(`VACUUM (ANALYZE) ${tables.join(', ')}`);
  });
}

/** Entry s of account n has version (n + s) modulo the number of versions, ordered by fee. Entries are ten seconds apart. */
const insertEntries = `
  WITH ladder AS (
    SELECT digest, version_id, fee, (row_number() OVER (ORDER BY fee, version_id) - 1)::int AS step,
      (count(*) OVER ())::int AS steps
    FROM version_snapshots WHERE app_id = $1)
  INSERT INTO account_history (app_id, account_id, sequence, version_sequence, id, version_id, snapshot_digest, previous_digest,
    direction, changed_at, actor_kind, actor_name, channel, billing_period, users, command, kind, add_on_sequence)
  SELECT $1, 'acc_' || lpad(n::text, 26, '0'), s, s, 'avh_' || lpad((n::bigint * 100000000 + s)::text, 26, '0'),
    v.version_id, v.digest, CASE WHEN s > 1 THEN w.digest END,
    (CASE WHEN s = 1 THEN 'none' WHEN w.fee < v.fee THEN 'upgrade' ELSE 'downgrade' END)::direction,
    timestamptz '2020-01-01 00:00Z' + s * interval '10 seconds', 'operator', 'Bench', 'command',
    'month', 1, 'switch', 'switch', 0
  FROM generate_series($2::int, $3::int) n CROSS JOIN generate_series($4::int, $5::int) s
  JOIN ladder v ON v.step = (n + s) % v.steps
  JOIN ladder w ON w.step = (n + s - 1) % w.steps
  ORDER BY n, s`;

/**
 * Exempts the owner of the tables from row-level security; the service's own role stays subject to it. Bulk inserts
 * connect as the owner.
 */
export async function disableForcedRowSecurity(url: string): Promise<void> {
  await runSql(
    url,
    `DO $$ DECLARE name regclass; BEGIN
       FOR name IN SELECT oid::regclass FROM pg_class WHERE relforcerowsecurity LOOP
         EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', name);
       END LOOP;
     END $$`,
  );
}
