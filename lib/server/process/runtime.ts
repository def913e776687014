import {
  MemoryRateLimiter,
  openRateLimitPool,
  PostgresRateLimiter,
  type RateLimiter,
} from '@/lib/db/connection/rate-limiter';
import { Worker } from '@/lib/domain/due-work/worker';
import {
  getQueryTarget,
  type InvalidationFeed,
  type InvalidationMessage,
  type InvalidationSource,
  openInvalidationFeed,
  openService,
  type Service,
} from '@/lib/domain/service';
import { HttpWebhookSender } from '@/lib/domain/webhooks/send-webhook';
import { type Config, getConfig } from './config';
import { createImportThreads } from './create-import-threads';
import { logListenerEvent, logSkippedAccount, logWorkerError } from './log';

/** The rate limits by name. `failures` counts the requests of an address with an invalid key. */
type RateLimits = Record<Exclude<keyof NonNullable<Config['rateLimits']>, 'store'>, RateLimiter>;

// Next has several bundles in one process, such as the pages and the proxy, each with modules of its own. The process has one
// service and one set of limits.
const shared = globalThis as {
  appVersionsService?: Service;
  appVersionsRateLimits?: RateLimits;
  /** Set by lib/server/pages/page-worker.mjs. */
  appVersionsInvalidations?: InvalidationSource;
};

export function getService(): Service {
  shared.appVersionsService ??= createService();
  return shared.appVersionsService;
}

function createService(): Service {
  const { database: limits, secretsKey, webhookAllowedRanges: allowedRanges } = getConfig();
  return openService(databaseUrl(), {
    ...queryOptions(),
    limits,
    secretsKey,
    allowedRanges,
    webhookSender: new HttpWebhookSender(allowedRanges),
    onListenerEvent: logListenerEvent,
    onSkip: logSkippedAccount,
    invalidations: shared.appVersionsInvalidations,
    importer: createImportThreads(),
  });
}

/** Starts the worker of this process, unless it is off. Returns what stops it. */
export function startWorker(): () => Promise<void> {
  if (!getConfig().worker) return async () => {};
  const service = getService();
  const worker = new Worker(service, logWorkerError);
  service.onEvent = () => worker.wake();
  worker.start();
  return () => worker.stop();
}

/** Closes the cache invalidation listener of this process before it exits. */
export async function stopListener(): Promise<void> {
  await shared.appVersionsService?.listener.stop();
}

/** Passes the invalidations of this process on to its page workers with `send`. */
export function openPageInvalidations(send: (message: InvalidationMessage) => void): InvalidationFeed {
  return openInvalidationFeed(getService(), send);
}

/** The rate limits of this process, or null if they are off. */
export function getRateLimits(): RateLimits | null {
  const { rateLimits } = getConfig();
  if (!rateLimits) return null;
  shared.appVersionsRateLimits ??= createRateLimits(rateLimits);
  return shared.appVersionsRateLimits;
}

function createRateLimits({ store, ...rates }: NonNullable<Config['rateLimits']>): RateLimits {
  const pool = store === 'postgres' ? openRateLimitPool(getQueryTarget(databaseUrl(), queryOptions())) : null;
  const limits = Object.entries(rates).map(([name, rate]) => {
    const policy = { name, ...rate };
    return [name, pool ? new PostgresRateLimiter(pool, policy) : new MemoryRateLimiter(policy)];
  });
  return Object.fromEntries(limits) as RateLimits;
}

function queryOptions() {
  const { databasePoolUrl: poolUrl, databaseRole: role } = getConfig();
  return { poolUrl, role };
}

function databaseUrl(): string {
  const { databaseUrl } = getConfig();
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set. `npm start` sets it.');
  return databaseUrl;
}
