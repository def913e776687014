import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failsWith, type Outcome } from './outcome';
import { runCaptured } from './run-captured';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/** Runs one of the projects in vitest.config.ts. */
export async function runVitest(
  project: 'unit' | 'database',
  reports: string,
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const outputFile = join(reports, `${project}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${outputFile}`];
  const { code, output } = await runCaptured(
    'vitest/vitest.mjs',
    ['run', '--config=lib/ops/vitest.config.ts', `--project=${project}`, ...reporters],
    environment,
  );
  return failsWith(code, { ...count(outputFile), output });
}

function count(file: string): Omit<Outcome, 'output'> {
  try {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
