import { expect } from '@playwright/test';
import type { AccountResponse } from '@/lib/contract/accounts';
import type { History } from '@/lib/contract/history';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { VersionList } from '@/lib/contract/versions';
import { test } from '../fixtures';
import { expectEvents, sendRequest } from './api-client';

const spec = {
  title: 'Larder',
  features: ['Recipes', 'Team members'],
  units: { 2: { unit: 'person', isLimit: true } },
  usersLimit: 2,
  versions: [
    { title: 'Kitchen', fee: 1000, userFee: 500, features: [1, 2] },
    { title: 'Taster', fee: 0, features: [1, 2], amounts: { 2: 2 } },
  ],
};

test('the number of users is in all responses of the account', async ({ request, createTenant }) => {
  const { app, account, key } = await createTenant(spec, () => ({ externalId: 'c1' }));
  const appKey = await key('app');
  const owner = await key();
  const kitchen = app.versions[0]?.id;
  const [path, accountPath] = ['/app/versions', '/api/accounts/c1'];
  const list = async (query = '') =>
    (await sendRequest<VersionList>(request, `${path}${query}`, { key: owner })).body.data;
  const first = await list();
  expect([first.users, first.versions[0]?.total?.amount]).toEqual([1, 1500]);

  const patched = await sendRequest<AccountResponse>(request, accountPath, {
    key: appKey,
    method: 'PATCH',
    body: { users: 9 },
    headers: { 'X-Actor': JSON.stringify({ user_id: 'user-31', name: 'Zoe' }) },
  });
  expect(patched.body.data.users).toBe(9);
  // No server responds from an outdated cache.
  const second = await list();
  expect([second.users, second.versions[0]?.total?.amount]).toEqual([9, 5500]);
  expect(second.versions[1]?.switch?.blockers).toEqual([
    {
      code: 'users_limit_exceeded',
      message: 'Taster allows 2 people. You have 9.',
      users: { allowed: 2, requested: 9, current: 9, unit: 'person' },
    },
  ]);
  const other = await list('?users=2');
  expect([other.users, other.versions[0]?.total?.amount, other.versions[1]?.switch?.allowed]).toEqual([
    2,
    2000,
    true,
  ]);

  const preview = await sendRequest<SwitchPreview>(request, `${path}/${kitchen}/preview?users=12`, {
    key: owner,
  });
  expect(preview.body.data).toMatchObject({
    users: 12,
    previous_users: 9,
    totals: { after: { amount: 7000 } },
  });
  const switched = await sendRequest<SwitchResult>(request, path, {
    key: owner,
    body: { version_id: kitchen, users: 12 },
    headers: { 'If-Match': preview.body.data.revision },
  });
  expect(switched.body.message).toBe('Switched to Kitchen for 12 users.');

  const { body } = await sendRequest<History>(request, '/account/versions', { key: owner });
  expect(body.payload.map(({ kind, users, actor }) => [kind, users, actor.user_id])).toEqual([
    ['users', 12, null],
    ['users', 9, 'user-31'],
    ['switch', 1, null],
  ]);
  const csv = await sendRequest<string>(request, '/account/versions?format=csv', { key: owner });
  const rows = csv.body
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  const column = (name: string) => rows.slice(1).map((row) => row[rows[0]?.indexOf(name) ?? -1]);
  expect([column('type'), column('users')]).toEqual([
    ['users', 'users', 'version'],
    ['12', '9', '1'],
  ]);
  await expectEvents(request, appKey, `?account_id=${account.id}`, (events) =>
    expect(events.map(({ data }) => data)).toMatchObject([
      { kind: 'users', users: 9 },
      { kind: 'users', users: 12 },
    ]),
  );
});

test('a version has a smallest number of users, or a quantity of its unit', async ({
  request,
  createTenant,
}) => {
  const versions = [
    { title: 'Free', fee: 0 },
    { title: 'Team', fee: null, userFee: 1832, minUsers: 10 },
    { title: 'Local', fee: 1800, feeUnit: 'site', maxQuantity: 20 },
  ];
  const { app, key } = await createTenant({ versions }, ({ versions: [free] }) => ({ history: [free!] }));
  const owner = await key();
  const [, team, local] = app.versions;
  const list = async (query = '') =>
    (await sendRequest<VersionList>(request, `/app/versions${query}`, { key: owner })).body.data;
  const switchTo = (body: object) =>
    sendRequest<SwitchResult>(request, '/app/versions', { key: owner, method: 'POST', body });
  expect((await list()).versions[1]).toMatchObject({
    ...{ min_users: 10, min_quantity: null, max_quantity: null },
    ...{ total: { users: 10, quantity: null, amount: 18_320 }, switch: { allowed: true } },
  });
  const few = await list('?users=9&quantity=21');
  expect(few.versions.map((version) => version.switch?.blockers.map(({ code }) => code))).toEqual([
    [],
    ['users_below_minimum'],
    ['quantity_out_of_range'],
  ]);
  expect([few.users, few.quantity, few.versions[2]?.total]).toMatchObject([
    9,
    21,
    { quantity: 21, fee: 37_800 },
  ]);
  expect((await switchTo({ version_id: team?.id, users: 9 })).body).toMatchObject({
    code: 'users_below_minimum',
    message: 'Team starts at 10 users. You chose 9.',
  });
  expect((await switchTo({ version_id: local?.id, quantity: 0 })).status).toBe(400);
  expect((await switchTo({ version_id: local?.id, quantity: 21 })).body).toMatchObject({
    code: 'quantity_out_of_range',
  });
  expect((await switchTo({ version_id: local?.id, quantity: 7 })).body.message).toBe('Switched to Local.');
  expect((await switchTo({ version_id: local?.id, quantity: 8 })).body.message).toBe(
    'Switched to Local for 8 sites.',
  );
  expect(await list()).toMatchObject({ quantity: 8, versions: [{}, {}, { total: { amount: 14_400 } }] });
  const history = await sendRequest<History>(request, '/account/versions', { key: owner });
  expect(history.body.payload.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ['users', 8],
    ['switch', 7],
    ['switch', null],
  ]);
});
