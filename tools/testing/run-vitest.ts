import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CliError } from '@/tools/cli';
import { projectRoot } from '@/tools/project-root.mjs';
import { capturePackageBin, createTestEnvironment, runPackageBin } from '@/tools/run-package-bin';
import { applyExitCode, formatFailure, missingReport, type SuiteOutcome } from './results';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

type VitestProject = 'unit' | 'database';

interface VitestOptions {
  environment: Record<string, string>;
  /** The path of the Node that runs the tests. */
  node: string;
}

/** Runs the projects of tools/vitest.config.ts whose name starts with `project`. */
export async function runVitest(
  project: VitestProject,
  reportFolder: string,
  { environment = {}, node = process.execPath }: Partial<VitestOptions> = {},
): Promise<SuiteOutcome> {
  const outputFile = join(reportFolder, `${project}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${outputFile}`];
  const { code, output } = await capturePackageBin(
    'vitest/vitest.mjs',
    [...['run', '--config=tools/vitest.config.ts', `--project=${project}*`], ...reporters],
    environment,
    // The build, and then the tests that need it, take longer.
    { node, niceness: 10 },
  );
  return applyExitCode(code, { ...readVitestCounts(outputFile), output });
}

function readVitestCounts(file: string): Omit<SuiteOutcome, 'output'> {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const isNotRun = ({ status }: { status: string }) => status !== 'passed' && status !== 'failed';
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      notRun: report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(isNotRun)
          .map(({ fullName }) => formatFailure(relative(projectRoot, name), fullName)),
      ),
      failures: report.testResults.flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        const file = relative(projectRoot, name);
        // A file that could not be loaded has a message and no tests.
        if (failed.length === 0) return message ? [formatFailure(file, '', message)] : [];
        return failed.map(({ fullName, failureMessages: [error] }) => formatFailure(file, fullName, error));
      }),
    };
  } catch {
    return missingReport;
  }
}

/** The suites that Vitest runs. Those of browsers and servers need a build. */
const watchedSuites = ['unit', 'database'];

/** Runs the tests of these suites, `unit` by default, and again those that a change of a file affects, until it is stopped. */
export async function watchTests(names: string[]): Promise<void> {
  const other = names.find((name) => !watchedSuites.includes(name));
  if (other !== undefined) throw new CliError(`--watch runs unit and database, not ${other}.`);
  const projects = (names.length > 0 ? names : ['unit']).map((name) => `--project=${name}*`);
  await runPackageBin(
    'vitest/vitest.mjs',
    ['watch', '--config=tools/vitest.config.ts', ...projects],
    createTestEnvironment(),
  );
}
