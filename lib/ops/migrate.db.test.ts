import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from './migrate';
import { migrationsFolder, readSchema } from './migrate/migration-list';
import { diffMigrationsToSchema } from './migrate/schema-diff';
import { dropDatabase, nameDatabase, runSql, uniqueName } from './scratch-database';

const server = process.env.DATABASE_URL ?? '';
let name: string;
let url: string;
let folder: string;

beforeEach(async () => {
  name = uniqueName('migrate');
  await runSql(server, `CREATE DATABASE "${name}"`);
  url = nameDatabase(server, name);
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(join(migrationsFolder, 'migration_lock.toml'), join(folder, 'migration_lock.toml'));
});
afterEach(async () => {
  await dropDatabase(server, name);
  rmSync(folder, { recursive: true });
});

it('applies what is new, in order, once', async () => {
  write('1_table', 'CREATE TABLE t (n int);');
  expect(await migrate(url, folder)).toEqual(['1_table']);
  write('2_row', 'INSERT INTO t VALUES (2);');
  write('3_row', 'INSERT INTO t VALUES (3);');
  expect(await migrate(url, folder)).toEqual(['2_row', '3_row']);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await rows('SELECT n FROM t')).toEqual([{ n: 2 }, { n: 3 }]);
});

it('takes statements with semicolons inside them', async () => {
  write(
    '1_function',
    `-- a comment; with one
    CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END $$;`,
  );
  await migrate(url, folder);
  expect(await rows('SELECT f()')).toEqual([{ f: 'a;b' }]);
});

it('keeps nothing of a migration that fails, and refuses to go on after it', async () => {
  write('1_half', 'CREATE TABLE t (n int); SELECT 1 / 0;');
  await expect(migrate(url, folder)).rejects.toThrow(/A migration failed[\s\S]*division by zero/);
  expect(await rows(`SELECT to_regclass('t') AS t`)).toEqual([{ t: null }]);
  await expect(migrate(url, folder)).rejects.toThrow(/a migration failed on it:\n {2}1_half/);
});

it('refuses a database whose migrations are not ours', async () => {
  write('1_table', 'CREATE TABLE t (n int);');
  write('2_table', 'CREATE TABLE u (n int);');
  await migrate(url, folder);
  rmSync(join(folder, '2_table'), { recursive: true });
  await expect(migrate(url, folder)).rejects.toThrow(/not in prisma\/migrations:\n {2}2_table/);
});

it('refuses a database to which an earlier wording was applied', async () => {
  write('1_table', 'CREATE TABLE t (n int);');
  await migrate(url, folder);
  write('1_table', 'CREATE TABLE t (n bigint);');
  await expect(migrate(url, folder)).rejects.toThrow(/edited after it was applied:\n {2}1_table/);
});

it('lets two starts at once take turns', async () => {
  write('1_slow', 'SELECT pg_sleep(0.2); CREATE TABLE t (n int);');
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(['1_slow']);
});

it('leaves no connection open', async () => {
  write('1_table', 'CREATE TABLE t (n int);');
  await migrate(url, folder);
  const sql = 'SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database()';
  expect(await rows(`${sql} AND pid <> pg_backend_pid()`)).toEqual([{ others: 0 }]);
});

it('says plainly that a database is not there', async () => {
  await expect(migrate('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(
    "The database can't be reached",
  );
});

it('finds that the schema and the migrations agree', async () => {
  expect(await diffMigrationsToSchema(server)).toBeNull();
});

it('finds it when they do not', async () => {
  const { files } = readSchema();
  const grown = files.map(({ path, content }) => ({
    path,
    content: content.replace(/^model Account \{$/m, 'model Account {\n  shoeSize Int? @map("shoe_size")\n'),
  }));
  expect(await diffMigrationsToSchema(server, { files: grown })).toContain(
    'ADD COLUMN     "shoe_size" INTEGER',
  );
});

function write(migration: string, sql: string): void {
  mkdirSync(join(folder, migration), { recursive: true });
  writeFileSync(join(folder, migration, 'migration.sql'), sql);
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
