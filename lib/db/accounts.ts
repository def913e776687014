import type { Price } from './catalog';
import type { Queries } from './client';
import type { BillingPeriod } from './generated/enums';
import type { AccountModel } from './generated/models';

export type Account = Pick<AccountModel, keyof typeof accountFields>;

const accountFields = { id: true, title: true } as const;

/** The key of an account. */
export interface AccountKey {
  appId: string;
  accountId: string;
}

/** The newest activation: the account's current version. */
export interface CurrentActivation {
  id: string;
  sequence: number;
  versionId: string;
  /** Unix milliseconds. */
  activatedAt: number;
  snapshotDigest: string;
  /** Null for that of the app. */
  billingPeriod: BillingPeriod | null;
}

/** The newest change of an account's add-on: its state, and its price at that time. */
export interface AddOnState extends Price {
  id: string;
  addOnId: string;
  sequence: number;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  /** Unix milliseconds. */
  changedAt: number;
  title: string;
  accountBillingPeriod: BillingPeriod;
}

/** The account state that determines which versions it can see and switch to, and which add-ons are on. */
export interface AccountState {
  account: Account;
  /** Null if the account never had a version. */
  current: CurrentActivation | null;
  /** Sorted ids of the versions that are granted to it. */
  granted: string[];
  /** The sequence of the last add-on change. 0 if there is none. */
  addOnSequence: number;
  /** One for each add-on that was ever on. */
  addOnStates: AddOnState[];
}

export function findAccount(queries: Queries, appId: string, id: string): Promise<Account | null> {
  return queries.account.findUnique({ where: { appId_id: { appId, id } }, select: accountFields });
}

/** The account with this id in the host application, or null. */
export function findAccountByExternalId(
  queries: Queries,
  appId: string,
  externalId: string,
): Promise<Account | null> {
  return queries.account.findUnique({
    where: { appId_externalId: { appId, externalId } },
    select: accountFields,
  });
}

/** Creates an account. False if the app already has one with this external id. */
export async function insertAccount(queries: Queries, account: AccountModel): Promise<boolean> {
  const { count } = await queries.account.createMany({ data: [account], skipDuplicates: true });
  return count > 0;
}

export async function updateAccountTitle(
  queries: Queries,
  appId: string,
  id: string,
  title: string,
): Promise<void> {
  await queries.account.update({ where: { appId_id: { appId, id } }, data: { title } });
}

/** The first `limit` accounts of an app by title. */
export async function listAccounts(queries: Queries, appId: string, limit: number): Promise<Account[]> {
  // PostgreSQL can't estimate the rows that policies leave. It would sort all accounts instead of using the index.
  await queries.$executeRaw`SET LOCAL enable_sort = off`;
  const accounts = await queries.account.findMany({
    where: { appId },
    select: accountFields,
    orderBy: [{ title: 'asc' }, { id: 'asc' }],
    take: limit,
  });
  await queries.$executeRaw`SET LOCAL enable_sort = on`;
  return accounts;
}

/** The state of an account as of one statement. Null if there is no such account. */
export async function readAccountState(
  queries: Queries,
  appId: string,
  accountId: string,
): Promise<AccountState | null> {
  const [row] = await queries.$queryRaw<[{ state: AccountState | null }]>`
    SELECT read_account_state(${appId}, ${accountId}) AS state`;
  return row.state;
}

/** The database's clock. `now()` would return the start of the transaction, before any wait for a lock. */
export async function readClock(queries: Queries): Promise<Date> {
  const [row] = await queries.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return row.now;
}
