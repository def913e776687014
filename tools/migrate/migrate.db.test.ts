import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  buildDatabaseUrl,
  createDatabaseName,
  dropDatabase,
  runSql,
} from '@/tools/postgres/scratch-database';
import { migrate, migrationsFolder } from './migrate';
import { withMigrationLock } from './migration-lock';

const serverUrl = process.env.DATABASE_URL ?? '';
let name: string;
let url: string;
let folder: string;

beforeEach(async () => {
  name = createDatabaseName('migrate');
  await runSql(serverUrl, `CREATE DATABASE "${name}"`);
  url = buildDatabaseUrl(serverUrl, name);
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(join(migrationsFolder, 'migration_lock.toml'), join(folder, 'migration_lock.toml'));
});
afterEach(async () => {
  await dropDatabase(serverUrl, name);
  rmSync(folder, { recursive: true });
});

it('applies each pending migration once, in order', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  expect(await migrate(url, { folder })).toEqual(['1_table']);
  writeMigration('2_row', 'INSERT INTO t VALUES (2);');
  writeMigration('3_row', 'INSERT INTO t VALUES (3);');
  expect(await migrate(url, { folder })).toEqual(['2_row', '3_row']);
  expect(await migrate(url, { folder })).toEqual([]);
  expect(await querySql('SELECT n FROM t')).toEqual([{ n: 2 }, { n: 3 }]);
});

it('applies statements that contain semicolons', async () => {
  writeMigration(
    '1_function',
    `-- a comment; with one
    CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END $$;`,
  );
  await migrate(url, { folder });
  expect(await querySql('SELECT f()')).toEqual([{ f: 'a;b' }]);
});

it('rolls back a migration that fails, and applies it again at the next start', async () => {
  writeMigration('1_half', 'CREATE TABLE t (n int); SELECT 1 / 0;');
  for (let start = 1; start <= 2; start += 1) {
    await expect(migrate(url, { folder })).rejects.toThrow(/A migration failed[\s\S]*division by zero/);
    expect(await querySql(`SELECT to_regclass('t') AS t`)).toEqual([{ t: null }]);
  }
  writeMigration('1_half', 'CREATE TABLE t (n int);');
  expect(await migrate(url, { folder })).toEqual(['1_half']);
  expect(await migrate(url, { folder })).toEqual([]);
});

it('does not repeat a migration whose process ended before it was recorded', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrate(url, { folder });
  await querySql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
    CREATE TRIGGER fail BEFORE UPDATE ON _prisma_migrations FOR EACH ROW
      WHEN (NEW.applied_steps_count > OLD.applied_steps_count) EXECUTE FUNCTION fail()`);
  writeMigration('2_row', 'INSERT INTO t VALUES (2);');
  await expect(migrate(url, { folder })).rejects.toThrow('killed');
  await querySql('DROP TRIGGER fail ON _prisma_migrations');
  expect(await migrate(url, { folder })).toEqual([]);
  expect(await querySql('SELECT n FROM t')).toEqual([{ n: 2 }]);
});

it('repeats a migration that deadlocks with a server, which is not interrupted', async () => {
  writeMigration('1_tables', 'CREATE TABLE t (n int); CREATE TABLE u (n int);');
  await migrate(url, { folder });
  writeMigration('2_columns', 'ALTER TABLE t ADD m int; SELECT pg_sleep(0.3); ALTER TABLE u ADD m int;');
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await server.query('BEGIN; INSERT INTO u VALUES (1)');
    const migrated = migrate(url, { folder });
    await expect
      .poll(() => querySql(`SELECT count(*)::int FROM pg_locks WHERE relation = 't'::regclass AND granted`))
      .toEqual([{ count: 1 }]);
    await server.query('INSERT INTO t VALUES (1); COMMIT');
    expect(await migrated).toEqual(['2_columns']);
  } finally {
    await server.end();
  }
  expect(await querySql('SELECT t.n, u.n AS un, t.m FROM t, u')).toEqual([{ n: 1, un: 1, m: null }]);
});

it('does not block a table for longer than half a second while it waits for it', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrate(url, { folder });
  writeMigration('2_column', 'ALTER TABLE t ADD m int;');
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    await reader.query('BEGIN; SELECT FROM t');
    const migrated = migrate(url, { folder });
    await expect
      .poll(() =>
        querySql(`SELECT count(*)::int FROM pg_locks WHERE relation = 't'::regclass AND NOT granted`),
      )
      .toEqual([{ count: 1 }]);
    const startedAt = performance.now();
    await querySql('INSERT INTO t VALUES (1)');
    expect(performance.now() - startedAt).toBeLessThan(1500);
    await reader.query('COMMIT');
    expect(await migrated).toEqual(['2_column']);
  } finally {
    await reader.end();
  }
});

it('rejects a database with unknown migrations', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  writeMigration('2_table', 'CREATE TABLE u (n int);');
  await migrate(url, { folder });
  rmSync(join(folder, '2_table'), { recursive: true });
  await expect(migrate(url, { folder })).rejects.toThrow(/not in prisma\/migrations:\n {2}2_table/);
});

it('rejects a database when an applied migration was edited', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrate(url, { folder });
  writeMigration('1_table', 'CREATE TABLE t (n bigint);');
  await expect(migrate(url, { folder })).rejects.toThrow(/edited after it was applied:\n {2}1_table/);
});

it('serializes concurrent calls', async () => {
  writeMigration('1_slow', 'SELECT pg_sleep(0.2); CREATE TABLE t (n int);');
  const applied = await Promise.all([
    migrate(url, { folder }),
    migrate(url, { folder }),
    migrate(url, { folder }),
  ]);
  expect(applied.flat()).toEqual(['1_slow']);
});

it('closes its connections', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrate(url, { folder });
  const sql = 'SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database()';
  expect(await querySql(`${sql} AND pid <> pg_backend_pid()`)).toEqual([{ others: 0 }]);
});

it('reports that it can not connect', async () => {
  await expect(migrate('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(
    "Can't connect to the database",
  );
});

it('waits for another process that migrates, names it, and gives up', async () => {
  const lockTimeoutMs = 200;
  await withMigrationLock(url, async (holder) => {
    const [row] = (await holder.query('SELECT pg_backend_pid() AS pid')).rows;
    await expect(migrate(url, { folder, lockTimeoutMs })).rejects.toThrow(
      `Gave up after 0.2 seconds: backend ${row.pid} (app-versions migrate from 127.0.0.1, connected for 0 s) holds the migration lock.`,
    );
  });
  await migrate(url, { folder, lockTimeoutMs });
});

function writeMigration(migration: string, sql: string): void {
  mkdirSync(join(folder, migration), { recursive: true });
  writeFileSync(join(folder, migration, 'migration.sql'), sql);
}

async function querySql(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
