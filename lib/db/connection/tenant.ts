import type { Database, Queries } from './client';
import { eventRequest } from './event-request';
import { limitReads } from './limit-connections';
import { waitForInvalidation } from './wait-for-invalidation';

/** The rows that a transaction may access. Row-level security reads it. */
export interface Tenant {
  appId: string;
  accountId?: string | null;
}

const transactionTimeouts = { maxWait: 3000, timeout: 10_000 };

/**
 * Runs `work` in a transaction that sees the rows of `tenant` only. When it returns, every server has invalidated what was
 * changed. With `cached: false`, for changes of what no server caches, it does not wait for that.
 */
export async function withTenant<T>(
  db: Database,
  tenant: Tenant,
  work: (queries: Queries) => Promise<T>,
  { cached = true } = {},
): Promise<T> {
  if (db.open) return join(db.open, tenant, work);
  const result = await db.$transaction((queries) => join(queries, tenant, work), transactionTimeouts);
  if (cached) await waitForInvalidation(db);
  return result;
}

/**
 * Runs `work` in a repeatable-read transaction that sees the rows of `tenant` only. For reads. Those that belong to a change
 * are not limited: they would wait for other reads.
 */
export function readTenant<T>(
  db: Database,
  tenant: Tenant,
  work: (queries: Queries) => Promise<T>,
  { limited = true } = {},
): Promise<T> {
  if (db.open) return join(db.open, tenant, work);
  const read = () =>
    db.$transaction((queries) => join(queries, tenant, work), {
      ...transactionTimeouts,
      isolationLevel: 'RepeatableRead',
    });
  return limited ? limitReads(db.pool, tenant.appId, read) : read();
}

/** Runs `work` in a transaction that may be that of another tenant so far. */
async function join<T>(queries: Queries, tenant: Tenant, work: (queries: Queries) => Promise<T>): Promise<T> {
  await setTenant(queries, tenant);
  return work(queries);
}

/** Sets the tenant of the open transaction, and the request whose events it writes. */
export async function setTenant(queries: Queries, { appId, accountId }: Tenant): Promise<void> {
  await queries.$queryRaw`SELECT set_config('tenant.app_id', ${appId}, true),
                                 set_config('tenant.account_id', ${accountId ?? ''}, true),
                                 set_config('tenant.request', ${eventRequest.getStore() ?? ''}, true)`;
}

/** Runs `read` with access to the grants and histories of all accounts of the transaction's app. */
export async function withAllAccounts<T>(queries: Queries, read: () => Promise<T>): Promise<T> {
  await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
  const result = await read();
  await queries.$queryRaw`SELECT set_config('tenant.all_accounts', '', true)`;
  return result;
}

/** Runs `work` in a transaction that sees only the credential with this hash. For use before the tenant is known. */
export function withCredential<T>(
  db: Database,
  hash: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return db.$transaction(async (queries) => {
    await queries.$queryRaw`SELECT set_config('tenant.credential', ${hash}, true)`;
    return work(queries);
  }, transactionTimeouts);
}
