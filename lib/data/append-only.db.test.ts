import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import { type Database, openClient } from './client';
import { setTenant } from './tenant';

let database: TestDatabase;
let owner: Database;
let runtime: Database;
let tenant: { appId: string; accountId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  runtime = openClient(database.url, { as: 'runtime' });
  const app = await buildApp(owner, { versions: 2, features: 2 });
  const account = await buildAccount(owner, app, { path: app.versions });
  tenant = { appId: app.id, accountId: account.id };
});

afterAll(async () => {
  await owner.$disconnect();
  await runtime.$disconnect();
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

test('nor does a replication role slip by', async () => {
  const change = owner.$transaction(async (queries) => {
    await queries.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
    await queries.$executeRawUnsafe('DELETE FROM activations');
  });
  await expect(change).rejects.toThrow(/append-only/);
});

test('what refuses change is there after all that', async () => {
  expect(await owner.activation.count()).toBe(2);
  expect(await owner.versionSnapshot.count()).toBe(2);
});
