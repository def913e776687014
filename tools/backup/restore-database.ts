import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readMigrations } from '@/lib/db/connection/schema-files';
import { CliError } from '@/tools/cli';
import { migrate, OtherVersionError } from '@/tools/migrate/migrate';
import { projectRoot } from '@/tools/project-root.mjs';
import { listTables, withCopyConnection } from './backup-database';
import {
  type BackupTable,
  columnList,
  HashingStream,
  type Manifest,
  manifestName,
  manifestSchema,
  tableFile,
} from './manifest';

/**
 * Restores a backup into an empty database, and then applies the migrations that are newer than the backup. All rows are
 * written in one transaction. Throws a `CliError`, without having written rows, if the backup is damaged or from a newer
 * version, or if the database has data.
 */
export async function restoreDatabase(url: string, folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  await migrateTo(url, manifest.migrations);
  await withCopyConnection(url, async (client) => {
    await client.query('BEGIN');
    await assertEmpty(client);
    await assertComplete(client, manifest);
    for (const table of manifest.tables) await restoreTable(client, folder, table);
    await shiftTransactionIds(client);
    await client.query('COMMIT');
  });
  await migrate(url);
  return manifest;
}

function readManifest(folder: string): Manifest {
  const file = join(folder, manifestName);
  if (!existsSync(file)) throw new CliError(`${folder} is not a backup: it has no ${manifestName}.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CliError(`${file} is damaged.`);
  }
  const result = manifestSchema.safeParse(content);
  if (!result.success) {
    throw new CliError(
      `${file} is damaged, or of another version (${result.error.issues[0]?.message}); restore the backup with the version that made it.`,
    );
  }
  return result.data;
}

/** Applies the first migrations of this version, which must be those of the backup. */
async function migrateTo(url: string, names: string[]): Promise<void> {
  const known = readMigrations(projectRoot);
  const unknown = names.filter((name, index) => known[index]?.name !== name);
  if (unknown.length > 0) {
    throw new CliError(
      `The backup has migrations that this version does not have (${unknown.join(', ')}), and nothing was restored; restore it with the version that made it, or a later one.`,
    );
  }
  try {
    // The functions are those of the newest migration.
    await migrate(url, { migrations: known.slice(0, names.length), functionFiles: null });
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error;
    throw new CliError(
      'The backup can only be restored into an empty database: set another DATABASE_URL or DATA_DIR.',
    );
  }
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM apps LIMIT 1');
  if (rowCount) throw new CliError('The database has data. A backup can only be restored into an empty one.');
}

/** Throws a `CliError` unless the backup has the tables of the database, with their columns. */
async function assertComplete(client: pg.Client, { tables }: Manifest): Promise<void> {
  const describe = (each: Pick<BackupTable, 'name' | 'columns'>) =>
    `${each.name} (${each.columns.toSorted().join(', ')})`;
  const described = tables.map(describe);
  const expected = (await listTables(client)).map(describe);
  const missing = expected.filter((table) => !described.includes(table));
  const others = described.filter(
    (table, index) => !expected.includes(table) || described.indexOf(table) < index,
  );
  const names = [...missing, ...others].map((table) => table.split(' ')[0] ?? '');
  if (names.length === 0) return;
  throw new CliError(
    `The backup is of another version, or damaged, and nothing was restored: it has other tables or columns than its migrations (${[...new Set(names)].sort().join(', ')}); restore it with the version that made it.`,
  );
}

async function restoreTable(client: pg.Client, folder: string, table: BackupTable): Promise<void> {
  const { name, rows, sha256 } = table;
  const file = tableFile(folder, name);
  await withoutProtection(client, name, async () => {
    const hash = new HashingStream();
    const target = client.query(copyFrom(`COPY "${name}" (${columnList(table)}) FROM STDIN`));
    try {
      await pipeline(createReadStream(file), createGunzip(), hash, target);
    } catch (error) {
      throw new CliError(`${file} can't be restored: ${(error as Error).message}. Nothing was restored.`);
    }
    if (target.rowCount !== rows || hash.digest() !== sha256) {
      throw new CliError(
        `${file} is damaged: its content is not what the manifest says. Nothing was restored.`,
      );
    }
  });
}

const enableTrigger: Record<string, string> = { O: 'ENABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' };

/**
 * Runs `work` while a table has neither triggers nor forced row-level security, which COPY does not support. Only the owner
 * may do this. Other sessions see no change, because the transaction holds a lock on the table.
 */
async function withoutProtection(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ forced: boolean; triggers: Record<string, string> }>(
    `SELECT c.relforcerowsecurity AS forced, (
       SELECT coalesce(json_object_agg(t.tgname, t.tgenabled), '{}') FROM pg_trigger t
       WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D') AS triggers
     FROM pg_class c WHERE c.oid = $1::regclass`,
    [name],
  );
  const { forced = false, triggers = {} } = rows[0] ?? {};
  await client.query(`ALTER TABLE "${name}" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`);
  await work();
  // Checks deferred foreign keys, which would make ALTER TABLE fail.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  const actions = Object.entries(triggers).map(
    ([trigger, state]) => `${enableTrigger[state]} TRIGGER "${trigger}"`,
  );
  if (forced) actions.push('FORCE ROW LEVEL SECURITY');
  if (actions.length > 0) await client.query(`ALTER TABLE "${name}" ${actions.join(', ')}`);
}

/** Columns with transaction IDs (prisma/sql/events.sql). */
const transactionIdColumns = [
  ['events', 'xid'],
  ['webhook_endpoints', 'dispatched_xid'],
  ['webhook_deliveries', 'event_xid'],
] as const;

/**
 * Makes all transaction IDs negative, in the same order. In another cluster they would be those of later transactions,
 * whose events would be skipped.
 */
async function shiftTransactionIds(client: pg.Client): Promise<void> {
  let shift = 0n;
  const forEachColumn = async (work: (table: string, column: string) => Promise<void>) => {
    for (const [table, column] of transactionIdColumns)
      await withoutProtection(client, table, () => work(table, column));
  };
  await forEachColumn(async (table, column) => {
    const { rows } = await client.query<{ max: string | null }>(`SELECT max("${column}") FROM "${table}"`);
    const max = BigInt(rows[0]?.max ?? -1);
    if (max >= shift) shift = max + 1n;
  });
  await forEachColumn(async (table, column) => {
    await client.query(`UPDATE "${table}" SET "${column}" = "${column}" - $1`, [shift]);
  });
}
