import type { Queries } from './client';

export interface Account {
  id: string;
  title: string;
}

/** The newest activation: the account's current version and since when. */
export interface CurrentActivation {
  id: string;
  sequence: number;
  versionId: string;
  /** Unix milliseconds. */
  activatedAt: number;
  snapshotDigest: string;
}

/** What of an account decides about its versions. */
export interface Standing {
  account: Account;
  /** Null where it never had one. */
  current: CurrentActivation | null;
  /** Ids of the versions that are granted to it, in order. */
  granted: string[];
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
export async function readCurrent(
  queries: Queries,
  appId: string,
  accountId: string,
): Promise<CurrentActivation | null> {
  return (await readStanding(queries, appId, accountId))?.current ?? null;
}

/** How an account stands, as of one moment; null where there is no such account. */
export async function readStanding(
  queries: Queries,
  appId: string,
  accountId: string,
): Promise<Standing | null> {
  const [row] = await queries.$queryRaw<[{ standing: Standing | null }]>`
    SELECT read_standing(${appId}, ${accountId}) AS standing`;
  return row.standing;
}

/** The database's clock now. `now()` would be the transaction's start, before any wait for a lock. */
export async function readClock(queries: Queries): Promise<Date> {
  const [row] = await queries.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return row.now;
}
