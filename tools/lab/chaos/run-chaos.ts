import { setTimeout as sleep } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { buildKey } from '@/prisma/factories/build-credential';
import { median, quantile } from '@/tools/metric';
import { changeListSchema } from './change-operations';
import {
  addOnHistoryResponseSchema,
  type ChaosClient,
  historyResponseSchema,
  readLatestEntries,
  sendWithRetries,
} from './chaos-client';
import type { ChaosEnvironment } from './chaos-environment';
import { type AddOnRun, checkAddOns } from './check-add-ons';
import { type ChangeRun, checkChanges, listLaterSwitches } from './check-changes';
import { type AccountRun, checkHistory, type Violation } from './check-history';
import { checkTerms } from './check-terms';
import { type AccountDeliveries, checkWebhooks, type ObservedDelivery } from './check-webhooks';
import { setFakeClock, waitForDatabase } from './database-faults';
import {
  countKills,
  type FaultCounts,
  type FaultKind,
  type FaultRun,
  faultKinds,
  faultNames,
  injectFaults,
  isKill,
  noFaults,
  planFaults,
} from './inject-faults';
import { SeededRandom } from './seeded-random';
import { patienceMs, WebhookObserver } from './webhook-observer';
import { type ClientRun, runWorkload, WorkloadProgress, type WorkloadResult } from './workload';

export interface ChaosOptions {
  seed: number;
  /** Prefix of all operation ids. Two runs on one database need different names. */
  name: string;
  switches: number;
  /** The total number of kills, or the number of each kind of fault. */
  kills: number | FaultCounts;
  clients: number;
  accountIds: string[];
  /** Whether clients also send changes that wait. The default is false. */
  changes?: boolean;
  /** Runs beside the workload instead of the kills. */
  accompany?: (run: FaultRun) => Promise<void>;
  /** Called after each kill with the number of kills so far. */
  onKill?: (kills: number) => void;
}

interface WebhookFigures {
  events: number;
  /** Requests to the receiver. Those that repeat an event are also counted by `repeated`. */
  deliveries: number;
  repeated: number;
  /** First deliveries per second, from the first one to the last one. */
  perSecond: number;
  /** From the response to the switch to the first delivery of its event. */
  lagMs: { p50: number; p99: number };
}

export interface ChaosReport {
  seed: number;
  faults: FaultCounts;
  switches: number;
  requests: Omit<WorkloadResult, 'runs' | 'violations'>;
  outcomes: Record<'switched' | 'unchanged' | 'rejected' | 'unknown', number>;
  /** Changes by their final state. */
  changeStates: Record<string, number>;
  webhooks: WebhookFigures;
  seconds: number;
  /** The time without successful writes of each failover, in milliseconds. */
  failoverMs: number[];
  violations: Violation[];
  /** All operations, reads and final histories, events and deliveries, as evidence for the violations. */
  runs: (ClientRun & AccountRun & AddOnRun & ChangeRun)[];
  accounts: AccountDeliveries[];
}

/** More than all delays of retries together, and less than events are kept. */
const skippedSeconds = 4 * 86_400;

/**
 * Switches accounts while faults are injected, and checks the observed responses and webhooks against the final history.
 */
