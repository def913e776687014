import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requestLocal } from '@/tools/lab/cluster/cluster-process';
import type { Cluster } from '@/tools/lab/cluster/open-cluster';
import { waitUntil } from '@/tools/testing/wait-until';
import {
  type ChaosClient,
  historyResponseSchema,
  sendOnce,
  sendWithRetries,
  switchResponseSchema,
} from './chaos-client';
import { type ChaosEnvironment, createChaosAccounts } from './chaos-environment';
import type { Violation } from './check-history';
import { waitForDatabase } from './database-faults';
import { SeededRandom } from './seeded-random';

type ClusterEnvironment = Pick<ChaosEnvironment, 'cluster' | 'observed' | 'owner' | 'proxiedServers'>;

const listResponseSchema = z.object({
  data: z.object({ versions: z.array(z.object({ id: z.string(), current: z.boolean() })) }),
});

function getCluster({ cluster }: Pick<ChaosEnvironment, 'cluster'>): Cluster {
  if (!cluster) throw new Error('The fault needs a cluster.');
  return cluster;
}

/**
 * Replaces the primary: by the loss of its machine if `index` is even, while the standby receives nothing, else by a
 * switchover. Resolves when both nodes replicate again. Returns the longest time between two successful writes in
 * milliseconds.
 */
export async function failOver(
  environment: ClusterEnvironment,
  index: number,
  violations: Violation[],
): Promise<number> {
  const cluster = getCluster(environment);
  await cluster.waitUntilReplicated();
  const primary = await cluster.findNode('primary');
  const standby = await cluster.findNode('standby');
  if (!primary || !standby) throw new Error('The cluster has no standby.');
  await waitForDatabase(cluster.url);
  const writes = await observeFailover(environment, violations);
  if (index % 2 === 0) {
    // What is acknowledged meanwhile must not be lost.
    const discard = standby.suspendReplication();
    await sleep(suspendedMs);
    await primary.kill();
    discard();
  } else {
    const input = { leader: primary.name, candidate: standby.name };
    const { status, text } = await requestLocal(primary.restPort, '/switchover', input);
    if (status !== 200) throw new Error(`The switchover failed with ${status}: ${text}`);
  }
  await waitUntil(
    () => `${standby.name} did not become primary:\n${standby.patroni.readLog()}`,
    async () => (await cluster.findNode('primary')) === standby,
    90_000,
  );
  if (index % 2 === 0) await primary.start();
  await cluster.waitUntilReplicated();
  return writes.stop();
}

/** Time for which the standby receives nothing before the primary is lost. It is shorter than the timeout of a statement. */
const suspendedMs = 1500;

/** Time after which a switch without a definite response is no longer under way. */
const unknownMs = 10_000;

async function observeFailover(
  { observed, owner, proxiedServers }: ClusterEnvironment,
  violations: Violation[],
): Promise<WriteObserver> {
  if (!observed) throw new Error('The fault needs a cluster.');
  const [accountId = ''] = await createChaosAccounts(owner, observed.app, 1);
  const { appKey, app } = observed;
  const origins = proxiedServers.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`);
  const versionIds = app.versions.map(({ id }) => id);
  return observeWrites({ accountId, versionIds, appKey, origins }, violations);
}

interface WriteObserver {
  /** Waits for another success, and returns the longest time without one, in milliseconds. */
  stop(): Promise<number>;
}

/**
 * Switches an account that no other client uses, until `stop`. After each success, every server must respond with the
 * new version, or
 * 503. At the end, no acknowledged switch is missing. Switches go to the current `origins`, reads to all that it has at
 * the start.
 */
export function observeWrites(
  target: { accountId: string; versionIds: string[]; appKey: string; origins: string[] },
  violations: Violation[],
): WriteObserver {
  const { accountId, versionIds, appKey, origins } = target;
  const client: ChaosClient = { random: new SeededRandom(1), origins, appKey };
  const readers = origins.map((origin) => ({ ...client, origins: [origin] }));
  const acknowledged: string[] = [];
  /** When a version was requested last without a definite response. */
  const unknownAt = new Map<string, number>();
  let lastAt = performance.now();
  let longestMs = 0;
  let stopAt = Number.POSITIVE_INFINITY;

  const checkReads = async (versionId: string) => {
    for (const reader of readers) {
      const response = await sendOnce(reader, { accountId, path: '/app/versions' });
      if (response?.status !== 200) continue;
      const found =
        listResponseSchema.parse(response.body).data.versions.find(({ current }) => current)?.id ?? '';
      const isUnknown = performance.now() - (unknownAt.get(found) ?? Number.NEGATIVE_INFINITY) < unknownMs;
      if (found === versionId || isUnknown) continue;
      const message = `a list had ${found} as the current version after a switch to ${versionId}`;
      violations.push({ accountId, invariant: 'real-time order', message });
    }
  };
  const checkHistory = async () => {
    const { response } = await sendWithRetries(client, { accountId, path: '/account/versions?limit=1000' });
    const { payload } = historyResponseSchema.parse(response?.body);
    const stored = new Set(payload.map(({ history_id }) => history_id));
    // The response has the newest entries.
    const lost = acknowledged.slice(-500).filter((id) => !stored.has(id));
    for (const id of lost) {
      const message = `the response to a switch named ${id}, which is not in the history`;
      violations.push({ accountId, invariant: 'no lost switch', message });
    }
  };
  const run = async () => {
    for (let number = 1; lastAt < stopAt; number += 1) {
      const versionId = versionIds[number % versionIds.length] ?? '';
      const body = { version_id: versionId, reason: 'observed' };
      const response = await sendOnce(client, { accountId, path: '/app/versions', body });
      if (response?.status === 200) {
        longestMs = Math.max(longestMs, performance.now() - lastAt);
        lastAt = performance.now();
        acknowledged.push(switchResponseSchema.parse(response.body).data.history_id);
        await checkReads(versionId);
      } else unknownAt.set(versionId, performance.now());
      if (performance.now() > stopAt + 60_000) throw new Error('Writes did not succeed after a failover.');
      await sleep(20);
    }
  };
  const running = run();
  running.catch(() => {});
  return {
    stop: async () => {
      stopAt = performance.now();
      await running;
      await checkHistory();
      return longestMs;
    },
  };
}

/** Kills PgBouncer or HAProxy, and starts it again within a second. */
export async function killProxy(
  environment: ClusterEnvironment,
  name: 'pgbouncer' | 'haproxy',
  random: SeededRandom,
): Promise<void> {
  const cluster = getCluster(environment);
  await cluster[name].kill();
  await sleep(1000 * random.next());
  await cluster.restart(cluster[name]);
}

/** Kills a member of etcd, unless one is dead already. The others keep a majority. */
export async function killEtcdMember(environment: ClusterEnvironment): Promise<void> {
  const { etcd } = getCluster(environment);
  if (etcd.every(({ isRunning }) => isRunning)) await etcd[0]?.kill();
}
