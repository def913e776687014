import { beforeAll, expect, test } from 'vitest';
import { eventSchema } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { lockAccount } from '@/lib/db/accounts';
import { withTenant } from '@/lib/db/connection/tenant';
import { deleteDueAccounts } from '@/lib/db/due-work';
import { insertResponse } from '@/lib/db/idempotent-responses';
import { insertNoticeDismissal } from '@/lib/db/notices';
import { removePersonalData } from '@/lib/db/personal-data';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { codeOf } from '@/tools/testing/code-of';
import { waitForLockWaiters } from '@/tools/testing/database-locks';
import { openTestService } from '@/tools/testing/test-service';
import { identifyCaller } from '../access/identify-caller';
import { listAudit } from '../audit/audit';
import type { AccountCaller, AppKeyCaller } from '../caller';
import { changeAddOn } from '../changes/change-add-on';
import { switchVersion } from '../changes/switch-version';
import { cancelChange, createChange, declineChange, listChanges } from '../changes/waiting-changes';
import { listAddOnHistory } from '../history/add-on-changes';
import { listHistory } from '../history/history';
import type { ChangeInput } from '../subscription/commit-account-change';
import { setUsage } from '../usage/usage';
import { listEvents } from '../webhooks/events';
import { createAccount, getAccount, listAccounts, updateAccount, upsertAccount } from './accounts';
import { anonymizeAccount, deleteAccount, getAccountData, restoreAccount } from './personal-data';

const { owner, service, openAs } = await openTestService();
/** Not bound by row-level security. */
const observer = openAs('observer');
let app: BuiltApp;

beforeAll(async () => {
  app = await buildApp(owner, {
    title: 'Larder',
    features: 2,
    versions: [1, 2].map((fee) => ({
      fee,
      features: [1],
      optional: [{ feature: 2, addOn: 'Stats', fee: 5 }],
    })),
  });
});

/** Of a change. */
const input: ChangeInput = { channel: 'api', reason: null, ifMatch: null, idempotency: null };

const identify = (credentials: { secret?: string; key?: string; accountName?: string }) =>
  identifyCaller(service, {
    authorization: credentials.key ? `Bearer ${credentials.key}` : null,
    sessionSecret: credentials.secret ?? null,
    host: null,
    defaultApp: app.slug,
    accountName: credentials.accountName ?? null,
  });

