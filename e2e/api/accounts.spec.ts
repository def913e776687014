import { expect } from '@playwright/test';
import type {
  AccountBody,
  AccountKeyBody,
  AccountKeyList,
  AccountList,
  AccountResponse,
  GrantBody,
  GrantList,
} from '@/lib/contract/accounts';
import type { ProblemBody } from '@/lib/contract/errors';
import type { History } from '@/lib/contract/history';
import type { VersionList } from '@/lib/contract/versions';
import { buildAccount } from '@/prisma/factories/build-account';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

/** A body that may be an error. */
type OrProblem<T> = T & Pick<ProblemBody, 'code'>;

const put = { method: 'PUT' };
const getAccountPath = (externalId: string) => `/api/accounts/${encodeURIComponent(externalId)}`;

test('PUT creates an account, returns it and updates its title', async ({ request, createTenant }) => {
  const { app, key: createKey } = await createTenant();
  const key = await createKey('app');
  const putAccount = (title: string) =>
    sendRequest<AccountResponse>(request, getAccountPath('cust/7 ä'), { ...put, key, body: { title } });

  const created = await putAccount('Ada & Co');
  expect(created.status).toBe(201);
  const [version] = app.versions;
  expect(created.body.data).toEqual({
    id: expect.stringMatching(/^acc_[0-9a-hjkmnp-tv-z]{26}$/),
    account_id: created.body.data.id,
    external_id: 'cust/7 ä',
    title: 'Ada & Co',
    created_at: expect.any(Number),
    created: true,
    version: { id: version?.id, title: version?.title, tag: version?.tag },
    version_id: version?.id,
    activated_at: created.body.data.created_at,
    plan_since: created.body.data.created_at,
    billing_period: 'month',
    period_ends_at: null,
    users: 1,
    email: null,
    deletes_at: null,
    trial_ends_at: null,
  });
  const existing = await putAccount('Ada & Co');
  expect(existing.status).toBe(200);
  expect(existing.body.data).toEqual({ ...created.body.data, created: false });
  expect((await putAccount(' Ada Ltd ')).body.data).toEqual({
    ...created.body.data,
    created: false,
    title: 'Ada Ltd',
  });

  const headers = { 'X-Account-Id': created.body.data.account_id };
  const history = await sendRequest<History>(request, '/account/versions', { key, headers });
  expect(history.body.payload).toMatchObject([
    { id: app.versions[0]?.id, sequence: 1, actor: { kind: 'key', name: 'Test key', channel: 'api' } },
  ]);
});

test('an account can be created in an app without versions', async ({ request, createTenant }) => {
  const { key: createKey } = await createTenant({ versions: [] }, () => ({ history: [] }));
  const key = await createKey('app');
  const { body } = await sendRequest<AccountResponse>(request, getAccountPath('1'), {
    ...put,
    key,
    body: { title: 'One' },
  });
  expect(body.data).toMatchObject({ created: true, version_id: null });
});

test('PUT rejects callers, titles and external IDs that are invalid', async ({ request, createTenant }) => {
  const { key } = await createTenant();
  const appKey = await key('app');
  const getError = async (path: string, body: unknown, apiKey: string | undefined = appKey) => {
    const options = apiKey === '' ? {} : { key: apiKey };
    const response = await sendRequest<ProblemBody>(request, path, { ...put, ...options, body });
    return `${response.status} ${response.body.code}`;
  };
  const one = { title: 'One' };
  const path = getAccountPath('1');
  expect(await getError(path, one, '')).toBe('401 unauthenticated');
  expect(await getError(path, one, await key('owner'))).toBe('403 forbidden');
  expect(await getError(path, {})).toBe('400 parameter_missing');
  for (const body of [
    ...['ada', 'a@b c', '@', `${'x'.repeat(250)}@b.example`].map((email) => ({ ...one, email })),
    ...[' ', 'x'.repeat(201), ` ${'x'.repeat(200)}`, 'a\u0000b', 'a\u202eb', '\ud83d'].map((title) => ({
      title,
    })),
    { ...one, version_id: 'ver_1', tag: 'v1' },
    { ...one, period_ends_at: '1' },
    { ...one, activated_at: 4_000_000_000 },
  ]) {
    expect([body, await getError(path, body)]).toEqual([body, '400 parameter_invalid']);
  }
  expect(await getError(path, { ...one, id: 1 })).toBe('400 parameter_unknown');
  for (const externalId of ['a\u0000b', 'x'.repeat(201)]) {
    expect(await getError(getAccountPath(externalId), one)).toBe('400 parameter_invalid');
  }
  expect(await getError(path, { ...one, tag: 'none' })).toBe('404 version_not_found');
  expect(await getError('/api/accounts', one)).toBe('405 method_not_allowed');
});

