import { restoreDatabase } from '@/tools/backup/restore-database';
import { parseFolderArgument, rejectOnShutdown, runCommand } from '@/tools/cli';
import { openDatabase } from '@/tools/postgres/open-database';

const usage = `Usage: npm run restore -- FOLDER

Restores a backup into an empty database: that of DATABASE_URL, or a new embedded one in DATA_DIR.`;

await runCommand(usage, async () => {
  const path = parseFolderArgument(usage);
  const database = await openDatabase();
  try {
    const { tables, created_at: createdAt } = await rejectOnShutdown(restoreDatabase(database.url, path));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows of ${tables.length} tables from the backup of ${createdAt}.`);
  } finally {
    await database.close();
  }
});
