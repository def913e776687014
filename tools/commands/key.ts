import { isStaff, roles } from '@/lib/contract/current-user';
import { isDisplayName } from '@/lib/contract/display-text';
import { notDisplayNameMessage } from '@/lib/contract/fields';
import { makeId } from '@/lib/contract/ids';
import { createKey, findAppOfAccount, listKeys, revokeKey } from '@/lib/db/access';
import type { Database } from '@/lib/db/connection/client';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { formatKeys, parseExpiry } from '@/tools/keys';
import { findApp, getTimeZone, withOwnerClient } from '@/tools/with-database';

const accountRoles = roles.filter((role) => role !== 'support');

const usage = `Usage:
  npm run --silent key -- create --account ID --role ${accountRoles.join('|')} [--name NAME] [--expires DATE]
  npm run --silent key -- create --app SLUG [--name NAME] [--expires DATE]
  npm run --silent key -- create --app SLUG --role product|support [--name NAME] [--expires DATE]
  npm run --silent key -- list --app SLUG
  npm run --silent key -- revoke ID`;

const text = { type: 'string' } as const;
const options = { app: text, account: text, role: text, name: text, expires: text };

type KeyOptions = Partial<Record<keyof typeof options, string>>;

await runMainCommand(import.meta, usage, run);

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArguments(options, usage, argv);
  const [action, id, ...rest] = positionals;
  if (rest.length > 0 || (id !== undefined) !== (action === 'revoke')) throw new CliError(usage);
  if (action === 'create') return create(values);
  if (action === 'list' && values.app) return list(values.app);
  if (action === 'revoke' && id) return revoke(id);
  throw new CliError(usage);
}

async function create(values: KeyOptions): Promise<void> {
  const role = roles.find((role) => role === values.role) ?? null;
  if (values.role !== undefined && role === null) {
    throw new CliError(`There is no role "${values.role}". Roles: ${roles.join(', ')}.`);
  }
  const accountId = values.account ?? null;
  if (accountId !== null && role === null) throw new CliError('A key for an account requires --role.');
  if (accountId !== null && role === 'support') {
    throw new CliError('A key with the role "support" has no account.');
  }
  if (accountId === null && role !== null && !isStaff(role)) {
    throw new CliError(`A key with the role "${role}" requires --account.`);
  }
  const name = values.name?.trim() || (role ? `${role} key` : 'app key');
  if (!isDisplayName(name)) throw new CliError(`--name: ${notDisplayNameMessage}.`);
  const key = await withOwnerClient(async (db) => {
    const app = await findKeyApp(db, values);
    const expiresAt = parseExpiry(values.expires, new Date(), getTimeZone(app));
    return createKey(db, { appId: app.id, accountId, role, name, expiresAt }, makeId);
  });
  console.log(key.secret);
}

async function list(slug: string): Promise<void> {
  const text = await withOwnerClient(async (db) => {
    const app = await findApp(db, slug);
    return formatKeys(await listKeys(db, app.id), new Date(), getTimeZone(app));
  });
  console.log(text);
}

async function revoke(id: string): Promise<void> {
  const revoked = await withOwnerClient((db) => revokeKey(db, id, new Date()));
  if (!revoked) throw new CliError(`There is no key "${id}".`);
  console.log(`Revoked ${id}.`);
}

async function findKeyApp(db: Database, { app: slug, account }: KeyOptions) {
  const app = slug === undefined ? null : await findApp(db, slug);
  if (account === undefined) {
    if (app) return app;
    throw new CliError(usage);
  }
  const owner = await findAppOfAccount(db, account);
  if (owner === null || (app && app.id !== owner.id)) throw new CliError(`There is no account "${account}".`);
  return owner;
}
