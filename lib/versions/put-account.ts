import { createAccount } from '@/lib/data/create-account';
import { findAccountByExternalId, readClock, readCurrent, renameAccount } from '@/lib/data/read-account';
import { setTenant, withTenant } from '@/lib/data/tenant';
import type { AppKeyCaller } from './caller';
import type { Service } from './service';

/** How the host product wants one of its accounts to be. */
export interface AccountOrder {
  externalId: string;
  title: string;
}

export interface AccountOutcome extends AccountOrder {
  id: string;
  created: boolean;
  /** Its current version; null where it has none. */
  versionId: string | null;
}

/** Makes the account on the app's default version, or finds it, and renames it where it had another title. */
export async function putAccount(
  service: Service,
  caller: AppKeyCaller,
  order: AccountOrder,
): Promise<AccountOutcome> {
  const found = await updateAccount(service, caller, order);
  if (found) return found;
  const { actor, app } = caller;
  const clock = await withTenant(service.db, { appId: app.id }, readClock);
  const at = new Date(await service.recordTime(clock.getTime()));
  const account = { ...order, actor, channel: 'api', at };
  const made = await createAccount(service.db, app, account, service.makeId);
  if (made) return { ...order, ...made, created: true };
  // Another call made it meanwhile, and has committed: nobody removes accounts.
  const others = await updateAccount(service, caller, order);
  if (!others) throw new Error('The account was there and is gone.');
  return others;
}

async function updateAccount(
  { db }: Service,
  { app }: AppKeyCaller,
  { externalId, title }: AccountOrder,
): Promise<AccountOutcome | null> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const account = await findAccountByExternalId(queries, app.id, externalId);
    if (!account) return null;
    const { id } = account;
    if (account.title !== title) await renameAccount(queries, app.id, id, title);
    await setTenant(queries, { appId: app.id, accountId: id });
    const current = await readCurrent(queries, app.id, id);
    return { id, externalId, title, created: false, versionId: current?.versionId ?? null };
  });
}
