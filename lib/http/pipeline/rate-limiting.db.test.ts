import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProblemBody } from '@/lib/contract/errors';
import { makeSecret } from '@/lib/db/connection/secret';
import { getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { endpoints } from '../endpoints';

// The limits of a client address are checked before its credentials.

const maxRequests = 30;
const maxFailures = 5;
const maxOfKey = 40;

const { url, owner } = await openTestDatabase();
let createKey: () => Promise<string>;
let createAppKey: () => Promise<string>;
let accountId: string;
let appKey: string;
let addressCount = 0;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('RATE_LIMIT_ADDRESS', `${maxRequests}/60`);
  vi.stubEnv('RATE_LIMIT_APP_KEY', `${maxOfKey}/60`);
  vi.stubEnv('RATE_LIMIT_FAILURES', `${maxFailures}/60`);
  const app = await buildApp(owner, { versions: 1 });
  const account = await buildAccount(owner, app, { history: app.versions });
  createKey = () => buildKey(owner, { app, account });
  accountId = account.id;
  createAppKey = () => buildKey(owner, { app });
  appKey = await createAppKey();
  getService();
  await waitForListeners(getService());
});

afterAll(async () => {
  await closeService(getService());
});

/** Creates a function that sends requests from an address of its own. */
function openAddress() {
  addressCount += 1;
  const address = `192.0.2.${addressCount}`;
  return async (key: string, headers: Record<string, string> = {}) => {
    const response = await endpoints['/api/account/versions'](
      new Request('http://localhost/account/versions', {
        headers: { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address, ...headers },
      }),
      { params: {} },
    );
    const { code } = (await response.json()) as ProblemBody;
    return { status: response.status, code, headers: response.headers };
  };
}

test('over the limit of the address, credentials are not looked up', async () => {
  const send = openAddress();
  const key = await createKey();
  for (let count = 0; count < maxRequests; count += 1) expect((await send(key)).status).toBe(200);
  const query = vi.spyOn(getService().pool, 'query');
  const connect = vi.spyOn(getService().pool, 'connect');
  for (const rejected of [
    await send('avk_wrong'),
    await send(appKey, { 'X-Account-Id': 'acc_01h455vb4pex5vsknk084sn02q' }),
    await send(key),
  ]) {
    expect([rejected.status, rejected.code]).toEqual([429, 'too_many_requests']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([query.mock.calls.length, connect.mock.calls.length]).toEqual([0, 0]);
  vi.restoreAllMocks();
});

test('an app key has a limit of its own, from all addresses', async () => {
  const send = openAddress();
  const key = await createAppKey();
  const headers = { 'X-Account-Id': accountId };
  // Not known yet, it counts against the address.
  expect((await send(key, headers)).headers.get('ratelimit')).toContain('"address"');
  for (let count = 1; count < maxRequests; count += 1) await send('avk_wrong');
  expect((await send(await createKey())).status).toBe(429);
  const others = openAddress();
  for (let count = 0; count < maxOfKey; count += 1) {
    const { status, headers: sent } = await (count % 2 ? send : others)(key, headers);
    expect([status, sent.get('ratelimit')]).toEqual([200, expect.stringContaining('"keys"')]);
  }
  expect([(await send(key)).status, (await others(key, headers)).status]).toEqual([429, 429]);
  expect((await others(await createKey())).status).toBe(200);
});

test('OFREP has the limit of the key, also of X-API-Key, and a 429 of its own form', async () => {
  const key = await createAppKey();
  const evaluate = () =>
    endpoints['/ofrep/v1/evaluate/flags'](
      new Request('http://localhost/ofrep/v1/evaluate/flags', {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.7' },
        body: JSON.stringify({ context: { targetingKey: accountId } }),
      }),
      { params: {} },
    );
  for (let count = 0; count <= maxOfKey; count += 1) expect((await evaluate()).status).toBe(200);
  const rejected = await evaluate();
  expect([rejected.status, await rejected.json()]).toEqual([429, { errorDetails: expect.any(String) }]);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a call of a tool counts once against the key, and against the account that it names', async () => {
  const key = await createAppKey();
  const callTool = () =>
    endpoints['/mcp'](
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${key}`, 'X-Forwarded-For': '198.51.100.8' },
          ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'listVersionHistory', arguments: { account: accountId } },
        }),
      }),
      { params: {} },
    );
  for (let count = 0; count <= maxOfKey; count += 1) {
    const response = await callTool();
    expect([response.status, response.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringMatching(count === 0 ? /"address".*"account"/ : /"keys".*"account"/),
    ]);
    expect((await response.json()).result.isError).toBe(false);
  }
  expect((await callTool()).status).toBe(429);
});

test('invalid keys have a limit of their own, and leave that of the address to known keys', async () => {
  const send = openAddress();
  const key = await createKey();
  expect((await send(key)).status).toBe(200);
  for (let count = 0; count < maxFailures; count += 1) {
    expect((await send(makeSecret('avk'))).status).toBe(401);
  }
  const unknown = makeSecret('avk');
  const query = vi.spyOn(getService().pool, 'query');
  for (let count = 0; count < 2 * maxRequests; count += 1) {
    const { status, headers } = await send(count % 2 === 0 ? unknown : 'avk_wrong');
    expect(status).toBe(429);
    expect(headers.get('ratelimit')).toMatch(/^"failures";r=0;t=\d+$/);
  }
  expect(query).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  const { status, headers } = await send(key);
  expect(status).toBe(200);
  expect(headers.get('ratelimit')).toContain(`"address";r=${maxRequests - maxFailures - 2};`);
  // A valid key that is not known yet waits, but only at this address.
  const newKey = await createKey();
  expect((await send(newKey)).status).toBe(429);
  expect((await openAddress()(newKey)).status).toBe(200);
  expect((await send(newKey)).status).toBe(200);
});