/** External IDs that paths and headers must keep as they are. */
const oddExternalIds = [
  'a/b/grants',
  '../../account',
  '%2F',
  'a%b',
  'a+b c',
  'a,b',
  'a?b#c',
  '"quoted" \\ back',
  ' padded ',
  'Kündin 客户 🧁',
  'grants',
  '\n\t',
  '🧁'.repeat(200),
];

test('external IDs of any characters work in paths and headers', async ({ request, createTenant }) => {
  const { key: createKey } = await createTenant();
  const key = await createKey('app');
  for (const externalId of oddExternalIds) {
    const path = getAccountPath(externalId);
    const { body } = await sendRequest<AccountResponse>(request, path, {
      ...put,
      key,
      body: { title: 'Odd' },
    });
    const { created, account_id, version_id, ...account } = body.data;
    const { email, deletes_at, ...shownToUsers } = account;
    expect([account.external_id, created]).toEqual([externalId, true]);
    const read = await sendRequest<{ data: AccountBody }>(request, path, { key });
    expect(read.body.data).toEqual(account);
    const grants = await sendRequest<GrantList>(request, `${path}/grants`, { key });
    expect([externalId, grants.status, grants.body.data]).toEqual([externalId, 200, []]);
    const headers = { 'X-Account-Id': encodeURIComponent(externalId) };
    const own = await sendRequest<{ data: AccountBody }>(request, '/api/account', { key, headers });
    expect([externalId, own.body.data]).toEqual([externalId, shownToUsers]);
    const list = await sendRequest<AccountList>(
      request,
      `/api/accounts?search=${encodeURIComponent(externalId)}`,
      { key },
    );
    expect([externalId, list.body.data[0]?.id]).toEqual([externalId, account.id]);
  }
  for (const name of ['%', '%00', 'grants, grants']) {
    const options = { key, headers: { 'X-Account-Id': name } };
    const { body } = await sendRequest<ProblemBody>(request, '/app/versions', options);
    expect([name, body.code]).toEqual([name, 'account_not_found']);
  }
});

test('GET lists the accounts of an app, by search and by version', async ({ request, createTenant, db }) => {
  const { app, key: createKey } = await createTenant({}, () => ({ title: 'First', externalId: 'c-0' }));
  const foreign = await createTenant();
  await buildAccount(db, foreign.app, { title: 'Bakery foreign', externalId: 'c-9' });
  const key = await createKey('app');
  const titles = ['Bakery', 'bakery 2', 'Cafe'];
  for (const [index, title] of titles.entries()) {
    await buildAccount(db, app, {
      title,
      externalId: `c-${index + 1}`,
      history: app.versions.slice(index % 2).slice(0, 1),
    });
  }
  const list = async (query: string) => {
    const { status, body } = await sendRequest<OrProblem<AccountList>>(request, `/api/accounts${query}`, {
      key,
    });
    return status === 200 ? body : body.code;
  };
  const listAll = async (query: string) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await list(`?limit=1${query}${cursor}`);
      if (typeof page === 'string') throw new Error(page);
      expect(page.data.length).toBeLessThanOrEqual(1);
      expect(page.has_more).toBe(page.next_cursor !== undefined);
      found.push(...page.data.map(({ title }) => title));
      cursor = page.next_cursor === undefined ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor);
    return found;
  };
  expect(await listAll('')).toEqual(['Cafe', 'bakery 2', 'Bakery', 'First']);
  expect(await listAll('&search=BAKERY')).toEqual(['Bakery', 'bakery 2']);
  expect(await listAll(`&search=c&version_id=${app.versions[1]?.id}`)).toEqual(['bakery 2']);
  const { next_cursor: cursor = '' } = (await list('?limit=1')) as AccountList;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const query of [
    '?limit=0',
    '?limit=1001',
    '?search=',
    `?search=${'x'.repeat(201)}`,
    '?cursor=acc_1',
    `?search=c&cursor=${cursor}`,
    `?cursor=${encode([0, 'a\u0000', ''])}`,
    `?cursor=${encode([3, '', ''])}`,
    `?cursor=${encode({})}`,
  ]) {
    expect([query, await list(query)]).toEqual([query, 'parameter_invalid']);
  }
});

