import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import { createKey, listKeys } from '@/lib/db/api-keys';
import { type Database, defaultConnectionLimits, openClient } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { changeInput, createAccountCaller, createHostCaller } from '@/tools/testing/callers';
import { closeService, createTestDatabase } from '@/tools/testing/test-database';
import { upsertAccount } from './accounts';
import { createPortalLink, redeemPortalLink } from './portal-sessions';
import { type ListenerEvent, openService } from './service';
import { switchVersion } from './switch-version';
import { createWebhookEndpoint } from './webhooks/webhook-endpoints';

// Listeners that do not acknowledge (docs/caching.md). e2e/api/cache-invalidation.spec.ts suspends a real server process.

const cleanUps: (() => Promise<void>)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
});

/** A service with one connection, in a database of its own, in which it is the only listener. */
async function setUp() {
  const database = await createTestDatabase();
  const owner = openClient(database.url, { as: 'owner' });
  const app = await buildApp(owner, { versions: 2 });
  const account = await buildAccount(owner, app);
  const events: ListenerEvent[] = [];
  const service = openService(database.url, {
    limits: { ...defaultConnectionLimits, connections: 1 },
    secretsKey: new Uint8Array(32),
    onListenerEvent: (event) => events.push(event),
  });
  const clients: pg.Client[] = [];
  const countListeners = async (number: number) => {
    const { rows } = await owner.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM unnest(active_listeners()) AS number WHERE number = $1',
      [number],
    );
    return rows[0]?.count;
  };
  cleanUps.push(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    await closeService(service);
    await owner.$disconnect();
    await database.drop();
  });
  /** Registers a listener that acknowledges nothing, as a server that is suspended. */
  const openSilentListener = async (number: number) => {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    await client.query('LISTEN app_versions');
    await client.query(`SELECT register_listener(${number})`);
    return client;
  };
  let switches = 0;
  const switchNext = () => {
    switches += 1;
    const versionId = app.versions[switches % 2]?.id ?? '';
    const caller = createAccountCaller(app, account, { appKey: true });
    return switchVersion(service, caller, { ...changeInput, versionId });
  };
  const updateTitle = (title: string) =>
    withTenant(service.db, { appId: app.id }, (queries) =>
      queries.account.updateMany({ where: { appId: app.id, id: account.id }, data: { title } }),
    );
  // Concurrent tests have no `expect.poll` outside of their functions.
  await vi.waitUntil(() => service.listener.isConnected(), { timeout: 5000 });
  events.splice(0);
  return {
    database,
    owner,
    app,
    account,
    service,
    events,
    countListeners,
    openSilentListener,
    switchNext,
    updateTitle,
  };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

// Concurrent, because each waits for the end of a lease.
test.concurrent.each([
  ['switch', ({ switchNext }: Setup) => switchNext()],
  ['other change', ({ updateTitle }: Setup) => updateTitle(`Title ${performance.now()}`)],
])('one %s waits for a listener that is silent, and it is evicted', async (_, makeChange) => {
  const setup = await setUp();
  const { openSilentListener, countListeners, events } = setup;
  const change = () => makeChange(setup);
  const silent = await openSilentListener(7);
  const ended = new Promise((resolve) => silent.once('end', resolve));
  const first = await measure(change);
  expect(first).toBeGreaterThan(2900);
  expect(first).toBeLessThan(4500);
  await ended;
  expect(await countListeners(7)).toBe(0);
  for (let count = 0; count < 3; count += 1) expect(await measure(change)).toBeLessThan(1500);
  expect(events).toEqual([{ type: 'ack_timeout', listeners: [7], timeoutMs: 3000 }]);
});

test.concurrent('writes of what no server caches do not wait for a listener that is silent', async () => {
  const { owner, app, account, service, openSilentListener } = await setUp();
  await openSilentListener(10);
  const caller = createHostCaller(app);
  const input = { externalId: 'customer-1', title: 'Customer' };
  const user = { accountId: account.id, role: 'owner', id: null, name: 'Ada' } as const;
  const newKey = {
    appId: app.id,
    accountId: account.id,
    role: 'owner',
    name: 'Key',
    expiresAt: null,
  } as const;
  const writes: Record<string, () => Promise<unknown>> = {
    'create an account': () => upsertAccount(service, caller, input),
    'update an account without a change': () => upsertAccount(service, caller, input),
    'create a key': () => createKey(owner, newKey, service.makeId),
    'list keys': () => listKeys(owner, app.id),
    'sign in': async () => {
      const { link } = await createPortalLink(service, caller, user);
      expect(await redeemPortalLink(service, link)).not.toBeNull();
    },
    'create a webhook endpoint': () =>
      createWebhookEndpoint(service, caller, { url: 'https://host.example/', types: [] }),
  };
  const durations: Record<string, number> = {};
  for (const [name, write] of Object.entries(writes)) durations[name] = await measure(write);
  expect(Object.entries(durations).filter(([, ms]) => ms >= 1500)).toEqual([]);
  expect(await measure(() => upsertAccount(service, caller, { ...input, title: 'New' }))).toBeGreaterThan(
    2900,
  );
});

