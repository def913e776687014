import { expect } from '@playwright/test';
import type { VersionList } from '@/lib/contract/version-list';
import { test } from '../fixtures';
import { ask } from './ask';

const tiers = [
  { tag: 'v10', title: 'Ten', fee: null, features: [1, 2, 3] },
  {
    tag: 'v2',
    title: 'Two',
    fee: 2000,
    userFee: 800,
    moreInfo: 'One|Two',
    features: [1, 2],
    values: { 2: '10 GB' },
  },
  {
    tag: 'v1',
    title: 'One',
    fee: 0,
    features: [1],
    optional: [{ feature: 3, userFee: 300, offer: 'Third thing' }],
  },
];

test('lists the spec’s fields with its types, sorted by tag', async ({ request, tenant }) => {
  const { app, key } = await tenant({ versions: tiers, features: 3 }, ({ versions }) => ({
    path: versions.slice(2),
  }));
  const { status, body } = await ask<VersionList>(request, '/app/versions', { key: await key() });
  expect(status).toBe(200);
  const [ten, two, one] = app.versions;
  expect(body.success).toBe(true);
  expect(body.message).toBe('');
  expect(body.data.versions).toEqual([
    {
      id: one?.id,
      title: 'One',
      description: 'Version 3 of the app.',
      more_info: null,
      active: true,
      fee: 0,
      user_fee: null,
      tag: 'v1',
      public: true,
      current: true,
      switch: { direction: 'none', allowed: true, blockers: [] },
    },
    {
      id: two?.id,
      title: 'Two',
      description: 'Version 2 of the app.',
      more_info: 'One|Two',
      active: true,
      fee: 2000,
      user_fee: 800,
      tag: 'v2',
      public: true,
      current: false,
      switch: { direction: 'upgrade', allowed: true, blockers: [] },
    },
    {
      id: ten?.id,
      title: 'Ten',
      description: 'Version 1 of the app.',
      more_info: null,
      active: true,
      fee: null,
      user_fee: null,
      tag: 'v10',
      public: true,
      current: false,
      switch: {
        direction: 'upgrade',
        allowed: false,
        blockers: [
          { code: 'price_on_request', message: 'Ten is priced on request. Talk to us to move to it.' },
        ],
      },
    },
  ]);
  expect(one?.id).toMatch(/^ver_[0-9a-z]{26}$/);
});

test('the matrix names versions in display order and has a cell for each', async ({ request, tenant }) => {
  const { app, key } = await tenant({ versions: tiers, features: 3, groupOf: (n) => (n < 3 ? 'Core' : '') });
  const { body } = await ask<VersionList>(request, '/api/app/versions', { key: await key() });
  const [ten, two, one] = app.versions.map(({ id }) => id) as [string, string, string];
  expect(body.data.matrix?.versions).toEqual(['One', 'Two', 'Ten']);
  expect(body.data.matrix?.features).toEqual([
    {
      id: 'feature-1',
      title: 'Feature 1',
      description: 'What Feature 1 does.',
      versions: { [one]: true, [two]: true, [ten]: true },
      group: 'Core',
      values: {},
      offers: {},
    },
    {
      id: 'feature-2',
      title: 'Feature 2',
      description: 'What Feature 2 does.',
      versions: { [one]: false, [two]: true, [ten]: true },
      group: 'Core',
      values: { [two]: '10 GB' },
      offers: {},
    },
    {
      id: 'feature-3',
      title: 'Feature 3',
      description: 'What Feature 3 does.',
      versions: { [one]: false, [two]: false, [ten]: true },
      group: '',
      values: {},
      offers: { [one]: { title: 'Third thing', fee: null, user_fee: 300 } },
    },
  ]);
});

test('exclude_matrix leaves the matrix out, and takes true or false once', async ({ request, tenant }) => {
  const { key } = await tenant();
  const secret = await key();
  const list = async (query: string) => ask<VersionList>(request, `/app/versions?${query}`, { key: secret });
  expect((await list('exclude_matrix=true')).body.data).not.toHaveProperty('matrix');
  expect((await list('exclude_matrix=false')).body.data.matrix).toBeDefined();
  expect((await list('nobody_knows=1')).body.data.matrix).toBeDefined();
  for (const query of ['1', '', 'TRUE', 'yes', 'true&exclude_matrix=true']) {
    const { status, body } = await list(`exclude_matrix=${query}`);
    expect(status, query).toBe(400);
    expect(body, query).toMatchObject({ code: 'parameter_invalid', errors: [{ field: 'exclude_matrix' }] });
  }
});

test('who sees which versions', async ({ request, tenant }) => {
  const versions = [
    { title: 'Open' },
    { title: 'Granted', public: false },
    { title: 'Unreleased', public: false },
    { title: 'Retired', active: false },
  ];
  const { app, key } = await tenant({ versions }, (built) => ({
    path: built.versions.slice(3),
    granted: built.versions.slice(1, 2),
  }));
  const other = await tenant({ versions: [{ title: 'Foreign' }] });
  const titles = async (options: Parameters<typeof ask>[2]) => {
    const { body } = await ask<VersionList>(request, '/app/versions', options);
    return body.data.versions.map(
      ({ title, active, current }) => `${title}${active ? '' : ' (retired)'}${current ? ' *' : ''}`,
    );
  };
  expect(await titles({ headers: { Host: app.host } })).toEqual(['Open']);
  expect(await titles({ key: await key('owner') })).toEqual(['Open', 'Granted', 'Retired (retired) *']);
  expect(await titles({ key: await key('product') })).toEqual([
    'Open',
    'Granted',
    'Unreleased',
    'Retired (retired) *',
  ]);
  expect(await titles({ key: await other.key() })).toEqual(['Foreign *']);
});

test('a visitor has no current version, no decision, and sees whether anything is optional', async ({
  request,
  tenant,
}) => {
  const { app, key } = await tenant({ versions: tiers, features: 3 });
  const visitor = await ask<VersionList>(request, '/app/versions', { headers: { Host: app.host } });
  expect(visitor.body.data.versions.map(({ current, switch: decision }) => [current, decision])).toEqual([
    [false, null],
    [false, null],
    [false, null],
  ]);
  expect(visitor.body.data.optional_features_available).toBe(true);
  const onTen = await ask<VersionList>(request, '/app/versions', { key: await key() });
  expect(onTen.body.data.optional_features_available).toBe(false);
});

test('an address that names no app asks for a sign-in', async ({ request }) => {
  const { status, body } = await ask(request, '/app/versions', { headers: { Host: 'nobody.localhost' } });
  expect([200, 401]).toContain(status);
  if (status === 401) expect(body).toMatchObject({ code: 'unauthenticated' });
});

test('an app may have no versions at all, or twelve of 700 features', async ({ request, tenant }) => {
  const empty = await tenant({ versions: 1, features: 0 });
  const none = await ask<VersionList>(request, '/app/versions', { key: await empty.key() });
  expect(none.body.data.matrix?.features).toEqual([]);
  const large = await tenant({ versions: 12, features: 700 });
  const { body } = await ask<VersionList>(request, '/app/versions', { key: await large.key() });
  expect(body.data.versions).toHaveLength(12);
  expect(body.data.versions.map(({ tag }) => tag)).toEqual(Array.from({ length: 12 }, (_, n) => `v${n + 1}`));
  expect(body.data.matrix?.features).toHaveLength(700);
  expect(Object.keys(body.data.matrix?.features[0]?.versions ?? {})).toHaveLength(12);
});
