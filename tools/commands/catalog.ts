import { isUnchanged } from '@/lib/catalog-import/changes/catalog-changes';
import { formatPlan } from '@/lib/catalog-import/changes/format-plan';
import { ImportError } from '@/lib/catalog-import/diagnostics';
import { applyImport, type ImportInput, planImport } from '@/lib/catalog-import/import-catalog';
import { loadImportFiles } from '@/lib/catalog-import/load-import-files';
import { makeId } from '@/lib/contract/ids';
import { CliError, parseArguments, runCommand } from '@/tools/cli';
import { withOwnerClient } from '@/tools/with-database';

const usage = 'Usage: npm run catalog -- plan|apply FILE --app SLUG';

/** The command runs in the project root. Paths are relative to the directory in which npm was called. */
const callerDirectory = process.env.INIT_CWD ?? process.cwd();

await runCommand(async () => {
  const { values, positionals } = parseArguments({ app: { type: 'string' } }, usage);
  const [action, file, ...rest] = positionals;
  const slug = values.app;
  if ((action !== 'plan' && action !== 'apply') || !file || !slug || rest.length > 0)
    throw new CliError(usage);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 63) {
    throw new CliError(
      `"${slug}" is not a slug: use at most 63 lowercase letters, digits and single hyphens.`,
    );
  }
  try {
    await importCatalog(action, { slug, ...(await loadImportFiles(file, callerDirectory)) });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new CliError(`${error.message}\n\nThe import was rejected. Nothing was changed.`);
  }
});

async function importCatalog(action: 'plan' | 'apply', input: ImportInput): Promise<void> {
  await withOwnerClient(async (db) => {
    const plan = action === 'plan' ? await planImport(db, input) : await applyImport(db, input, makeId);
    console.log(formatPlan(input.slug, plan));
    if (isUnchanged(plan.changes)) return;
    console.log(action === 'plan' ? '\nThis is only a plan. Nothing was changed.' : '\nApplied.');
  });
}
