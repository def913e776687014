import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import { isWellFormedId, type MakeId } from '@/lib/contract/ids';
import { commitAccountChanges } from '@/lib/db/account-changes';
import {
  findAccountIds,
  findAccountsByExternalIds,
  insertAccounts,
  lockAccounts,
  readAccountStates,
  readClock,
  type StoredAccount,
  updateAccounts,
} from '@/lib/db/accounts';
import { operator } from '@/lib/db/audit-entries';
import { type App, type AppCatalog, readCatalog } from '@/lib/db/catalog';
import { createCatalogReader } from '@/lib/db/catalog-changes';
import type { Database, Queries } from '@/lib/db/connection/client';
import { classifyDatabaseError, LockTimeout } from '@/lib/db/connection/database-error';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { dropNewEvents, markImportEvents } from '@/lib/db/events';
import { storeUsage, type UsageAmounts } from '@/lib/db/usage';
import { describeUnknownLimit, listLimitIds } from '../usage/usage';
import { beginHistories, decideUsers, findFirstVersion, selectFirstPeriod, takenIdMessage } from './accounts';

/** A row of the file: what `PUT /api/accounts/:external_id` takes. External IDs are unique. What is left out does not change. */
export interface AccountRow {
  line: number;
  externalId: string;
  /** Required for a new account. */
  title?: string | undefined;
  email?: string | undefined;
  tag?: string | undefined;
  billingPeriod?: BillingPeriod | undefined;
  activatedAt?: Date | undefined;
  periodEndsAt?: Date | undefined;
  /** Default for a new account: 1. */
  users?: number | undefined;
  /** What the account uses of its limits, by their human IDs. */
  usage?: UsageAmounts | undefined;
}

export interface RowProblem {
  line: number;
  message: string;
}

/** How many accounts are created, updated and left as they are. */
interface AccountImportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/** Accounts per transaction. */
const batchSize = { first: 100, min: 20, max: 1000 };
/** How long a transaction should take. Switches of the accounts that it updates wait for it. */
const batchMs = { update: 300, create: 1000 };
/** How often in a row a batch is tried. */
const maxAttempts = 5;

/** What an import would do, and the rows of new accounts that `upsertAccount` would reject. It writes nothing. */
export async function planAccountImport(
  db: Database,
  app: App,
  rows: AccountRow[],
): Promise<{ counts: AccountImportCounts; problems: RowProblem[] }> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const problems: RowProblem[] = [];
  const readApp = <T>(read: (queries: Queries) => Promise<T>) =>
    readTenant(db, { appId: app.id }, read, { limited: false });
  const catalog = await readApp((queries) => readCatalog(queries, app.id));
  const unknownLimit = rows
    .flatMap(({ usage = {} }) => Object.keys(usage))
    .find((id) => !listLimitIds(catalog).has(id));
  if (unknownLimit !== undefined) {
    problems.push({ line: 1, message: `usage.${unknownLimit}: ${describeUnknownLimit(catalog)}` });
  }
  for (let start = 0; start < rows.length; start += batchSize.max) {
    const batch = rows.slice(start, start + batchSize.max);
    const { existing, accountIds } = await readApp(async (queries) => ({
      existing: await findExisting(queries, app, batch),
      accountIds: await findAccountIds(
        queries,
        app.id,
        batch.map(({ externalId }) => externalId).filter((id) => isWellFormedId('account', id)),
      ),
    }));
    for (const row of batch) {
      const account = existing.get(row.externalId);
      if (account) counts[findChanges(row, account) ? 'updated' : 'unchanged'] += 1;
      else {
        counts.created += 1;
        const message = accountIds.has(row.externalId)
          ? `external_id: ${takenIdMessage}`
          : findProblem(catalog, app, row);
        if (message !== null) problems.push({ line: row.line, message });
      }
    }
  }
  return { counts, problems };
}

interface AccountImport {
  app: App;
  rows: AccountRow[];
  makeId: MakeId;
  /** Writes events with the cause `import`. The default is true. */
  events?: boolean;
  /** Gets the number of finished rows. */
  onProgress?: (done: number) => void;
}

