import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SqlFile } from '@/lib/db/connection/schema-files';
import {
  buildDatabaseUrl,
  createDatabaseName,
  dropDatabase,
  runSql,
} from '@/tools/postgres/scratch-database';
import { buildObserverUrl } from '@/tools/testing/test-database';
import { migrate } from './migrate';
import { withMigrationLock } from './migration-lock';

const serverUrl = process.env.DATABASE_URL ?? '';
let name: string;
let url: string;
let migrations: SqlFile[];
let functionFiles: SqlFile[] | null;

beforeEach(async () => {
  name = createDatabaseName('migrate');
  await runSql(serverUrl, `CREATE DATABASE "${name}"`);
  url = buildDatabaseUrl(serverUrl, name);
  migrations = [];
  functionFiles = null;
});
afterEach(() => dropDatabase(serverUrl, name));

it('applies each pending migration once, in order', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  expect(await migrateFiles()).toEqual(['1_table']);
  writeMigration('2_row', 'INSERT INTO t VALUES (2);');
  writeMigration('3_row', 'INSERT INTO t VALUES (3);');
  expect(await migrateFiles()).toEqual(['2_row', '3_row']);
  expect(await migrateFiles()).toEqual([]);
  expect(await runSql(url, 'SELECT n FROM t')).toEqual([{ n: 2 }, { n: 3 }]);
});

it('applies statements that contain semicolons', async () => {
  writeMigration(
    '1_function',
    `-- a comment; with one
    CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END $$;`,
  );
  await migrateFiles();
  expect(await runSql(url, 'SELECT f()')).toEqual([{ f: 'a;b' }]);
});

it('rolls back a migration that fails, and applies it again at the next start', async () => {
  writeMigration('1_half', 'CREATE TABLE t (n int); SELECT 1 / 0;');
  for (let start = 1; start <= 2; start += 1) {
    await expect(migrateFiles()).rejects.toThrow(/A migration failed[\s\S]*division by zero/);
    expect(await runSql(url, `SELECT to_regclass('t') AS t`)).toEqual([{ t: null }]);
  }
  writeMigration('1_half', 'CREATE TABLE t (n int);');
  expect(await migrateFiles()).toEqual(['1_half']);
  expect(await migrateFiles()).toEqual([]);
});

it('does not repeat a migration when a later one fails', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  writeMigration('2_row', 'INSERT INTO t SELECT 1 / 0;');
  await expect(migrateFiles()).rejects.toThrow(/^A migration failed[\s\S]*2_row: division by zero/);
  writeMigration('2_row', 'INSERT INTO t VALUES (2);');
  expect(await migrateFiles()).toEqual(['2_row']);
});

it('repeats a migration that deadlocks with a server, which is not interrupted', async () => {
  writeMigration('1_tables', 'CREATE TABLE t (n int); CREATE TABLE u (n int);');
  await migrateFiles();
  writeMigration('2_columns', 'ALTER TABLE t ADD m int; SELECT pg_sleep(0.3); ALTER TABLE u ADD m int;');
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await server.query('BEGIN; INSERT INTO u VALUES (1)');
    const migrated = migrateFiles();
    await expect
      .poll(() =>
        runSql(url, `SELECT count(*)::int FROM pg_locks WHERE relation = 't'::regclass AND granted`),
      )
      .toEqual([{ count: 1 }]);
    await server.query('INSERT INTO t VALUES (1); COMMIT');
    expect(await migrated).toEqual(['2_columns']);
  } finally {
    await server.end();
  }
  expect(await runSql(url, 'SELECT t.n, u.n AS un, t.m FROM t, u')).toEqual([{ n: 1, un: 1, m: null }]);
});

it('lets others use a table while it waits for it', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrateFiles();
  writeMigration('2_column', 'ALTER TABLE t ADD m int;');
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    await reader.query('BEGIN; SELECT FROM t');
    const migrated = migrateFiles();
    await expect
      .poll(() =>
        runSql(url, `SELECT count(*)::int FROM pg_locks WHERE relation = 't'::regclass AND NOT granted`),
      )
      .toEqual([{ count: 1 }]);
    // It waits for the migration, which does not wait for the reader meanwhile.
    await runSql(url, 'INSERT INTO t VALUES (1)');
    await reader.query('COMMIT');
    expect(await migrated).toEqual(['2_column']);
  } finally {
    await reader.end();
  }
});

it('rejects a database with unknown migrations', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  writeMigration('2_table', 'CREATE TABLE u (n int);');
  await migrateFiles();
  migrations.pop();
  await expect(migrateFiles()).rejects.toThrow(/with the migrations 2_table, .* start that version/);
});

