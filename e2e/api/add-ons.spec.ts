import { type APIRequestContext, expect } from '@playwright/test';
import type { AddOnChangeResult, AddOnHistory, AddOnList, AddOnPreview } from '@/lib/contract/add-ons';
import type { ProblemBody } from '@/lib/contract/errors';
import type { AccountFeatures } from '@/lib/contract/features';
import type { History } from '@/lib/contract/history';
import type { AccountExport } from '@/lib/contract/personal-data';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { VersionList } from '@/lib/contract/versions';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildApp, type VersionSpec } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { test } from '../fixtures';
import { expectEvents, sendRequest } from './api-client';

const versions: VersionSpec[] = [
  {
    title: 'Basic',
    fee: 1000,
    annualFee: 10_000,
    features: [1],
    optional: [
      { feature: 2, addOn: 'SSO', fee: 300, annualFee: 2988 },
      { feature: 3, addOn: 'Stats', userFee: 50 },
      { feature: 3, addOn: 'On request' },
    ],
  },
  {
    title: 'Pro',
    fee: 3000,
    annualFee: 30_000,
    features: [1, 2],
    optional: [{ feature: 3, addOn: 'Stats', userFee: 60 }],
  },
];

const readOptions = async (request: APIRequestContext, key: string, query = '') =>
  (await sendRequest<AddOnList>(request, `/app/optional-features${query}`, { key })).body.data;

test('an add-on is turned on, and kept or turned off by switches', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({ versions, features: 3 });
  const secret = await key();
  const [sso, stats] = app.addOns.map(({ id }) => id);
  const toggle = (id: string | undefined, active: boolean, headers = {}) =>
    sendRequest<AddOnChangeResult>(request, `/account/optional-features/${id}`, {
      key: secret,
      body: { active, reason: 'Needed' },
      headers,
    });

  const { optional_features: listed } = await readOptions(request, secret);
  const headers = { 'Idempotency-Key': 'on-1', 'If-Match': `"${listed[0]?.revision}"` };
  const on = await toggle(sso, true, headers);
  expect(on.body).toEqual({
    success: true,
    message: 'SSO is on.',
    data: {
      history_id: expect.stringMatching(/^aoh_[0-9a-z]{26}$/),
      id: sso,
      active: true,
      quantity: 1,
      timestamp: expect.any(Number),
    },
  });
  const replayed = await toggle(sso, true, headers);
  expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', on.body]);
  const again = await toggle(sso, true);
  expect([again.body.message, again.body.data]).toEqual(['SSO is already on.', on.body.data]);
  await toggle(stats, true);
  expect((await readOptions(request, secret, '?users=4')).total).toEqual({
    billing_period: 'month',
    users: 4,
    fee: 300,
    user_fee: 50,
    amount: 500,
    quantity: null,
    not_included: [],
  });
  const features = await sendRequest<AccountFeatures>(request, '/account/features', { key: secret });
  expect(features.body.payload.map(({ id, source }) => [id, source])).toEqual([
    ['feature-1', 'version'],
    ['feature-2', 'option'],
    ['feature-3', 'option'],
  ]);

  const proId = app.versions[1]?.id;
  const preview = await sendRequest<SwitchPreview>(
    request,
    `/app/versions/${proId}/preview?billing_period=year&users=2`,
    { key: secret },
  );
  expect(preview.body.data).toMatchObject({
    billing_period: 'year',
    previous_billing_period: 'month',
    options: [
      { id: sso, outcome: 'included', billing_period: null, previous: { fee: 300, billing_period: 'month' } },
      { id: stats, outcome: 'kept', user_fee: 60, billing_period: 'month', previous: { user_fee: 50 } },
    ],
    totals: {
      before: { billing_period: 'month', amount: 1350 },
      after: { billing_period: 'year', amount: 30_000 + 2 * 12 * 60 },
    },
  });
  const switched = await sendRequest<SwitchResult>(request, '/app/versions', {
    key: secret,
    body: { version_id: proId, billing_period: 'year' },
    headers: { 'If-Match': `"${preview.body.data.revision}"` },
  });
  const history = await sendRequest<History>(request, '/account/versions?limit=1', { key: secret });
  expect(history.body.payload[0]).toMatchObject({
    account_billing_period: 'year',
    options: [
      { id: sso, outcome: 'included' },
      { id: stats, outcome: 'kept', user_fee: 60 },
    ],
  });
  const path = '/account/optional-features?limit=2';
  const { body: page } = await sendRequest<AddOnHistory>(request, path, { key: secret });
  expect(page.payload).toMatchObject([
    {
      id: stats,
      status: 'active',
      cause: 'switch',
      sequence: 4,
      switch_history_id: switched.body.data.history_id,
    },
    { id: sso, status: 'inactive', cause: 'switch', sequence: 3, features: [{ id: 'feature-2' }] },
  ]);
  const rest = await sendRequest<AddOnHistory>(request, `${path}&cursor=${page.next_cursor}`, {
    key: secret,
  });
  expect(rest.body.payload.map(({ id, status, cause, reason }) => [id, status, cause, reason])).toEqual([
    [stats, 'active', 'toggle', 'Needed'],
    [sso, 'active', 'toggle', 'Needed'],
  ]);
  expect(rest.body.next_cursor).toBeUndefined();

  const csv = await sendRequest<string>(request, '/account/versions?format=csv&columns=all&include=options', {
    key: secret,
  });
  expect(csv.body.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'sequence',
    '4',
    '3',
    '2',
    '2',
    '1',
    '1',
    '',
  ]);
  const plain = await sendRequest<string>(request, '/account/versions?format=csv', { key: secret });
  expect(plain.body.split('\r\n')).toHaveLength(4);
});

