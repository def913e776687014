import { expect } from '@playwright/test';
import type { History } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import { noVersionContent } from '@/lib/contract/operations/sample-data';
import type { VersionList } from '@/lib/contract/versions';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { sendRequest } from './api-client';
import { publishCatalog, retireCatalog } from './publish-catalog';

test('the history has the fields of the spec, newest entry first, in `payload`', async ({
  request,
  createTenant,
}) => {
  const { app, key } = await createTenant({}, ({ versions }) => ({ history: versions.slice(0, 2) }));
  const secret = await key();
  await sendRequest(request, '/app/versions', {
    key: secret,
    body: { version_id: app.versions[0]?.id, reason: 'Too much' },
  });
  const { status, body } = await sendRequest<History>(request, '/account/versions', { key: secret });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['success', 'message', 'payload', 'has_more']);
  const [third, second, first] = body.payload;
  expect(body.payload.map(({ id }) => id)).toEqual([0, 1, 0].map((index) => app.versions[index]?.id));
  expect(third).toEqual({
    activated: expect.any(Number),
    id: app.versions[0]?.id,
    title: 'Version 1',
    description: 'Version 1 of the app.',
    history_id: expect.stringMatching(/^avh_/),
    sequence: 3,
    deactivated: null,
    previous_version_id: app.versions[1]?.id,
    previous_title: 'Version 2',
    direction: 'downgrade',
    ...noVersionContent,
    fee: 0,
    currency: 'USD',
    billing_period: 'month',
    gained: [],
    lost: [{ id: 'feature-2', title: 'Feature 2', is_limit: false }],
    raised: [],
    lowered: [],
    changed: [],
    actor: { kind: 'key', name: 'Test key', channel: 'api' },
    reason: 'Too much',
    account_billing_period: 'month',
    options: [],
    undo: false,
    undo_until: (third?.activated ?? 0) + 86_400,
  });
  expect(second?.deactivated).toBe(third?.activated);
  expect(first).toMatchObject({ sequence: 1, direction: 'none', previous_version_id: null, lost: [] });
});

test('`limit` and `cursor` page through the history without gaps or duplicates', async ({
  request,
  createTenant,
}) => {
  const { key } = await createTenant({}, ({ versions }) => ({
    history: Array.from({ length: 1001 }, (_, index) => versions[index % 3]).filter(
      (each) => each !== undefined,
    ),
  }));
  const secret = await key();
  const page = async (query: string) =>
    (await sendRequest<History>(request, `/account/versions?${query}`, { key: secret })).body;
  const newest = await page('');
  expect(newest.payload).toHaveLength(1000);
  expect(newest.next_cursor).toBeDefined();
  const rest = await page(`cursor=${newest.next_cursor}`);
  expect(rest.payload.map(({ sequence }) => sequence)).toEqual([1]);
  expect(rest).not.toHaveProperty('next_cursor');
  const two = await page('limit=2');
  expect(two.payload).toEqual(newest.payload.slice(0, 2));
  expect((await page(`limit=3&cursor=${two.next_cursor}`)).payload).toEqual(newest.payload.slice(2, 5));
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=-1', 'at=soon']) {
    const { status, body } = await sendRequest(request, `/account/versions?${query}`, { key: secret });
    expect([query, status, (body as { code?: string }).code]).toEqual([query, 400, 'parameter_invalid']);
  }
});

test('`at` returns the entry that was current at a time', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({}, ({ versions }) => ({ history: versions }));
  const secret = await key();
  const { payload } = (await sendRequest<History>(request, '/account/versions', { key: secret })).body;
  const at = async (second: number) =>
    (await sendRequest<History>(request, `/account/versions?at=${second}`, { key: secret })).body.payload;
  expect(await at((payload[1]?.activated ?? 0) + 1)).toEqual([payload[1]]);
  expect(await at(payload[0]?.activated ?? 0)).toEqual([payload[0]]);
  expect(await at(0)).toEqual([]);
  expect(payload[0]?.id).toBe(app.versions[2]?.id);
});

test('the history is returned as CSV with `Accept: text/csv` or `format=csv`', async ({
  request,
  createTenant,
}) => {
  const { app, key } = await createTenant(
    { versions: [{ title: '=1+1' }, { title: 'Two, or more' }] },
    ({ versions }) => ({
      history: versions,
    }),
  );
  const secret = await key();
  const { headers, body } = await sendRequest<string>(request, '/account/versions', {
    key: secret,
    headers: { Accept: 'text/csv' },
  });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain('plan-history.csv');
  const [, newest, oldest] = body.split('\r\n');
  expect(newest).toContain(`,${app.versions[1]?.id},"Two, or more",'=1+1,`);
  expect(oldest).toContain(`,'=1+1,,none,`);
  const byQuery = await sendRequest<string>(request, '/account/versions?format=csv', { key: secret });
  expect(byQuery.body).toBe(body);
});

test('history responses do not change, byte for byte, when the catalog changes', async ({ request, db }) => {
  const slug = makeId('app').replace('_', '-');
  const target = { db, slug, grantedTo: [] };
  await publishCatalog(target, 2);
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const account = await buildAccount(db, { ...app, versions: [], features: [], addOns: [], host: '' });
  const key = await buildKey(db, { app, account });
  const { versions } = (await sendRequest<VersionList>(request, '/app/versions', { key })).body.data;
  for (const index of [0, 1, 2, 0]) {
    const body = { version_id: versions[index]?.id, reason: `Switch to ${versions[index]?.title}` };
    expect((await sendRequest(request, '/app/versions', { key, body })).status).toBe(200);
  }
  const { payload } = (await sendRequest<History>(request, '/account/versions', { key })).body;
  const queries = ['', '?limit=2', '?limit=1&cursor=3', `?at=${payload[2]?.activated}`, '?format=csv'];
  const read = () =>
    Promise.all(
      queries.map(async (query) =>
        (await sendRequest(request, `/account/versions${query}`, { key })).raw.text(),
      ),
    );
  const before = await read();
  // The next edition has other titles, prices, features, blockers and grants. Then all versions and features are
  // retired.
  await publishCatalog(target, 3);
  expect(await read()).toEqual(before);
  await retireCatalog(target);
  expect(await read()).toEqual(before);
  const remaining = (await sendRequest<VersionList>(request, '/app/versions', { key })).body.data.versions;
  expect(remaining.map(({ title, active }) => [title, active])).toEqual([
    ['Next', true],
    ['Low 3', false],
  ]);
});
