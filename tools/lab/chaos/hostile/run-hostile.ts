import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@/tools/project-root.mjs';
import type { ServerProcess } from '@/tools/testing/proxied-server';
import { openChaosEnvironment } from '../chaos-environment';
import type { Violation } from '../check-history';
import type { CheckReport } from '../run-chaos';
import type { AttackOrder, AttackResult } from './attack-client';
import { attacks } from './attacks';
import { Bystander } from './bystander';
import {
  type Bounds,
  defaultFloors,
  deriveBounds,
  type Figures,
  type Floors,
  type Kind,
  kindNames,
  kinds,
  listExcesses,
  measure,
} from './evaluate-attack';
import { createTarget } from './hostile-target';

export const attackNames = attacks.map(({ name }) => name);

export interface HostileOptions {
  distDir: string;
  seed: number;
  /** Names of the attacks to run. The default is all. */
  only?: string[] | undefined;
  secondsPerAttack: number;
  /** Number of open deliveries of an endpoint. */
  deliveries: number;
  floors?: Floors;
  onAttack?: (name: string) => void;
}

const maxMemoryGrowth = 512 * 2 ** 20;
const memoryIntervalMs = 500;
/** The time that requests and webhooks of a second have before they are measured. */
const settleMs = 1000;
const warmUpMs = 3000;
const maxWarmUpMs = 60_000;
/** An attack ends itself: after its time, it only removes its endpoints. */
const maxAttackMs = 90_000;

/** Attacks a server in the default configuration, and checks that another tenant is served as without attacks. */
export async function runHostile({
  distDir,
  seed,
  only = attackNames,
  secondsPerAttack,
  deliveries,
  floors = defaultFloors,
  onAttack,
}: HostileOptions): Promise<CheckReport> {
  const startedAt = performance.now();
  const variables = { RATE_LIMITS: 'on' };
  const environment = await openChaosEnvironment({
    servers: 1,
    distDir,
    durable: false,
    fakeClock: false,
    variables,
  });
  try {
    const server = environment.proxiedServers[0]?.server;
    if (!server) throw new Error('There is no server.');
    const apps = await createTarget(environment, deliveries);
    const bystander = await Bystander.create(environment, server.port, seed);
    const durationMs = 1000 * secondsPerAttack;
    const { recoverySeconds } = floors;
    await warmUp(bystander);
    const from = performance.now();
    const [, idleMemory] = await trackMemory(server, () => sleep(durationMs));
    const to = performance.now();
    await sleep(settleMs);
    const undisturbed = measure(bystander.observe(), { from, to }, performance.now());
    const bounds = deriveBounds(undisturbed, floors);
    const maxMemory = idleMemory + maxMemoryGrowth;
    const figures: CheckReport['figures'] = [
      [
        'another tenant',
        `p99 of ${kindNames.map((kind) => kinds[kind]).join(' / ')}, p50 / slowest of webhooks, errors`,
      ],
      ['undisturbed', `${formatFigures(undisturbed)}; server ${megabytes(idleMemory)} MB`],
      ['bounds', `${formatFigures(bounds)}; server ${megabytes(maxMemory)} MB`],
    ];
    const violations: Violation[] = [];
    for (const [index, { name, affected = [] }] of attacks.entries()) {
      if (!only.includes(name)) continue;
      onAttack?.(name);
      const target = { port: server.port, network: `127.0.${index + 1}`, ...apps };
      const attack = () =>
        observeAttack(bystander, { name, target, durationMs }, { bounds, affected, recoverySeconds });
      const [outcome, peakMemory] = await trackMemory(server, attack);
      figures.push([name, formatOutcome(outcome, peakMemory)]);
      const problems = [
        ...listExcesses(outcome.figures, bounds),
        ...(peakMemory > maxMemory ? [`the server took ${megabytes(peakMemory)} MB`] : []),
        ...(outcome.recoveredAfter === null ? [`not back to normal after ${recoverySeconds} s`] : []),
        ...outcome.result.failures,
      ];
      if (problems.length > 0) {
        const message = `${name}: ${problems.join('; ')}`;
        violations.push({ accountId: 'all', invariant: 'no effect of an attack', message });
      }
      // The next attack is measured on its own.
      if (outcome.recoveredAfter === null || peakMemory > maxMemory) {
        bystander.stop();
        await server.kill();
        await server.start();
        await warmUp(bystander);
      }
    }
    await bystander.close();
    figures.push(['duration', `${((performance.now() - startedAt) / 1000).toFixed(0)} s`]);
    return { figures, violations };
  } finally {
    await environment.close();
  }
}

