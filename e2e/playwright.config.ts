import { defineConfig } from '@playwright/test';
import { findTestBrowser } from '@/tools/testing/chromium';
import { isFullRun } from '@/tools/testing/test-scope';

/** Long specs that run with `--full` only, as do tests with the tag `@full`. */
const fullRunSpecs = [
  '**/api/cache-invalidation.spec.ts',
  '**/api/catalog-consistency.spec.ts',
  '**/api/chaos.spec.ts',
  '**/api/history-export.spec.ts',
  '**/api/switch-consistency.spec.ts',
  '**/pages/database-outage.spec.ts',
  '**/pages/size-limits.spec.ts',
  '**/price-list-corpus.spec.ts',
];

// `npm test` starts a server and sets BASE_URL. To run specs by hand, start a server and set BASE_URL.
export default defineConfig({
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  testIgnore: isFullRun ? [] : fullRunSpecs,
  grepInvert: isFullRun ? undefined : /@full/,
  // The full run repeats a failed test once, and prints it as flaky if it then passes.
  retries: isFullRun ? 1 : 0,
  // More than the cores of a small machine, because many tests wait. Long tests measure layouts.
  workers: isFullRun ? 2 : 3,
  // They only end what hangs, also on a slow and busy machine.
  timeout: 900_000,
  expect: { timeout: 300_000 },
  reporter: [['dot'], ...jsonReport()],
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTestBrowser() ?? undefined,
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'api', testDir: 'api' },
    { name: 'pages', testDir: 'pages', use: { browserName: 'chromium', reuseContext: !isFullRun } },
  ],
});

/** `npm test` reads the number of passed and failed tests from this file. */
function jsonReport(): ['json', { outputFile: string }][] {
  const outputFile = process.env.TEST_REPORT;
  return outputFile ? [['json', { outputFile }]] : [];
}