it('rejects a migration before one that was applied', async () => {
  writeMigration('2_table', 'CREATE TABLE t (n int);');
  await migrateFiles();
  writeMigration('1_table', 'CREATE TABLE u (n int);');
  await expect(migrateFiles()).rejects.toThrow(/with the migrations 2_table, .* start that version/);
});

it('rejects a database when an applied migration was edited', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrateFiles();
  writeMigration('1_table', 'CREATE TABLE t (n bigint);');
  await expect(migrateFiles()).rejects.toThrow(/with other statements in 1_table, .* start that version/);
});

it('rejects a database with the migrations before the first release, and leaves it alone', async () => {
  await runSql(url, 'CREATE TABLE _prisma_migrations (migration_name text); CREATE TABLE apps (id text)');
  await expect(migrate(url)).rejects.toThrow(
    /nothing was changed: a version before the first release made it; start that version, .* empty database/,
  );
  const schemas = await runSql(url, `SELECT to_regnamespace('migrations') AS name`);
  expect([schemas, await listTables()]).toEqual([[{ name: null }], ['_prisma_migrations', 'apps']]);
});

it('applies functions in any order after the migrations, and again only when they differ', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  writeFunctions(
    'a.sql',
    createFunction('f()', 'SELECT g(t) FROM t'),
    createFunction('g(t t)', 'SELECT t.n'),
  );
  expect(await migrateFiles()).toEqual(['1_table', 'functions']);
  await runSql(url, `INSERT INTO t VALUES (1); ${createFunction('g(t t)', 'SELECT 5')}`);
  expect(await migrateFiles()).toEqual([]);
  expect(await runSql(url, 'SELECT f()')).toEqual([{ f: 5 }]);
  writeFunctions(
    'a.sql',
    createFunction('f()', 'SELECT g(t) FROM t'),
    createFunction('g(t t)', 'SELECT t.n + 1'),
  );
  expect(await migrateFiles()).toEqual(['functions']);
  expect(await runSql(url, 'SELECT f()')).toEqual([{ f: 2 }]);
});

it('gives a function that a migration declares its body', async () => {
  writeMigration('1_table', `${createFunction('f()', 'SELECT 0')} CREATE VIEW v AS SELECT f();`);
  writeFunctions('f.sql', createFunction('f()', 'SELECT 1'));
  await migrateFiles();
  expect(await runSql(url, 'SELECT * FROM v')).toEqual([{ f: 1 }]);
});

it('drops functions that no file defines any more, and no others', async () => {
  writeFunctions('a.sql', createFunction('f()', 'SELECT 1'), createFunction('g(n int)', 'SELECT n'));
  writeFunctions('b.sql', createFunction('h()', 'SELECT 1'));
  await migrateFiles();
  await runSql(url, createFunction('own()', 'SELECT 1'));
  functionFiles = null;
  writeFunctions('c.sql', createFunction('f()', 'SELECT 1'), createFunction('g(n text)', 'SELECT 1'));
  await migrateFiles();
  expect(await listFunctions()).toEqual(['f()', 'g(text)', 'own()']);
});

it('leaves the functions alone when one of them is invalid', async () => {
  writeFunctions('a.sql', createFunction('f()', 'SELECT 1'));
  await migrateFiles();
  writeFunctions('a.sql', createFunction('g()', 'SELECT 1'));
  writeFunctions('b.sql', 'CREATE OR REPLACE FUNCTION h() RETURNS absent LANGUAGE sql AS $$ $$;');
  await expect(migrateFiles()).rejects.toThrow('b.sql: type "absent" does not exist');
  expect(await listFunctions()).toEqual(['f()']);
});

it('says how to change the result of a function', async () => {
  writeFunctions('a.sql', createFunction('f()', 'SELECT 1'));
  await migrateFiles();
  const changed = `CREATE OR REPLACE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'a' $$;`;
  writeFunctions('a.sql', changed);
  await expect(migrateFiles()).rejects.toThrow('Use DROP FUNCTION f() first.');
  writeFunctions('a.sql', 'DROP FUNCTION IF EXISTS f();', changed);
  await migrateFiles();
  expect(await runSql(url, 'SELECT f()')).toEqual([{ f: 'a' }]);
});

it('rejects functions that later ones have replaced, unless they may be earlier', async () => {
  writeFunctions('a.sql', createFunction('f()', 'SELECT 1'));
  await migrateFiles();
  writeFunctions('a.sql', createFunction('f()', 'SELECT 2'));
  await migrateFiles();
  writeFunctions('a.sql', createFunction('f()', 'SELECT 1'));
  await expect(migrateFiles()).rejects.toThrow('has replaced the functions of this one; start that version');
  expect(await runSql(url, 'SELECT f()')).toEqual([{ f: 2 }]);
  expect(await migrateFiles({ allowsEarlierFunctions: true })).toEqual(['functions']);
  expect(await runSql(url, 'SELECT f()')).toEqual([{ f: 1 }]);
  expect(await migrateFiles()).toEqual([]);
});

