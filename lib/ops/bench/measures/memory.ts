import { type Bench, connections, listPath, ownersReads } from '@/lib/ops/bench/bench';
import { readMemory } from '@/lib/ops/bench/compare';
import type { Figure, Measure } from '@/lib/ops/bench/measure';
import { withBar } from '@/lib/ops/bench/progress-bar';
import { median } from '@/lib/ops/bench/statistics';

interface Sample {
  reads: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  memoryBytes: number | null;
}

/** Memory of the service over many reads: its first tenth, in which caches fill and the heap settles, against its last. */
export async function measureMemory(bench: Bench): Promise<Measure> {
  const { stage, extent } = bench;
  const { service } = stage;
  const requests = ownersReads(bench, listPath);
  const samples: Sample[] = [];
  let reads = 0;
  await withBar('memory over many reads', extent.memoryReads, async (advance) => {
    const until = performance.now() + extent.memorySeconds * 1000;
    while (reads < extent.memoryReads && performance.now() < until) {
      const result = await stage.generate({ ports: service.ports, requests, connections, seconds: 1 });
      const { answers, seconds, p50Ms, p99Ms } = result;
      reads += answers;
      advance(answers);
      samples.push({ reads, perSecond: answers / seconds, p50Ms, p99Ms, memoryBytes: readMemory(service) });
    }
  });
  const figures = [
    summarize(
      'after a tenth',
      samples.filter((sample) => within(sample, reads, 0.1, 0.2)),
    ),
    summarize(
      'at the end',
      samples.filter((sample) => within(sample, reads, 0.9, 1)),
    ),
  ];
  const [begin, end] = figures.map(({ memoryBytes }) => memoryBytes);
  const growth = begin && end ? (end / begin - 1) * 100 : null;
  return {
    name: 'memory',
    title: 'Memory',
    note: `over ${reads.toLocaleString('en-US')} warm reads`,
    figures,
    verdicts:
      growth === null
        ? []
        : [{ what: 'growth', value: growth, unit: '%', goal: { bound: 'at most', value: 10 } }],
  };
}

function within({ reads }: Sample, all: number, from: number, to: number): boolean {
  return reads >= all * from && reads <= all * to;
}

function summarize(subject: string, samples: Sample[]): Figure {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick));
  const known = samples.flatMap(({ memoryBytes }) => (memoryBytes === null ? [] : [memoryBytes]));
  return {
    subject: `service, ${subject}`,
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    cores: null,
    databaseCores: null,
    cpuMs: null,
    memoryBytes: known.length > 0 ? median(known) : null,
    rounds: samples.map(({ perSecond }) => perSecond),
  };
}
