import { expect } from '@playwright/test';
import type { History } from '@/lib/contract/history';
import { noVersionContent } from '@/lib/contract/operations/sample-data';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Version, VersionList } from '@/lib/contract/versions';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { createContent, createPrice, createVersionEntry } from '@/tools/testing/contract-fixtures';
import { test } from '../fixtures';
import { type RequestOptions, sendRequest } from './api-client';

const versionSpecs = [
  { tag: 'v10', title: 'Ten', fee: null, feeUnit: 'site', features: [1, 2, 3] },
  {
    tag: 'v2',
    title: 'Two',
    fee: 2000,
    userFee: 800,
    annualFee: 20_000,
    annualUserFee: 8000,
    moreInfo: 'One|Two',
    features: [1, 2],
    amounts: { 2: 10 },
  },
  {
    tag: 'v1',
    title: 'One',
    fee: 0,
    features: [1],
    optional: [{ feature: 3, userFee: 300, addOn: 'Third thing' }],
  },
];

const createTotal = ({ fee, user_fee }: { fee: number; user_fee: number }) => ({
  billing_period: 'month' as const,
  users: 1,
  quantity: null,
  fee,
  user_fee,
  amount: fee + user_fee,
  not_included: [],
});

test('the list has the fields of the spec and is sorted by tag', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({ versions: versionSpecs, features: 3 }, ({ versions }) => ({
    history: versions.slice(2),
  }));
  const { status, body } = await sendRequest<VersionList>(request, '/app/versions', { key: await key() });
  expect(status).toBe(200);
  const [ten, two, one] = app.versions;
  expect(body.success).toBe(true);
  expect(body.message).toBe('');
  expect(body.data.versions).toEqual([
    createVersionEntry(one!.id, {
      title: 'One',
      description: 'Version 3 of the app.',
      fee: 0,
      billing_periods: ['month', 'year'],
      tag: 'v1',
      current: true,
      total: createTotal({ fee: 0, user_fee: 0 }),
      switch: { direction: 'none', pays: 'same', gets: 'same', allowed: true, blockers: [] },
    }),
    createVersionEntry(two!.id, {
      title: 'Two',
      description: 'Version 2 of the app.',
      more_info: 'One|Two',
      fee: 2000,
      user_fee: 800,
      annual_fee: 20_000,
      annual_user_fee: 8000,
      billing_periods: ['month', 'year'],
      tag: 'v2',
      total: createTotal({ fee: 2000, user_fee: 800 }),
      switch: { direction: 'upgrade', pays: 'more', gets: 'more', allowed: true, blockers: [] },
    }),
    createVersionEntry(ten!.id, {
      title: 'Ten',
      description: 'Version 1 of the app.',
      fee_unit: 'site',
      billing_periods: [],
      tag: 'v10',
      switch: {
        direction: 'upgrade',
        pays: 'unknown',
        gets: 'more',
        allowed: false,
        blockers: [
          { code: 'price_on_request', message: 'Ten is priced on request. Contact us to switch to it.' },
        ],
      },
    }),
  ]);
  expect(one?.id).toMatch(/^ver_[0-9a-z]{26}$/);
});

test('totals and decisions are for the users and the period of the request', async ({
  request,
  createTenant,
}) => {
  const versions = [
    { title: 'Flat', fee: 8000 },
    { title: 'Seat', fee: null, userFee: 1000, annualUserFee: 9600 },
  ];
  const { key } = await createTenant({ versions }, (app) => ({
    history: app.versions.slice(0, 1),
    users: 9,
  }));
  const secret = await key();
  for (const [query, total, direction] of [
    ['', { users: 9, billing_period: 'month', amount: 9000 }, 'upgrade'],
    ['?users=5', { users: 5, billing_period: 'month', amount: 5000 }, 'downgrade'],
    ['?users=9&billing_period=year', { users: 9, billing_period: 'year', amount: 86_400 }, 'downgrade'],
  ] as const) {
    const { body } = await sendRequest<VersionList>(request, `/app/versions${query}`, { key: secret });
    const [flat, seat] = body.data.versions;
    expect(seat).toMatchObject({ total, switch: { direction } });
    // The version is not sold for a year.
    expect(flat).toMatchObject({
      total: { billing_period: 'month' },
      switch: { direction: 'none', allowed: true },
    });
  }
  const invalid = await sendRequest(request, '/app/versions?billing_period=week', { key: secret });
  expect(invalid).toMatchObject({ status: 400, body: { errors: [{ field: 'billing_period' }] } });
});

