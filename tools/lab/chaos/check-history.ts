import type { HistoryEntry } from '@/lib/contract/history';

/** One switch request as its client saw it. Times are milliseconds of one monotonic clock. */
export interface SwitchOperation {
  /** Sent as `reason`. The entry that the switch creates stores it, so each entry can be matched to its operation. */
  id: string;
  versionId: string;
  /** When the first attempt was sent. */
  invokedAt: number;
  /** When the final response arrived. Infinity if there was none: the switch may still be applied later. */
  completedAt: number;
  outcome: ObservedOutcome;
}

export type ObservedOutcome =
  /** The response named this entry: the one that the switch created, or the existing one if it changed nothing. */
  | { kind: 'acknowledged'; historyId: string; versionId: string; timestamp: number }
  /** Rejected by the server: the switch must not have been applied. */
  | { kind: 'rejected'; code: string }
  /** No response, or one that does not say whether the switch was applied. */
  | { kind: 'unknown' };

/** The fields of a history entry that the checks use. */
export type ObservedEntry = Pick<
  HistoryEntry,
  | 'history_id'
  | 'sequence'
  | 'id'
  | 'previous_version_id'
  | 'activated'
  | 'deactivated'
  | 'reason'
  | 'account_billing_period'
> &
  Partial<Pick<HistoryEntry, 'undo_until' | 'kind' | 'terms'>>;

/** One page of history, newest entry first, as the server returned it. */
export interface HistoryRead {
  invokedAt: number;
  completedAt: number;
  /** The requested number of entries. */
  limit: number;
  entries: ObservedEntry[];
}

/** The version of the account in a version list, which servers cache. */
export interface VersionRead {
  invokedAt: number;
  versionId: string;
}

/** All requests for one account, and its history after the run. */
export interface AccountRun {
  accountId: string;
  operations: SwitchOperation[];
  reads: HistoryRead[];
  versionReads?: VersionRead[];
  /** Oldest entry first. Entries without a reason existed before the run. */
  history: ObservedEntry[];
}

/** A broken invariant and the evidence for it. */
export interface Violation {
  accountId: string;
  invariant:
    | 'gapless sequence'
    | 'single chain'
    | 'monotonic time'
    | 'no phantom entry'
    | 'no duplicate switch'
    | 'no lost switch'
    | 'no effect of a rejected switch'
    | 'response matches history'
    | 'read is a prefix'
    | 'read after acknowledgement'
    | 'real-time order'
    | 'expected status'
    | 'no lost terms'
    | 'terms end once'
    | 'no lost change'
    | 'one switch per change'
    | 'no effect of an ended change'
    | 'no worse price'
    | 'replay repeats the response'
    | 'one event per switch'
    | 'every event is delivered'
    | 'deliveries in order'
    | 'valid delivery'
    | 'restored rows'
    | 'protected history'
    | 'no effect of an attack';
  message: string;
}

type ReportViolation = (invariant: Violation['invariant'], message: string) => void;

/**
 * Compares what clients observed with the final history, as Jepsen checks list-append workloads: each acknowledged
 * switch is applied exactly once, each unknown one at most once, each read is a prefix of the final history, entries
 * respect real-time order, and sequence numbers have no gap. It is a pure function.
 */
export function checkHistory(run: AccountRun): Violation[] {
  const violations: Violation[] = [];
  const report: ReportViolation = (invariant, message) =>
    violations.push({ accountId: run.accountId, invariant, message });
  checkChain(run.history, report);
  checkOperations(run, report);
  checkReads(run, report);
  checkVersionReads(run, report);
  checkRealTimeOrder(run, report);
  return violations;
}

/**
 * Checks the entries alone: sequence numbers have no gap, each entry starts at the version of the previous one, and
 * times never decrease.
 */
