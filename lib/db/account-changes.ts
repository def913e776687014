import pg from 'pg';
import type { ApiErrorCode } from '@/lib/contract/errors';
import type { AccountKey, AccountState, AddOnState, SubscriptionState } from './accounts';
import { commandLimits, type Queries } from './connection/client';
import { isStatementTimeout, LockTimeout } from './connection/database-error';
import { eventRequest } from './connection/event-request';
import { callFunction, toSnakeCase } from './connection/query-json';
import { setTenant } from './connection/tenant';
import type { Direction, HistoryKind, Role } from './generated/enums';
import type { HistoryEntryModel, IdempotencyRecordModel } from './generated/models';
import { type Actor, type NewAddOnEntry, type StoredSwitchedAddOn, toActorColumns } from './history';
import type { VersionSnapshot } from './version-snapshot';
import { toWrittenRow, type WrittenChange } from './waiting-changes';

/** The unexpired outcome of an earlier request with the same Idempotency-Key. */
export interface IdempotencyRecord
  extends Pick<IdempotencyRecordModel, 'requestHash' | 'resultId' | 'changed'> {
  /** It is null if the request was not rejected. */
  rejection: { code: ApiErrorCode; message: string; role: Role; ifMatch: string | null } | null;
}

/** The state that a change is decided on. */
export interface DecisionState {
  catalogRevision: number;
  accountState: Omit<AccountState, 'account'> & { account: Pick<AccountState['account'], 'externalId'> };
  idempotencyRecord: IdempotencyRecord | null;
}

export type NewAddOnState = Omit<AddOnState, 'changedAt'> & { changedAt: number | null };

/** The command that changed an account, what the account has since then, and what that changed. */
export type NewHistoryEntry = Pick<
  HistoryEntryModel,
  | ('id' | 'sequence' | 'versionSequence' | 'addOnSequence' | 'command' | 'versionId' | 'snapshotDigest')
  | ('billingPeriod' | 'users' | 'pays' | 'channel' | 'reason' | 'origin')
> & {
  /** It is null if only add-ons change. */
  version: {
    kind: HistoryKind;
    to: VersionSnapshot;
    from: VersionSnapshot | null;
    direction: Direction;
    /** Whether the account had another version of the same plan, or the same one. */
    isSamePlan: boolean;
    /** What happened to each add-on that was on, or is since. */
    addOns: StoredSwitchedAddOn[];
  } | null;
  /** They are those of the add-ons that change, in the order of their sequences. */
  addOnEntries: NewAddOnEntry[];
  /** `changedAt` is null for add-ons that change. */
  state: Omit<SubscriptionState, 'addOnStates'> & { addOnStates: NewAddOnState[] };
  actor: Actor;
};

/** An entry of the history, or changes of what waits alone. */
export interface AccountChange {
  entry: NewHistoryEntry | null;
  /** They are in the order in which they are written. */
  waitingChanges?: WrittenChange[];
  /** Snapshots that these refer to. */
  snapshots?: VersionSnapshot[];
}

/** A change to commit if the state is still `expected`. Without it, the state is only read. */
interface ChangeAttempt extends AccountKey {
  expected: DecisionState | null;
  idempotencyKey: string | null;
  /** It is null if the account already is in the requested state. */
  change: AccountChange | null;
  /** The outcome to store under the key. A rejection has no change. */
  idempotencyRecord: IdempotencyRecord | null;
  /** The time to record in Unix milliseconds. Null means the clock of the database. */
  recordTime: number | null;
  /** Milliseconds to wait for the account's row. */
  timeoutMs: number;
}

export interface ChangeResult {
  /** It is null if the change was committed, otherwise the current state. */
  state: DecisionState | null;
  /** Time of the account's last change in Unix milliseconds. It is null if it has none. */
  changedAt: number | null;
}

/**
 * The state of an account after an entry that was committed on another one. Null if the database changes more than the entry
 * says: changes that wait, and times by the account's clock.
 */
export function getStateAfter(
  before: DecisionState['accountState'],
  { entry, waitingChanges = [] }: AccountChange,
  changedAt: number | null,
): DecisionState['accountState'] | null {
  const isKnown = before.changes.length === 0 && waitingChanges.length === 0 && before.clockAt === null;
  if (!entry || changedAt === null || !isKnown) return null;
  const { current, account, granted, hasUsage, periodEndsAt, clockAt, changes } = before;
  const { version, versionId, snapshotDigest, billingPeriod, state } = entry;
  // The time to follow is that of one version and billing period.
  const isSame = current?.versionId === versionId && current.billingPeriod === billingPeriod;
  return {
    ...{ account, granted, hasUsage, periodEndsAt, clockAt, changes },
    followsAt: isSame ? before.followsAt : null,
    ...state,
    addOnStates: state.addOnStates.map((each) => ({ ...each, changedAt: each.changedAt ?? changedAt })),
    current: version
      ? {
          ...{ id: entry.id, sequence: entry.versionSequence, kind: version.kind, versionId },
          ...{ activatedAt: changedAt, snapshotDigest, billingPeriod },
          planSince: (version.isSamePlan && current?.planSince) || changedAt,
        }
      : current,
    users: entry.users,
    historySequence: entry.sequence,
    addOnSequence: entry.addOnSequence,
  };
}

/** Snapshots that this process has written. They are never deleted. */
const storedSnapshots = new WeakSet<VersionSnapshot>();

/**
 * Compares the account's state with the expected one and commits the change, in one statement. The caller notifies the other
 * servers. It is null if there is no such account. Throws `LockTimeout` if the account's row can't be locked in time, and after
 * `onUncertain` an error that leaves open whether the change was committed.
 */
