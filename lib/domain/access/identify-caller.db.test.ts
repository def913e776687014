import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cacheTags } from '@/lib/cache/server-cache';
import { makeId } from '@/lib/contract/ids';
import { createKey } from '@/lib/db/access';
import type { Account } from '@/lib/db/accounts';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { openTestService, waitForListeners } from '@/tools/testing/test-service';
import { tryCached } from '../service';
import { identifyCaller } from './identify-caller';

// Which account a request acts for, and what the cache keeps of it.

const { owner, service } = await openTestService();
let app: BuiltApp;
let account: Account;
let other: Account;
let queries = 0;

beforeAll(async () => {
  service.pool.on('acquire', () => {
    queries += 1;
  });
  app = await buildApp(owner, { versions: 2 });
  account = await buildAccount(owner, app, { externalId: 'customer-1' });
  other = await buildAccount(owner, app, { externalId: 'customer-2' });
  await buildAccount(owner, await buildApp(owner), { externalId: 'foreign-1' });
  await waitForListeners(service);
});

beforeEach(() => {
  service.cache.invalidateAll();
  queries = 0;
});

const credentials = (
  key: string | null,
  accountName: string | null,
  sessionSecret: string | null = null,
) => ({
  authorization: key && `Bearer ${key}`,
  sessionSecret,
  host: null,
  defaultApp: app.slug,
  accountName,
});

/** The id of the account that a request acts for, or the code of its error. */
async function identify(...request: Parameters<typeof credentials>): Promise<string | null> {
  try {
    return (await identifyCaller(service, credentials(...request))).account?.id ?? null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** The same from the cache alone; undefined where it cannot respond. */
function identifyCached(...request: Parameters<typeof credentials>): string | null | undefined {
  const caller = tryCached(service, (source) => identifyCaller(source, credentials(...request)));
  return caller ? (caller.account?.id ?? null) : undefined;
}

test('only a key that is bound to no account, and support, read X-Account-Id', async () => {
  const accountKey = await buildKey(owner, { app, account, role: 'owner' });
  const appKey = await buildKey(owner, { app });
  const newKey = { appId: app.id, accountId: null, role: 'product', name: 'Key', expiresAt: null } as const;
  const { secret: productKey } = await createKey(owner, newKey, makeId);
  const session = await buildSession(owner, { app, account, role: 'member' });
  const support = await buildSession(owner, { app, role: 'support' });
  const expected: [request: Parameters<typeof credentials>, outcome: string | null][] = [
    [[appKey, account.id], account.id],
    [[appKey, other.id], other.id],
    [[appKey, null], null],
    [[appKey, makeId('account')], 'account_not_found'],
    [[appKey, account.id.toUpperCase()], 'account_not_found'],
    [[appKey, 'customer-1'], account.id],
    [[appKey, 'CUSTOMER-1'], 'account_not_found'],
    [[appKey, 'foreign-1'], 'account_not_found'],
    [[appKey, other.id], other.id],
    [[appKey, ''], 'account_not_found'],
    [[productKey, account.id], account.id],
    [[productKey, null], null],
    [[accountKey, null], account.id],
    [[accountKey, account.id], account.id],
    [[accountKey, 'customer-1'], account.id],
    [[accountKey, 'customer-2'], 'forbidden'],
    [[accountKey, other.id], 'forbidden'],
    [[accountKey, ''], 'forbidden'],
    [[null, other.id, session], account.id],
    [[null, other.id], null],
    [[null, account.id, support], account.id],
    [[null, 'customer-2', support], other.id],
    [[null, null, support], null],
    [[null, 'acc_unknown', support], 'account_not_found'],
    [[null, '', support], 'account_not_found'],
  ];
  for (const [request, outcome] of expected) {
    expect([...request, await identify(...request)]).toEqual([...request, outcome]);
    const isError = outcome === 'forbidden' || outcome === 'account_not_found';
    expect([...request, identifyCached(...request)]).toEqual([...request, isError ? undefined : outcome]);
  }
});

test('an ID wins over the external ID of another account, and a changed external ID is noticed', async () => {
  const appKey = await buildKey(owner, { app });
  await buildAccount(owner, app, { externalId: other.id });
  expect(await identify(appKey, other.id)).toBe(other.id);
  const renamed = await buildAccount(owner, app, { externalId: 'before' });
  expect([await identify(appKey, 'before'), identifyCached(appKey, 'before')]).toEqual([
    renamed.id,
    renamed.id,
  ]);
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.account.updateMany({ where: { id: renamed.id }, data: { externalId: 'after' } }),
  );
  expect(identifyCached(appKey, 'before')).toBeUndefined();
  expect([await identify(appKey, 'before'), await identify(appKey, 'after')]).toEqual([
    'account_not_found',
    renamed.id,
  ]);
});

test('requests that name another or an unknown account leave nothing in the cache', async () => {
  const accountKey = await buildKey(owner, { app, account, role: 'owner' });
  const appKey = await buildKey(owner, { app });
  expect([await identify(accountKey, null), await identify(appKey, account.id)]).toEqual([
    account.id,
    account.id,
  ]);
  const { credentials: cached } = service.cache;
  const before = cached.bytes;
  queries = 0;
  for (let number = 0; number < 500; number += 1) {
    const long = `acc_${number}`.padEnd(12_000, 'x');
    for (const accountId of [makeId('account'), long]) {
      expect(await identify(accountKey, accountId)).toBe('forbidden');
    }
    expect(await identify(appKey, long)).toBe('account_not_found');
  }
  expect([queries, cached.bytes]).toEqual([0, before]);
  for (let number = 0; number < 100; number += 1) {
    expect(await identify(appKey, makeId('account'))).toBe('account_not_found');
  }
  expect([queries, cached.bytes]).toEqual([100, before]);

  const accountTag = cacheTags.account(app.id, account.id);
  cached.invalidate(accountTag);
  // The app key itself, which acts for any account, is still cached.
  expect(identifyCached(accountKey, null)).toBeUndefined();
  expect(identifyCached(appKey, account.id)).toBeUndefined();
  expect(identifyCached(appKey, null)).toBeNull();
});
