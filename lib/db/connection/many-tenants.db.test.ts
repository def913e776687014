import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { openTestService } from '@/tools/testing/test-service';
import { createKey, findAppOfAccount, listKeys, revokeKey } from '../access';
import { withTenant } from './tenant';

const { owner } = await openTestService();
const appCount = 4000;
let app: BuiltApp;
let appId: string;

beforeAll(async () => {
  app = await buildApp(owner, { versions: 1 });
  appId = app.id;
  // The IDs of the others come before it.
  await owner.pool.query(
    `INSERT INTO apps (id, slug, title) SELECT 'app_0' || n, 'app-' || n, 'App' FROM generate_series(1, $1) AS n`,
    [appCount],
  );
  await withTenant(owner, { appId }, async (queries) => {
    await queries.$executeRaw`INSERT INTO accounts (app_id, id, title)
      SELECT ${appId}, 'acc_' || n, md5(n::text) FROM generate_series(1, 20000) AS n`;
    await queries.$executeRaw`INSERT INTO api_keys (app_id, id, name, prefix, secret_hash, revoked_at)
      SELECT ${appId}, 'key_' || n, 'Key', 'avk_', md5(n::text), CASE WHEN n % 100 = 0 THEN now() END
      FROM generate_series(1, 20000) AS n`;
  });
  await owner.pool.query('ANALYZE accounts; ANALYZE api_keys');
});

/** The lines of the plan that a query of the app has. */
async function explain(sql: string): Promise<string> {
  const rows = await withTenant(owner, { appId }, (queries) =>
    queries.$queryRawUnsafe<Record<string, string>[]>(`EXPLAIN ${sql}`),
  );
  return rows.map((row) => Object.values(row).join()).join('\n');
}

test('a key is revoked, and the app of an account is found, in one query for all apps', async () => {
  const account = await buildAccount(owner, app);
  const key = { appId, accountId: account.id, role: 'owner', name: 'To revoke', expiresAt: null } as const;
  const { id } = await createKey(owner, key, makeId);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect(await findAppOfAccount(owner, account.id)).toEqual({ id: appId, timeZone: null });
  expect(await findAppOfAccount(owner, 'acc_none')).toBeNull();
  expect(await revokeKey(owner, id, new Date(0))).toBe(true);
  expect(await revokeKey(owner, id, new Date())).toBe(true);
  expect(await revokeKey(owner, 'key_none', new Date())).toBe(false);
  // With those of the listeners and of the transactions.
  expect(query.mock.calls.length).toBeLessThan(appCount / 10);
  query.mockRestore();
  expect((await listKeys(owner, appId)).find((listed) => listed.id === id)?.revokedAt).toEqual(new Date(0));
});

test('revoked keys are found without reading all keys', async () => {
  const plan = await explain(
    `SELECT ctid FROM api_keys WHERE revoked_at < now() - interval '30 days' LIMIT 100 FOR UPDATE SKIP LOCKED`,
  );
  expect(plan).toContain('api_keys_revoked_at_idx');
});

test('what waits for consent is found without reading all changes', async () => {
  const plan = await explain(`SELECT * FROM account_changes WHERE app_id = '${appId}' AND outcome IS NULL
    AND waits_for IS NOT NULL AND id < 'chh' ORDER BY id DESC LIMIT 51`);
  expect(plan).toContain('account_changes_waiting');
});