/**
 * Creates or updates the accounts as `upsertAccount` does, in batches of one transaction each. Repeating it after an
 * interruption does the rest. Of concurrent imports, one creates an account.
 */
export async function applyAccountImport(
  db: Database,
  { app, rows, makeId, events = true, onProgress = () => {} }: AccountImport,
): Promise<AccountImportCounts> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const context = { app, makeId, events, readCatalog: createCatalogReader(app.id) };
  let size = batchSize.first;
  let attempt = 1;
  for (let done = 0; done < rows.length; ) {
    // Sorted, so that two imports of the same accounts do not deadlock.
    const batch = rows.slice(done, done + size).toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1));
    const startedAt = performance.now();
    const work = (queries: Queries) => importBatch(queries, context, batch);
    const result = await withTenant(db, { appId: app.id }, work, { cached: false }).catch((error) => {
      // A lock or the time of the transaction. Nothing of the batch is written.
      if (attempt === maxAttempts || classifyDatabaseError(error) === null) throw error;
      return null;
    });
    if (!result) {
      attempt += 1;
      size = Math.ceil(size / 4);
      continue;
    }
    const targetMs = result.updated > 0 ? batchMs.update : batchMs.create;
    const growth = Math.min(2, targetMs / (performance.now() - startedAt));
    size = Math.ceil(Math.min(batchSize.max, Math.max(batchSize.min, size * growth)));
    attempt = 1;
    // Servers cache titles, users and whether there is usage. They do not cache what does not exist.
    if (result.updated > 0 || result.hasFirstUsage) await waitForInvalidation(db);
    counts.created += result.created;
    counts.updated += result.updated;
    counts.unchanged += batch.length - result.created - result.updated;
    done += batch.length;
    onProgress(done);
  }
  return counts;
}

type BatchContext = Pick<AccountImport, 'app' | 'makeId'> & {
  events: boolean;
  readCatalog: (queries: Queries) => Promise<AppCatalog>;
};

async function importBatch(
  queries: Queries,
  { app, makeId, events, readCatalog: readLockedCatalog }: BatchContext,
  batch: AccountRow[],
): Promise<{ created: number; updated: number; hasFirstUsage: boolean }> {
  await markImportEvents(queries);
  const at = await readClock(queries);
  const existing = await findExisting(queries, app, batch);
  const accounts = batch.flatMap(({ externalId, title, email = null, periodEndsAt = null, users = 1 }) =>
    title === undefined || existing.has(externalId)
      ? []
      : [
          {
            appId: app.id,
            id: makeId('account'),
            externalId,
            title,
            email,
            createdAt: at,
            periodEndsAt,
            users,
          },
        ],
  );
  // Waits for concurrent transactions that create some of them.
  const inserted = accounts.length > 0 ? await insertAccounts(queries, accounts) : new Set();
  const created = accounts.filter(({ id }) => inserted.has(id));

  const createdIds = new Map(created.map(({ externalId, id }) => [externalId, id]));
  const candidates = batch.filter((row) => {
    const account = existing.get(row.externalId);
    return account ? findChanges(row, account) : !createdIds.has(row.externalId);
  });
  // What others change meanwhile is not overwritten. Accounts are locked before the catalog, as by a switch.
  const changes = candidates.length > 0 ? await lockChanges(queries, app, candidates) : [];
  const needsCatalog = created.length > 0 || changes.some(({ users }) => users !== undefined);
  const catalog = needsCatalog ? await readLockedCatalog(queries) : null;
  if (catalog) {
    const rows = batch.flatMap((row) => {
      const accountId = createdIds.get(row.externalId);
      return accountId === undefined
        ? []
        : [{ ...row, title: row.title ?? '', users: row.users ?? 1, accountId }];
    });
    await beginHistories(queries, catalog, { rows, ...operator, at, makeId });
  }
  const recorded = catalog ? await recordUsers(queries, catalog, changes, makeId) : new Set();
  const updates = changes.filter(
    ({ id, title, email, periodEndsAt }) =>
      title !== undefined || email !== undefined || periodEndsAt !== undefined || !recorded.has(id),
  );
  if (updates.length > 0) await updateAccounts(queries, app.id, updates);
  const reports = batch.flatMap(({ externalId: account, usage: amounts }) =>
    amounts ? [{ account, amounts, reportedAt: null }] : [],
  );
  const outcomes = reports.length > 0 ? await storeUsage(queries, app.id, reports) : [];
  const hasFirstUsage = outcomes.some(({ isFirst }) => isFirst);
  if (!events) await dropNewEvents(queries, app.id);
  return { created: created.length, updated: changes.length, hasFirstUsage };
}

