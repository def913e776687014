import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { httpMethods } from '@/lib/contract/enums';
import { isReplicatedSynchronously } from '@/lib/db/connection/database-health';
import { findDueWork, readDeliveryQueue } from '@/lib/db/due-work';
import { dueKinds } from '@/lib/domain/due-work/due-kinds';
import type { Service } from '@/lib/domain/service';
import { getConfig } from './config';
import { setRequestObserver } from './log';
import { getService } from './runtime';

// Metrics for Prometheus. Only requests are observed as they happen. All other values are read from the service when the
// metrics are requested. Some of them are queries, which must not show in the metrics of the pool.

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const methods = new Set<string>(httpMethods);

/** The pages of the server process. */
export interface PageCounts {
  pageCache: { hits: number; loads: number; bytes: number };
  pageWorkers: () => { ready: number; started: number };
  pageQueue: () => { waiting: number; rendering: number; unread: number };
}

/** Metrics need no key. Without `HOST`, only this machine can read them. */
const defaultHost = '127.0.0.1';

/** Serves `GET /metrics` on `METRICS_PORT`, if it is set. Returns what stops it. */
export function startMetrics(pages: PageCounts): () => void {
  const { metricsPort, host } = getConfig();
  if (metricsPort === null) return () => {};
  const registry = createRegistry(getService(), pages);
  let running: Promise<string> | null = null;
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    // Requests at the same time share the queries of one.
    running ??= registry.metrics().finally(() => {
      running = null;
    });
    response.writeHead(200, { 'content-type': registry.contentType }).end(await running);
  });
  server.once('error', (error) => {
    console.error(`METRICS_PORT: ${error.message}`);
    process.exit(1);
  });
  server.listen(metricsPort, host ?? defaultHost);
  server.unref();
  return () => server.close();
}

/** Creates the metrics of a service, and counts requests from now on. */
function createRegistry(service: Service, pages: PageCounts): Registry {
  const registry = new Registry();
  const registers = [registry];
  // First: the registry reads its metrics in order, before it waits for any of them.
  addPoolMetrics(registers, service);
  collectDefaultMetrics({ register: registry });
  observeRequests(registers);
  addCacheMetrics(registers, service, pages.pageCache);
  addListenerMetrics(registers, service);
  addDatabaseMetrics(registers, service);
  addPageMetrics(registers, pages);
  return registry;
}

function observeRequests(registers: Registry[]): void {
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time until the response to an API request was ready.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const errors = new Counter({
    name: 'app_versions_request_errors_total',
    help: 'Error responses of the API by error code.',
    labelNames: ['method', 'route', 'code'],
    registers,
  });
  setRequestObserver(({ method: name, route, status, code, seconds }) => {
    // A client can send any name.
    const method = methods.has(name) ? name : 'other';
    duration.observe({ method, route, status }, seconds);
    if (code !== undefined) errors.inc({ method, route, code });
  });
}

function addCacheMetrics(
  registers: Registry[],
  { cache }: Service,
  pageCache: PageCounts['pageCache'],
): void {
  const { credentials, apps, apiOrigins, catalogs, localizedCatalogs, snapshots } = cache;
  const parts = Object.entries({
    credentials,
    apps,
    api_origins: apiOrigins,
    catalogs,
    localized_catalogs: localizedCatalogs,
    snapshots,
    pages: pageCache,
  });
  const read = (field: 'hits' | 'loads' | 'bytes') => () =>
    Object.fromEntries(parts.map(([name, part]) => [name, part[field]]));
  const add = (type: MetricType, name: string, help: string, field: 'hits' | 'loads' | 'bytes') =>
    addMetric(type, { name, help, label: 'cache', registers, read: read(field) });
  add(Counter, 'app_versions_cache_hits_total', 'Values found in the cache.', 'hits');
  add(
    Counter,
    'app_versions_cache_loads_total',
    'Values read from the database, and pages rendered for the cache.',
    'loads',
  );
  add(Gauge, 'app_versions_cache_bytes', 'Estimated memory of the cache.', 'bytes');
}

function addListenerMetrics(registers: Registry[], { listener }: Service): void {
  addMetric(Gauge, {
    name: 'app_versions_listener_connected',
    help: '1 if the cache can be used.',
    registers,
    read: () => Number(listener.isConnected()),
  });
  const counters = [
    ['app_versions_listener_connections_total', 'Connections of the listener.', 'connections'],
    ['app_versions_invalidation_waits_total', 'Changes that waited for other servers.', 'waits'],
    ['app_versions_invalidation_wait_seconds_total', 'Time of these waits.', 'waitSeconds'],
    ['app_versions_invalidation_timeouts_total', 'Waits without all acknowledgements.', 'timeouts'],
  ] as const;
  for (const [name, help, field] of counters) {
    addMetric(Counter, { name, help, registers, read: () => listener.counts[field] });
  }
}

