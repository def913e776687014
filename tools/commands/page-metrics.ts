import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, testDistDir } from '@/tools/build';
import { CliError, rejectOnShutdown, runCommand } from '@/tools/cli';
import { meetsGoal } from '@/tools/metric';
import { measurePages } from '@/tools/page-metrics/measure-pages';
import { printPageMetrics, writePageMetrics } from '@/tools/page-metrics/page-metric';
import { runStep } from '@/tools/progress.mjs';
import { openTemporaryDatabase } from '@/tools/testing/test-database';
import { startTestServer } from '@/tools/testing/test-server';

const usage = `Usage: npm run page-metrics

Measures the pages of the demo with Chromium and Lighthouse, writes docs/page-metrics.json, and fails if a goal is missed.`;

await runCommand(usage, async () => {
  await build(testDistDir);
  const database = await openTemporaryDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-page-metrics-'));
  try {
    const server = await runStep('starting the server', () => startTestServer(database.url, folder));
    try {
      const { metrics, ...measured } = await rejectOnShutdown(measurePages(server));
      writePageMetrics(measured);
      printPageMetrics(metrics);
      const missed = metrics.filter((metric) => !meetsGoal(metric)).length;
      if (missed > 0) throw new CliError(`${missed} of ${metrics.length} metrics miss their goal.`);
    } finally {
      await server.stop();
    }
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
