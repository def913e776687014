import { afterEach, expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { defaultConnectionLimits, type Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { readDeliveryQueue } from '@/lib/db/due-work';
import { insertEvent, markImportEvents } from '@/lib/db/events';
import { changeQueues, claimDeliveries, dispatchEvents, settleDelivery } from '@/lib/db/webhooks';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { sampleSize } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { KindQueue } from '../due-work/kind-queue';
import { Worker } from '../due-work/worker';
import type { WebhookSender } from '../service';
import { dueDeliveries } from './deliver-webhooks';
import * as webhooks from './webhook-endpoints';

// Long queues, and many endpoints.

/** Deliveries of a long queue. */
const queueSize = sampleSize({ quick: 5000, full: 200_000 });

const { owner, openAs, service } = await openTestService({
  secretsKey: new Uint8Array(32).fill(7),
  limits: { ...defaultConnectionLimits, statementTimeoutMs: 600_000 },
});
const observer = openAs('observer');
const initialSender = service.webhooks.sender;
const workers: Worker[] = [];
const errors: unknown[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  service.webhooks.sender = initialSender;
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  expect(errors.splice(0)).toEqual([]);
});

function startWorker(): void {
  const worker = new Worker(service, (error) => errors.push(error));
  worker.start();
  workers.push(worker);
}

const createEndpoint = async (app: BuiltApp) =>
  (await webhooks.createWebhookEndpoint(service, { app }, { url: 'https://host.example/', types: [] }))
    .endpoint;

/** Creates endpoints as copies of one. Generated IDs do not contain the letter u. */
async function createEndpoints(app: BuiltApp, count: number): Promise<void> {
  const { id } = await createEndpoint(app);
  await withTenant(
    owner,
    { appId: app.id },
    (queries) => queries.$executeRaw`
      INSERT INTO webhook_endpoints
      SELECT (jsonb_populate_record(e, jsonb_build_object('id', left(id, -3) || 'u' || lpad(n::text, 2, '0')))).*
      FROM webhook_endpoints e, generate_series(2, ${count}::int) AS n WHERE app_id = ${app.id} AND id = ${id}`,
  );
}

/** Ends the work of a test, which would be due in the next ones. */
const disableEndpoints = ({ id: appId }: BuiltApp) =>
  withTenant(owner, { appId }, (queries) =>
    queries.webhookEndpoint.updateMany({
      where: { appId },
      data: { disabledAt: new Date(), endingAt: null, recoverSince: null },
    }),
  );

let eventCount = 0;

/** Adds events of `accounts` accounts in turn, oldest first. */
async function addEvents(
  app: BuiltApp,
  count: number,
  accounts: number,
  prepare: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  const first = eventCount + 1;
  eventCount += count;
  await withTenant(owner, { appId: app.id }, async (queries) => {
    await prepare(queries);
    await queries.$executeRaw`
      INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at, data)
      SELECT ${app.id}, 'acc_' || n % ${accounts}::int, n, 'evt_' || lpad(n::text, 26, '0'), 'account.created', now(), '{}'
      FROM generate_series(${first}::int, ${eventCount}::int) AS n`;
  });
}

/** Adds events and their deliveries: all failed, or open. */
async function addQueue(
  app: BuiltApp,
  endpointId: string,
  { count, accounts, isOpen }: { count: number; accounts: number; isOpen: boolean },
): Promise<void> {
  const chunk = accounts;
  for (let added = 0; added < count; added += chunk) {
    const openState = added === 0 ? 'waiting' : 'queued';
    const state = isOpen ? openState : 'failed';
    await addEvents(app, chunk, accounts);
    await withTenant(owner, { appId: app.id }, async (queries) => {
      await queries.$executeRaw`
        INSERT INTO webhook_deliveries (app_id, endpoint_id, event_id, event_xid, event_type, account_id, lane, state)
        SELECT app_id, ${endpointId}, id, xid, type, account_id, account_id, ${state}::delivery_state FROM events
        WHERE app_id = ${app.id} AND id > ${toEventId(eventCount - chunk)}`;
      await queries.$executeRaw`
        UPDATE webhook_endpoints SET dispatched_xid = (SELECT max(xid) FROM events WHERE app_id = ${app.id}),
          dispatched_id = 'evt_z' WHERE app_id = ${app.id} AND id = ${endpointId}`;
    });
  }
}

const toEventId = (n: number) => `evt_${String(n).padStart(26, '0')}`;

async function countStates(app: BuiltApp): Promise<Record<string, number>> {
  const groups = await observer.webhookDelivery.groupBy({
    by: ['state'],
    where: { appId: app.id },
    _count: true,
  });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
}

const finishChanges = async () => {
  while (await changeQueues(service.pool, 1000));
};
const claimLimits = { slots: 128, maxPerApp: 32, maxPerEndpoint: 8, leaseMs: 60_000, inFlight: {} };
const claim = () => claimDeliveries(service.pool, claimLimits);
const attempt = { durationMs: 1, status: 410, error: 'Status 410.', response: '' };

test('an endpoint with a long queue is disabled at once, and all its deliveries fail, also if it is enabled before', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const { id } = await createEndpoint(app);
  await addQueue(app, id, { count: queueSize, accounts: queueSize / 10, isOpen: true });
  const update = (enabled: boolean) => webhooks.updateWebhookEndpoint(service, { app }, id, { enabled });
  expect(await update(false)).toMatchObject({ disabledReason: 'request' });
  // The request ends a part of them. A statement over a whole queue would take too long.
  expect((await countStates(app)).failed).toBeGreaterThanOrEqual(1000);
  expect((await countStates(app)).failed).toBeLessThan(queueSize);

  expect(await update(true)).toMatchObject({ disabledAt: null });
  // Later events wait. A delivery that is sent again is not ended.
  await addEvents(app, 1, 1);
  const retried = toEventId(eventCount - 1);
  await webhooks.retryWebhookDelivery(service, { app }, id, retried);
  await dispatchEvents(service.pool, 10);
  expect(await claim()).toEqual([]);
  await finishChanges();
  expect(await countStates(app)).toEqual({ failed: queueSize - 1, waiting: 1 });
  // Of the same account.
  await dispatchEvents(service.pool, 10);
  expect(await countStates(app)).toEqual({ failed: queueSize - 1, waiting: 1, queued: 1 });
  expect((await claim()).map(({ eventId }) => eventId)).toEqual([retried]);
  await disableEndpoints(app);
});