/** Rows of all tables that contain one of the texts, as `table: text`. */
async function findRows(texts: string[]): Promise<string[]> {
  const tables = await observer.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await observer.$queryRawUnsafe<{ text: string }[]>(
      `SELECT lower(to_jsonb(t)::text) AS text FROM "${name}" AS t`,
    );
    for (const text of texts) {
      if (rows.some((row) => row.text.includes(text.toLowerCase()))) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

const appKeyCaller = async (accountName?: string) =>
  (await identify({
    key: await buildKey(owner, { app }),
    ...(accountName && { accountName }),
  })) as AccountCaller & AppKeyCaller;

/** An account with a history by an operator, a user, a user that a key names, and keys. */
async function createUsedAccount(name: string) {
  const texts = {
    title: `${name} & Sons`,
    externalId: `ext-${name}`,
    email: `office@${name}.example`,
    session: `Ada ${name}`,
    sessionId: `user-ada-${name}`,
    named: `Grace ${name}`,
    namedId: `user-grace-${name}`,
    key: `Laptop ${name}`,
    returnUrl: `https://host.example/${name}`,
    response: `hello ${name}`,
    idempotencyKey: `key-${name}`,
    responseKey: `response-${name}`,
    member: `Mia ${name}`,
    memberId: `user-mia-${name}`,
  };
  const operator = { kind: 'operator', id: null, name: 'Operator' } as const;
  const at = new Date();
  const { externalId, title, email } = texts;
  const created = await createAccount(
    owner,
    app,
    { externalId, title, email, actor: operator, channel: 'command', at },
    makeId,
  );
  const account = { id: created?.id ?? '' };
  const key = { appId: app.id, accountId: account.id };
  const user = { name: texts.session, userId: texts.sessionId, returnUrl: texts.returnUrl };
  const secret = await buildSession(owner, { app, account, role: 'owner', ...user });
  const accountKey = await buildKey(owner, { app, account });
  await withTenant(owner, key, (queries) => queries.apiKey.updateMany({ data: { name: texts.key } }));

  const session = (await identify({ secret })) as AccountCaller;
  const host = await appKeyCaller(externalId);
  const person = { ...host, actor: { ...host.actor, name: texts.named, userId: texts.namedId } };
  const withAccountKey = (await identify({ key: accountKey })) as AccountCaller;
  const [first, second] = app.versions.map(({ id }) => id) as [string, string];
  const idempotency = { key: texts.idempotencyKey, requestHash: 'x' };
  const switchAs = (caller: AccountCaller, versionId: string, more: Partial<typeof input> = {}) =>
    switchVersion(service, caller, { ...input, versionId, ...more });
  await switchAs(session, second, { idempotency });
  await switchAs(person, first);
  await switchAs(withAccountKey, second);
  await switchAs(host, first);
  await switchAs(session, second);
  const addOnId = String(app.addOns[0]?.id);
  for (const active of [true, false]) {
    await changeAddOn(service, active ? session : person, { ...input, addOnId, active });
  }
  const change = { ...input, versionId: first, effective: Date.now() + 1e9 };
  const canceled = await createChange(service, withAccountKey, change);
  await cancelChange(service, person, canceled.change.id, input);
  await createChange(service, person, change);
  const memberSecret = await buildSession(owner, {
    ...{ app, account, role: 'member' },
    ...{ name: texts.member, userId: texts.memberId },
  });
  const member = (await identify({ secret: memberSecret })) as AccountCaller;
  const asked = await createChange(service, member, { ...change, effective: 'now' });
  await declineChange(service, session, asked.change.id, { ...input, message: null });
  await withTenant(owner, key, (queries) =>
    insertNoticeDismissal(queries, key, {
      ...{ noticeId: makeId('notice'), subject: 'plan', until: at, dismissedAt: at },
      dismissedBy: {
        kind: 'session',
        id: 'pse_1',
        name: texts.session,
        userId: texts.sessionId,
        channel: 'portal',
      },
    }),
  );
  const events = await withTenant(owner, key, (queries) =>
    queries.event.findMany({
      where: { ...key, type: { in: ['account.version_switched', 'account.change_ended'] } },
    }),
  );
  const endpointId = makeId('webhookEndpoint');
  await withTenant(owner, key, async (queries) => {
    await queries.webhookEndpoint.create({
      data: { appId: app.id, id: endpointId, url: 'https://host.example/', dispatchedXid: 0 },
    });
    const attempt = { at: 1, durationMs: 1, status: 200, error: null, response: texts.response };
    await queries.webhookDelivery.createMany({
      data: events.map(({ id, type }) => ({
        ...key,
        endpointId,
        eventId: id,
        eventXid: 0,
        eventType: type,
        lane: account.id,
        attempts: [attempt, attempt],
      })),
    });
  });
  await withTenant(owner, { appId: app.id }, (queries) =>
    insertResponse(
      queries,
      { appId: app.id, credentialId: session.actor.id ?? '', key: texts.responseKey },
      {
        requestHash: 'x',
        status: 200,
        body: new Uint8Array(),
        now: at,
        expiresAt: new Date(Date.now() + 1e6),
      },
    ),
  );
  return { account, key, texts, secret, accountKey, host };
}

test('names and user IDs are stored once, and history and events have them', async () => {
  const { key, texts, host } = await createUsedAccount('Stored');
  const read = (accountId: string) =>
    withTenant(owner, { ...key, accountId }, (queries) => queries.actor.findMany());
  expect((await read(key.accountId)).map(({ id, name, userId }) => [id, name, userId])).toEqual([
    [1, texts.session, texts.sessionId],
    [2, texts.named, texts.namedId],
    [3, texts.key, null],
  ]);
  const { entries } = await listHistory(service, host, { limit: 10, before: null });
  const people = [
    [texts.session, texts.sessionId],
    ['Test key', null],
    [texts.key, null],
    [texts.named, texts.namedId],
    [texts.session, texts.sessionId],
    ['Operator', null],
  ];
  expect(entries.map(({ entry: { actor } }) => [actor.name, actor.userId])).toEqual(people);
  const addOns = await listAddOnHistory(service, host, { limit: 10, before: null });
  expect(addOns.entries.map(({ actorName, actorUserId }) => [actorName, actorUserId])).toEqual([
    [texts.named, texts.namedId],
    [texts.session, texts.sessionId],
  ]);
  const events = await listEvents(
    service,
    host,
    { accountId: key.accountId, types: null },
    { after: null, limit: 100 },
  );
  const actors = events.events.map((event) => JSON.parse(event).data.actor).filter(Boolean);
  expect(actors.map(({ name, user_id }) => [name, user_id])).toEqual([
    ...people.toReversed(),
    [texts.session, texts.sessionId],
    [texts.named, texts.namedId],
  ]);
  // The history itself has none. Changes that wait are not history.
  const tables = (await findRows([texts.session, texts.namedId])).map((row) => row.split(':')[0]);
  expect(new Set(tables)).toEqual(
    new Set(['account_changes', 'actors', 'events', 'notice_dismissals', 'portal_sessions']),
  );
});

test('an anonymized account is found nowhere, and its history stays', async () => {
  const used = await createUsedAccount('Erased');
  const other = await createUsedAccount('Kept');
  const { key, host } = used;
  const texts = Object.values(used.texts);
  const found = await findRows(texts);
  for (const text of texts) expect(found.some((row) => row.endsWith(text))).toBe(true);
  const readHistory = () =>
    withTenant(owner, key, (queries) => queries.historyEntry.findMany({ orderBy: { sequence: 'asc' } }));
  const history = await readHistory();

  expect(await anonymizeAccount(service, host, used.texts.externalId)).toBe(key.accountId);
  expect(await findRows(texts)).toEqual([]);
  expect(await readHistory()).toEqual(history);
  for (const text of Object.values(other.texts)) {
    expect((await findRows([text])).length, text).toBeGreaterThan(0);
  }

  const changes = await listChanges(service, host, { before: null, isOpen: null, limit: 10 });
  expect(
    changes.changes.map(({ change }) => [change.actorName, change.actorUserId, change.decidedBy?.name]),
  ).toEqual([
    ['', null, ''],
    ['', null, undefined],
    ['', null, ''],
  ]);

  // Its credentials have ended, on all servers.
  expect((await identify({ secret: used.secret })).via).toBe('visitor');
  await expect(async () => identify({ key: used.accountKey })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await expect(async () => appKeyCaller(used.texts.externalId)).rejects.toMatchObject({
    code: 'account_not_found',
  });
  await expect(anonymizeAccount(service, host, used.texts.externalId)).rejects.toMatchObject({
    code: 'account_not_found',
  });

  const reader = await appKeyCaller(key.accountId);
  expect(reader.account).toMatchObject({ id: key.accountId, title: key.accountId });
  const { entries } = await listHistory(service, reader, { limit: 10, before: null });
  expect(entries.map(({ entry: { actor } }) => [actor.kind, actor.name, actor.userId])).toEqual([
    ['session', '', null],
    ['key', 'Test key', null],
    ['key', '', null],
    ['key', '', null],
    ['session', '', null],
    ['operator', 'Operator', null],
  ]);
  const { events } = await listEvents(
    service,
    reader,
    { accountId: key.accountId, types: null },
    { after: null, limit: 100 },
  );
  expect(events).toHaveLength(14);
  for (const text of texts) expect(events.join()).not.toContain(text);

  // The same users can change it again.
  const again = await buildSession(owner, {
    app,
    account: used.account,
    role: 'owner',
    name: 'Ada',
    userId: 'a',
  });
  const caller = (await identify({ secret: again })) as AccountCaller;
  await switchVersion(service, caller, { ...input, versionId: app.versions[0]?.id ?? '' });
  const page = await listHistory(service, reader, { limit: 2, before: null });
  expect(page.entries.map(({ entry: { actor } }) => actor.name)).toEqual(['Ada', '']);
});

const dayMs = 86_400_000;

test('an account is deleted in 30 days, or now, with a confirmation, and kept until then', async () => {
  const { key, texts, host } = await createUsedAccount('Leaving');
  const run = (immediately: boolean, confirm = key.accountId) =>
    deleteAccount(service, host, { account: texts.externalId, confirm, immediately });
  expect(await codeOf(run(true, texts.externalId))).toBe('parameter_invalid');
  expect(await codeOf(run(true, 'acc_1'))).toBe('parameter_invalid');
  const { deletesAt } = await run(false);
  expect(Math.round((deletesAt! - Date.now()) / dayMs)).toBe(30);
  // A repeated request does not postpone it.
  expect((await run(false)).deletesAt).toBe(deletesAt);
  expect(await deleteDueAccounts(service.pool, 10)).toBe(0);
  expect((await getAccount(service, host, texts.externalId)).deletesAt).toBe(deletesAt);
  expect((await restoreAccount(service, host, texts.externalId)).deletesAt).toBeNull();
  const filter = { type: null, account: texts.externalId };
  const { entries } = await listAudit(service, host, filter, { before: null, limit: 10 });
  expect(entries.map(({ type }) => type)).toEqual([
    'account.deletion_withdrawn',
    'account.deletion_scheduled',
  ]);
});

test('a deleted account is found nowhere, and its history stays', async () => {
  const used = await createUsedAccount('Gone');
  const other = await createUsedAccount('Staying');
  const { key, host } = used;
  const texts = Object.values(used.texts);
  const session = (await identify({ secret: used.secret })) as AccountCaller;
  const readHistory = () =>
    withTenant(owner, key, (queries) => queries.historyEntry.findMany({ orderBy: { sequence: 'asc' } }));
  const history = await readHistory();
  expect(
    await setUsage(service, host, { account: key.accountId, amounts: {}, reportedAt: null }),
  ).toMatchObject({
    stored: true,
  });
  const input30 = { account: used.texts.externalId, confirm: key.accountId };
  await deleteAccount(service, host, { ...input30, immediately: false });
  await deleteAccount(service, host, { ...input30, immediately: true });
  // Two workers delete it once.
  const deleted = await Promise.all([1, 2].map(() => deleteDueAccounts(service.pool, 10)));
  expect(deleted.toSorted()).toEqual([0, 1]);

  expect(await findRows(texts)).toEqual([]);
  expect(await readHistory()).toEqual(history);
  for (const text of Object.values(other.texts)) {
    expect((await findRows([text])).length, text).toBeGreaterThan(0);
  }
  for (const name of [key.accountId, used.texts.externalId]) {
    expect(await codeOf(getAccount(service, host, name))).toBe('account_not_found');
    expect(await codeOf(restoreAccount(service, host, name))).toBe('account_not_found');
    await expect(async () => appKeyCaller(name)).rejects.toMatchObject({ code: 'account_not_found' });
  }
  // Who was identified before changes nothing.
  for (const caller of [session, host]) {
    const versionId = app.versions[0]?.id ?? '';
    expect(await codeOf(switchVersion(service, caller, { ...input, versionId }))).toBe('account_not_found');
  }
  expect((await identify({ secret: used.secret })).via).toBe('visitor');
  await expect(async () => identify({ key: used.accountKey })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  const filter = { search: null, versionId: null, after: null, limit: 100 };
  const { accounts } = await listAccounts(service, host, filter);
  expect(accounts.some(({ id }) => id === key.accountId)).toBe(false);
  const search = await listAccounts(service, host, { ...filter, search: key.accountId });
  expect(search.accounts).toEqual([]);
  const left = await observer.$queryRaw<{ rows: number }[]>`
    SELECT ((SELECT count(*) FROM current_versions WHERE account_id = ${key.accountId})
      + (SELECT count(*) FROM search_terms WHERE account_id = ${key.accountId})
      + (SELECT count(*) FROM account_usage WHERE account_id = ${key.accountId})
      + (SELECT count(*) FROM account_changes WHERE account_id = ${key.accountId} AND outcome IS NULL))::int AS rows`;
  expect(left).toEqual([{ rows: 0 }]);

  const { events } = await listEvents(
    service,
    host,
    { accountId: key.accountId, types: null },
    { after: null, limit: 100 },
  );
  expect(eventSchema.parse(JSON.parse(events.at(-1)!))).toMatchObject({
    type: 'account.deleted',
    external_id: null,
    sequence: history.length,
    data: {},
  });
  // The external ID is free.
  const upserted = await upsertAccount(service, host, { externalId: used.texts.externalId, title: 'New' });
  expect([upserted.created, upserted.id === key.accountId]).toEqual([true, false]);
});

test('a switch that waits for a deletion is rejected', async () => {
  const { account, key, texts, host, secret } = await createUsedAccount('Going');
  const session = (await identify({ secret })) as AccountCaller;
  await deleteAccount(service, host, {
    account: texts.externalId,
    confirm: key.accountId,
    immediately: true,
  });
  let switched: Promise<string> | undefined;
  await withTenant(owner, { appId: app.id, accountId: account.id }, async (queries) => {
    await lockAccount(queries, key);
    const deletion = deleteDueAccounts(service.pool, 10);
    switched = codeOf(switchVersion(service, session, { ...input, versionId: app.versions[0]?.id ?? '' }));
    await waitForLockWaiters(owner, 1);
    // A locked account is skipped.
    expect(await deletion).toBe(0);
  });
  expect(await switched).toBe('done');
  expect(await deleteDueAccounts(service.pool, 10)).toBe(1);
  expect(
    await codeOf(switchVersion(service, session, { ...input, versionId: app.versions[1]?.id ?? '' })),
  ).toBe('account_not_found');
});

test('what is under way while an account is anonymized is rejected, and writes no name', async () => {
  const { account, texts, secret, host } = await createUsedAccount('Erasing');
  const session = (await identify({ secret })) as AccountCaller;
  const named = { ...host, actor: { ...host.actor, name: texts.named, userId: texts.namedId } };
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const connect = async () => {
    await resumed;
    return service.pool.connect();
  };
  const query = service.pool.query.bind(service.pool);
  const delayed = { ...service, pool: Object.assign(Object.create(service.pool), { connect, query }) };
  const versionId = app.versions[0]?.id ?? '';
  const switched = codeOf(switchVersion(delayed, session, { ...input, versionId }));
  const asked = codeOf(createChange(delayed, named, { ...input, versionId, effective: Date.now() + 2e9 }));
  let updated: Promise<string> | undefined;
  await withTenant(owner, { appId: app.id, accountId: account.id }, async (queries) => {
    await removePersonalData(queries, { appId: app.id, accountId: account.id });
    updated = codeOf(updateAccount(service, named, texts.externalId, { title: texts.title, users: 9 }));
    await waitForLockWaiters(owner, 1);
  });
  resume();
  expect([await switched, await asked, await updated]).toEqual(Array(3).fill('account_not_found'));
  expect(await findRows([texts.session, texts.named, texts.title])).toEqual([]);
});

test('an export has what is kept about the account, without secrets', async () => {
  const { account, texts, host, secret, accountKey } = await createUsedAccount('Exported');
  const { data, reader } = await getAccountData(service, host, texts.externalId);
  expect(data).toMatchObject({
    account: { id: account.id, externalId: texts.externalId, title: texts.title },
    users: [
      { name: texts.session, userId: texts.sessionId },
      { name: texts.named, userId: texts.namedId },
      { name: texts.key, userId: null },
    ],
    keys: [{ name: texts.key }],
    sessions: [
      { actorName: texts.session, actorId: texts.sessionId, returnUrl: texts.returnUrl },
      { actorName: texts.member, actorId: texts.memberId },
    ],
    idempotencyKeys: [{ key: texts.idempotencyKey }],
  });
  for (const value of [secret, accountKey, 'hash'])
    expect(JSON.stringify(data).toLowerCase()).not.toContain(value);
  expect((await listHistory(service, reader, { limit: 10, before: null })).entries).toHaveLength(6);
  const changes = await listChanges(service, reader, { before: null, isOpen: null, limit: 10 });
  expect(changes.changes.map(({ change }) => change.actorName)).toEqual([
    texts.member,
    texts.named,
    texts.key,
  ]);
});
