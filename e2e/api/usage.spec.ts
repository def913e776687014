import { expect } from '@playwright/test';
import type { StoredUsage, UsageResponse, UsagesResponse } from '@/lib/contract/usage';
import type { VersionList } from '@/lib/contract/versions';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const spec = {
  title: 'Larder',
  features: ['Projects', 'Export'],
  units: { 1: { unit: 'project', isLimit: true } },
  versions: [
    { title: 'Kitchen', fee: 1000, features: [1, 2], amounts: { 1: 20 } },
    { title: 'Team', fee: 500, features: [1, 2], amounts: { 1: 10 } },
  ],
};

test('the host reports usage, and staff reads it', async ({ request, createTenant }) => {
  const { app, account, key } = await createTenant(spec, () => ({ externalId: 'c1' }));
  const path = '/api/accounts/c1/usage';
  const appKey = await key('app');
  const limit = app.features[0]?.humanId ?? '';
  const put = (amount: number, reportedAt?: number, using = appKey) =>
    sendRequest<StoredUsage>(request, path, {
      key: using,
      method: 'PUT',
      body: { amounts: { [limit]: amount }, reported_at: reportedAt },
    });
  const get = async () =>
    (await sendRequest<UsageResponse>(request, path, { key: await key('product') })).body.data;

  expect(await get()).toEqual({ account_id: account.id, external_id: 'c1', amounts: {}, reported_at: null });
  const at = Math.floor(Date.now() / 1000) - 60;
  const stored = { account_id: account.id, external_id: 'c1', amounts: { [limit]: 14 }, reported_at: at };
  expect((await put(14, at)).body.data).toEqual({ ...stored, stored: true });
  expect((await put(13, at - 1)).body).toEqual({
    success: true,
    message: 'A newer report is stored.',
    data: { ...stored, stored: false },
  });
  expect(await get()).toEqual(stored);

  expect((await put(-1)).status).toBe(400);
  expect((await put(1, at + 1000)).status).toBe(400);
  expect((await put(1, undefined, await key())).status).toBe(403);
  const unknown = await sendRequest<{ errors: object[] }>(request, path, {
    key: appKey,
    method: 'PUT',
    body: { amounts: { projekts: 1 } },
  });
  const message = `amounts.projekts: Not a usage limit. Known limits: ${limit}.`;
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    [{ field: 'amounts.projekts', code: 'parameter_unknown', message }],
  ]);

  const accounts = [
    { external_id: 'c1', amounts: { [limit]: 15 } },
    { external_id: 'c9', amounts: {} },
  ];
  const headers = { 'Idempotency-Key': 'usage-1' };
  const bulk = () =>
    sendRequest<UsagesResponse>(request, '/api/usage', { key: appKey, headers, body: { accounts } });
  const first = await bulk();
  expect(first.body.data.reports).toEqual([
    { external_id: 'c1', stored: true, error: null },
    {
      external_id: 'c9',
      stored: false,
      error: { code: 'account_not_found', message: 'Account not found.' },
    },
  ]);
  const replayed = await bulk();
  expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', first.body]);
  expect((await get()).amounts).toEqual({ [limit]: 15 });
});

test('the list of versions names the cheapest that holds the usage', async ({ request, createTenant }) => {
  const [kitchen, team] = spec.versions as [object, object];
  const more = { feature: 1, addOn: 'More', fee: 150, adds: 5, maxQuantity: 3 };
  const versions = [kitchen, { ...team, optional: [more] }] as typeof spec.versions;
  const { app, key } = await createTenant({ ...spec, versions }, () => ({ externalId: 'c1' }));
  const limit = app.features[0]?.humanId ?? '';
  const [kitchenId = '', teamId = ''] = app.versions.map(({ id }) => id);
  const report = async (amount: number) =>
    sendRequest(request, '/api/accounts/c1/usage', {
      key: await key('app'),
      method: 'PUT',
      body: { amounts: { [limit]: amount } },
    });
  const read = async (using: string | null, query = '?fits=usage') => {
    const path = `/api/app/versions${query}`;
    const options = using === null ? { host: app.host } : { key: using };
    const { status, body, headers } = await sendRequest<VersionList>(request, path, options);
    return { status, fit: body.data?.usage_fit, etag: headers.etag };
  };
  const owner = await key();

  expect(await read(null)).toMatchObject({ status: 200, fit: null });
  expect(await read(owner)).toMatchObject({ status: 200, fit: null });
  expect((await read(owner, '?fits=price')).status).toBe(400);

  await report(14);
  const first = await read(owner);
  expect(first.fit?.cheapest_version_id).toBe(teamId);
  expect(first.fit?.versions).toMatchObject({
    [kitchenId]: { fits: true, exceeded: [], optional_features: [], total: { amount: 1000 }, complete: true },
    [teamId]: {
      fits: true,
      exceeded: [limit],
      optional_features: [{ id: app.addOns[0]?.id, title: 'More', quantity: 1 }],
      total: { amount: 650 },
    },
  });
  // The next report counts at once, also for what is cached.
  await report(20);
  expect((await read(owner)).fit?.versions[teamId]).toMatchObject({ total: { amount: 800 } });
  expect((await read(owner)).etag).not.toBe(first.etag);
  await report(26);
  expect((await read(owner)).fit).toMatchObject({
    cheapest_version_id: null,
    versions: { [kitchenId]: { fits: false, total: null }, [teamId]: { fits: false, exceeded: [limit] } },
  });
  expect((await read(owner, '')).fit).toBeUndefined();
  expect((await read(null)).fit).toBeNull();
});
