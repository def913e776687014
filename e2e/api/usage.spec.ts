import { expect } from '@playwright/test';
import type { StoredUsage, UsageResponse, UsagesResponse } from '@/lib/contract/usage';
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
