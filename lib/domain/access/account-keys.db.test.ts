import { beforeAll, expect, test } from 'vitest';
import type { Account } from '@/lib/db/generated/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { createHostCaller } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { listAudit } from '../audit/audit';
import { createAccountKey, listKeysOfAccount, revokeAccountKey } from './account-keys';
import { identifyCaller } from './identify-caller';

const { owner, service } = await openTestService();
let app: BuiltApp;
let account: Account;
const options = { role: 'member', name: null, readOnly: true, expiresAt: null } as const;
const identify = async (secret: string) =>
  identifyCaller(service, {
    authorization: `Bearer ${secret}`,
    sessionSecret: null,
    host: null,
    defaultApp: null,
    accountName: null,
  });

beforeAll(async () => {
  app = await buildApp(owner);
  account = await buildAccount(owner, app, { externalId: 'c1' });
});

test('a key of an account acts for it until it is revoked', async () => {
  const host = createHostCaller(app);
  const key = await createAccountKey(service, host, 'c1', options);
  expect(await identify(key.secret)).toMatchObject({
    account: { id: account.id },
    role: 'member',
    appKey: false,
    readOnly: true,
    actor: { name: 'member key' },
  });
  const [listed] = await listKeysOfAccount(service, host, account.id);
  expect(listed).toMatchObject({ id: key.id, readOnly: true, revokedAt: null });
  expect(listed).not.toHaveProperty('secret');
  const revoked = await revokeAccountKey(service, host, 'c1', key.id);
  await expect(identify(key.secret)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await revokeAccountKey(service, host, account.id, key.id)).toEqual(revoked);
  const { entries } = await listAudit(
    service,
    host,
    { type: null, account: 'c1' },
    { before: null, limit: 10 },
  );
  expect(entries.map(({ type, targetId, data }) => [type, targetId, data])).toEqual([
    ['key.revoked', key.id, {}],
    ['key.created', key.id, { role: 'member' }],
  ]);
});

test('a key expires', async () => {
  const host = createHostCaller(app);
  const expiresAt = new Date(Date.now() + 60_000);
  const { secret } = await createAccountKey(service, host, 'c1', { ...options, expiresAt });
  expect((await identify(secret)).role).toBe('member');
  const later = { ...service, now: () => expiresAt };
  expect(await codeOf(createAccountKey(later, host, 'c1', { ...options, expiresAt }))).toBe(
    'parameter_invalid',
  );
  const authorization = `Bearer ${secret}`;
  const request = { authorization, sessionSecret: null, host: null, defaultApp: null, accountName: null };
  await expect((async () => identifyCaller(later, request))()).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('keys of other accounts and apps are not found', async () => {
  const other = await buildAccount(owner, app);
  const host = createHostCaller(app);
  const { id } = await createAccountKey(service, host, other.id, options);
  expect(await codeOf(revokeAccountKey(service, host, 'c1', id))).toBe('key_not_found');
  expect(await codeOf(revokeAccountKey(service, host, 'c1', 'x'))).toBe('key_not_found');
  const foreign = createHostCaller(await buildApp(owner));
  expect(await codeOf(revokeAccountKey(service, foreign, other.id, id))).toBe('account_not_found');
  expect(await codeOf(createAccountKey(service, foreign, other.id, options))).toBe('account_not_found');
});
