import { defineConfig } from '@playwright/test';
import { findTestBrowser } from '@/tools/testing/chromium';

// `npm test` starts a server and sets BASE_URL. To run specs by hand, start a server and set BASE_URL.
export default defineConfig({
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 30_000,
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
    { name: 'pages', testDir: 'pages', use: { browserName: 'chromium' } },
  ],
});

/** `npm test` reads the number of passed and failed tests from this file. */
function jsonReport(): ['json', { outputFile: string }][] {
  const outputFile = process.env.TEST_REPORT;
  return outputFile ? [['json', { outputFile }]] : [];
}
