import type { ChaosReport } from './run-chaos';
import { killsOf } from './run-chaos';

const shownViolations = 12;

/** What a run came to, for people. */
export function printReport(report: ChaosReport): string {
  const { faults, heard, outcomes, violations, runs } = report;
  const count = (number: number) => number.toLocaleString('en-US');
  const answers = Object.entries(heard.answers).map(([status, times]) => `${count(times)} × ${status}`);
  const rows: [label: string, value: string][] = [
    ['seed', String(report.seed)],
    ['kills', `${count(killsOf(faults))}: ${killNames(faults)}`],
    ['clock moved', `${count(faults.clock)} times, by an hour`],
    ['switches', `${count(report.switches)} of ${count(runs.length)} accounts`],
    [
      'outcomes',
      `${count(outcomes.switched)} switched, ${count(outcomes.unchanged)} were there already, ` +
        `${count(outcomes.refused)} refused, ${count(outcomes.unknown)} never answered`,
    ],
    ['attempts', `${count(heard.attempts)}, of them ${count(heard.attempts - report.switches)} repetitions`],
    [
      'recovered',
      `${count(heard.recovered)} switches were done and their answer lost, until it was repeated`,
    ],
    ['answers', answers.join(', ')],
    ['slowest answer', `${(heard.slowestMs / 1000).toFixed(1)} s`],
    ['reads', count(report.reads)],
    ['records', count(report.records)],
    ['time', `${report.seconds.toFixed(0)} s`],
  ];
  const table = rows.map(([label, value]) => `  ${label.padEnd(16)}${value}`).join('\n');
  return `${table}\n\n${verdict(violations)}`;
}

function killNames({ backend, database, server, reply }: ChaosReport['faults']): string {
  return [
    `${backend} of a database process`,
    `${database} of the whole database`,
    `${server} of a server`,
    `${reply} answers cut off`,
  ].join(', ');
}

function verdict(violations: ChaosReport['violations']): string {
  if (violations.length === 0) return 'None lost, none doubled, none out of order.';
  const shown = violations.slice(0, shownViolations);
  const lines = shown.map(({ account, promise, message }) => `  ${promise}: ${message} (${account})`);
  const more = violations.length - shown.length;
  return [`${violations.length} violations:`, ...lines, ...(more > 0 ? [`  … and ${more} more`] : [])].join(
    '\n',
  );
}
