import { step } from '@/lib/ops/progress.mjs';
import { build } from '@/lib/ops/start/build';
import { findTestBrowser, installChromium } from './chromium';
import { type Outcome, oneCheck } from './outcome';
import { runPlaywright } from './playwright-level';
import { scanForSecrets } from './secret-scan';
import { checkFormat, checkImportRules, checkTypes, testBuild } from './static-checks';
import { startTestServer, type TestServer } from './test-server';
import { openThrowawayDatabase, type ThrowawayDatabase } from './throwaway-database';
import { runVitest } from './vitest-level';

export const levelNames = [
  'format',
  'types',
  'imports',
  'unit',
  'database',
  'build',
  'api',
  'pages',
  'secrets',
] as const;

export type LevelName = (typeof levelNames)[number];

export interface Levels {
  levels: Record<LevelName, () => Promise<Outcome>>;
  /** Ends whatever the levels started. */
  close(): Promise<void>;
}

/** The levels of the test command. What several of them need is started once, by the first. */
export function openLevels(folder: string): Levels {
  let database: Promise<ThrowawayDatabase> | undefined;
  let built: Promise<void> | undefined;
  let server: Promise<TestServer> | undefined;
  const getDatabase = () => (database ??= openThrowawayDatabase());
  const getBuild = () => (built ??= build(testBuild));
  const getServer = () => (server ??= startServer());
  const startServer = async () => {
    await getBuild();
    const { url } = await getDatabase();
    return step('starting the server', () => startTestServer(url, folder));
  };

  const levels = {
    format: () => step('format', checkFormat),
    types: () => step('types', checkTypes),
    imports: () => step('imports', checkImportRules),
    unit: () => step('unit tests', () => runVitest('unit', folder)),
    database: async () => {
      const { url } = await getDatabase();
      return step('database tests', () => runVitest('database', folder, { TEST_DATABASE_URL: url }));
    },
    build: () => reportFailure(() => getBuild().then(() => oneCheck(true, ''))),
    api: () => reportFailure(async () => endToEnd('api', await getServer())),
    pages: () =>
      reportFailure(async () => {
        if (!findTestBrowser()) await step('installing Chromium', async () => installChromium());
        return endToEnd('pages', await getServer());
      }),
    secrets: () =>
      reportFailure(async () => {
        const server = await getServer();
        const { log } = await getDatabase();
        return step('looking for secrets', () => scanForSecrets({ server, logs: folder, databaseLog: log }));
      }),
  };
  const endToEnd = (project: 'api' | 'pages', testServer: TestServer) =>
    step(`${project} tests`, () => runPlaywright(project, folder, testServer));

  return {
    levels,
    close: async () => {
      await server?.then(({ stop }) => stop()).catch(() => {});
      await database?.then(({ remove }) => remove()).catch(() => {});
    },
  };
}

/** What could not even begin is a failure of its level, and the others go on. */
async function reportFailure(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return oneCheck(false, error instanceof Error ? error.message : String(error));
  }
}