interface StoredChanges {
  title?: string;
  email?: string;
  periodEndsAt?: Date;
  users?: number;
}

/** What the rows change of accounts that exist, as they are once they are locked. */
async function lockChanges(
  queries: Queries,
  app: App,
  rows: AccountRow[],
): Promise<(StoredChanges & { id: string })[]> {
  const locked = await lockAccounts(
    queries,
    app.id,
    rows.map(({ externalId }) => externalId),
  );
  const accounts = new Map(locked.map((account) => [account.externalId, account]));
  return rows.flatMap((row) => {
    const account = accounts.get(row.externalId);
    if (!account && row.title === undefined) throw new ApiError('account_not_found', missingTitle(row));
    // Anonymized since it was found. The next attempt creates another one.
    if (!account) throw new LockTimeout(`The account ${row.externalId} has changed.`);
    const changes = findChanges(row, account);
    return changes ? [{ ...changes, id: account.id }] : [];
  });
}

/** Sets the users of accounts that have a version, with history entries. Returns the IDs of these accounts. */
async function recordUsers(
  queries: Queries,
  catalog: AppCatalog,
  changes: (StoredChanges & { id: string })[],
  makeId: MakeId,
): Promise<Set<string>> {
  const { app } = catalog;
  const usersById = new Map(changes.flatMap(({ id, users }) => (users === undefined ? [] : [[id, users]])));
  if (usersById.size === 0) return new Set();
  const states = await readAccountStates(queries, app.id, [...usersById.keys()]);
  const decided = states.flatMap((accountState) => {
    const { id: accountId } = accountState.account;
    const users = usersById.get(accountId) ?? accountState.users;
    const entry = decideUsers(catalog, accountState, users, { makeId, ...operator });
    const expected = { catalogRevision: app.catalogRevision, accountState, idempotencyRecord: null };
    return entry ? [{ accountId, expected, entry }] : [];
  });
  await commitAccountChanges(queries, app.id, decided);
  return new Set(decided.map(({ accountId }) => accountId));
}

async function findExisting(
  queries: Queries,
  app: App,
  rows: AccountRow[],
): Promise<Map<string | null, StoredAccount>> {
  const ids = rows.map(({ externalId }) => externalId);
  const accounts = await findAccountsByExternalIds(queries, app.id, ids);
  return new Map(accounts.map((account) => [account.externalId, account]));
}

/** What the row changes of an account, or null if there is nothing. */
function findChanges(
  { title, email, periodEndsAt, users }: AccountRow,
  account: StoredAccount,
): StoredChanges | null {
  const isMoved = periodEndsAt !== undefined && periodEndsAt.getTime() !== account.periodEndsAt?.getTime();
  const changes = {
    ...(title !== undefined && title !== account.title && { title }),
    ...(email !== undefined && email !== account.email && { email }),
    ...(isMoved && { periodEndsAt }),
    ...(users !== undefined && users !== account.users && { users }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

const missingTitle = ({ externalId }: AccountRow) =>
  `title: Expected a value. There is no account "${externalId}" yet.`;

/** Why a new account can't be created, or null. */
function findProblem(catalog: AppCatalog, app: App, row: AccountRow): string | null {
  if (row.title === undefined) return missingTitle(row);
  try {
    const version = findFirstVersion(catalog, row);
    if (version) selectFirstPeriod(version, app, row.billingPeriod);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'version_not_found'
      ? `tag: There is no version "${row.tag}".`
      : `billing_period: ${error.message}`;
  }
}