function addPoolMetrics(registers: Registry[], { pool }: Service): void {
  addMetric(Gauge, {
    name: 'app_versions_pool_connections',
    help: 'Database connections by state.',
    label: 'state',
    registers,
    read: () => ({ idle: pool.idleCount, used: pool.totalCount - pool.idleCount }),
  });
  addMetric(Gauge, {
    name: 'app_versions_pool_waiting',
    help: 'Requests that wait for a connection.',
    registers,
    read: () => pool.waitingCount,
  });
}

/** Without the database. */
const unknownState = {
  ...{ replicated: Number.NaN, waiting: Number.NaN, lateMs: Number.NaN, disabled: {} },
  kinds: null as Record<string, number> | null,
};

function readDatabaseState({ health, pool }: Service): Promise<typeof unknownState> {
  const read = async () => {
    // One after another, on one connection: requests need the others.
    const replicated = Number(await isReplicatedSynchronously(pool));
    const { kinds } = await findDueWork(pool);
    return { replicated, ...(await readDeliveryQueue(pool)), kinds };
  };
  return health.guard(read()).catch(() => unknownState);
}

function addDatabaseMetrics(registers: Registry[], service: Service): void {
  let running: Promise<typeof unknownState> | null = null;
  /** Of one request for the metrics. */
  const readState = () => {
    running ??= readDatabaseState(service).finally(() => {
      running = null;
    });
    return running;
  };
  addMetric(Gauge, {
    name: 'app_versions_synchronous_replication',
    help: '1 if commits wait for a standby.',
    registers,
    read: async () => (await readState()).replicated,
  });
  const byKind = (read: (kind: string) => number) =>
    Object.fromEntries(dueKinds.map(({ name }) => [name, read(name)]));
  for (const [outcome, help] of [
    ['done', 'Due work that this process has done, by kind. A transaction counts once.'],
    ['failed', 'Due work that has failed in this process, and is tried again.'],
  ] as const) {
    addMetric(Counter, {
      name: `app_versions_due_work_${outcome}_total`,
      help,
      label: 'kind',
      registers,
      read: () => byKind((kind) => service.dueWork[outcome][kind] ?? 0),
    });
  }
  addMetric(Gauge, {
    name: 'app_versions_due_work_late_seconds',
    help: 'Time since the oldest work of a kind was due.',
    label: 'kind',
    registers,
    read: async () => {
      const { kinds } = await readState();
      return byKind((kind) => (kinds ? (kinds[kind] ?? 0) / 1000 : Number.NaN));
    },
  });
  addMetric(Counter, {
    name: 'app_versions_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what follows. After failed and gone, it is not sent again.',
    label: 'outcome',
    registers,
    read: () => service.webhooks.attempts,
  });
  addMetric(Gauge, {
    name: 'app_versions_webhook_deliveries_waiting',
    help: 'Webhook deliveries that wait for their turn or for a retry.',
    registers,
    read: async () => (await readState()).waiting,
  });
  addMetric(Gauge, {
    name: 'app_versions_webhook_delivery_late_seconds',
    help: 'Time since the oldest webhook delivery was due.',
    registers,
    read: async () => (await readState()).lateMs / 1000,
  });
  addMetric(Gauge, {
    name: 'app_versions_webhook_endpoints_disabled',
    help: 'Disabled webhook endpoints, by reason.',
    label: 'reason',
    registers,
    read: async () => (await readState()).disabled,
  });
}

function addPageMetrics(registers: Registry[], { pageWorkers, pageQueue }: PageCounts): void {
  addMetric(Gauge, {
    name: 'app_versions_page_workers_ready',
    help: 'Processes that can render pages.',
    registers,
    read: () => pageWorkers().ready,
  });
  addMetric(Counter, {
    name: 'app_versions_page_workers_started_total',
    help: 'Processes started to render pages, also in place of others.',
    registers,
    read: () => pageWorkers().started,
  });
  addMetric(Gauge, {
    name: 'app_versions_pages',
    help: 'Pages that wait to be rendered, are rendered, or were rendered and not read yet.',
    label: 'state',
    registers,
    read: pageQueue,
  });
}

type MetricType = typeof Counter | typeof Gauge;
type Value = number | Record<string, number>;

interface MetricOptions {
  name: string;
  help: string;
  /** Without it, the metric is one number. */
  label?: string;
  registers: Registry[];
  /** The number, or the numbers by the values of the label. */
  read: () => Value | Promise<Value>;
}

/** Adds a metric that is read when the metrics are requested. */
function addMetric(Type: MetricType, { label, read, ...options }: MetricOptions): void {
  const metric = new Type({
    ...options,
    labelNames: label ? [label] : [],
    collect: async () => {
      const value = await read();
      metric.reset();
      for (const [name, number] of Object.entries(typeof value === 'number' ? { '': value } : value)) {
        const labels = label ? { [label]: name } : {};
        if (metric instanceof Counter) metric.inc(labels, number);
        else metric.set(labels, number);
      }
    },
  });
}
