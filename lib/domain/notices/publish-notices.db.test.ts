import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import type { Account } from '@/lib/db/accounts';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { switchVersion } from '../changes/switch-version';
import { openService, type Service } from '../service';

// A switch notifies the other servers after its commit (docs/decisions/0015-cache-invalidation.md): nothing is acknowledged
// before, and what a server has committed without notice is not served for long.

const { url, owner } = await openTestDatabase();
let app: BuiltApp;
let key: string;
let account: Account;
let writer: Service;
let reader: Service;

beforeAll(async () => {
  app = await buildApp(owner, { versions: 3 });
  key = await buildKey(owner, { app });
  [writer, reader] = [openService(url), openService(url)];
  await waitForListeners(writer, reader);
});

beforeEach(async () => {
  account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  expect(await readVersion()).toBe(1);
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => Promise.all([writer, reader].map(closeService)));

const switchTo = (versionNumber: number, idempotency = { key: 'once', requestHash: 'switch' }) =>
  switchVersion(writer, createAccountCaller(app, account), {
    ...{ ...changeInput, idempotency },
    versionId: app.versions[versionNumber - 1]?.id ?? '',
  });

/** The number of the account's version as the other server returns it, from its cache unless that was invalidated. */
async function readVersion(): Promise<number> {
  const credential = await getCachedCredential(reader, 'avk', key, account.id);
  return app.versions.findIndex(({ id }) => id === credential?.accountState?.current?.versionId) + 1;
}

/** As if the server ended after the commit. */
async function switchWithoutNotice(): Promise<void> {
  const publish = vi.spyOn(writer.listener, 'publish').mockRejectedValue(new Error('The server has ended.'));
  await expect(switchTo(2)).rejects.toThrow('The server has ended.');
  publish.mockRestore();
  expect(await readVersion()).toBe(1);
}

test('a repeated request is acknowledged when the other servers have been notified', async () => {
  await switchWithoutNotice();
  expect(await switchTo(2)).toMatchObject({ replayed: true });
  expect(await readVersion()).toBe(2);
});

test('so is a request that leaves nothing to change', async () => {
  await switchWithoutNotice();
  expect(await switchTo(2, { key: 'another', requestHash: 'switch' })).toMatchObject({ changed: false });
  expect(await readVersion()).toBe(2);
});

test('a server keeps the state that its own change leads to', async () => {
  const read = async () => (await getCachedCredential(writer, 'avk', key, account.id))?.accountState?.current;
  await read();
  const { loads } = writer.cache.credentials;
  await switchTo(2);
  expect(await readVersion()).toBe(2);
  expect(await read()).toMatchObject({ versionId: app.versions[1]?.id, sequence: 2 });
  expect(writer.cache.credentials.loads).toBe(loads);
});

test('what a server has committed without notice is read again after it has ended', async () => {
  const server = new pg.Client({ connectionString: url });
  server.on('error', () => {});
  await server.connect();
  await server.query('LISTEN app_versions; SELECT register_listener(77)');
  await switchWithoutNotice();
  // A heartbeat of the reader finds it.
  await expect.poll(() => reader.listener.peers).toContain(77);
  expect(await readVersion()).toBe(1);
  await server.end();
  await expect.poll(readVersion).toBe(2);
});

/** Each listener of this process has sent a heartbeat and taken its result. */
async function waitForHeartbeats(): Promise<void> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const countHeartbeats = () => {
    const counts = new Map<unknown, number>();
    for (const [index, [sql]] of query.mock.calls.entries()) {
      const client = query.mock.contexts[index];
      if (String(sql).includes('active_listeners')) counts.set(client, (counts.get(client) ?? 0) + 1);
    }
    return [...counts.values()].filter((count) => count >= 2).length;
  };
  // The second begins after the first has ended.
  await expect.poll(countHeartbeats).toBe(2);
  query.mockRestore();
}

test('a server that stops has notified, and the caches of the others stay', async () => {
  const other = openService(url);
  await waitForListeners(other);
  await expect.poll(() => reader.listener.peers).toHaveLength(2);
  await readVersion();
  const { loads } = reader.cache.credentials;
  await other.listener.stop();
  await closeService(other);
  await expect.poll(() => reader.listener.peers).toHaveLength(1);
  await waitForHeartbeats();
  await readVersion();
  expect(reader.cache.credentials.loads).toBe(loads);
});

test('a notice that can’t be sent fails the request, and is sent later', async () => {
  const query = writer.pool.query.bind(writer.pool) as (...values: unknown[]) => unknown;
  let failures = 2;
  vi.spyOn(writer.pool, 'query').mockImplementation(((...values: [{ name?: string }]) => {
    if (values[0].name !== 'publish_notices' || failures === 0) return query(...values);
    failures -= 1;
    return Promise.reject(new Error('Connection terminated'));
  }) as never);
  await expect(switchTo(2)).rejects.toThrow('Connection terminated');
  expect(await readVersion()).toBe(1);
  await expect.poll(readVersion).toBe(2);
});

test('notices that can’t be sent are sent again together', async () => {
  const query = vi.spyOn(writer.pool, 'query').mockRejectedValue(new Error('Connection terminated') as never);
  for (let index = 0; index < 30; index += 1) {
    const sent = writer.listener.publish(`account ${app.id} acc_${index}`);
    await expect(sent).rejects.toThrow('Connection terminated');
  }
  query.mockClear();
  await expect.poll(() => query.mock.calls.length).toBeGreaterThan(1);
  const [, values] = (query.mock.calls as unknown as [{ values: [string[]] }][]).map(([sent]) => sent.values);
  expect(values?.[0]).toHaveLength(30);
});

test('notices of changes at the same time share a statement', async () => {
  const query = vi.spyOn(writer.pool, 'query');
  const tags = Array.from({ length: 50 }, (_, index) => `account ${app.id} acc_${index}`);
  await Promise.all(tags.map((tag) => writer.listener.publish(tag)));
  await Promise.all([writer.listener.publish('account x y'), writer.listener.publish('account x y')]);
  expect(query.mock.calls.length).toBe(2);
});
