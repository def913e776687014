import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { type Database, openClient, usualLimits } from './client';
import { findCaller } from './find-caller';
import { findVisitedApp } from './find-visited-app';
import { Memory } from './memory';
import { recallCatalog } from './recall-catalog';
import { closeStore, openStore, type Store } from './store';
import { withTenant } from './tenant';

// Each kind of change that a server's memory can be wrong for, made past the server (decision 15).

let database: TestDatabase;
let owner: Database;
let store: Store;
let tenant: { appId: string; accountId: string };
let told: (store: Store) => Promise<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  store = openStore(database.url, usualLimits);
  const app = await buildApp(owner, { versions: 2, features: 2 });
  const account = await buildAccount(owner, app, { path: app.versions.slice(0, 1) });
  const key = await buildKey(owner, { app, account });
  const session = await buildSession(owner, { app, account, role: 'owner' });
  tenant = { appId: app.id, accountId: account.id };
  told = async (from) => {
    const visited = await findVisitedApp(from, null, app.slug);
    if (!visited) throw new Error('The app is gone.');
    const catalog = await recallCatalog(from.memory, from.pool, visited);
    const callers = [await findCaller(from, 'avk', key, null), await findCaller(from, 'avs', session, null)];
    return { visited, catalog, callers };
  };
  await vi.waitUntil(() => store.listener.hears());
});

afterAll(async () => {
  await closeStore(store);
  await owner.$disconnect();
  await database.drop();
});

const copy = (table: string, columns: string, values: string) =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${values}))).* FROM ${table} t
   ORDER BY ${columns} DESC LIMIT 1`;

test.each([
  "UPDATE apps SET title = 'Another'",
  "UPDATE versions SET title = 'Another'",
  copy('versions', 'tag', `'id', 'ver_new', 'tag', 'new', 'catalog_key', 'new', 'is_default', false`),
  "DELETE FROM versions WHERE id = 'ver_new'",
  "UPDATE features SET title = 'Another'",
  copy('features', 'id', `'id', 'fea_new', 'human_id', 'new', 'catalog_key', 'new'`),
  "UPDATE version_features SET value = 'Another'",
  copy('version_features', 'feature_id', `'feature_id', 'fea_new'`),
  "DELETE FROM version_features WHERE feature_id = 'fea_new'",
  "DELETE FROM features WHERE id = 'fea_new'",
  "UPDATE accounts SET title = 'Another'",
  `INSERT INTO version_grants (app_id, version_id, account_id)
   SELECT tenant_app(), min(id), tenant_account() FROM versions`,
  'UPDATE version_grants SET version_id = (SELECT max(id) FROM versions)',
  'DELETE FROM version_grants',
  copy('activations', 'sequence', `'id', 'avh_new', 'sequence', t.sequence + 1`),
  'UPDATE api_keys SET revoked_at = now()',
  'DELETE FROM api_keys',
  'UPDATE portal_sessions SET revoked_at = now()',
  'DELETE FROM portal_sessions',
])('is heard of: %s', async (change) => {
  const before = await told(store);
  expect(await told(store)).toEqual(before);
  expect(await withTenant(owner, tenant, (queries) => queries.$executeRawUnsafe(change))).toBeGreaterThan(0);
  const after = await told(store);
  expect(after).not.toEqual(before);
  // As one tells it who remembers nothing.
  expect(after).toEqual(await told({ ...store, memory: new Memory({ hears: () => false }) }));
});
