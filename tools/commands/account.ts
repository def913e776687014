import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDisplayName } from '@/lib/contract/display-text';
import { notDisplayNameMessage } from '@/lib/contract/fields';
import { makeId } from '@/lib/contract/ids';
import { operator } from '@/lib/db/audit-entries';
import { createAccount } from '@/lib/domain/accounts/accounts';
import {
  applyAccountImport,
  planAccountImport,
  type RowProblem,
} from '@/lib/domain/accounts/import-accounts';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { parseAccountFile } from '@/tools/parse-account-file';
import { log, runStep } from '@/tools/progress.mjs';
import { findApp, getTimeZone, withOwnerClient } from '@/tools/with-database';

const usage =
  'Usage: npm run --silent account -- create --app SLUG --title TITLE [--external-id ID]\n' +
  '       npm run account -- import FILE.csv --app SLUG [--apply [--no-events]]';

const maxProblems = 20;

await runMainCommand(import.meta, usage, run);

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    {
      app: { type: 'string' },
      title: { type: 'string' },
      'external-id': { type: 'string' },
      apply: { type: 'boolean', default: false },
      'no-events': { type: 'boolean', default: false },
    },
    usage,
    argv,
  );
  const [action, file, ...rest] = positionals;
  if (action === 'import') {
    const isValid = rest.length === 0 && values.title === undefined && values['external-id'] === undefined;
    if (!file || !values.app || !isValid) throw new CliError(usage);
    return importAccounts(file, values.app, { apply: values.apply, events: !values['no-events'] });
  }
  const { app: slug, 'external-id': externalId = null } = values;
  const title = values.title?.trim();
  if (
    positionals.join() !== 'create' ||
    !slug ||
    !title ||
    externalId === '' ||
    values.apply ||
    values['no-events']
  )
    throw new CliError(usage);
  if (!isDisplayName(title)) throw new CliError(`--title: ${notDisplayNameMessage}.`);

  const account = await withOwnerClient(async (db) => {
    const app = await findApp(db, slug);
    return createAccount(db, app, { externalId, title, ...operator, at: new Date() }, makeId);
  });
  if (!account) throw new CliError(`The app already has an account with the external id "${externalId}".`);
  if (account.versionId === null)
    log(`The app "${slug}" has no default version. The account has no version yet.`);
  console.log(account.id);
}

/** Prints what the import of `file` would do or, with `apply`, did. Throws a `CliError` that lists the problems of the file. */
async function importAccounts(
  file: string,
  slug: string,
  { apply, events }: { apply: boolean; events: boolean },
): Promise<void> {
  const bytes = await readFile(resolve(process.env.INIT_CWD ?? '.', file)).catch((error: Error) => {
    throw new CliError(`Can't read ${file}: ${error.message}`);
  });
  await withOwnerClient(async (db) => {
    const app = await findApp(db, slug);
    const { rows, problems } = parseAccountFile(bytes, new Date(), getTimeZone(app));
    const plan = await planAccountImport(db, app, rows);
    assertNoProblems(file, [...problems, ...plan.problems]);
    const { created, updated, unchanged } = apply
      ? await runStep('importing accounts', (report: (fraction: number) => void) =>
          applyAccountImport(db, {
            app,
            rows,
            makeId,
            events,
            onProgress: (done) => report(done / rows.length),
          }),
        )
      : plan.counts;
    const counts = `${formatCount(created)} created, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged`;
    const used = rows.filter(({ usage }) => usage !== undefined).length;
    console.log(
      `${formatCount(rows.length)} accounts: ${counts}.${used > 0 ? ` Usage of ${formatCount(used)}.` : ''}`,
    );
    if (!apply) console.log('This is only a plan. Nothing was changed. Add --apply to import.');
  });
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function assertNoProblems(file: string, problems: RowProblem[]): void {
  if (problems.length === 0) return;
  const sorted = problems.toSorted((a, b) => a.line - b.line);
  const lines = sorted.slice(0, maxProblems).map(({ line, message }) => `${file}:${line}: ${message}`);
  const left = problems.length - lines.length;
  if (left > 0) lines.push(`… and ${formatCount(left)} more.`);
  const count = problems.length === 1 ? '1 problem' : `${formatCount(problems.length)} problems`;
  throw new CliError(`${lines.join('\n')}\n\n${count}. Nothing was changed.`);
}
