import type { AccountRole } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { type CreatedKey, insertKey, type KeySummary, listAccountKeys, markRevoked } from '@/lib/db/access';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { type AppCaller, type AppKeyCaller, getChannel } from '../caller';
import { findNamedAccount } from '../find-account';
import type { Service } from '../service';

export type { CreatedKey, KeySummary };

interface AccountKeyOptions {
  role: AccountRole;
  /** Null means the default. */
  name: string | null;
  readOnly: boolean;
  /** Null means never. */
  expiresAt: Date | null;
}

/** Creates a key that is bound to an account. Throws 404 for an unknown account, and 400 for an expiry in the past. */
export async function createAccountKey(
  service: Service,
  caller: AppKeyCaller,
  accountName: string,
  { name, expiresAt, ...options }: AccountKeyOptions,
): Promise<CreatedKey> {
  const { app, actor } = caller;
  if (expiresAt && expiresAt <= service.now()) {
    throw fieldError(invalidParameter('expires_at', 'expected a time in the future'));
  }
  return withTenant(service.db, { appId: app.id }, async (queries) => {
    const { id: accountId } = await findNamedAccount(queries, app.id, accountName);
    const key = { ...options, appId: app.id, accountId, name: name ?? `${options.role} key`, expiresAt };
    return insertKey(queries, key, { actor, channel: getChannel(caller) }, service.makeId);
  });
}

/**
 * Revokes a key of an account, and returns it. When it ends, no server accepts the key. Throws 404 for an unknown account, and
 * for a key that is not one of its keys. A revoked key keeps its time.
 */
export async function revokeAccountKey(
  service: Service,
  caller: AppKeyCaller,
  accountName: string,
  keyId: string,
): Promise<KeySummary> {
  const { app, actor } = caller;
  const key = await withTenant(service.db, { appId: app.id }, async (queries) => {
    const { id: accountId } = await findNamedAccount(queries, app.id, accountName);
    const keys = isWellFormedId('key', keyId)
      ? await listAccountKeys(queries, { appId: app.id, accountId })
      : [];
    const found = keys.find(({ id }) => id === keyId);
    if (!found) throw new ApiError('key_not_found', 'Key not found.');
    if (found.revokedAt) return found;
    const revokedAt = service.now();
    await markRevoked(queries, found, revokedAt, { actor, channel: getChannel(caller) });
    return { ...found, revokedAt };
  });
  await waitForInvalidation(service.db);
  return key;
}

/** The keys that are bound to an account, newest first. Throws 404. */
export function listKeysOfAccount(
  { db }: Service,
  { app }: Pick<AppCaller, 'app'>,
  name: string,
): Promise<KeySummary[]> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const { id: accountId } = await findNamedAccount(queries, app.id, name);
    return listAccountKeys(queries, { appId: app.id, accountId });
  });
}
