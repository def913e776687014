import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/tools/testing/test-database';
import { type Database, openClient } from './client';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

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