export async function runChaos(environment: ChaosEnvironment, options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const faults = { ...noFaults };
  const { kills, changes = false, onKill, accompany = injectFaults, ...workload } = options;
  const { seed, switches, accountIds } = workload;
  const plan = typeof kills === 'number' ? planFaults(kills) : kills;
  const progress = new WorkloadProgress();
  const { appKey } = environment;
  const origins = environment.proxiedServers.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`);
  const versionIds = environment.app.versions.map(({ id }) => id);
  const addOnIds = environment.app.addOns.map(({ id }) => id);
  const workloadDone = new AbortController();
  const onFault = (kind: FaultKind) => {
    faults[kind] += 1;
    if (isKill(kind)) onKill?.(countKills(faults));
  };
  const client: ChaosClient = { random: new SeededRandom(seed), origins, appKey };
  const webhooks = await WebhookObserver.start(client);
  const failoverMs: number[] = [];
  const ownerKeys = changes ? await createOwnerKeys(environment, accountIds) : undefined;
  const observed: Violation[] = [];
  const faultInjection = accompany({
    ...{ environment, plan, switches, seed, progress, failoverMs, onFault },
    killReceiver: () => webhooks.kill(),
    signal: workloadDone.signal,
    violations: observed,
  });
  const result = await Promise.race([
    runWorkload({ ...workload, versionIds, addOnIds, origins, appKey, ownerKeys, progress }),
    // A failed injection ends the run. A completed one never settles the race.
    faultInjection.then(() => new Promise<never>(() => {})),
  ]);
  workloadDone.abort(new Error('The workload finished before all faults were injected.'));
  await faultInjection;
  const { runs: clientRuns, violations, ...requests } = result;
  await waitForDatabase(environment.database.url);
  if (changes) {
    if (plan.clock > 0) await setFakeClock(environment.database.url, 0);
    await waitUntilApplied(client, accountIds);
  }

  const runs: ChaosReport['runs'] = [];
  for (const clientRun of clientRuns) {
    const run = await addHistories(client, clientRun);
    const read = { client, accountId: run.accountId };
    runs.push({
      ...run,
      changes: changes ? await readPages(read, '/account/changes', changeListSchema) : [],
    });
  }
  // Makes retries due, and ends the leases of killed servers.
  if (countKills(faults) > 0) await setFakeClock(environment.database.url, skippedSeconds);
  const accounts = await collectDeliveries(webhooks, runs);
  await webhooks.close();
  if (countKills(faults) > 0) await setFakeClock(environment.database.url, 0);
  return {
    seed,
    faults,
    switches,
    requests,
    outcomes: countOutcomes(runs),
    changeStates: countStates(runs),
    webhooks: countWebhooks(runs, accounts),
    seconds: (performance.now() - startedAt) / 1000,
    failoverMs,
    violations: [
      ...violations,
      ...observed,
      ...runs.flatMap((run) =>
        checkHistory({ ...run, operations: [...run.operations, ...listLaterSwitches(run)] }),
      ),
      ...runs.flatMap(checkChanges),
      ...runs.flatMap(checkTerms),
      ...runs.flatMap(checkAddOns),
      ...accounts.flatMap(checkWebhooks),
    ],
    runs,
    accounts,
  };
}

/** Keys of owners by account. */
async function createOwnerKeys(
  { owner, app }: ChaosEnvironment,
  accountIds: string[],
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const id of accountIds) keys.set(id, await buildKey(owner, { app, account: { id }, role: 'owner' }));
  return keys;
}

/** Waits until nothing is scheduled for the past and all terms have ended, or until there is no more progress. */
async function waitUntilApplied(client: ChaosClient, accountIds: string[]): Promise<void> {
  let open = Number.POSITIVE_INFINITY;
  for (let progressAt = performance.now(); performance.now() < progressAt + patienceMs; await sleep(500)) {
    const pages = await Promise.all(
      accountIds.map((accountId) =>
        readPages({ client, accountId }, '/account/changes?state=open', changeListSchema),
      ),
    );
    const newest = await Promise.all(accountIds.map((accountId) => readLatestEntries(client, accountId, 1)));
    const withTerms = newest.filter((read) => !read || read.entries[0]?.terms);
    const length = pages.flat().filter(({ state }) => state === 'scheduled').length + withTerms.length;
    if (length === 0) return;
    if (length < open) progressAt = performance.now();
    open = length;
  }
}

/** Adds both histories of the account after the workload. Throws if a server does not return them. */
export async function addHistories<Run extends { accountId: string }>(
  client: ChaosClient,
  run: Run,
): Promise<Run & Pick<ChaosReport['runs'][number], 'history' | 'options'>> {
  const read = { client, accountId: run.accountId };
  return {
    ...run,
    history: await readPages(read, '/account/versions', historyResponseSchema),
    options: await readPages(read, '/account/optional-features', addOnHistoryResponseSchema),
  };
}

/** Reads all pages of a list. Returns the oldest entry first. */
async function readPages<Entry>(
  { client, accountId }: { client: ChaosClient; accountId: string },
  basePath: string,
  schema: ZodType<{ payload: Entry[]; next_cursor?: string | undefined }>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const path = `${basePath}${basePath.includes('?') ? '&' : '?'}limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const { response } = await sendWithRetries(client, { accountId, path });
    if (response?.status !== 200) throw new Error(`${path} of ${accountId} could not be read.`);
    const page = schema.parse(response.body);
    entries.push(...page.payload);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return entries.toReversed();
}