test('410 disables an endpoint with a long queue, and the attempts of others during it do not continue it', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const { id } = await createEndpoint(app);
  await addQueue(app, id, { count: queueSize, accounts: queueSize / 10, isOpen: true });
  const [gone, retried, delivered] = await claim();
  if (!gone || !retried || !delivered) throw new Error('Nothing was claimed.');
  const settle = (delivery: typeof gone, outcome: Parameters<typeof settleDelivery>[2]['outcome']) =>
    settleDelivery(service.pool, delivery, { outcome, attempt, maxFailingMs: 1 });
  await settle(gone, { kind: 'gone' });
  expect((await countStates(app)).failed).toBeLessThan(queueSize);
  expect(await webhooks.getWebhookEndpoint(service, { app }, id)).toMatchObject({ disabledReason: 'gone' });
  await settle(retried, { kind: 'retry', delayMs: 1000 });
  await settle(delivered, { kind: 'delivered' });
  await finishChanges();
  expect(await countStates(app)).toEqual({ failed: queueSize - 1, delivered: 1 });
  await disableEndpoints(app);
});

test('a long recovery is carried out in batches, and the deliveries of an account stay in order', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const { id } = await createEndpoint(app);
  const count = queueSize / 2;
  const accounts = count / 10;
  await addQueue(app, id, { count, accounts, isOpen: false });
  // A later event of the first account of the last batch: a delivery that waits for its first attempt.
  await addEvents(app, accounts, accounts);
  while (await dispatchEvents(service.pool, 1000));
  expect((await countStates(app)).waiting).toBe(accounts);
  const since = new Date(Date.now() - 3_600_000);
  const recovered = await webhooks.recoverWebhooks(service, { app }, id, since);
  expect(recovered).toBeGreaterThanOrEqual(1000);
  expect(recovered).toBeLessThan(count);
  expect(await claim()).toEqual([]);
  await finishChanges();
  expect(await countStates(app)).toEqual({ queued: count, waiting: accounts });
  const wrong = await withTenant(
    owner,
    { appId: app.id },
    (queries) => queries.$queryRaw<[]>`
      SELECT w.lane FROM webhook_deliveries w JOIN webhook_deliveries q ON q.app_id = w.app_id AND q.lane = w.lane
      WHERE w.app_id = ${app.id} AND w.state = 'waiting' AND q.state = 'queued'
        AND (q.event_xid, q.event_id) < (w.event_xid, w.event_id) LIMIT 1`,
  );
  expect(wrong).toEqual([]);
  await disableEndpoints(app);
});

