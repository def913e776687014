import { expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/errors';
import type { History } from '@/lib/contract/history';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { VersionList } from '@/lib/contract/versions';
import { test } from '../fixtures';
import { expectEvents, sendRequest } from './api-client';

test('a switch returns its history entry, the newest of the history', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const secret = await key();
  const target = app.versions[1]?.id;
  const before = Math.floor(Date.now() / 1000);
  const { status, body } = await sendRequest<SwitchResult>(request, '/app/versions', {
    key: secret,
    body: { version_id: target },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'Switched to Version 2.',
    data: {
      history_id: expect.stringMatching(/^avh_[0-9a-z]{26}$/),
      version_id: target,
      timestamp: expect.any(Number),
    },
  });
  expect(body.data.timestamp).toBeGreaterThanOrEqual(before);
  expect(body.data.timestamp).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
  const history = await sendRequest<History>(request, '/account/versions', { key: secret });
  expect(history.body.payload[0]).toMatchObject({
    activated: body.data.timestamp,
    id: target,
    history_id: body.data.history_id,
  });
});

test('a switch to the current version returns the existing entry', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const secret = await key();
  const options = { key: secret, body: { version_id: app.versions[1]?.id } };
  const first = await sendRequest<SwitchResult>(request, '/app/versions', options);
  const second = await sendRequest<SwitchResult>(request, '/app/versions', options);
  expect(second.status).toBe(200);
  expect(second.body.data).toEqual(first.body.data);
  expect(second.body.message).toBe('The account is already on Version 2.');
  expect(
    (await sendRequest<History>(request, '/account/versions', { key: secret })).body.payload,
  ).toHaveLength(2);
});

test('a blocked switch returns the blocker and records nothing', async ({ request, createTenant }) => {
  const versions = [
    {},
    { title: 'Gone', active: false },
    { title: 'Custom', fee: null },
    { title: 'Guarded', entryBlocker: 'Talk to us first.' },
  ];
  const { app, key } = await createTenant({ versions });
  const secret = await key();
  const switchTo = async (index: number) => {
    const body = { version_id: app.versions[index]?.id };
    const { status, body: error } = await sendRequest<ProblemBody>(request, '/app/versions', {
      key: secret,
      body,
    });
    return [status, error.code, error.message];
  };
  expect(await switchTo(1)).toEqual([422, 'version_inactive', 'Gone is no longer offered.']);
  expect(await switchTo(2)).toEqual([
    422,
    'price_on_request',
    'Custom is priced on request. Contact us to switch to it.',
  ]);
  expect(await switchTo(3)).toEqual([422, 'entry_restricted', 'Talk to us first.']);
  expect(
    (await sendRequest<History>(request, '/account/versions', { key: secret })).body.payload,
  ).toHaveLength(1);
});

test('a switch is repeated once per Idempotency-Key', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const secret = await key();
  const send = (index: number, idempotencyKey: string) =>
    sendRequest<SwitchResult>(request, '/app/versions', {
      key: secret,
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { version_id: app.versions[index]?.id },
    });
  const first = await send(1, 'a');
  await send(2, 'b');
  const replayed = await send(1, 'a');
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(replayed.body).toEqual(first.body);
  expect((await send(2, 'a')).body).toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  expect((await send(1, 'x'.repeat(255))).status).toBe(200);
  expect((await send(1, 'x'.repeat(256))).body).toMatchObject({
    status: 400,
    errors: [{ field: 'Idempotency-Key' }],
  });
  expect(
    (await sendRequest<History>(request, '/account/versions', { key: secret })).body.payload,
  ).toHaveLength(4);
});

