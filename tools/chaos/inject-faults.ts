import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosEnvironment } from './chaos-environment';
import type { Violation } from './check-history';
import { failOver, killEtcdMember, killProxy } from './cluster-faults';
import { killBackend, killDatabase, setFakeClock } from './database-faults';
import { SeededRandom } from './seeded-random';
import type { WorkloadProgress } from './workload';

/** `response` drops one response on its way to the client. `receiver` is that of the webhooks. */
const singleKinds = ['backend', 'database', 'server', 'response', 'receiver'] as const;
/** `failover` replaces the primary. A killed member of etcd stays dead. */
const clusterKinds = ['failover', 'pgbouncer', 'haproxy', 'etcd'] as const;
const killKinds = [...singleKinds, ...clusterKinds] as const;
type KillKind = (typeof killKinds)[number];
/** `clock` moves the clock by an hour and kills nothing. */
export type FaultKind = KillKind | 'clock';
export type FaultCounts = Record<FaultKind, number>;

export const noFaults: FaultCounts = {
  backend: 0,
  database: 0,
  server: 0,
  response: 0,
  receiver: 0,
  failover: 0,
  pgbouncer: 0,
  haproxy: 0,
  etcd: 0,
  clock: 0,
};

/** The kinds of ten kills. The first five are one of each. */
const killCycle: KillKind[] = [
  ...singleKinds,
  ...(['receiver', 'response', 'database', 'server', 'backend'] as const),
];

/** Distributes `kills` over the kinds and adds one move of the clock for every ten. */
export function planFaults(kills: number): FaultCounts {
  const counts = { ...noFaults, clock: Math.ceil(kills / 10) };
  for (let index = 0; index < kills; index += 1) {
    counts[killCycle[index % killCycle.length] ?? 'response'] += 1;
  }
  return counts;
}

/** The faults of a run on a cluster with this number of failovers. */
export function planClusterFaults(failovers: number): FaultCounts {
  const some = Math.ceil(failovers / 3);
  const kills = { server: some, response: some, receiver: 1, pgbouncer: some, haproxy: some, etcd: 1 };
  return { ...noFaults, ...kills, failover: failovers };
}

/** The number of faults without moves of the clock. */
export function countKills(counts: FaultCounts): number {
  return killKinds.reduce((sum, kind) => sum + counts[kind], 0);
}

export interface FaultRun {
  environment: ChaosEnvironment;
  /** Stops the receiver of webhooks, and returns what starts it again. */
  killReceiver(): Promise<() => Promise<void>>;
  plan: FaultCounts;
  switches: number;
  seed: number;
  progress: WorkloadProgress;
  signal: AbortSignal;
  /** The time without successful writes of each failover, in milliseconds. */
  failoverMs: number[];
  /** Found while faults are injected. */
  violations: Violation[];
  onFault(kind: FaultKind): void;
}

/** Injects all planned faults in an order derived from the seed, spread evenly over the switches. */
export async function injectFaults(run: FaultRun): Promise<void> {
  const { plan, switches, seed, progress } = run;
  const random = new SeededRandom(seed);
  const kinds = random.shuffle(
    (Object.keys(plan) as FaultKind[]).flatMap((kind) => Array<FaultKind>(plan[kind]).fill(kind)),
  );
  const interval = Math.max(1, Math.floor(switches / (kinds.length + 1)));
  for (const [index, kind] of kinds.entries()) {
    // Switches continue during a fault, but must leave enough for the faults that follow.
    progress.setLimit(interval * (index + 2));
    await progress.waitUntilStarted(Math.min(interval * (index + 1), switches));
    run.signal.throwIfAborted();
    await injectFault(kind, run, random);
    run.onFault(kind);
  }
  progress.setLimit(Number.POSITIVE_INFINITY);
}

async function injectFault(
  kind: FaultKind,
  { environment, killReceiver, signal, failoverMs, violations }: FaultRun,
  random: SeededRandom,
): Promise<void> {
  const { server, proxy } = random.pick(environment.proxiedServers);
  switch (kind) {
    case 'backend':
      return killBackend(environment, random);
    case 'database':
      return killDatabase(environment);
    case 'server':
      await server.kill();
      return server.start();
    case 'response':
      return proxy.dropNextResponse(signal);
    case 'receiver': {
      const restart = await killReceiver();
      await sleep(1000 * random.next());
      return restart();
    }
    case 'failover':
      failoverMs.push(await failOver(environment, failoverMs.length, violations));
      return;
    case 'pgbouncer':
    case 'haproxy':
      return killProxy(environment, kind, random);
    case 'etcd':
      return killEtcdMember(environment);
    case 'clock':
      return setFakeClock(environment.database.url, random.pick([-3600, 0, 3600]));
  }
}
