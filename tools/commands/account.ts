import { isDisplayName, notDisplayNameMessage } from '@/lib/contract/fields';
import { makeId } from '@/lib/contract/ids';
import { findAppBySlug } from '@/lib/db/catalog';
import { createAccount } from '@/lib/domain/accounts';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { log } from '@/tools/progress.mjs';
import { withOwnerClient } from '@/tools/with-database';

const usage = 'Usage: npm run --silent account -- create --app SLUG --title TITLE [--external-id ID]';

await runMainCommand(import.meta, run);

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    { app: { type: 'string' }, title: { type: 'string' }, 'external-id': { type: 'string' } },
    usage,
    argv,
  );
  const { app: slug, 'external-id': externalId = null } = values;
  const title = values.title?.trim();
  if (positionals.join() !== 'create' || !slug || !title || externalId === '') throw new CliError(usage);
  if (!isDisplayName(title)) throw new CliError(`--title: ${notDisplayNameMessage}.`);

  const account = await withOwnerClient(async (db) => {
    const app = await findAppBySlug(db, slug);
    if (!app) throw new CliError(`There is no app "${slug}".`);
    const actor = { kind: 'operator', id: null, name: 'Operator' } as const;
    return createAccount(db, app, { externalId, title, actor, channel: 'command', at: new Date() }, makeId);
  });
  if (!account) throw new CliError(`The app already has an account with the external id "${externalId}".`);
  if (account.versionId === null)
    log(`The app "${slug}" has no default version. The account has no version yet.`);
  console.log(account.id);
}
