import { ApiError } from '@/lib/contract/errors';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import {
  type AccountKey,
  type HostAccount,
  listGrants,
  lockAccount,
  readHostAccount,
  setDeletion,
  type VersionGrant,
} from '@/lib/db/accounts';
import { findRemoval } from '@/lib/db/audit-entries';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { type PersonalData, readPersonalData, removePersonalData } from '@/lib/db/personal-data';
import { recordAudit } from '../audit/audit';
import type { AccountCaller, AppKeyCaller } from '../caller';
import { isSamePerson } from '../changes/compare-waiting-changes';
import { enterAccount, requireFound } from '../find-account';
import type { Service } from '../service';

/** Everything kept about an account, but for its history. */
export interface AccountData extends PersonalData {
  account: HostAccount;
  grants: VersionGrant[];
}

/**
 * Removes personal data of an account and ends its sessions and keys. Its history stays, without names and user IDs. It
 * has no external ID any more. Returns its ID. Support does what another person has requested. Throws 404 for an unknown
 * account, and 403 and 422 for support.
 */
export function anonymizeAccount(service: Service, caller: AppKeyCaller, account: string): Promise<string> {
  return changeLocked(service, caller, account, async (queries, key) => {
    if (caller.role === 'support') assertOther(caller, await findRemoval(queries, key));
    await removePersonalData(queries, key);
    await recordAudit(queries, service, caller, { type: 'account.anonymized', accountId: key.accountId });
  });
}

/** Throws 422 without a request of the removal, and 403 to who has made it. */
function assertOther({ actor }: AppKeyCaller, requested: Awaited<ReturnType<typeof findRemoval>>): void {
  if (!requested) {
    const message = 'No one has requested to remove the personal data of this account.';
    throw new ApiError('removal_not_requested', message);
  }
  if (isSamePerson({ actorId: actor.id, actorUserId: actor.userId ?? null }, requested)) {
    const message = 'You requested to remove the personal data. Another person confirms it.';
    throw new ApiError('other_person_required', message);
  }
}

interface RemovalInput {
  account: string;
  type: 'account.removal_requested' | 'account.removal_withdrawn';
  reason: string | null;
}

/** Requests the removal of an account's personal data, or withdraws that. Returns the account's ID. Throws 404. */
export function changeRemoval(
  service: Service,
  caller: AppKeyCaller,
  { account, type, reason }: RemovalInput,
): Promise<string> {
  return changeLocked(service, caller, account, async (queries, key) => {
    const isRequested = (await findRemoval(queries, key)) !== null;
    if (isRequested === (type === 'account.removal_requested')) return;
    await recordAudit(queries, service, caller, { type, accountId: key.accountId, data: { reason } });
  });
}

function changeLocked(
  { db }: Service,
  { app }: AppKeyCaller,
  account: string,
  change: (queries: Queries, key: AccountKey) => Promise<void>,
): Promise<string> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, account);
    await lockAccount(queries, key);
    await change(queries, key);
    return key.accountId;
  });
}

const deletionDays = 30;
const dayMs = 86_400_000;

interface DeletionInput {
  account: string;
  /** The ID of the account, as a confirmation. */
  confirm: string;
  /** Whether the worker deletes it now. */
  immediately: boolean;
}

/** Deletes an account in 30 days, or now, unless it is to be deleted earlier. Throws 404, and 400 for another `confirm`. */
export function deleteAccount(
  service: Service,
  caller: AppKeyCaller,
  { account, confirm, immediately }: DeletionInput,
): Promise<HostAccount> {
  return changeDeletion(service, caller, account, async (queries, key, { deletesAt: known }) => {
    if (confirm !== key.accountId) {
      throw fieldError(invalidParameter('confirm', 'expected the ID of the account'));
    }
    const now = service.now().getTime();
    const deletesAt = immediately ? now : now + deletionDays * dayMs;
    if (known !== null && known <= deletesAt) return;
    await setDeletion(queries, key, new Date(deletesAt));
    const data = { deletes_at: new Date(deletesAt).toISOString() };
    const entry = { type: 'account.deletion_scheduled', accountId: key.accountId, data } as const;
    await recordAudit(queries, service, caller, entry);
  });
}

/** Keeps an account that is to be deleted. Throws 404. */
export function restoreAccount(
  service: Service,
  caller: AppKeyCaller,
  account: string,
): Promise<HostAccount> {
  return changeDeletion(service, caller, account, async (queries, key, { deletesAt }) => {
    if (deletesAt === null) return;
    await setDeletion(queries, key, null);
    const entry = { type: 'account.deletion_withdrawn', accountId: key.accountId } as const;
    await recordAudit(queries, service, caller, entry);
  });
}

function changeDeletion(
  { db }: Service,
  { app }: AppKeyCaller,
  account: string,
  change: (queries: Queries, key: AccountKey, account: HostAccount) => Promise<void>,
): Promise<HostAccount> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, account);
    await lockAccount(queries, key);
    const read = async () => requireFound(await readHostAccount(queries, app.id, key.accountId));
    await change(queries, key, await read());
    return read();
  });
}

/** The entry of the audit that requests the removal of the personal data of the caller's account, or null if there is none. */
export function getRemoval({ db }: Service, { app, account }: Pick<AccountCaller, 'app' | 'account'>) {
  const key = { appId: app.id, accountId: account.id };
  return readTenant(db, key, (queries) => findRemoval(queries, key));
}

/** The data of an account, and the caller that reads its history. The audit has exports by support. Throws 404. */
export async function getAccountData(
  service: Service,
  caller: AppKeyCaller,
  name: string,
  reason: string | null = null,
): Promise<{ data: AccountData; reader: AccountCaller }> {
  const { app } = caller;
  const found = await readTenant(service.db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, name);
    const account = requireFound(await readHostAccount(queries, app.id, key.accountId));
    const grants = await listGrants(queries, key);
    const data = { account, grants, ...(await readPersonalData(queries, key)) };
    return { data, reader: { ...caller, account, role: 'owner' as const } };
  });
  if (caller.role === 'support') {
    const accountId = found.data.account.id;
    await withTenant(service.db, { appId: app.id, accountId }, (queries) =>
      recordAudit(queries, service, caller, { type: 'account.exported', accountId, data: { reason } }),
    );
  }
  return found;
}