test('a version that is sold for a year only has no monthly price', async ({ request, createTenant }) => {
  const versions = [
    { title: 'Month', fee: 500 },
    { title: 'Year', fee: null, annualFee: 12_000 },
  ];
  const { app, key } = await createTenant({ versions }, (built) => ({ history: built.versions.slice(0, 1) }));
  const secret = await key();
  const { body } = await sendRequest<VersionList>(request, '/app/versions', { key: secret });
  expect(body.data.versions[1]).toMatchObject({
    ...{ fee: null, annual_fee: 12_000, billing_periods: ['year'] },
    total: { billing_period: 'year', amount: 12_000 },
    switch: { allowed: true, direction: 'upgrade', blockers: [] },
  });
  const change = { version_id: app.versions[1]?.id };
  const send = (fields: object) =>
    sendRequest(request, '/app/versions', { key: secret, body: { ...change, ...fields } });
  expect(await send({ billing_period: 'month' })).toMatchObject({
    body: { code: 'billing_period_unavailable' },
  });
  expect((await send({})).status).toBe(200);
  const history = await sendRequest<History>(request, '/account/versions', { key: secret });
  expect(history.body.payload[0]).toMatchObject({
    title: 'Year',
    fee: null,
    annual_fee: 12_000,
    account_billing_period: 'year',
  });
});

test('the matrix has a cell for each feature and version, in order', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({
    versions: versionSpecs,
    features: 3,
    groupOf: (n) => (n < 3 ? 'Core' : ''),
    units: { 2: { unit: 'GB' } },
  });
  const { body } = await sendRequest<VersionList>(request, '/api/app/versions', { key: await key() });
  const [ten, two, one] = app.versions.map(({ id }) => id) as [string, string, string];
  const noAmounts = {
    unit: null,
    period: null,
    renewable: null,
    amounts: {},
    is_limit: false,
    lower_is_better: false,
    better_amount: 'higher',
    linked_features: [],
    highlight: false,
    keywords: [],
  };
  const price = createPrice({ user_fee: 300 });
  expect(body.data.matrix?.versions).toEqual(['One', 'Two', 'Ten']);
  expect(body.data.matrix?.features).toEqual([
    {
      id: 'feature-1',
      title: 'Feature 1',
      description: 'What Feature 1 does.',
      versions: { [one]: true, [two]: true, [ten]: true },
      group: 'Core',
      values: {},
      ...noAmounts,
      offers: {},
    },
    {
      id: 'feature-2',
      title: 'Feature 2',
      description: 'What Feature 2 does.',
      versions: { [one]: false, [two]: true, [ten]: true },
      group: 'Core',
      values: { [two]: '10 GB' },
      unit: 'GB',
      period: null,
      renewable: false,
      amounts: { [two]: { amount: 10, unlimited: false } },
      is_limit: false,
      lower_is_better: false,
      better_amount: 'higher',
      linked_features: [],
      highlight: false,
      keywords: [],
      offers: {},
    },
    {
      id: 'feature-3',
      title: 'Feature 3',
      description: 'What Feature 3 does.',
      versions: { [one]: false, [two]: false, [ten]: true },
      group: '',
      values: {},
      ...noAmounts,
      offers: { [one]: { title: 'Third thing', ...price, ids: [expect.stringMatching(/^off_/)] } },
    },
  ]);
  expect(body.data.matrix?.offers).toEqual([
    {
      id: body.data.matrix?.features[2]?.offers[one]?.ids[0],
      human_id: 'offer-1',
      title: 'Third thing',
      description: '',
      more_info: null,
      features: [{ id: 'feature-3', title: 'Feature 3', is_limit: false, ...createContent() }],
      limits: [],
      depends_on: [],
      excludes: [],
      min_quantity: 1,
      max_quantity: 1,
      replaced_by: null,
      versions: { [one]: price },
    },
  ]);
});

test('`exclude_matrix` omits the matrix and must be true or false', async ({ request, createTenant }) => {
  const { key } = await createTenant();
  const secret = await key();
  const list = async (query: string) =>
    sendRequest<VersionList>(request, `/app/versions?${query}`, { key: secret });
  expect((await list('exclude_matrix=true')).body.data).not.toHaveProperty('matrix');
  expect((await list('exclude_matrix=false')).body.data.matrix).toBeDefined();
  expect((await list('unknown=1')).body.data.matrix).toBeDefined();
  const { status, body } = await list('exclude_matrix=yes');
  expect([status, body]).toMatchObject([400, { errors: [{ field: 'exclude_matrix' }] }]);
});

