import { buildKey } from '@/prisma/factories/build-credential';
import { runStep } from '@/tools/progress.mjs';
import { createBenchApp, getAccountId, loadAccounts } from './bench-data';
import {
  type BenchContext,
  type BenchEnvironment,
  type BenchScale,
  benchSlug,
  entriesPerAccount,
} from './bench-environment';
import type { BenchmarkResult } from './benchmark-result';
import { measureExport, measureHalfLoad, measureMemory } from './benchmarks/capacity';
import { measureAccountGrowth, measureCatalogGrowth, measureHistoryGrowth } from './benchmarks/growth';
import { measureImport } from './benchmarks/import';
import { measurePages } from './benchmarks/pages';
import { measurePublications } from './benchmarks/publications';
import {
  measureAfterImport,
  measureEntitlement,
  measureHistory,
  measureLanguage,
  measureWarm,
} from './benchmarks/reads';
import { measureSwitch } from './benchmarks/switch';

/** In the order of execution. The ones that add much data come last. */
export const benchmarks = {
  warm: measureWarm,
  'after-import': measureAfterImport,
  entitlement: measureEntitlement,
  language: measureLanguage,
  history: measureHistory,
  switch: measureSwitch,
  pages: measurePages,
  'half-load': measureHalfLoad,
  export: measureExport,
  memory: measureMemory,
  import: measureImport,
  publications: measurePublications,
  'catalog-growth': measureCatalogGrowth,
  'account-growth': measureAccountGrowth,
  'history-growth': measureHistoryGrowth,
} satisfies Record<string, (context: BenchContext) => Promise<BenchmarkResult>>;

export type BenchmarkName = keyof typeof benchmarks;

/** Runs benchmarks in a new environment. */
export async function runBench(
  environment: BenchEnvironment,
  scale: BenchScale,
  names: BenchmarkName[],
): Promise<BenchmarkResult[]> {
  const context = await runStep('creating accounts and keys', () => createContext(environment, scale));
  const results: BenchmarkResult[] = [];
  for (const name of names) results.push(await benchmarks[name](context));
  return results;
}

async function createContext(environment: BenchEnvironment, scale: BenchScale): Promise<BenchContext> {
  const { owner, databaseUrl } = environment;
  const app = await createBenchApp(owner, benchSlug, { versions: 6, features: 40 });
  const range = { appId: app.id, from: 1, to: 1000, entries: entriesPerAccount };
  await loadAccounts(databaseUrl, range);
  const ownerKeys: string[] = [];
  for (let number = 101; number <= 300; number += 1) {
    ownerKeys.push(await buildKey(owner, { app, account: { id: getAccountId(number) } }));
  }
  return { environment, scale, app, ownerKeys };
}