test('DELETE deletes an account in 30 days or at once, and with a confirmation', async ({
  request,
  createTenant,
}) => {
  const { account, key: createKey } = await createTenant({}, () => ({ externalId: 'leaving' }));
  const key = await createKey('app');
  const path = getAccountPath('leaving');
  const send = async (method: string, target: string) => {
    const options = { method, key };
    const { status, body } = await sendRequest<OrProblem<{ data: AccountBody }>>(request, target, options);
    return status === 200 ? body.data.deletes_at : body.code;
  };
  const remove = (query: string) => send('DELETE', `${path}${query}`);
  expect(await remove('')).toBe('parameter_missing');
  expect(await remove('?confirm=leaving')).toBe('parameter_invalid');
  const deletesAt = await remove(`?confirm=${account.id}`);
  expect(Number(deletesAt) - Date.now() / 1000).toBeGreaterThan(29 * 86_400);
  expect(await send('GET', path)).toBe(deletesAt);
  expect(await send('POST', `${path}/restore`)).toBeNull();
  expect(await remove(`?confirm=${account.id}&immediately=true`)).toEqual(expect.any(Number));
  await expect.poll(() => send('GET', path)).toBe('account_not_found');
  expect(await send('GET', getAccountPath(account.id))).toBe('account_not_found');
});

test('PUT imports a customer, and PATCH changes title and period', async ({ request, createTenant }) => {
  const { app, key: createKey } = await createTenant();
  const key = await createKey('app');
  const path = getAccountPath('imported');
  const [, second] = app.versions;
  const imported = {
    title: 'Imported',
    tag: second?.tag,
    activated_at: 1_600_000_000,
    period_ends_at: 2_000_000_000,
  };
  const created = await sendRequest<AccountResponse>(request, path, { ...put, key, body: imported });
  expect(created.status).toBe(201);
  expect(created.body.data).toMatchObject({
    version_id: second?.id,
    activated_at: 1_600_000_000,
    period_ends_at: 2_000_000_000,
  });
  const repeated = await sendRequest<AccountResponse>(request, path, { ...put, key, body: imported });
  expect([repeated.status, repeated.body.data]).toEqual([200, { ...created.body.data, created: false }]);
  const headers = { 'X-Account-Id': 'imported' };
  const history = await sendRequest<History>(request, '/account/versions', { key, headers });
  expect(history.body.payload).toMatchObject([{ id: second?.id, sequence: 1, activated: 1_600_000_000 }]);

  const patch = async (body: object) => {
    const response = await sendRequest<OrProblem<{ data: AccountBody }>>(request, path, {
      method: 'PATCH',
      key,
      body,
    });
    return response.status === 200 ? response.body.data : response.body.code;
  };
  const { created: _, account_id, version_id, ...account } = created.body.data;
  expect(await patch({})).toEqual(account);
  expect(await patch({ period_ends_at: null })).toEqual({ ...account, period_ends_at: null });
  expect(await patch({ title: ' New ' })).toEqual({ ...account, title: 'New', period_ends_at: null });
  expect(await patch({ title: null })).toBe('parameter_invalid');
  expect(await patch({ period_ends_at: 1.5 })).toBe('parameter_invalid');
  expect(await patch({ period_ends_at: 0 })).toBe('parameter_invalid');
  expect(await patch({ version_id: second?.id })).toBe('parameter_unknown');
  // The cached title is another one at once.
  const user = await sendRequest<{ data: AccountBody }>(request, '/api/account', { key, headers });
  expect(user.body.data.title).toBe('New');
});

test('app keys and staff read the e-mail address of an account, and its users do not', async ({
  request,
  createTenant,
}) => {
  const { account, key: createKey } = await createTenant({}, () => ({ externalId: 'mail', title: 'Müller' }));
  const key = await createKey('app');
  const path = getAccountPath('mail');
  const email = 'Ada@Mueller.example';
  const patch = (body: object) =>
    sendRequest<{ data: AccountBody }>(request, path, { method: 'PATCH', key, body });
  expect((await patch({ email: ` ${email} ` })).body.data.email).toBe(email);
  expect((await patch({ title: 'Müller & Co' })).body.data.email).toBe(email);
  const search = async (text: string, apiKey: string) => {
    const query = `/api/accounts?search=${encodeURIComponent(text)}`;
    const { body } = await sendRequest<AccountList>(request, query, { key: apiKey });
    return body.data.map((each) => [each.id, each.email]);
  };
  for (const text of ['ada@mueller.example', 'mueller.example', 'Muller']) {
    expect([text, await search(text, key)]).toEqual([text, [[account.id, email]]]);
  }
  for (const role of ['owner', 'support'] as const) {
    const headers = { 'X-Account-Id': account.id };
    const caller =
      role === 'owner' ? { key: await createKey(role) } : { key: await createKey(role), headers };
    const own = await sendRequest(request, '/api/account', caller);
    expect([role, own.status, JSON.stringify(own.body).includes(email)]).toEqual([role, 200, false]);
  }
  expect((await patch({ email: null })).body.data.email).toBeNull();
  expect(await search('ada@mueller.example', key)).toEqual([]);
});

