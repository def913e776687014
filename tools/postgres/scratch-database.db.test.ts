import pg from 'pg';
import { expect, test } from 'vitest';
import { buildObserverUrl } from '@/tools/testing/test-database';
import { buildDatabaseUrl, createDatabaseName, dropDatabase, runSql } from './scratch-database';

const serverUrl = process.env.DATABASE_URL ?? '';

test('a database in which a process of another role works is dropped when that has ended', async () => {
  const name = createDatabaseName('test');
  await runSql(serverUrl, `CREATE DATABASE "${name}"`);
  // As autovacuum, a process that the owner can't end.
  const other = new pg.Client({ connectionString: buildObserverUrl(buildDatabaseUrl(serverUrl, name)) });
  await other.connect();
  const dropping = dropDatabase(serverUrl, name);
  dropping.catch(() => {});
  const isWaiting = async () => {
    const query = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DROP DATABASE%' || $1 || '" '`;
    return (await runSql(serverUrl, query, [name])).length;
  };
  await expect.poll(isWaiting, { interval: 10 }).toBe(1);
  await other.end();
  await dropping;
  expect(await runSql(serverUrl, 'SELECT FROM pg_database WHERE datname = $1', [name])).toEqual([]);
});
