import {
  type BenchContext,
  createOwnerRequests,
  listPath,
  loadConnections,
} from '@/tools/bench/bench-environment';
import { type BenchmarkResult, type TargetResult, throughputRatio } from '@/tools/bench/benchmark-result';
import {
  compareTargets,
  readTargetMemory,
  type Target,
  type TargetWorkload,
} from '@/tools/bench/compare-targets';
import { withProgressBar } from '@/tools/bench/progress-bar';
import { median, medianOfKnown } from '@/tools/metric';
import { compareWithProgress, copyServiceResponse, createReadWorkload } from './reads';

/** Latency at a fixed rate of half the maximum throughput. */
export async function measureHalfLoad(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, scale } = context;
  const { service, baseline, bareServer, databasePid } = environment;
  const { rounds, roundSeconds } = scale;
  const requests = createOwnerRequests(context, listPath);
  await copyServiceResponse(context, requests[0]);
  const createWorkload = (target: Target): TargetWorkload => {
    const { ports } = target;
    let requestsPerSecond = 0;
    return {
      target,
      // The maximum is measured before each round, because on a shared machine it changes within minutes.
      prepare: async () => {
        const load = { ports, requests, connections: loadConnections, seconds: roundSeconds };
        const { responses, seconds } = await environment.generateLoad(load);
        requestsPerSecond = responses / seconds / 2;
      },
      run: ({ seconds }) => {
        const load = { ports, requests, connections: 4 * loadConnections, seconds, requestsPerSecond };
        return environment.generateLoad(load);
      },
      expectedStatus: 200,
    };
  };
  // The latency of the bare server is the part that the machine itself contributes.
  const workloads = [service, baseline, bareServer].map(createWorkload);
  const results = await withProgressBar('list, half load', workloads.length * (rounds + 1), (advance) =>
    compareTargets(workloads, { rounds, roundSeconds: 2 * roundSeconds, databasePid, onRound: advance }),
  );
  const p99Ms = results[0]?.p99Ms ?? Number.NaN;
  return {
    name: 'half-load',
    title: 'List, half load',
    description: 'requests at half the maximum rate; latency counts from the time each was due',
    results,
    metrics: [{ label: 'p99 of the service', value: p99Ms, unit: 'ms', goal: { type: 'max', value: 10 } }],
  };
}

/** One process of the service and the baseline compared with two of each. */
export async function measureTwoProcesses(context: BenchContext): Promise<BenchmarkResult> {
  const { environment } = context;
  const startPair = async (first: Target, name: 'service' | 'baseline'): Promise<Target> => {
    const { ports, pids } = await environment.startTarget(name);
    return { name: `${name} × 2`, ports: [...first.ports, ...ports], pids: [...first.pids, ...pids] };
  };
  const { service, baseline } = environment;
  const servicePair = await startPair(service, 'service');
  const baselinePair = await startPair(baseline, 'baseline');
  const requests = createOwnerRequests(context, listPath);
  const workloads = [service, servicePair, baseline, baselinePair].map((target) =>
    createReadWorkload(context, target, requests),
  );
  const results = await compareWithProgress(context, 'list, two processes', workloads);
  const [oneService, twoServices, oneBaseline, twoBaselines] = results;
  return {
    name: 'two-processes',
    title: 'List, two processes',
    description: 'as warm; the load generator and the database share the same cores',
    results,
    metrics: [
      ...throughputRatio([twoServices, oneService], 'service × 2 vs service', null),
      ...throughputRatio([twoBaselines, oneBaseline], 'baseline × 2 vs baseline', null),
      ...throughputRatio([twoServices, twoBaselines], 'service × 2 vs baseline × 2', null),
    ],
  };
}

interface MemorySample {
  /** Total number of reads so far. */
  reads: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  memoryBytes: number | null;
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
  await withProgressBar('memory over many reads', scale.memoryReads, async (advance) => {
    const deadline = performance.now() + scale.memorySeconds * 1000;
    while (reads < scale.memoryReads && performance.now() < deadline) {
      const load = { ports: service.ports, requests, connections: loadConnections, seconds: 1 };
      const { responses, seconds, p50Ms, p99Ms } = await environment.generateLoad(load);
      reads += responses;
      advance(responses);
      const memoryBytes = readTargetMemory(service);
      samples.push({ reads, perSecond: responses / seconds, p50Ms, p99Ms, memoryBytes });
    }
  });
  const selectSamples = (from: number, to: number) =>
    samples.filter((sample) => sample.reads >= reads * from && sample.reads <= reads * to);
  const results = [
    summarizeSamples('service, after 10%', selectSamples(0.1, 0.2)),
    summarizeSamples('service, at the end', selectSamples(0.9, 1)),
  ];
  const [start, end] = results.map(({ memoryBytes }) => memoryBytes);
  const growth = start && end ? (end / start - 1) * 100 : null;
  return {
    name: 'memory',
    title: 'Memory',
    description: `over ${reads.toLocaleString('en-US')} warm reads`,
    results,
    metrics:
      growth === null
        ? []
        : [{ label: 'growth', value: growth, unit: '%', goal: { type: 'max', value: 10 } }],
  };
}

function summarizeSamples(target: string, samples: MemorySample[]): TargetResult {
  const medianOf = (pick: (sample: MemorySample) => number) => median(samples.map(pick));
  return {
    target,
    perSecond: medianOf(({ perSecond }) => perSecond),
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
    cores: null,
    databaseCores: null,
    cpuMs: null,
    memoryBytes: medianOfKnown(samples.map(({ memoryBytes }) => memoryBytes)),
    rounds: samples.map(({ perSecond }) => perSecond),
  };
}
