import { CliError } from '@/tools/cli';
import { createTestEnvironment, runPackageBin } from '@/tools/run-package-bin';

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
