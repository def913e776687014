import { changeOutcomes } from '@/lib/contract/enums';
import type { Queries } from './connection/client';
import { fromTenant, type Queryable, queryJson, type WithMilliseconds } from './connection/query-json';
import type { MoveModel } from './generated/models';
import type { ChangeOutcome, StoredActor } from './waiting-changes';

/** The number of changes of a move, by state. */
type MoveCounts = Record<'open' | 'waiting' | ChangeOutcome, number>;

/** A version as it was called when a move was made. */
interface MovedVersion {
  id: string;
  title: string;
  tag: string;
}

/** Why something is not moved. */
export interface MoveProblem {
  code: string;
  message: string;
}

export interface SkippedAccount extends MoveProblem {
  accountId: string;
  externalId: string | null;
}

interface MoveJson {
  fromVersion: MovedVersion;
  toVersion: MovedVersion;
  skipped: Record<string, number>;
  skippedAccounts: SkippedAccount[];
  createdBy: StoredActor;
  canceledBy: StoredActor | null;
  stopped: MoveProblem | null;
}

/** A move (`Move` in the schema) with the numbers of its changes. Times are in Unix milliseconds. */
export type MoveRow = WithMilliseconds<
  Omit<MoveModel, 'appId' | 'afterAccountId' | 'claimedUntil' | keyof MoveJson>
> &
  MoveJson & { counts: MoveCounts };

