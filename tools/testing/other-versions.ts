import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '@/tools/postgres/binaries';
import { log, runStep } from '@/tools/progress.mjs';
import { findNode } from './find-program';
import { mergeOutcomes, type SuiteOutcome, skippedOutcome } from './results';
import { runVitest } from './run-vitest';
import { openTemporaryDatabase } from './test-database';

/**
 * The newest major version of Node that the tests run on. The oldest version is in tools/run.mjs, that of developers in
 * .nvmrc.
 */
const newestNode = '26';
/** The oldest PostgreSQL that the tests run on, as Debian installs it. */
const oldestPostgres = '/usr/lib/postgresql/15/bin';

/**
 * Runs the unit and database suites on the newest Node, and on the oldest PostgreSQL if it is installed. Without the
 * long tests and further inputs of a full run. Reports go to `folder`.
 */
export async function runOnOtherVersions(folder: string): Promise<SuiteOutcome> {
  const node = await runStep(`finding Node ${newestNode}`, () => findNode(newestNode));
  if (!node) return skippedOutcome;
  const binFolder = findOldestPostgres();
  const postgres = binFolder ? findBinaries(null, binFolder).major : null;
  const database = await openTemporaryDatabase(binFolder);
  const reportFolder = join(folder, 'versions');
  mkdirSync(reportFolder);
  const quick = { TEST_SCOPE: 'quick' };
  try {
    return await runStep(`Node ${newestNode}, PostgreSQL ${postgres ?? '(embedded)'}`, async () =>
      mergeOutcomes(
        await Promise.all([
          runVitest('unit', reportFolder, { node, environment: quick }),
          runVitest('database', reportFolder, {
            node,
            environment: { ...quick, TEST_DATABASE_URL: database.url, TEST_POSTGRES_BIN: binFolder ?? '' },
          }),
        ]),
      ),
    );
  } finally {
    await database.remove();
  }
}

/** The folder of its binaries. It is undefined for the embedded PostgreSQL. */
function findOldestPostgres(): string | undefined {
  const folder = process.env.TEST_POSTGRES_BIN || oldestPostgres;
  if (existsSync(join(folder, 'postgres'))) return folder;
  log(`There is no PostgreSQL in ${folder}: the tests on Node ${newestNode} use the embedded one.`);
  return undefined;
}
