import { afterEach, expect, test } from 'vitest';
import type { Event } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { withTenant } from '@/lib/db/connection/tenant';
import { insertEvent } from '@/lib/db/events';
import { claimDeliveries, dispatchEvents, settleDelivery } from '@/lib/db/webhooks';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { sampleSize } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '@/tools/testing/webhook-receiver';
import { switchVersion } from '../changes/switch-version';
import { Worker } from '../due-work/worker';
import type { Service } from '../service';
import { HttpWebhookSender } from './send-webhook';
import * as webhooks from './webhook-endpoints';

const secretsKey = new Uint8Array(32).fill(7);
const allowedRanges = ['127.0.0.0/8'];
const sender = new HttpWebhookSender(allowedRanges, 600_000);
const options = { secretsKey, allowedRanges, webhookSender: sender };
const { owner, openAs, service, openServer } = await openTestService(options);
const observer = openAs('observer');
const services = [service, openServer(options)] as const;
let workers: Worker[] = [];
const receivers: WebhookReceiver[] = [];
/** Events of a long queue. */
const queueSize = sampleSize({ quick: 2000, full: 10_000 });
const errors: unknown[] = [];

afterEach(async () => {
  await stopWorkers();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  expect(errors.splice(0)).toEqual([]);
});

function startWorkers(count = 1): void {
  for (const service of services.slice(0, count)) {
    const worker = new Worker(service, (error) => errors.push(error));
    service.onEvent = () => worker.wake();
    worker.start();
    workers.push(worker);
  }
}

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
}

async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

/** An app with accounts, a receiver and its endpoint. */
async function createSetup({ accounts = 1, types = [] as string[] } = {}) {
  const app = await buildApp(owner, { versions: 3 });
  const built = await Promise.all(Array.from({ length: accounts }, () => buildAccount(owner, app)));
  const receiver = await startReceiver();
  const { endpoint, secret } = await webhooks.createWebhookEndpoint(
    services[0],
    { app },
    { url: receiver.url, types },
  );
  return { app, accounts: built, account: built[0] as (typeof built)[number], receiver, endpoint, secret };
}

/** The number of switches of each account. */
const switches = new Map<string, number>();

function switchAccount(app: BuiltApp, account: { id: string }) {
  const caller = createAccountCaller(app, { id: account.id, title: '' });
  const count = switches.get(account.id) ?? 0;
  switches.set(account.id, count + 1);
  // Not the first version, which accounts start with.
  const versionId = app.versions[1 + (count % 2)]?.id ?? '';
  return switchVersion(services[count % 2] as Service, caller, { ...changeInput, versionId });
}

const list = (
  app: BuiltApp,
  { id }: { id: string },
  state: webhooks.WebhookDelivery['state'] | null = null,
) => webhooks.listWebhookDeliveries(services[0], { app }, id, { state, limit: 100, before: null });
const get = (app: BuiltApp, { id }: { id: string }) => webhooks.getWebhookEndpoint(services[0], { app }, id);

/** Makes retries of an endpoint due now, and wakes the workers. */
async function skipDelays(app: { id: string }): Promise<void> {
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.webhookDelivery.updateMany({
      where: { appId: app.id, state: 'waiting', leaseToken: null },
      data: { nextAt: new Date(0) },
    }),
  );
  for (const worker of workers) worker.wake();
}

const sequencesOf = ({ received }: WebhookReceiver, accountId: string) =>
  received.filter(({ event }) => event.account_id === accountId).map(({ event }) => event.sequence);

