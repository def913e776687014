import { resolve } from 'node:path';
import { backUpDatabase } from '@/tools/backup/backup-database';
import { CliError, parseArguments, rejectOnShutdown, runCommand } from '@/tools/cli';
import { openDatabase } from '@/tools/postgres/open-database';

const usage = `Usage: npm run backup -- FOLDER

Writes a consistent copy of all data to a new folder. Servers keep working. SECRETS_KEY is not part of it.`;

await runCommand(async () => {
  const { positionals } = parseArguments({}, usage);
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new CliError(usage);
  const path = resolve(process.env.INIT_CWD ?? '.', folder);
  // Not migrated: a backup is often made before an update.
  const database = await openDatabase();
  try {
    const { tables } = await rejectOnShutdown(backUpDatabase(database.url, path, new Date()));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Wrote ${rows} rows of ${tables.length} tables to ${path}.`);
  } finally {
    await database.close();
  }
});
