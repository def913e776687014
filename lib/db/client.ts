import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client';
import { verifyConnection } from './verify-connection';

/** The server's database role. It owns nothing, and row-level security limits it to the tenant of the transaction. */
export const runtimeRole = 'app_versions_runtime';

/** Prisma and its connection pool. */
export type Database = PrismaClient & {
  readonly pool: pg.Pool;
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

interface Access {
  /** `owner` for commands that change the catalog, `runtime` for the server. */
  as: 'runtime' | 'owner';
  limits?: ConnectionLimits;
}

/** Opens Prisma with a pool of its own. */
export function openClient(url: string, access: Access): Database {
  return createPrismaClient(openPool(url, access));
}

/** Creates Prisma on a pool. Disconnecting it ends the pool. */
export function createPrismaClient(pool: pg.Pool, handlers: Pick<Database, 'onAckTimeout'> = {}): Database {
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  return Object.assign(client, { pool, ...handlers });
}

/** Opens a pool of connections to `url`. Those of the server are verified. */
export function openPool(url: string, { as, limits = defaultConnectionLimits }: Access): pg.Pool {
  // Prisma's adapter assumes that the session's time zone is UTC.
  const settings = { timezone: 'UTC', ...(as === 'runtime' && runtimeSettings(limits)) };
  const pool = new pg.Pool({
    ...connectionConfig(url, settings),
    ...(as === 'runtime' && {
      verify: (client, done) => {
        verifyConnection(client, settings).then(() => done(), done);
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

/** Session settings of the server's connections. */
export function runtimeSettings({
  statementTimeoutMs,
  lockTimeoutMs,
}: Pick<ConnectionLimits, 'statementTimeoutMs' | 'lockTimeoutMs'>) {
  return {
    role: runtimeRole,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
  };
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
