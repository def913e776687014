import { InvalidationFeed, type InvalidationMessage } from '@/lib/cache/invalidation-feed';
import {
  InvalidationListener,
  type InvalidationSource,
  type ListenerEvent,
} from '@/lib/cache/invalidation-listener';
import { ServerCache } from '@/lib/cache/server-cache';
import { type MakeId, makeId } from '@/lib/contract/ids';
import {
  type ConnectionLimits,
  createPrismaClient,
  type Database,
  defaultConnectionLimits,
  openPool,
  type QueryTarget,
  runtimeRole,
} from '@/lib/db/connection/client';
import { type DatabaseHealth, openDatabaseHealth } from '@/lib/db/connection/database-health';
import type { DeliveryAttempt, DeliveryOutcome } from '@/lib/db/webhooks';
import type { CatalogImporter } from './catalog-importer';

export type { InvalidationFeed, InvalidationMessage } from '@/lib/cache/invalidation-feed';
export type { InvalidationSource, ListenerEvent } from '@/lib/cache/invalidation-listener';

/** What the receiver of a webhook request responded, or why there is no response. */
export interface WebhookResponse extends DeliveryAttempt {
  /** The time of `Retry-After`, or null without it. */
  retryAfterMs: number | null;
}

/** Sends webhook requests. */
export interface WebhookSender {
  /** Posts a body. Never rejects: an error is part of the result. */
  send: (url: string, headers: Record<string, string>, body: string) => Promise<WebhookResponse>;
}

/** The dependencies of the domain: database, cache, clocks and id generator. */
export interface Service {
  /** It is for the frequent queries, which are database functions. */
  pool: Database['pool'];
  /** Prisma on the same pool, for all other queries. */
  db: Database;
  cache: ServerCache;
  listener: InvalidationListener;
  health: DatabaseHealth;
  makeId: MakeId;
  /** The clock of this process, for expiry. */
  now: () => Date;
  /** Milliseconds after which a switch that waits for others of its account fails with `switch_conflict`. */
  switchTimeoutMs: number;
  /** The time to record for a change, in Unix milliseconds. Null means the clock of the database. */
  recordTime: () => number | null;
  webhooks: {
    /** The key that the secrets of endpoints are derived from, or null if none is configured. */
    secretsKey: Uint8Array | null;
    /** Address ranges (CIDR) that endpoints may be in although they are not public. */
    allowedRanges: string[];
    sender: WebhookSender;
    /** The number of test events that are being sent, by app. */
    tests: Map<string, number>;
    /** The number of attempts of this process by what follows from them, for the metrics. */
    attempts: Record<DeliveryOutcome['kind'], number>;
  };
  /** How often this process has done due work, or has failed to, by the name of its kind, for the metrics. */
  dueWork: Record<'done' | 'failed', Record<string, number>>;
  /** Compares and publishes price lists. */
  importer: CatalogImporter;
  /** Called when an event was committed. Wakes the worker of this process, if there is one. */
  onEvent: () => void;
  /** Called with an unexpected error because of which a move skips an account. Logs it. */
  onSkip: (error: unknown) => void;
}

/** The time of an account in Unix milliseconds, for decisions. What is recorded has that of `account_now`. */
export function getTime(
  { recordTime, now }: Pick<Service, 'recordTime' | 'now'>,
  { clockAt }: { clockAt: number | null },
): number {
  return clockAt ?? recordTime() ?? now().getTime();
}

/** What a service has in memory. Rules that need more throw. */
export type CachedService = Pick<Service, 'cache' | 'now'> & { pool: null; db: null };

/** Applies rules to what is in memory. It is undefined if they need more, or throw. */
export function tryCached<T>({ cache, now }: Service, apply: (source: CachedService) => T): T | undefined {
  try {
    return apply({ cache, now, pool: null, db: null });
  } catch {
    return undefined;
  }
}

