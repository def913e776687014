import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';

/** The role the server works under; it owns nothing and sees only the tenant it names. */
export const runtimeRole = 'app_versions_runtime';

export type Database = PrismaClient;

/** A client, or the transaction it is in. */
export type Queries = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/**
 * Opens a pool of connections to `url`.
 * `as: 'runtime'` is what the server uses; `as: 'owner'` is for commands that change the catalogue.
 */
export function openClient(url: string, { as }: { as: 'runtime' | 'owner' }): Database {
  const adapter = new PrismaPg({
    connectionString: url,
    application_name: `app-versions ${as}`,
    connectionTimeoutMillis: 2500,
    max: 10,
    ...(as === 'runtime' && {
      options: `-c role=${runtimeRole} -c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000`,
    }),
  });
  return new PrismaClient({ adapter });
}
