import { CliError, parseArguments, rejectOnShutdown, runCommand } from '@/tools/cli';
import { migrate } from '@/tools/migrate/migrate';

const usage = `Usage: npm run migrate -- [--allow-superuser]

Migrates the database of DATABASE_URL. Writes nothing to the project folder. The owner of the database should be no superuser.`;

await runCommand(usage, async () => {
  const { values } = parseArguments({ 'allow-superuser': { type: 'boolean' } }, usage);
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new CliError('npm run migrate needs DATABASE_URL.');
  const applied = await rejectOnShutdown(
    migrate(DATABASE_URL, { allowsSuperuser: values['allow-superuser'] === true }),
  );
  console.log(applied.length > 0 ? applied.join('\n') : 'The database is up to date.');
});
