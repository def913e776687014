import { afterEach, expect, it, vi } from 'vitest';
import { mergeOutcomes, printSummary, type SuiteResult } from './results';

const lines: string[] = [];
const print = (results: SuiteResult[]) => printSummary(results, 65_000);
vi.spyOn(console, 'log').mockImplementation((line: string) => {
  lines.push(line);
});
afterEach(() => {
  lines.length = 0;
});

it('printSummary prints the total last, with the number of failures even if it is 0', () => {
  expect(print([createResult({ passed: 2 }), createResult({ passed: 3 })])).toBe(0);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
});

it('printSummary adds up the failed and skipped tests of all suites', () => {
  expect(print([createResult({ passed: 2, failed: 1 }), createResult({ failed: 3, skipped: 4 })])).toBe(4);
  expect(lines.at(-1)).toBe('2 passed, 4 failed, 4 skipped');
});

it('printSummary prints one line per suite, and the duration of the run', () => {
  print([createResult({ name: 'unit', durationMs: 1234, passed: 7 })]);
  expect(lines).toContain('  unit            1.2 s   7 passed');
  expect(lines).toContain('  in all         65.0 s');
});

it('printSummary lists the failed tests before the total', () => {
  print([createResult({ name: 'unit', failed: 1, failures: ['lib/x.test.ts: adds: expected 2'] })]);
  expect(lines.at(-3)).toBe('\n  unit: lib/x.test.ts: adds: expected 2');
});

it('printSummary lists the tests that were not run', () => {
  print([createResult({ name: 'unit', skipped: 1, notRun: ['lib/x.test.ts: adds'] })]);
  expect(lines).toContain('\n  unit: not run: lib/x.test.ts: adds');
  expect(lines.at(-1)).toBe('0 passed, 0 failed, 1 skipped');
});

it('mergeOutcomes adds up the tests, and has the output of the failed suites', () => {
  const outcomes = [
    createResult({ passed: 2, output: 'dots', notRun: ['y'] }),
    createResult({ passed: 1, failed: 1, skipped: 3, failures: ['x'], output: 'expected 2' }),
  ];
  expect(mergeOutcomes(outcomes)).toEqual({
    ...{ passed: 3, failed: 1, skipped: 3 },
    ...{ failures: ['x'], notRun: ['y'], output: 'expected 2' },
  });
});

function createResult(counts: Partial<SuiteResult>): SuiteResult {
  return { name: 'x', durationMs: 0, passed: 0, failed: 0, skipped: 0, failures: [], output: '', ...counts };
}
