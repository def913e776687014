import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { ObservedEntry, ObservedOutcome, Violation } from './check-history';

/** A request that turns an add-on on or off, as its client saw it. */
export interface ToggleOperation {
  /** Sent as `reason`, so that an entry can be matched to its operation. */
  id: string;
  addOnId: string;
  active: boolean;
  /** Times as those of a `SwitchOperation`. */
  invokedAt: number;
  completedAt: number;
  /** `historyId` is empty if the add-on was off and never on. */
  outcome: Exclude<ObservedOutcome, { kind: 'acknowledged' }> | { kind: 'acknowledged'; historyId: string };
}

/** The fields of an entry that the checks use. */
export type ObservedAddOn = Pick<
  AddOnHistoryEntry,
  'history_id' | 'sequence' | 'id' | 'status' | 'timestamp' | 'cause' | 'reason' | 'switch_history_id'
>;

/** The requests about the add-ons of an account, and its histories after the run, oldest entry first. */
export interface AddOnRun {
  accountId: string;
  toggles: ToggleOperation[];
  options: ObservedAddOn[];
  history: ObservedEntry[];
}

/**
 * Checks that each acknowledged toggle was applied exactly once, each unknown one at most once and a rejected one never,
 * that each change of a switch belongs to it, and that states alternate. It is a pure function.
 */
export function checkAddOns(run: AddOnRun): Violation[] {
  const violations: Violation[] = [];
  const report = (invariant: Violation['invariant'], message: string) =>
    violations.push({ accountId: run.accountId, invariant, message });
  checkEntries(run, report);
  checkToggles(run, report);
  return violations;
}

type ReportViolation = (invariant: Violation['invariant'], message: string) => void;

function checkEntries({ options, history, toggles }: AddOnRun, report: ReportViolation): void {
  const switches = new Map(history.map((entry) => [entry.history_id, entry]));
  const operations = new Map(toggles.map((toggle) => [toggle.id, toggle]));
  const on = new Set<string>();
  for (const [index, entry] of options.entries()) {
    const name = describeAddOn(entry);
    if (entry.sequence !== index + 1) report('gapless sequence', `${name} is at position ${index + 1}`);
    const previous = options[index - 1];
    if (previous && entry.timestamp < previous.timestamp) {
      report('monotonic time', `${name} is dated before the previous entry`);
    }
    const wasOn = on.has(entry.id);
    const isOn = entry.status === 'active';
    const isPossible = entry.cause === 'toggle' ? wasOn !== isOn : wasOn;
    if (!isPossible) report('single chain', `${name} does not follow from the state before it`);
    if (isOn) on.add(entry.id);
    else on.delete(entry.id);
    if (entry.cause === 'switch') {
      const cause = switches.get(entry.switch_history_id ?? '');
      if (cause?.activated === entry.timestamp && cause.reason === entry.reason) continue;
      report('no phantom entry', `${name} belongs to ${entry.switch_history_id}, another switch or none`);
      continue;
    }
    const operation = operations.get(entry.reason ?? '');
    if (!operation) report('no phantom entry', `${name} belongs to no operation`);
    else if (operation.addOnId !== entry.id || operation.active !== isOn) {
      report('response matches history', `${name} is not what ${operation.id} requested`);
    }
  }
}

function checkToggles({ toggles, options }: AddOnRun, report: ReportViolation): void {
  const byId = new Map(options.map((entry) => [entry.history_id, entry]));
  const byReason = new Map<string, ObservedAddOn[]>();
  for (const entry of options) {
    if (entry.cause === 'switch' || entry.reason === null) continue;
    byReason.set(entry.reason, [...(byReason.get(entry.reason) ?? []), entry]);
  }
  for (const { id, addOnId, active, outcome } of toggles) {
    const created = byReason.get(id) ?? [];
    if (created.length > 1) report('no duplicate switch', `${id} was applied ${created.length} times`);
    if (outcome.kind === 'rejected' && created.length > 0) {
      report('no effect of a rejected switch', `${id} was rejected (${outcome.code}) but applied`);
    }
    if (outcome.kind !== 'acknowledged' || (outcome.historyId === '' && !active && created.length === 0))
      continue;
    const named = byId.get(outcome.historyId);
    if (!named)
      report(
        'no lost switch',
        `the response to ${id} named ${outcome.historyId}, which is not in the history`,
      );
    else if (named.id !== addOnId || (named.status === 'active') !== active) {
      report('response matches history', `the response to ${id} named ${describeAddOn(named)}`);
    } else if (created.length > 0 && named.reason !== id) {
      report(
        'response matches history',
        `${id} created an entry, the response named ${describeAddOn(named)}`,
      );
    }
  }
}

function describeAddOn({ sequence, history_id }: ObservedAddOn): string {
  return `option entry ${sequence} (${history_id})`;
}
