import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import { type Database, openClient } from './client';
import { setTenant } from './tenant';

let database: TestDatabase;
let owner: Database;
let runtime: Database;
let observer: Database;
let tenant: { appId: string; accountId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  runtime = openClient(database.url, { as: 'runtime' });
  observer = openClient(database.observerUrl, { as: 'owner' });
  const app = await buildApp(owner, { versions: 2, features: 2 });
  const account = await buildAccount(owner, app, { path: app.versions });
  tenant = { appId: app.id, accountId: account.id };
});

afterAll(async () => {
  await owner.$disconnect();
  await runtime.$disconnect();
  await observer.$disconnect();
  await database.drop();
});

const changes = [
  `UPDATE activations SET version_id = 'ver_x'`,
  `UPDATE activations SET activated_at = now()`,
  'DELETE FROM activations',
  'TRUNCATE activations',
  `UPDATE version_snapshots SET title = 'x'`,
  'DELETE FROM version_snapshots',
  'TRUNCATE version_snapshots CASCADE',
];

describe.each(['owner', 'runtime'] as const)('the %s', (role) => {
  test.each(changes)('can not %s', async (sql) => {
    const db = role === 'owner' ? owner : runtime;
    const change = db.$transaction(async (queries) => {
      await setTenant(queries, tenant);
      await queries.$executeRawUnsafe(sql);
    });
    await expect(change).rejects.toThrow(role === 'owner' ? /append-only/ : /permission denied/);
  });
});

test('the triggers fire for replication roles too', async () => {
  const triggers = await owner.$queryRaw<{ enabled: string }[]>`
    SELECT tgenabled::text AS enabled FROM pg_trigger
    WHERE tgrelid IN ('activations'::regclass, 'version_snapshots'::regclass) AND NOT tgisinternal`;
  expect(triggers.map(({ enabled }) => enabled)).toEqual(['A', 'A', 'A', 'A']);
});

test('what refuses change is there after all that', async () => {
  expect(await observer.activation.count()).toBe(2);
  expect(await observer.versionSnapshot.count()).toBe(2);
});
