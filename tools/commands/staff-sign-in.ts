import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { isSafeUrl, isStorableText } from '@/lib/contract/fields';
import { makeId } from '@/lib/contract/ids';
import { staffSignInPaths } from '@/lib/contract/staff-sign-in';
import { describeIssuerError, fetchMetadata } from '@/lib/domain/access/oidc-issuer';
import { defaultScopes } from '@/lib/domain/access/staff-sign-in';
import {
  findStaffSignIn,
  removeStaffSignIn,
  type StaffSignInSettings,
  setStaffSignIn,
} from '@/lib/domain/access/staff-sign-in-settings';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { findApp, withOwnerClient } from '@/tools/with-database';

const usage = `Usage:
  npm run --silent staff-sign-in -- set --app SLUG --issuer URL --client-id ID [--client-secret-file FILE] --claim NAME
    [--product VALUE …] [--support VALUE …] [--scope SCOPE …]
  npm run --silent staff-sign-in -- show --app SLUG
  npm run --silent staff-sign-in -- remove --app SLUG

Staff sign in at the issuer with OpenID Connect. A user whose claim is or contains one of the values has the role product or support;
with values of both, product. Repeat --product, --support and --scope for several values. set replaces all settings. FILE has the
client secret, - is standard input; without it, the client is public.`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const names = { issuer: text, 'client-id': text, 'client-secret-file': text, claim: text };
const lists = { product: texts, support: texts, scope: texts };

await runMainCommand(import.meta, usage, run);

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArguments({ app: text, ...names, ...lists }, usage, argv);
  const { app: slug, ...options } = values;
  const [action, ...rest] = positionals;
  if (!slug || rest.length > 0) throw new CliError(usage);
  if (action === 'set') return set(slug, await parseSettings(options));
  if (Object.keys(options).length > 0) throw new CliError(usage);
  if (action === 'show') return show(slug);
  if (action === 'remove') return remove(slug);
  throw new CliError(usage);
}

async function set(slug: string, settings: StaffSignInSettings): Promise<void> {
  const { issuer } = settings;
  const metadata = await fetchMetadata(issuer).catch((error: unknown) => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    throw new CliError(`${url} is not the metadata of this issuer: ${describeIssuerError(error)}`);
  });
  await withOwnerClient(async (db, secretsKey) => {
    if (settings.clientSecret !== null && !secretsKey) {
      throw new CliError('A client secret is stored encrypted. Set SECRETS_KEY.');
    }
    const app = await findApp(db, slug);
    const owner = { db, makeId, now: () => new Date() };
    await setStaffSignIn(owner, app.id, { ...settings, issuer: metadata.issuer }, secretsKey);
  });
  await show(slug);
}

async function show(slug: string): Promise<void> {
  await withOwnerClient(async (db) => {
    const settings = await findStaffSignIn({ db }, (await findApp(db, slug)).id);
    if (!settings) throw createMissingError(slug);
    const { issuer, clientId, clientSecret, scopes, roleClaim, productValues, supportValues } = settings;
    const rows = {
      Issuer: issuer,
      'Client ID': clientId,
      'Client secret': clientSecret === null ? 'none (public client)' : 'set',
      Scopes: [...defaultScopes, ...scopes].join(' '),
      Claim: roleClaim,
      Product: productValues.join(', ') || 'none',
      Support: supportValues.join(', ') || 'none',
      'Redirect URI': `${process.env.PUBLIC_ORIGIN || 'https://ADDRESS-OF-THE-PAGES'}${staffSignInPaths.callback}`,
    };
    for (const [name, value] of Object.entries(rows)) console.log(`${`${name}:`.padEnd(15)} ${value}`);
  });
}

async function remove(slug: string): Promise<void> {
  await withOwnerClient(async (db) => {
    const owner = { db, makeId, now: () => new Date() };
    if (!(await removeStaffSignIn(owner, (await findApp(db, slug)).id))) throw createMissingError(slug);
  });
  console.log('Removed. Sessions go on until they expire.');
}

function createMissingError(slug: string): CliError {
  return new CliError(
    `Staff of "${slug}" do not sign in with OpenID Connect. Set it up with "staff-sign-in set".`,
  );
}

type Options = Partial<Record<keyof typeof names, string> & Record<keyof typeof lists, string[]>>;

async function parseSettings(options: Options): Promise<StaffSignInSettings> {
  const { issuer, 'client-id': clientId, 'client-secret-file': file, claim } = options;
  const { product = [], support = [], scope = [] } = options;
  if (!issuer || !clientId || !claim) throw new CliError(usage);
  if (!isSafeUrl(issuer) || /[?#]/.test(issuer) || issuer.includes('/.well-known/')) {
    throw new CliError('--issuer: expected a URL with https, as in https://login.example.com.');
  }
  const given = [issuer, clientId, claim, ...product, ...support, ...scope];
  if (given.some((value) => value === '' || value.length > 1000 || !isStorableText(value))) {
    throw new CliError('A value is empty, or has more than 1,000 characters.');
  }
  if (product.length + support.length === 0) {
    throw new CliError('No one would have a role. Give --product or --support.');
  }
  const both = product.find((value) => support.includes(value));
  if (both !== undefined) throw new CliError(`"${both}" can't give both roles.`);
  const invalidScope = scope.find((value) => !/^[!#-[\]-~]+$/.test(value));
  if (invalidScope !== undefined) throw new CliError(`"${invalidScope}" is not a scope.`);
  return {
    ...{ issuer, clientId, roleClaim: claim, scopes: scope },
    ...{ productValues: product, supportValues: support },
    clientSecret: file === undefined ? null : await readSecret(file),
  };
}

/** The content of the file without white space around it. */
async function readSecret(file: string): Promise<string> {
  const content =
    file === '-' ? readAll(process.stdin) : readFile(resolve(process.env.INIT_CWD ?? '.', file));
  const secret = String(
    await content.catch((error: Error) => {
      throw new CliError(`Can't read ${file}: ${error.message}`);
    }),
  ).trim();
  if (secret === '' || secret.length > 1000) {
    throw new CliError('Expected a client secret of up to 1,000 characters.');
  }
  return secret;
}
