import { afterEach, expect, test, vi } from 'vitest';
import * as packageBins from '@/tools/run-package-bin';
import { watchTests } from './run-vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('--watch watches the unit tests, or the named suites, without the settings of a server', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://production/app');
  const run = vi.spyOn(packageBins, 'runPackageBin').mockResolvedValue();
  await watchTests([]);
  await watchTests(['unit', 'database']);
  const config = '--config=tools/vitest.config.ts';
  expect(run.mock.calls.map(([program, args]) => [program, ...args])).toEqual([
    ['vitest/vitest.mjs', 'watch', config, '--project=unit*'],
    ['vitest/vitest.mjs', 'watch', config, '--project=unit*', '--project=database*'],
  ]);
  expect(run.mock.calls.map(([, , environment]) => environment?.DATABASE_URL)).toEqual([
    undefined,
    undefined,
  ]);
});

test('--watch rejects suites that need a build', async () => {
  await expect(watchTests(['unit', 'pages'])).rejects.toThrow('--watch runs unit and database, not pages.');
});
