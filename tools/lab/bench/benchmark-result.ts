import type { Goal } from '@/tools/metric';

/** The performance of one target: medians over all rounds. CPU and memory are null without /proc. */
export interface TargetResult {
  target: string;
  /** Requests per second. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU cores used by the target's own process. */
  cores: number | null;
  /** CPU cores used by the database. */
  databaseCores: number | null;
  /** CPU time per response of the target and the database. On a busy machine it varies less than the throughput. */
  cpuMs: number | null;
  memoryBytes: number | null;
}

/** A value derived from the results, usually a ratio of two targets. */
export interface BenchMetric {
  label: string;
  value: number;
  unit: '×' | 'ms' | '%';
  goal: Goal | null;
}

export interface BenchmarkResult {
  title: string;
  /** The requests and conditions, in one line. */
  description: string;
  results: TargetResult[];
  metrics: BenchMetric[];
}

type Figure = number | null | undefined;

/** A metric: `value` divided by `reference`. Empty if either was not measured. */
export function ratio(
  value: Figure,
  reference: Figure,
  label: string,
  min: number | null = null,
): BenchMetric[] {
  if (!value || !reference) return [];
  return [
    {
      label,
      value: value / reference,
      unit: '×',
      goal: min === null ? null : { type: 'min', value: min },
    },
  ];
}

/** A metric in milliseconds with a maximum. */
export function maxMs(label: string, value: number | undefined, max: number): BenchMetric {
  return { label, value: value ?? Number.NaN, unit: 'ms', goal: { type: 'max', value: max } };
}
