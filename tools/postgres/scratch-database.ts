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

/** Returns the URL of the database `name` on the server of `serverUrl`. */
export function buildDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns a unique name for a database. */
export function createDatabaseName(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await runSql(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** Runs one statement on a new connection. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