test('a recovery finds the events since a time, and is counted, whatever the number of earlier ones', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const { id } = await createEndpoint(app);
  const addAt = (occurredAt: Date) =>
    withTenant(owner, { appId: app.id }, (queries) =>
      insertEvent(queries, {
        appId: app.id,
        id: makeId('event'),
        type: 'catalog.published',
        occurredAt,
        data: {},
      }),
    );
  const now = Date.now();
  for (let hour = 30; hour > 0; hour -= 1) await addAt(new Date(now - hour * 3_600_000));
  await dispatchEvents(service.pool, 100);
  await webhooks.updateWebhookEndpoint(service, { app }, id, { enabled: false });
  await webhooks.updateWebhookEndpoint(service, { app }, id, { enabled: true });
  const recover = (hours: number) =>
    webhooks.recoverWebhooks(service, { app }, id, new Date(now - hours * 3_600_000));
  expect(await recover(5)).toBe(5);
  expect(await recover(5)).toBe(0);
  expect(await recover(100)).toBe(25);
  await disableEndpoints(app);
});

test('the long queues of several endpoints are changed at the same time', async () => {
  const apps = await Promise.all(Array.from({ length: 2 }, () => buildApp(owner, { versions: 1 })));
  for (const app of apps) {
    const { id } = await createEndpoint(app);
    await addQueue(app, id, { count: 100, accounts: 10, isOpen: true });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.webhookEndpoint.updateMany({ data: { disabledAt: new Date(), endingAt: new Date() } }),
    );
  }
  expect(await changeQueues(service.pool, 20)).toBe(true);
  for (const app of apps) expect(await countStates(app)).toMatchObject({ failed: 10 });
  await finishChanges();
  for (const app of apps) expect(await countStates(app)).toEqual({ failed: 100 });
});

test('events of many endpoints are dispatched in bounded statements, and each endpoint gets its turn', async () => {
  const apps = await Promise.all(Array.from({ length: 3 }, () => buildApp(owner, { versions: 1 })));
  for (const app of apps) {
    await createEndpoints(app, 10);
    await addEvents(app, 50, 50);
  }
  const where = { appId: { in: apps.map(({ id }) => id) } };
  expect(await dispatchEvents(service.pool, 60)).toBe(true);
  const groups = await observer.webhookDelivery.groupBy({ by: ['endpointId'], where, _count: true });
  expect(groups.map(({ _count }) => _count)).toEqual(Array(30).fill(2));
  // With fewer rows than endpoints.
  for (let call = 0; call < 30; call += 1) {
    const before = await observer.webhookDelivery.count({ where });
    await dispatchEvents(service.pool, 10);
    expect((await observer.webhookDelivery.count({ where })) - before).toBe(10);
  }
  while (await dispatchEvents(service.pool, 500));
  expect(await observer.webhookDelivery.count({ where })).toBe(1500);
  await Promise.all(apps.map(disableEndpoints));
});

