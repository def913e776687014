import { rejectOnShutdown, runCommand } from '@/tools/cli';
import { serveDevelopment } from '@/tools/development-server';
import { assertPortFree, parsePort } from '@/tools/ports';
import { openDatabase } from '@/tools/postgres/open-database';
import { log } from '@/tools/progress.mjs';
import { createSetupLink } from '@/tools/serve';
import { assertValidConfig } from '@/tools/start-server';
import { prepareDatabase } from '@/tools/with-database';

const usage = `Usage: npm run dev -- [OPTION...]

Serves with hot reload on the data of npm start, with the routes of production. Options are those of next dev, but for the port, which
is PORT.`;

await runCommand(usage, async () => {
  assertValidConfig(process.env);
  const port = parsePort(process.env.PORT);
  await assertPortFree(port, process.env.HOST);
  const database = await openDatabase();
  try {
    const environment = await rejectOnShutdown(prepareDatabase(database));
    const setupLink = await createSetupLink(database.url, `http://localhost:${port}`);
    if (setupLink) log(`set up: ${setupLink}`);
    await serveDevelopment(port, { ...process.env, ...environment }, process.argv.slice(2));
  } finally {
    await database.close();
  }
});