export function checkChain(history: ObservedEntry[], report: ReportViolation): void {
  const ids = new Set<string>();
  for (const [index, entry] of history.entries()) {
    const previous = history[index - 1] ?? null;
    const next = history[index + 1] ?? null;
    const name = describeEntry(entry);
    if (entry.sequence !== index + 1) report('gapless sequence', `${name} is at position ${index + 1}`);
    if (ids.has(entry.history_id)) report('gapless sequence', `${name} occurs twice`);
    ids.add(entry.history_id);
    if (entry.previous_version_id !== (previous?.id ?? null)) {
      report(
        'single chain',
        `${name} starts at ${entry.previous_version_id}, the previous entry led to ${previous?.id}`,
      );
    }
    const changesNothing =
      entry.id === previous?.id && entry.account_billing_period === previous.account_billing_period;
    if (changesNothing && entry.kind !== 'terms') {
      report('single chain', `${name} changes neither the version nor the billing period`);
    }
    if (previous && entry.activated < previous.activated) {
      report(
        'monotonic time',
        `${name} was activated at ${entry.activated}, the previous entry at ${previous.activated}`,
      );
    }
    if (entry.deactivated !== (next?.activated ?? null)) {
      report(
        'monotonic time',
        `${name} was deactivated at ${entry.deactivated}, the next entry was activated at ${next?.activated}`,
      );
    }
  }
}

/** Each acknowledged switch is applied exactly once, each unknown one at most once, a rejected one never. */
function checkOperations({ operations, history }: AccountRun, report: ReportViolation): void {
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
  const entriesByReason = new Map<string, ObservedEntry[]>();
  // `checkTerms` checks the others.
  for (const entry of history.filter(({ kind }) => kind !== 'terms')) {
    const { reason } = entry;
    const name = describeEntry(entry);
    if (reason === null) {
      if (entry.sequence > 1) report('no phantom entry', `${name} belongs to no operation`);
      continue;
    }
    entriesByReason.set(reason, [...(entriesByReason.get(reason) ?? []), entry]);
    const operation = operationsById.get(reason);
    if (!operation) report('no phantom entry', `${name} belongs to ${reason}, which was never sent`);
    else if (operation.versionId !== entry.id) {
      report(
        'response matches history',
        `${name} leads to ${entry.id}, ${reason} requested ${operation.versionId}`,
      );
    }
  }
  const entriesById = new Map(history.map((entry) => [entry.history_id, entry]));
  for (const operation of operations) {
    checkOperation(operation, entriesByReason.get(operation.id) ?? [], entriesById, report);
  }
}

/** `created` are the entries that the operation created. */
function checkOperation(
  { id, versionId, outcome }: SwitchOperation,
  created: ObservedEntry[],
  entriesById: Map<string, ObservedEntry>,
  report: ReportViolation,
): void {
  const sequences = created.map(({ sequence }) => sequence).join(', ');
  if (created.length > 1) {
    report('no duplicate switch', `${id} was applied ${created.length} times: entries ${sequences}`);
  }
  if (outcome.kind === 'rejected' && created.length > 0) {
    report(
      'no effect of a rejected switch',
      `${id} was rejected (${outcome.code}) but applied: entries ${sequences}`,
    );
  }
  if (outcome.kind !== 'acknowledged') return;
  const { historyId, timestamp } = outcome;
  const named = entriesById.get(historyId);
  if (!named) {
    report('no lost switch', `the response to ${id} named ${historyId}, which is not in the history`);
    return;
  }
  if (named.id !== versionId || outcome.versionId !== versionId) {
    report(
      'response matches history',
      `${id} requested ${versionId}, the response named an entry of ${named.id}`,
    );
  }
  if (named.activated !== timestamp) {
    report(
      'response matches history',
      `the response to ${id} said ${timestamp}, ${describeEntry(named)} was activated at ${named.activated}`,
    );
  }
  if (created.length > 0 && named.reason !== id) {
    report(
      'response matches history',
      `${id} created entries ${sequences}, the response named ${describeEntry(named)}`,
    );
  }
}

/** Each read is a prefix of the final history: the same complete entries, up to the newest at that time. */
function checkReads({ reads, history }: AccountRun, report: ReportViolation): void {
  for (const read of reads) checkRead(read, history, report);
}

