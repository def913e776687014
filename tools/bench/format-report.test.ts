import { expect, test } from 'vitest';
import { type BenchmarkResult, maxMs, ratio, type TargetResult } from './benchmark-result';
import { formatBenchReport } from './format-report';

const createResult = (target: string, perSecond: number): TargetResult => ({
  target,
  perSecond,
  p50Ms: 0.5,
  p99Ms: 2.25,
  cores: 0.9,
  databaseCores: null,
  cpuMs: 0.0728,
  memoryBytes: 123_400_000,
});
const warm: BenchmarkResult = {
  title: 'List, warm',
  description: 'signed in',
  results: [createResult('service', 12_345.6), createResult('bare server', 2000)],
  metrics: [
    ...ratio(12_345.6, 2000, 'vs bare server', 5),
    ...ratio(2000, 12_345.6, 'bare server vs service', 1),
    ...ratio(12_345.6, undefined, 'vs nothing', 1),
    maxMs('p99', 10, 10),
    { label: 'growth', value: 10.1, unit: '%', goal: { type: 'max', value: 10 } },
    { label: 'other', value: 3, unit: '×', goal: null },
  ],
};
const machine = { processor: 'A & B', cores: 2, memoryGiB: 23, node: 'v20.19.0', system: 'linux x64' };

test('the report has the run, a row for each target, and whether each goal is met', () => {
  const date = '2026-11-21T08:00:00.000Z';
  expect(formatBenchReport({ date, commit: 'abc', full: false, machine, benchmarks: [warm] })).toBe(
    `2026-11-21 08:00 UTC, commit abc, quick run
A & B, 2 cores, 23 GiB, Node 20.19.0, linux x64; the load generator runs on the same cores

List, warm: signed in
                       requests/s     p50 ms     p99 ms     CPU ms      cores   db cores         MB
  service                  12,346       0.50       2.25      0.073       0.90                   123
  bare server               2,000       0.50       2.25      0.073       0.90                   123
  vs bare server                                      6.17 ×   at least 5 ×    met
  bare server vs service                              0.16 ×   at least 1 ×    missed
  p99                                                10.0 ms   at most 10 ms   met
  growth                                               10.1%   at most 10%     missed
  other                                               3.00 ×

  List, warm, vs bare server                          6.17 ×   at least 5 ×    met
  List, warm, bare server vs service                  0.16 ×   at least 1 ×    missed
  List, warm, p99                                    10.0 ms   at most 10 ms   met
  List, warm, growth                                   10.1%   at most 10%     missed
`,
  );
});