/** A sender that responds when a test says so. */
function holdRequests() {
  const held: (() => void)[] = [];
  let isHolding = true;
  const send = vi.fn(
    () =>
      new Promise((resolve) => {
        held.push(() =>
          resolve({ status: 204, error: null, response: '', retryAfterMs: null, durationMs: 1 }),
        );
        if (!isHolding) release();
      }),
  );
  service.webhooks.sender = { send } as WebhookSender;
  const release = (count = held.length) => {
    for (const respond of held.splice(0, count)) respond();
  };
  /** Responds to all, also to those that are sent before `work` ends. */
  const releaseUntil = async (work: () => Promise<unknown>) => {
    isHolding = false;
    release();
    await work();
    isHolding = true;
  };
  return { send, release, releaseUntil };
}

/** Deliveries that are claimed, by app. */
const countInFlight = async (apps: BuiltApp[]) => {
  const where = { appId: { in: apps.map(({ id }) => id) }, leaseToken: { not: null } };
  const groups = await observer.webhookDelivery.groupBy({ by: ['appId'], where, _count: true });
  return apps.map(({ id }) => groups.find(({ appId }) => appId === id)?._count ?? 0);
};

/** The worker wakes up only when it is woken, not each second. */
function stopPolling(): void {
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number, ...rest: []) =>
    setTimeout(run, ms === 1000 ? 3_600_000 : ms, ...rest)) as never);
}

test('slow endpoints of an app take a part of the slots, and free slots are taken at once', async () => {
  const { send, release, releaseUntil } = holdRequests();
  const apps = await Promise.all(Array.from({ length: 6 }, () => buildApp(owner, { versions: 1 })));
  const [slow, ...others] = apps as [BuiltApp, ...BuiltApp[]];
  await createEndpoints(slow, 20);
  await addEvents(slow, 20, 20);
  while (await dispatchEvents(service.pool, 500));
  const queue = new KindQueue(
    service,
    dueDeliveries,
    (error) => errors.push(error),
    () => {},
  );
  for (let poll = 0; poll < 5; poll += 1) await queue.run();
  expect(await countInFlight(apps)).toEqual([32, 0, 0, 0, 0, 0]);

  for (const app of others) {
    await createEndpoints(app, 20);
    await addEvents(app, 20, 20);
  }
  while (await dispatchEvents(service.pool, 500));
  for (let poll = 0; poll < 5; poll += 1) await queue.run();
  const counts = await countInFlight(apps);
  expect(counts.reduce((sum, count) => sum + count)).toBe(128);
  // Evenly, although the first app was there before.
  for (const count of counts.slice(1)) expect(count).toBeGreaterThanOrEqual(19);
  await expect.poll(() => send.mock.calls.length).toBe(128);
  await releaseUntil(() => queue.drain());

  // The worker claims when a slot becomes free, and not only when it polls.
  send.mockClear();
  stopPolling();
  startWorker();
  await expect.poll(() => send.mock.calls.length).toBe(128);
  for (let turn = 1; turn <= 5; turn += 1) {
    release(10);
    await expect.poll(() => send.mock.calls.length, { interval: 5 }).toBe(128 + turn * 10);
  }
  await releaseUntil(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));
  await Promise.all(apps.map(disableEndpoints));
});

