import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import { createKey, listKeys } from '@/lib/db/access';
import { type Database, defaultConnectionLimits, openClient } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { InvalidationAcks, leaseMs } from '@/lib/db/connection/wait-for-invalidation';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { changeInput, createAccountCaller, createHostCaller } from '@/tools/testing/callers';
import { closeService, createTestDatabase } from '@/tools/testing/test-database';
import { waitForListeners } from '@/tools/testing/test-service';
import { createPortalLink, redeemPortalLink } from '../access/portal-sessions';
import { upsertAccount } from '../accounts/accounts';
import { switchVersion } from '../changes/switch-version';
import { type ListenerEvent, openService } from '../service';
import { createWebhookEndpoint } from '../webhooks/webhook-endpoints';

// Listeners that do not acknowledge (docs/caching.md). e2e/api/cache-invalidation.spec.ts suspends a real server process.

const cleanUps: (() => Promise<void>)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
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
    let requests = 0;
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith('ack ')) requests += 1;
    });
    return { client, countRequests: () => requests };
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
  await waitForListeners(service);
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

const timeoutOf = (listener: number) => ({ type: 'ack_timeout', listeners: [listener], timeoutMs: leaseMs });

/**
 * Sets the clocks of leases. Each wait for the end of one lasts until the test ends it. For evictions, a lease lasts
 * `databaseLeaseMs` since the last query of a listener.
 */
function holdLeases(databaseLeaseMs: number) {
  const waits: (() => void)[] = [];
  const sleep = timers.setTimeout;
  vi.spyOn(timers, 'setTimeout').mockImplementation(((ms: number, value: unknown, options: object) =>
    ms === leaseMs
      ? new Promise((resolve) => waits.push(() => resolve(value)))
      : sleep(ms, value, options)) as never);
  syncBuiltinESMExports();
  const query = pg.Client.prototype.query as (...input: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...[config, ...rest]: [{ name?: string; values?: unknown[] }, ...unknown[]]
  ) {
    if (config.name === 'evict_listeners')
      config = { ...config, values: [config.values?.[0], databaseLeaseMs] };
    return query.call(this, config, ...rest);
  } as never);
  const countEvictions = () =>
    spy.mock.calls.filter(([config]) => (config as { name?: string }).name === 'evict_listeners').length;
  const receive = vi.spyOn(InvalidationAcks.prototype, 'receive');
  const countAcks = () => receive.mock.calls.length;
  return { waits, countEvictions, countAcks };
}

// The other change waits for the acknowledgements or, without a connection for them, for the length of a lease.
test.each([
  ['switch', ({ switchNext }: Setup) => switchNext(), 1],
  ['other change', ({ updateTitle }: Setup) => updateTitle(`Title ${Math.random()}`), 2],
])('one %s waits for a listener that is silent, and it is evicted', async (_, makeChange, waitCount) => {
  const setup = await setUp();
  const { openSilentListener, countListeners, events } = setup;
  const silent = await openSilentListener(7);
  const ended = new Promise((resolve) => silent.client.once('end', resolve));
  const { waits, countAcks } = holdLeases(0);
  let isDone = false;
  const changed = makeChange(setup).then(() => {
    isDone = true;
  });
  await expect.poll(silent.countRequests).toBe(1);
  await expect.poll(() => waits.length).toBe(waitCount);
  // Of the listener of the service, which a switch does not ask.
  await expect.poll(countAcks).toBe(waitCount - 1);
  expect([isDone, events]).toEqual([false, []]);
  waits.at(-1)?.();
  await changed;
  expect(events).toEqual([timeoutOf(7)]);
  await ended;
  expect(await countListeners(7)).toBe(0);
  // The clocks are still held: a change that waited would not end.
  for (let count = 0; count < 3; count += 1) await makeChange(setup);
  expect(events).toEqual([timeoutOf(7)]);
});

