import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client';

/** The role the server works under; it owns nothing and sees only the tenant it names. */
export const runtimeRole = 'app_versions_runtime';

/** Prisma, and the connections that it is on. */
export type Database = PrismaClient & { readonly pool: pg.Pool };

/** A client, or the transaction it is in. */
export type Queries = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Bounds on connections, in milliseconds where not a number of them. */
export interface ConnectionLimits {
  connections: number;
  connectMs: number;
  statementMs: number;
  lockMs: number;
}

export const usualLimits: ConnectionLimits = {
  connections: 10,
  connectMs: 2500,
  statementMs: 3000,
  lockMs: 3000,
};

interface Access {
  /** `owner` for commands that change the catalogue, `runtime` for the server. */
  as: 'runtime' | 'owner';
  limits?: ConnectionLimits;
}

/** Opens Prisma on connections of its own. */
export function openClient(url: string, access: Access): Database {
  return clientOf(openPool(url, access));
}

/** Prisma on connections that others use too; they end with it. */
export function clientOf(pool: pg.Pool): Database {
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  return Object.assign(client, { pool });
}

/** Opens a pool of connections to `url`. */
export function openPool(url: string, { as, limits = usualLimits }: Access): pg.Pool {
  const settings = as === 'runtime' ? runtimeSettings(limits) : {};
  const pool = new pg.Pool({
    // The adapter reads and writes times as if every session were in UTC, and shifts them where one is not.
    ...connectionTo(url, { timezone: 'UTC', ...settings }),
    application_name: `app-versions ${as}`,
    // Somebody waits for an answer of the server; a command may take its time.
    connectionTimeoutMillis: as === 'owner' ? 10_000 : limits.connectMs,
    max: limits.connections,
  });
  // A connection that is lost while nobody uses it is replaced at the next question.
  pool.on('error', () => {});
  return pool;
}

/** What the server's connections add: the role, and bounds on what they wait for. */
export function runtimeSettings({ statementMs, lockMs }: Pick<ConnectionLimits, 'statementMs' | 'lockMs'>) {
  return {
    role: runtimeRole,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 10_000,
  };
}

/** How to connect to `url` under settings that `options` in it does not replace, and with them the role. */
export function connectionTo(
  url: string,
  settings: Record<string, string | number>,
): { connectionString: string; options: string } {
  const { connectionString, given } = takeSettings(url);
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { connectionString, options: [...given, ...ours].join(' ') };
}

/** Takes `options` out of the URL: left there they would replace ours. */
function takeSettings(url: string): { connectionString: string; given: string[] } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed?.searchParams.has('options')) return { connectionString: url, given: [] };
  const given = parsed.searchParams.getAll('options');
  parsed.searchParams.delete('options');
  return { connectionString: parsed.href, given };
}
