import { beforeAll, expect, test } from 'vitest';
import {
  getCachedApiOrigins,
  getCachedApp,
  getCachedCatalog,
  getCachedCredential,
} from '@/lib/cache/cached-queries';
import { ServerCache } from '@/lib/cache/server-cache';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount, buildAddOnChange } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { openTestService, waitForListeners } from '@/tools/testing/test-service';
import type { Service } from '../service';

// Changes of every cached table, made without going through the server: database triggers invalidate the cache.

const { owner, service } = await openTestService();
let tenant: { appId: string; accountId: string };
let readCached: (from: Service) => Promise<unknown>;
let otherAccount: { id: string; key: string };

beforeAll(async () => {
  const versions = [
    { features: [1], optional: [{ feature: 2, fee: 300 }] },
    { fee: 900, features: [1, 2], amounts: { 1: 5 } },
  ];
  const app = await buildApp(owner, { versions, features: 2 });
  const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  await buildAddOnChange(owner, app, account);
  const key = await buildKey(owner, { app, account });
  const session = await buildSession(owner, { app, account, role: 'owner' });
  tenant = { appId: app.id, accountId: account.id };
  const other = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  otherAccount = { id: other.id, key: await buildKey(owner, { app, account: other }) };
  readCached = async (from) => {
    const cachedApp = await getCachedApp(from, null, app.slug);
    if (!cachedApp) throw new Error('The app does not exist.');
    const catalog = await getCachedCatalog(from, cachedApp);
    const credentials = [
      await getCachedCredential(from, 'avk', key, null),
      await getCachedCredential(from, 'avs', session, null),
    ];
    return { cachedApp, catalog, credentials, apiOrigins: await getCachedApiOrigins(from) };
  };
  await waitForListeners(service);
});

test('both accounts are invalidated when a grant is moved from one to the other', async () => {
  const { appId, accountId } = tenant;
  const readGranted = async () =>
    (await getCachedCredential(service, 'avk', otherAccount.key, null))?.accountState?.granted;
  const run = (statement: string) =>
    withTenant(owner, { appId }, (queries) => queries.$executeRawUnsafe(statement));
  await run(`INSERT INTO version_grants (app_id, version_id, account_id)
    SELECT app_id, min(id), '${accountId}' FROM versions GROUP BY app_id`);
  const before = await readCached(service);
  expect(await readGranted()).toEqual([]);
  expect(await run(`UPDATE version_grants SET account_id = '${otherAccount.id}'`)).toBe(1);
  expect(await readGranted()).toHaveLength(1);
  expect(await readCached(service)).not.toEqual(before);
  await run('DELETE FROM version_grants');
});

/** Inserts a copy of the last row of a table with some columns changed. */
const copyRow = (table: string, columns: string, values: string) =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${values}))).* FROM ${table} t
   ORDER BY ${columns} DESC LIMIT 1`;

test.each([
  "UPDATE apps SET title = 'Another'",
  "UPDATE apps SET api_origins = '{https://host.example}'",
  "UPDATE versions SET title = 'Another'",
  copyRow('versions', 'tag', `'id', 'ver_new', 'tag', 'new', 'catalog_key', 'new', 'is_default', false`),
  "DELETE FROM versions WHERE id = 'ver_new'",
  "UPDATE features SET title = 'Another'",
  copyRow('features', 'id', `'id', 'fea_new', 'human_id', 'new', 'catalog_key', 'new'`),
  "UPDATE version_features SET value = 'Another'",
  copyRow('version_features', 'feature_id', `'feature_id', 'fea_new'`),
  "DELETE FROM version_features WHERE feature_id = 'fea_new'",
  'UPDATE version_features SET amount = 7',
  "UPDATE add_ons SET title = 'Another'",
  copyRow('add_ons', 'id', `'id', 'off_new', 'human_id', 'new', 'catalog_key', 'new'`),
  'UPDATE add_on_versions SET fee = 7',
  copyRow('add_on_versions', 'version_id', `'add_on_id', 'off_new'`),
  "UPDATE add_on_features SET effect = 'add'",
  copyRow('add_on_features', 'feature_id', `'add_on_id', 'off_new'`),
  'DELETE FROM add_on_features',
  'DELETE FROM add_on_versions',
  'DELETE FROM add_ons',
  "DELETE FROM features WHERE id = 'fea_new'",
  "UPDATE accounts SET title = 'Another'",
  `INSERT INTO version_grants (app_id, version_id, account_id)
   SELECT tenant_app(), min(id), tenant_account() FROM versions`,
  'UPDATE version_grants SET version_id = (SELECT max(id) FROM versions)',
  'DELETE FROM version_grants',
  "INSERT INTO account_usage VALUES (tenant_app(), tenant_account(), '{}', now())",
  'DELETE FROM account_usage',
  copyRow(
    'account_history',
    'sequence',
    `'id', 'aoh_new', 'sequence', t.sequence + 1, 'add_on_sequence', t.add_on_sequence + 1, 'state', '{"addOnStates": []}'::jsonb`,
  ),
  'UPDATE api_keys SET revoked_at = now()',
  'DELETE FROM api_keys',
  'UPDATE portal_sessions SET revoked_at = now()',
  'DELETE FROM portal_sessions',
])('the cache is invalidated by: %s', async (change) => {
  const before = await readCached(service);
  expect(await readCached(service)).toEqual(before);
  expect(await withTenant(owner, tenant, (queries) => queries.$executeRawUnsafe(change))).toBeGreaterThan(0);
  const after = await readCached(service);
  expect(after).not.toEqual(before);
  const disconnected = new ServerCache({ isConnected: () => false });
  expect(after).toEqual(await readCached({ ...service, cache: disconnected }));
});