test('a price that a publication changes is in the history, file and export of an add-on that is on', async ({
  request,
  createTenant,
  db,
}) => {
  const spec = { title: 'Larder', versions, features: 3 };
  const { app, key } = await createTenant(spec, () => ({ externalId: 'customer-1' }));
  const secret = await key();
  const sso = app.addOns[0]?.id ?? '';
  const where = { addOnId: sso, versionId: app.versions[0]?.id ?? '' };
  const body = { active: true };
  await sendRequest(request, `/account/optional-features/${sso}`, { key: secret, body });
  const csv = '/account/versions?format=csv&include=options';
  const read = async () => {
    const path = '/account/optional-features';
    return (await sendRequest<AddOnHistory>(request, path, { key: secret })).body.payload;
  };
  const [before] = await read();
  expect(before?.catalog_changes).toEqual([]);
  const fileBefore = (await sendRequest<string>(request, csv, { key: secret })).body;
  await publishChange(db, app, async (queries) => {
    await queries.addOnVersion.updateMany({ where, data: { fee: 600 } });
    const featureId = app.features[2]?.id ?? '';
    await queries.addOnFeature.create({
      data: { appId: app.id, addOnId: sso, featureId, effect: 'include' },
    });
  });
  const [after] = await read();
  const { optional_features: listed } = await readOptions(request, secret);
  const { fee, annual_fee, ...other } = listed[0]?.versions[where.versionId] ?? {};
  expect([fee, annual_fee]).toEqual([600, 2988]);
  const change = {
    changed_at: expect.any(Number),
    gained: [{ id: 'feature-3', title: 'Feature 3', is_limit: false }],
    ...{ lost: [], raised: [], lowered: [], changed: [] },
    price: { ...other, fee, annual_fee },
    previous_price: { ...other, fee: 300, annual_fee },
  };
  expect(after).toEqual({ ...before, catalog_changes: [change] });
  // What is charged.
  expect(listed[0]).toMatchObject({ active: true, ...after?.catalog_changes.at(-1)?.price });

  expect((await sendRequest<string>(request, csv, { key: secret })).body).toBe(fileBefore);
  const columns = ['type', 'title', 'users', 'quantity', 'fee', 'actor'];
  const readFile = async (query: string, names: string[]) => {
    const path = `${csv},catalog${query}`;
    const lines = (await sendRequest<string>(request, path, { key: secret })).body.trim().split('\r\n');
    const [header = [], ...rows] = lines.map((line) => line.split(','));
    return rows.map((cells) => names.map((name) => cells[header.indexOf(name)]));
  };
  expect(await readFile('', columns)).toEqual([
    ['catalog', 'SSO', '', '1', '6.00', 'Larder'],
    // Keys have the title of the app.
    ['option', 'SSO', '', '1', '3.00', 'Larder'],
    ['version', 'Basic', '1', '', '10.00', 'Test'],
  ]);
  const ids = ['version_id', 'option_id', 'previous_fee', 'gained', 'history_id'];
  expect((await readFile('&columns=all', ids))[0]).toEqual([
    where.versionId,
    sso,
    '300',
    'Feature 3',
    after?.history_id,
  ]);

  const appKey = await buildKey(db, { app });
  const exported = await sendRequest<AccountExport>(request, '/api/accounts/customer-1/export', {
    key: appKey,
  });
  expect(exported.body.data.optional_features[0]?.catalog_changes).toEqual([change]);
});

