import { sendChange } from './change-operations';
import {
  type ChaosClient,
  type ChaosResult,
  type ChaosSwitch,
  readLatestEntries,
  readVersion,
  sendSwitch,
  sendToggle,
} from './chaos-client';
import type { ToggleOperation } from './check-add-ons';
import type { ChangeDecision, ChangeOperation } from './check-changes';
import type { HistoryRead, SwitchOperation, VersionRead, Violation } from './check-history';
import type { TermsOperation } from './check-terms';
import { SeededRandom } from './seeded-random';
import { sendTerms } from './terms-operations';

/** Counts the started switches and limits them, so that the workload does not finish before the faults. */
export class WorkloadProgress {
  private started = 0;
  private limit = Number.POSITIVE_INFINITY;
  private waiters: { isDone: () => boolean; resolve: () => void }[] = [];

  /** Returns the number of the next switch as soon as the limit allows it, or null after the last one. */
  async startNext(switches: number): Promise<number | null> {
    await this.waitUntil(() => this.started < this.limit || this.started >= switches);
    if (this.started >= switches) return null;
    this.started += 1;
    this.resolveWaiters();
    return this.started;
  }

  /** Resolves when `count` switches have started. */
  waitUntilStarted(count: number): Promise<void> {
    return this.waitUntil(() => this.started >= count);
  }

  setLimit(limit: number): void {
    this.limit = limit;
    this.resolveWaiters();
  }

  private async waitUntil(isDone: () => boolean): Promise<void> {
    // The condition may be false again when a resolved waiter continues, because another one was first.
    while (!isDone()) {
      await new Promise<void>((resolve) => this.waiters.push({ isDone, resolve }));
    }
  }

  private resolveWaiters(): void {
    const done = this.waiters.filter(({ isDone }) => isDone());
    this.waiters = this.waiters.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve();
  }
}

interface Workload {
  seed: number;
  /** Prefix of all operation ids. Two runs on one database need different names. */
  name: string;
  switches: number;
  clients: number;
  accountIds: string[];
  versionIds: string[];
  addOnIds: string[];
  origins: string[];
  appKey: string;
  /** Keys of owners by account id, to send changes that wait too. */
  ownerKeys?: Map<string, string>;
  progress: WorkloadProgress;
  /** It is called after every attempt. */
  onResponse?: ChaosClient['onResponse'];
}

/** What the clients observed for an account. */
export interface ClientRun {
  accountId: string;
  operations: SwitchOperation[];
  toggles: ToggleOperation[];
  changeOperations: ChangeOperation[];
  termsOperations: TermsOperation[];
  decisions: ChangeDecision[];
  reads: HistoryRead[];
  versionReads: VersionRead[];
}

export interface WorkloadResult {
  /** One for each account. */
  runs: ClientRun[];
  violations: Violation[];
  attempts: number;
  /** Switches whose first response was lost and whose retry returned the stored response. */
  recovered: number;
  /** Number of responses by status; "none" for broken connections. */
  statusCounts: Record<string, number>;
  slowestMs: number;
}

/** Share of the operations that turn an add-on on or off. The others are switches. */
const toggleShare = 0.25;
/** Share of the others that schedule a switch or ask the host for one. */
const changeShare = 0.25;
/** Share of the rest that sets terms. */
const termsShare = 0.05;

/** Runs `clients` concurrent clients that change random accounts until `switches` operations have been sent. */
export async function runWorkload(workload: Workload): Promise<WorkloadResult> {
  const result: WorkloadResult = {
    runs: workload.accountIds.map((accountId) => {
      const sent = { operations: [], toggles: [], changeOperations: [], termsOperations: [], decisions: [] };
      return { accountId, ...sent, reads: [], versionReads: [] };
    }),
    violations: [],
    attempts: 0,
    recovered: 0,
    statusCounts: {},
    slowestMs: 0,
  };
  const onResponse: ChaosClient['onResponse'] = (response, durationMs) => {
    workload.onResponse?.(response, durationMs);
    const status = response === null ? 'none' : String(response.status);
    result.statusCounts[status] = (result.statusCounts[status] ?? 0) + 1;
    result.slowestMs = Math.max(result.slowestMs, durationMs);
    if (response?.status === 503 && response.retryAfter === null) {
      const message = 'a response with status 503 had no Retry-After';
      result.violations.push({ accountId: 'all', invariant: 'expected status', message });
    }
  };
  const { seed, clients, origins, appKey } = workload;
  await Promise.all(
    Array.from({ length: clients }, (_, index) => {
      const random = new SeededRandom(seed + index + 1);
      return runClient(workload, { random, origins, appKey, onResponse }, result);
    }),
  );
  return result;
}

async function runClient(workload: Workload, client: ChaosClient, result: WorkloadResult): Promise<void> {
  const { versionIds, addOnIds, switches, progress, name } = workload;
  const { random } = client;
  const count = ({ attempts, recovered, violations }: ChaosResult<unknown>, accountId: string) => {
    result.attempts += attempts;
    if (recovered) result.recovered += 1;
    result.violations.push(...violations.map((violation) => ({ accountId, ...violation })));
  };
  for (;;) {
    const number = await progress.startNext(switches);
    if (number === null) return;
    const run = random.pick(result.runs);
    const { accountId } = run;
    const id = `${name}-${number}`;
    if (random.chance(toggleShare)) {
      const toggle = { id, accountId, addOnId: random.pick(addOnIds), active: random.chance(0.6) };
      const sent = await sendToggle(client, toggle);
      run.toggles.push(sent.operation);
      count(sent, accountId);
      continue;
    }
    const ownerKey = workload.ownerKeys?.get(accountId);
    if (ownerKey !== undefined && random.chance(changeShare)) {
      const change = { id, accountId, versionId: random.pick(versionIds), ownerKey };
      const sent = await sendChange(client, change);
      run.changeOperations.push(sent.operation);
      run.decisions.push(...sent.decisions);
      count(sent, accountId);
      continue;
    }
    if (ownerKey !== undefined && random.chance(termsShare)) {
      const sent = await sendTerms(client, { id, accountId });
      run.termsOperations.push(sent.operation);
      count(sent, accountId);
      continue;
    }
    const mode = random.pick<ChaosSwitch['mode']>([...Array(8).fill('idempotent'), 'single', 'conditional']);
    const input = { id, accountId, versionId: random.pick(versionIds), mode };
    const sent = await sendSwitch(client, input);
    run.operations.push(sent.operation);
    count(sent, accountId);
    const seen = await readVersion(client, accountId);
    if (seen) run.versionReads.push(seen);
    if (random.chance(0.25)) {
      const limit = random.chance(0.1) ? 1000 : random.pick([1, 20]);
      const read = await readLatestEntries(client, accountId, limit);
      if (read) run.reads.push(read);
    }
  }
}