it('serializes concurrent calls', async () => {
  writeMigration('1_slow', 'SELECT pg_sleep(0.2); CREATE TABLE t (n int);');
  const applied = await Promise.all([migrateFiles(), migrateFiles(), migrateFiles()]);
  expect(applied.flat()).toEqual(['1_slow']);
});

it('closes its connections', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  await migrateFiles();
  const sql = 'SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database()';
  expect(await runSql(url, `${sql} AND pid <> pg_backend_pid()`)).toEqual([{ others: 0 }]);
});

it.each([
  ['mysql://root@db/app', /DATABASE_URL is not valid: expected postgres:\/\/USER:PASSWORD@HOST\/DATABASE/],
  ['postgres://owner:p#w@127.0.0.1/app', /DATABASE_URL is not valid: expected postgres:\/\/USER/],
  ['postgres://nobody@127.0.0.1:1/none', /nothing listens on 127\.0\.0\.1:1; start PostgreSQL there/],
  ['postgres://nobody@localhost:1/none', /nothing listens on localhost:1; start PostgreSQL there/],
  ['postgres://nobody@no-host.invalid/none', /there is no host "no-host\.invalid"; correct DATABASE_URL/],
])('says what to do about %s', async (wrong, message) => {
  await expect(migrate(wrong)).rejects.toThrow(message);
});

it.each([
  [{ password: 'wrong' }, /rejects the user "\w+"; correct the user and the password/],
  [{ username: 'nobody' }, /rejects the user "nobody"; correct the user and the password/],
  [{ password: '' }, /rejects the user "\w+"; correct the user and the password/],
  [
    { pathname: '/missing' },
    /the database "missing" does not exist; create it \(CREATE DATABASE "missing" OWNER/,
  ],
  [{ search: '?sslmode=verify-full' }, /PostgreSQL on 127\.0\.0\.1:\d+ has no TLS; remove sslmode/],
])('says what to do about a URL with %j', async (change, message) => {
  const wrong = Object.assign(new URL(url), change).href;
  const error: Error = await migrate(wrong).then(
    () => new Error('migrated'),
    (reason) => reason,
  );
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('\n');
  expect(error.message).not.toContain(new URL(url).password);
});

it('refuses an owner to whom row-level security does not apply, unless it is allowed', async () => {
  writeMigration('1_table', 'CREATE TABLE t (n int);');
  const asObserver = buildObserverUrl(url);
  await expect(migrateFiles({}, asObserver)).rejects.toThrow(
    /has BYPASSRLS, .* nothing was changed; use an owner/,
  );
  expect(await runSql(url, `SELECT to_regnamespace('migrations') AS name`)).toEqual([{ name: null }]);
  // The role of the tests may not create roles.
  await expect(migrateFiles({ allowsSuperuser: true }, asObserver)).rejects.toThrow(
    /can't create the role of the server/,
  );
});

it('waits for another process that migrates, names it, and gives up', async () => {
  const lockTimeoutMs = 200;
  await withMigrationLock(url, async (holder) => {
    const [row] = (await holder.query('SELECT pg_backend_pid() AS pid')).rows;
    await expect(migrateFiles({ lockTimeoutMs })).rejects.toThrow(
      new RegExp(
        `^Gave up after 0\\.2 seconds: backend ${row.pid} \\(app-versions migrate from 127\\.0\\.0\\.1, connected for \\d+ s\\) holds the migration lock\\. Start again when it has ended\\. Nothing was changed\\.$`,
      ),
    );
  });
  await migrateFiles({ lockTimeoutMs });
});

function migrateFiles(
  options: Omit<Parameters<typeof migrate>[1], 'migrations' | 'functionFiles'> = {},
  as: string = url,
) {
  return migrate(as, { migrations, functionFiles, ...options });
}

function writeMigration(migration: string, sql: string): void {
  migrations = migrations.filter((each) => each.name !== migration);
  migrations.push({ name: migration, sql });
  migrations.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function writeFunctions(file: string, ...statements: string[]): void {
  const others = functionFiles?.filter((each) => each.name !== file) ?? [];
  functionFiles = [...others, { name: file, sql: statements.join('\n') }];
}

const createFunction = (signature: string, body: string) =>
  `CREATE OR REPLACE FUNCTION ${signature} RETURNS int LANGUAGE sql AS $$ ${body} $$;`;

const listTables = () =>
  listNames(`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace`);
const listFunctions = () =>
  listNames('SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace');

async function listNames(sql: string): Promise<string[]> {
  const rows = await runSql<{ name: string }>(url, `${sql} = 'public'::regnamespace ORDER BY 1`);
  return rows.map((row) => row.name);
}
