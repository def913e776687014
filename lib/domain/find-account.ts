import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { type Account, type AccountKey, findAccount, findAccountByExternalId } from '@/lib/db/accounts';
import type { Queries } from '@/lib/db/connection/client';
import { setTenant } from '@/lib/db/connection/tenant';

/** The account with an ID, or else with an external ID, as `X-Account-Id` names it. Throws 404. */
export async function findNamedAccount(queries: Queries, appId: string, name: string): Promise<Account> {
  const found = isWellFormedId('account', name) ? await findAccount(queries, appId, name) : null;
  return requireFound(found ?? (await findAccountByExternalId(queries, appId, name)));
}

/** Sets the transaction's tenant to the account with an ID or external ID. Throws 404 for an unknown one. */
export async function enterAccount(
  queries: Queries,
  appId: string,
  name: string,
): Promise<{ key: AccountKey; title: string }> {
  const { id: accountId, title } = await findNamedAccount(queries, appId, name);
  const key = { appId, accountId };
  await setTenant(queries, key);
  return { key, title };
}

/** Throws 404 for an account that does not exist. */
export function requireFound<T>(account: T | null): T {
  if (account === null) throw new ApiError('account_not_found', 'Account not found.');
  return account;
}
