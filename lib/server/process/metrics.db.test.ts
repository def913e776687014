import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getCachedApp } from '@/lib/cache/cached-queries';
import { makeId } from '@/lib/contract/ids';
import { withTenant } from '@/lib/db/connection/tenant';
import { insertEvent } from '@/lib/db/events';
import { createWebhookEndpoint } from '@/lib/domain/webhooks/webhook-endpoints';
import { buildApp } from '@/prisma/factories/build-app';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { startWebhookReceiver } from '@/tools/testing/webhook-receiver';
import { logRequest } from './log';
import { startMetrics } from './metrics';
import { createRequestContext } from './request-context';
import { getService, startWorker } from './runtime';

const { url, owner } = await openTestDatabase();
let port: number;
let stop: () => void;

beforeAll(async () => {
  port = await findFreePort();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('METRICS_PORT', String(port));
  vi.stubEnv('HOST', '');
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('WORKER', 'on');
  vi.stubEnv('SECRETS_KEY', '5e'.repeat(32));
  vi.stubEnv('WEBHOOK_ALLOWED_RANGES', '127.0.0.0/8');
  stop = startMetrics({
    pageCache: { hits: 1, loads: 7, bytes: 8000 },
    pageWorkers: () => ({ ready: 2, started: 3 }),
    pageQueue: () => ({ waiting: 4, rendering: 5, unread: 6 }),
  });
  await waitForListeners(getService());
});

afterAll(async () => {
  stop();
  await closeService(getService());
  vi.unstubAllEnvs();
});

async function readMetrics(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toContain('version=0.0.4');
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

test('requests are counted by route, status and error code, also without a log', async () => {
  const route = '/api/app/versions';
  logRequest(createRequestContext(route, 'GET'), { status: 200 });
  logRequest(createRequestContext(route, 'POST'), { status: 409, code: 'switch_conflict' });
  logRequest(createRequestContext(route, 'PROPFIND'), { status: 405, code: 'method_not_allowed' });
  const metrics = await readMetrics();
  const count = 'http_server_request_duration_seconds_count';
  expect(metrics.get(`${count}{method="GET",route="${route}",status="200"}`)).toBe(1);
  expect(metrics.get(`${count}{method="other",route="${route}",status="405"}`)).toBe(1);
  const errors = 'app_versions_request_errors_total';
  expect(metrics.get(`${errors}{method="POST",route="${route}",code="switch_conflict"}`)).toBe(1);
});

test('cache, listener, connections and webhook deliveries are measured', async () => {
  const app = await buildApp(owner, { versions: 1, features: 1 });
  for (let reads = 0; reads < 3; reads += 1) await getCachedApp(getService(), null, app.slug);
  const metrics = await readMetrics();
  expect(metrics.get('app_versions_cache_loads_total{cache="apps"}')).toBe(1);
  expect(metrics.get('app_versions_cache_hits_total{cache="apps"}')).toBe(2);
  expect(metrics.get('app_versions_cache_bytes{cache="apps"}')).toBeGreaterThan(500);
  expect(metrics.get('app_versions_listener_connected')).toBe(1);
  expect(metrics.get('app_versions_listener_connections_total')).toBeGreaterThanOrEqual(1);
  expect(metrics.get('app_versions_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(metrics.get('app_versions_webhook_deliveries_waiting')).toBe(0);
  expect(metrics.get('app_versions_webhook_delivery_late_seconds')).toBe(0);
  // The database of the tests has no standby.
  expect(metrics.get('app_versions_synchronous_replication')).toBe(0);
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
});

test('the pool is measured without the queries for the metrics, also with two requests at a time', async () => {
  const { pool } = getService();
  const readPool = async () => {
    const metrics = await readMetrics();
    return {
      used: metrics.get('app_versions_pool_connections{state="used"}'),
      waiting: metrics.get('app_versions_pool_waiting'),
    };
  };
  const idle = { used: 0, waiting: 0 };
  expect(await Promise.all([readPool(), readPool()])).toEqual([idle, idle]);
  const { max } = pool.options;
  const clients = await Promise.all(Array.from({ length: max }, () => pool.connect()));
  const waiting = pool.query('SELECT');
  const read = readPool();
  try {
    await vi.waitUntil(() => pool.waitingCount > 1);
  } finally {
    for (const client of clients) client.release();
  }
  expect(await read).toEqual({ used: max, waiting: 1 });
  await waiting;
});

test('alerts and the dashboard use metrics that there are', async () => {
  const names = new Set([...(await readMetrics()).keys()].map((key) => key.split('{')[0]));
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const text = readFileSync(join(projectRoot, 'docs/operations', file), 'utf8');
    const used = text.match(/\b(app_versions|http_server|process|nodejs)_\w+/g) ?? [];
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  }
});

test('page workers and pages in progress are measured', async () => {
  const metrics = await readMetrics();
  expect(metrics.get('app_versions_page_workers_ready')).toBe(2);
  expect(metrics.get('app_versions_page_workers_started_total')).toBe(3);
  expect(metrics.get('app_versions_pages{state="waiting"}')).toBe(4);
  expect(metrics.get('app_versions_cache_loads_total{cache="pages"}')).toBe(7);
});

test('attempts to deliver are counted by outcome, and disabled endpoints by reason', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const receiver = await startWebhookReceiver();
  receiver.respond = ({ url }, response) =>
    response.writeHead(url === '/gone' ? 410 : 500, { 'retry-after': '3600' }).end();
  for (const path of ['/gone', '/broken'])
    await createWebhookEndpoint(getService(), { app }, { url: new URL(path, receiver.url).href, types: [] });
  const readWebhookMetrics = async () => {
    const metrics = await readMetrics();
    const read = (label: string) => metrics.get(`app_versions_webhook_${label}`);
    return {
      retry: read('attempts_total{outcome="retry"}'),
      gone: read('attempts_total{outcome="gone"}'),
      disabledAsGone: read('endpoints_disabled{reason="gone"}'),
      disabledAsFailing: read('endpoints_disabled{reason="failing"}'),
    };
  };
  const none = { retry: 0, gone: 0, disabledAsGone: 0, disabledAsFailing: 0 };
  expect(await readWebhookMetrics()).toEqual(none);
  const event = { id: makeId('event'), type: 'catalog.scheduled', occurredAt: new Date(), data: {} };
  await withTenant(owner, { appId: app.id }, (queries) => insertEvent(queries, { appId: app.id, ...event }));
  const stopWorker = startWorker();
  try {
    await expect.poll(readWebhookMetrics).toEqual({ ...none, retry: 1, gone: 1, disabledAsGone: 1 });
    const metrics = await readMetrics();
    expect(metrics.get('app_versions_due_work_done_total{kind="deliveries"}')).toBe(2);
    expect(metrics.get('app_versions_due_work_failed_total{kind="deliveries"}')).toBe(0);
    expect(metrics.get('app_versions_due_work_late_seconds{kind="editions"}')).toBe(0);
  } finally {
    await stopWorker();
    await receiver.close();
  }
});

test('without HOST, only this machine can read the metrics', async () => {
  // Every address of 127.0.0.0/8 reaches a server that listens on all addresses.
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
});

test('only /metrics is served', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});
