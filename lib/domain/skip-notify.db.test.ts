import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import { ServerCache } from '@/lib/cache/server-cache';
import type { Account } from '@/lib/db/accounts';
import { type Database, openClient } from '@/lib/db/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { createTestDatabase, type TestDatabase } from '@/tools/testing/test-database';
import { closeService, openService, type Service } from './service';
import { switchVersion } from './switch-version';

// What a server remembers while another, or itself, switches without a word (decision 15).

let database: TestDatabase;
let owner: Database;
let app: BuiltApp;
let key: string;
const opened: Service[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  app = await buildApp(owner, { versions: 3, features: 2 });
  key = await buildKey(owner, { app });
});

afterAll(async () => {
  await Promise.all(opened.map(closeService));
  await owner.$disconnect();
  await database.drop();
});

async function open(): Promise<Service> {
  const service = openService(database.url);
  opened.push(service);
  return service;
}

const hears = ({ listener }: Service) => listener.isConnected();

/** A server that listens, and alone. */
async function openAlone(): Promise<Service> {
  await Promise.all(opened.splice(0).map(closeService));
  await expect.poll(() => count('SELECT cardinality(active_listeners())::int AS count')).toBe(0);
  const service = await open();
  await expect.poll(() => hears(service)).toBe(true);
  return service;
}

async function count(query: string): Promise<number | undefined> {
  const { rows } = await owner.pool.query<{ count: number }>(query);
  return rows[0]?.count;
}

const countWaiting = () =>
  count(`SELECT count(DISTINCT l.pid)::int FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`);

/** Holds every switch back between its look at who listens and its end. Returns what lets go of them. */
async function holdSwitches(): Promise<() => Promise<void>> {
  const client = await owner.pool.connect();
  await client.query('BEGIN; LOCK TABLE activations IN SHARE MODE');
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

const buildAccounts = (number: number) =>
  Promise.all(
    Array.from({ length: number }, () => buildAccount(owner, app, { history: app.versions.slice(0, 1) })),
  );

const versionId = (number: number) => app.versions[number - 1]?.id ?? '';

function switchTo(service: Service, account: Account, number: number) {
  const actor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;
  const caller = { via: 'key', app, account, role: 'owner', actor, appKey: true } as const;
  const rest = { reason: null, channel: 'api', ifMatch: null, idempotency: null };
  return switchVersion(service, caller, { versionId: versionId(number), ...rest });
}

/** The number of the version that an account is on, as a server would tell it, twice: the second time out of its memory. */
async function versionsAt(service: Service, account: Account): Promise<number[]> {
  const ask = () => getCachedCredential(service, 'avk', key, account.id);
  const told = [await ask(), await ask()];
  return told.map(
    (caller) => app.versions.findIndex(({ id }) => id === caller?.accountState?.current?.versionId) + 1,
  );
}

test('a server that begins to listen amid switches of the only other one tells nothing of before them', async () => {
  const first = await openAlone();
  // The second time, the first knows already that it was alone.
  for (const turn of [1, 2]) {
    const accounts = await buildAccounts(4);
    const release = await holdSwitches();
    const switches = accounts.map((account) => switchTo(first, account, 2));
    await expect.poll(countWaiting).toBe(4);
    const second = await open();
    await expect.poll(async () => hears(second) || (await countWaiting()) === 5).toBe(true);
    for (const account of accounts) expect(await versionsAt(second, account)).toEqual([1, 1]);
    await release();
    for (const [index, account] of accounts.entries()) {
      await switches[index];
      expect([turn, await versionsAt(second, account)]).toEqual([turn, [2, 2]]);
    }

    await expect.poll(() => hears(second)).toBe(true);
    for (const account of accounts) {
      expect(await versionsAt(second, account)).toEqual([2, 2]);
      await switchTo(first, account, 3);
      expect([turn, await versionsAt(second, account)]).toEqual([turn, [3, 3]]);
    }
    await closeService(second);
    opened.splice(opened.indexOf(second), 1);
    await expect.poll(() => count('SELECT cardinality(active_listeners())::int AS count')).toBe(1);
    const [alone] = accounts;
    if (alone) await switchTo(first, alone, 1);
  }
});

test('a server that is not told how its switch ended remembers nothing until that is over', async () => {
  const service = await openAlone();
  const [account] = await buildAccounts(1);
  if (!account) throw new Error('No account was made.');
  expect(await versionsAt(service, account)).toEqual([1, 1]);
  const release = await holdSwitches();
  service.pool.once('acquire', (client) => {
    cut = () => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  });
  let cut = () => {};
  const switched = switchTo(service, account, 2);
  await expect.poll(countWaiting).toBe(1);
  cut();
  await expect(switched).rejects.toThrow(/terminated/);
  expect(await versionsAt(service, account)).toEqual([1, 1]);
  // It waits to listen again until the switch is over that nobody waits for.
  await expect.poll(async () => hears(service) || (await countWaiting()) === 2).toBe(true);
  expect(await versionsAt(service, account)).toEqual([1, 1]);
  await release();
  await expect.poll(() => hears(service)).toBe(true);
  expect(await versionsAt(service, account)).toEqual([2, 2]);
});

test('the only server knows of its own switch without asking', async () => {
  const service = await openAlone();
  const [account] = await buildAccounts(1);
  if (!account) throw new Error('No account was made.');
  expect(await versionsAt(service, account)).toEqual([1, 1]);
  await switchTo(service, account, 2);
  let asked = 0;
  service.pool.on('acquire', () => {
    asked += 1;
  });
  const told = await getCachedCredential(service, 'avk', key, account.id);
  expect(asked).toBe(0);
  const memoryless = { ...service, cache: new ServerCache({ isConnected: () => false }) };
  expect(told).toEqual(await getCachedCredential(memoryless, 'avk', key, account.id));
  expect(told?.accountState?.current?.sequence).toBe(2);
});
