import { makeId } from '@/lib/contract/ids';
import { roles } from '@/lib/contract/role';
import type { Database } from '@/lib/data/client';
import { findAppBySlug } from '@/lib/data/find-app';
import { createKey, findAppOfAccount, listKeys, revokeKey } from '@/lib/data/manage-keys';
import { command } from '@/lib/ops/command';
import { readExpiry } from '@/lib/ops/keys/read-expiry';
import { tellKeys } from '@/lib/ops/keys/tell-keys';
import { OperatorError } from '@/lib/ops/operator-error';
import { readArguments } from '@/lib/ops/read-arguments';
import { withOwner } from '@/lib/ops/with-owner';

const usage = `Usage:
  npm run --silent key -- create --account ID --role ${roles.join('|')} [--name NAME] [--expires DATE]
  npm run --silent key -- create --app SLUG [--name NAME] [--expires DATE]
  npm run --silent key -- create --app SLUG --role product [--name NAME] [--expires DATE]
  npm run --silent key -- list --app SLUG
  npm run --silent key -- revoke ID`;

const text = { type: 'string' } as const;

await command(async () => {
  const options = { app: text, account: text, role: text, name: text, expires: text };
  const { values, positionals } = readArguments(options, usage);
  const [verb, id, ...rest] = positionals;
  if (rest.length > 0 || (id !== undefined) !== (verb === 'revoke')) throw new OperatorError(usage);
  if (verb === 'create') return create(values);
  if (verb === 'list' && values.app) return list(values.app);
  if (verb === 'revoke' && id) return revoke(id);
  throw new OperatorError(usage);
});

interface Wanted {
  app?: string;
  account?: string;
  role?: string;
  name?: string;
  expires?: string;
}

async function create(wanted: Wanted): Promise<void> {
  const role = roles.find((known) => known === wanted.role) ?? null;
  if (wanted.role !== undefined && role === null) {
    throw new OperatorError(`There is no role "${wanted.role}". There are: ${roles.join(', ')}.`);
  }
  const accountId = wanted.account ?? null;
  if (accountId !== null && role === null) throw new OperatorError('A key for an account needs --role.');
  if (accountId === null && role !== null && role !== 'product') {
    throw new OperatorError(`A key with the role "${role}" needs --account.`);
  }
  const expiresAt = readExpiry(wanted.expires, new Date());
  const name = wanted.name?.trim() || (role ? `${role} key` : 'app key');
  const key = await withOwner(async (db) => {
    const appId = await findApp(db, wanted);
    return createKey(db, { appId, accountId, role, name, expiresAt }, makeId);
  });
  console.log(key.secret);
}

async function list(slug: string): Promise<void> {
  const keys = await withOwner(async (db) => listKeys(db, await findApp(db, { app: slug })));
  console.log(tellKeys(keys, new Date()));
}

async function revoke(id: string): Promise<void> {
  const revoked = await withOwner((db) => revokeKey(db, id, new Date()));
  if (!revoked) throw new OperatorError(`There is no key "${id}".`);
  console.log(`Revoked ${id}.`);
}

async function findApp(db: Database, { app: slug, account }: Wanted): Promise<string> {
  const app = slug === undefined ? null : await findAppBySlug(db, slug);
  if (slug !== undefined && !app) throw new OperatorError(`There is no app "${slug}".`);
  if (account === undefined) {
    if (app) return app.id;
    throw new OperatorError(usage);
  }
  const appId = await findAppOfAccount(db, account);
  if (appId === null || (app && app.id !== appId))
    throw new OperatorError(`There is no account "${account}".`);
  return appId;
}
