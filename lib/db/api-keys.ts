import { type MakeId, makeId as makeAuditId } from '@/lib/contract/ids';
import type { AccountKey } from './accounts';
import { insertAuditEntry, type NewAuditEntry, operator } from './audit-entries';
import type { App } from './catalog';
import type { Database, Queries } from './connection/client';
import { displayedPrefixLength, hashSecret, makeSecret } from './connection/secret';
import { readTenant, setTenant, withTenant } from './connection/tenant';
import { waitForInvalidation } from './connection/wait-for-invalidation';
import type { ApiKeyModel } from './generated/models';

/** A key without its secret. */
export type KeySummary = Omit<ApiKeyModel, 'secretHash'>;

/** `accountId` and `role` are null for an app key. */
type NewKey = Omit<KeySummary, 'id' | 'prefix' | 'readOnly' | 'createdAt' | 'revokedAt'> &
  Partial<Pick<KeySummary, 'readOnly'>>;

/** A new key. Only its hash is stored: the secret can't be read again. */
export type CreatedKey = KeySummary & { secret: string };

/** Creates a key, as an operator. */
export function createKey(db: Database, key: NewKey, makeId: MakeId): Promise<CreatedKey> {
  const create = (queries: Queries) => insertKey(queries, key, operator, makeId);
  return withTenant(db, { appId: key.appId }, create, { cached: false });
}

/** The same in a transaction, whose tenant is the app. */
export async function insertKey(
  queries: Queries,
  key: NewKey,
  by: Pick<NewAuditEntry, 'actor' | 'channel'>,
  makeId: MakeId,
): Promise<CreatedKey> {
  const secret = makeSecret('avk');
  const id = makeId('key');
  const data = { ...key, id, prefix: secret.slice(0, displayedPrefixLength), secretHash: hashSecret(secret) };
  const { appId, accountId, role, name } = key;
  const created = await queries.apiKey.create({ data, omit: { secretHash: true } });
  await insertAuditEntry(queries, {
    appId,
    id: makeId('auditEntry'),
    accountId,
    type: 'key.created',
    targetId: id,
    ...by,
    occurredAt: created.createdAt,
    // The name of an account's key can be that of a person.
    data: accountId === null ? { role, name } : { role },
  });
  return { ...created, secret };
}

/** The keys of an app, including revoked and expired ones, oldest first. */
export function listKeys(db: Database, appId: string): Promise<KeySummary[]> {
  return readTenant(db, { appId }, (queries) =>
    queries.apiKey.findMany({
      where: { appId },
      omit: { secretHash: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
}

/** The keys that are bound to an account, including revoked and expired ones, newest first. */
export function listAccountKeys(queries: Queries, where: AccountKey): Promise<KeySummary[]> {
  return queries.apiKey.findMany({ where, omit: { secretHash: true }, orderBy: { id: 'desc' } });
}

/** Revokes a key. It is false if there is none with this id. A revoked key keeps its `revokedAt`. Only the owner can call it. */
export async function revokeKey(db: Database, id: string, at: Date): Promise<boolean> {
  const isFound = await db.$transaction(async (queries) => {
    await readAllTenants(queries);
    const key = await queries.apiKey.findFirst({
      where: { id },
      select: { appId: true, accountId: true, name: true, revokedAt: true },
    });
    if (!key) return false;
    const { appId, accountId, name, revokedAt } = key;
    await setTenant(queries, { appId });
    if (!revokedAt) await markRevoked(queries, { appId, id, accountId, name }, at, operator);
    return true;
  });
  await waitForInvalidation(db);
  return isFound;
}

/** Revokes a key in a transaction, whose tenant is the app. */
export async function markRevoked(
  queries: Queries,
  { appId, id, accountId, name }: Pick<KeySummary, 'appId' | 'id' | 'accountId' | 'name'>,
  at: Date,
  by: Pick<NewAuditEntry, 'actor' | 'channel'>,
): Promise<void> {
  await queries.apiKey.update({ where: { appId_id: { appId, id } }, data: { revokedAt: at } });
  await insertAuditEntry(queries, {
    appId,
    id: makeAuditId('auditEntry'),
    accountId,
    type: 'key.revoked',
    targetId: id,
    ...by,
    occurredAt: at,
    data: accountId === null ? { name } : {},
  });
}

/** The app that has an account, or null. Only the owner can call it. */
export function findAppOfAccount(
  db: Database,
  accountId: string,
): Promise<Pick<App, 'id' | 'timeZone'> | null> {
  return db.$transaction(async (queries) => {
    await readAllTenants(queries);
    const account = await queries.account.findFirst({
      where: { id: accountId },
      select: { app: { select: { id: true, timeZone: true } } },
    });
    return account?.app ?? null;
  });
}

/** Lets the open transaction of the owner read the rows of all tenants. */
async function readAllTenants(queries: Queries): Promise<void> {
  await queries.$queryRaw`SELECT set_config('tenant.backup', 'on', true)`;
}
