import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { runtimeRole } from '@/lib/db/connection/client';
import {
  computeChecksum,
  readFunctionFiles,
  readMigrations,
  type SqlFile,
} from '@/lib/db/connection/schema-files';
import { CliError } from '@/tools/cli';
import { log, runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { withMigrationLock } from './migration-lock';
import { findRuntimeRole } from './runtime-role';

interface MigrateOptions {
  /** The default is those of the project. */
  migrations?: SqlFile[];
  /** The default is those of the project. Null leaves the functions of the database alone. */
  functionFiles?: SqlFile[] | null;
  /** Whether functions that later ones have replaced may be applied again, as after an edit was undone. */
  allowsEarlierFunctions?: boolean;
  /** Whether the owner may be a role to which row-level security does not apply. */
  allowsSuperuser?: boolean;
  /** Milliseconds to wait for another process that migrates. */
  lockTimeoutMs?: number;
}

/**
 * Applies the pending migrations and then the functions of prisma/sql if they differ from those that were applied last. Returns
 * the names of the migrations, and "functions". A migration is one transaction, and so are the functions; what fails has changed
 * nothing and is applied again by the next call. An advisory lock serializes concurrent calls. Throws a `CliError` when
 * SQL fails, when another version has migrated the database, or when there is something to apply and the owner is a superuser.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = readMigrations(projectRoot), lockTimeoutMs } = options;
  const { functionFiles = readFunctionFiles(projectRoot), allowsEarlierFunctions = false } = options;
  const { allowsSuperuser = false } = options;
  const apply = async (client: pg.Client) => {
    const assertOwner = async () => allowsSuperuser || (await assertNoSuperuser(client));
    const isNew = !(await hasHistory(client));
    if (isNew) await assertOwner();
    const role = await findRuntimeRole(client);
    if (isNew) await createHistory(client);
    const pending = await findPendingMigrations(client, migrations);
    const checksum = functionFiles && (await findNewFunctions(client, functionFiles, allowsEarlierFunctions));
    const applied = pending.map(({ name }) => name);
    if (pending.length === 0 && !checksum) return applied;
    await assertOwner();
    return runStep('migrating the database', async () => {
      for (const migration of pending) {
        await runScript(client, [migration], role, () => recordMigration(client, migration));
      }
      if (!functionFiles || !checksum) return applied;
      await runScript(client, functionFiles, role, () => recordFunctions(client, checksum));
      return [...applied, 'functions'];
    });
  };
  return withMigrationLock(url, apply, lockTimeoutMs);
}

/** The database was migrated by a version whose migrations are not those of this one. */
export class OtherVersionError extends CliError {
  constructor(reason: string) {
    super(
      `The database can't be migrated, and nothing was changed: ${reason}; start that version, which can also export the price lists (npm run catalog -- export), or use an empty database (another DATABASE_URL or DATA_DIR).`,
    );
  }
}

/** Whether the tables exist that record what was applied. */
async function hasHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ current: boolean; earlier: boolean }>(
    `SELECT to_regclass('migrations.functions') IS NOT NULL AS current,
       to_regclass('public._prisma_migrations') IS NOT NULL AS earlier`,
  );
  if (rows[0]?.earlier) throw new OtherVersionError('a version before the first release made it');
  return rows[0]?.current ?? false;
}

async function createHistory(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE SCHEMA migrations;
    CREATE TABLE migrations.applied (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp());
    CREATE TABLE migrations.functions (
      checksum text PRIMARY KEY, signatures text[] NOT NULL, applied_at timestamptz NOT NULL)`);
}

/** Row-level security does not apply to a superuser: a command could read and write the rows of other tenants. */
async function assertNoSuperuser(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; privilege: string | null }>(
    `SELECT rolname::text AS name, CASE WHEN rolsuper THEN 'SUPERUSER' WHEN rolbypassrls THEN 'BYPASSRLS' END AS privilege
     FROM pg_roles WHERE rolname = current_user`,
  );
  const { name, privilege } = rows[0] ?? {};
  if (!privilege) return;
  throw new CliError(
    `The role "${name}" of DATABASE_URL has ${privilege}, with which row-level security does not apply, and nothing was changed; use an owner without it (docs/operations.md#database), or run npm run migrate -- --allow-superuser.`,
  );
}

