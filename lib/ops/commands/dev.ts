import { command } from '@/lib/ops/command';
import { unlessInterrupted } from '@/lib/ops/interrupt';
import { openDatabase } from '@/lib/ops/postgres';
import { runTool } from '@/lib/ops/run-tool';
import { prepare } from '@/lib/ops/start/prepare';

await command(async () => {
  const database = await openDatabase();
  try {
    const environment = await unlessInterrupted(prepare(database));
    await runTool('next/dist/bin/next', ['dev', ...process.argv.slice(2)], environment);
  } finally {
    await database.close();
  }
});
