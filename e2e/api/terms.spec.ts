import { expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/errors';
import type { AccountFeatures } from '@/lib/contract/features';
import type { History } from '@/lib/contract/history';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { TermsResponse, TermsResult } from '@/lib/contract/terms';
import type { VersionList } from '@/lib/contract/versions';
import { test } from '../fixtures';
import { expectEvents, sendRequest } from './api-client';

const spec = {
  title: 'Larder',
  features: ['Projects', 'Team members', 'Audit log'],
  units: { 1: { unit: 'project', isLimit: true }, 2: { unit: 'person', isLimit: true } },
  usersLimit: 2,
  versions: [
    { title: 'Kitchen', fee: 900, features: [1, 2], amounts: { 1: 10, 2: 9 } },
    { title: 'Brigade', fee: 4900, features: [1, 2, 3], amounts: { 1: 50, 2: 99 } },
  ],
};
const termsPath = '/api/accounts/c1/terms';

test('terms are in all responses of the account at once', async ({ request, createTenant }) => {
  const { app, key } = await createTenant(spec, () => ({ externalId: 'c1' }));
  const [appKey, owner] = [await key('app'), await key()];
  const kitchen = app.versions[0]!.id;
  const read = async <T>(path: string) => (await sendRequest<T>(request, path, { key: owner })).body;
  await read('/app/versions');
  await read('/account/features');
  const until = Math.floor(Date.now() / 1000) + 86_400;
  const set = await sendRequest<TermsResult>(request, termsPath, {
    key: appKey,
    method: 'PUT',
    body: {
      version_id: kitchen,
      price: { fee: 700 },
      limits: { 'feature-1': 20, 'feature-2': 0 },
      features: { 'feature-3': true },
      until,
      reason: 'Contract of 2026',
    },
    headers: { 'X-Actor': JSON.stringify({ user_id: 'user-31', name: 'Zoe' }) },
  });
  expect(set.body.data).toMatchObject({
    terms: { active: true, until, agreed_by: { name: 'Zoe' } },
    problems: [{ code: 'users_limit_exceeded', message: 'Kitchen allows 0 people. You have 1.' }],
  });
  const list = await read<VersionList>('/app/versions');
  expect(list.data.versions[0]).toMatchObject({
    fee: 700,
    total: { amount: 700 },
    terms: { until, listed_price: { fee: 900 } },
  });
  expect(list.data.versions[1]).not.toHaveProperty('terms');
  const features = await read<AccountFeatures>('/account/features');
  expect(features.payload.map(({ id, amount, source }) => [id, amount, source])).toEqual([
    ['feature-1', 20, 'terms'],
    ['feature-2', 0, 'terms'],
    ['feature-3', null, 'terms'],
  ]);
  const preview = await read<SwitchPreview>(`/app/versions/${app.versions[1]!.id}/preview`);
  expect(preview.data).toMatchObject({
    ends_terms: { reason: 'Contract of 2026' },
    totals: { before: { amount: 700 }, after: { amount: 4900 } },
  });
  const history = await read<History>('/account/versions');
  expect(history.payload.map(({ kind, fee, terms }) => [kind, fee, terms?.reason ?? null])).toEqual([
    ['terms', 700, 'Contract of 2026'],
    ['switch', 900, null],
  ]);
  await expectEvents(request, appKey, '?types=account.version_switched', (events) =>
    expect(events.at(-1)?.data).toMatchObject({ kind: 'terms', price: { fee: 700 }, terms: { until } }),
  );
  const got = await sendRequest<TermsResponse>(request, termsPath, { key: appKey });
  expect(got.body.data.terms).toEqual(set.body.data.terms);

  const ended = await sendRequest<TermsResult>(request, `${termsPath}?reason=Over`, {
    key: appKey,
    method: 'DELETE',
  });
  expect(ended.body.data).toEqual({ terms: null, problems: [] });
  expect((await read<VersionList>('/app/versions')).data.versions[0]?.fee).toBe(900);
  const csv = await sendRequest<string>(request, '/account/versions?format=csv&columns=all', { key: owner });
  expect(csv.body).toContain(',terms,');
});

test('terms that are not valid are rejected, and nothing changes', async ({ request, createTenant }) => {
  const { key } = await createTenant(spec, () => ({ externalId: 'c1' }));
  const appKey = await key('app');
  const put = async (body: unknown, apiKey = appKey) => {
    const response = await sendRequest<ProblemBody>(request, termsPath, { key: apiKey, method: 'PUT', body });
    return [response.status, response.body.code, response.body.errors?.[0]?.field];
  };
  const terms = { price: { fee: 1 }, reason: 'Contract' };
  expect(await put(terms, await key('owner'))).toEqual([403, 'forbidden', undefined]);
  expect(await put({ price: { fee: 1 } })).toEqual([400, 'parameter_missing', 'reason']);
  expect(await put({ reason: 'Contract' })).toEqual([400, 'parameter_invalid', 'price']);
  for (const [field, value] of Object.entries({
    price: { fee: -1 },
    limits: { 'feature-1': -1 },
    features: { 'feature-3': 1 },
    until: 1,
    version_id: 7,
  })) {
    expect((await put({ ...terms, [field]: value }))[0]).toBe(400);
  }
  expect(await put({ ...terms, limits: { seats: 1 } })).toEqual([400, 'parameter_invalid', 'limits']);
  expect(await put({ ...terms, note: '' })).toEqual([400, 'parameter_unknown', 'note']);
  expect(await put({ ...terms, version_id: 'ver_1' })).toEqual([404, 'version_not_found', undefined]);
  const { body } = await sendRequest<TermsResponse>(request, termsPath, { key: appKey });
  expect(body.data.terms).toBeNull();
});
