import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Runs `work` with an empty database on the server of `serverUrl`, and drops the database afterwards. */
export async function withScratchDatabase<T>(
  serverUrl: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const name = createDatabaseName('scratch');
  await runSql(serverUrl, `CREATE DATABASE "${name}"`);
  try {
    return await work(buildDatabaseUrl(serverUrl, name));
  } finally {
    await dropDatabase(serverUrl, name);
  }
}

export function buildDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export function createDatabaseName(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

const insufficientPrivilege = '42501';

/** Drops a database with the connections to it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const drop = (option: string) => runSql(serverUrl, `DROP DATABASE IF EXISTS "${name}" ${option}`);
  try {
    await drop('WITH (FORCE)');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
    // The owner can't end an autovacuum worker. The server ends it without FORCE, and waits 5 seconds for other connections.
    await drop('').catch(() => drop('WITH (FORCE)'));
  }
}

export function runSql<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql, values)).rows);
}

/** Runs `work` with a connection of its own, without a timeout unless `options` has one. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...options });
  // The database may close the connection at any time. Queries report that themselves.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
