import { expect } from '@playwright/test';
import type { AccountAnswer } from '@/lib/contract/account';
import type { History } from '@/lib/contract/history';
import type { ProblemBody } from '@/lib/contract/problem';
import { buildKey } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { ask } from './ask';

const put = { method: 'PUT' };
const pathOf = (externalId: string) => `/api/accounts/${encodeURIComponent(externalId)}`;

test('a host back end signs an account up, finds it again and renames it', async ({
  request,
  tenant,
  db,
}) => {
  const { app } = await tenant();
  const key = await buildKey(db, { app });
  const send = (title: string) =>
    ask<AccountAnswer>(request, pathOf('cust/7 ä'), { ...put, key, body: { title } });

  const made = await send('Ada & Co');
  expect(made.status).toBe(201);
  expect(made.body.data).toEqual({
    account_id: expect.stringMatching(/^acc_[0-9a-hjkmnp-tv-z]{26}$/),
    external_id: 'cust/7 ä',
    title: 'Ada & Co',
    created: true,
    version_id: app.versions[0]?.id,
  });
  const again = await send('Ada & Co');
  expect(again.status).toBe(200);
  expect(again.body.data).toEqual({ ...made.body.data, created: false });
  expect((await send(' Ada Ltd ')).body.data).toEqual({
    ...made.body.data,
    created: false,
    title: 'Ada Ltd',
  });

  const headers = { 'X-Account-Id': made.body.data.account_id };
  const history = await ask<History>(request, '/account/versions', { key, headers });
  expect(history.body.payload).toMatchObject([
    { id: app.versions[0]?.id, sequence: 1, actor: { kind: 'key', name: 'Test key', channel: 'api' } },
  ]);
});

test('the same call at the same time is one account', async ({ request, tenant, db }) => {
  const { app } = await tenant();
  const key = await buildKey(db, { app });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      ask<AccountAnswer>(request, pathOf('same'), { ...put, key, body: { title: 'Same' } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.data.account_id)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.data.version_id))).toEqual(new Set([app.versions[0]?.id]));
});

test('the same external id in two apps is two accounts', async ({ request, tenant, db }) => {
  const ids = [];
  for (const { app } of [await tenant(), await tenant()]) {
    const key = await buildKey(db, { app });
    const { body } = await ask<AccountAnswer>(request, pathOf('1'), { ...put, key, body: { title: 'One' } });
    ids.push(body.data.account_id);
  }
  expect(new Set(ids).size).toBe(2);
});

test('an app without versions signs accounts up all the same', async ({ request, tenant, db }) => {
  const { app } = await tenant({ versions: [] }, () => ({ path: [] }));
  const key = await buildKey(db, { app });
  const { body } = await ask<AccountAnswer>(request, pathOf('1'), { ...put, key, body: { title: 'One' } });
  expect(body.data).toMatchObject({ created: true, version_id: null });
});

test('what is refused', async ({ request, tenant, db }) => {
  const { app, key } = await tenant();
  const appKey = await buildKey(db, { app });
  const code = async (path: string, body: unknown, by: string | undefined = appKey) => {
    const options = by === '' ? {} : { key: by };
    const answer = await ask<ProblemBody>(request, path, { ...put, ...options, body });
    return `${answer.status} ${answer.body.code}`;
  };
  expect(await code(pathOf('1'), { title: 'One' }, '')).toBe('401 unauthenticated');
  expect(await code(pathOf('1'), { title: 'One' }, await key('owner'))).toBe('403 forbidden');
  expect(await code(pathOf('1'), {})).toBe('400 parameter_missing');
  expect(await code(pathOf('1'), { title: ' ' })).toBe('400 parameter_invalid');
  expect(await code(pathOf('1'), { title: 'x'.repeat(201) })).toBe('400 parameter_invalid');
  expect(await code(pathOf('1'), { title: ` ${'x'.repeat(200)}` })).toBe('400 parameter_invalid');
  expect(await code(pathOf('1'), { title: 'a\u0000b' })).toBe('400 parameter_invalid');
  expect(await code(pathOf('1'), { title: 'half of a pair: \ud83d' })).toBe('400 parameter_invalid');
  expect(await code(pathOf('1'), { title: 'One', id: 1 })).toBe('400 parameter_unknown');
  expect(await code(pathOf('a\u0000b'), { title: 'One' })).toBe('400 parameter_invalid');
  expect(await code(pathOf('x'.repeat(201)), { title: 'One' })).toBe('400 parameter_invalid');
  expect(await code('/api/accounts', { title: 'One' })).toBe('404 not_found');
});
