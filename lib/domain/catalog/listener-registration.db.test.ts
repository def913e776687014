import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import { ServerCache } from '@/lib/cache/server-cache';
import type { Account } from '@/lib/db/accounts';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { countLockWaiters, lockTable, waitForLockWaiters } from '@/tools/testing/database-locks';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase } from '@/tools/testing/test-service';
import { switchVersion } from '../changes/switch-version';
import { openService, type Service } from '../service';

// A switch waits for the listeners that it finds (docs/caching.md). One that registers meanwhile may not return stale versions.

const { url, owner } = await openTestDatabase();
let app: BuiltApp;
let key: string;
const servers: Service[] = [];

beforeAll(async () => {
  app = await buildApp(owner, { versions: 3, features: 2 });
  key = await buildKey(owner, { app });
});

afterAll(async () => {
  await Promise.all(servers.map(closeService));
});

function openServer(): Service {
  const server = openService(url);
  servers.push(server);
  return server;
}

const isConnected = ({ listener }: Service) => listener.isConnected();

/** Closes all servers, opens one and waits until it is connected. */
async function openOnlyServer(): Promise<Service> {
  await Promise.all(servers.splice(0).map(closeService));
  await expect.poll(countListeners).toBe(0);
  const server = openServer();
  await expect.poll(() => isConnected(server)).toBe(true);
  return server;
}

async function countListeners(): Promise<number | undefined> {
  const query = 'SELECT cardinality(active_listeners())::int AS count';
  const { rows } = await owner.pool.query<{ count: number }>(query);
  return rows[0]?.count;
}

const buildAccounts = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => buildAccount(owner, app, { history: app.versions.slice(0, 1) })),
  );

/** Switches an account to a version of the app, by its 1-based number. */
function switchTo(server: Service, account: Account, versionNumber: number) {
  const versionId = app.versions[versionNumber - 1]?.id ?? '';
  return switchVersion(server, createAccountCaller(app, account), { ...changeInput, versionId });
}

/** The number of the account's current version as the server returns it, read twice: the second time from its cache. */
async function readVersionTwice(server: Service, account: Account): Promise<number[]> {
  const read = () => getCachedCredential(server, 'avk', key, account.id);
  const credentials = [await read(), await read()];
  return credentials.map(
    (credential) =>
      app.versions.findIndex(({ id }) => id === credential?.accountState?.current?.versionId) + 1,
  );
}

test('a server that starts to listen during switches of the only other server returns no stale version after them', async () => {
  const first = await openOnlyServer();
  for (const round of [1, 2]) {
    const accounts = await buildAccounts(4);
    const unblockSwitches = await lockTable(owner, 'account_history');
    const switches = accounts.map((account) => switchTo(first, account, 2));
    await waitForLockWaiters(owner, 4);
    const second = openServer();
    await expect.poll(async () => isConnected(second) || (await countLockWaiters(owner)) === 5).toBe(true);
    for (const account of accounts) expect(await readVersionTwice(second, account)).toEqual([1, 1]);
    await unblockSwitches();
    for (const [index, account] of accounts.entries()) {
      await switches[index];
      expect([round, await readVersionTwice(second, account)]).toEqual([round, [2, 2]]);
    }

    await expect.poll(() => isConnected(second)).toBe(true);
    for (const account of accounts) {
      expect(await readVersionTwice(second, account)).toEqual([2, 2]);
      await switchTo(first, account, 3);
      expect([round, await readVersionTwice(second, account)]).toEqual([round, [3, 3]]);
    }
    await closeService(second);
    servers.splice(servers.indexOf(second), 1);
    await expect.poll(countListeners).toBe(1);
  }
});

test('a server that loses the connection of its switch returns the new version once the switch is committed', async () => {
  const server = await openOnlyServer();
  const [account] = await buildAccounts(1);
  if (!account) throw new Error('The account was not created.');
  expect(await readVersionTwice(server, account)).toEqual([1, 1]);
  const unblockSwitches = await lockTable(owner, 'account_history');
  let destroyConnection = () => {};
  server.pool.once('acquire', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    destroyConnection = () => stream.destroy();
  });
  const switching = switchTo(server, account, 2);
  await waitForLockWaiters(owner, 1);
  destroyConnection();
  await expect(switching).rejects.toThrow(/terminated/);
  expect(await readVersionTwice(server, account)).toEqual([1, 1]);
  // The database still runs the switch.
  await unblockSwitches();
  await expect.poll(() => readVersionTwice(server, account)).toEqual([2, 2]);
});

test('a server returns the new version after its own switch, also before the notification has arrived', async () => {
  const server = await openOnlyServer();
  const [account] = await buildAccounts(1);
  if (!account) throw new Error('The account was not created.');
  // Not subscribed to the listener.
  const withoutNotifications = { ...server, cache: new ServerCache(server.listener) };
  expect(await readVersionTwice(withoutNotifications, account)).toEqual([1, 1]);
  await switchTo(withoutNotifications, account, 2);
  expect(await readVersionTwice(withoutNotifications, account)).toEqual([2, 2]);
});
