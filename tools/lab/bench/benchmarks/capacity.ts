import { setTimeout as sleep } from 'node:timers/promises';
import { getAccountId, importBenchCatalog, loadAccounts } from '@/tools/lab/bench/bench-data';
import {
  type BenchContext,
  createOwnerRequests,
  historyPath,
  listPath,
  loadConnections,
} from '@/tools/lab/bench/bench-environment';
import { type BenchmarkResult, maxMs } from '@/tools/lab/bench/benchmark-result';
import {
  type RoundResult,
  readProcess,
  summarizeRounds,
  type Target,
  type TargetWorkload,
} from '@/tools/lab/bench/compare-targets';
import type { HttpRequest } from '@/tools/lab/bench/load/http-messages';
import { runStep } from '@/tools/progress.mjs';
import { compareWorkloads, copyServiceResponse } from './reads';

/** Latency at a fixed rate of half the maximum throughput. */
export async function measureHalfLoad(context: BenchContext): Promise<BenchmarkResult> {
  const { service, bareServer } = context.environment;
  const requests = createOwnerRequests(context, listPath);
  await copyServiceResponse(context, requests);
  // The latency of the bare server is the part that the machine itself contributes.
  const workloads = [
    createHalfLoad(context, service, requests),
    createHalfLoad(context, { ...service, name: 'service, catalog changes' }, requests, (seconds) =>
      changeCatalogEachSecond(context, seconds),
    ),
    createHalfLoad(context, bareServer, requests),
  ];
  const roundSeconds = Math.max(3, 2 * context.scale.roundSeconds);
  const results = await compareWorkloads(context, 'list, half load', workloads, { roundSeconds });
  return {
    title: 'List, half load',
    description:
      'requests at half the maximum rate, once with a catalog change each second; latency counts from the time each was due',
    results,
    metrics: [
      maxMs('p99 of the service', results[0]?.p99Ms, 10),
      { ...maxMs('p99 with catalog changes', results[1]?.p99Ms, 0), goal: null },
    ],
  };
}

/** Sends requests at half the maximum rate. `disturb` starts with each round and gets its seconds. */
function createHalfLoad(
  { environment, scale }: BenchContext,
  target: Target,
  requests: HttpRequest[],
  disturb: (seconds: number) => Promise<unknown> = async () => {},
): TargetWorkload {
  const { port } = target;
  let requestsPerSecond = 0;
  return {
    target,
    // The maximum is measured before each round, because on a shared machine it changes within minutes.
    prepare: async () => {
      const load = { port, requests, connections: loadConnections, seconds: scale.roundSeconds };
      const { responses, seconds } = await environment.generateLoad(load);
      requestsPerSecond = responses / seconds / 2;
    },
    run: async ({ seconds }) => {
      const load = { port, requests, connections: 4 * loadConnections, seconds, requestsPerSecond };
      const [result] = await Promise.all([environment.generateLoad(load), disturb(seconds)]);
      return result;
    },
    expectedStatus: 200,
  };
}

/** Imports the catalog with a new price each second. */
async function changeCatalogEachSecond({ environment, app }: BenchContext, seconds: number): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() + 1000 < endsAt) {
    const nextAt = performance.now() + 1000;
    await importBenchCatalog(environment.owner, app.slug, app.size, Date.now() % 1e6);
    await sleep(Math.max(0, nextAt - performance.now()));
  }
}

const exportEntries = 300_000;
const exportCount = 6;

/** Latency of the list for another account at a low rate, while exports of a long history run. */
export async function measureExport(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app } = context;
  const { service, databaseUrl } = environment;
  // Not one of the accounts that other benchmarks switch.
  const account = 1001;
  const range = { appId: app.id, from: account, to: account, entries: exportEntries };
  await runStep('creating history entries', () => loadAccounts(databaseUrl, range));
  const requests = createOwnerRequests(context, listPath);
  const load = { port: service.port, requests, connections: loadConnections, requestsPerSecond: 200 };
  const createWorkload = (name: string, exports: number): TargetWorkload => ({
    target: { ...service, name },
    run: async ({ seconds }) => {
      const stop = startExports(context, account, exports);
      const result = await environment.generateLoad({ ...load, seconds });
      await stop();
      return result;
    },
    expectedStatus: 200,
  });
  const workloads = [
    createWorkload('service', 0),
    createWorkload(`service, ${exportCount} exports`, exportCount),
  ];
  const results = await compareWorkloads(context, 'list, exports', workloads, { roundSeconds: 4 });
  return {
    title: 'List, during exports',
    description: `200 requests per second; ${exportCount} CSV exports of ${exportEntries.toLocaleString('en-US')} entries at once`,
    results,
    metrics: [maxMs('p99 during exports', results[1]?.p99Ms, 50)],
  };
}

/** Downloads the CSV of an account on some connections, again and again. Returns a function that stops the downloads. */
function startExports(
  { environment, app }: BenchContext,
  account: number,
  count: number,
): () => Promise<unknown> {
  const controller = new AbortController();
  const url = `http://127.0.0.1:${environment.service.port}${historyPath}?format=csv`;
  const headers = { Authorization: `Bearer ${app.key}`, 'X-Account-Id': getAccountId(account) };
  const download = async () => {
    while (!controller.signal.aborted) {
      const response = await fetch(url, { headers, signal: controller.signal });
      if (response.status !== 200) throw new Error(`The export failed with status ${response.status}.`);
      for await (const _ of response.body ?? []);
    }
  };
  const ignoreAbort = (error: unknown) => {
    if (!controller.signal.aborted) throw error;
  };
  const downloads = Array.from({ length: count }, () => download().catch(ignoreAbort));
  return () => {
    controller.abort();
    return Promise.all(downloads);
  };
}

interface MemorySample extends RoundResult {
  /** Total number of reads so far. */
  reads: number;
}

/**
 * Memory growth of the service over many reads. Compares the end with the second tenth, after caches are filled and the
 * heap has settled.
 */
export async function measureMemory(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, scale } = context;
  const { service } = environment;
  const requests = createOwnerRequests(context, listPath);
  const samples: MemorySample[] = [];
  let reads = 0;
  await runStep('memory over many reads', async () => {
    const deadline = performance.now() + scale.memorySeconds * 1000;
    while (reads < scale.memoryReads && performance.now() < deadline) {
      const load = { port: service.port, requests, connections: loadConnections, seconds: 1 };
      const { responses, seconds, p50Ms, p99Ms } = await environment.generateLoad(load);
      reads += responses;
      const memoryBytes = readProcess(service.pid)?.memoryBytes ?? null;
      const cpu = { cores: null, databaseCores: null, cpuMs: null };
      samples.push({ reads, perSecond: responses / seconds, p50Ms, p99Ms, ...cpu, memoryBytes });
    }
  });
  const selectSamples = (from: number, to: number) =>
    samples.filter((sample) => sample.reads >= reads * from && sample.reads <= reads * to);
  const results = [
    summarizeRounds('service, after 10%', selectSamples(0.1, 0.2)),
    summarizeRounds('service, at the end', selectSamples(0.9, 1)),
  ];
  const [start, end] = results.map(({ memoryBytes }) => memoryBytes);
  const growth = start && end ? (end / start - 1) * 100 : null;
  return {
    title: 'Memory',
    description: `over ${reads.toLocaleString('en-US')} warm reads`,
    results,
    metrics:
      growth === null
        ? []
        : [{ label: 'growth', value: growth, unit: '%', goal: { type: 'max', value: 10 } }],
  };
}
