import { readdirSync, readFileSync } from 'node:fs';
import { median, medianOfKnown } from '@/tools/metric';
import type { TargetResult } from './benchmark-result';
import type { LoadResult } from './load/generate-load';

/** A process under test. The port is 0 for one that is no server. */
export interface Target {
  name: string;
  port: number;
  pid: number;
}

/** A target and the load to put on it. */
export interface TargetWorkload {
  target: Target;
  /** Runs before each round. */
  prepare?: () => Promise<void>;
  /** Puts load on the target for one round. */
  run: (round: { seconds: number }) => Promise<LoadResult>;
  /** Any other status fails the benchmark, because error responses are faster than the real ones. */
  expectedStatus: number;
}

interface RoundOptions {
  rounds: number;
  roundSeconds: number;
  databasePid: number;
}

export type RoundResult = Omit<TargetResult, 'target'>;

/**
 * A warm-up lasts this long and until this many responses, so that V8 has compiled the hot paths. A switch through the
 * service takes half the CPU time after 10,000 responses that it takes in the first 2,000.
 */
const minWarmUpSeconds = 4;
const minWarmUpResponses = 10_000;
const maxWarmUpSeconds = 20;

/**
 * Measures the targets in short alternating rounds after a longer warm-up round, so that other load on the machine
 * affects all of them alike. Results are medians.
 */
export async function compareTargets(
  workloads: TargetWorkload[],
  options: RoundOptions,
): Promise<TargetResult[]> {
  const results = workloads.map(() => [] as RoundResult[]);
  for (const workload of workloads) await warmUp(workload, options);
  for (let round = 0; round < options.rounds; round += 1) {
    // The order is reversed in every second round.
    const order = [...workloads.keys()];
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      results[index]?.push(await runRound(workloads[index] as TargetWorkload, options));
    }
  }
  return workloads.map(({ target }, index) => summarizeRounds(target.name, results[index] ?? []));
}

async function warmUp(workload: TargetWorkload, options: RoundOptions): Promise<void> {
  const roundSeconds = Math.max(minWarmUpSeconds, options.roundSeconds);
  let responses = 0;
  let seconds = 0;
  while (seconds < maxWarmUpSeconds && responses < minWarmUpResponses) {
    const { perSecond } = await runRound(workload, { ...options, roundSeconds });
    responses += perSecond * roundSeconds;
    seconds += roundSeconds;
  }
}

async function runRound(
  { target, prepare, run, expectedStatus }: TargetWorkload,
  { roundSeconds, databasePid }: RoundOptions,
): Promise<RoundResult> {
  await prepare?.();
  const readCpu = () => [readProcess(target.pid)?.cpuSeconds, readProcessTreeCpu(databasePid)] as const;
  const before = readCpu();
  const { responses, seconds, statusCounts, p50Ms, p99Ms } = await run({ seconds: roundSeconds });
  const after = readCpu();
  const unexpected = Object.keys(statusCounts).filter((status) => status !== String(expectedStatus));
  if (unexpected.length > 0 || responses === 0) {
    throw new Error(
      `Expected status ${expectedStatus} from target "${target.name}", got ${JSON.stringify(statusCounts)}.`,
    );
  }
  const [cores = null, databaseCores = null] = after.map((used, index) => {
    const from = before[index];
    return used === undefined || from === undefined ? null : (used - from) / seconds;
  });
  const perSecond = responses / seconds;
  return {
    perSecond,
    p50Ms,
    p99Ms,
    cores,
    databaseCores,
    cpuMs: cores === null || databaseCores === null ? null : ((cores + databaseCores) * 1000) / perSecond,
    memoryBytes: readProcess(target.pid)?.memoryBytes ?? null,
  };
}

export function summarizeRounds(target: string, rounds: RoundResult[]): TargetResult {
  return {
    target,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cores: medianOfKnown(rounds.map(({ cores }) => cores)),
    databaseCores: medianOfKnown(rounds.map(({ databaseCores }) => databaseCores)),
    cpuMs: medianOfKnown(rounds.map(({ cpuMs }) => cpuMs)),
    memoryBytes: medianOfKnown(rounds.map(({ memoryBytes }) => memoryBytes)),
  };
}

/** CPU seconds of a process and its direct children, including children that have exited. */
function readProcessTreeCpu(pid: number): number | undefined {
  const own = readProcess(pid);
  if (!own) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((child) => child?.parent === pid);
  return children.reduce(
    (sum, child) => sum + (child?.cpuSeconds ?? 0),
    own.cpuSeconds + own.exitedCpuSeconds,
  );
}

/**
 * See proc_pid_stat(5). Fields are counted after the last ")", because the process name may contain anything. It is undefined if
 * the process does not exist or the system has no /proc.
 */
export function readProcess(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return {
      parent: field(4),
      cpuSeconds: (field(14) + field(15)) / ticksPerSecond,
      exitedCpuSeconds: (field(16) + field(17)) / ticksPerSecond,
      memoryBytes: field(24) * pageBytes,
    };
  } catch {
    return undefined;
  }
}

const ticksPerSecond = 100;
const pageBytes = 4096;
