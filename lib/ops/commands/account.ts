import { makeId } from '@/lib/contract/ids';
import { createAccount } from '@/lib/data/create-account';
import { findAppBySlug } from '@/lib/data/find-app';
import { command } from '@/lib/ops/command';
import { OperatorError } from '@/lib/ops/operator-error';
import { say } from '@/lib/ops/progress.mjs';
import { readArguments } from '@/lib/ops/read-arguments';
import { withOwner } from '@/lib/ops/with-owner';

const usage = 'Usage: npm run --silent account -- create --app SLUG --title TITLE [--external-id ID]';

await command(async () => {
  const { values, positionals } = readArguments(
    { app: { type: 'string' }, title: { type: 'string' }, 'external-id': { type: 'string' } },
    usage,
  );
  const { app: slug, 'external-id': externalId = null } = values;
  const title = values.title?.trim();
  if (positionals.join() !== 'create' || !slug || !title || externalId === '') throw new OperatorError(usage);

  const made = await withOwner(async (db) => {
    const app = await findAppBySlug(db, slug);
    if (!app) throw new OperatorError(`There is no app "${slug}".`);
    const actor = { kind: 'operator', id: null, name: 'Operator' } as const;
    return createAccount(db, app, { externalId, title, actor, channel: 'command', at: new Date() }, makeId);
  });
  if (!made) throw new OperatorError(`The app has an account with the external id "${externalId}".`);
  if (made.versionId === null) say(`The app "${slug}" has no version to begin on: the account has none yet.`);
  console.log(made.id);
});
