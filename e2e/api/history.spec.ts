import { expect } from '@playwright/test';
import type { History } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import type { VersionList } from '@/lib/contract/version-list';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildKey } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { ask } from './ask';
import { publish, retireAll } from './changing-catalogue';

test('entries have the spec’s fields, newest first, under `payload`', async ({ request, tenant }) => {
  const { app, key } = await tenant({}, ({ versions }) => ({ path: versions.slice(0, 2) }));
  const secret = await key();
  await ask(request, '/app/versions', {
    key: secret,
    body: { version_id: app.versions[0]?.id, reason: 'Too much' },
  });
  const { status, body } = await ask<History>(request, '/account/versions', { key: secret });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['success', 'message', 'payload']);
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
    fee: 0,
    user_fee: null,
    currency: 'USD',
    billing_period: 'month',
    gained: [],
    lost: [{ id: 'feature-2', title: 'Feature 2' }],
    actor: { kind: 'key', name: 'Test key', channel: 'api' },
    reason: 'Too much',
  });
  expect(second?.deactivated).toBe(third?.activated);
  expect(first).toMatchObject({ sequence: 1, direction: 'none', previous_version_id: null, lost: [] });
});

test('pages by limit and cursor, without losing or repeating one', async ({ request, tenant }) => {
  const { key } = await tenant({}, ({ versions }) => ({
    path: Array.from({ length: 1001 }, (_, index) => versions[index % 3]).filter(
      (each) => each !== undefined,
    ),
  }));
  const secret = await key();
  const page = async (query: string) =>
    (await ask<History>(request, `/account/versions?${query}`, { key: secret })).body;
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
    const { status, body } = await ask(request, `/account/versions?${query}`, { key: secret });
    expect([query, status, (body as { code?: string }).code]).toEqual([query, 400, 'parameter_invalid']);
  }
});

test('answers which version was in force at a second', async ({ request, tenant }) => {
  const { app, key } = await tenant({}, ({ versions }) => ({ path: versions }));
  const secret = await key();
  const { payload } = (await ask<History>(request, '/account/versions', { key: secret })).body;
  const at = async (second: number) =>
    (await ask<History>(request, `/account/versions?at=${second}`, { key: secret })).body.payload;
  expect(await at((payload[1]?.activated ?? 0) + 1)).toEqual([payload[1]]);
  expect(await at(payload[0]?.activated ?? 0)).toEqual([payload[0]]);
  expect(await at(0)).toEqual([]);
  expect(payload[0]?.id).toBe(app.versions[2]?.id);
});

test('comes as CSV for who asks for it', async ({ request, tenant }) => {
  const { app, key } = await tenant(
    { versions: [{ title: '=1+1' }, { title: 'Two, or more' }] },
    ({ versions }) => ({
      path: versions,
    }),
  );
  const secret = await key();
  const { headers, body } = await ask<string>(request, '/account/versions', {
    key: secret,
    headers: { Accept: 'text/csv' },
  });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain('plan-history.csv');
  const [, newest, oldest] = body.split('\r\n');
  expect(newest).toContain(`,${app.versions[1]?.id},"Two, or more",'=1+1,`);
  expect(oldest).toContain(`,'=1+1,,none,`);
  const linked = await ask<string>(request, '/account/versions?format=csv', { key: secret });
  expect(linked.body).toBe(body);
});

test('an account’s history stays as it is, byte for byte, whatever becomes of the catalogue', async ({
  request,
  db,
}) => {
  const slug = makeId('app').replace('_', '-');
  const shop = { db, slug, grantedTo: [] };
  await publish(shop, 2);
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const account = await buildAccount(db, { ...app, versions: [], features: [], host: '' });
  const key = await buildKey(db, { app, account });
  const { versions } = (await ask<VersionList>(request, '/app/versions', { key })).body.data;
  for (const index of [0, 1, 2, 0]) {
    const body = { version_id: versions[index]?.id, reason: `Switch to ${versions[index]?.title}` };
    expect((await ask(request, '/app/versions', { key, body })).status).toBe(200);
  }
  const { payload } = (await ask<History>(request, '/account/versions', { key })).body;
  const queries = ['', '?limit=2', '?limit=1&cursor=3', `?at=${payload[2]?.activated}`, '?format=csv'];
  const read = () =>
    Promise.all(
      queries.map(async (query) =>
        (await ask(request, `/account/versions${query}`, { key })).response.text(),
      ),
    );
  const before = await read();
  // Renamed, repriced, with other features, guards and grants; and at last retired, features and all.
  await publish(shop, 3);
  expect(await read()).toEqual(before);
  await retireAll(shop);
  expect(await read()).toEqual(before);
  const left = (await ask<VersionList>(request, '/app/versions', { key })).body.data.versions;
  expect(left.map(({ title, active }) => [title, active])).toEqual([
    ['Next', true],
    ['Low 3', false],
  ]);
});
