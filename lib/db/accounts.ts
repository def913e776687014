import type { FeeName } from '@/lib/contract/enums';
import type { CamelCase } from '@/lib/contract/field-names';
import type { Price } from './catalog';
import type { Queries } from './connection/client';
import {
  callFunction,
  fromTenant,
  type Queryable,
  queryJson,
  toSnakeCase,
  type WithMilliseconds,
} from './connection/query-json';
import { withAllAccounts } from './connection/tenant';
import type { BillingPeriod, GrantSource, HistoryKind } from './generated/enums';
import type { AccountModel, HistoryEntryModel } from './generated/models';
import type { WaitingChange } from './waiting-changes';

export type Account = Pick<AccountModel, keyof typeof accountFields>;

const accountFields = { id: true, title: true } as const;

/** The key of an account. */
export interface AccountKey {
  appId: string;
  accountId: string;
}

/** An account as the host application sees it. Times are in Unix milliseconds. */
export interface HostAccount
  extends WithMilliseconds<
    Pick<
      AccountModel,
      'id' | 'title' | 'externalId' | 'email' | 'createdAt' | 'periodEndsAt' | 'deletesAt' | 'users'
    >
  > {
  /** It is null if it never had a version. Title and tag are those in the catalog. */
  current: {
    versionId: string;
    title: string;
    tag: string;
    activatedAt: number;
    planSince: number;
    billingPeriod: BillingPeriod;
    /** When its trial ends, or null if it is in none. */
    trialEndsAt: number | null;
  } | null;
}

/** What the host application can change. */
export type AccountUpdate = Partial<
  Pick<AccountModel, 'title' | 'email' | 'periodEndsAt'> & { users: number }
>;

/** The last account of a page: 0, 1 for one that the search names or 2 for another match; the term that was found; and its ID. */
export type AccountPosition = [phase: number, key: string, id: string];

/** The newest entry of `/account/versions`: the account's current version. */
interface CurrentEntry extends Pick<HistoryEntryModel, 'id' | 'sequence' | 'versionId' | 'snapshotDigest'> {
  kind: HistoryKind;
  /** The time is in Unix milliseconds. */
  activatedAt: number;
  /** When the account came to the plan of the version, in Unix milliseconds. */
  planSince: number;
  /** Null means that of the app. */
  billingPeriod: BillingPeriod | null;
}

/** The newest change of an account's add-on: its state, and its price at that time. The names are those of the stored JSON. */
export interface AddOnState extends Price {
  id: string;
  addOnId: string;
  sequence: number;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  /** The time is in Unix milliseconds. */
  changedAt: number;
  title: string;
  currency: string;
  /** It is absent in rows of an earlier version, which have those of the app. */
  currencyDigits?: number;
  accountBillingPeriod: BillingPeriod;
}

/** What an account has besides its version, period and users. The names are those of the JSON in its history. */
export interface SubscriptionState {
  /** One for each add-on that was ever on. */
  addOnStates: AddOnState[];
  /** How many units of its version's price it has. It is absent if the version is not sold per unit. */
  quantity?: number;
  /** What was agreed with it. It is absent if there is nothing. */
  terms?: Terms;
  /** When the trial of its version ends, in Unix milliseconds. It is absent if it is in none. */
  trialEndsAt?: number;
  /** IDs of the versions whose trials it had. It is absent if there are none. */
  trials?: string[];
}

/** What an account pays and has instead of what its version has. The names are those of the JSON in its history. */
export interface Terms {
  /** ID of the history entry with which they were agreed. */
  id: string;
  /** A version of the plan that they are for. Null means all. */
  versionId: string | null;
  /** It has only the fees that differ. */
  price: { [Name in CamelCase<FeeName>]?: number };
  /** The key is the human ID. The value says whether it has the feature, or is the text of its value. */
  features: Record<string, boolean | string>;
  /** The amounts of limits, by human ID. Null is unlimited. */
  limits: Record<string, number | null>;
  /** The time is in Unix milliseconds. */
  from: number;
  /** When the terms end, in Unix milliseconds, or null if they do not end by themselves. */
  until: number | null;
  reason: string;
  /** Whether they are in effect. */
  active: boolean;
}

