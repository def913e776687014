import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';

/** The role the server works under; it owns nothing and sees only the tenant it names. */
export const runtimeRole = 'app_versions_runtime';

export type Database = PrismaClient;

/** A client, or the transaction it is in. */
export type Queries = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** What the server's connections add: the role, and bounds in milliseconds on what they wait for. */
const runtimeSettings = {
  role: runtimeRole,
  statement_timeout: 3000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * Opens a pool of connections to `url`.
 * `as: 'runtime'` is what the server uses; `as: 'owner'` is for commands that change the catalogue.
 */
export function openClient(url: string, { as }: { as: 'runtime' | 'owner' }): Database {
  const { connectionString, given } = takeSettings(url);
  // The adapter reads and writes times as if every session were in UTC, and shifts them where one is not.
  const settings = Object.entries({ timezone: 'UTC', ...(as === 'runtime' && runtimeSettings) });
  const adapter = new PrismaPg({
    connectionString,
    application_name: `app-versions ${as}`,
    connectionTimeoutMillis: 2500,
    max: 10,
    options: [...given, ...settings.map(([name, value]) => `-c ${name}=${value}`)].join(' '),
  });
  return new PrismaClient({ adapter });
}

/** Takes `options` out of the URL: left there they would replace ours, and with them the role that is walled in. */
function takeSettings(url: string): { connectionString: string; given: string[] } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed?.searchParams.has('options')) return { connectionString: url, given: [] };
  const given = parsed.searchParams.getAll('options');
  parsed.searchParams.delete('options');
  return { connectionString: parsed.href, given };
}
