import type { Queries } from './client';
import type { MoveModel } from './generated/models';
import type { ChangeOutcome, WaitingChange } from './waiting-changes';

const outcomes: ChangeOutcome[] = ['applied', 'canceled', 'declined', 'superseded', 'expired'];

/** The number of changes of a move, by state. */
export type MoveCounts = Record<'scheduled' | 'waiting' | ChangeOutcome, number>;

/** The transaction's tenant is the app. */
export async function countMoveChanges(
  queries: Queries,
  appId: string,
  batchId: string,
): Promise<MoveCounts> {
  const states = ['scheduled', 'waiting', ...outcomes].map((state) => [state, 0]);
  const counts: MoveCounts = Object.fromEntries(states);
  const rows = await queries.accountChange.groupBy({
    by: ['outcome', 'waitsFor'],
    where: { appId, batchId },
    _count: true,
  });
  for (const { outcome, waitsFor, _count } of rows) {
    counts[outcome ?? (waitsFor === null ? 'scheduled' : 'waiting')] += _count;
  }
  return counts;
}

/** A move with the digests of the snapshots of its versions. `createdAt` is in Unix milliseconds. */
export interface MoveRow extends MoveCounts {
  id: string;
  createdAt: number;
  from: string;
  to: string;
  reason: string | null;
}

/** Moves before the one with the ID `before`, newest first. The transaction's tenant is the app. */
export function listMoveRows(
  queries: Queries,
  appId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<MoveRow[]> {
  return queries.$queryRaw`
    SELECT batch_id AS id, unix_ms(min(created_at))::float8 AS "createdAt", min(reason) AS reason,
      min(confirmed ->> 'from') AS "from", min(confirmed ->> 'to') AS "to",
      count(*) FILTER (WHERE outcome IS NULL AND waits_for IS NULL)::int AS scheduled,
      count(*) FILTER (WHERE outcome IS NULL AND waits_for IS NOT NULL)::int AS waiting,
      count(*) FILTER (WHERE outcome = 'applied')::int AS applied,
      count(*) FILTER (WHERE outcome = 'canceled')::int AS canceled,
      count(*) FILTER (WHERE outcome = 'declined')::int AS declined,
      count(*) FILTER (WHERE outcome = 'superseded')::int AS superseded,
      count(*) FILTER (WHERE outcome = 'expired')::int AS expired
    FROM account_changes
    WHERE app_id = ${appId} AND batch_id IS NOT NULL AND (${before}::text IS NULL OR batch_id < ${before})
    GROUP BY batch_id ORDER BY batch_id DESC LIMIT ${limit}`;
}

/** What identifies a request to move accounts. */
type MoveKey = Pick<MoveModel, 'fromVersionId' | 'toVersionId' | 'effective' | 'reason' | 'afterAccountId'>;

/** Returns the ID of the newest unfinished move of the same request since a time, or null. */
export async function findUnfinishedMove(
  queries: Queries,
  appId: string,
  key: MoveKey,
  since: Date,
): Promise<string | null> {
  const move = await queries.move.findFirst({
    where: { appId, ...key, finishedAt: null, createdAt: { gt: since } },
    orderBy: { id: 'desc' },
    select: { id: true },
  });
  return move?.id ?? null;
}

export async function insertMove(
  queries: Queries,
  move: MoveKey & Pick<MoveModel, 'appId' | 'id' | 'createdAt'>,
): Promise<void> {
  await queries.move.createMany({ data: [move] });
}

/** False if the move is finished already. */
export async function finishMove(
  queries: Queries,
  appId: string,
  id: string,
  finishedAt: Date,
): Promise<boolean> {
  const { count } = await queries.move.updateMany({
    where: { appId, id, finishedAt: null },
    data: { finishedAt },
  });
  return count > 0;
}

/**
 * Cancels the changes that are open or could open again, and returns how many. Accounts are locked first, in one order,
 * as a switch does.
 */
export function cancelMoveChanges(
  queries: Queries,
  appId: string,
  batchId: string,
  decidedBy: WaitingChange['decidedBy'],
): Promise<number> {
  return queries.$executeRaw`
    WITH locked AS (
      SELECT a.id, a.clock_at FROM accounts a
      WHERE a.app_id = ${appId} AND a.id IN (
        SELECT c.account_id FROM account_changes c
        WHERE c.app_id = ${appId} AND c.batch_id = ${batchId} AND (c.outcome IS NULL OR c.outcome = 'superseded'))
      ORDER BY a.id FOR NO KEY UPDATE)
    UPDATE account_changes c SET outcome = 'canceled', ended_at = account_now(locked.clock_at, NULL),
      decided_by = ${JSON.stringify(decidedBy)}::jsonb
    FROM locked WHERE c.app_id = ${appId} AND c.account_id = locked.id AND c.batch_id = ${batchId}
      AND (c.outcome IS NULL OR (c.outcome = 'superseded' AND EXISTS (
        SELECT FROM account_changes s WHERE s.app_id = c.app_id AND s.account_id = c.account_id
          AND s.supersedes_id = c.id AND s.outcome IS NULL)))`;
}
