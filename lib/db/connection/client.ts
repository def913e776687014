import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/client';
import { verifyConnection } from './verify-connection';

/**
 * The usual name of the server's database role. It owns nothing, and row-level security limits it to the tenant of the
 * transaction.
 */
export const runtimeRole = 'app_versions_runtime';

/** Prisma and its connection pool. */
export type Database = PrismaClient & {
  readonly pool: pg.Pool;
  /** Connections that keep their session, for LISTEN. Not set if those of `pool` do. */
  readonly sessionPool?: pg.Pool;
  /** A transaction that `withTenant` and `readTenant` join instead of starting their own. */
  readonly open?: Queries;
  /** Called with the listeners that did not acknowledge a change in time. */
  readonly onAckTimeout?: (listeners: number[]) => void;
};

/** A Prisma client or transaction. */
export type Queries = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Limits of a connection pool. `connections` is the maximum pool size. */
export interface ConnectionLimits {
  connections: number;
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  connections: 10,
  connectTimeoutMs: 2500,
  statementTimeoutMs: 3000,
  lockTimeoutMs: 3000,
};

/** Commands wait longer for a lock, such as that of another import. */
export const commandLimits: ConnectionLimits = { ...defaultConnectionLimits, lockTimeoutMs: 30_000 };

interface Access {
  /** `owner` for commands that change the catalog, `runtime` for the server. */
  as: 'runtime' | 'owner';
  limits?: ConnectionLimits;
  /** Name of the runtime role. */
  role?: string;
  /** Whether the URL can lead to a pooler in transaction mode. The runtime role logs in itself then. */
  pooled?: boolean;
}

/** Where the server's queries go. */
export interface QueryTarget {
  url: string;
  role: string;
  pooled: boolean;
}

/** Opens Prisma with a pool of its own. */
export function openClient(url: string, access: Access): Database {
  return createPrismaClient(openPool(url, access));
}

/** Creates Prisma on a pool. Disconnecting it ends the pool. */
export function createPrismaClient(
  pool: pg.Pool,
  handlers: Pick<Database, 'onAckTimeout' | 'sessionPool'> = {},
): Database {
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  return Object.assign(client, { pool, ...handlers });
}

/** The database within a transaction. Only for functions that use `withTenant` and `readTenant`. */
export function withOpenTransaction({ pool }: Database, open: Queries): Database {
  return { pool, open } as Database;
}

/** Opens a pool of connections to `url`. Those of the server are verified. */
export function openPool(
  url: string,
  {
    as,
    limits = as === 'owner' ? commandLimits : defaultConnectionLimits,
    role = runtimeRole,
    pooled = false,
  }: Access,
): pg.Pool {
  const settings =
    as === 'runtime'
      ? runtimeSettings(limits, role)
      : { timezone: 'UTC', lock_timeout: limits.lockTimeoutMs };
  const pool = new pg.Pool({
    ...(as === 'runtime' ? queryConfig({ url, role, pooled }, limits) : connectionConfig(url, settings)),
    ...(as === 'runtime' && {
      verify: (client, done) => {
        verifyConnection(client, settings, pooled).then(() => done(), done);
      },
    }),
    application_name: `app-versions ${as}`,
    // Commands may wait longer than requests.
    connectionTimeoutMillis: as === 'owner' ? 10_000 : limits.connectTimeoutMs,
    max: limits.connections,
  });
  // An idle connection that is lost is replaced by the next query.
  pool.on('error', () => {});
  return pool;
}

type Timeouts = Pick<ConnectionLimits, 'statementTimeoutMs' | 'lockTimeoutMs'>;

/** Session settings of the server's connections. */
export function runtimeSettings({ statementTimeoutMs, lockTimeoutMs }: Timeouts, role: string) {
  return {
    role,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    // Prisma's adapter assumes that the session's time zone is UTC.
    timezone: 'UTC',
    // Before PostgreSQL 18, a plan under `enable_seqscan = off` counts as expensive, and would be compiled in each session for
    // seconds.
    jit: 'off',
  };
}

/**
 * The `pg` configuration of the server's queries. A pooler in transaction mode neither forwards startup options nor keeps
 * a session: there, the settings are those of the role (`tools/migrate/runtime-role.ts`).
 */
export function queryConfig({ url, role, pooled }: QueryTarget, timeouts: Timeouts): pg.PoolConfig {
  return pooled
    ? { connectionString: url, Client: UnnamedStatementsClient }
    : connectionConfig(url, runtimeSettings(timeouts, role));
}

/** A client that prepares no named statements: through a pooler, the next one can be executed in another session. */
class UnnamedStatementsClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (query: unknown, ...rest: unknown[]) => unknown;
    const removeName = (input: string | pg.QueryConfig) =>
      typeof input === 'object' && input.name ? { ...input, name: undefined } : input;
    this.query = ((input: string | pg.QueryConfig, ...rest: unknown[]) =>
      query(removeName(input), ...rest)) as pg.Client['query'];
  }
}

/** The `pg` configuration for `url` with session settings. `options` of the URL can't override them. */
export function connectionConfig(
  url: string,
  settings: Record<string, string | number>,
): { connectionString: string; options: string } {
  const { connectionString, urlOptions } = splitOptions(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { connectionString, options: [...urlOptions, ...options].join(' ') };
}

/** Splits `options` from the URL. `pg` would let them replace ours. */
function splitOptions(url: string): { connectionString: string; urlOptions: string[] } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed?.searchParams.has('options')) return { connectionString: url, urlOptions: [] };
  const urlOptions = parsed.searchParams.getAll('options');
  parsed.searchParams.delete('options');
  return { connectionString: parsed.href, urlOptions };
}