test.concurrent.each([
  ['fail', () => Promise.reject(new Error('timeout exceeded when trying to connect'))],
  ['hang', () => new Promise<never>(() => {})],
])('a committed change succeeds when requests for acknowledgements %s', async (_, connect) => {
  const { app, account, service } = await setUp();
  const $transaction = service.db.$transaction.bind(service.db);
  const db = { $transaction, pool: { connect } } as unknown as Database;
  const title = 'Committed';
  const duration = await measure(() =>
    withTenant(db, { appId: app.id }, (queries) =>
      queries.account.updateMany({ where: { appId: app.id, id: account.id }, data: { title } }),
    ),
  );
  // No lease from before the commit is valid any more.
  expect(duration).toBeGreaterThan(2900);
  expect(duration).toBeLessThan(4500);
});

test.concurrent('switches that wait for one listener end together, and hold no connection meanwhile', async () => {
  const { openSilentListener, switchNext } = await setUp();
  await openSilentListener(8);
  const durations = await Promise.all(
    [0, 500, 1500].map(async (delayMs) => {
      await sleep(delayMs);
      // The pool has one connection.
      return measure(switchNext);
    }),
  );
  const ends = durations.map((duration, index) => duration + ([0, 500, 1500][index] ?? 0));
  expect(Math.max(...ends)).toBeLessThan(4500);
  expect(await measure(switchNext)).toBeLessThan(1500);
});

test.concurrent('a listener that sends queries is waited for, but not evicted', async () => {
  const { openSilentListener, switchNext, events, countListeners } = await setUp();
  const client = await openSilentListener(9);
  const heartbeat = setInterval(() => client.query('SELECT 1').catch(() => {}), 500);
  expect(await measure(switchNext)).toBeGreaterThan(2900);
  await vi.waitUntil(() => events.length > 0);
  expect(await countListeners(9)).toBe(1);
  clearInterval(heartbeat);
});

test.each([
  ['monotonic', performance],
  ['wall', Date],
])('a lease that expired on the %s clock is not extended: the listener registers again', async (_, clock) => {
  const { owner, app, account, service, events } = await setUp();
  const key = await buildKey(owner, { app, account });
  const { cache, listener } = service;
  await getCachedCredential(service, 'avk', key, null);
  expect(cache.credentials.bytes).toBeGreaterThan(0);
  const numbers = await owner.pool.query('SELECT active_listeners() AS numbers');

  // As if the process had been suspended for 4 seconds.
  const readClock = clock.now.bind(clock);
  vi.spyOn(clock, 'now').mockImplementation(() => readClock() + 4000);
  expect(listener.isConnected()).toBe(false);
  await expect
    .poll(() => events.map(({ type }) => type), { timeout: 5000 })
    .toEqual(['lease_expired', 'disconnected', 'connected']);
  expect(events[1]).toMatchObject({ error: { message: 'The lease expired.' } });
  expect(listener.isConnected()).toBe(true);
  expect(cache.credentials.bytes).toBe(0);
  expect((await owner.pool.query('SELECT active_listeners() AS numbers')).rows).not.toEqual(numbers.rows);
});

test('no switch waits for a server that stops', async () => {
  const { database, switchNext, events } = await setUp();
  const limits = { ...defaultConnectionLimits, connections: 1 };
  const others = Array.from({ length: 10 }, () => openService(database.url, { limits }));
  try {
    await expect.poll(() => others.every(({ listener }) => listener.isConnected())).toBe(true);
    let isStopped = false;
    const durations: number[] = [];
    const switching = (async () => {
      while (!isStopped) durations.push(await measure(switchNext));
    })();
    for (const { listener } of others) {
      await sleep(50);
      await listener.stop();
      expect(listener.isConnected()).toBe(false);
    }
    isStopped = true;
    await switching;
    expect(events).toEqual([]);
    expect(Math.max(...durations)).toBeLessThan(1500);
    expect(durations.length).toBeGreaterThan(10);
  } finally {
    await Promise.all(others.map(closeService));
  }
});