test('a change is rejected with the blocker of the list', async ({ request, createTenant, db }) => {
  const { app, key } = await createTenant({ versions, features: 3 });
  const foreign = await buildApp(db, { versions, features: 3 });
  const [sso, stats, onRequest] = app.addOns.map(({ id }) => id);
  await withTenant(db, { appId: app.id }, async (queries) => {
    await queries.addOn.updateMany({ where: { id: stats ?? '' }, data: { dependsOn: [sso ?? ''] } });
    await queries.addOn.updateMany({ where: { id: onRequest ?? '' }, data: { public: false } });
  });
  const secret = await key();
  const send = async (id: string | undefined, as = secret) => {
    const options = { key: as, body: { active: true } };
    const response = await sendRequest<ProblemBody>(request, `/account/optional-features/${id}`, options);
    const { request_id: _, ...problem } = response.body;
    return problem;
  };
  const { optional_features: listed } = await readOptions(request, secret);
  const [blocker] = listed.find(({ id }) => id === stats)?.change?.blockers ?? [];
  expect(blocker?.options).toEqual([sso]);
  expect(await send(stats)).toMatchObject({ status: 422, code: blocker?.code, message: blocker?.message });
  const unknown = await send('off_unknown');
  expect(unknown).toMatchObject({ status: 404, code: 'option_not_found' });
  for (const id of [onRequest, foreign.addOns[0]?.id, 'x%00', '%20'])
    expect([id, await send(id)]).toEqual([id, unknown]);
  expect(await send(sso, await key('member'))).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await readOptions(request, await key('member'))).optional_features[0]?.change).toMatchObject({
    allowed: false,
    blockers: [{ code: 'forbidden' }],
  });
});

test('a quantity multiplies fee and limit of an add-on', async ({ request, createTenant }) => {
  const seats = { feature: 1, addOn: 'Seats', fee: 4500, feeUnit: 'seat', adds: 2, maxQuantity: 5 };
  const { app, key } = await createTenant({
    versions: [1, 2].map((fee) => ({ fee, features: [1], amounts: { 1: 10 }, optional: [seats] })),
    features: 1,
    units: { 1: { unit: 'seat' } },
  });
  const secret = await key();
  const id = app.addOns[0]?.id ?? '';
  const send = <T>(body: object, headers = {}) =>
    sendRequest<T>(request, `/account/optional-features/${id}`, { key: secret, body, headers });

  const three = await send<AddOnChangeResult>({ active: true, quantity: 3 }, { 'Idempotency-Key': 'q' });
  expect(three.body).toMatchObject({
    message: 'Seats is on. Quantity: 3.',
    data: { active: true, quantity: 3 },
  });
  const other = await send<ProblemBody>({ active: true, quantity: 2 }, { 'Idempotency-Key': 'q' });
  expect(other.body.code).toBe('idempotency_key_reused');
  for (const quantity of [0, 1.5, '2', 1_000_001]) {
    const { status, body } = await send<ProblemBody>({ active: true, quantity });
    expect([quantity, status, body.code]).toEqual([quantity, 400, 'parameter_invalid']);
  }
  const six = await send<ProblemBody>({ active: true, quantity: 6 });
  expect(six.body).toMatchObject({
    status: 422,
    code: 'quantity_out_of_range',
    message: 'The quantity of Seats can be 1 to 5.',
  });

  const list = await readOptions(request, secret, '?users=10');
  expect(list).toMatchObject({
    optional_features: [{ quantity: 3, min_quantity: 1, max_quantity: 5, fee: 4500, fee_unit: 'seat' }],
    total: { fee: 13_500, amount: 13_500, not_included: [] },
  });
  const features = await sendRequest<AccountFeatures>(request, '/account/features', { key: secret });
  expect(features.body.payload[0]).toMatchObject({ amount: 16, value: '16 seats', source: 'option' });

  const body = { version_id: app.versions[1]?.id };
  await sendRequest(request, '/app/versions', { key: secret, body });
  await send({ active: true, quantity: 1 });
  await send({ active: false });
  const { body: history } = await sendRequest<AddOnHistory>(request, '/account/optional-features', {
    key: secret,
  });
  expect(history.payload.map(({ status, quantity }) => [status, quantity])).toEqual([
    ['inactive', 0],
    ['active', 1],
    ['active', 3],
  ]);
  const csv = await sendRequest<string>(request, '/account/versions?format=csv&columns=all&include=options', {
    key: secret,
  });
  expect(csv.body).toContain(',3 × Seats,');
  expect(csv.body.split('\r\n').map((line) => line.split(',').at(-3))).toEqual([
    'quantity',
    '0',
    '1',
    '',
    '3',
    '',
    undefined,
  ]);
  const appKey = await key('app');
  await expectEvents(request, appKey, '', (events) => {
    const quantities = events.flatMap(({ data }) =>
      'option' in data && 'active' in data ? [data.quantity] : [],
    );
    expect(quantities).toEqual([3, 1, 0]);
  });
});