test('the direction follows from what the account pays, in the list, the preview, the history and the event', async ({
  request,
  createTenant,
}) => {
  const versions = [
    { title: 'Seat', fee: null, userFee: 1000 },
    { title: 'Flat', fee: 8000 },
  ];
  for (const [users, expected] of [
    [50, { pays: 'less', direction: 'downgrade' }],
    [2, { pays: 'more', direction: 'upgrade' }],
  ] as const) {
    const { app, account, key } = await createTenant({ versions }, (built) => ({
      ...{ history: built.versions.slice(0, 1), users },
    }));
    const secret = await key();
    const id = app.versions[1]?.id;
    const { body: list } = await sendRequest<VersionList>(request, '/app/versions', { key: secret });
    expect(list.data.versions[1]?.switch).toMatchObject({ ...expected, gets: 'same' });
    const preview = await sendRequest<SwitchPreview>(request, `/app/versions/${id}/preview`, { key: secret });
    expect(preview.body.data).toMatchObject(expected);
    await sendRequest(request, '/app/versions', { key: secret, body: { version_id: id } });
    const history = await sendRequest<History>(request, '/account/versions', { key: secret });
    expect(history.body.payload[0]).toMatchObject(expected);
    await expectEvents(request, await key('app'), `?account_id=${account.id}`, (events) =>
      expect(events.at(-1)?.data).toMatchObject(expected),
    );
  }
});

test('a preview describes the switch, which can require its revision', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({
    versions: [
      {
        title: 'A',
        fee: 500,
        features: [1, 2, 5, 6],
        amounts: { 5: 20, 6: 100 },
        optional: [{ feature: 3 }, { feature: 4 }],
      },
      {
        title: 'B',
        fee: 2000,
        userFee: 100,
        feeUnit: 'site',
        features: [2, 3, 5, 6],
        amounts: { 5: 'unlimited', 6: 20 },
      },
    ],
    features: 6,
    units: { 5: { unit: 'guide' }, 6: { unit: 'member', period: 'month' } },
  });
  const secret = await key();
  const [a, b] = app.versions;
  const path = `/app/versions/${b?.id}/preview`;
  const { body, headers } = await sendRequest<SwitchPreview>(request, path, { key: secret });
  const feature = (n: number) => ({ id: `feature-${n}`, title: `Feature ${n}`, is_limit: false });
  expect(body.data).toMatchObject({
    direction: 'upgrade',
    allowed: true,
    blockers: [],
    from: { id: a?.id, title: 'A', fee: 500 },
    to: { id: b?.id, title: 'B', fee: 2000, user_fee: 100, fee_unit: 'site' },
    // A fee of the account and one per site can't be subtracted.
    difference: { fee: null, user_fee: 100 },
    gained: [feature(3)],
    lost: [feature(1)],
    kept: [feature(2), feature(5), feature(6)],
    raised: [{ ...feature(5), from: { value: '20 guides' }, to: { unlimited: true }, improved: true }],
    lowered: [{ ...feature(6), from: { amount: 100 }, to: { amount: 20, period: 'month' }, improved: false }],
    changed: [],
    optional_gained: [feature(3)],
    optional_lost: [feature(4)],
    totals: { before: { amount: 500 }, after: { amount: 2100, quantity: 1, not_included: [] } },
  });
  expect(headers.etag).toBe(`"${body.data.revision}"`);
  expect(
    (await sendRequest<History>(request, '/account/versions', { key: secret })).body.payload,
  ).toHaveLength(1);

  const switchWith = (revision: string) => ({
    key: secret,
    headers: { 'If-Match': `"${revision}"` },
    body: { version_id: b?.id },
  });
  expect((await sendRequest(request, '/app/versions', switchWith('old'))).body).toMatchObject({
    status: 412,
    code: 'preview_stale',
  });
  expect((await sendRequest(request, '/app/versions', switchWith(body.data.revision))).status).toBe(200);
});