/** Throws a `CliError` unless the applied migrations are the first of `migrations`, unedited. */
async function findPendingMigrations(client: pg.Client, migrations: SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations.applied ORDER BY name COLLATE "C"',
  );
  const unknown = rows.filter(({ name }, index) => migrations[index]?.name !== name);
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name);
    throw new OtherVersionError(`another version, with the migrations ${names.join(', ')}, has used it`);
  }
  const edited = migrations.filter((each, index) => {
    const applied = rows[index];
    return applied !== undefined && applied.checksum !== computeChecksum([each]);
  });
  if (edited.length > 0) {
    const names = edited.map(({ name }) => name);
    throw new OtherVersionError(`another version, with other statements in ${names.join(', ')}, made it`);
  }
  return migrations.slice(rows.length);
}

/** The checksum of the functions, or null if they are those that were applied last. */
async function findNewFunctions(
  client: pg.Client,
  files: SqlFile[],
  allowsEarlier: boolean,
): Promise<string | null> {
  const { rows } = await client.query<{ checksum: string }>(
    'SELECT checksum FROM migrations.functions ORDER BY applied_at DESC',
  );
  const checksum = computeChecksum(files);
  const place = rows.findIndex((row) => row.checksum === checksum);
  if (place === 0) return null;
  if (place > 0 && !allowsEarlier) {
    throw new OtherVersionError('a later version has replaced the functions of this one');
  }
  return checksum;
}

async function recordMigration(client: pg.Client, migration: SqlFile): Promise<void> {
  const values = [migration.name, computeChecksum([migration])];
  await client.query('INSERT INTO migrations.applied (name, checksum) VALUES ($1, $2)', values);
}

/** Records the functions that the transaction has created or replaced, and drops others that were recorded before. */
async function recordFunctions(client: pg.Client, checksum: string): Promise<void> {
  const { rows } = await client.query<{ signature: string; isCurrent: boolean }>(
    `SELECT f.signature, f.is_current AS "isCurrent"
     FROM (SELECT p.oid::regprocedure::text AS signature, p.xmin = pg_current_xact_id()::xid AS is_current
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace) AS f
     WHERE f.is_current
       OR f.signature IN (SELECT unnest(r.signatures) FROM migrations.functions r)`,
  );
  const select = (isCurrent: boolean) =>
    rows.filter((row) => row.isCurrent === isCurrent).map(({ signature }) => signature);
  const removed = select(false);
  if (removed.length > 0) await client.query(`DROP ROUTINE ${removed.join(', ')}`);
  await client.query(
    `INSERT INTO migrations.functions AS f (checksum, signatures, applied_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (checksum) DO UPDATE SET applied_at = EXCLUDED.applied_at`,
    [checksum, select(true)],
  );
}

/**
 * It is less than the `deadlock_timeout` of Postgres: of a migration and a server that wait for each other, the migration
 * gives up. While it waits for a table, so do all later statements on the table.
 */
const scriptLockTimeoutMs = 500;
const scriptRetryMs = 60_000;
const scriptPauseMs = 1000;

/** The codes of a lock timeout and of a deadlock. */
const lockErrors = ['55P03', '40P01'];

/** Runs files and `record` in one transaction, which is repeated while it can't get its locks. */
async function runScript(
  client: pg.Client,
  files: SqlFile[],
  role: string,
  record: () => Promise<void>,
): Promise<void> {
  const endsAt = performance.now() + scriptRetryMs;
  for (;;) {
    let place = '';
    try {
      // The body of a function can call functions that come later.
      await client.query(
        `BEGIN; SET LOCAL lock_timeout = ${scriptLockTimeoutMs}; SET LOCAL check_function_bodies = off`,
      );
      for (const { name, sql } of files) {
        place = name;
        // The files have the usual name of the runtime role.
        await client.query(sql.replaceAll(runtimeRole, role));
      }
      await record();
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      const { code, message, hint } = error as pg.DatabaseError;
      if (!lockErrors.includes(code ?? '') || performance.now() > endsAt) {
        throw new CliError(
          `A migration failed and was rolled back. The next start applies it again:\n\n${place}: ${message}${hint ? ` (${hint})` : ''}`,
        );
      }
      log(`waiting for locks: ${message}`);
      await sleep(scriptPauseMs);
    }
  }
}
