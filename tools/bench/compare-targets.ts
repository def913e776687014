import { readdirSync, readFileSync } from 'node:fs';
import { median, medianOfKnown } from '@/tools/metric';
import type { TargetResult } from './benchmark-result';
import type { LoadResult } from './load/generate-load';

/** A group of processes under test that serve the same requests. */
export interface Target {
  name: string;
  ports: number[];
  pids: number[];
  /** Stops a target that a benchmark has started for itself. */
  stop?: () => Promise<void>;
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
  onRound: () => void;
}

type RoundResult = Omit<TargetResult, 'target' | 'rounds'>;

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
  for (const workload of workloads) {
    await warmUp(workload, options);
    options.onRound();
  }
  for (let round = 0; round < options.rounds; round += 1) {
    // The order is reversed in every second round.
    const order = [...workloads.keys()];
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      results[index]?.push(await runRound(workloads[index] as TargetWorkload, options));
      options.onRound();
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
  const before = readCpu(target, databasePid);
  const { responses, seconds, statusCounts, p50Ms, p99Ms } = await run({ seconds: roundSeconds });
  const after = readCpu(target, databasePid);
  const unexpected = Object.keys(statusCounts).filter((status) => status !== String(expectedStatus));
  if (unexpected.length > 0 || responses === 0) {
    throw new Error(
      `Expected status ${expectedStatus} from target "${target.name}", got ${JSON.stringify(statusCounts)}.`,
    );
  }
  const usedCores = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / seconds;
  const perSecond = responses / seconds;
  const cores = usedCores(before.own, after.own);
  const databaseCores = usedCores(before.database, after.database);
  return {
    perSecond,
    p50Ms,
    p99Ms,
    cores,
    databaseCores,
    cpuMs: cores === null || databaseCores === null ? null : ((cores + databaseCores) * 1000) / perSecond,
    memoryBytes: readTargetMemory(target),
  };
}

/** CPU seconds so far. */
function readCpu({ pids }: Target, databasePid: number) {
  const own = pids.map((pid) => readProcessUsage(pid)?.cpuSeconds ?? null);
  return { own: sum(own), database: readProcessTreeCpu(databasePid) };
}

/** Resident memory of all processes of a target. Null without /proc. */
export function readTargetMemory({ pids }: Target): number | null {
  return sum(pids.map((pid) => readProcessUsage(pid)?.memoryBytes ?? null));
}

function sum(numbers: (number | null)[]): number | null {
  return numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);
}

function summarizeRounds(target: string, rounds: RoundResult[]): TargetResult {
  return {
    target,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cores: medianOfKnown(rounds.map(({ cores }) => cores)),
    databaseCores: medianOfKnown(rounds.map(({ databaseCores }) => databaseCores)),
    cpuMs: medianOfKnown(rounds.map(({ cpuMs }) => cpuMs)),
    memoryBytes: medianOfKnown(rounds.map(({ memoryBytes }) => memoryBytes)),
    rounds: rounds.map(({ perSecond }) => perSecond),
  };
}

const ticksPerSecond = 100;
const pageBytes = 4096;

/** Null if the process does not exist or the system has no /proc. */
function readProcessUsage(pid: number): { cpuSeconds: number; memoryBytes: number } | null {
  const stat = readProcStat(pid);
  return stat && { cpuSeconds: stat.ownTicks / ticksPerSecond, memoryBytes: stat.pages * pageBytes };
}

/** CPU seconds of a process and its direct children, including children that have exited. */
function readProcessTreeCpu(pid: number): number | null {
  const own = readProcStat(pid);
  if (!own) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcStat(Number(name)))
    .filter((stat) => stat?.parent === pid);
  const ticks = children.reduce((sum, child) => sum + (child?.ownTicks ?? 0), own.ownTicks + own.exitedTicks);
  return ticks / ticksPerSecond;
}

/** See proc_pid_stat(5). Fields are counted after the last ")", because the process name may contain anything. */
function readProcStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return {
      parent: field(4),
      ownTicks: field(14) + field(15),
      exitedTicks: field(16) + field(17),
      pages: field(24),
    };
  } catch {
    return null;
  }
}
