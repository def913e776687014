import type { Queries } from './client';
import type { ChangeOutcome } from './waiting-changes';

/** The number of changes of a move, by state. */
export type MoveCounts = Record<'scheduled' | 'waiting' | ChangeOutcome, number>;

/** The transaction's tenant is the app. */
export async function countMoveChanges(
  queries: Queries,
  appId: string,
  batchId: string,
): Promise<MoveCounts> {
  const counts: MoveCounts = {
    scheduled: 0,
    waiting: 0,
    applied: 0,
    canceled: 0,
    declined: 0,
    superseded: 0,
    expired: 0,
  };
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

/** Cancels the open changes. Accounts are locked first, in one order, as a switch does. */
export async function cancelMoveChanges(queries: Queries, appId: string, batchId: string): Promise<void> {
  await queries.$executeRaw`
    WITH locked AS (
      SELECT a.id FROM accounts a
      WHERE a.app_id = ${appId} AND a.id IN (
        SELECT c.account_id FROM account_changes c WHERE c.app_id = ${appId} AND c.batch_id = ${batchId} AND c.outcome IS NULL)
      ORDER BY a.id FOR NO KEY UPDATE)
    UPDATE account_changes c SET outcome = 'canceled', ended_at = clock_timestamp()
    FROM locked WHERE c.app_id = ${appId} AND c.account_id = locked.id AND c.batch_id = ${batchId} AND c.outcome IS NULL`;
}
