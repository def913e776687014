import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { type BuiltApp, buildApp } from '@/prisma/builders/build-app';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { type Database, openClient } from './client';
import type { Account } from './generated/client';
import { hashSecret } from './secret';
import { withCredential, withTenant } from './tenant';

let database: TestDatabase;
let owner: Database;
let runtime: Database;
/** Sees every row, to tell what is there. */
let observer: Database;
let ours: { app: BuiltApp; account: Account; key: string };
let theirs: typeof ours;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  runtime = openClient(database.url, { as: 'runtime' });
  observer = openClient(database.observerUrl, { as: 'owner' });
  ours = await buildTenant();
  theirs = await buildTenant();
});

afterAll(async () => {
  await owner.$disconnect();
  await runtime.$disconnect();
  await observer.$disconnect();
  await database.drop();
});

async function buildTenant() {
  const app = await buildApp(owner, { versions: 2, features: 2 });
  const account = await buildAccount(owner, app, { granted: app.versions });
  await buildSession(owner, { app, account, role: 'owner' });
  return { app, account, key: await buildKey(owner, { app, account }) };
}

/** Tables of tenants, as the database itself tells: those that carry an app. */
async function tenantTables(): Promise<{ name: string; forced: boolean }[]> {
  return owner.$queryRaw`
    SELECT c.relname::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'app_id' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1`;
}

test('every table that carries an app is walled, also the one added tomorrow', async () => {
  const tables = await tenantTables();
  expect(tables.length).toBeGreaterThanOrEqual(10);
  expect(tables.filter(({ forced }) => !forced)).toEqual([]);
});

test('the runtime role owns nothing and is no superuser', async () => {
  const [role] = await runtime.$queryRaw<[Record<string, unknown>]>`
    SELECT current_user::text AS name, rolsuper, rolbypassrls,
      (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
    FROM pg_roles WHERE rolname = current_user`;
  expect(role).toEqual({ name: 'app_versions_runtime', rolsuper: false, rolbypassrls: false, owned: 0 });
});

test('with no tenant set each tenant table shows no row and takes none', async () => {
  for (const { name } of await tenantTables()) {
    const [count] = await runtime.$queryRawUnsafe<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM "${name}"`,
    );
    expect({ name, ...count }).toEqual({ name, rows: 0 });
    const [full] = await observer.$queryRawUnsafe<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM "${name}"`,
    );
    if (name !== 'idempotency_records') expect({ name, some: full.rows > 0 }).toEqual({ name, some: true });
  }
  const data = { appId: ours.app.id, id: 'acc_x', title: 'X' };
  await expect(runtime.account.create({ data })).rejects.toThrow(/row-level security/);
});

describe('a transaction of one tenant', () => {
  test('sees its own rows alone, though it asks for all', async () => {
    const tenant = { appId: ours.app.id, accountId: ours.account.id };
    const seen = await withTenant(runtime, tenant, async (queries) => ({
      versions: (await queries.version.findMany()).map(({ appId }) => appId),
      accounts: (await queries.account.findMany()).map(({ id }) => id),
      activations: (await queries.activation.findMany()).map(({ accountId }) => accountId),
      grants: (await queries.versionGrant.findMany()).map(({ accountId }) => accountId),
      keys: (await queries.apiKey.findMany()).map(({ accountId }) => accountId),
    }));
    expect(new Set(seen.versions)).toEqual(new Set([ours.app.id]));
    for (const of of [seen.accounts, seen.activations, seen.grants, seen.keys]) {
      expect(new Set(of)).toEqual(new Set([ours.account.id]));
    }
  });

  test('can not write another tenant’s rows', async () => {
    const write = withTenant(runtime, { appId: ours.app.id }, (queries) =>
      queries.account.create({ data: { appId: theirs.app.id, id: 'acc_y', title: 'Y' } }),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  test('does not change another tenant’s rows by an update without a where', async () => {
    await withTenant(runtime, { appId: ours.app.id }, (queries) =>
      queries.account.updateMany({ data: { title: 'Changed' } }),
    );
    const after = await observer.account.findMany({ select: { appId: true, title: true } });
    expect(after).toContainEqual({ appId: ours.app.id, title: 'Changed' });
    expect(after).toContainEqual({ appId: theirs.app.id, title: 'Example Ltd' });
  });

  test('leaves nothing set behind for the next one on the same connection', async () => {
    await withTenant(runtime, { appId: ours.app.id }, (queries) => queries.version.count());
    const counts = await Promise.all(Array.from({ length: 20 }, () => runtime.version.count()));
    expect(new Set(counts)).toEqual(new Set([0]));
  });
});

test('a credential is found by who holds it, and no other with it', async () => {
  const found = await withCredential(runtime, hashSecret(ours.key), (queries) => queries.apiKey.findMany());
  expect(found.map(({ accountId }) => accountId)).toEqual([ours.account.id]);
});
