import { assertBuilt } from '@/tools/build-fingerprint';
import { CliError, rejectOnShutdown, runCommand } from '@/tools/cli';
import { assertPortFree, parsePort } from '@/tools/ports';
import { openDatabase } from '@/tools/postgres/open-database';
import { assertMigrated, distDir, serve } from '@/tools/serve';
import { assertValidConfig } from '@/tools/start-server';
import { prepareServer } from '@/tools/with-database';

const usage = `Usage: npm run serve

Serves a build on the migrated database of DATABASE_URL. Writes nothing to the project folder.`;

await runCommand(usage, async () => {
  assertValidConfig(process.env);
  if (!process.env.DATABASE_URL) throw new CliError('npm run serve needs DATABASE_URL.');
  const port = parsePort(process.env.PORT);
  await assertPortFree(port, process.env.HOST);
  assertBuilt(distDir);
  const database = await openDatabase();
  await rejectOnShutdown(assertMigrated(database.url));
  await serve(database, port, await rejectOnShutdown(prepareServer(database)));
});