test('an app can send 4 test events at a time', async () => {
  const { release } = holdRequests();
  const [app, other] = await Promise.all([
    buildApp(owner, { versions: 1 }),
    buildApp(owner, { versions: 1 }),
  ]);
  const { id } = await createEndpoint(app);
  const { id: otherId } = await createEndpoint(other);
  const sendTest = () => webhooks.testWebhookEndpoint(service, { app }, id);
  const tests = Array.from({ length: 5 }, sendTest);
  await expect(Promise.race(tests)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
  const otherTest = webhooks.testWebhookEndpoint(service, { app: other }, otherId);
  await expect
    .poll(() => [service.webhooks.tests.get(app.id), service.webhooks.tests.get(other.id)])
    .toEqual([4, 1]);
  release();
  expect((await Promise.allSettled(tests)).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  await otherTest;
  const last = sendTest();
  await expect.poll(() => service.webhooks.tests.size).toBe(1);
  release();
  await last;
  expect(service.webhooks.tests.size).toBe(0);
  await Promise.all([app, other].map(disableEndpoints));
});

test('a delivery that is due at once is late since it was scheduled', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const { id } = await createEndpoint(app);
  await addEvents(app, 2, 1);
  while (await dispatchEvents(service.pool, 500));
  const { waiting, lateMs } = await readDeliveryQueue(service.pool);
  expect(waiting).toBe(2);
  expect(lateMs).toBeLessThan(60_000);
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.webhookDelivery.updateMany({
      where: { appId: app.id, endpointId: id },
      data: { scheduledAt: new Date(Date.now() - 600_000) },
    }),
  );
  expect((await readDeliveryQueue(service.pool)).lateMs).toBeGreaterThanOrEqual(600_000);
  await disableEndpoints(app);
});

test('a deletion of expired rows that fails is not repeated by the next poll', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const query = service.pool.query.bind(service.pool) as (...input: unknown[]) => unknown;
  let purges = 0;
  let polls = 0;
  vi.spyOn(service.pool, 'query').mockImplementation(((...input: unknown[]) => {
    if (JSON.stringify(input[0]).includes('due_work')) polls += 1;
    if (!JSON.stringify(input[0]).includes('purge_expired')) return query(...input);
    purges += 1;
    return Promise.reject(new Error('canceling statement due to statement timeout'));
  }) as never);
  startWorker();
  await expect.poll(() => purges).toBe(1);
  const before = polls;
  await expect.poll(() => polls).toBeGreaterThan(before + 2);
  expect(purges).toBe(1);
  expect(errors.splice(0)).toHaveLength(1);
});

test('the events of one account are sent one after another, also after failed attempts, with few claims', async () => {
  const app = await buildApp(owner, { versions: 1 });
  await createEndpoint(app);
  await addEvents(app, 60, 1);
  const sent: string[] = [];
  let attempts = 0;
  service.webhooks.sender = {
    send: async (_: string, headers: Record<string, string>) => {
      attempts += 1;
      const isFailed = attempts % 20 === 0;
      if (!isFailed) sent.push(headers['webhook-id'] ?? '');
      const status = isFailed ? 500 : 200;
      return {
        durationMs: 0,
        status,
        error: isFailed ? 'Status 500.' : null,
        response: '',
        retryAfterMs: null,
      };
    },
  } as unknown as WebhookSender;
  const query = vi.spyOn(service.pool, 'query');
  // An account keeps its turn.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  startWorker();
  await expect.poll(() => sent.length).toBe(60);
  expect(sent).toEqual(Array.from({ length: 60 }, (_, index) => toEventId(eventCount - 59 + index)));
  const claims = query.mock.calls.filter(([input]) => JSON.stringify(input).includes('claim_due_deliveries'));
  // Three attempts failed.
  expect(claims.length).toBeLessThan(40);
  await disableEndpoints(app);
});

test('deliveries of an import are claimed after others of the endpoint', async () => {
  const app = await buildApp(owner, { versions: 1 });
  await createEndpoint(app);
  await addEvents(app, 20, 20, markImportEvents);
  await addEvents(app, 2, 1000);
  while (await dispatchEvents(service.pool, 10));
  const claimed = (await claim()).map(({ eventId }) => eventId);
  expect(claimed).toHaveLength(8);
  expect(claimed).toEqual(expect.arrayContaining([toEventId(eventCount - 1), toEventId(eventCount)]));
  const rest = (await claim()).map(({ eventId }) => eventId);
  expect(rest).toHaveLength(8);
  await disableEndpoints(app);
});
