import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import type { BenchMetric, BenchmarkResult, TargetResult } from '@/tools/lab/bench/benchmark-result';
import { meetsGoal } from '@/tools/metric';
import { projectRoot } from '@/tools/project-root.mjs';

/** The results of one run. */
export interface BenchReport {
  /** ISO 8601. */
  date: string;
  /** The measured commit. It is null outside of a git repository. */
  commit: string | null;
  /** Whether this was a run with `--full`. */
  full: boolean;
  machine: { processor: string; cores: number; memoryGiB: number; node: string; system: string };
  benchmarks: BenchmarkResult[];
}

export function createBenchReport(benchmarks: BenchmarkResult[], { full }: { full: boolean }): BenchReport {
  const [first] = cpus();
  return {
    date: new Date().toISOString(),
    commit: readCommit(),
    full,
    machine: {
      processor: first?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      system: `${process.platform} ${process.arch}`,
    },
    benchmarks,
  };
}

function readCommit(): string | null {
  try {
    const args = ['-C', projectRoot, 'rev-parse', '--short=12', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** The report as plain text: the run in two lines, a table for each benchmark with its metrics, and all metrics with a goal. */
export function formatBenchReport({ date, commit, full, machine, benchmarks }: BenchReport): string {
  const { processor, cores, memoryGiB, node, system } = machine;
  const goals = benchmarks.flatMap(({ title, metrics }) =>
    metrics.filter(({ goal }) => goal !== null).map((metric) => formatMetric(metric, title)),
  );
  return `${[
    `${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit ?? 'unknown'}, ${full ? 'full' : 'quick'} run`,
    `${processor}, ${cores} cores, ${memoryGiB} GiB, Node ${node.slice(1)}, ${system}; the load generator runs on the same cores`,
    ...benchmarks.map((benchmark) => `\n${formatBenchmark(benchmark)}`),
    '',
    ...goals,
  ].join('\n')}\n`;
}

const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'cores', 'db cores', 'MB'];

function formatBenchmark({ title, description, results, metrics }: BenchmarkResult): string {
  const width = Math.max(...results.map(({ target }) => target.length), 20);
  const head = `  ${''.padEnd(width)}${columns.map((column) => column.padStart(11)).join('')}`;
  const rows = results.map((result) => `  ${result.target.padEnd(width)}${formatCells(result)}`);
  const lines = metrics.map((metric) => formatMetric(metric));
  return [`${title}: ${description}`, head, ...rows, ...lines].join('\n');
}

function formatCells(result: TargetResult): string {
  const { perSecond, p50Ms, p99Ms, cpuMs, cores, databaseCores, memoryBytes } = result;
  const cells = [
    Math.round(perSecond).toLocaleString('en-US'),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    cpuMs?.toFixed(3) ?? '',
    cores?.toFixed(2) ?? '',
    databaseCores?.toFixed(2) ?? '',
    memoryBytes === null ? '' : (memoryBytes / 1e6).toFixed(0),
  ];
  return cells.map((cell) => cell.padStart(11)).join('');
}

function formatMetric(metric: BenchMetric, title = ''): string {
  const { label, unit, goal } = metric;
  const name = title === '' ? label : `${title}, ${label}`;
  const value = `  ${name.padEnd(48)}${formatValue(metric).padStart(10)}`;
  if (goal === null) return value;
  const bound = goal.type === 'min' ? 'at least' : 'at most';
  const target = `${bound} ${goal.value}${unit === '%' ? '' : ' '}${unit}`;
  return `${value}   ${target.padEnd(16)}${meetsGoal(metric) ? 'met' : 'missed'}`;
}

function formatValue({ value, unit }: BenchMetric): string {
  const digits = Math.abs(value) < 10 ? 2 : 1;
  return `${value.toFixed(digits)}${unit === '%' ? '' : ' '}${unit}`;
}
