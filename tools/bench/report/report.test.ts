import { expect, test } from 'vitest';
import { type BenchmarkResult, type TargetResult, throughputRatio } from '@/tools/bench/benchmark-result';
import { createLogScale, drawChart } from './draw-chart';
import { formatBenchmarks, formatGoals, formatRun } from './format-report';

const createResult = (target: string, perSecond: number): TargetResult => ({
  target,
  perSecond,
  p50Ms: 0.5,
  p99Ms: 2.25,
  cores: 0.9,
  databaseCores: null,
  cpuMs: 0.0728,
  memoryBytes: 123_400_000,
  rounds: [perSecond],
});
const [service, baseline] = [createResult('service', 12_345.6), createResult('baseline', 2000)];
const warm: BenchmarkResult = {
  name: 'warm',
  title: 'List, warm',
  description: 'signed in <twice> & more',
  results: [service, baseline],
  metrics: [
    ...throughputRatio([service, baseline], 'vs baseline', 5),
    ...throughputRatio([baseline, service], 'baseline vs service', 1),
  ],
};
const machine = { processor: 'A & B', cores: 2, memoryGiB: 23, node: 'v20.19.0', system: 'linux x64' };

test('formatBenchmarks prints a row for each target, and whether each goal is met', () => {
  expect(formatBenchmarks([warm])).toBe(
    [
      'List, warm: signed in <twice> & more',
      '                       requests/s     p50 ms     p99 ms     CPU ms      cores   db cores         MB',
      '  service                  12,346       0.50       2.25      0.073       0.90                   123',
      '  baseline                  2,000       0.50       2.25      0.073       0.90                   123',
      '  vs baseline                                         6.17 ×   at least 5 ×    met',
      '  baseline vs service                                 0.16 ×   at least 1 ×    missed',
    ].join('\n'),
  );
});

test('formatGoals prints maximums and leaves out metrics without a goal', () => {
  const metrics: BenchmarkResult['metrics'] = [
    { label: 'p99', value: 10, unit: 'ms', goal: { type: 'max', value: 10 } },
    { label: 'growth', value: 10.1, unit: '%', goal: { type: 'max', value: 10 } },
    { label: 'other', value: 3, unit: '×', goal: null },
  ];
  expect(formatGoals([{ ...warm, metrics }])).toBe(
    [
      '  List, warm, p99                                    10.0 ms   at most 10 ms   met',
      '  List, warm, growth                                   10.1%   at most 10%     missed',
    ].join('\n'),
  );
});

test('formatRun prints date, commit and machine', () => {
  const run = { date: '2026-11-21T08:00:00.000Z', commit: 'abc', full: false, machine, benchmarks: [] };
  expect(formatRun(run)).toBe(
    '2026-11-21 08:00 UTC, commit abc, quick run\n' +
      'A & B, 2 cores, 23 GiB, Node 20.19.0, linux x64; the load generator runs on the same cores',
  );
});

test('throughputRatio is empty if a target was not measured', () => {
  expect(throughputRatio([service, undefined], 'vs nothing', 1)).toEqual([]);
});

test('createLogScale starts and ends at a power of ten', () => {
  const { toX, ticks } = createLogScale([250, 12_000], { left: 0, right: 300 });
  expect(ticks).toEqual([
    { x: 0, label: '100' },
    { x: 100, label: '1,000' },
    { x: 200, label: '10,000' },
    { x: 300, label: '100,000' },
  ]);
  expect([100, 1000, 31_623].map(toX)).toEqual([0, 100, 250]);
});

test('drawChart draws a dot for each target and describes all values', () => {
  const svg = drawChart({
    date: '2026-11-21T08:00:00Z',
    commit: null,
    full: false,
    machine,
    benchmarks: [warm],
  });
  expect(svg).toContain('<desc id="values">List, warm: service 12,300, baseline 2,000.</desc>');
  expect(svg).toContain('6.2 ×');
  expect(svg).toContain(
    'A &amp; B, 2 cores shared by server, database and load generator; Node 20.19.0; 2026-11-21',
  );
  const [serviceX = 0, baselineX = 0] = ['service', 'baseline'].map((kind) =>
    Number(new RegExp(`<circle class="${kind}" cx="(\\d+)" cy="1`).exec(svg)?.[1]),
  );
  expect(serviceX).toBeGreaterThan(baselineX);
});