test('a switch is delivered at once, signed, with the event ID as webhook-id', async () => {
  const { app, account, receiver, endpoint, secret } = await createSetup();
  startWorkers();
  const { entry } = await switchAccount(app, account);
  await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1);
  const [webhook] = receiver.received as [(typeof receiver.received)[number]];
  verifyWebhook(webhook, secret);
  expect(() => verifyWebhook({ ...webhook, body: `${webhook.body} ` }, secret)).toThrow();
  expect(webhook.event).toMatchObject({ id: webhook.id, data: { history_id: entry.id } });
  await expect.poll(async () => (await list(app, endpoint)).deliveries[0]?.state).toBe('delivered');

  // The delivery shows the body that was sent, until the event is purged.
  const getEvent = async () =>
    (await webhooks.getWebhookDelivery(services[0], { app }, endpoint.id, webhook.id)).event;
  expect(JSON.stringify(await getEvent())).toBe(webhook.body);
  // A list names the account and the change, without the features.
  const [listed] = (await list(app, endpoint)).deliveries;
  const { data, ...rest } = webhook.event as Event & { type: 'account.version_switched' };
  expect(data.gained).not.toEqual([]);
  expect(listed).toMatchObject({
    accountTitle: 'Example Ltd',
    event: { ...rest, data: { ...data, gained: [], lost: [] } },
  });
  await withTenant(owner, { appId: app.id, accountId: account.id }, (queries) =>
    queries.event.deleteMany({ where: { appId: app.id, id: webhook.id } }),
  );
  expect(await getEvent()).toBeNull();
  expect((await list(app, endpoint)).deliveries[0]).toMatchObject({ accountTitle: null, event: null });
  const { app: otherApp } = await createSetup();
  for (const [caller, id, event] of [
    [{ app }, endpoint.id, 'evt_1'],
    [{ app: otherApp }, endpoint.id, webhook.id],
  ] as const) {
    await expect(webhooks.getWebhookDelivery(services[0], caller, id, event)).rejects.toMatchObject({
      code: expect.stringMatching(/_not_found$/),
    });
  }
});

test('two workers deliver the events of each account once and in order, and only the types of the endpoint', async () => {
  const { app, accounts, receiver, endpoint } = await createSetup({
    accounts: 5,
    types: ['account.version_switched'],
  });
  startWorkers(2);
  await withTenant(owner, { appId: app.id }, (queries) =>
    insertEvent(queries, {
      appId: app.id,
      id: makeId('event'),
      type: 'catalog.published',
      occurredAt: new Date(),
      data: {},
    }),
  );
  for (let index = 0; index < 12; index += 1) {
    await Promise.all(accounts.map((account) => switchAccount(app, account)));
  }
  const count = await observer.event.count({ where: { appId: app.id, accountId: { not: null } } });
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count);
  for (const { id } of accounts) {
    const sequences = sequencesOf(receiver, id);
    expect(sequences).toEqual(sequences.map((_, index) => index + 2));
  }
  await expect
    .poll(async () => (await list(app, endpoint, 'delivered')).deliveries.length)
    .toBe(Math.min(count, 100));
  expect(receiver.received.length).toBe(count);
});

test('a failed delivery blocks its account only, is sent again with the same ID, and stops blocking when it is exhausted', async () => {
  const { app, accounts, account: first, receiver, endpoint } = await createSetup({ accounts: 2 });
  const second = accounts[1] as typeof first;
  const failing = (await switchAccount(app, first)).entry.id.replace('avh', 'evt');
  receiver.respond = (_, response, { id }) => response.writeHead(id === failing ? 500 : 204).end('no');
  const later = (await switchAccount(app, first)).entry.id.replace('avh', 'evt');
  const other = (await switchAccount(app, second)).entry.id.replace('avh', 'evt');
  startWorkers();
  const ids = () => receiver.received.map(({ id }) => id);
  await expect.poll(() => ids().length).toBe(2);
  expect(ids().toSorted()).toEqual([failing, other].toSorted());
  for (let attempt = 2; attempt <= 12; attempt += 1) {
    await skipDelays(app);
    await expect.poll(() => ids().filter((id) => id === failing).length).toBe(attempt);
    expect(ids()).not.toContain(attempt < 12 ? later : '');
    await expect
      .poll(
        async () =>
          (await list(app, endpoint)).deliveries.find(({ eventId }) => eventId === failing)?.attempts.length,
      )
      .toBe(attempt);
  }
  await expect.poll(ids).toContain(later);
  const {
    deliveries: [failed],
  } = await list(app, endpoint, 'failed');
  expect(failed).toMatchObject({ eventId: failing, attempts: expect.objectContaining({ length: 12 }) });
  expect(failed?.attempts[0]).toMatchObject({ status: 500, error: 'Status 500.', response: 'no' });

  // Sent again by request.
  receiver.respond = (_, response) => response.writeHead(204).end();
  await webhooks.retryWebhookDelivery(services[0], { app }, endpoint.id, failing);
  await expect.poll(() => ids().at(-1)).toBe(failing);
  await expect.poll(async () => (await list(app, endpoint, 'failed')).deliveries).toEqual([]);
});

