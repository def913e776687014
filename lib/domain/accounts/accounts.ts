import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import { isWellFormedId, type MakeId, toEventId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import {
  commitAccountChanges,
  type FirstEntry,
  insertFirstEntries,
  type NewHistoryEntry,
} from '@/lib/db/account-changes';
import {
  type AccountKey,
  type AccountPosition,
  type AccountState,
  type AccountUpdate,
  findAccount,
  type HostAccount,
  insertAccounts,
  lockAccounts,
  readAccountPage,
  readAccountState,
  readClock,
  readHostAccount,
  updateAccount as updateStoredAccount,
} from '@/lib/db/accounts';
import { type App, type AppCatalog, type CatalogVersion, toPriceJson } from '@/lib/db/catalog';
import { readLockedCatalog } from '@/lib/db/catalog-changes';
import type { Database, Queries } from '@/lib/db/connection/client';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { readTenant, setTenant, withTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { insertEvents } from '@/lib/db/events';
import { type Actor, findDigestAt, readDigests } from '@/lib/db/history';
import { listBillingPeriods, selectBillingPeriod } from '@/lib/pricing/price';
import {
  type AccountCaller,
  type AppCaller,
  type AppKeyCaller,
  noCallerState,
  toCallerState,
} from '../caller';
import { createView } from '../catalog/catalog-view';
import { findNamedAccount, requireFound } from '../find-account';
import type { Service } from '../service';
import { evaluateChange } from '../subscription/evaluate-change';
import { recordChange } from '../subscription/record-change';

export type { AccountPosition, HostAccount };

/** The first version of an account. */
interface FirstVersion {
  /** The default is the version with the tag, or the app's default version. */
  versionId?: string | undefined;
  tag?: string | undefined;
  /** The default is month, if the version is sold for it. */
  billingPeriod?: BillingPeriod | undefined;
  /** When the account got the version. The default is when it is created. */
  activatedAt?: Date | undefined;
}

/** An account as the host application specifies it. What is left out does not change, and is the default of a new one. */
interface AccountInput extends FirstVersion {
  /** ID in the host application. */
  externalId: string;
  title: string;
  email?: string | null | undefined;
  periodEndsAt?: Date | null | undefined;
  /** The default is 1. */
  users?: number | undefined;
}

interface NewAccount extends Omit<AccountInput, 'externalId'> {
  externalId: string | null;
  /** Recorded with the first history entry, as is the channel ("api" or "command"). */
  actor: Actor;
  channel: string;
  at: Date;
}

interface CreatedAccount {
  id: string;
  /** It is null if the app has no default version. The history is empty then. */
  versionId: string | null;
}

/**
 * Creates an account on the named version or the app's default version. It is null if the app already has an account with
 * this external id. Of two concurrent calls, one creates the account and the other waits and returns null. Throws 404
 * for an unknown version and 422 for a period that it is not sold for.
 */
export function createAccount(
  db: Database,
  app: App,
  {
    externalId,
    title,
    email = null,
    periodEndsAt = null,
    users = 1,
    actor,
    channel,
    at,
    ...first
  }: NewAccount,
  makeId: MakeId,
): Promise<CreatedAccount | null> {
  const id = makeId('account');
  const create = async (queries: Queries): Promise<CreatedAccount | null> => {
    const account = { appId: app.id, id, externalId, title, email, createdAt: at, periodEndsAt, users };
    if ((await insertAccounts(queries, [account])).size === 0) return null;
    const rows = [{ accountId: id, title, users, ...first }];
    const catalog = await readLockedCatalog(queries, app.id);
    const [begun] = await beginHistories(queries, catalog, { rows, actor, channel, at, makeId });
    return { id, versionId: begun?.entry.versionId ?? null };
  };
  return withTenant(db, { appId: app.id, accountId: id }, create, { cached: false });
}

interface NewHistories extends Pick<NewAccount, 'actor' | 'channel' | 'at'> {
  rows: (FirstVersion & { accountId: string; title: string; users: number })[];
  makeId: MakeId;
}

/**
 * Inserts the events of new accounts and the first entries of their histories, which it returns. The transaction has
 * locked the catalog.
 */
export async function beginHistories(
  queries: Queries,
  catalog: AppCatalog,
  { rows, actor, channel, at, makeId }: NewHistories,
): Promise<FirstEntry[]> {
  if (rows.length === 0) return [];
  const { app } = catalog;
  const isPast = rows.some(({ activatedAt }) => activatedAt !== undefined);
  const digests = isPast ? await readDigests(queries, app.id) : null;
  const entries = rows.flatMap(({ accountId, activatedAt, users, ...first }): FirstEntry[] => {
    const version = findFirstVersion(catalog, first);
    if (!version) return [];
    const billingPeriod = selectFirstPeriod(version, app, first.billingPeriod);
    const evaluation = evaluateChange(
      { catalog, state: { ...noCallerState, users } },
      { role: 'owner', appKey: true },
      { type: 'start', versionId: version.id, billingPeriod },
    );
    const recorded = { channel, reason: null };
    const { change } = recordChange({ makeId }, { actor, origin: 'host' }, recorded, evaluation);
    const entry = change!.entry!;
    // The content that the version had then.
    const digest = activatedAt && findDigestAt(digests?.get(version.id) ?? [], activatedAt);
    return [
      {
        accountId,
        entry: { ...entry, snapshotDigest: digest ?? entry.snapshotDigest },
        at: activatedAt ?? at,
      },
    ];
  });
  const shared = { appId: app.id, occurredAt: at };
  await insertEvents(queries, [
    ...rows.map(({ accountId, title }) => ({
      ...shared,
      accountId,
      id: toEventId(accountId),
      sequence: 0,
      type: 'account.created',
      data: { title },
    })),
    ...entries.map(({ accountId, entry }) => ({
      ...shared,
      accountId,
      id: toEventId(entry.id),
      sequence: 1,
      historySequence: 1,
      type: 'account.version_switched',
      data: null,
    })),
  ]);
  await insertFirstEntries(queries, app.id, entries);
  return entries;
}

/** The version can be retired or not public. It is undefined if the app has no default version. */
export function findFirstVersion({ versions }: AppCatalog, { versionId, tag }: FirstVersion) {
  if (versionId === undefined && tag === undefined) return versions.find(({ isDefault }) => isDefault);
  const version = versions.find((each) =>
    versionId === undefined ? each.tag === tag : each.id === versionId,
  );
  if (version) return version;
  throw new ApiError('version_not_found', 'Version not found.');
}

/** A version that is priced on request can be billed for any period. */
export function selectFirstPeriod(version: CatalogVersion, app: App, requested: BillingPeriod | undefined) {
  const periods = listBillingPeriods(toPriceJson(version), app.billingPeriod);
  if (requested === undefined) return selectBillingPeriod(periods, 'month') ?? app.billingPeriod;
  if (periods.length === 0 || periods.includes(requested)) return requested;
  const message = `${version.title} is not sold with ${requested === 'year' ? 'annual' : 'monthly'} billing.`;
  throw new ApiError('billing_period_unavailable', message);
}

/**
 * Creates the account, or finds it by its external id and updates its title, e-mail address, period and users. The version and
 * its time are those of a new account only, so that an import can be repeated.
 */
export async function upsertAccount(
  service: Service,
  caller: AppKeyCaller,
  { externalId, title, email, periodEndsAt, users, ...first }: AccountInput,
): Promise<HostAccount & { created: boolean }> {
  if (first.activatedAt && first.activatedAt > service.now()) {
    throw fieldError(invalidParameter('activated_at', 'expected a time in the past'));
  }
  const { actor, app } = caller;
  const update = () => changeAccount(service, caller, externalId, { title, email, periodEndsAt, users });
  const existing = await update();
  if (existing) return { ...existing, created: false };
  await assertNotAccountId(service, app, externalId);
  const recordTime = service.recordTime();
  const at =
    recordTime === null
      ? await readTenant(service.db, { appId: app.id }, readClock, { limited: false })
      : new Date(recordTime);
  const account = { externalId, title, email, periodEndsAt, users, ...first, actor, channel: 'api', at };
  const created = await createAccount(service.db, app, account, service.makeId);
  if (created) {
    service.onEvent();
    return { ...(await readExistingAccount(service, app, created.id)), created: true };
  }
  // A concurrent call has created and committed it. Accounts are never deleted.
  const concurrent = await update();
  if (!concurrent) throw new Error(`The account ${externalId} was deleted.`);
  return { ...concurrent, created: false };
}

export const takenIdMessage = 'expected your own ID, not the ID of an account';

/** Throws 400 for an external ID that is the ID of another account, by which the new account could not be named. */
async function assertNotAccountId({ db }: Service, app: App, externalId: string): Promise<void> {
  if (!isWellFormedId('account', externalId)) return;
  const find = (queries: Queries) => findAccount(queries, app.id, externalId);
  if (await readTenant(db, { appId: app.id }, find, { limited: false })) {
    throw fieldError(invalidParameter('external_id', takenIdMessage));
  }
}

/** Changes the given fields. Throws 404 for an unknown account. */
export async function updateAccount(
  service: Service,
  caller: AppKeyCaller,
  externalId: string,
  changes: AccountUpdate,
): Promise<HostAccount> {
  return requireFound(await changeAccount(service, caller, externalId, changes));
}

/** The account with an ID or external ID. Throws 404 for an unknown one. */
export async function getAccount(
  { db }: Service,
  { app }: Pick<AppCaller, 'app'>,
  name: string,
): Promise<HostAccount> {
  const read = async (queries: Queries) => {
    const { id } = await findNamedAccount(queries, app.id, name);
    await setTenant(queries, { appId: app.id, accountId: id });
    return readHostAccount(queries, app.id, id);
  };
  return requireFound(await readTenant(db, { appId: app.id }, read));
}

/** The account that the caller acts for. */
export function getOwnAccount(
  service: Service,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
): Promise<HostAccount> {
  return readExistingAccount(service, app, account.id);
}

/** A page of the accounts of the app, which can have fewer accounts than `limit` and a next page. */
export function listAccounts(
  { pool }: Service,
  { app }: Pick<AppCaller, 'app'>,
  filter: { search: string | null; versionId: string | null; after: AccountPosition | null; limit: number },
): Promise<{ accounts: HostAccount[]; next: AccountPosition | null }> {
  return limitReads(pool, app.id, () => readAccountPage(pool, app.id, filter));
}

async function changeAccount(
  service: Service,
  { app, actor }: AppKeyCaller,
  externalId: string,
  { title, email, periodEndsAt, users }: AccountUpdate,
): Promise<HostAccount | null> {
  const { db } = service;
  let isTitleChanged = false;
  let areUsersChanged = false;
  const change = async (queries: Queries): Promise<HostAccount | null> => {
    const account = await lockByExternalId(queries, app, externalId);
    if (!account) return null;
    isTitleChanged = title !== undefined && title !== account.title;
    const isEmailChanged = email !== undefined && email !== account.email;
    const isPeriodChanged =
      periodEndsAt !== undefined && (periodEndsAt?.getTime() ?? null) !== account.periodEndsAt;
    areUsersChanged =
      users !== undefined &&
      users !== account.users &&
      (await setUsers(queries, { appId: app.id, accountId: account.id }, users, {
        makeId: service.makeId,
        recordTime: service.recordTime,
        actor,
        channel: 'api',
      }));
    if (isTitleChanged || isEmailChanged || isPeriodChanged) {
      await updateStoredAccount(queries, app.id, account.id, { title, email, periodEndsAt });
    } else if (!areUsersChanged) return account;
    return readHostAccount(queries, app.id, account.id);
  };
  const changed = await withTenant(db, { appId: app.id }, change, { cached: false });
  if (areUsersChanged) service.onEvent();
  // Servers cache the title and the users. A transaction that this one has joined waits itself.
  if ((isTitleChanged || areUsersChanged) && !db.open) await waitForInvalidation(db);
  return changed;
}

/**
 * Sets the number of users, with a history entry if the account has a version. The host application may set more than the version
 * allows. It is false if the account has that number. The transaction has locked the account, which is its tenant.
 */
async function setUsers(
  queries: Queries,
  key: AccountKey,
  users: number,
  {
    makeId,
    recordTime,
    actor,
    channel,
  }: Pick<Service, 'makeId' | 'recordTime'> & Pick<NewAccount, 'actor' | 'channel'>,
): Promise<boolean> {
  const account = await readAccountState(queries, key.appId, key.accountId);
  if (!account || account.users === users) return false;
  const { appId, accountId } = key;
  const catalog = await readLockedCatalog(queries, appId);
  const entry = decideUsers(catalog, account, users, { makeId, actor, channel });
  if (entry) {
    const { catalogRevision } = catalog.app;
    const expected = { catalogRevision, accountState: account, idempotencyRecord: null };
    await commitAccountChanges(queries, appId, [{ accountId, expected, entry, recordTime: recordTime() }]);
    await setTenant(queries, key);
  } else await updateStoredAccount(queries, appId, accountId, { users });
  return true;
}

/** The history entry of a change of the number of users. It is null for an account without a version, or with that number. */
export function decideUsers(
  catalog: AppCatalog,
  account: AccountState,
  users: number,
  { makeId, actor, channel }: Pick<Service, 'makeId'> & Pick<NewAccount, 'actor' | 'channel'>,
): NewHistoryEntry | null {
  const state = toCallerState(account);
  if (!state.current) return null;
  // The host application decides, like an owner with an app key.
  const host = { role: 'owner', appKey: true } as const;
  const evaluation = evaluateChange(createView(catalog, state), host, { type: 'set_users', users });
  const maker = { actor, origin: 'host' } as const;
  return recordChange({ makeId }, maker, { channel, reason: null }, evaluation).change?.entry ?? null;
}

/** Locks the account as a switch does, and sets the transaction's tenant to it. */
async function lockByExternalId(
  queries: Queries,
  { id: appId }: App,
  externalId: string,
): Promise<HostAccount | null> {
  const [account] = await lockAccounts(queries, appId, [externalId]);
  if (!account) return null;
  await setTenant(queries, { appId, accountId: account.id });
  return readHostAccount(queries, appId, account.id);
}

async function readExistingAccount(
  { db }: Service,
  { id: appId }: App,
  accountId: string,
): Promise<HostAccount> {
  const read = (queries: Queries) => readHostAccount(queries, appId, accountId);
  return requireFound(await readTenant(db, { appId, accountId }, read));
}
