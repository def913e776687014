import { backUpDatabase } from '@/tools/backup/backup-database';
import { parseFolderArgument, rejectOnShutdown, runCommand } from '@/tools/cli';
import { openDatabase } from '@/tools/postgres/open-database';

const usage = `Usage: npm run backup -- FOLDER

Writes a consistent copy of all data to a new folder. Servers keep working. SECRETS_KEY is not part of it.`;

await runCommand(usage, async () => {
  const path = parseFolderArgument(usage);
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
