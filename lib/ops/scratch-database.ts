import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Lends `work` an empty database on the same server as `server`, and drops it. */
export async function withScratchDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = uniqueName('scratch');
  await runSql(server, `CREATE DATABASE "${name}"`);
  try {
    return await work(nameDatabase(server, name));
  } finally {
    await dropDatabase(server, name);
  }
}

/** The address of another database on the same server. */
export function nameDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export function uniqueName(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await runSql(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
