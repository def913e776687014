import { beforeAll, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { createKey } from '@/lib/db/access';
import type { VersionModel as Version } from '@/lib/db/catalog';
import type { Account } from '@/lib/db/generated/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { codeOf } from '@/tools/testing/code-of';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService, waitForListeners } from '@/tools/testing/test-service';
import { listKeysOfAccount } from '../access/account-keys';
import { identifyCaller } from '../access/identify-caller';
import { endSessionsOfAccount, listSessionsOfAccount } from '../access/portal-sessions';
import { listAudit } from '../audit/audit';
import {
  type AccountCaller,
  type AppCaller,
  type AppKeyCaller,
  type Caller,
  getChannel,
  requireAccount,
  requireApp,
} from '../caller';
import { readCatalogView, withEarlierVersions } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { switchVersion } from '../changes/switch-version';
import { approveChange, cancelChange, createChange, listChanges } from '../changes/waiting-changes';
import { listVersions } from '../subscription/list-versions';
import { anonymizeAccount, changeRemoval, getAccountData, getRemoval } from './personal-data';
import { grantVersion, revokeGrant } from './version-grants';

const { owner, service } = await openTestService();
let app: BuiltApp;
let account: Account;
let other: Account;

beforeAll(async () => {
  app = await buildApp(owner, { versions: [{ title: 'Basic' }, { title: 'Pro' }] });
  account = await buildAccount(owner, app, { externalId: 'customer-1' });
  other = await buildAccount(owner, app);
  await waitForListeners(service);
});

const noCredentials = {
  authorization: null,
  sessionSecret: null,
  host: null,
  defaultApp: null,
  accountName: null,
};

const identifySession = async (sessionSecret: string, accountName: string | null): Promise<Caller> =>
  identifyCaller(service, { ...noCredentials, sessionSecret, accountName });

const switchTo = (caller: Caller, title: string) => {
  const known: AccountCaller = requireAccount(caller);
  const versionId = app.versions.find((version) => version.title === title)?.id ?? '';
  const input = { versionId, reason: 'Asked by phone', ifMatch: null, idempotency: null };
  return switchVersion(service, known, { ...input, channel: getChannel(caller) });
};

const readAudit = (caller: AppCaller, accountName: string | null = null) =>
  listAudit(service, caller, { type: null, account: accountName }, { before: null, limit: 100 });

test('support schedules and cancels changes without the host, and the audit has both', async () => {
  const withCheckout = await buildApp(owner, {
    versions: [{ title: 'Basic' }, { title: 'Pro' }],
    checkoutUrl: 'https://host.example/checkout',
  });
  const customer = await buildAccount(owner, withCheckout);
  const secret = await buildSession(owner, {
    app: withCheckout,
    role: 'support',
    name: 'Sam',
    userId: 'staff-1',
  });
  const identified = await identifySession(secret, customer.id);
  const caller = requireAccount(identified);
  const input = { channel: getChannel(identified), ifMatch: null, idempotency: null };
  const { change } = await createChange(service, caller, {
    ...{ ...input, versionId: withCheckout.versions[1]?.id ?? '', reason: 'Asked by phone' },
    effective: Date.now() + 1e9,
  });
  expect(change).toMatchObject({ origin: 'support', waitsFor: null });
  const canceled = await cancelChange(service, caller, change.id, { ...input, reason: 'Changed their mind' });
  expect(canceled.change).toMatchObject({ outcome: 'canceled', message: 'Changed their mind' });
  const { entries } = await readAudit(requireApp(identified), customer.id);
  const actor = { actorName: 'Sam', actorUserId: 'staff-1', channel: 'support', targetId: change.id };
  expect(entries).toMatchObject([
    {
      type: 'account.change_canceled',
      ...actor,
      data: { version: 'Pro', billing_period: 'month', reason: 'Changed their mind' },
    },
    { type: 'account.change_scheduled', ...actor, data: { version: 'Pro', reason: 'Asked by phone' } },
  ]);
  expect(entries.map(({ occurredAt }) => occurredAt.getTime())).toEqual([
    canceled.change.endedAt,
    change.createdAt,
  ]);
  for (const { id, occurredAt } of entries) {
    // The ID of an entry begins with its time.
    const bytes = [...id.slice(4, 14)].map((digit) => '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit));
    expect(bytes.reduce((time, digit) => time * 32 + digit, 0)).toBe(occurredAt.getTime());
  }
});

test('support leaves requests to owners, and what the host schedules to the host', async () => {
  const customer = await buildAccount(owner, app);
  const secret = await buildSession(owner, { app, role: 'support' });
  const identified = await identifySession(secret, customer.id);
  const support = requireAccount(identified);
  const input = { channel: 'support', reason: 'Phone', ifMatch: null, idempotency: null };
  const change = { ...input, versionId: app.versions[1]?.id ?? '' };
  const asked = await createChange(service, { ...support, role: 'member' }, { ...change, effective: 'now' });
  await expect(approveChange(service, support, asked.change.id, input)).rejects.toMatchObject({
    code: 'forbidden',
  });
  const host = { ...support, role: 'owner', appKey: true } as const;
  const scheduled = await createChange(service, host, { ...change, effective: Date.now() + 1e9 });
  await expect(cancelChange(service, support, scheduled.change.id, input)).rejects.toMatchObject({
    code: 'change_locked',
  });
});

test('support returns an account to a version that it had, and owners do not', async () => {
  const kept = await buildApp(owner, {
    versions: [
      { title: 'Basic' },
      { title: 'Old', active: false, public: false },
      { title: 'Other', active: false },
    ],
  });
  const [basic, old, otherVersion] = kept.versions as [Version, Version, Version];
  const customer = await buildAccount(owner, kept, { history: [old, basic] });
  const identify = async (role: 'owner' | 'support') => {
    const own = role === 'owner' && { account: customer };
    const secret = await buildSession(owner, { app: kept, role, ...own });
    return requireAccount(await identifySession(secret, role === 'owner' ? null : customer.id));
  };
  const support = await identify('support');
  const listTitles = async (caller: AccountCaller & Pick<Caller, 'state'>) => {
    const known = await withEarlierVersions(service, caller);
    return listVersions(await readCatalogView(service, kept.id, customer.id), known).versions.map(
      ({ version, decision }) => `${version.title} ${decision?.allowed}`,
    );
  };
  expect(await listTitles(support)).toEqual(['Basic true', 'Old true']);
  expect(await listTitles(await identify('owner'))).toEqual(['Basic true']);
  const input = { channel: 'support', reason: 'Wrong', ifMatch: null, idempotency: null };
  const switchAs = (caller: AccountCaller, versionId: string) =>
    codeOf(switchVersion(service, caller, { ...input, versionId }));
  expect(await switchAs(await identify('owner'), old.id)).toBe('version_not_found');
  expect(await switchAs(support, otherVersion.id)).toBe('version_inactive');
  // What is scheduled is for what is sold then.
  const later = { ...input, versionId: old.id, effective: Date.now() + 1e9 };
  expect(await codeOf(createChange(service, support, later))).toBe('version_not_found');
  const { entry } = await switchVersion(service, support, { ...input, versionId: old.id });
  expect(entry.version.versionId).toBe(old.id);
  // An undo of what support did.
  const undo = { ...input, restore: entry.id };
  expect((await switchVersion(service, support, undo)).entry.version.versionId).toBe(basic.id);
});

/** Support of an app with an add-on and a version that is not public, for a new account. */
async function openException() {
  const tenant = await buildApp(owner, {
    features: 2,
    versions: [
      { title: 'Basic', features: [1], optional: [{ feature: 2, addOn: 'Stats', fee: 300 }] },
      { title: 'Private', public: false },
      { title: 'Pro', fee: 900 },
    ],
  });
  const customer = await buildAccount(owner, tenant);
  const identify = async (userId: string) => {
    const secret = await buildSession(owner, { app: tenant, role: 'support', name: userId, userId });
    return requireAccount(await identifySession(secret, customer.id)) as AccountCaller & AppKeyCaller;
  };
  return { tenant, customer, support: await identify('sam'), other: await identify('kim') };
}

const exception = { channel: 'support', reason: 'Agreed by phone', ifMatch: null, idempotency: null };

test('support makes exceptions with a reason, and the audit has each', async () => {
  const { tenant, customer, support } = await openException();
  const [basic, hidden] = tenant.versions as [Version, Version];
  const { reason } = exception;
  await changeAddOn(service, support, { ...exception, addOnId: tenant.addOns[0]!.id, active: true });
  await switchVersion(service, support, { ...exception, versionId: basic.id, users: 7 });
  const grant = { account: customer.id, versionId: hidden.id, reason };
  await grantVersion(service, support, grant);
  await revokeGrant(service, support, grant);
  await getAccountData(service, support, customer.id, reason);
  const { entries } = await readAudit(support, customer.id);
  expect(entries.map(({ type, data, actorName }) => [type, data, actorName]).toReversed()).toMatchObject([
    ['account.add_on_changed', { add_on: 'Stats', quantity: 1, reason }, 'sam'],
    ['account.switched', { users: 7, reason }, 'sam'],
    ['grant.created', { reason }, 'sam'],
    ['grant.removed', { reason }, 'sam'],
    ['account.exported', { reason }, 'sam'],
  ]);
});

test('support takes an account out of a move, which owners can’t', async () => {
  const { tenant, customer, support } = await openException();
  const [basic, , pro] = tenant.versions as [Version, Version, Version];
  const move = { fromVersionId: basic.id, toVersionId: pro.id, reason: null, effective: Date.now() + 1e9 };
  await makeMove(service, { ...support, role: 'product' }, move);
  const [moved] = (await listChanges(service, support, { before: null, isOpen: true, limit: 1 })).changes;
  expect(moved).toMatchObject({ change: { origin: 'product' }, isCancelable: true });
  const id = moved!.change.id;
  const cancelAs = (role: 'owner' | 'support') =>
    codeOf(cancelChange(service, { ...support, role }, id, exception));
  expect(await cancelAs('owner')).toBe('change_locked');
  await cancelChange(service, support, id, exception);
  const { entries } = await readAudit(support, customer.id);
  expect(entries).toMatchObject([
    { type: 'account.change_canceled', targetId: id, data: { reason: exception.reason } },
  ]);
});

test('support removes personal data that another person has requested to remove', async () => {
  const { customer, support, other: colleague } = await openException();
  const { reason } = exception;
  const change = (type: 'account.removal_requested' | 'account.removal_withdrawn') =>
    changeRemoval(service, support, { account: customer.id, type, reason });
  const removeAs = (caller: AppKeyCaller) => codeOf(anonymizeAccount(service, caller, customer.id));
  expect(await removeAs(colleague)).toBe('removal_not_requested');
  await change('account.removal_requested');
  await change('account.removal_requested');
  expect(await removeAs(support)).toBe('other_person_required');
  await change('account.removal_withdrawn');
  expect(await removeAs(colleague)).toBe('removal_not_requested');
  await change('account.removal_requested');
  expect(await getRemoval(service, support)).toMatchObject({ actorName: 'sam', data: { reason } });
  expect(await anonymizeAccount(service, colleague, customer.id)).toBe(customer.id);
  expect(await getRemoval(service, support)).toBeNull();
  const { entries } = await readAudit(support, customer.id);
  expect(entries.map(({ type, actorName }) => `${type} ${actorName}`).toReversed()).toEqual([
    'account.removal_requested sam',
    'account.removal_withdrawn sam',
    'account.removal_requested sam',
    'account.anonymized kim',
  ]);
});

test('switches by others have no audit entry', async () => {
  const secret = await buildSession(owner, { app, account: other, role: 'owner' });
  const caller = await identifySession(secret, null);
  await switchTo(caller, 'Pro');
  expect((await readAudit(requireApp(caller), other.id)).entries).toEqual([]);
});

test('lists the valid sessions and the keys of an account, without secrets', async () => {
  const listed = await buildAccount(owner, app);
  const caller = requireApp(await identifySession(await buildSession(owner, { app, role: 'support' }), null));
  await buildSession(owner, { app, account: listed, role: 'member', name: 'Mia', userId: 'user-1' });
  await buildSession(owner, { app, account: listed, role: 'owner', revokedAt: new Date() });
  await buildSession(owner, { app, account: listed, role: 'owner', expiresAt: new Date(0) });
  await buildKey(owner, { app, account: listed });
  const sessions = await listSessionsOfAccount(service, caller, listed.id);
  expect(sessions).toMatchObject([{ actorName: 'Mia', actorId: 'user-1', role: 'member', started: true }]);
  const keys = await listKeysOfAccount(service, caller, listed.id);
  expect(keys).toMatchObject([{ role: 'owner', name: 'Test key', revokedAt: null }]);
  for (const row of [...sessions, ...keys]) expect(JSON.stringify(row)).not.toMatch(/hash/i);
  await expect(listKeysOfAccount(service, caller, 'nobody')).rejects.toMatchObject({
    code: 'account_not_found',
  });
});

test('signs all users of an account out, and only those', async () => {
  const signedOut = await buildAccount(owner, app);
  const caller = requireApp(await identifySession(await buildSession(owner, { app, role: 'support' }), null));
  const ended = await buildSession(owner, { app, account: signedOut, role: 'owner' });
  const kept = await buildSession(owner, { app, account, role: 'owner' });
  expect((await identifySession(ended, null)).role).toBe('owner');
  expect(await endSessionsOfAccount(service, caller, signedOut.id)).toBe(1);
  expect((await identifySession(ended, null)).role).toBeNull();
  expect((await identifySession(kept, null)).role).toBe('owner');
  const { entries } = await readAudit(caller, signedOut.id);
  expect(entries).toMatchObject([{ type: 'account.signed_out', data: { ended: 1 }, channel: 'support' }]);
});

describe('the audit', () => {
  test('has pages, newest first, and filters', async () => {
    const tenant = await buildApp(owner);
    const caller = { app: tenant };
    const name = (index: number) => `Key ${index}`;
    for (const index of [1, 2, 3]) {
      const key = { appId: tenant.id, accountId: null, role: null, name: name(index), expiresAt: null };
      await createKey(owner, key, makeId);
    }
    const filter = { type: 'key.created', account: null } as const;
    const first = await listAudit(service, caller, filter, { before: null, limit: 2 });
    expect(first.entries.map(({ data }) => data)).toMatchObject([{ name: name(3) }, { name: name(2) }]);
    const second = await listAudit(service, caller, filter, { before: first.next, limit: 2 });
    expect(second.entries.map(({ data }) => data)).toMatchObject([{ name: name(1) }]);
    expect(second.next).toBeNull();
    const none = { type: 'key.revoked', account: null } as const;
    expect((await listAudit(service, caller, none, { before: null, limit: 2 })).entries).toEqual([]);
  });

  test('has no entries of another app', async () => {
    const caller = { app: await buildApp(owner) };
    const all = await listAudit(service, caller, { type: null, account: null }, { before: null, limit: 100 });
    expect(all).toEqual({ entries: [], next: null });
    const named = listAudit(service, caller, { type: null, account: account.id }, { before: null, limit: 1 });
    await expect(named).rejects.toMatchObject({ code: 'account_not_found' });
  });
});
