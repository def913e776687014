import type { Database, Queries } from './client';
import { everyoneHears } from './everyone-hears';

/** Whose rows a transaction may touch; row-level security reads it. */
export interface Tenant {
  appId: string;
  accountId?: string | null;
}

const patience = { maxWait: 3000, timeout: 10_000 };

/**
 * Runs `work` in one transaction that sees the rows of `tenant` and no others. When it returns, every server has heard of
 * what was changed.
 */
export async function withTenant<T>(
  db: Database,
  tenant: Tenant,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const result = await db.$transaction(async (queries) => {
    await setTenant(queries, tenant);
    return work(queries);
  }, patience);
  await everyoneHears(db);
  return result;
}

/** As `withTenant`, for reading alone: everything `work` asks is answered as of one moment. */
export function readTenant<T>(
  db: Database,
  tenant: Tenant,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return db.$transaction(
    async (queries) => {
      await setTenant(queries, tenant);
      return work(queries);
    },
    { ...patience, isolationLevel: 'RepeatableRead' },
  );
}

/** Narrows the open transaction to `tenant`, until it ends or is narrowed anew. */
export async function setTenant(queries: Queries, { appId, accountId }: Tenant): Promise<void> {
  await queries.$queryRaw`SELECT set_config('tenant.app_id', ${appId}, true),
                                 set_config('tenant.account_id', ${accountId ?? ''}, true)`;
}

/** Runs `work` in one transaction that sees the one credential with this hash, before its tenant is known. */
export function withCredential<T>(
  db: Database,
  hash: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return db.$transaction(async (queries) => {
    await queries.$queryRaw`SELECT set_config('tenant.credential', ${hash}, true)`;
    return work(queries);
  }, patience);
}
