import { setTimeout as sleep } from 'node:timers/promises';
import { withTenant } from '@/lib/db/connection/tenant';
import type { ChaosEnvironment } from './chaos-environment';
import type { Violation } from './check-history';
import { failOver, killEtcdMember, killProxy } from './cluster-faults';
import { killBackend, killDatabase, setFakeClock } from './database-faults';
import { SeededRandom } from './seeded-random';
import type { WorkloadProgress } from './workload';

/**
 * Kinds of faults with their names in the report. `clock` moves the clock by an hour, `price` changes that of a
 * version. Both kill nothing.
 */
export const faultNames = {
  backend: 'database backend',
  database: 'whole database',
  server: 'server',
  // One response on its way to the client.
  response: 'response dropped',
  receiver: 'webhook receiver',
  // Replaces the primary of a cluster.
  failover: 'failover',
  pgbouncer: 'PgBouncer',
  haproxy: 'HAProxy',
  // Stays dead.
  etcd: 'etcd member',
  clock: '',
  price: '',
};
export type FaultKind = keyof typeof faultNames;
export type FaultCounts = Record<FaultKind, number>;

export const faultKinds = Object.keys(faultNames) as FaultKind[];
export const noFaults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultCounts;

export const isKill = (kind: FaultKind) => kind !== 'clock' && kind !== 'price';

const singleKinds = ['backend', 'database', 'server', 'response', 'receiver'] as const;

/** Distributes `kills` over the kinds and adds one move of the clock and two changes of a price for every ten. */
export function planFaults(kills: number): FaultCounts {
  const counts = { ...noFaults, clock: Math.ceil(kills / 10), price: Math.ceil(kills / 5) };
  for (let index = 0; index < kills; index += 1) {
    counts[singleKinds[index % singleKinds.length] ?? 'response'] += 1;
  }
  return counts;
}

/** The faults of a run on a cluster with this number of failovers. */
export function planClusterFaults(failovers: number): FaultCounts {
  const some = Math.ceil(failovers / 3);
  const kills = { server: some, response: some, receiver: 1, pgbouncer: some, haproxy: some, etcd: 1 };
  return { ...noFaults, ...kills, failover: failovers };
}

/** The number of faults that kill something. */
export function countKills(counts: FaultCounts): number {
  return faultKinds.reduce((sum, kind) => (isKill(kind) ? sum + counts[kind] : sum), 0);
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
  const kinds = random.shuffle(faultKinds.flatMap((kind) => Array<FaultKind>(plan[kind]).fill(kind)));
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
  const { server } = random.pick(environment.proxiedServers);
  switch (kind) {
    case 'backend':
      return killBackend(environment, random);
    case 'database':
      return killDatabase(environment);
    case 'server':
      await server.kill();
      return server.start();
    case 'response':
      return dropNextResponse(environment, signal);
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
    case 'price':
      return changePrice(environment, random);
  }
}

/** Changes the price of a version, sometimes back to the first one. */
async function changePrice({ owner, app }: ChaosEnvironment, random: SeededRandom): Promise<void> {
  const { id, fee } = random.pick(app.versions);
  const change = () =>
    withTenant(
      owner,
      { appId: app.id },
      (queries) =>
        queries.version.updateMany({ where: { id }, data: { fee: (fee ?? 0) + random.pick([0, 100, 200]) } }),
      { cached: false },
    );
  // A connection of before a fault.
  await change().catch(change);
}

/** Drops the next response of the server that is first. The workload may have too few switches left to reach each server. */
async function dropNextResponse({ proxiedServers }: ChaosEnvironment, signal: AbortSignal): Promise<void> {
  const isDropped = new AbortController();
  const stop = AbortSignal.any([signal, isDropped.signal]);
  await Promise.race(proxiedServers.map(({ proxy }) => proxy.dropNextResponse(stop)));
  isDropped.abort();
}
