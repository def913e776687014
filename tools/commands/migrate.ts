import { CliError, rejectOnShutdown, runCommand } from '@/tools/cli';
import { migrate } from '@/tools/migrate/migrate';

const usage = `Usage: npm run migrate

Migrates the database of DATABASE_URL. Writes nothing to the project folder.`;

await runCommand(usage, async () => {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new CliError('npm run migrate needs DATABASE_URL.');
  const applied = await rejectOnShutdown(migrate(DATABASE_URL));
  console.log(applied.length > 0 ? applied.join('\n') : 'The database is up to date.');
});
