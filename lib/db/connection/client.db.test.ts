import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '@/tools/testing/test-service';
import { type Database, openClient, openPool, runtimeRole } from './client';
import { verifyConnection } from './verify-connection';

const database = await openTestDatabase();

/** Runs `work` with a client whose database URL has the given `options`. */
async function withClient<T>(
  as: 'runtime' | 'owner',
  options: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const url = new URL(database.url);
  url.searchParams.set('options', options);
  const db = openClient(url.href, { as });
  try {
    return await work(db);
  } finally {
    await db.$disconnect();
  }
}

test('options in the URL do not override the role and timeouts of the server', async () => {
  const settings = await withClient(
    'runtime',
    '-c work_mem=8MB -c role=none',
    (db) =>
      db.$queryRaw`SELECT current_user::text AS role, current_setting('lock_timeout') AS lock,
                        current_setting('work_mem') AS memory`,
  );
  expect(settings).toEqual([{ role: 'app_versions_runtime', lock: '3s', memory: '8MB' }]);
});

test.each(['runtime', 'owner'] as const)(
  'the %s role reads correct times from a database in another time zone',
  async (as) => {
    const [row] = await withClient(
      as,
      '-c timezone=America/New_York',
      (db) =>
        db.$queryRaw<[{ now: Date; milliseconds: number }]>`
        SELECT now, floor(extract(epoch FROM now) * 1000)::float AS milliseconds
        FROM (SELECT clock_timestamp() AS now) AS clock`,
    );
    expect(row.now.getTime()).toBe(row.milliseconds);
  },
);

describe('a connection of the server is refused', () => {
  /** Changes the database, connects, and undoes the change. */
  async function connect(change: string, undo: string): Promise<string> {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const pool = openPool(database.url, { as: 'runtime' });
    try {
      await owner.query(change);
      return await pool.connect().then(
        (client) => {
          client.release();
          return 'connected';
        },
        (error) => String(error),
      );
    } finally {
      await pool.end();
      await owner.query(undo);
      await owner.end();
    }
  }

  test('if a pooler has dropped the startup options', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const settings = { role: runtimeRole, timezone: 'UTC', lock_timeout: 3000 };
    await expect(verifyConnection(client, settings)).rejects.toThrow(
      /: role is app_versions\w* instead of app_versions_runtime, .*lock_timeout is 0 instead of 3000\. A connection pooler/,
    );
    await client.end();
  });

  test('if row-level security does not apply to its role', async () => {
    const client = new pg.Client({ connectionString: database.observerUrl });
    await client.connect();
    const { rows } = await client.query('SELECT current_user::text AS role');
    await expect(verifyConnection(client, rows[0])).rejects.toThrow(/^Row-level security does not apply/);
    await client.end();
  });

  test('if it leads to a standby', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const asStandby = {
      query: (sql: string, values: unknown[]) =>
        client.query(sql.replace('pg_is_in_recovery()', 'true'), values),
    } as Pick<pg.Client, 'query'>;
    const { rows } = await client.query('SELECT current_user::text AS role');
    await expect(verifyConnection(asStandby, rows[0])).rejects.toThrow(
      /^The connection leads to a standby\./,
    );
    await client.end();
  });

  test('if the role lacks a privilege', async () => {
    const undo = `GRANT SELECT ON "events" TO "${runtimeRole}"`;
    expect(await connect(`REVOKE SELECT ON "events" FROM "${runtimeRole}"`, undo)).toMatch(
      /UnsafeConnection: The role app_versions_runtime lacks privileges on events\./,
    );
    expect(await connect('SELECT', 'SELECT')).toBe('connected');
  });

  test('if the database changes a setting for its sessions afterwards', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `SET ROLE "${runtimeRole}"; SET timezone = 'America/New_York'; SET row_security = off`,
    );
    await expect(verifyConnection(client, { role: runtimeRole, timezone: 'UTC' })).rejects.toThrow(
      'timezone is America/New_York instead of UTC, row_security is off instead of on.',
    );
    await client.end();
  });
});
