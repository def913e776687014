import { build } from '@/tools/build';
import { rejectOnShutdown, runCommand } from '@/tools/cli';
import { assertPortFree, parsePort } from '@/tools/ports';
import { openDatabase } from '@/tools/postgres/open-database';
import { distDir, serve } from '@/tools/serve';
import { assertValidConfig } from '@/tools/start-server';
import { prepareDatabase } from '@/tools/with-database';

const usage = `Usage: npm start

Builds, migrates and serves, on the database of DATABASE_URL or an embedded one.`;

await runCommand(usage, async () => {
  assertValidConfig(process.env);
  const port = parsePort(process.env.PORT);
  await assertPortFree(port, process.env.HOST);
  await build(distDir);
  const database = await openDatabase();
  try {
    await serve(database, port, await rejectOnShutdown(prepareDatabase(database)));
  } finally {
    await database.close();
  }
});
