import { rejectOnShutdown, runCommand } from '@/tools/cli';
import { openDatabase } from '@/tools/postgres/open-database';
import { runPackageBin } from '@/tools/run-package-bin';
import { prepareDatabase } from '@/tools/with-database';

const usage = `Usage: npm run dev -- [OPTION...]

Serves with hot reload on the data of npm start. Options are those of next dev.`;

await runCommand(usage, async () => {
  const database = await openDatabase();
  try {
    const environment = await rejectOnShutdown(prepareDatabase(database));
    await runPackageBin('next/dist/bin/next', ['dev', ...process.argv.slice(2)], {
      ...process.env,
      ...environment,
    });
  } finally {
    await database.close();
  }
});