test('an Idempotency-Key repeats the response of PUT and PATCH', async ({ request, createTenant }) => {
  const { key: createKey } = await createTenant();
  const key = await createKey('app');
  const path = getAccountPath('once');
  const send = (method: string, idempotencyKey: string, title: string) =>
    sendRequest<OrProblem<AccountResponse>>(request, path, {
      method,
      key,
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { title },
    });
  const first = await send('PUT', 'put-1', 'One');
  expect(first.status).toBe(201);
  expect((await send('PATCH', 'patch-1', 'Two')).body.data.title).toBe('Two');
  const repeated = await send('PUT', 'put-1', 'One');
  expect([repeated.status, repeated.body, repeated.headers['idempotent-replayed']]).toEqual([
    201,
    first.body,
    'true',
  ]);
  expect((await send('PUT', 'put-1', 'Other')).body.code).toBe('idempotency_key_reused');
  expect((await sendRequest<{ data: AccountBody }>(request, path, { key })).body.data.title).toBe('Two');
});

test('a grant makes a version available at once', async ({ request, createTenant, db }) => {
  const { app, key: createKey } = await createTenant({
    versions: [{ title: 'Free' }, { title: 'Secret', public: false }],
  });
  const key = await createKey('app');
  const account = await buildAccount(db, app, { externalId: 'g 1' });
  const secret = app.versions[1]?.id ?? '';
  const path = `${getAccountPath('g 1')}/grants`;
  const headers = { 'X-Account-Id': account.id };
  const listTitles = async () => {
    const { body } = await sendRequest<VersionList>(request, '/app/versions', { key, headers });
    return body.data.versions.map(({ title }) => title);
  };
  const send = async (method: string, versionId = secret) => {
    const response = await sendRequest<OrProblem<{ data: GrantBody }>>(request, `${path}/${versionId}`, {
      method,
      key,
    });
    return response.status === 200 ? response.body.data : response.body.code;
  };
  expect(await listTitles()).toEqual(['Free']);
  const granted = await send('PUT');
  expect(granted).toMatchObject({ version: { id: secret, title: 'Secret' }, source: 'api' });
  expect(await send('PUT')).toEqual(granted);
  expect(await listTitles()).toEqual(['Free', 'Secret']);
  const list = await sendRequest<GrantList>(request, path, { key });
  expect([list.body.data, list.body.has_more]).toEqual([[granted], false]);
  expect(await send('DELETE')).toEqual({ version_id: secret });
  expect(await send('DELETE')).toEqual({ version_id: secret });
  expect(await listTitles()).toEqual(['Free']);
  expect(await send('PUT', 'ver_none')).toBe('version_not_found');
  expect(await send('PUT', 'a%00b')).toBe('parameter_invalid');
  expect((await sendRequest<GrantList>(request, `${path}?limit=1001`, { key })).status).toBe(400);
});

test('a key of an account that can only read is created, used and revoked', async ({
  request,
  createTenant,
}) => {
  const { app, key: createKey } = await createTenant({}, () => ({ externalId: 'customer-7' }));
  const key = await createKey('app');
  const path = `${getAccountPath('customer-7')}/keys`;
  const body = { role: 'owner', read_only: true, expires_at: Math.floor(Date.now() / 1000) + 3600 };
  type Created = { data: AccountKeyBody & { secret: string } } & Pick<ProblemBody, 'code' | 'message'>;
  const create = (fields: object) =>
    sendRequest<Created>(request, path, { method: 'POST', key, body: fields });
  const created = await create(body);
  expect(created.status).toBe(201);
  const { secret, ...summary } = created.body.data;
  expect(summary).toMatchObject({ role: 'owner', name: 'owner key', read_only: true, revoked_at: null });
  const list = await sendRequest<AccountKeyList>(request, path, { key });
  expect(list.body.data).toEqual([summary]);

  const read = () => sendRequest(request, '/account/features', { key: secret });
  expect((await read()).status).toBe(200);
  const change = { method: 'POST', key: secret, body: { version_id: app.versions[1]?.id } };
  const rejected = await sendRequest<ProblemBody>(request, '/app/versions', change);
  expect([rejected.status, rejected.body.code, rejected.body.message]).toEqual([
    403,
    'forbidden',
    'The API key can only read.',
  ]);

  const target = `${path}/${summary.id}`;
  const revoked = await sendRequest<Created>(request, target, { method: 'DELETE', key });
  expect(revoked.body.data).toEqual({ ...summary, revoked_at: expect.any(Number) });
  expect((await read()).status).toBe(401);
  expect((await create({ ...body, expires_at: 1 })).body.code).toBe('parameter_invalid');
  expect((await create({ ...body, role: 'product' })).body.code).toBe('parameter_invalid');
  // An account's own key creates none.
  const owner = await sendRequest<ProblemBody>(request, path, {
    method: 'POST',
    key: await createKey('owner'),
    body,
  });
  expect(owner.body.code).toBe('forbidden');
});