interface ServiceOptions {
  /** Where the queries go, for example to a connection pooler. Null means `databaseUrl`. */
  poolUrl?: string | null;
  /** Name of the runtime role. */
  role?: string;
  limits?: ConnectionLimits;
  secretsKey?: Uint8Array | null;
  allowedRanges?: string[];
  /** The default is none. Its operations fail then. */
  webhookSender?: WebhookSender;
  onListenerEvent?: (event: ListenerEvent) => void;
  onSkip?: Service['onSkip'];
  /** The invalidations that the cache follows instead of a listener with a connection. Such a service can't switch versions. */
  invalidations?: InvalidationSource | undefined;
  /** The default is none. Its operations fail then. */
  importer?: CatalogImporter;
}

const rejectImport = () => Promise.reject(new Error('The service has no importer.'));
const noImporter: CatalogImporter = {
  check: rejectImport,
  publish: rejectImport,
  compare: rejectImport,
  export: rejectImport,
};

const noSender: WebhookSender = {
  send: () => Promise.reject(new Error('The service has no webhook sender.')),
};

/** Where the queries of the service go. */
export function getQueryTarget(
  databaseUrl: string,
  { poolUrl = null, role = runtimeRole }: Pick<ServiceOptions, 'poolUrl' | 'role'>,
): QueryTarget {
  return { url: poolUrl ?? databaseUrl, role, pooled: poolUrl !== null };
}

/** Opens the service on a database, under the runtime role. Each connection to `databaseUrl` must keep its session. */
export function openService(databaseUrl: string, options: ServiceOptions = {}): Service {
  const {
    limits = defaultConnectionLimits,
    role = runtimeRole,
    secretsKey = null,
    allowedRanges = [],
    webhookSender = noSender,
    onListenerEvent,
    onSkip = () => {},
    invalidations,
    importer = noImporter,
  } = options;
  const { target, pool, sessionPool } = openPools(databaseUrl, options);
  const { connectTimeoutMs } = limits;
  const listener = new InvalidationListener(databaseUrl, {
    pool,
    role,
    connectTimeoutMs,
    source: invalidations,
    onEvent: onListenerEvent,
  });
  const cache = new ServerCache(listener);
  listener.subscribe(cache);
  return {
    pool,
    db: createPrismaClient(pool, { onAckTimeout: listener.reportAckTimeout, ...sessionPool }),
    cache,
    listener,
    health: openDatabaseHealth(target, limits),
    makeId,
    now: () => new Date(),
    switchTimeoutMs: limits.lockTimeoutMs,
    recordTime: () => null,
    webhooks: {
      secretsKey,
      allowedRanges,
      sender: webhookSender,
      tests: new Map(),
      attempts: { delivered: 0, retry: 0, failed: 0, gone: 0 },
    },
    dueWork: { done: {}, failed: {} },
    importer,
    onEvent: () => {},
    onSkip,
  };
}

/** Opens Prisma on a database under the runtime role, without the other parts of a service. */
export function openRuntimeDatabase(databaseUrl: string, options: ServiceOptions): Database {
  const { pool, sessionPool } = openPools(databaseUrl, options);
  return createPrismaClient(pool, sessionPool);
}

/** The pool of the queries, and another one if its connections do not keep their session. */
function openPools(databaseUrl: string, options: ServiceOptions) {
  const { limits = defaultConnectionLimits, role = runtimeRole } = options;
  const target = getQueryTarget(databaseUrl, options);
  const pool = openPool(target.url, { as: 'runtime', limits, ...target });
  const sessionPool = target.pooled && openPool(databaseUrl, { as: 'runtime', limits, role });
  return { target, pool, sessionPool: sessionPool ? { sessionPool } : {} };
}

/** Passes the invalidations of a service on with `send`. */
export function openInvalidationFeed(
  { cache, listener }: Service,
  send: (message: InvalidationMessage) => void,
): InvalidationFeed {
  const feed = new InvalidationFeed(listener.isConnected, send);
  cache.follower = feed;
  return feed;
}
