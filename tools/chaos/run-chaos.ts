import { type ChaosClient, historyResponseSchema, sendWithRetries } from './chaos-client';
import type { ChaosEnvironment } from './chaos-environment';
import { type AccountRun, checkHistory, type ObservedEntry, type Violation } from './check-history';
import { waitForDatabase } from './database-faults';
import { countKills, type FaultCounts, type FaultKind, injectFaults, planFaults } from './inject-faults';
import { SeededRandom } from './seeded-random';
import { runWorkload, WorkloadProgress, type WorkloadResult } from './workload';

export interface ChaosOptions {
  seed: number;
  /** Prefix of all operation ids. Two runs on one database need different names. */
  name: string;
  switches: number;
  /** The total number of kills, or the number of each kind of fault. */
  kills: number | FaultCounts;
  clients: number;
  accountIds: string[];
  /** Called after each kill with the number of kills so far. */
  onKill?: (kills: number) => void;
}

export interface ChaosReport {
  seed: number;
  faults: FaultCounts;
  switches: number;
  requests: Omit<WorkloadResult, 'operations' | 'reads' | 'violations'>;
  outcomes: Record<'switched' | 'unchanged' | 'rejected' | 'unknown', number>;
  reads: number;
  entries: number;
  seconds: number;
  violations: Violation[];
  /** All operations, reads and final histories, as evidence for the violations. */
  runs: AccountRun[];
}

/** Switches accounts while faults are injected, and checks the observed responses against the final history. */
export async function runChaos(environment: ChaosEnvironment, options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const faults: FaultCounts = { backend: 0, database: 0, server: 0, response: 0, clock: 0 };
  const { kills, onKill, ...workload } = options;
  const { seed, switches, accountIds } = workload;
  const plan = typeof kills === 'number' ? planFaults(kills) : kills;
  const progress = new WorkloadProgress();
  const { appKey } = environment;
  const origins = environment.proxiedServers.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`);
  const versionIds = environment.app.versions.map(({ id }) => id);
  const workloadDone = new AbortController();
  const onFault = (kind: FaultKind) => {
    faults[kind] += 1;
    if (kind !== 'clock') onKill?.(countKills(faults));
  };
  const { signal } = workloadDone;
  const faultInjection = injectFaults({ environment, plan, switches, seed, progress, signal, onFault });
  const { operations, reads, violations, ...requests } = await Promise.race([
    runWorkload({ ...workload, versionIds, origins, appKey, progress }),
    // A failed injection ends the run. A completed one never settles the race.
    faultInjection.then(() => new Promise<never>(() => {})),
  ]);
  workloadDone.abort(new Error('The workload finished before all faults were injected.'));
  await faultInjection;
  await waitForDatabase(environment.database.url);

  const client: ChaosClient = { random: new SeededRandom(seed), origins, appKey, onResponse: () => {} };
  const runs: AccountRun[] = [];
  for (const accountId of accountIds) {
    runs.push({
      accountId,
      operations: operations.get(accountId) ?? [],
      reads: reads.get(accountId) ?? [],
      history: await readFullHistory(client, accountId),
    });
  }
  return {
    seed,
    faults,
    switches,
    requests,
    outcomes: countOutcomes(runs),
    reads: runs.reduce((sum, run) => sum + run.reads.length, 0),
    entries: runs.reduce((sum, run) => sum + run.history.length, 0),
    seconds: (performance.now() - startedAt) / 1000,
    violations: [...violations, ...runs.flatMap(checkHistory)],
    runs,
  };
}

/** Reads all pages of an account's history after the workload. Oldest entry first. */
async function readFullHistory(client: ChaosClient, accountId: string): Promise<ObservedEntry[]> {
  const entries: ObservedEntry[] = [];
  let cursor: string | undefined;
  do {
    const path = `/account/versions?limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const { response } = await sendWithRetries(client, { accountId, path });
    if (response?.status !== 200) throw new Error(`The final history of ${accountId} could not be read.`);
    const page = historyResponseSchema.parse(response.body);
    entries.push(...page.payload);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return entries.toReversed();
}

/** An acknowledged switch that created no entry found the requested version already active. */
function countOutcomes(runs: AccountRun[]): ChaosReport['outcomes'] {
  const outcomes = { switched: 0, unchanged: 0, rejected: 0, unknown: 0 };
  for (const { operations, history } of runs) {
    const createdBy = new Set(history.map(({ reason }) => reason));
    for (const { id, outcome } of operations) {
      if (outcome.kind !== 'acknowledged') outcomes[outcome.kind] += 1;
      else outcomes[createdBy.has(id) ? 'switched' : 'unchanged'] += 1;
    }
  }
  return outcomes;
}

const maxShownViolations = 12;

/** Formats a report for the terminal. */
export function formatChaosReport(report: ChaosReport): string {
  const { faults, requests, outcomes, violations, runs } = report;
  const count = (number: number) => number.toLocaleString('en-US');
  const statuses = Object.entries(requests.statusCounts).map(
    ([status, times]) => `${count(times)} × ${status}`,
  );
  const rows: [label: string, value: string][] = [
    ['seed', String(report.seed)],
    ['kills', `${count(countKills(faults))}: ${formatKills(faults)}`],
    ['clock changes', `${count(faults.clock)}, to an offset of -1, 0 or 1 hour`],
    ['switches', `${count(report.switches)} on ${count(runs.length)} accounts`],
    [
      'outcomes',
      `${count(outcomes.switched)} switched, ${count(outcomes.unchanged)} unchanged, ` +
        `${count(outcomes.rejected)} rejected, ${count(outcomes.unknown)} unknown`,
    ],
    [
      'attempts',
      `${count(requests.attempts)}, ${count(requests.attempts - report.switches)} of them retries`,
    ],
    ['recovered', `${count(requests.recovered)} (response lost, then returned by a retry)`],
    ['responses', statuses.join(', ')],
    ['slowest', `${(requests.slowestMs / 1000).toFixed(1)} s`],
    ['reads', count(report.reads)],
    ['entries', count(report.entries)],
    ['duration', `${report.seconds.toFixed(0)} s`],
  ];
  const table = rows.map(([label, value]) => `  ${label.padEnd(16)}${value}`).join('\n');
  return `${table}\n\n${formatViolations(violations)}`;
}

function formatKills({ backend, database, server, response }: FaultCounts): string {
  return [
    `${backend} × database backend`,
    `${database} × whole database`,
    `${server} × server`,
    `${response} × response dropped`,
  ].join(', ');
}

function formatViolations(violations: Violation[]): string {
  if (violations.length === 0) return 'No violations: no switch was lost, duplicated or reordered.';
  const shown = violations.slice(0, maxShownViolations);
  const lines = shown.map(({ accountId, invariant, message }) => `  ${invariant}: ${message} (${accountId})`);
  const hidden = violations.length - shown.length;
  if (hidden > 0) lines.push(`  … and ${hidden} more`);
  return [`${violations.length} violations:`, ...lines].join('\n');
}
