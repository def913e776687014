import type { LoadResult } from './load/generate-load';
import type { Figure } from './measure';
import { knownMedian, median } from './statistics';
import type { Subject } from './subjects/subject';
import { readFamilyCpu, readUsage } from './usage';

export interface Contestant {
  subject: Subject;
  /** What has to be done before each round. */
  prepare?: () => Promise<void>;
  /** Puts load on it for one round. */
  run: (round: { seconds: number }) => Promise<LoadResult>;
  /** Status that every answer must have; a server that refuses is quick and proves nothing. */
  status: number;
}

export interface Rounds {
  rounds: number;
  seconds: number;
  databasePid: number;
  onRound: () => void;
}

interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cores: number | null;
  databaseCores: number | null;
  cpuMs: number | null;
  memoryBytes: number | null;
}

/** Until V8 has compiled what a large program does over and over; a bare server is warm at once. */
const warmUpSeconds = 4;

/**
 * Lets the contestants take turns in short rounds, after a longer one to warm up, so that what else the machine does hits
 * them alike. Figures are medians.
 */
export async function compare(contestants: Contestant[], rounds: Rounds): Promise<Figure[]> {
  const taken = contestants.map(() => [] as Round[]);
  for (const contestant of contestants) {
    await runRound(contestant, { ...rounds, seconds: Math.max(warmUpSeconds, rounds.seconds) });
    rounds.onRound();
  }
  for (let number = 0; number < rounds.rounds; number += 1) {
    // To and fro: whoever is first is last in the next round.
    const order = [...contestants.keys()];
    for (const index of number % 2 === 0 ? order : order.toReversed()) {
      taken[index]?.push(await runRound(contestants[index] as Contestant, rounds));
      rounds.onRound();
    }
  }
  return contestants.map(({ subject }, index) => summarize(subject.name, taken[index] ?? []));
}

async function runRound(
  { subject, prepare, run, status }: Contestant,
  { seconds, databasePid }: Rounds,
): Promise<Round> {
  await prepare?.();
  const before = readCpu(subject, databasePid);
  const result = await run({ seconds });
  const after = readCpu(subject, databasePid);
  const wrong = Object.keys(result.statuses).filter((answered) => answered !== String(status));
  if (wrong.length > 0 || result.answers === 0) {
    throw new Error(`The ${subject.name} answered ${JSON.stringify(result.statuses)} instead of ${status}.`);
  }
  const busy = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / result.seconds;
  const perSecond = result.answers / result.seconds;
  const cores = busy(before.own, after.own);
  const databaseCores = busy(before.database, after.database);
  return {
    perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cores,
    databaseCores,
    cpuMs: cores === null || databaseCores === null ? null : ((cores + databaseCores) * 1000) / perSecond,
    memoryBytes: readMemory(subject),
  };
}

function readCpu({ pids }: Subject, databasePid: number) {
  const own = pids.map((pid) => readUsage(pid)?.cpuSeconds ?? null);
  return { own: sum(own), database: readFamilyCpu(databasePid) };
}

/** Memory of the subject's processes together. */
export function readMemory({ pids }: Subject): number | null {
  return sum(pids.map((pid) => readUsage(pid)?.memoryBytes ?? null));
}

function sum(numbers: (number | null)[]): number | null {
  return numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);
}

function summarize(subject: string, rounds: Round[]): Figure {
  return {
    subject,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cores: knownMedian(rounds.map(({ cores }) => cores)),
    databaseCores: knownMedian(rounds.map(({ databaseCores }) => databaseCores)),
    cpuMs: knownMedian(rounds.map(({ cpuMs }) => cpuMs)),
    memoryBytes: knownMedian(rounds.map(({ memoryBytes }) => memoryBytes)),
    rounds: rounds.map(({ perSecond }) => perSecond),
  };
}
