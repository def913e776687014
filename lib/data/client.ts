import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';

/** The role the server works under; it owns nothing and sees only the tenant it names. */
export const runtimeRole = 'app_versions_runtime';

export type Database = PrismaClient;

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

/** Opens a pool of connections to `url` for commands that change the catalogue, or under the role of the server. */
export function openClient(
  url: string,
  { as, limits = usualLimits }: { as: 'runtime' | 'owner'; limits?: ConnectionLimits },
): Database {
  const settings = as === 'runtime' ? runtimeSettings(limits) : {};
  const adapter = new PrismaPg({
    // The adapter reads and writes times as if every session were in UTC, and shifts them where one is not.
    ...connectionTo(url, { timezone: 'UTC', ...settings }),
    application_name: `app-versions ${as}`,
    // Somebody waits for an answer of the server; a command may take its time.
    connectionTimeoutMillis: as === 'owner' ? 10_000 : limits.connectMs,
    max: limits.connections,
  });
  return new PrismaClient({ adapter });
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
