import type { Goal } from '@/tools/metric';

/** The performance of one target: medians over all rounds. */
export interface TargetResult {
  target: string;
  /** Requests per second. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU cores used by the target's own processes. Null without /proc. */
  cores: number | null;
  /** CPU cores used by the database. Null without /proc. */
  databaseCores: number | null;
  /** CPU time per response of the target and the database. On a busy machine it varies less than the throughput. */
  cpuMs: number | null;
  memoryBytes: number | null;
  /** Requests per second of each round. */
  rounds: number[];
}

/** A value derived from the results, usually a ratio of two targets. */
export interface BenchMetric {
  label: string;
  value: number;
  unit: '×' | 'ms' | '%';
  goal: Goal | null;
}

export interface BenchmarkResult {
  name: string;
  title: string;
  /** The requests and conditions, in one line. */
  description: string;
  results: TargetResult[];
  metrics: BenchMetric[];
}

/** The CPU time per response of the reference divided by that of the target, as a share of the reference's speed. */
export function cpuRatio(
  [target, reference]: [TargetResult | undefined, TargetResult | undefined],
  label: string,
  min: number | null,
): BenchMetric[] {
  if (!target?.cpuMs || !reference?.cpuMs) return [];
  const goal: Goal | null = min === null ? null : { type: 'min', value: min };
  return [{ label, value: reference.cpuMs / target.cpuMs, unit: '×', goal }];
}

/** The throughput of the first target divided by that of the second. Empty if either was not measured. */
export function throughputRatio(
  [target, reference]: [TargetResult | undefined, TargetResult | undefined],
  label: string,
  min: number | null,
): BenchMetric[] {
  if (!target || !reference) return [];
  const goal: Goal | null = min === null ? null : { type: 'min', value: min };
  return [{ label, value: target.perSecond / reference.perSecond, unit: '×', goal }];
}