test(`${queueSize} events for a dead endpoint do not delay those of another one`, async () => {
  const dead = await createSetup();
  // Never responds, so that each attempt takes until the time limit.
  dead.receiver.respond = () => {};
  const impatient = new HttpWebhookSender(allowedRanges, 500);
  services[0].webhooks.sender = {
    send: (url, ...rest) => (url === dead.receiver.url ? impatient : sender).send(url, ...rest),
  };
  await withTenant(
    owner,
    { appId: dead.app.id },
    (queries) =>
      queries.$executeRaw`INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at, data)
      SELECT ${dead.app.id}, 'acc_' || n % ${queueSize / 2}::int, n / ${queueSize / 2}::int, 'evt_' || lpad(n::text, 26, '0'), 'account.created', now(), '{"title": "x"}'
      FROM generate_series(1, ${queueSize}::int) AS n`,
  );
  startWorkers();
  await expect
    .poll(() => observer.webhookDelivery.count({ where: { appId: dead.app.id } }), {
      interval: 200,
    })
    .toBe(queueSize);
  const healthy = await createSetup();
  // After the events of the dead endpoint, these would wait for its time limit more often than this test may take.
  for (let index = 0; index < 10; index += 1) {
    const count = healthy.receiver.received.length;
    await switchAccount(healthy.app, healthy.account);
    await expect.poll(() => healthy.receiver.received.length, { interval: 5 }).toBe(count + 1);
  }
  await webhooks.deleteWebhookEndpoint(services[0], dead, dead.endpoint.id);
  await stopWorkers();
  services[0].webhooks.sender = sender;
});

test('410 disables an endpoint, its events are listed as failed, and recovery sends all it missed in order', async () => {
  const { app, account, receiver, endpoint } = await createSetup();
  receiver.respond = (_, response) => response.writeHead(410).end();
  const since = new Date(Date.now() - 1000);
  startWorkers();
  await switchAccount(app, account);
  await expect.poll(async () => (await get(app, endpoint)).disabledReason).toBe('gone');
  await switchAccount(app, account);
  expect((await list(app, endpoint)).deliveries.map(({ state }) => state)).toEqual(['failed']);
  const recover = () => webhooks.recoverWebhooks(services[0], { app }, endpoint.id, since);
  await expect(recover()).rejects.toMatchObject({ code: 'webhook_endpoint_disabled' });

  receiver.respond = (_, response) => response.writeHead(204).end();
  receiver.received.length = 0;
  await webhooks.updateWebhookEndpoint(services[0], { app }, endpoint.id, { enabled: true });
  expect(await recover()).toBe(2);
  expect(await recover()).toBe(0);
  await switchAccount(app, account);
  await expect.poll(() => sequencesOf(receiver, account.id)).toEqual([2, 3, 4]);
});

test('5 days of unbroken failure disable an endpoint', async () => {
  const { app, account, receiver, endpoint } = await createSetup();
  receiver.respond = (_, response) => response.writeHead(500).end();
  const setFailing = (days: number) =>
    withTenant(owner, { appId: app.id }, (queries) =>
      queries.webhookEndpoint.updateMany({
        data: { failingSince: new Date(Date.now() - days * 86_400_000) },
      }),
    );
  startWorkers();
  await setFailing(4.9);
  await switchAccount(app, account);
  await expect.poll(() => receiver.received.length).toBe(1);
  await stopWorkers();
  expect((await get(app, endpoint)).disabledAt).toBeNull();
  await setFailing(5.1);
  await skipDelays(app);
  startWorkers();
  await expect.poll(async () => (await get(app, endpoint)).disabledReason).toBe('failing');
});

