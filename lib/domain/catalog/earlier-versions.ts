import { readTenant } from '@/lib/db/connection/tenant';
import { listVersionIds } from '@/lib/db/history';
import type { Caller } from '../access/caller';
import type { Service } from '../service';

/** The caller, for support with the versions that its account had, to which it can return the account. */
export async function withEarlierVersions<C extends Pick<Caller, 'app' | 'account' | 'role' | 'earlier'>>(
  { db }: Pick<Service, 'db'>,
  caller: C,
): Promise<C> {
  const { app, account, role } = caller;
  if (role !== 'support' || !app || !account) return caller;
  const key = { appId: app.id, accountId: account.id };
  return { ...caller, earlier: await readTenant(db, key, (queries) => listVersionIds(queries, key)) };
}
