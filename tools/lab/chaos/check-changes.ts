import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { HistoryEntry } from '@/lib/contract/history';
import type { ObservedEntry, SwitchOperation, Violation } from './check-history';

/** A request that schedules a switch, or asks the host for one, as its client saw it. */
export interface ChangeOperation {
  /**
   * Sent as `reason`. The change and the entry that applies it have it, unless a later request for the same change
   * replaced it.
   */
  id: string;
  versionId: string;
  invokedAt: number;
  /** `fee` is that of the version when the change was confirmed. */
  outcome:
    | { kind: 'acknowledged'; changeId: string; fee: number | null }
    | { kind: 'rejected'; code: string }
    | { kind: 'unknown' };
}

/** An acknowledged decision about a change: the state that the response named. */
export interface ChangeDecision {
  changeId: string;
  state: 'applied' | 'canceled' | 'declined';
}

/** The fields of a change that the checks use. */
export type ObservedChange = Pick<
  AccountChangeBody,
  'id' | 'state' | 'effective_at' | 'created_at' | 'ended_at' | 'reason' | 'blockers' | 'history_id'
> & { version: Pick<AccountChangeBody['version'], 'id'> };

/** The requests about changes of an account, and its changes and history after the run, oldest first. */
export interface ChangeRun {
  accountId: string;
  changeOperations: ChangeOperation[];
  decisions: ChangeDecision[];
  changes: ObservedChange[];
  history: (ObservedEntry & Partial<Pick<HistoryEntry, 'fee'>>)[];
}

/** The operations for `checkHistory`: each can create one entry, at any later time. */
export function listLaterSwitches({ changeOperations }: ChangeRun): SwitchOperation[] {
  return changeOperations.map(({ id, versionId, invokedAt, outcome }) => ({
    id,
    versionId,
    invokedAt,
    completedAt: Number.POSITIVE_INFINITY,
    outcome: outcome.kind === 'rejected' ? outcome : { kind: 'unknown' },
  }));
}

/**
 * Checks that no acknowledged change is lost, that each is applied at most once, that one that was canceled, declined,
 * superseded or has expired is not applied, and that none is applied at a higher price than confirmed. `checkHistory`
 * checks the entries by their reasons. All that was scheduled is due. It is a pure function.
 */
export function checkChanges(run: ChangeRun): Violation[] {
  const violations: Violation[] = [];
  const report = (invariant: Violation['invariant'], message: string) =>
    violations.push({ accountId: run.accountId, invariant, message });
  const { changeOperations, decisions, changes, history } = run;
  const byId = new Map(changes.map((change) => [change.id, change]));
  for (const { id, versionId, outcome } of changeOperations) {
    if (outcome.kind !== 'acknowledged') continue;
    const change = byId.get(outcome.changeId);
    if (!change)
      report('no lost change', `the response to ${id} named ${outcome.changeId}, which does not exist`);
    else if (change.version.id !== versionId) {
      report('no lost change', `${id} requested ${versionId}, ${change.id} is for ${change.version.id}`);
    }
  }
  for (const { changeId, state } of decisions) {
    const actual = byId.get(changeId)?.state;
    if (actual !== state) report('no lost change', `${changeId} was ${state}, and is ${actual ?? 'missing'}`);
  }
  const applied = new Map<string, string>();
  for (const change of changes) {
    const { id, state, history_id } = change;
    if (state === 'scheduled') report('no lost change', `${id} is due and was not applied`);
    if (state === 'waiting' && change.effective_at !== null && change.blockers.length === 0) {
      report('no lost change', `${id} waits without a reason`);
    }
    if (state === 'superseded' && !isSuperseded(change, run)) {
      report('no lost change', `${id} was superseded by nothing`);
    }
    if (state === 'applied') {
      const entry = history.find((each) => each.history_id === history_id);
      const other = applied.get(history_id ?? '');
      if (!entry) report('no lost change', `${id} was applied by ${history_id}, which is not in the history`);
      else if (other !== undefined)
        report('one switch per change', `${history_id} applied ${other} and ${id}`);
      else checkEntry(change, entry, changeOperations, report);
      applied.set(history_id ?? '', id);
    } else if (history.some(({ reason }) => reason !== null && reason === change.reason)) {
      report('no effect of an ended change', `${id} is ${state} and was applied`);
    }
  }
  return violations;
}

function checkEntry(
  { id, version, reason }: ObservedChange,
  entry: ChangeRun['history'][number],
  operations: ChangeOperation[],
  report: (invariant: Violation['invariant'], message: string) => void,
): void {
  if (entry.id !== version.id || entry.reason !== reason) {
    report(
      'one switch per change',
      `${id} to ${version.id} was applied by an entry of ${entry.id} (${entry.reason})`,
    );
  }
  const outcome = operations.find((each) => each.id === reason)?.outcome;
  if (outcome?.kind !== 'acknowledged') return;
  if ((entry.fee ?? 0) > (outcome.fee ?? 0)) {
    report('no worse price', `${id} was confirmed at ${outcome.fee} and applied at ${entry.fee}`);
  }
}

/**
 * Whether something took the place of a change: a switch, another change, a reason, or the account was on the version
 * already.
 */
function isSuperseded(
  { id, version, ended_at, blockers }: ObservedChange,
  { changes, history }: ChangeRun,
): boolean {
  const at = ended_at ?? 0;
  const current = history.findLast(({ activated }) => activated <= at);
  return (
    blockers.length > 0 ||
    current?.activated === at ||
    current?.id === version.id ||
    changes.some((each) => each.id !== id && each.created_at === at)
  );
}
