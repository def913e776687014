import { stripVTControlCharacters } from 'node:util';
import { formatSeconds } from '@/tools/progress.mjs';

/** The outcome of a test suite. A check without tests of its own counts as one test. */
export interface SuiteOutcome {
  passed: number;
  failed: number;
  skipped: number;
  /** The failed tests, and those that passed when repeated, one line each: file, title and the first line of the error. */
  failures: string[];
  /** The skipped tests, one line each: file, title and the reason, as far as they are known. */
  notRun?: string[];
  /** Printed in full when a test has failed. */
  output: string;
  /** From the start of its first test to the end of its last one, if the suite runs together with another one. */
  durationMs?: number;
}

export interface SuiteResult extends SuiteOutcome {
  name: string;
  durationMs: number;
}

/** Returns the outcome of a check without tests of its own. */
export function createCheckOutcome(hasPassed: boolean, output: string): SuiteOutcome {
  const failures = hasPassed ? [] : [output.trim().split('\n')[0] ?? ''];
  return { passed: hasPassed ? 1 : 0, failed: failures.length, skipped: 0, failures, output };
}

/** The outcome of a suite that can't run here. */
export const skippedOutcome: SuiteOutcome = { passed: 0, failed: 0, skipped: 1, failures: [], output: '' };

/** The outcome of a suite that consists of others. */
export function mergeOutcomes(outcomes: SuiteOutcome[]): SuiteOutcome {
  return {
    passed: sum(outcomes.map(({ passed }) => passed)),
    failed: sum(outcomes.map(({ failed }) => failed)),
    skipped: sum(outcomes.map(({ skipped }) => skipped)),
    failures: outcomes.flatMap(({ failures }) => failures),
    notRun: outcomes.flatMap(({ notRun = [] }) => notRun),
    output: outcomes
      .filter(({ failed }) => failed > 0)
      .map(({ output }) => output)
      .join('\n\n'),
  };
}

/** The counts of a test runner that has written no report. */
export const missingReport = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['The test runner wrote no report.'],
};

/** One line for a test that failed or was skipped: place, title and the first line of the error or reason. */
export function formatFailure(place: string, title: string, error = ''): string {
  const [firstLine = ''] = stripVTControlCharacters(error).split('\n');
  return [place, title, firstLine].filter(Boolean).join(': ');
}

/** Counts one failure when a test runner fails without a failed test, for example because it found no tests. */
export function applyExitCode(code: number, outcome: SuiteOutcome): SuiteOutcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/**
 * Prints one line per suite, the duration of the run, the skipped and the failed tests, and the total as the last line, which
 * CI parses.
 * Returns the number of failed tests.
 */
export function printSummary(results: SuiteResult[], runMs: number): number {
  const total = {
    passed: sum(results.map(({ passed }) => passed)),
    failed: sum(results.map(({ failed }) => failed)),
    skipped: sum(results.map(({ skipped }) => skipped)),
  };
  console.log('');
  for (const { name, durationMs, ...counts } of results) {
    console.log(`  ${name.padEnd(12)}${formatSeconds(durationMs).padStart(9)}   ${formatCounts(counts)}`);
  }
  console.log(`  ${'in all'.padEnd(12)}${formatSeconds(runMs).padStart(9)}`);
  const failures = results.flatMap(({ name, failures }) =>
    failures.map((failure) => `  ${name}: ${failure}`),
  );
  const notRun = results.flatMap(({ name, notRun = [] }) =>
    notRun.map((test) => `  ${name}: not run: ${test}`),
  );
  for (const lines of [notRun, failures]) if (lines.length > 0) console.log(['', ...lines].join('\n'));
  console.log('');
  console.log(formatCounts(total, { alwaysShowFailed: true }));
  return total.failed;
}

function formatCounts(
  { passed, failed, skipped }: Pick<SuiteOutcome, 'passed' | 'failed' | 'skipped'>,
  { alwaysShowFailed = false } = {},
): string {
  return [
    `${passed} passed`,
    ...(failed > 0 || alwaysShowFailed ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