test('a server that dies between sending and recording sends the same delivery again', async () => {
  const { app, account, receiver } = await createSetup();
  const { pool } = services[0];
  await switchAccount(app, account);
  await dispatchEvents(pool, 10);
  const options = { slots: 10, maxPerApp: 10, maxPerEndpoint: 10, leaseMs: 60_000, inFlight: {} };
  const [first] = await claimDeliveries(pool, options);
  expect(first).toBeDefined();
  expect(await claimDeliveries(pool, options)).toEqual([]);
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.webhookDelivery.updateMany({ where: { appId: app.id }, data: { nextAt: new Date(0) } }),
  );
  startWorkers();
  await expect.poll(() => receiver.received.map(({ id }) => id)).toEqual([first?.eventId]);
  // The result of the first process has no effect: its lease has ended.
  const attempt = { durationMs: 1, status: 500, error: 'Status 500.', response: '' };
  await stopWorkers();
  if (first) await settleDelivery(pool, first, { outcome: { kind: 'failed' }, attempt, maxFailingMs: 1 });
  expect(
    await observer.webhookDelivery.findMany({ where: { appId: app.id }, select: { state: true } }),
  ).toEqual([{ state: 'delivered' }]);
});

test('a delivery that was scheduled before the clock was set back is not delayed', async () => {
  const { app, account, receiver } = await createSetup();
  await switchAccount(app, account);
  await dispatchEvents(services[0].pool, 10);
  const later = new Date(Date.now() + 3_600_000);
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.webhookDelivery.updateMany({
      where: { appId: app.id },
      data: { nextAt: later, scheduledAt: later },
    }),
  );
  startWorkers();
  await expect.poll(() => receiver.received.length).toBe(1);
});

test('a rotated secret signs beside the previous one for 24 hours, and can’t be rotated again meanwhile', async () => {
  const { app, receiver, endpoint, secret } = await createSetup();
  const sendTest = () => webhooks.testWebhookEndpoint(services[0], { app }, endpoint.id);
  const rotate = () => webhooks.rotateWebhookSecret(services[0], { app }, endpoint.id);
  const rotated = await rotate();
  expect(rotated.secret).not.toBe(secret);
  await expect(rotate()).rejects.toMatchObject({
    code: 'secret_recently_rotated',
    retryAfter: expect.closeTo(86_400, -2),
  });
  expect(await sendTest()).toMatchObject({ response: { status: 204, error: null } });
  const [both] = receiver.received as [(typeof receiver.received)[number]];
  verifyWebhook(both, secret);
  verifyWebhook(both, rotated.secret);

  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.webhookEndpoint.updateMany({ data: { secretRotatedAt: new Date(Date.now() - 86_400_000) } }),
  );
  await sendTest();
  const last = receiver.received.at(-1) as (typeof receiver.received)[number];
  verifyWebhook(last, rotated.secret);
  expect(() => verifyWebhook(last, secret)).toThrow('No matching signature');
  await rotate();
});

test('an app has at most 20 endpoints, also when they are created concurrently', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const create = () =>
    webhooks.createWebhookEndpoint(services[0], { app }, { url: 'https://host.example/', types: [] }).then(
      () => 'created',
      (error) => error.code,
    );
  const outcomes = await Promise.all(Array.from({ length: 25 }, create));
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(20);
  expect(outcomes.filter((outcome) => outcome === 'webhook_limit_reached')).toHaveLength(5);
  expect(await webhooks.listWebhookEndpoints(services[0], { app })).toHaveLength(20);
});

test('IDs with characters that the database rejects are not found', async () => {
  const { app, endpoint } = await createSetup();
  const [service] = services;
  const notFound = { code: 'webhook_endpoint_not_found' };
  await expect(webhooks.getWebhookEndpoint(service, { app }, '\0')).rejects.toMatchObject(notFound);
  await expect(webhooks.deleteWebhookEndpoint(service, { app }, '\0')).rejects.toMatchObject(notFound);
  await expect(list(app, { id: '\0' })).rejects.toMatchObject(notFound);
  await expect(webhooks.retryWebhookDelivery(service, { app }, endpoint.id, '\0')).rejects.toMatchObject({
    code: 'webhook_delivery_not_found',
  });
});
