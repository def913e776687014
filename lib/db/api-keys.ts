import type { MakeId } from '@/lib/contract/ids';
import type { Database, Queries } from './client';
import type { ApiKeyModel } from './generated/models';
import { displayedPrefixLength, hashSecret, makeSecret } from './secret';
import { setTenant, withTenant } from './tenant';
import { waitForInvalidation } from './wait-for-invalidation';

/** A key without its secret. */
export type KeySummary = Omit<ApiKeyModel, 'secretHash'>;

/** `accountId` and `role` are null for an app key. */
type NewKey = Omit<KeySummary, 'id' | 'prefix' | 'createdAt' | 'revokedAt'>;

/** Creates a key. Only its hash is stored: the secret can't be read again. */
export async function createKey(
  db: Database,
  key: NewKey,
  makeId: MakeId,
): Promise<{ id: string; secret: string }> {
  const secret = makeSecret('avk');
  const id = makeId('key');
  await withTenant(db, { appId: key.appId }, (queries) =>
    queries.apiKey.create({
      data: { ...key, id, prefix: secret.slice(0, displayedPrefixLength), secretHash: hashSecret(secret) },
    }),
  );
  return { id, secret };
}

/** The keys of an app, including revoked and expired ones, oldest first. */
export function listKeys(db: Database, appId: string): Promise<KeySummary[]> {
  return withTenant(db, { appId }, (queries) =>
    queries.apiKey.findMany({
      where: { appId },
      omit: { secretHash: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
}

/** Revokes a key. False if there is none with this id. A revoked key keeps its `revokedAt`. */
export async function revokeKey(db: Database, id: string, at: Date): Promise<boolean> {
  const found = await findInApps(db, async (queries, appId) => {
    const key = await queries.apiKey.findUnique({
      where: { appId_id: { appId, id } },
      select: { revokedAt: true },
    });
    if (key && key.revokedAt === null) {
      await queries.apiKey.update({ where: { appId_id: { appId, id } }, data: { revokedAt: at } });
    }
    return key;
  });
  await waitForInvalidation(db);
  return found !== null;
}

/** Id of the app that has an account, or null. */
export function findAppOfAccount(db: Database, accountId: string): Promise<string | null> {
  return findInApps(db, async (queries, appId) => {
    const account = await queries.account.findUnique({
      where: { appId_id: { appId, id: accountId } },
      select: { appId: true },
    });
    return account && appId;
  });
}

/** Runs `find` for one app after the other, since a transaction sees one app at a time, until it returns a value. */
function findInApps<T>(
  db: Database,
  find: (queries: Queries, appId: string) => Promise<T | null>,
): Promise<T | null> {
  return db.$transaction(async (queries) => {
    for (const { id } of await queries.app.findMany({ select: { id: true }, orderBy: { id: 'asc' } })) {
      await setTenant(queries, { appId: id });
      const found = await find(queries, id);
      if (found !== null) return found;
    }
    return null;
  });
}
