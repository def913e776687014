import { type HostAccount, readHostAccount } from '@/lib/db/accounts';
import { type PersonalData, readPersonalData, removePersonalData } from '@/lib/db/personal-data';
import { readTenant, withTenant } from '@/lib/db/tenant';
import { listGrants, type VersionGrant } from '@/lib/db/version-grants';
import { requireFound } from './accounts';
import type { AccountCaller, AppKeyCaller } from './caller';
import type { Service } from './service';
import { enterAccount } from './version-grants';

/** Everything kept about an account, but for its history. */
export interface AccountData extends PersonalData {
  account: HostAccount;
  grants: VersionGrant[];
}

/**
 * Removes personal data of an account and ends its sessions and keys. Its history stays, without names and user IDs. It
 * has no external ID any more. Returns its ID. Throws 404 for an unknown account.
 */
export function anonymizeAccount(
  { db }: Service,
  { app }: AppKeyCaller,
  externalId: string,
): Promise<string> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, externalId);
    await removePersonalData(queries, key);
    return key.accountId;
  });
}

/** The data of an account, and the caller that reads its history. Throws 404 for an unknown account. */
export function getAccountData(
  { db }: Service,
  caller: AppKeyCaller,
  externalId: string,
): Promise<{ data: AccountData; reader: AccountCaller }> {
  const { app } = caller;
  return readTenant(db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, externalId);
    const account = requireFound(await readHostAccount(queries, app.id, key.accountId));
    const grants = await listGrants(queries, key);
    const data = { account, grants, ...(await readPersonalData(queries, key)) };
    return { data, reader: { ...caller, account, role: 'owner' } };
  });
}
