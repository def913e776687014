import type { AccountRun, HistoryRecord, Report, Violation } from './account-run';
import { checkOperations } from './check-operations';
import { checkReads } from './check-reads';
import { checkRealTimeOrder } from './check-real-time-order';

/**
 * Holds what clients were told against the history there is in the end, as Jepsen checks appends to a list: each
 * acknowledged switch is there exactly once, each unknown one at most once, every read is a prefix of the end, what
 * was done before something began stands before it, and sequences have no gap. A pure function.
 */
export function checkHistory(run: AccountRun): Violation[] {
  const violations: Violation[] = [];
  const report: Report = (promise, message) => violations.push({ account: run.account, promise, message });
  checkChain(run.end, report);
  checkOperations(run, report);
  checkReads(run, report);
  checkRealTimeOrder(run, report);
  return violations;
}

/** The records by themselves: numbered without a gap, each from where the one before led to, never back in time. */
export function checkChain(end: HistoryRecord[], report: Report): void {
  const ids = new Set<string>();
  for (const [index, record] of end.entries()) {
    const before = end[index - 1] ?? null;
    const after = end[index + 1] ?? null;
    const name = `record ${record.sequence} (${record.history_id})`;
    if (record.sequence !== index + 1) report('no gap', `${name} stands at place ${index + 1}`);
    if (ids.has(record.history_id)) report('no gap', `${name} is there twice`);
    ids.add(record.history_id);
    if (record.previous_version_id !== (before?.id ?? null)) {
      report(
        'one chain',
        `${name} leaves ${record.previous_version_id}, the one before led to ${before?.id}`,
      );
    }
    if (before && record.id === before.id) report('one chain', `${name} leads to where the account was`);
    if (before && record.activated < before.activated) {
      report('time runs forward', `${name} is of ${record.activated}, the one before of ${before.activated}`);
    }
    if (record.deactivated !== (after?.activated ?? null)) {
      report(
        'time runs forward',
        `${name} ends at ${record.deactivated}, the next is of ${after?.activated}`,
      );
    }
  }
}
