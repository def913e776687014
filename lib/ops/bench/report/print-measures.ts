import { type Figure, isMet, type Measure, type Verdict } from '@/lib/ops/bench/measure';
import type { BenchResult } from './result';

/** What was measured where, in two lines. */
export function printRun({ date, commit, whole, machine }: BenchResult): string {
  const { processor, cores, memoryGiB, node, system } = machine;
  return [
    `${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit ?? 'unknown'}, ${whole ? 'whole' : 'short'} form`,
    `${processor}, ${cores} cores, ${memoryGiB} GiB, Node ${node.slice(1)}, ${system}; the load generator runs on the same cores`,
  ].join('\n');
}

/** The measures as tables for people, each with its ratios and what they should be. */
export function printMeasures(measures: Measure[]): string {
  return measures.map(printMeasure).join('\n\n');
}

/** Only what something is asked of. */
export function printGoals(measures: Measure[]): string {
  const lines = measures.flatMap(({ title, verdicts }) =>
    verdicts.filter(({ goal }) => goal !== null).map((verdict) => printVerdict(verdict, title)),
  );
  return lines.join('\n');
}

const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'cores', 'db cores', 'MB'];

function printMeasure({ title, note, figures, verdicts }: Measure): string {
  const width = Math.max(...figures.map(({ subject }) => subject.length), 20);
  const lines = figures.map((figure) => `  ${figure.subject.padEnd(width)}${cells(figure)}`);
  const head = `  ${''.padEnd(width)}${columns.map((column) => column.padStart(11)).join('')}`;
  return [`${title}: ${note}`, head, ...lines, ...verdicts.map((verdict) => printVerdict(verdict))].join(
    '\n',
  );
}

function cells({ perSecond, p50Ms, p99Ms, cpuMs, cores, databaseCores, memoryBytes }: Figure): string {
  const texts = [
    Math.round(perSecond).toLocaleString('en-US'),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    cpuMs?.toFixed(3) ?? '',
    cores?.toFixed(2) ?? '',
    databaseCores?.toFixed(2) ?? '',
    memoryBytes === null ? '' : (memoryBytes / 1e6).toFixed(0),
  ];
  return texts.map((text) => text.padStart(11)).join('');
}

function printVerdict(verdict: Verdict, title = ''): string {
  const { what, goal } = verdict;
  const name = title === '' ? what : `${title}, ${what}`;
  if (goal === null) return `  ${name.padEnd(48)}${told(verdict).padStart(10)}`;
  const wanted = `${goal.bound} ${goal.value}${space(verdict)}${verdict.unit}`;
  const outcome = isMet(verdict) ? 'met' : 'missed';
  return `  ${name.padEnd(48)}${told(verdict).padStart(10)}   ${wanted.padEnd(16)}${outcome}`;
}

function told(verdict: Verdict): string {
  const digits = Math.abs(verdict.value) < 10 ? 2 : 1;
  return `${verdict.value.toFixed(digits)}${space(verdict)}${verdict.unit}`;
}

function space({ unit }: Verdict): string {
  return unit === '%' ? '' : ' ';
}
