import { isMet, type Measure } from './measures';

/** The table as Markdown, a line for each figure. */
export function printMeasures(measures: readonly Measure[]): string {
  const rows = measures.map((measure) => [
    measure.name,
    measure.of,
    `${shown(measure.figure)} ${measure.unit}`.trim(),
    measure.bar === null ? 'for the record' : `at ${measure.bar.at} ${shown(measure.bar.figure)}`,
    measure.bar === null ? '' : isMet(measure) ? 'met' : '**missed**',
  ]);
  const head = ['measure', 'of', 'figure', 'bar', ''];
  const lines = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}

function shown(figure: number): string {
  return String(Math.round(figure * 1000) / 1000);
}
