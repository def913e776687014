import { expect } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { ProblemBody } from '@/lib/contract/errors';
import type { History } from '@/lib/contract/history';
import type { AccountExport } from '@/lib/contract/personal-data';
import { buildSession } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

test('an account is exported and anonymized', async ({ request, createTenant, db }) => {
  const {
    app,
    account,
    key: createKey,
  } = await createTenant(undefined, () => ({
    title: 'Mustermann GmbH',
    externalId: 'cust-7',
  }));
  const key = await createKey('app');
  const user = { name: 'Erika Mustermann', userId: 'user-erika' };
  const secret = await buildSession(db, { app, account, role: 'owner', ...user });
  const session = { Cookie: `${sessionCookieName}=${secret}`, 'Sec-Fetch-Site': 'same-origin' };
  for (const index of [1, 0, 1]) {
    const body = { version_id: app.versions[index]?.id };
    await sendRequest(request, '/app/versions', { headers: session, body });
  }
  const read = (path: string, headers = {}) => sendRequest(request, path, { key, headers });
  const texts = ['Mustermann', 'cust-7', 'user-erika'];
  const readAll = async () => {
    const headers = { 'X-Account-Id': account.id };
    const answers = [
      await read('/api/account', headers),
      await read('/account/versions', headers),
      await read('/account/versions?format=csv&include=options', headers),
      await read('/api/events'),
      await read('/api/accounts'),
      await read('/api/accounts?search=mustermann'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const text = JSON.stringify(answers.map(({ body }) => body));
    return texts.filter((each) => text.includes(each));
  };
  expect(await readAll()).toEqual(texts);

  const exported = await read('/api/accounts/cust-7/export');
  const { data } = exported.body as AccountExport;
  expect(data).toMatchObject({
    account: { id: account.id, title: 'Mustermann GmbH', external_id: 'cust-7' },
    users: [{ name: user.name, user_id: user.userId }],
    sessions: [{ name: user.name, user_id: user.userId, role: 'owner' }],
    optional_features: [],
  });
  const history = await read('/account/versions', { 'X-Account-Id': account.id });
  expect(data.history).toEqual((history.body as History).payload);
  expect(data.history).toHaveLength(4);

  const anonymize = () =>
    sendRequest<ProblemBody>(request, '/api/accounts/cust-7/anonymize', {
      method: 'POST',
      key,
      headers: { 'Idempotency-Key': 'once' },
    });
  const first = await anonymize();
  expect([first.status, first.body]).toMatchObject([200, { data: { account_id: account.id } }]);
  const repeated = await anonymize();
  expect([repeated.headers['idempotent-replayed'], repeated.body]).toEqual(['true', first.body]);
  expect(await readAll()).toEqual([]);
  expect((await read('/api/accounts/cust-7/export')).status).toBe(404);
  expect((await sendRequest(request, '/account/versions', { headers: session })).status).toBe(401);
  // The external ID can be used again.
  const put = { method: 'PUT', key, body: { title: 'Other' } };
  expect((await sendRequest(request, '/api/accounts/cust-7', put)).status).toBe(201);
});
