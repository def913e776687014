import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CliError, rejectOnShutdown, runCommand } from '@/tools/cli';
import { generateMigration } from '@/tools/migrate/generate-migration';
import { openDatabase } from '@/tools/postgres/open-database';
import { projectRoot } from '@/tools/project-root.mjs';

const usage =
  'Usage: npm run migration -- NAME\nWrites the changes of prisma/schema.prisma as a new migration.';

await runCommand(usage, async () => {
  const [name = '', ...rest] = process.argv.slice(2);
  if (!/^[a-z0-9_]+$/.test(name) || rest.length > 0) {
    throw new CliError(`${usage}\nNAME consists of a-z, 0-9 and _.`);
  }
  // Always the embedded database, even with DATABASE_URL, because this creates a scratch database.
  const database = await openDatabase({ dataDir: process.env.DATA_DIR || '.data' });
  try {
    const sql = await rejectOnShutdown(generateMigration(database.url));
    if (sql === null) {
      throw new CliError('prisma/schema.prisma has no changes. No migration was written.');
    }
    const folder = join(projectRoot, 'prisma/migrations', `${formatTimestamp(new Date())}_${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'migration.sql'), sql);
    console.log(relative(projectRoot, join(folder, 'migration.sql')));
  } finally {
    await database.close();
  }
});

/** Formats the date as 20261101093000. Migrations are applied in the order of their names. */
function formatTimestamp(date: Date): string {
  return date.toISOString().replace(/\D/g, '').slice(0, 14);
}
