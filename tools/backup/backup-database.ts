import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { commandLimits, connectionConfig } from '@/lib/db/connection/client';
import { CliError } from '@/tools/cli';
import { withConnection } from '@/tools/postgres/connect';
import {
  type BackupTable,
  columnList,
  formatVersion,
  HashingStream,
  type Manifest,
  manifestName,
  tableFile,
} from './manifest';

/** Tables that a backup leaves out, because their rows expire within minutes or a day. The manifest lists the migrations. */
const excludedTables = ['rate_limits', 'setup_links'];

/** The file that marks a folder as an incomplete backup, which may be deleted. */
const markerName = '.incomplete-backup';

/** Session settings with which COPY writes and reads the same texts everywhere. */
const copySettings = { timezone: 'UTC', datestyle: 'ISO', extra_float_digits: 1, client_encoding: 'UTF8' };

/** Runs `work` with a connection of the owner, for COPY. Statements may take hours. */
export function withCopyConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const timeouts = { statement_timeout: 0, lock_timeout: commandLimits.lockTimeoutMs };
  return withConnection(url, work, {
    ...connectionConfig(url, { ...copySettings, ...timeouts }),
    application_name: 'app-versions backup',
  });
}

/**
 * Writes a backup of the database to a new folder. All tables are read in one snapshot, while servers keep working.
 * Throws a `CliError` if the folder exists or rows can't be read. An incomplete backup is removed.
 */
export async function backUpDatabase(url: string, folder: string, now: Date): Promise<Manifest> {
  if (existsSync(folder)) throw new CliError(`${folder} exists. Nothing was written.`);
  const draft = `${folder}.incomplete`;
  const marker = join(draft, markerName);
  if (existsSync(draft) && !existsSync(marker)) {
    throw new CliError(`${draft} exists, and is not an incomplete backup. Nothing was written.`);
  }
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(marker, '', { mode: 0o600 });
  try {
    const manifest = await withCopyConnection(url, (client) => copyTables(client, draft, now));
    writeFileSync(join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    rmSync(marker);
    renameSync(draft, folder);
    return manifest;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies all tables to files, in one transaction. */
async function copyTables(client: pg.Client, folder: string, now: Date): Promise<Manifest> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await assertReadable(client);
  // The policies "backup" then let the owner read the rows of all tenants.
  await client.query(`SELECT set_config('tenant.backup', 'on', true)`);
  const tables: BackupTable[] = [];
  for (const table of await listTables(client)) tables.push(await copyTable(client, folder, table));
  const migrations = await listMigrations(client);
  await client.query('COMMIT');
  return { format_version: formatVersion, created_at: now.toISOString(), migrations, tables };
}

/** Throws a `CliError` if row-level security would leave out rows. */
async function assertReadable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relforcerowsecurity
       AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup')`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new CliError(
    `Row-level security hides rows of ${names}: the database was last used by a version without this command. Start this version once, which migrates the database. Nothing was written.`,
  );
}

type TableColumns = Pick<BackupTable, 'name' | 'columns'>;

/** All tables with the columns that are not generated, each after those that its foreign keys refer to. */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns & { references: string[] }>(
    `SELECT c.relname::text AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       ARRAY(SELECT k.confrelid::regclass::text FROM pg_constraint k
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS references
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     ORDER BY c.relname`,
    [excludedTables],
  );
  const sorted = new Map<string, TableColumns>();
  while (sorted.size < rows.length) {
    const next = rows.find(
      (row) => !sorted.has(row.name) && row.references.every((name) => sorted.has(name)),
    );
    if (!next) throw new Error('The foreign keys of the tables are circular.');
    sorted.set(next.name, { name: next.name, columns: next.columns });
  }
  return [...sorted.values()];
}

async function copyTable(client: pg.Client, folder: string, table: TableColumns): Promise<BackupTable> {
  const rows = client.query(copyTo(`COPY "${table.name}" (${columnList(table)}) TO STDOUT`));
  const hash = new HashingStream();
  const file = createWriteStream(tableFile(folder, table.name), { mode: 0o600 });
  await pipeline(rows, hash, createGzip(), file);
  return { ...table, rows: rows.rowCount, sha256: hash.digest() };
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM migrations.applied ORDER BY name COLLATE "C"',
  );
  return rows.map(({ name }) => name);
}