test('an undo returns to plan, period and add-ons', async ({ request, createTenant }) => {
  const optional = [{ feature: 2, addOn: 'SSO', fee: 300, annualFee: 2988 }];
  const versions = [
    { title: 'Basic', fee: 1000, annualFee: 10_000, features: [1], optional },
    { title: 'Pro', fee: 3000, features: [1, 2] },
  ];
  const { app, key } = await createTenant({ versions, features: 2 });
  const secret = await key();
  const [basic, pro] = app.versions.map(({ id }) => id);
  const post = (body: object, headers = {}) =>
    sendRequest<SwitchResult & Pick<ProblemBody, 'code'>>(request, '/app/versions', {
      key: secret,
      body,
      headers,
    });
  await post({ version_id: basic, billing_period: 'year' });
  await sendRequest(request, `/account/optional-features/${app.addOns[0]?.id}`, {
    key: secret,
    body: { active: true },
  });
  const { history_id: restore } = (await post({ version_id: pro })).body.data;
  const readHistory = async () =>
    (await sendRequest<History>(request, '/account/versions', { key: secret })).body.payload;
  const [entry] = await readHistory();
  expect(entry).toMatchObject({
    history_id: restore,
    undo: false,
    undo_until: (entry?.activated ?? 0) + 86_400,
  });

  const preview = (id: string | undefined) =>
    sendRequest<SwitchPreview & Pick<ProblemBody, 'code'>>(
      request,
      `/app/versions/${id}/preview?restore=${restore}`,
      {
        key: secret,
      },
    );
  expect((await preview(pro)).body).toMatchObject({
    code: 'parameter_invalid',
    message: 'restore: the account had Basic before this switch.',
  });
  const { body, headers: previewHeaders } = await preview(basic);
  expect(body.data).toMatchObject({
    allowed: true,
    direction: 'downgrade',
    billing_period: 'year',
    previous_billing_period: 'month',
    options: [{ title: 'SSO', outcome: 'restored', annual_fee: 2988, billing_period: 'year' }],
    totals: { before: { amount: 3000 }, after: { amount: 12_988 } },
  });
  expect(previewHeaders.etag).toBe(`"${body.data.revision}"`);

  const memberKey = await key('member');
  const denied = await sendRequest(request, '/app/versions', { key: memberKey, body: { restore } });
  expect(denied.status).toBe(403);
  expect((await post({ restore }, { 'If-Match': '"older"' })).body.code).toBe('preview_stale');
  const headers = { 'If-Match': previewHeaders.etag, 'Idempotency-Key': 'undo' };
  const undone = await post({ restore }, headers);
  expect(undone.body).toMatchObject({ message: 'Returned to Basic.', data: { version_id: basic } });
  const replayed = await post({ restore }, headers);
  expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', undone.body]);
  expect((await readHistory())[0]).toMatchObject({
    history_id: undone.body.data.history_id,
    account_billing_period: 'year',
    undo: true,
    options: [{ title: 'SSO', outcome: 'restored', annual_fee: 2988 }],
  });
  const again = await post({ restore });
  expect([again.status, again.body.code]).toEqual([422, 'undo_superseded']);
});

test('`restore` excludes the fields of a switch', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const secret = await key();
  const post = async (body: object) => {
    const { status, body: error } = await sendRequest<ProblemBody>(request, '/app/versions', {
      key: secret,
      body,
    });
    return [status, ...(error.errors ?? []).map(({ field, code }) => `${field} ${code}`)];
  };
  const version_id = app.versions[0]?.id;
  expect(await post({})).toEqual([400, 'version_id parameter_missing']);
  expect(await post({ x: 1 })).toEqual([400, 'version_id parameter_missing', 'x parameter_unknown']);
  expect(await post({ version_id, restore: 'avh_1' })).toEqual([400, 'restore parameter_invalid']);
  expect(await post({ billing_period: 'year', restore: 'avh_1' })).toEqual([
    400,
    'restore parameter_invalid',
  ]);
  expect(await post({ restore: '' })).toEqual([400, 'restore parameter_invalid']);
  expect(await post({ restore: 'avh_1' })).toEqual([404]);
});
