import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, testDistDir } from '@/tools/build';
import { runHostile } from '@/tools/chaos/hostile/run-hostile';
import { formatCheckReport } from '@/tools/chaos/run-chaos';
import { rejectOnShutdown } from '@/tools/cli';
import { runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { capturePackageBin } from '@/tools/run-package-bin';
import { findTestBrowser, installChromium } from './chromium';
import { applyExitCode, createCheckOutcome, type SuiteOutcome } from './results';
import { scanForSecrets } from './secret-scan';
import { checkFormat, checkImportRules, checkTypes } from './static-checks';
import { buildObserverUrl, openTemporaryDatabase, type TemporaryDatabase } from './test-database';
import { startTestServer, type TestServer } from './test-server';

export const suiteNames = [
  'format',
  'types',
  'imports',
  'unit',
  'database',
  'build',
  'api',
  'pages',
  'secrets',
  'attacks',
] as const;

export type SuiteName = (typeof suiteNames)[number];

interface Suites {
  suites: Record<SuiteName, () => Promise<SuiteOutcome>>;
  /** Stops the server and the databases that the suites have started. */
  close(): Promise<void>;
}

/**
 * Creates the suites of the test command. The first suite that needs the build, a database or the server starts it for
 * all others. Reports and server logs go to `reportFolder`.
 */
export function createSuites(reportFolder: string): Suites {
  let database: Promise<TemporaryDatabase> | undefined;
  let serverDatabase: Promise<TemporaryDatabase> | undefined;
  let buildDone: Promise<void> | undefined;
  let server: Promise<TestServer> | undefined;
  const getDatabase = () => (database ??= openTemporaryDatabase());
  // Apart from that of the database tests, which run at the same time: some observe transactions of the whole cluster.
  const getServerDatabase = () => (serverDatabase ??= openTemporaryDatabase());
  const getBuild = () => (buildDone ??= build(testDistDir));
  const getServer = () => (server ??= startServer());
  const startServer = async () => {
    await getBuild();
    const { url } = await getServerDatabase();
    return runStep('starting the server', () => startTestServer(url, reportFolder));
  };

  const suites = {
    format: () => runStep('format', checkFormat),
    types: () => runStep('types', checkTypes),
    imports: () => runStep('imports', checkImportRules),
    unit: () => runStep('unit tests', () => runVitest('unit', reportFolder)),
    database: async () => {
      const { url } = await getDatabase();
      return runStep('database tests', () => runVitest('database', reportFolder, { TEST_DATABASE_URL: url }));
    },
    build: () => catchSetupErrors(() => getBuild().then(() => createCheckOutcome(true, ''))),
    api: () => catchSetupErrors(async () => runEndToEnd('api', await getServer())),
    pages: () =>
      catchSetupErrors(async () => {
        if (!findTestBrowser())
          await runStep('installing Chromium', async () => installChromium('chromium-headless-shell'));
        return runEndToEnd('pages', await getServer());
      }),
    secrets: () =>
      catchSetupErrors(async () => {
        const server = await getServer();
        const { logFile } = await getServerDatabase();
        return runStep('secret scan', () =>
          scanForSecrets({ server, logFolder: reportFolder, databaseLog: logFile }),
        );
      }),
    attacks: () =>
      catchSetupErrors(async () => {
        await getBuild();
        return runStep('attacks', runAttacks);
      }),
  };
  const runEndToEnd = (project: 'api' | 'pages', testServer: TestServer) =>
    runStep(`${project} tests`, () => runPlaywright(project, reportFolder, testServer));

  return {
    suites,
    close: async () => {
      await server?.then(({ stop }) => stop()).catch(() => {});
      for (const each of [database, serverDatabase])
        await each?.then(({ remove }) => remove()).catch(() => {});
    },
  };
}

/** A short form of `npm run chaos -- --hostile`. */
async function runAttacks(): Promise<SuiteOutcome> {
  const options = { distDir: testDistDir, seed: 1, secondsPerAttack: 5, deliveries: 50_000 };
  const report = await rejectOnShutdown(runHostile(options));
  const text = formatCheckReport(report, 'no attack affected another tenant.');
  return {
    ...createCheckOutcome(report.violations.length === 0, text),
    failures: report.violations.map(({ message }) => message),
  };
}

/** Turns an error of the setup into a failure of the suite, so that the other suites still run. */
async function catchSetupErrors(work: () => Promise<SuiteOutcome>): Promise<SuiteOutcome> {
  try {
    return await work();
  } catch (error) {
    return createCheckOutcome(false, error instanceof Error ? error.message : String(error));
  }
}

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

/** Runs a project of tools/vitest.config.ts. */
async function runVitest(
  project: 'unit' | 'database',
  reportFolder: string,
  environment: Record<string, string> = {},
): Promise<SuiteOutcome> {
  const outputFile = join(reportFolder, `${project}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${outputFile}`];
  const { code, output } = await capturePackageBin(
    'vitest/vitest.mjs',
    ['run', '--config=tools/vitest.config.ts', `--project=${project}`, ...reporters],
    environment,
  );
  return applyExitCode(code, { ...readVitestCounts(outputFile), output });
}

function readVitestCounts(file: string): Omit<SuiteOutcome, 'output'> {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
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

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

interface PlaywrightSuite {
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

/** Runs a project of e2e/playwright.config.ts against the server. */
async function runPlaywright(
  project: 'api' | 'pages',
  reportFolder: string,
  server: TestServer,
): Promise<SuiteOutcome> {
  const reportFile = join(reportFolder, `${project}.json`);
  const { code, output } = await capturePackageBin(
    '@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts', `--project=${project}`],
    {
      TEST_REPORT: reportFile,
      TEST_LOGS: reportFolder,
      BASE_URL: server.origin,
      DATABASE_URL: server.databaseUrl,
      OBSERVER_DATABASE_URL: buildObserverUrl(server.databaseUrl),
    },
  );
  const outcome = applyExitCode(code, { ...readPlaywrightCounts(reportFile), output });
  return outcome.failed === 0 ? outcome : { ...outcome, output: `${output}\n\n${server.readLog()}`.trim() };
}

function readPlaywrightCounts(file: string): Omit<SuiteOutcome, 'output'> {
  try {
    const { stats, suites, errors }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      failures: [
        ...errors.map(({ message }) => formatFailure('playwright', '', message)),
        ...suites.flatMap(listFailedSpecs),
      ],
    };
  } catch {
    return missingReport;
  }
}

function listFailedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return formatFailure(`${file}:${line}`, title, error?.message);
    }),
    ...suites.flatMap(listFailedSpecs),
  ];
}

/** The counts of a test runner that has written no report. */
const missingReport = { passed: 0, failed: 1, skipped: 0, failures: ['The test runner wrote no report.'] };

function formatFailure(place: string, title: string, error = ''): string {
  const [firstLine = ''] = stripVTControlCharacters(error).split('\n');
  return [place, title, firstLine].filter(Boolean).join(': ');
}