/** Moves before the one with the ID `before`, or the one with the ID `id`, newest first. The transaction's tenant is the app. */
export async function listMoveRows(
  queries: Queries,
  appId: string,
  { id = null, before = null, limit }: { id?: string | null; before?: string | null; limit: number },
): Promise<MoveRow[]> {
  const moves = await queries.move.findMany({
    where: { appId, ...(id !== null && { id }), ...(before !== null && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
    omit: { appId: true, afterAccountId: true, claimedUntil: true },
  });
  const groups = await queries.accountChange.groupBy({
    by: ['batchId', 'outcome', 'waitsFor'],
    where: { appId, batchId: { in: moves.map((move) => move.id) } },
    _count: true,
  });
  return moves.map((move) => {
    const states = ['open', 'waiting', ...changeOutcomes].map((state) => [state, 0]);
    const counts: MoveCounts = Object.fromEntries(states);
    for (const { batchId, outcome, waitsFor, _count } of groups) {
      if (batchId === move.id) counts[outcome ?? (waitsFor === null ? 'open' : 'waiting')] += _count;
    }
    return {
      ...move,
      ...(move as unknown as MoveJson),
      createdAt: move.createdAt.getTime(),
      finishedAt: move.finishedAt?.getTime() ?? null,
      canceledAt: move.canceledAt?.getTime() ?? null,
      counts,
    };
  });
}

/** The number of accounts that have a version. The transaction's tenant is the app. */
export function countAccounts(queries: Queries, appId: string, versionId: string): Promise<number> {
  return queries.currentVersion.count({ where: { appId, versionId } });
}

export async function insertMove(
  queries: Queries,
  move: Pick<
    MoveModel,
    | 'appId'
    | 'id'
    | 'fromVersionId'
    | 'toVersionId'
    | 'toDigest'
    | 'effective'
    | 'reason'
    | 'accounts'
    | 'createdAt'
  > &
    Pick<MoveJson, 'fromVersion' | 'toVersion' | 'createdBy'>,
): Promise<void> {
  const { fromVersion, toVersion, createdBy } = move;
  await queries.move.createMany({
    data: [
      { ...move, fromVersion: { ...fromVersion }, toVersion: { ...toVersion }, createdBy: { ...createdBy } },
    ],
  });
}

/** Marks a move as canceled, so that the worker cancels what is left of it. It is false if it is canceled already. */
export async function cancelMoveRow(
  queries: Queries,
  { appId, id }: Pick<MoveModel, 'appId' | 'id'>,
  canceledAt: Date,
  canceledBy: StoredActor,
): Promise<boolean> {
  const { count } = await queries.move.updateMany({
    where: { appId, id, canceledAt: null },
    data: { canceledAt, canceledBy: { ...canceledBy }, finishedAt: null, afterAccountId: '' },
  });
  return count > 0;
}

/** Who canceled a move, or null if it is not canceled. */
export function findMoveCancelation(
  database: Queryable,
  appId: string,
  id: string,
): Promise<StoredActor | null> {
  return queryJson(database, findCancelationQuery, [appId, '', id]);
}

const findCancelationQuery = {
  name: 'find_move_cancelation',
  text: `SELECT (SELECT m.canceled_by FROM moves m WHERE m.app_id = $1 AND m.id = $3 AND t IS NOT NULL)::text AS json
    ${fromTenant}`,
};

/** The next accounts of a move, which a worker has claimed (`claim_moves`). */
export interface ClaimedMove
  extends Pick<MoveModel, 'id' | 'fromVersionId' | 'toVersionId' | 'toDigest' | 'effective' | 'reason'>,
    Pick<MoveJson, 'createdBy' | 'canceledBy'> {
  appId: string;
  /** The time is in Unix milliseconds. */
  claimedUntil: number;
  /** They are in the order of their IDs. `isScheduled` says whether the account has or had a change of the move. */
  accounts: { id: string; title: string; externalId: string | null; isScheduled: boolean }[];
}

/** What a worker has done with the accounts that it claimed. */
export interface MoveProgress {
  scheduled: number;
  skipped: SkippedAccount[];
  /** Why no more accounts are looked at. */
  stopped: MoveProblem | null;
  /** When the last account was looked at, or null if there are more. */
  finishedAt: Date | null;
}

/**
 * Ends a claim. Returns the numbers of the move, or null if the claim had ended, or the move was canceled meanwhile. The
 * transaction's tenant is the app.
 */
export async function settleMove(
  queries: Queries,
  { appId, id, claimedUntil, canceledBy, accounts }: ClaimedMove,
  { scheduled, skipped, stopped, finishedAt }: MoveProgress,
): Promise<{ scheduled: number; skipped: number } | null> {
  const where = { appId, id, claimedUntil: new Date(claimedUntil) };
  const move = await queries.move.findFirst({ where });
  if (!move) return null;
  const isCanceled = canceledBy === null && move.canceledAt !== null;
  const counts = { ...(move.skipped as MoveJson['skipped']) };
  for (const { code } of skipped) counts[code] = (counts[code] ?? 0) + 1;
  const skippedAccounts = [...(move.skippedAccounts as unknown as SkippedAccount[]), ...skipped];
  const lastAccount = accounts.at(-1);
  const { count } = await queries.move.updateMany({
    where: { ...where, canceledAt: move.canceledAt },
    data: {
      scheduled: move.scheduled + scheduled,
      skipped: counts,
      skippedAccounts: skippedAccounts.slice(0, maxSkippedAccounts).map((account) => ({ ...account })),
      claimedUntil: null,
      ...(!isCanceled && {
        finishedAt,
        ...(lastAccount && { afterAccountId: lastAccount.id }),
        ...(stopped && { stopped: { ...stopped } }),
      }),
    },
  });
  if (count === 0 || isCanceled) return null;
  const skippedCount = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return { scheduled: move.scheduled + scheduled, skipped: skippedCount };
}

/** A move stores at most this many. */
const maxSkippedAccounts = 100;

/** Cancels the changes of accounts that are open or could open again. The transaction's tenant is the app. */
export async function cancelMoveChanges(
  queries: Queries,
  appId: string,
  move: string,
  accountIds: string[],
  canceledBy: StoredActor,
): Promise<void> {
  await queries.$executeRaw`
    SELECT cancel_move_changes(${appId}, ${move}, ${accountIds}, ${JSON.stringify(canceledBy)}::jsonb)`;
}