test('a version is returned as a bare object of the spec', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({
    versions: [
      {
        title: 'Pro',
        userFee: 800,
        userFeeUnit: 'editor',
        annualUserFee: 8000,
        fee: null,
        features: [2, 1],
        amounts: { 2: 'unlimited' },
      },
    ],
    features: 3,
    units: { 2: { unit: 'call', period: 'month' } },
  });
  const [version] = app.versions;
  const { status, body } = await sendRequest<Version>(request, `/app/versions/${version?.id}`, {
    key: await key(),
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...noVersionContent,
    id: version?.id,
    title: 'Pro',
    replaced_by: null,
    description: 'Version 1 of the app.',
    tag: 'v1',
    user_fee: 800,
    is_default: true,
    active: true,
    features: [
      {
        id: app.features[0]?.id,
        title: 'Feature 1',
        human_id: 'feature-1',
        ...createContent(),
        renewable: null,
      },
      {
        id: app.features[1]?.id,
        title: 'Feature 2',
        human_id: 'feature-2',
        value: 'Unlimited',
        amount: null,
        unlimited: true,
        unit: 'call',
        period: 'month',
        renewable: false,
      },
    ],
    user_fee_unit: 'editor',
    annual_user_fee: 8000,
    more_info: null,
  });
  expect(body.features[0]?.id).toMatch(/^fea_[0-9a-z]{26}$/);
});

test('`user_fee` of a version is 0 if it has none', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({ versions: [{ fee: 500, userFee: null }] });
  const { body } = await sendRequest<Version>(request, `/api/app/versions/${app.versions[0]?.id}`, {
    key: await key(),
  });
  expect(body.user_fee).toBe(0);
});

test('unknown, malformed, foreign and private IDs are the same 404', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({ versions: [{}, { public: false }] });
  const foreign = (await createTenant()).app.versions[0]?.id ?? '';
  const hidden = app.versions[1]?.id ?? '';
  const secret = await key();
  const bodies = new Set<string>();
  for (const id of ['ver_00000000000000000000000000', 'nonsense', '%00', 'ver_%E2%82%AC', foreign, hidden]) {
    for (const response of [
      await sendRequest<Record<string, unknown>>(request, `/app/versions/${id}`, { key: secret }),
      await sendRequest<Record<string, unknown>>(request, '/app/versions', {
        key: secret,
        body: { version_id: id },
      }),
    ]) {
      expect(response.status, id).toBe(404);
      const { request_id: _, ...rest } = response.body;
      bodies.add(JSON.stringify(rest));
    }
  }
  expect([...bodies]).toEqual([
    JSON.stringify({
      success: false,
      message: 'Version not found.',
      type: '/problems/version_not_found',
      title: 'Version not found',
      status: 404,
      detail: 'Version not found.',
      code: 'version_not_found',
    }),
  ]);
});

test('an account keeps an earlier version of its plan', async ({ request, createTenant, db }) => {
  const { app, key } = await createTenant(
    {
      versions: [
        { title: 'Kitchen', fee: 1100, features: [1] },
        { replacedBy: 1, fee: 900, features: [1, 2] },
      ],
    },
    ({ versions }) => ({ history: versions.slice(1) }),
  );
  const [present, earlier] = app.versions;
  const other = await buildKey(db, { app, account: await buildAccount(db, app) });
  const list = async (options: RequestOptions) => {
    const { body } = await sendRequest<VersionList>(request, '/app/versions', options);
    return body.data.versions.map(({ id, title, active, current, replaced_by }) => ({
      id,
      title,
      active,
      current,
      replaced_by,
    }));
  };
  const listed = { id: present?.id, title: 'Kitchen', active: true, replaced_by: null };
  const secret = await key();
  expect(await list({ key: secret })).toEqual([
    { ...listed, current: false },
    { id: earlier?.id, title: 'Kitchen', active: false, current: true, replaced_by: present?.id },
  ]);
  expect(await list({ key: other })).toEqual([{ ...listed, current: true }]);

  const path = `/app/versions/${earlier?.id}`;
  const { body: version } = await sendRequest<Version>(request, path, { key: other });
  expect(version).toMatchObject({ active: false, replaced_by: present?.id });
  const previewPath = `/app/versions/${present?.id}/preview`;
  const { body: preview } = await sendRequest<SwitchPreview>(request, previewPath, { key: secret });
  expect(preview.data).toMatchObject({
    from: { id: earlier?.id, replaced_by: present?.id },
    to: { id: present?.id, replaced_by: null },
  });
});