/** The account state that determines which versions it can see and switch to, and which add-ons are on. */
export interface AccountState extends SubscriptionState {
  account: Account & Pick<AccountModel, 'externalId'>;
  /** Unix milliseconds, or null if the host has not set it. */
  periodEndsAt: number | null;
  /** The time of the account's clock in Unix milliseconds, or null if it has none. */
  clockAt: number | null;
  /**
   * When it follows to the version that its own renews to, in Unix milliseconds. It is null if it does not, or until due work
   * has set it.
   */
  followsAt: number | null;
  /** The open ones, by ID. */
  changes: WaitingChange[];
  /** It is null if the account never had a version. */
  current: CurrentEntry | null;
  users: number;
  /** Sorted ids of the versions that are granted to it. */
  granted: string[];
  /** Whether the host has reported usage. */
  hasUsage: boolean;
  /** The sequence of the last history entry. 0 if there is none. */
  historySequence: number;
  /** The sequence of the last add-on change. 0 if there is none. */
  addOnSequence: number;
}

export function findAccount(queries: Queries, appId: string, id: string): Promise<Account | null> {
  return queries.account.findUnique({ where: { appId_id: { appId, id } }, select: accountFields });
}

/** Returns which of the IDs are IDs of accounts of the app. */
export async function findAccountIds(queries: Queries, appId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await queries.account.findMany({ where: { appId, id: { in: ids } }, select: { id: true } });
  return new Set(found.map(({ id }) => id));
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

/** The row of a new account. */
type NewAccountRow = Omit<AccountModel, 'clockAt' | 'searchTerms' | 'deletesAt' | 'deletedAt'>;

/** Creates accounts in this order. Returns the IDs of those whose external IDs the app did not have. */
export async function insertAccounts(queries: Queries, accounts: NewAccountRow[]): Promise<Set<string>> {
  // Prisma's createMany takes several times as long for a thousand rows.
  const inserted = await queries.$queryRaw<{ id: string }[]>`
    INSERT INTO accounts (app_id, id, external_id, title, email, created_at, period_ends_at, users)
    SELECT app_id, id, external_id, title, email, created_at, period_ends_at, users
    FROM jsonb_populate_recordset(NULL::accounts, ${JSON.stringify(accounts.map(toSnakeCase))}::jsonb)
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(inserted.map(({ id }) => id));
}

export type StoredAccount = Pick<
  AccountModel,
  'id' | 'externalId' | 'title' | 'email' | 'periodEndsAt' | 'users'
>;

export function findAccountsByExternalIds(
  queries: Queries,
  appId: string,
  externalIds: string[],
): Promise<StoredAccount[]> {
  return queries.account.findMany({
    where: { appId, externalId: { in: externalIds } },
    select: { id: true, externalId: true, title: true, email: true, periodEndsAt: true, users: true },
  });
}

/**
 * Locks the accounts with these external IDs until the end of the transaction, as a switch does, and returns them as
 * they are then. In one order, so that two callers do not deadlock.
 */
export function lockAccounts(
  queries: Queries,
  appId: string,
  externalIds: string[],
): Promise<StoredAccount[]> {
  return queries.$queryRaw`
    SELECT id, external_id AS "externalId", title, email, period_ends_at AS "periodEndsAt", users FROM accounts
    WHERE app_id = ${appId} AND external_id = ANY(${externalIds}) ORDER BY id FOR NO KEY UPDATE`;
}

/** Sets the given fields of accounts that the transaction has locked, in one statement. */
export async function updateAccounts(
  queries: Queries,
  appId: string,
  changes: { id: string; title?: string; email?: string; periodEndsAt?: Date; users?: number }[],
): Promise<void> {
  // Without the array of IDs, PostgreSQL would read all accounts of the app.
  await queries.$executeRaw`
    UPDATE accounts a SET title = coalesce(c.title, a.title), email = coalesce(c.email, a.email), users = coalesce(c.users, a.users),
      period_ends_at = coalesce(c."periodEndsAt", a.period_ends_at)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS c (id text, title text, email text, "periodEndsAt" timestamptz, users integer)
    WHERE a.app_id = ${appId} AND a.id = c.id AND a.id = ANY(${changes.map(({ id }) => id)})`;
}

export async function updateAccount(
  queries: Queries,
  appId: string,
  id: string,
  data: AccountUpdate,
): Promise<void> {
  await queries.account.update({ where: { appId_id: { appId, id } }, data });
}

/** Locks an account until the end of the transaction, as a switch does. */
export async function lockAccount(queries: Queries, { appId, accountId }: AccountKey): Promise<void> {
  await queries.$queryRaw`SELECT id FROM accounts WHERE app_id = ${appId} AND id = ${accountId} FOR NO KEY UPDATE`;
}

/** Sets or removes when an account is deleted. */
export async function setDeletion(
  queries: Queries,
  { appId, accountId }: AccountKey,
  deletesAt: Date | null,
): Promise<void> {
  await queries.account.update({ where: { appId_id: { appId, id: accountId } }, data: { deletesAt } });
}

/** An account of the transaction's tenant, or null. */
export async function readHostAccount(
  queries: Queries,
  appId: string,
  id: string,
): Promise<HostAccount | null> {
  const [account = null] = await readHostAccounts(queries, appId, [id]);
  return account;
}

/** The accounts with these IDs, in their order. The transaction's tenant is the account, or the app with all accounts. */
export function readHostAccounts(queries: Queries, appId: string, ids: string[]): Promise<HostAccount[]> {
  return callFunction(queries, 'read_accounts', [appId, ids]);
}

/** How many matches of a search are compared with a version at most. They take some milliseconds. */
const maxScanned = 1000;

/** A page of the accounts of an app. It can have fewer than `limit` accounts and a next one. */
export async function readAccountPage(
  database: Queryable,
  appId: string,
  {
    search,
    versionId,
    after,
    limit,
  }: { search: string | null; versionId: string | null; after: AccountPosition | null; limit: number },
): Promise<{ accounts: HostAccount[]; next: AccountPosition | null }> {
  const values = [appId, search, versionId, after && JSON.stringify(after), limit, maxScanned];
  const page = await callFunction<{ accounts: HostAccount[]; next: AccountPosition | null }>(
    database,
    'list_accounts',
    values,
  );
  return page ?? { accounts: [], next: null };
}

/** The state of an account as of one statement, or null if there is no such account. */
export function readAccountState(
  queries: Queries,
  appId: string,
  accountId: string,
): Promise<AccountState | null> {
  return callFunction(queries, 'read_account_state', [appId, accountId]);
}

/** Reads the states of many accounts. The transaction's tenant is the app. */
export async function readAccountStates(
  queries: Queries,
  appId: string,
  accountIds: string[],
): Promise<AccountState[]> {
  const rows = await withAllAccounts(
    queries,
    () => queries.$queryRaw<{ state: AccountState }[]>`
      SELECT read_account_state(${appId}, id) AS state FROM unnest(${accountIds}::text[]) AS id`,
  );
  return rows.map(({ state }) => state);
}

const stateQuery = {
  name: 'find_account_state',
  text: `SELECT read_account_state($1, $2)::text AS json ${fromTenant} WHERE t IS NOT NULL`,
};

/** Reads the state in a transaction of its own. */
export function findAccountState(
  database: Queryable,
  { appId, accountId }: AccountKey,
): Promise<AccountState | null> {
  return queryJson(database, stateQuery, [appId, accountId]);
}

/** The database's clock. `now()` would return the start of the transaction, before any wait for a lock. */
export async function readClock(queries: Queries): Promise<Date> {
  const [row] = await queries.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return row.now;
}

/** A grant with its version as it is in the catalog. */
export interface VersionGrant {
  version: { id: string; title: string; tag: string };
  source: GrantSource;
  createdAt: Date;
}

const select = {
  version: { select: { id: true, title: true, tag: true } },
  source: true,
  createdAt: true,
} as const;

/** The grants of an account, by the ID of the version. */
export function listGrants(queries: Queries, where: AccountKey): Promise<VersionGrant[]> {
  return queries.versionGrant.findMany({ where, select, orderBy: { versionId: 'asc' } });
}

/** Whether the app has a version, public or not. */
export async function hasVersion(queries: Queries, appId: string, id: string): Promise<boolean> {
  return (await queries.version.count({ where: { appId, id } })) > 0;
}

/** Grants a version by the API. `isNew` is false if the API had granted it. */
export async function insertGrant(
  queries: Queries,
  { appId, accountId, versionId }: AccountKey & { versionId: string },
): Promise<VersionGrant & { isNew: boolean }> {
  const changed = await queries.$executeRaw`
    INSERT INTO version_grants AS g (app_id, account_id, version_id, source) VALUES (${appId}, ${accountId}, ${versionId}, 'api')
    ON CONFLICT (app_id, account_id, version_id) DO UPDATE SET source = 'both' WHERE g.source = 'price_list'`;
  const key = { appId, accountId, versionId };
  const grant = await queries.versionGrant.findUniqueOrThrow({
    where: { appId_accountId_versionId: key },
    select,
  });
  return { ...grant, isNew: changed > 0 };
}

/** Removes a grant of the API, if there is one, unless the price list grants the version. */
export async function deleteGrant(
  queries: Queries,
  key: AccountKey & { versionId: string },
): Promise<'removed' | 'none' | 'in_price_list'> {
  const { count } = await queries.versionGrant.deleteMany({ where: { ...key, source: 'api' } });
  if (count > 0) return 'removed';
  return (await queries.versionGrant.count({ where: key })) === 0 ? 'none' : 'in_price_list';
}
