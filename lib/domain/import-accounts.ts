import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId, type MakeId } from '@/lib/contract/ids';
import {
  findAccountIds,
  findAccountsByExternalIds,
  insertAccounts,
  readClock,
  type StoredAccount,
  updateAccounts,
} from '@/lib/db/accounts';
import { operator } from '@/lib/db/audit-entries';
import { type App, type AppCatalog, readCatalog } from '@/lib/db/catalog';
import type { Database, Queries } from '@/lib/db/client';
import { readTenant, setTenant, withTenant } from '@/lib/db/tenant';
import { waitForInvalidation } from '@/lib/db/wait-for-invalidation';
import { beginHistories, findFirstVersion, selectFirstPeriod, setUsers, takenIdMessage } from './accounts';
import type { BillingPeriod } from './billing';

/** A row of the file: what `PUT /api/accounts/:external_id` takes. External IDs are unique. */
export interface AccountRow {
  line: number;
  externalId: string;
  title: string;
  tag?: string | undefined;
  billingPeriod?: BillingPeriod | undefined;
  activatedAt?: Date | undefined;
  /** Default: unchanged. */
  periodEndsAt?: Date | undefined;
  /** Default: unchanged, or 1. */
  users?: number | undefined;
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

/** Accounts per transaction. One takes some tenths of a second. */
const batchSize = 1000;

/** What an import would do, and the rows of new accounts that `upsertAccount` would reject. Writes nothing. */
export async function planAccountImport(
  db: Database,
  app: App,
  rows: AccountRow[],
): Promise<{ counts: AccountImportCounts; problems: RowProblem[] }> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const problems: RowProblem[] = [];
  for (const batch of listBatches(rows)) {
    const read = async (queries: Queries) => ({
      catalog: await readCatalog(queries, app.id),
      existing: await findExisting(queries, app, batch),
      accountIds: await findAccountIds(
        queries,
        app.id,
        batch.map(({ externalId }) => externalId).filter((id) => isWellFormedId('account', id)),
      ),
    });
    const { catalog, existing, accountIds } = await readTenant(db, { appId: app.id }, read, {
      limited: false,
    });
    for (const row of batch) {
      const account = existing.get(row.externalId);
      if (account) counts[isChanged(row, account) ? 'updated' : 'unchanged'] += 1;
      else {
        counts.created += 1;
        const message = accountIds.has(row.externalId)
          ? `external_id: ${takenIdMessage}`
          : findVersionProblem(catalog, app, row);
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
  /** Gets the number of finished rows. */
  onProgress?: (done: number) => void;
}

/**
 * Creates or updates the accounts as `upsertAccount` does, in batches of one transaction each. Repeating it after an interruption
 * creates the rest. Of concurrent imports, one creates an account.
 */
export async function applyAccountImport(
  db: Database,
  { app, rows, makeId, onProgress = () => {} }: AccountImport,
): Promise<AccountImportCounts> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  let done = 0;
  for (const batch of listBatches(rows)) {
    const work = (queries: Queries) => importBatch(queries, app, batch, makeId);
    const { created, updated } = await withTenant(db, { appId: app.id }, work, { cached: false });
    // Servers cache titles. They do not cache what does not exist.
    if (updated > 0) await waitForInvalidation(db);
    counts.created += created;
    counts.updated += updated;
    counts.unchanged += batch.length - created - updated;
    done += batch.length;
    onProgress(done);
  }
  return counts;
}

async function importBatch(
  queries: Queries,
  app: App,
  batch: AccountRow[],
  makeId: MakeId,
): Promise<{ created: number; updated: number }> {
  const at = await readClock(queries);
  const ids = batch.map(() => makeId('account'));
  const accounts = batch.map(({ externalId, title, periodEndsAt = null, users = 1 }, index) => ({
    appId: app.id,
    id: ids[index]!,
    externalId,
    title,
    createdAt: at,
    periodEndsAt,
    users,
  }));
  // Waits for concurrent transactions that create some of them.
  const inserted = await insertAccounts(queries, accounts);
  const created = batch.flatMap((row, index) =>
    inserted.has(ids[index]!) ? [{ ...row, users: row.users ?? 1, accountId: ids[index]! }] : [],
  );
  await beginHistories(queries, app, { rows: created, ...operator, at, makeId });
  if (created.length === batch.length) return { created: created.length, updated: 0 };

  const rest = batch.filter((_, index) => !inserted.has(ids[index]!));
  const existing = await findExisting(queries, app, rest);
  const changes = rest.flatMap((row) => {
    const account = existing.get(row.externalId);
    return account && isChanged(row, account)
      ? [{ id: account.id, title: row.title, periodEndsAt: row.periodEndsAt ?? account.periodEndsAt }]
      : [];
  });
  if (changes.length > 0) await updateAccounts(queries, app.id, changes);
  const input = { makeId, recordTime: () => at.getTime(), ...operator };
  for (const { externalId, users } of rest) {
    const account = existing.get(externalId);
    if (users === undefined || !account || users === account.users) continue;
    const key = { appId: app.id, accountId: account.id };
    await setTenant(queries, key);
    await setUsers(queries, key, users, input);
  }
  return { created: created.length, updated: changes.length };
}

function* listBatches(rows: AccountRow[]): Generator<AccountRow[]> {
  for (let start = 0; start < rows.length; start += batchSize) {
    // Sorted, so that two imports of the same accounts do not deadlock.
    yield rows.slice(start, start + batchSize).toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1));
  }
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

function isChanged({ title, periodEndsAt, users }: AccountRow, account: StoredAccount): boolean {
  if (title !== account.title || (users !== undefined && users !== account.users)) return true;
  return periodEndsAt !== undefined && periodEndsAt.getTime() !== account.periodEndsAt?.getTime();
}

function findVersionProblem(catalog: AppCatalog, app: App, row: AccountRow): string | null {
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