test('the preview of a change has its totals, gains, losses and blockers', async ({
  request,
  createTenant,
}) => {
  const seats = { feature: 1, addOn: 'Seats', fee: 4500, feeUnit: 'seat', adds: 2, maxQuantity: 5 };
  const sso = { feature: 2, addOn: 'SSO', userFee: 50 };
  const { app, key } = await createTenant({
    versions: [{ title: 'Basic', fee: 1000, features: [1], amounts: { 1: 10 }, optional: [seats, sso] }],
    features: 2,
    units: { 1: { unit: 'seat' } },
  });
  const [seatsId, ssoId] = app.addOns.map(({ id }) => id);
  const secret = await key();
  const path = (id: string | undefined, query = '') => `/account/optional-features/${id}/preview${query}`;
  const preview = async (id: string | undefined, query = '') => {
    const { body, headers } = await sendRequest<AddOnPreview>(request, path(id, query), { key: secret });
    expect(headers.etag).toBe(`"${body.data.revision}"`);
    return body.data;
  };
  const send = <T>(id: string | undefined, body: object, headers = {}) =>
    sendRequest<T>(request, `/account/optional-features/${id}`, { key: secret, body, headers });

  const three = await preview(seatsId, '?quantity=3&users=4');
  const refs = [1, 2].map((n) => ({ id: `feature-${n}`, title: `Feature ${n}`, is_limit: false }));
  const content = { value: '10 seats', amount: 10, unlimited: false, unit: 'seat', period: null };
  const prices = {
    user_fee: null,
    user_fee_unit: null,
    annual_fee: null,
    annual_user_fee: null,
    price_text: null,
  };
  const total = { billing_period: 'month', users: 4, quantity: null, user_fee: 0, not_included: [] };
  expect(three).toEqual({
    pays: 'more',
    allowed: true,
    blockers: [],
    id: seatsId,
    title: 'Seats',
    quantity: 3,
    previous_quantity: 0,
    min_quantity: 1,
    max_quantity: 5,
    version: {
      ...prices,
      id: app.versions[0]?.id,
      title: 'Basic',
      replaced_by: null,
      fee: 1000,
      fee_unit: null,
      ...{ min_users: null, min_quantity: null, max_quantity: null },
    },
    billing_period: 'month',
    gained: [],
    lost: [],
    raised: [
      { ...refs[0], from: content, to: { ...content, value: '16 seats', amount: 16 }, improved: true },
    ],
    lowered: [],
    changed: [],
    options: [
      {
        ...prices,
        id: seatsId,
        title: 'Seats',
        quantity: 3,
        previous_quantity: 0,
        fee: 4500,
        fee_unit: 'seat',
        billing_period: 'month',
      },
    ],
    confirmation_required: false,
    joins: null,
    supersedes: null,
    terms_end: null,
    totals: {
      before: { ...total, fee: 1000, amount: 1000 },
      after: { ...total, fee: 14_500, amount: 14_500 },
      difference: 13_500,
    },
    revision: expect.any(String),
  });
  // Nothing has changed.
  expect((await readOptions(request, secret)).optional_features).toMatchObject([
    { active: false, since: null, revision: three.revision },
    { active: false, since: null },
  ]);
  const headers = { 'If-Match': `"${three.revision}"` };
  expect((await send(seatsId, { active: true, quantity: 3 }, headers)).status).toBe(200);
  expect((await send<ProblemBody>(seatsId, { active: false }, headers)).body.code).toBe('preview_stale');

  expect(await preview(ssoId, '?users=2')).toMatchObject({
    gained: [refs[1]],
    options: [
      { id: seatsId, quantity: 3, previous_quantity: 3 },
      { id: ssoId, quantity: 1, previous_quantity: 0 },
    ],
    totals: { before: { amount: 14_500 }, after: { user_fee: 50, amount: 14_600 }, difference: 100 },
  });
  // The quantity is ignored, as in the change.
  expect(await preview(seatsId, '?active=false&quantity=2')).toMatchObject({
    quantity: 0,
    previous_quantity: 3,
    lowered: [{ to: { amount: 10 }, improved: false }],
    totals: { after: { amount: 1000 }, difference: -13_500 },
  });
  const tooMany = await preview(seatsId, '?quantity=6');
  const rejected = await send<ProblemBody>(seatsId, { active: true, quantity: 6 });
  expect(tooMany).toMatchObject({
    allowed: false,
    blockers: [{ code: rejected.body.code, message: rejected.body.message, options: [] }],
  });
  expect(rejected.body.code).toBe('quantity_out_of_range');

  const member = await sendRequest<AddOnPreview>(request, path(ssoId), { key: await key('member') });
  expect(member.body.data).toMatchObject({ allowed: false, blockers: [{ code: 'forbidden' }] });
  const read = async (id: string | undefined, query?: string, as: string | null = secret) => {
    const { status, body } = await sendRequest<ProblemBody>(request, path(id, query), {
      ...(as === null ? { headers: { Host: app.host } } : { key: as }),
    });
    return [status, body.code, body.errors?.map(({ field }) => field)];
  };
  for (const quantity of ['0', '1.5', '-1', '', '1000001', '2&quantity=3'])
    expect([quantity, ...(await read(seatsId, `?quantity=${quantity}`))]).toEqual([
      quantity,
      400,
      'parameter_invalid',
      ['quantity'],
    ]);
  expect(await read(seatsId, '?active=1&users=0')).toEqual([400, 'parameter_invalid', ['active', 'users']]);
  const foreign = await createTenant({ versions, features: 3 });
  for (const id of ['off_unknown', 'x%00', '%20', foreign.app.addOns[0]?.id])
    expect([id, ...(await read(id))]).toEqual([id, 404, 'option_not_found', undefined]);
  expect(await read(ssoId, '', null)).toEqual([401, 'unauthenticated', undefined]);
  expect(await read(ssoId, '', await key('app'))).toEqual([400, 'parameter_missing', ['X-Account-Id']]);
});

test('visitors see prices of add-ons without state', async ({ request, createTenant }) => {
  const { app } = await createTenant({ versions, features: 3 });
  const { app: without, key } = await createTenant();
  const asVisitor = { headers: { Host: app.host } };
  const { body } = await sendRequest<AddOnList>(request, '/app/optional-features', asVisitor);
  expect(body.data.total).toBeNull();
  expect(
    body.data.optional_features.map(({ title, fee, user_fee, change, revision }) => [
      title,
      fee,
      user_fee,
      change,
      revision,
    ]),
  ).toEqual([
    ['SSO', 300, null, null, null],
    ['Stats', null, 50, null, null],
    ['On request', null, null, null, null],
  ]);
  expect(body.data.optional_features[1]?.price_version_id).toBe(app.versions[0]?.id);
  const owner = await key();
  expect(await readOptions(request, owner)).toMatchObject({ optional_features: [], total: { amount: 0 } });
  const list = await sendRequest<VersionList>(request, '/app/versions', { headers: { Host: without.host } });
  expect(list.body.data.optional_features_available).toBe(false);
});
