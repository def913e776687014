import { seconds } from '@/lib/ops/progress.mjs';
import type { Outcome } from './outcome';

export interface LevelResult extends Outcome {
  name: string;
  milliseconds: number;
}

/** Prints a line for each level and, last, the line that CI reads. Returns how many tests failed. */
export function printTable(results: LevelResult[]): number {
  const rows = results.map(({ name, milliseconds, ...counts }) => [
    name,
    seconds(milliseconds),
    summarize(counts),
  ]);
  const total = {
    passed: sum(results.map(({ passed }) => passed)),
    failed: sum(results.map(({ failed }) => failed)),
    skipped: sum(results.map(({ skipped }) => skipped)),
  };
  console.log('');
  for (const [name = '', duration = '', counts] of rows) {
    console.log(`  ${name.padEnd(12)}${duration.padStart(9)}   ${counts}`);
  }
  console.log('');
  console.log(summarize(total, { evenNone: true }));
  return total.failed;
}

function summarize(
  { passed, failed, skipped }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>,
  { evenNone = false } = {},
): string {
  return [
    `${passed} passed`,
    ...(failed > 0 || evenNone ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
