import { expect } from '@playwright/test';
import type { AccountFeatures, FeatureAccess } from '@/lib/contract/features';
import { makeId } from '@/lib/contract/ids';
import type { VersionList } from '@/lib/contract/versions';
import { buildKey } from '@/prisma/factories/build-credential';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { importList } from '@/tools/testing/import-lists';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const priceList: PriceListSpec = {
  features: ['projects', 'files', 'sso'],
  plans: {
    FREE: {
      price: 0,
      unit: '/month',
      features: ['projects', 'files'],
      limits: { maxProjects: 3, storage: 0.5, uploads: 0, seats: 2 },
    },
    TEAM: {
      price: 9,
      unit: '/month',
      features: ['projects', 'files', 'sso'],
      limits: { maxProjects: 1_000_000_000, storage: 10, uploads: 100, seats: 10 },
    },
  },
  limits: {
    maxProjects: { features: ['projects'], unit: 'project' },
    storage: { features: ['files'], unit: 'GB' },
    uploads: { features: ['files'], unit: 'upload/month', type: 'RENEWABLE' },
    seats: { unit: 'seat' },
  },
};

const noAmount = { amount: null, unlimited: false, unit: null, period: null, renewable: null };

test('features of an imported price list have texts and amounts', async ({ request, db }) => {
  const slug = makeId('app').replace('_', '-');
  await importList(db, slug, priceList);
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const appKey = await buildKey(db, { app });
  await sendRequest(request, '/api/accounts/acme', { method: 'PUT', key: appKey, body: { title: 'Acme' } });
  const headers = { 'X-Account-Id': 'acme' };
  const list = async () =>
    (await sendRequest<AccountFeatures>(request, '/account/features', { key: appKey, headers })).body.payload;
  const find = async (id: string) =>
    (await sendRequest<FeatureAccess>(request, `/account/features/${id}`, { key: appKey, headers })).body;
  const versions = (await sendRequest<VersionList>(request, '/app/versions', { key: appKey, headers })).body
    .data;

  const features = await list();
  expect(
    features.map(({ id, is_limit, amount, linked_features }) => [id, is_limit, amount, linked_features]),
  ).toEqual([
    ['projects', false, 3, []],
    ['files', false, null, []],
    ['storage', true, 0.5, ['files']],
    ['uploads', true, 0, ['files']],
    ['seats', true, 2, []],
  ]);
  expect(features[3]).toMatchObject({ unit: 'upload', period: 'month', renewable: true, source: 'version' });
  // The matrix and the check of each feature agree with the list.
  const current = versions.versions.find((version) => version.current)?.id ?? '';
  for (const row of versions.matrix?.features ?? []) {
    const feature = features.find(({ id }) => id === row.id);
    expect([row.id, feature !== undefined]).toEqual([row.id, row.versions[current]]);
    expect(feature?.value ?? null).toBe(row.values[current] ?? null);
    const { id, allowed, known, source, ...content } = await find(row.id);
    const expectedSource = feature ? 'version' : null;
    expect([id, allowed, known, source]).toEqual([row.id, feature !== undefined, true, expectedSource]);
    const { title, linked_features, is_limit, id: listedId, source: listedSource, ...listed } = feature ?? {};
    expect(content).toEqual(feature ? listed : { value: null, ...noAmount });
  }

  const team = versions.versions.find((version) => !version.current)?.id;
  await sendRequest(request, '/app/versions', { key: appKey, headers, body: { version_id: team } });
  expect(await find('sso')).toMatchObject({ allowed: true, value: null });
  expect(await find('projects')).toMatchObject({
    allowed: true,
    value: 'Unlimited',
    amount: null,
    unlimited: true,
  });
  expect(await find('uploads')).toMatchObject({ allowed: true, amount: 100 });
});

test('the ETag of the features changes with them, and with nothing else', async ({ request, db }) => {
  const slug = makeId('app').replace('_', '-');
  const publish = (price: number, features: string[], other: string[] = [], extension = '') => {
    const plans = { BASIC: { price, features }, OTHER: { price: 1, features: other } };
    return importList(db, slug, { features: ['api', 'search', 'sso'], plans }, extension);
  };
  await publish(10, ['api', 'search']);
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const key = await buildKey(db, { app });
  const body = { title: 'Acme' };
  await sendRequest(request, '/api/accounts/acme', { method: 'PUT', key, body });
  const read = async (etag = '') => {
    const headers = { 'X-Account-Id': 'acme', ...(etag && { 'If-None-Match': etag }) };
    return sendRequest<AccountFeatures>(request, '/account/features', { key, headers });
  };
  const first = await read();
  const etag = first.headers.etag ?? '';
  // The account keeps its version, or another plan changes.
  await publish(20, ['search']);
  expect((await read(etag)).status).toBe(304);
  await publish(20, ['search'], ['sso']);
  expect((await read(etag)).status).toBe(304);
  // A feature that the account has gets another title.
  await publish(20, ['search'], ['sso'], 'features: {search: {title: Find}}');
  const renamed = await read(etag);
  expect(renamed.headers.etag).not.toBe(etag);
  expect(renamed.body.payload).toMatchObject([{ id: 'api' }, { id: 'search', title: 'Find' }]);
});

test('conditional requests return 304 until the account switches', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({ versions: 3, features: 3 });
  const owner = await key();
  for (const path of ['/account/features', '/account/features/feature-3']) {
    const first = await sendRequest(request, path, { key: owner });
    const etag = first.headers.etag ?? '';
    const get = () => sendRequest(request, path, { key: owner, headers: { 'If-None-Match': etag } });
    expect((await get()).status).toBe(304);
    await sendRequest(request, '/app/versions', { key: owner, body: { version_id: app.versions[2]?.id } });
    expect((await get()).status).toBe(200);
    await sendRequest(request, '/app/versions', { key: owner, body: { version_id: app.versions[0]?.id } });
    expect((await get()).status).toBe(304);
  }
});
