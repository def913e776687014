import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '@/lib/ops/command';
import { unlessInterrupted } from '@/lib/ops/interrupt';
import { measurePages } from '@/lib/ops/measure/measure-pages';
import { isMet } from '@/lib/ops/measure/measures';
import { writeMeasures } from '@/lib/ops/measure/measures-file';
import { printMeasures } from '@/lib/ops/measure/print-measures';
import { OperatorError } from '@/lib/ops/operator-error';
import { step } from '@/lib/ops/progress.mjs';
import { build } from '@/lib/ops/start/build';
import { testBuild } from '@/lib/ops/testing/static-checks';
import { startTestServer } from '@/lib/ops/testing/test-server';
import { openThrowawayDatabase } from '@/lib/ops/testing/throwaway-database';

await command(async () => {
  await build(testBuild);
  const database = await openThrowawayDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-measure-'));
  try {
    const server = await step('starting the server', () => startTestServer(database.url, folder));
    try {
      const found = await unlessInterrupted(measurePages(server));
      writeMeasures(found);
      console.log(`\n${printMeasures(found.measures)}\n`);
      const missed = found.measures.filter((measure) => !isMet(measure)).length;
      if (missed > 0) throw new OperatorError(`Missed: ${missed} of ${found.measures.length}.`);
    } finally {
      await server.stop();
    }
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
