import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, parseArguments, runCommand, shutdownSignal } from '@/tools/cli';
import { withFileLock } from '@/tools/process-lock.mjs';
import { log } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { printSummary, type SuiteResult } from '@/tools/testing/results';
import { watchTests } from '@/tools/testing/run-vitest';
import { createSuites, type SuiteName, suiteNames } from '@/tools/testing/suites';
import { removeAbandonedDatabases } from '@/tools/testing/test-database';

const usage = `Usage: npm test -- [--full] [SUITE...]
       npm test -- --watch [unit] [database]

Runs the test suites, or only those that are named: ${suiteNames.join(', ')}.
--full adds long tests, repeats tests with random or many inputs more often, and checks pages at every width in both
themes. Without names, it also runs the suites versions and attacks.
--watch runs unit tests, and again those that a change affects, until it is stopped; with database, database tests too.`;

const suitesWithBuild: SuiteName[] = ['api', 'pages', 'secrets', 'attacks'];
const fullRunSuites: SuiteName[] = ['versions', 'attacks'];
/** Run beside the others, in this order. */
const independentSuites: SuiteName[] = ['format', 'imports', 'unit', 'types'];

await runCommand(usage, async () => {
  const { values, positionals } = parseArguments(
    { full: { type: 'boolean' }, watch: { type: 'boolean' } },
    usage,
  );
  const isFull = values.full === true;
  // Beside another test run: it uses no build.
  if (values.watch) return watchTests(positionals);
  const selected = selectSuites(positionals, isFull);
  // tools/testing/test-scope.ts reads it in the test processes.
  process.env.TEST_SCOPE = isFull ? 'full' : 'quick';
  // Concurrent test runs would write the same build.
  const failed = await withFileLock(
    join(projectRoot, '.cache/test.lock'),
    () => runSuites(selected),
    (holder) => log(`waiting for the test run of process ${holder}`),
  );
  if (failed > 0) process.exit(1);
});

function selectSuites(names: string[], isFull: boolean): SuiteName[] {
  const unknown = names.filter((name) => !suiteNames.some((suite) => suite === name));
  if (unknown.length > 0) {
    throw new CliError(`There is no test suite "${unknown[0]}". Test suites: ${suiteNames.join(', ')}.`);
  }
  const needsBuild = suitesWithBuild.some((name) => names.includes(name));
  if (names.length === 0) return suiteNames.filter((name) => isFull || !fullRunSuites.includes(name));
  return suiteNames.filter((name) => names.includes(name) || (name === 'build' && needsBuild));
}

/** Runs the suites, prints a summary, and returns the number of failed tests. */
async function runSuites(selected: SuiteName[]): Promise<number> {
  const runStartedAt = performance.now();
  await removeAbandonedDatabases();
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-reports-'));
  const { suites, close } = createSuites(folder, selected);
  const results: SuiteResult[] = [];
  const runInOrder = async (names: SuiteName[]) => {
    for (const name of names) {
      const startedAt = performance.now();
      const outcome = await suites[name]();
      shutdownSignal.throwIfAborted();
      results.push({ name, durationMs: performance.now() - startedAt, ...outcome });
      if (outcome.failed > 0) console.log(`\n${outcome.output}\n`);
    }
  };
  try {
    const independent = independentSuites.filter((name) => selected.includes(name));
    const database = selected.filter((name) => name === 'database');
    // Alone: attacks measure times, and need all processors.
    const last = selected.filter((name) => fullRunSuites.includes(name));
    const others = selected.filter((name) => ![...independent, ...database, ...last].includes(name));
    // The database tests are idle half of the time, and the page tests wait for the browser.
    await settleAll(runInOrder(others), runInOrder(database), runInOrder(independent));
    await runInOrder(last);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
  const inOrder = selected.flatMap((suite) => results.filter(({ name }) => name === suite));
  return printSummary(inOrder, performance.now() - runStartedAt);
}

/** Waits for all promises, then rejects if one of them has rejected. */
async function settleAll(...promises: Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}
