import type { Queries } from './client';
import { isStatementTimeout, LockTimeout } from './failure';

export interface Account {
  id: string;
  title: string;
}

/** The newest activation: the account's current version and since when. */
export interface CurrentActivation {
  id: string;
  sequence: number;
  versionId: string;
  activatedAt: Date;
  snapshotDigest: string;
}

export function findAccount(queries: Queries, appId: string, id: string): Promise<Account | null> {
  return queries.account.findUnique({
    where: { appId_id: { appId, id } },
    select: { id: true, title: true },
  });
}

/** The account that the host product knows by this id. */
export function findAccountByExternalId(
  queries: Queries,
  appId: string,
  externalId: string,
): Promise<Account | null> {
  return queries.account.findUnique({
    where: { appId_externalId: { appId, externalId } },
    select: { id: true, title: true },
  });
}

export async function renameAccount(
  queries: Queries,
  appId: string,
  id: string,
  title: string,
): Promise<void> {
  await queries.account.update({ where: { appId_id: { appId, id } }, data: { title } });
}

/** The accounts of an app, by title. `limit` bounds the answer. */
export function listAccounts(queries: Queries, appId: string, limit: number): Promise<Account[]> {
  return queries.account.findMany({
    where: { appId },
    select: { id: true, title: true },
    orderBy: [{ title: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}

/** The account's current version, null where it never had one. */
export function readCurrent(
  queries: Queries,
  appId: string,
  accountId: string,
): Promise<CurrentActivation | null> {
  return queries.activation.findFirst({
    where: { appId, accountId },
    orderBy: { sequence: 'desc' },
    select: { id: true, sequence: true, versionId: true, activatedAt: true, snapshotDigest: true },
  });
}

/**
 * Waits for the account's row and keeps it until the transaction ends: switches of one account queue here.
 * False where there is no such account. Throws `LockTimeout` where the wait takes too long.
 */
export async function lockAccount(queries: Queries, appId: string, accountId: string): Promise<boolean> {
  try {
    // Not FOR UPDATE, which would also hold back a sign-in or a grant: their rows point at the account's.
    const rows = await queries.$queryRaw<unknown[]>`
      SELECT 1 FROM accounts WHERE app_id = ${appId} AND id = ${accountId} FOR NO KEY UPDATE`;
    return rows.length > 0;
  } catch (error) {
    // Behind a queue there are two waits, for the next place in it and for the row. `lock_timeout` bounds each of
    // them, the statement's own timeout both together.
    if (isStatementTimeout(error)) throw new LockTimeout('The account’s row was not free.', { cause: error });
    throw error;
  }
}

/** The database's clock now. `now()` would be the transaction's start, before any wait for a lock. */
export async function readClock(queries: Queries): Promise<Date> {
  const [row] = await queries.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return row.now;
}
