import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failsWith, type Outcome } from './outcome';
import { runCaptured } from './run-captured';
import type { TestServer } from './test-server';
import { asObserver } from './throwaway-database';

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Runs one of the projects in e2e/playwright.config.ts against the server. */
export async function runPlaywright(
  project: 'api' | 'pages',
  reports: string,
  server: TestServer,
): Promise<Outcome> {
  const report = join(reports, `${project}.json`);
  const { code, output } = await runCaptured(
    '@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts', `--project=${project}`],
    {
      TEST_REPORT: report,
      TEST_LOGS: reports,
      BASE_URL: server.origin,
      DATABASE_URL: server.databaseUrl,
      OBSERVER_DATABASE_URL: asObserver(server.databaseUrl),
    },
  );
  const outcome = failsWith(code, { ...count(report), output });
  return outcome.failed === 0 ? outcome : { ...outcome, output: `${output}\n\n${server.readLog()}`.trim() };
}

function count(file: string): Omit<Outcome, 'output'> {
  try {
    const { stats }: Report = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
