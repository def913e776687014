import type { AccountRun, ObservedEntry, ObservedOutcome, Violation } from './check-history';

/** A request that sets terms of some seconds, as its client saw it. */
export interface TermsOperation {
  /** Sent as `reason`. The entries that set and end the terms have it. */
  id: string;
  outcome: Pick<ObservedOutcome, 'kind'>;
}

export interface TermsRun extends Pick<AccountRun, 'accountId' | 'history'> {
  termsOperations: TermsOperation[];
}

/**
 * Checks that no acknowledged terms are lost, that rejected ones have no effect, and that terms end at most as often as they were
 * set, and not before the time that they name. All of them have ended. It is a pure function.
 */
export function checkTerms({ accountId, history, termsOperations }: TermsRun): Violation[] {
  const violations: Violation[] = [];
  const report = (invariant: Violation['invariant'], message: string) =>
    violations.push({ accountId, invariant, message });
  const entries = history.filter(({ kind }) => kind === 'terms');
  for (const { id, outcome } of termsOperations) {
    const own = entries.filter(({ reason }) => reason === id);
    const set = own.filter(({ terms }) => terms);
    const ended = own.length - set.length;
    if (outcome.kind === 'acknowledged' && set.length === 0) report('no lost terms', `${id} has no entry`);
    if (outcome.kind === 'rejected' && own.length > 0) {
      report('no effect of a rejected switch', `${id} was rejected, and has ${own.length} entries`);
    }
    if (ended > set.length)
      report('terms end once', `${id} was set ${set.length} times, and ended ${ended} times`);
  }
  for (const [index, entry] of history.entries()) checkEnd(entry, history[index - 1], report);
  const left = history.at(-1)?.terms;
  if (left) report('terms end once', `${left.reason} has not ended`);
  return violations;
}

function checkEnd(
  { kind, terms, activated, sequence }: ObservedEntry,
  before: ObservedEntry | undefined,
  report: (invariant: Violation['invariant'], message: string) => void,
): void {
  const until = before?.terms?.until ?? null;
  if (kind !== 'terms' || terms || until === null || activated >= until) return;
  report('terms end once', `entry ${sequence} ended terms until ${until} at ${activated}`);
}
