import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from './migrate';
import { readMigrations } from './migrate/migration-list';

export interface TestDatabase {
  url: string;
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
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(server, `CREATE DATABASE "${name}" TEMPLATE "${from}"`);
  return {
    url: withDatabaseName(server, name),
    drop: () => run(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
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
    await client.query(`DROP DATABASE IF EXISTS "${draft}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${draft}"`);
    await migrate(withDatabaseName(server, draft));
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`);
    return name;
  } finally {
    await client.end();
  }
}

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function withDatabaseName(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
