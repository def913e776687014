import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, testDistDir } from '@/tools/build';
import { rejectOnShutdown } from '@/tools/cli';
import { testFloors } from '@/tools/lab/chaos/hostile/evaluate-attack';
import { runHostile } from '@/tools/lab/chaos/hostile/run-hostile';
import { formatCheckReport } from '@/tools/lab/chaos/run-chaos';
import { runStep } from '@/tools/progress.mjs';
import { capturePackageBin } from '@/tools/run-package-bin';
import { findTestBrowser, installChromium } from './chromium';
import { runOnOtherVersions } from './other-versions';
import {
  applyExitCode,
  createCheckOutcome,
  formatFailure,
  missingReport,
  type SuiteOutcome,
} from './results';
import { runVitest } from './run-vitest';
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
  'versions',
  'attacks',
] as const;

export type SuiteName = (typeof suiteNames)[number];

/** A project of e2e/playwright.config.ts. */
type PlaywrightProject = 'api' | 'pages';

interface Suites {
  suites: Record<SuiteName, () => Promise<SuiteOutcome>>;
  /** Stops the server and the databases that the suites have started. */
  close(): Promise<void>;
}

/**
 * Creates the suites of the test command. The first suite that needs the build, a database or the server starts it for
 * all others. The API and page tests run in one process, so that one uses the time in which the other waits. Reports and
 * server logs go to `reportFolder`.
 */
export function createSuites(reportFolder: string, selected: readonly SuiteName[]): Suites {
  let database: Promise<TemporaryDatabase> | undefined;
  let serverDatabase: Promise<TemporaryDatabase> | undefined;
  let buildDone: Promise<void> | undefined;
  let server: Promise<TestServer> | undefined;
  let endToEndOutcomes: Promise<Record<PlaywrightProject, SuiteOutcome>> | undefined;
  const getDatabase = () => (database ??= openTemporaryDatabase());
  // Apart from that of the database tests, which run at the same time: some observe transactions of the whole cluster.
  const getServerDatabase = () => (serverDatabase ??= openTemporaryDatabase());
  const getBuild = () => (buildDone ??= build(testDistDir));
  const getServer = () => (server ??= startServer());
  const getEndToEndOutcomes = () => (endToEndOutcomes ??= runEndToEndTests());
  const startServer = async () => {
    await getBuild();
    const { url } = await getServerDatabase();
    return runStep('starting the server', () => startTestServer(url, reportFolder));
  };
  const runEndToEndTests = async () => {
    const projects = selected.filter((name) => name === 'api' || name === 'pages');
    if (projects.includes('pages') && !findTestBrowser())
      await runStep('installing Chromium', async () => installChromium('chromium-headless-shell'));
    const testServer = await getServer();
    return runStep(`${projects.join(' and ')} tests`, () =>
      runPlaywright(projects, reportFolder, testServer),
    );
  };

  const suites = {
    format: () => runStep('format', checkFormat),
    types: async () => {
      // It replaces files of the build, which are not served.
      await buildDone?.catch(() => {});
      return runStep('types', checkTypes);
    },
    imports: () => runStep('imports', checkImportRules),
    unit: () => runStep('unit tests', () => runVitest('unit', reportFolder)),
    database: async () => {
      const { url } = await getDatabase();
      return runStep('database tests', () =>
        runVitest('database', reportFolder, { environment: { TEST_DATABASE_URL: url } }),
      );
    },
    build: () => catchSetupErrors(() => getBuild().then(() => createCheckOutcome(true, ''))),
    api: () => catchSetupErrors(async () => (await getEndToEndOutcomes()).api),
    pages: () => catchSetupErrors(async () => (await getEndToEndOutcomes()).pages),
    secrets: () =>
      catchSetupErrors(async () => {
        const server = await getServer();
        const { logFile } = await getServerDatabase();
        return runStep('secret scan', () =>
          scanForSecrets({ server, logFolder: reportFolder, databaseLog: logFile }),
        );
      }),
    versions: () => catchSetupErrors(() => runOnOtherVersions(reportFolder)),
    attacks: () =>
      catchSetupErrors(async () => {
        await getBuild();
        return runStep('attacks', runAttacks);
      }),
  };

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
  const options = {
    distDir: testDistDir,
    seed: 1,
    secondsPerAttack: 5,
    deliveries: 50_000,
    floors: testFloors,
  };
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

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

interface PlaywrightSuite {
  specs: { title: string; file: string; line: number; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightTest {
  projectName: string;
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  annotations: { type: string; description?: string }[];
  results: { error?: { message?: string }; startTime: string; duration: number }[];
}

/** Runs projects of e2e/playwright.config.ts against the server. */
async function runPlaywright(
  projects: PlaywrightProject[],
  reportFolder: string,
  server: TestServer,
): Promise<Record<PlaywrightProject, SuiteOutcome>> {
  const reportFile = join(reportFolder, 'playwright.json');
  const { code, output } = await capturePackageBin(
    '@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts', ...projects.map((project) => `--project=${project}`)],
    {
      TEST_REPORT: reportFile,
      TEST_LOGS: reportFolder,
      BASE_URL: server.origin,
      DATABASE_URL: server.databaseUrl,
      OBSERVER_DATABASE_URL: buildObserverUrl(server.databaseUrl),
    },
  );
  const outcomes = {
    api: { ...readPlaywrightCounts(reportFile, 'api'), output: '' },
    pages: { ...readPlaywrightCounts(reportFile, 'pages'), output: '' },
  };
  if (code === 0) return outcomes;
  // The output is that of both. It is printed once, with the first project that has failed.
  const blamed = projects.find((project) => outcomes[project].failed > 0) ?? projects[0] ?? 'api';
  const outcome = { ...outcomes[blamed], output: `${output}\n\n${server.readLog()}` };
  return { ...outcomes, [blamed]: applyExitCode(code, outcome) };
}

function readPlaywrightCounts(file: string, project: PlaywrightProject): Omit<SuiteOutcome, 'output'> {
  try {
    const { suites, errors }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
    const tests = suites.flatMap(listTests).filter(({ projectName }) => projectName === project);
    const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length;
    const results = tests.flatMap((each) => each.results);
    const startedAt = Math.min(...results.map(({ startTime }) => Date.parse(startTime)));
    const endedAt = Math.max(...results.map(({ startTime, duration }) => Date.parse(startTime) + duration));
    return {
      durationMs: endedAt - startedAt,
      passed: count('expected', 'flaky'),
      failed: count('unexpected'),
      skipped: count('skipped'),
      notRun: tests
        .filter(({ status }) => status === 'skipped')
        .map(({ title, annotations: [skip] }) => formatFailure('', title, skip?.description)),
      failures: [
        ...errors.map(({ message }) => formatFailure('playwright', '', message)),
        ...tests.flatMap(({ status, results, title }) => {
          if (status === 'expected' || status === 'skipped') return [];
          const error = results.find((each) => each.error)?.error?.message;
          return [formatFailure(status === 'flaky' ? 'flaky' : '', title, error)];
        }),
      ],
    };
  } catch {
    return missingReport;
  }
}

/** Lists the tests of a suite and of the suites in it. Their titles begin with the place of the test. */
function listTests({ specs, suites = [] }: PlaywrightSuite): (PlaywrightTest & { title: string })[] {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests.map((test) => ({ ...test, title: `${file}:${line}: ${title}` })),
    ),
    ...suites.flatMap(listTests),
  ];
}
