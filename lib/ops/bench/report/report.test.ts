import { expect, test } from 'vitest';
import type { Figure, Measure } from '@/lib/ops/bench/measure';
import { ratio } from '@/lib/ops/bench/measure';
import { drawChart } from './draw-chart';
import { logScale } from './log-scale';
import { printGoals, printMeasures, printRun } from './print-measures';

const figure = (subject: string, perSecond: number): Figure => ({
  subject,
  perSecond,
  p50Ms: 0.5,
  p99Ms: 2.25,
  cores: 0.9,
  databaseCores: null,
  cpuMs: 0.0728,
  memoryBytes: 123_400_000,
  rounds: [perSecond],
});
const [service, peer] = [figure('service', 12_345.6), figure('peer', 2000)];
const warm: Measure = {
  name: 'warm',
  title: 'List, warm',
  note: 'signed in <twice> & more',
  figures: [service, peer],
  verdicts: [...ratio([service, peer], 'against the peer', 5), ...ratio([peer, service], 'the other way', 1)],
};
const machine = { processor: 'A & B', cores: 2, memoryGiB: 23, node: 'v20.19.0', system: 'linux x64' };

test('a table has a line for each subject, and says what is met and what is missed', () => {
  expect(printMeasures([warm])).toBe(
    [
      'List, warm: signed in <twice> & more',
      '                       requests/s     p50 ms     p99 ms     CPU ms      cores   db cores         MB',
      '  service                  12,346       0.50       2.25      0.073       0.90                   123',
      '  peer                      2,000       0.50       2.25      0.073       0.90                   123',
      '  against the peer                                    6.17 ×   at least 5 ×    met',
      '  the other way                                       0.16 ×   at least 1 ×    missed',
    ].join('\n'),
  );
});

test('a bound is met from below, and what nothing is asked of stays out of the summary', () => {
  const verdicts: Measure['verdicts'] = [
    { what: 'p99', value: 10, unit: 'ms', goal: { bound: 'at most', value: 10 } },
    { what: 'growth', value: 10.1, unit: '%', goal: { bound: 'at most', value: 10 } },
    { what: 'more', value: 3, unit: '×', goal: null },
  ];
  expect(printGoals([{ ...warm, verdicts }])).toBe(
    [
      '  List, warm, p99                                    10.0 ms   at most 10 ms   met',
      '  List, warm, growth                                   10.1%   at most 10%     missed',
    ].join('\n'),
  );
});

test('a run says when, what and where', () => {
  const run = { date: '2026-11-21T08:00:00.000Z', commit: 'abc', whole: false, machine, measures: [] };
  expect(printRun(run)).toBe(
    '2026-11-21 08:00 UTC, commit abc, short form\n' +
      'A & B, 2 cores, 23 GiB, Node 20.19.0, linux x64; the load generator runs on the same cores',
  );
});

test('there is no ratio to what was not measured', () => {
  expect(ratio([service, undefined], 'against nothing', 1)).toEqual([]);
});

test('a scale goes from one power of ten to another', () => {
  const { at, ticks } = logScale([250, 12_000], { left: 0, right: 300 });
  expect(ticks).toEqual([
    { x: 0, label: '100' },
    { x: 100, label: '1,000' },
    { x: 200, label: '10,000' },
    { x: 300, label: '100,000' },
  ]);
  expect([100, 1000, 31_623].map(at)).toEqual([0, 100, 250]);
});

test('the chart says its values in dots and in words', () => {
  const svg = drawChart({
    date: '2026-11-21T08:00:00Z',
    commit: null,
    whole: false,
    machine,
    measures: [warm],
  });
  expect(svg).toContain('<desc id="values">List, warm: service 12,300, peer 2,000.</desc>');
  expect(svg).toContain('6.2 ×');
  expect(svg).toContain(
    'A &amp; B, 2 cores shared by server, database and load generator; Node 20.19.0; 2026-11-21',
  );
  const [ours = 0, theirs = 0] = ['service', 'peer'].map((kind) =>
    Number(new RegExp(`<circle class="${kind}" cx="(\\d+)" cy="1`).exec(svg)?.[1]),
  );
  expect(ours).toBeGreaterThan(theirs);
});