function checkRead({ entries, limit }: HistoryRead, history: ObservedEntry[], report: ReportViolation): void {
  const newest = entries[0]?.sequence ?? 0;
  if (newest > history.length) {
    report('read is a prefix', `a read returned entry ${newest}, the history has ${history.length} entries`);
    return;
  }
  if (entries.length !== Math.min(limit, newest)) {
    report('read is a prefix', `a read of entry ${newest} and older returned ${entries.length} entries`);
  }
  for (const [index, entry] of entries.entries()) {
    const stored = history[newest - index - 1];
    // The newest entry was not deactivated yet, and could be undone. Nothing else of an entry ever changes.
    const isNewest = index === 0;
    const expected =
      stored && (isNewest ? { ...stored, deactivated: null, undo_until: entry.undo_until } : stored);
    if (JSON.stringify(entry) === JSON.stringify(expected)) continue;
    report(
      'read is a prefix',
      `a read returned ${JSON.stringify(entry)}, the history has ${JSON.stringify(expected)}`,
    );
  }
}

/** A list shows the entry that was acknowledged last before it was requested, on any server, or a later one. */
function checkVersionReads(
  { versionReads = [], operations, history }: AccountRun,
  report: ReportViolation,
): void {
  const positions = new Map(history.map(({ history_id: id }, index) => [id, index]));
  const acknowledged = operations.flatMap(({ outcome, completedAt }) =>
    outcome.kind === 'acknowledged' ? [{ completedAt, position: positions.get(outcome.historyId) ?? 0 }] : [],
  );
  for (const { invokedAt, versionId } of versionReads) {
    const before = acknowledged.filter(({ completedAt }) => completedAt < invokedAt);
    const first = Math.max(0, ...before.map(({ position }) => position));
    if (history.slice(first).some(({ id }) => id === versionId)) continue;
    report(
      'read after acknowledgement',
      `a list showed ${versionId} after entry ${first + 1} was acknowledged`,
    );
  }
}

/** An event that took effect at one instant between two times, and the position of that instant in the history. */
interface OrderedEvent {
  name: string;
  /** Entry n is created at position 2n. A client that saw n entries and no more did so at 2n + 1. */
  position: number;
  invokedAt: number;
  completedAt: number;
}

/**
 * Real-time order: an event that completed before another was invoked comes first in the history. Events are switches,
 * reads, and switches that changed nothing.
 */
function checkRealTimeOrder(run: AccountRun, report: ReportViolation): void {
  const eventsByPosition = new Map<number, OrderedEvent[]>();
  for (const event of listEvents(run)) {
    eventsByPosition.set(event.position, [...(eventsByPosition.get(event.position) ?? []), event]);
  }
  /** The earliest completed event of all later positions. */
  let earliest: OrderedEvent | null = null;
  for (const position of [...eventsByPosition.keys()].toSorted((a, b) => b - a)) {
    const events = eventsByPosition.get(position) ?? [];
    for (const event of events) {
      if (!earliest || earliest.completedAt >= event.invokedAt) continue;
      const [completed, invoked] = [earliest.completedAt.toFixed(1), event.invokedAt.toFixed(1)];
      report(
        'real-time order',
        `${earliest.name} completed at ${completed} ms but comes after ${event.name}, invoked at ${invoked} ms`,
      );
    }
    for (const event of events) {
      if (!earliest || event.completedAt < earliest.completedAt) earliest = event;
    }
  }
}

function listEvents({ operations, reads, history }: AccountRun): OrderedEvent[] {
  const entriesByReason = new Map(history.map((entry) => [entry.reason, entry]));
  const entriesById = new Map(history.map((entry) => [entry.history_id, entry]));
  const events: OrderedEvent[] = reads.map(({ entries, invokedAt, completedAt }) => {
    const sequence = entries[0]?.sequence ?? 0;
    return { name: `a read of ${sequence} entries`, position: 2 * sequence + 1, invokedAt, completedAt };
  });
  for (const { id, invokedAt, completedAt, outcome } of operations) {
    const created = entriesByReason.get(id);
    if (created) events.push({ name: id, position: 2 * created.sequence, invokedAt, completedAt });
    else if (outcome.kind === 'acknowledged') {
      const named = entriesById.get(outcome.historyId);
      const name = `${id}, which changed nothing,`;
      if (named) events.push({ name, position: 2 * named.sequence + 1, invokedAt, completedAt });
    }
  }
  return events;
}

function describeEntry({ sequence, history_id }: ObservedEntry): string {
  return `entry ${sequence} (${history_id})`;
}
