import { OperatorError } from '@/lib/ops/operator-error';
import { step } from '@/lib/ops/progress.mjs';
import { buildKey } from '@/prisma/builders/build-credential';
import { type Bench, type Extent, loadedEntries } from './bench';
import { makeCast } from './cast';
import { compareAnswers } from './compare-answers';
import { accountId, loadAccounts } from './data/load-accounts';
import { makeApp } from './data/make-app';
import type { Measure } from './measure';
import { measureAfterChange } from './measures/after-change';
import { measureAccountGrowth, measureCatalogGrowth, measureHistoryGrowth } from './measures/growth';
import { measureHalfLoad } from './measures/half-load';
import { measureMemory } from './measures/memory';
import { measureProcesses } from './measures/processes';
import {
  measureAwake,
  measureHistory,
  measureUnchanged,
  measureVersion,
  measureWarm,
} from './measures/reads';
import { measureSwitch } from './measures/switch';
import type { Stage } from './stage';

/** Every measure by its name, in the order in which they are taken: what fills the database comes last. */
export const measures = {
  warm: measureWarm,
  awake: measureAwake,
  unchanged: measureUnchanged,
  'after-change': measureAfterChange,
  version: measureVersion,
  history: measureHistory,
  switch: measureSwitch,
  'half-load': measureHalfLoad,
  processes: measureProcesses,
  memory: measureMemory,
  'catalog-growth': measureCatalogGrowth,
  'account-growth': measureAccountGrowth,
  'history-growth': measureHistoryGrowth,
} satisfies Record<string, (bench: Bench) => Promise<Measure>>;

export type MeasureName = keyof typeof measures;

/** Takes the measures on a stage that is opened for it. Refuses to where service and peer answer differently. */
export async function runBench(stage: Stage, extent: Extent, names: MeasureName[]): Promise<Measure[]> {
  const bench = await step('making accounts and keys', () => prepare(stage, extent));
  await step('comparing the answers', () => refuseDifferences(stage));
  const taken: Measure[] = [];
  for (const name of names) taken.push(await measures[name](bench));
  return taken;
}

async function prepare(stage: Stage, extent: Extent): Promise<Bench> {
  const { owner, databaseUrl } = stage;
  const app = await makeApp(owner, 'bench', { versions: 6, features: 40 });
  await loadAccounts(databaseUrl, { appId: app.id, from: 1, to: 1000, entries: loadedEntries }, () => {});
  const ownerKeys: string[] = [];
  for (let number = 101; number <= 300; number += 1) {
    ownerKeys.push(await buildKey(owner, { app, account: { id: accountId(number) } }));
  }
  return { stage, extent, app, ownerKeys };
}

async function refuseDifferences({ owner, databaseUrl, service, peer }: Stage): Promise<void> {
  const ports: [number, number] = [service.ports[0] ?? 0, peer.ports[0] ?? 0];
  const differences = await compareAnswers(ports, await makeCast(owner, databaseUrl));
  if (differences.length === 0) return;
  throw new OperatorError(`Service and peer answer differently:\n\n${differences.join('\n')}`);
}