/** Waits for the deliveries of all switches, and groups them by account. */
async function collectDeliveries(
  webhooks: WebhookObserver,
  runs: ChaosReport['runs'],
): Promise<AccountDeliveries[]> {
  const accounts = runs.map(({ accountId, history, options }): AccountDeliveries => {
    const entries = [...history.filter(({ reason }) => reason !== null), ...options];
    return { accountId, entries, events: [], deliveries: [] };
  });
  const historyIds = accounts.flatMap(({ entries }) => entries.map(({ history_id }) => history_id));
  const byAccount = new Map(accounts.map((account) => [account.accountId, account]));
  const byEvent = new Map<string, AccountDeliveries>();
  for (const event of await webhooks.waitForDeliveries([...byAccount.keys()], historyIds)) {
    const account = byAccount.get(event.account_id ?? '');
    if (!account) continue;
    account.events.push(event);
    byEvent.set(event.id, account);
  }
  // A delivery of no known event counts for the first account, which reports it.
  for (const delivery of webhooks.deliveries) {
    (byEvent.get(delivery.id) ?? accounts[0])?.deliveries.push(delivery);
  }
  return accounts;
}

function countWebhooks(runs: AccountRun[], accounts: AccountDeliveries[]): WebhookFigures {
  const completedAt = new Map<string, number>();
  for (const { outcome, completedAt: at } of runs.flatMap(({ operations }) => operations)) {
    if (outcome.kind !== 'acknowledged') continue;
    completedAt.set(outcome.historyId, Math.min(at, completedAt.get(outcome.historyId) ?? at));
  }
  const deliveries = accounts.flatMap((account) => account.deliveries);
  const first = new Map<string, ObservedDelivery>();
  for (const delivery of deliveries) if (!first.has(delivery.id)) first.set(delivery.id, delivery);
  const times = [...first.values()].map(({ receivedAt }) => receivedAt).toSorted((a, b) => a - b);
  const durationMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const lags = [...first.values()]
    .map(({ id, receivedAt }) => receivedAt - (completedAt.get(id.replace('evt', 'avh')) ?? Number.NaN))
    .filter((lag) => !Number.isNaN(lag))
    .map((lag) => Math.max(0, lag));
  return {
    events: accounts.reduce((sum, { events }) => sum + events.length, 0),
    deliveries: deliveries.length,
    repeated: deliveries.length - first.size,
    perSecond: durationMs > 0 ? (1000 * times.length) / durationMs : 0,
    lagMs: { p50: quantile(lags, 0.5), p99: quantile(lags, 0.99) },
  };
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

function countStates(runs: ChangeRun[]): Record<string, number> {
  const states: Record<string, number> = {};
  for (const { state } of runs.flatMap(({ changes }) => changes)) states[state] = (states[state] ?? 0) + 1;
  return states;
}

const maxShownViolations = 12;

/** Formats a report for the terminal. */
export function formatChaosReport(report: ChaosReport): string {
  const { faults, requests, outcomes, violations, runs, webhooks } = report;
  const count = (number: number) => number.toLocaleString('en-US');
  const total = (name: 'toggles' | 'changeOperations' | 'reads' | 'versionReads' | 'history' | 'options') =>
    count(runs.reduce((sum, run) => sum + run[name].length, 0));
  const statuses = Object.entries(requests.statusCounts).map(
    ([status, times]) => `${count(times)} × ${status}`,
  );
  const figures: CheckReport['figures'] = [
    ['seed', String(report.seed)],
    ['kills', `${count(countKills(faults))}: ${formatKills(faults)}`],
    ['clock changes', `${count(faults.clock)}, to an offset of -1, 0 or 1 hour`],
    ['price changes', count(faults.price)],
    [
      'operations',
      `${count(report.switches)} on ${count(runs.length)} accounts, ${total('toggles')} of them toggles`,
    ],
    ['changes', `${total('changeOperations')} requests: ${formatCounts(report.changeStates)}`],
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
    ['reads', total('reads') + total('versionReads')],
    ['entries', `${total('history')}, and ${total('options')} of optional features`],
    [
      'webhooks',
      `${count(webhooks.events)} events, ${count(webhooks.deliveries)} deliveries, ${count(webhooks.repeated)} of them repeated`,
    ],
    [
      'delivery',
      `${webhooks.perSecond.toFixed(0)} events per second, ` +
        `lag p50 ${webhooks.lagMs.p50.toFixed(0)} ms, p99 ${webhooks.lagMs.p99.toFixed(0)} ms`,
    ],
    ['acknowledged', `${outcomes.switched + outcomes.unchanged} switches, ${formatLost(violations)}`],
    ...(report.failoverMs.length > 0
      ? ([['failovers', formatFailovers(report.failoverMs)]] as CheckReport['figures'])
      : []),
    ['duration', `${report.seconds.toFixed(0)} s`],
  ];
  const success = 'no switch, change and webhook was lost or reordered, and no switch was duplicated.';
  return formatCheckReport({ figures, violations }, success);
}

export function formatLost(violations: Violation[]): string {
  const lost = countViolations(violations, 'no lost switch');
  return `${lost} lost, ${countViolations(violations, 'no duplicate switch')} doubled`;
}

export function countViolations(violations: Violation[], invariant: Violation['invariant']): number {
  return violations.filter((violation) => violation.invariant === invariant).length;
}

function formatFailovers(failoverMs: number[]): string {
  const format = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const worst = format(Math.max(...failoverMs));
  return `${failoverMs.length}, without writes for ${format(median(failoverMs))} (median), ${worst} (worst)`;
}

function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');
}

function formatKills(counts: FaultCounts): string {
  return faultKinds
    .filter((kind) => isKill(kind) && counts[kind] > 0)
    .map((kind) => `${counts[kind]} × ${faultNames[kind]}`)
    .join(', ');
}

/** The result of a run that restores a backup or updates servers. */
export interface CheckReport {
  figures: [label: string, value: string][];
  violations: Violation[];
}

/** Formats a report for the terminal. `success` is what a report without violations says. */
export function formatCheckReport({ figures, violations }: CheckReport, success: string): string {
  const table = figures.map(([label, value]) => `  ${label.padEnd(16)}${value}`).join('\n');
  return `${table}\n\n${formatViolations(violations, success)}`;
}

function formatViolations(violations: Violation[], success: string): string {
  if (violations.length === 0) return `No violations: ${success}`;
  const shown = violations.slice(0, maxShownViolations);
  const lines = shown.map(({ accountId, invariant, message }) => `  ${invariant}: ${message} (${accountId})`);
  const hidden = violations.length - shown.length;
  if (hidden > 0) lines.push(`  … and ${hidden} more`);
  return [`${violations.length} violations:`, ...lines].join('\n');
}
