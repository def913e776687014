import { afterEach, expect, it, vi } from 'vitest';
import { type LevelResult, printTable } from './print-table';

const lines: string[] = [];
vi.spyOn(console, 'log').mockImplementation((line: string) => {
  lines.push(line);
});
afterEach(() => {
  lines.length = 0;
});

it('ends with the line that is read by machines, failures named even when there are none', () => {
  expect(printTable([level({ passed: 2 }), level({ passed: 3 })])).toBe(0);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
});

it('counts failures and skipped tests of all levels', () => {
  expect(printTable([level({ passed: 2, failed: 1 }), level({ failed: 3, skipped: 4 })])).toBe(4);
  expect(lines.at(-1)).toBe('2 passed, 4 failed, 4 skipped');
});

it('has a line for each level', () => {
  printTable([level({ name: 'unit', milliseconds: 1234, passed: 7 })]);
  expect(lines).toContain('  unit            1.2 s   7 passed');
});

function level(counts: Partial<LevelResult>): LevelResult {
  return { name: 'x', milliseconds: 0, passed: 0, failed: 0, skipped: 0, output: '', ...counts };
}