export async function tryAccountChange(
  pool: pg.Pool,
  attempt: ChangeAttempt,
  onUncertain: () => void,
): Promise<ChangeResult | null> {
  const { appId, accountId, expected, change, idempotencyRecord, idempotencyKey } = attempt;
  const { entry = null, waitingChanges = [] } = change ?? {};
  const snapshots = [...listSnapshots(entry), ...(change?.snapshots ?? [])];
  const newSnapshots = snapshots.filter((snapshot) => !storedSnapshots.has(snapshot));
  const sent = JSON.stringify({
    app: appId,
    account: accountId,
    expected: expected && toExpected(expected),
    request: eventRequest.getStore(),
    idempotencyKey,
    snapshots: newSnapshots.length > 0 ? newSnapshots.map(toSnakeCase) : null,
    entry: entry && toEntryRow(entry),
    waitingChanges: waitingChanges.length > 0 ? waitingChanges.map(toWrittenRow) : null,
    idempotencyRecord: idempotencyRecord && toSnakeCase({ key: idempotencyKey, ...idempotencyRecord }),
    recordTime: attempt.recordTime,
    timeoutMs: Math.max(1, Math.ceil(attempt.timeoutMs)),
    quiet: true,
  });
  const client = await pool.connect();
  let connectionError: Error | undefined;
  // The pending query rejects when the connection breaks.
  const ignoreError = () => {};
  client.on('error', ignoreError);
  try {
    const result = await callFunction<ChangeResult | null>(client, 'commit_account_change', [sent]);
    if (result?.state === null) for (const snapshot of newSnapshots) storedSnapshots.add(snapshot);
    return result;
  } catch (error) {
    // A failed statement certainly had no effect if Postgres reported an error and kept the connection.
    if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) {
      connectionError = error as Error;
      onUncertain();
    }
    // `lock_timeout` applies to the lock queue and to the row separately, the statement timeout to both together.
    if (isStatementTimeout(error)) throw new LockTimeout('The account is locked.', { cause: error });
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(connectionError);
  }
}

/**
 * Commits changes of accounts in the open transaction, whose tenant is the app. It has locked the accounts and the
 * catalog, and then read what the changes are decided on.
 */
export async function commitAccountChanges(
  queries: Queries,
  appId: string,
  changes: {
    accountId: string;
    expected: DecisionState;
    entry: NewHistoryEntry;
    recordTime?: number | null;
  }[],
): Promise<void> {
  if (changes.length === 0) return;
  await insertSnapshots(
    queries,
    changes.map(({ entry }) => entry),
  );
  const attempts = changes.map(({ accountId, expected, entry, recordTime }) => ({
    app: appId,
    account: accountId,
    expected: toExpected(expected),
    entry: toEntryRow(entry),
    recordTime,
    timeoutMs: commandLimits.lockTimeoutMs,
  }));
  const [result] = await queries.$queryRaw<[{ committed: number }]>`
    SELECT count(*) FILTER (WHERE json_typeof(commit_account_change(attempt) -> 'state') = 'null')::int AS committed
    FROM jsonb_array_elements(${JSON.stringify(attempts)}::jsonb) AS attempts (attempt)`;
  await setTenant(queries, { appId });
  if (result.committed < changes.length) throw new LockTimeout('The app has changed meanwhile.');
}

/** The first entry of an account's history. */
export interface FirstEntry {
  accountId: string;
  entry: NewHistoryEntry;
  at: Date;
}

/** Begins the histories of accounts that the transaction has inserted. It does not insert events. */
export async function insertFirstEntries(
  queries: Queries,
  appId: string,
  entries: FirstEntry[],
): Promise<void> {
  await insertSnapshots(
    queries,
    entries.map(({ entry }) => entry),
  );
  const rows = entries.map(({ accountId, entry, at }) => ({
    ...toEntryRow(entry),
    ...{ app_id: appId, account_id: accountId, changed_at: at },
  }));
  await queries.$executeRaw`
    INSERT INTO account_history SELECT * FROM jsonb_populate_recordset(NULL::account_history, ${JSON.stringify(rows)}::jsonb)`;
}

/** Sorted, so that two transactions that insert the same snapshots do not deadlock. */
async function insertSnapshots(queries: Queries, entries: NewHistoryEntry[]): Promise<void> {
  const snapshots = new Set(entries.flatMap(listSnapshots));
  await queries.versionSnapshot.createMany({
    data: [...snapshots].toSorted((a, b) => (a.digest < b.digest ? -1 : 1)),
    skipDuplicates: true,
  });
}

function listSnapshots(entry: NewHistoryEntry | null): VersionSnapshot[] {
  return [entry?.version?.from, entry?.version?.to].filter((each) => each != null);
}

function toExpected({ catalogRevision, accountState, idempotencyRecord: record }: DecisionState) {
  const { account, users, granted, hasUsage, historySequence, periodEndsAt, clockAt } = accountState;
  const changes = accountState.changes.map(({ id, revision }) => [id, revision]);
  const replaced = record && { requestHash: record.requestHash, rejection: record.rejection };
  return {
    sequence: historySequence,
    users,
    catalogRevision,
    granted,
    hasUsage,
    periodEndsAt,
    clockAt,
    externalId: account.externalId,
    changes,
    replaced,
  };
}

function toEntryRow({ version, actor, addOnEntries, state, ...rest }: NewHistoryEntry) {
  const { kind = null, from = null, direction = null, addOns: switched = [] } = version ?? {};
  const row = toSnakeCase({
    ...rest,
    kind,
    previousDigest: from?.digest ?? null,
    direction,
    switchedAddOns: switched.length > 0 ? switched : null,
    ...toActorColumns(actor),
  });
  // The names in the state are not those of columns.
  return { ...row, state, add_on_entries: addOnEntries.length > 0 ? addOnEntries.map(toSnakeCase) : null };
}
