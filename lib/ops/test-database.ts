import { createHash } from 'node:crypto';
import pg from 'pg';
import { migrate } from './migrate';
import { readMigrations } from './migrate/migration-list';
import { dropDatabase, nameDatabase, runSql, uniqueName } from './scratch-database';
import { asObserver } from './testing/throwaway-database';

export interface TestDatabase {
  /** As the owner, bound by row-level security like everybody. */
  url: string;
  /** As a role that reads every row of every tenant, and changes none. */
  observerUrl: string;
  drop(): Promise<void>;
}

const lockKey = 7_310_422_020;

let template: Promise<string> | undefined;

/** A migrated, empty database for one test suite, on the server that DATABASE_URL names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error('DATABASE_URL names no server to make a test database on.');
  template ??= makeTemplate(server);
  const from = await template;
  const name = uniqueName('test');
  await runSql(server, `CREATE DATABASE "${name}" TEMPLATE "${from}"`);
  const url = nameDatabase(server, name);
  return {
    url,
    observerUrl: asObserver(url),
    drop: () => dropDatabase(server, name),
  };
}

/** Migrates one database that all others are copied from, which takes Postgres a fraction of the time. */
async function makeTemplate(server: string): Promise<string> {
  const migrations = JSON.stringify(readMigrations().migrationDirectories);
  const name = `template_${createHash('sha256').update(migrations).digest('hex').slice(0, 16)}`;
  const draft = `${name}_draft`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Several suites begin at once; the first one makes it.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    await dropDatabase(server, draft);
    await client.query(`CREATE DATABASE "${draft}"`);
    await migrate(nameDatabase(server, draft));
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`);
    return name;
  } finally {
    await client.end();
  }
}