test('writes of what no server caches do not wait for a listener that is silent', async () => {
  const { owner, app, account, service, events, openSilentListener } = await setUp();
  const silent = await openSilentListener(10);
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
  const requests: Record<string, number> = {};
  for (const [name, write] of Object.entries(writes)) {
    await write();
    // Its notifications arrive before its result.
    await silent.client.query('SELECT 1');
    requests[name] = silent.countRequests();
  }
  expect(Object.entries(requests).filter(([, count]) => count > 0)).toEqual([]);
  const { waits, countAcks } = holdLeases(0);
  const updated = upsertAccount(service, caller, { ...input, title: 'New' });
  await expect.poll(silent.countRequests).toBe(1);
  await expect.poll(() => waits.length).toBe(2);
  await expect.poll(countAcks).toBe(1);
  waits.at(-1)?.();
  await updated;
  expect(events).toEqual([timeoutOf(10)]);
});

test.each([
  ['fail', () => Promise.reject(new Error('timeout exceeded when trying to connect'))],
  ['hang', () => new Promise<never>(() => {})],
])('a committed change succeeds when requests for acknowledgements %s', async (_, connect) => {
  const { app, account, service } = await setUp();
  const $transaction = service.db.$transaction.bind(service.db);
  const db = { $transaction, pool: { connect } } as unknown as Database;
  const title = 'Committed';
  const { waits } = holdLeases(0);
  let isDone = false;
  const changed = withTenant(db, { appId: app.id }, (queries) =>
    queries.account.updateMany({ where: { appId: app.id, id: account.id }, data: { title } }),
  ).then(() => {
    isDone = true;
  });
  await expect.poll(() => waits.length).toBe(1);
  // A query of the service takes longer than the failure.
  await service.pool.query('SELECT 1');
  expect(isDone).toBe(false);
  // No lease from before the commit is valid any more.
  waits[0]?.();
  await changed;
});

test('switches that wait for one listener end together, and hold no connection meanwhile', async () => {
  const { openSilentListener, switchNext, events } = await setUp();
  const silent = await openSilentListener(8);
  const { waits } = holdLeases(0);
  const switches: Promise<unknown>[] = [];
  for (let count = 1; count <= 3; count += 1) {
    // The pool has one connection.
    switches.push(switchNext());
    await expect.poll(silent.countRequests).toBe(count);
    await expect.poll(() => waits.length).toBe(count);
  }
  waits[0]?.();
  await Promise.all(switches);
  await switchNext();
  expect(events).toEqual([timeoutOf(8)]);
});

test('a listener that sends queries is waited for, but not evicted', async () => {
  const { openSilentListener, switchNext, events, countListeners } = await setUp();
  const silent = await openSilentListener(9);
  // Its last query was sent during the lease.
  const { waits, countEvictions } = holdLeases(3_600_000);
  const switched = switchNext();
  await expect.poll(() => waits.length).toBe(1);
  expect(events).toEqual([]);
  waits[0]?.();
  await switched;
  expect(events).toEqual([timeoutOf(9)]);
  await expect.poll(countEvictions).toBe(1);
  await silent.client.query('SELECT 1');
  expect(await countListeners(9)).toBe(1);
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
    .poll(() => events.map(({ type }) => type))
    .toEqual(['lease_expired', 'disconnected', 'connected']);
  expect(events[1]).toMatchObject({ error: { message: 'The lease expired.' } });
  expect(listener.isConnected()).toBe(true);
  expect(cache.credentials.bytes).toBe(0);
  expect((await owner.pool.query('SELECT active_listeners() AS numbers')).rows).not.toEqual(numbers.rows);
});

test('no switch waits for a server that stops', async () => {
  const { database, service, switchNext, events } = await setUp();
  const limits = { ...defaultConnectionLimits, connections: 1 };
  const others = Array.from({ length: 10 }, () => openService(database.url, { limits }));
  try {
    await waitForListeners(...others);
    let isStopped = false;
    let switches = 0;
    const switching = (async () => {
      for (; !isStopped; switches += 1) await switchNext();
    })();
    for (const { listener } of others) {
      const before = switches;
      await expect.poll(() => switches).toBeGreaterThan(before);
      await listener.stop();
      expect(listener.isConnected()).toBe(false);
    }
    isStopped = true;
    await switching;
    expect(events.filter(({ type }) => type === 'ack_timeout')).toEqual([]);
    expect(service.listener.counts.timeouts).toBe(0);
  } finally {
    await Promise.all(others.map(closeService));
  }
});
