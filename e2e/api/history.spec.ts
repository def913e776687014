import { expect } from '@playwright/test';
import type { History } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import { noVersionContent } from '@/lib/contract/operations/sample-data';
import type { VersionList } from '@/lib/contract/versions';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { test } from '../fixtures';
import { sendRequest } from './api-client';
import { publishCatalog, retireCatalog } from './publish-catalog';

test('the history has the fields of the spec, newest entry first', async ({ request, createTenant }) => {
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
    plan_since: third?.activated,
    id: app.versions[0]?.id,
    title: 'Version 1',
    description: 'Version 1 of the app.',
    history_id: expect.stringMatching(/^avh_/),
    kind: 'switch',
    users: 1,
    quantity: null,
    terms: null,
    trial_ends_at: null,
    sequence: 3,
    deactivated: null,
    previous_version_id: app.versions[1]?.id,
    previous_title: 'Version 2',
    direction: 'downgrade',
    pays: 'less',
    ...noVersionContent,
    fee: 0,
    currency: 'USD',
    currency_digits: 2,
    billing_period: 'month',
    gained: [],
    lost: [{ id: 'feature-2', title: 'Feature 2', is_limit: false }],
    raised: [],
    lowered: [],
    changed: [],
    actor: { kind: 'key', name: 'Acme', user_id: null, channel: 'api' },
    reason: 'Too much',
    account_billing_period: 'month',
    options: [],
    undo: false,
    undo_until: (third?.activated ?? 0) + 86_400,
    follows_at: null,
    catalog_changes: [],
  });
  expect(second?.deactivated).toBe(third?.activated);
  expect(first).toMatchObject({ sequence: 1, direction: 'none', previous_version_id: null, lost: [] });
});

test('`limit` and `cursor` page through the history without gaps', async ({ request, createTenant }) => {
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
  const { status, body } = await sendRequest(request, '/account/versions?limit=1001', { key: secret });
  expect([status, body]).toMatchObject([400, { code: 'parameter_invalid' }]);
});

test('the history is returned as CSV, by header or parameter', async ({ request, createTenant }) => {
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
  expect(newest).toContain(',version,"Two, or more",1,,');
  expect(oldest).toContain(`,version,'=1+1,1,,`);
  const path = '/account/versions?format=csv&columns=all';
  const all = (await sendRequest<string>(request, path, { key: secret })).body.split('\r\n');
  expect(all[1]).toContain(`,${app.versions[1]?.id},"Two, or more",'=1+1,`);
  expect(all[2]).toContain(`,'=1+1,,none,`);
  const byQuery = await sendRequest<string>(request, '/account/versions?format=csv', { key: secret });
  expect(byQuery.body).toBe(body);
});

test('a change of an active version is in its entry and the file', async ({ request, createTenant, db }) => {
  const spec = { title: 'Larder', versions: [{ fee: 900, features: [1] }, { fee: 3000 }], features: 2 };
  const { app, key } = await createTenant(spec, ({ versions }) => ({ history: versions.slice(0, 1) }));
  const secret = await key();
  const versionId = app.versions[0]?.id ?? '';
  const featureId = app.features[1]?.id ?? '';
  const csv = '/account/versions?format=csv&columns=all';
  const fileBefore = (await sendRequest<string>(request, csv, { key: secret })).body;
  const [first, second] = [7200, 3600].map(
    (seconds) => new Date((Math.floor(Date.now() / 1000) - seconds) * 1000),
  );
  await publishChange(
    db,
    app,
    (queries) => queries.versionFeature.create({ data: { appId: app.id, versionId, featureId } }),
    first,
  );
  await publishChange(
    db,
    app,
    (queries) =>
      queries.version.updateMany({ where: { id: versionId }, data: { fee: 800, title: 'Renamed' } }),
    second,
  );
  const changedAt = [first, second].map((date) => Number(date) / 1000);
  const price = (fee: number) => createPrice({ fee });
  const none = { gained: [], lost: [], raised: [], lowered: [], changed: [] };
  const gained = [{ id: 'feature-2', title: 'Feature 2', is_limit: false }];
  const changes = [
    { changed_at: changedAt[0], ...none, gained, price: price(900), previous_price: null },
    { changed_at: changedAt[1], ...none, price: price(800), previous_price: price(900) },
  ];
  const read = async (query = '') =>
    (await sendRequest<History>(request, `/account/versions${query}`, { key: secret })).body.payload;
  const [entry] = await read();
  expect(entry).toMatchObject({ title: 'Version 1', fee: 900, catalog_changes: changes });
  expect(entry?.gained).toHaveLength(1);
  expect(await read(`?at=${changedAt[0]}`)).toEqual([
    { ...entry, gained: [...(entry?.gained ?? []), ...gained], catalog_changes: changes.slice(0, 1) },
  ]);

  const readFile = async (query: string) =>
    (await sendRequest<string>(request, csv + query, { key: secret })).body;
  expect(await readFile('')).toBe(fileBefore);
  const lines = (await readFile('&include=catalog')).trim().split('\r\n');
  const names = lines[0]?.split(',') ?? [];
  expect(lines[0]).toBe(
    `${fileBefore.split('\r\n')[0]},previous_fee,previous_user_fee,previous_fee_unit,previous_user_fee_unit,` +
      'previous_annual_fee,previous_annual_user_fee,previous_price_text',
  );
  const rows = lines.slice(1).map((line) => {
    const cells = line.split(',');
    return ['type', 'activated', 'fee', 'previous_fee', 'gained', 'actor', 'history_id'].map(
      (name) => cells[names.indexOf(name)],
    );
  });
  expect(rows).toEqual([
    ['catalog', second?.toISOString(), '800', '900', '', 'Larder', entry?.history_id],
    ['catalog', first?.toISOString(), '900', '', 'Feature 2', 'Larder', entry?.history_id],
    ['version', expect.any(String), '900', '', 'Feature 1', 'Test', entry?.history_id],
  ]);
  expect(await readFile('&include=options,catalog')).toBe(`${lines.join('\r\n')}\r\n`);
});

test('history responses do not change when the catalog does', async ({ request, db }) => {
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
  const queries = [
    '',
    '?limit=2',
    '?limit=1&cursor=3',
    `?at=${payload[2]?.activated}`,
    '?format=csv&columns=all',
  ];
  const read = () =>
    Promise.all(
      queries.map(async (query) =>
        (await (await sendRequest(request, `/account/versions${query}`, { key })).raw.text()).replaceAll(
          /"undo_until":\d+/g,
          '"undo_until":null',
        ),
      ),
    );
  // An undo ends when the catalog does not offer what the account had.
  const before = await read();
  // The next edition has other titles, prices, features, blockers and grants. Then all versions and features are
  // retired.
  await publishCatalog(target, 3, 'keep');
  expect(await read()).toEqual(before);
  await retireCatalog(target);
  expect(await read()).toEqual(before);
  const remaining = (await sendRequest<VersionList>(request, '/app/versions', { key })).body.data.versions;
  expect(remaining.map(({ title, active }) => [title, active])).toEqual([
    ['Low 3', false],
    ['Next', true],
  ]);
});