/** Starts the other tenant, and waits until what starts with its first requests has started, such as page workers. */
async function warmUp(bystander: Bystander): Promise<void> {
  const startedAt = performance.now();
  await bystander.start();
  const isServed = (kind: Kind) =>
    bystander
      .observe()
      .samples.some(
        (each) =>
          each.kind === kind && each.startedAt > startedAt && each.status === 200 && each.endedAt !== null,
      );
  while (!kindNames.every(isServed)) {
    if (performance.now() > startedAt + maxWarmUpMs)
      throw new Error('The server does not serve another tenant.');
    await sleep(200);
  }
  await sleep(warmUpMs);
}

interface AttackOutcome {
  figures: Figures;
  /** Seconds. It is null if that took too long. */
  recoveredAfter: number | null;
  result: AttackResult;
}

async function observeAttack(
  bystander: Bystander,
  order: AttackOrder,
  { bounds, affected, recoverySeconds }: { bounds: Bounds; affected: Kind[]; recoverySeconds: number },
): Promise<AttackOutcome> {
  const { result, from } = await runAttack(order);
  const to = performance.now();
  let recoveredAfter: number | null = null;
  await sleep(settleMs);
  for (let second = 0; second < recoverySeconds && recoveredAfter === null; second += 1) {
    await sleep(1000);
    const period = { from: to + 1000 * second, to: to + 1000 * (second + 1) };
    const figures = measure(bystander.observe(), period, performance.now());
    if (listExcesses(figures, bounds).length === 0) recoveredAfter = second;
  }
  const { samples, receivedAt } = bystander.observe();
  const counted = { samples: samples.filter(({ kind }) => !affected.includes(kind)), receivedAt };
  return { figures: measure(counted, { from, to }, performance.now()), recoveredAfter, result };
}

/** Runs an attack in a process of its own. `from` is when its preparations were complete. */
async function runAttack(order: AttackOrder): Promise<{ result: AttackResult; from: number }> {
  const child = fork(join(import.meta.dirname, 'attack-process.ts'), {
    cwd: projectRoot,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), maxAttackMs);
  try {
    let from = performance.now();
    let result: AttackResult = { statuses: {}, failures: ['the attack did not end'] };
    child.on('message', (message: 'ready' | 'begun' | AttackResult) => {
      if (message === 'ready') child.send(order);
      else if (message === 'begun') from = performance.now();
      else result = message;
    });
    await once(child, 'exit');
    return { result, from };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the result of `work` and the most memory that the server took meanwhile: infinite if it has exited. */
async function trackMemory<T>(server: ServerProcess, work: () => Promise<T>): Promise<[T, number]> {
  let peakMemory = 0;
  const timer = setInterval(() => {
    try {
      peakMemory = Math.max(peakMemory, server.measureMemory());
    } catch {
      peakMemory = Number.POSITIVE_INFINITY;
    }
  }, memoryIntervalMs);
  try {
    return [await work(), peakMemory];
  } finally {
    clearInterval(timer);
  }
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

function formatFigures({ p99Ms, webhookMs }: Bounds): string {
  const list = (times: number[]) => times.map((ms) => ms.toFixed(0)).join(' / ');
  const requests = list(kindNames.map((kind) => p99Ms[kind]));
  return `${requests} ms, webhooks ${list([webhookMs.p50, webhookMs.max])} ms`;
}

function formatOutcome({ figures, recoveredAfter, result }: AttackOutcome, peakMemory: number): string {
  return [
    formatFigures(figures),
    `errors ${formatCounts(figures.errors)}`,
    `server ${megabytes(peakMemory)} MB`,
    recoveredAfter === null ? 'not back to normal' : `normal after ${recoveredAfter} s`,
    `attacker ${formatCounts(result.statuses)}`,
  ].join('; ');
}

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '0';
