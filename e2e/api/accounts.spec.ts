import { expect } from '@playwright/test';
import type { AccountResponse } from '@/lib/contract/accounts';
import type { ProblemBody } from '@/lib/contract/errors';
import type { History } from '@/lib/contract/history';
import { buildKey } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const put = { method: 'PUT' };
const getAccountPath = (externalId: string) => `/api/accounts/${encodeURIComponent(externalId)}`;

test('PUT creates an account, returns the existing one and updates its title', async ({
  request,
  createTenant,
  db,
}) => {
  const { app } = await createTenant();
  const key = await buildKey(db, { app });
  const putAccount = (title: string) =>
    sendRequest<AccountResponse>(request, getAccountPath('cust/7 ä'), { ...put, key, body: { title } });

  const created = await putAccount('Ada & Co');
  expect(created.status).toBe(201);
  expect(created.body.data).toEqual({
    account_id: expect.stringMatching(/^acc_[0-9a-hjkmnp-tv-z]{26}$/),
    external_id: 'cust/7 ä',
    title: 'Ada & Co',
    created: true,
    version_id: app.versions[0]?.id,
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

test('concurrent PUT requests with the same external id create one account', async ({
  request,
  createTenant,
  db,
}) => {
  const { app } = await createTenant();
  const key = await buildKey(db, { app });
  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      sendRequest<AccountResponse>(request, getAccountPath('same'), { ...put, key, body: { title: 'Same' } }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
  expect(new Set(responses.map(({ body }) => body.data.account_id)).size).toBe(1);
  expect(new Set(responses.map(({ body }) => body.data.version_id))).toEqual(new Set([app.versions[0]?.id]));
});

test('the same external id in two apps creates two accounts', async ({ request, createTenant, db }) => {
  const ids = [];
  for (const { app } of [await createTenant(), await createTenant()]) {
    const key = await buildKey(db, { app });
    const { body } = await sendRequest<AccountResponse>(request, getAccountPath('1'), {
      ...put,
      key,
      body: { title: 'One' },
    });
    ids.push(body.data.account_id);
  }
  expect(new Set(ids).size).toBe(2);
});

test('an account can be created in an app without versions', async ({ request, createTenant, db }) => {
  const { app } = await createTenant({ versions: [] }, () => ({ history: [] }));
  const key = await buildKey(db, { app });
  const { body } = await sendRequest<AccountResponse>(request, getAccountPath('1'), {
    ...put,
    key,
    body: { title: 'One' },
  });
  expect(body.data).toMatchObject({ created: true, version_id: null });
});

test('PUT rejects missing credentials, invalid titles and invalid external ids', async ({
  request,
  createTenant,
  db,
}) => {
  const { app, key } = await createTenant();
  const appKey = await buildKey(db, { app });
  const getError = async (path: string, body: unknown, apiKey: string | undefined = appKey) => {
    const options = apiKey === '' ? {} : { key: apiKey };
    const response = await sendRequest<ProblemBody>(request, path, { ...put, ...options, body });
    return `${response.status} ${response.body.code}`;
  };
  expect(await getError(getAccountPath('1'), { title: 'One' }, '')).toBe('401 unauthenticated');
  expect(await getError(getAccountPath('1'), { title: 'One' }, await key('owner'))).toBe('403 forbidden');
  expect(await getError(getAccountPath('1'), {})).toBe('400 parameter_missing');
  expect(await getError(getAccountPath('1'), { title: ' ' })).toBe('400 parameter_invalid');
  expect(await getError(getAccountPath('1'), { title: 'x'.repeat(201) })).toBe('400 parameter_invalid');
  expect(await getError(getAccountPath('1'), { title: ` ${'x'.repeat(200)}` })).toBe('400 parameter_invalid');
  expect(await getError(getAccountPath('1'), { title: 'a\u0000b' })).toBe('400 parameter_invalid');
  expect(await getError(getAccountPath('1'), { title: 'a\u202eb' })).toBe('400 parameter_invalid');
  expect(await getError(getAccountPath('1'), { title: 'unpaired surrogate: \ud83d' })).toBe(
    '400 parameter_invalid',
  );
  expect(await getError(getAccountPath('1'), { title: 'One', id: 1 })).toBe('400 parameter_unknown');
  expect(await getError(getAccountPath('a\u0000b'), { title: 'One' })).toBe('400 parameter_invalid');
  expect(await getError(getAccountPath('x'.repeat(201)), { title: 'One' })).toBe('400 parameter_invalid');
  expect(await getError('/api/accounts', { title: 'One' })).toBe('404 not_found');
});
