import { expect } from '@playwright/test';
import type { AddOnHistory } from '@/lib/contract/add-ons';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { ProblemBody } from '@/lib/contract/errors';
import type { History } from '@/lib/contract/history';
import type { SwitchResult } from '@/lib/contract/switch';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildSession } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { expectEvents, type RequestOptions, sendRequest } from './api-client';

const actorOf = (userId: string, name: string) => ({
  'X-Actor': JSON.stringify({ user_id: userId, name }).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
});

const versions = [
  { title: 'Kitchen', fee: 900, features: [1], optional: [{ feature: 2, addOn: 'Stats', fee: 300 }] },
  { title: 'Brigade', fee: 2900, features: [1], optional: [{ feature: 2, addOn: 'Stats', fee: 300 }] },
];

test('the name of a key is visible to its app only', async ({ request, createTenant, db }) => {
  const { app, account, key } = await createTenant({ title: 'Larder', versions });
  const appKey = await key('app');
  const back = { 'X-Account-Id': account.id };
  const post = (path: string, body: unknown, headers = {}) =>
    sendRequest<SwitchResult>(request, path, { key: appKey, headers: { ...back, ...headers }, body });
  const kitchen = { version_id: app.versions[0]?.id };
  const brigade = { version_id: app.versions[1]?.id };
  const stats = `/account/optional-features/${app.addOns[0]?.id}`;
  await post('/app/versions', brigade);
  await post(stats, { active: true });
  const zoe = actorOf('user-31', 'Zoë 😀');
  const named = await post('/app/versions', kitchen, zoe);
  await post(stats, { active: false }, zoe);

  const operator = { kind: 'operator', name: 'Test', user_id: null, channel: 'command' };
  const person = { kind: 'key', name: 'Zoë 😀', user_id: 'user-31', channel: 'api' };
  const readAs = async (options: RequestOptions) => {
    const history = await sendRequest<History>(request, '/account/versions', options);
    const addOns = await sendRequest<AddOnHistory>(request, '/account/optional-features', options);
    const csv = await sendRequest<string>(
      request,
      '/account/versions?format=csv&columns=all&include=options',
      options,
    );
    return {
      switches: history.body.payload.map(({ actor }) => actor),
      addOns: addOns.body.payload.map(({ actor, by }) => [actor, by]),
      hasKeyName: JSON.stringify([history.body, addOns.body, csv.body]).includes('Test key'),
      csvNames: ['Zoë 😀', 'Larder', 'Test key'].map((name) => csv.body.split(`,${name},api,`).length - 1),
    };
  };
  const cookieOf = async (role: 'owner' | 'product') => ({
    headers: { Cookie: `${sessionCookieName}=${await buildSession(db, { app, account, role })}` },
  });
  for (const customer of [{ key: await key() }, { key: await key('member') }, await cookieOf('owner')]) {
    const host = { kind: 'key', name: 'Larder', user_id: null, channel: 'api' };
    expect(await readAs(customer)).toEqual({
      switches: [person, host, operator],
      addOns: [
        [person, 'Zoë 😀'],
        [host, 'Larder'],
      ],
      hasKeyName: false,
      csvNames: [2, 2, 0],
    });
  }
  for (const reader of [
    { key: appKey, headers: back },
    { key: await key('product') },
    await cookieOf('product'),
  ]) {
    const host = { kind: 'key', name: 'Test key', user_id: null, channel: 'api' };
    expect(await readAs(reader)).toMatchObject({ switches: [person, host, operator], csvNames: [2, 0, 2] });
  }

  await expectEvents(request, appKey, '?types=account.version_switched', (events) =>
    expect(events.at(-1)?.data).toMatchObject({
      history_id: named.body.data.history_id,
      actor: person,
      price: { fee: 900 },
      previous_price: { fee: 2900 },
      currency: 'USD',
    }),
  );
  // The rows name the key too.
  const rows = await withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.historyEntry.findMany({ where: { actorKind: 'key' } }),
  );
  const [apiKey] = await withTenant(db, { appId: app.id }, (queries) =>
    queries.apiKey.findMany({ where: { accountId: null } }),
  );
  expect(rows.map(({ actorId }) => actorId)).toEqual(rows.map(() => apiKey?.id));
});

test('X-Actor is rejected from a session, and if malformed', async ({ request, createTenant, db }) => {
  const { app, account, key } = await createTenant();
  const body = { version_id: app.versions[1]?.id };
  const secret = await buildSession(db, { app, account, role: 'owner', name: 'Robin', userId: 'user-1' });
  const session = { Cookie: `${sessionCookieName}=${secret}`, 'Sec-Fetch-Site': 'same-origin' };
  const forged = { headers: { ...session, ...actorOf('user-31', 'Ada') }, body };
  const malformed = { key: await key(), headers: { 'X-Actor': 'Ada' }, body };
  for (const options of [forged, malformed]) {
    const { status, body: problem } = await sendRequest<ProblemBody>(request, '/app/versions', options);
    expect([status, problem.code, problem.errors?.[0]?.field]).toEqual([400, 'parameter_invalid', 'X-Actor']);
  }
  await sendRequest(request, '/app/versions', { headers: session, body });
  // Reads ignore it.
  const { headers } = forged;
  const history = await sendRequest<History>(request, '/account/versions', { headers });
  expect(history.body.payload.map(({ actor: { name, user_id } }) => [name, user_id])).toEqual([
    ['Robin', 'user-1'],
    ['Test', null],
  ]);
});

test('an Idempotency-Key does not depend on X-Actor', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const secret = await key();
  const send = (headers: Record<string, string>) =>
    sendRequest<SwitchResult>(request, '/app/versions', {
      key: secret,
      headers: { 'Idempotency-Key': 'once', ...headers },
      body: { version_id: app.versions[1]?.id },
    });
  const first = await send(actorOf('user-31', 'Ada'));
  for (const headers of [actorOf('user-32', 'Grace'), {}]) {
    const repeated = await send(headers);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(repeated.body).toEqual(first.body);
  }
  const { body } = await sendRequest<History>(request, '/account/versions', { key: secret });
  expect(body.payload.map(({ actor }) => actor.name)).toEqual(['Ada', 'Test']);
});
