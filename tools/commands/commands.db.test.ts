import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import { isWellFormedSecret } from '@/lib/db/connection/secret';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { CliError } from '@/tools/cli';
import { projectRoot } from '@/tools/project-root.mjs';
import { startForgingIssuer } from '@/tools/testing/forging-issuer';
import { isFullRun } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { startWebhookReceiver, verifyWebhook } from '@/tools/testing/webhook-receiver';
import { run as account } from './account';
import { run as catalog } from './catalog';
import { run as key } from './key';
import { run as signingKey } from './signing-key';
import { run as staffSignIn } from './staff-sign-in';
import { run as webhook } from './webhook';

const { url, service, openAs } = await openTestService();
const observer = openAs('observer');
let folder: string;

const createPriceList = (price: number | string) =>
  buildPriceListText({
    features: ['search', 'api'],
    plans: { FREE: { price: 0, features: ['search'] }, TEAM: { price, features: ['search', 'api'] } },
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-command-'));
  const secrets = { SECRETS_KEY: '5e'.repeat(32), WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' };
  const environment = { ...secrets, DATABASE_URL: url, INIT_CWD: folder };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  writeFileSync(join(folder, '2024.yml'), createPriceList(10));
  writeFileSync(join(folder, 'bad.yml'), createPriceList('12,5'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

const commands: Record<string, (argv: string[]) => Promise<void>> = {
  account,
  catalog,
  key,
  'signing-key': signingKey,
  'staff-sign-in': staffSignIn,
  webhook,
};

/** Runs a command in this process. */
async function runCommand(name: string, ...args: string[]): Promise<Outcome> {
  const lines: string[] = [];
  const print = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(`${line}\n`));
  try {
    await commands[name]?.(args);
    return { code: 0, out: lines.join(''), err: '' };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: 1, out: lines.join(''), err: error.message };
  } finally {
    print.mockRestore();
  }
}

/** Starts a command as tools/run.mjs does when npm is called outside the project root. */
function startCommand(name: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', `tools/commands/${name}.ts`, ...args], {
    cwd: projectRoot,
    env: process.env,
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })));
}

/** The start of a process takes seconds. One test of `catalog` starts one in every run. */
const runOrStart = isFullRun ? startCommand : runCommand;

async function findKey(secret: string) {
  return (await getCachedCredential(service, 'avk', secret, null))?.credential;
}

describe('commands', () => {
  test('catalog plan changes nothing, catalog apply is idempotent', async () => {
    const planned = await startCommand('catalog', 'plan', '2024.yml', '--app', 'shop');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.out).toContain('+ v2  Team  10.00 USD per user');
    expect(planned.out).toContain('Prices: 2 in the file, 2 served unchanged, 0 changed, 0 left out.');
    expect(planned.out).toMatch(/This is only a plan\. Nothing was changed\.\n$/);
    expect(await observer.app.count()).toBe(0);

    const applied = await runCommand('catalog', 'apply', '2024.yml', '--app', 'shop');
    expect(applied.code).toBe(0);
    expect(applied.out).toMatch(/Applied\.\n$/);
    expect(await observer.version.count()).toBe(2);
    expect((await runCommand('catalog', 'apply', '2024.yml', '--app', 'shop')).out).toMatch(
      /No changes\.\n$/,
    );
    expect(readFileSync(join(folder, '2024.yml'), 'utf8')).toBe(createPriceList(10));
  });

  test('catalog apply --test creates an app for tests, which stays one', async () => {
    const isTest = async () => (await observer.app.findUnique({ where: { slug: 'trial' } }))?.isTest;
    await runCommand('catalog', 'apply', '2024.yml', '--app', 'trial', '--test');
    expect(await isTest()).toBe(true);
    const again = await runCommand('catalog', 'apply', '2024.yml', '--app', 'trial', '--test');
    expect(again.out).toMatch(/No changes\.\n$/);
    expect((await observer.app.findUnique({ where: { slug: 'shop' } }))?.isTest).toBe(false);
  });

  test('catalog two-person-rule sets the rule of an app', async () => {
    const getRule = async () => (await observer.app.findUnique({ where: { slug: 'shop' } }))?.twoPersonRule;
    await runCommand('catalog', 'two-person-rule', 'on', '--app', 'shop');
    expect(await getRule()).toBe(true);
    await runCommand('catalog', 'two-person-rule', 'off', '--app', 'shop');
    expect(await getRule()).toBe(false);
    for (const args of [
      ['on', '--app', 'none'],
      ['--app', 'shop'],
      ['maybe', '--app', 'shop'],
    ]) {
      expect((await runCommand('catalog', 'two-person-rule', ...args)).code).toBe(1);
    }
  });

  test('catalog init writes the example of a price list, which can be applied', async () => {
    const example = readFileSync(join(projectRoot, 'examples/price-list.yml'), 'utf8');
    const written = await runCommand('catalog', 'init', '--app', 'first');
    expect(written).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'first.yml'), 'utf8')).toBe(
      example.replace('generated/', '').replace('saasName: Larder', 'saasName: first'),
    );
    const [, schema = ''] = /^# yaml-language-server: \$schema=(.+)$/m.exec(example) ?? [];
    expect(readFileSync(join(folder, basename(schema)), 'utf8')).toBe(
      readFileSync(join(projectRoot, 'examples', schema), 'utf8'),
    );
    expect((await runCommand('catalog', 'init', '--app', 'first')).err).toContain('Nothing was written.');
    const planned = await runCommand('catalog', 'plan', 'first.yml', '--app', 'first');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.out).not.toContain('Warnings');
    expect(planned.out).not.toContain('because');
  });

  test('catalog apply reports the position of an error on stderr and exits with 1', async () => {
    const { code, out, err } = await runOrStart('catalog', 'apply', 'bad.yml', '--app', 'bad');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^\s*bad\.yml:1:\d+: plans\.TEAM\.price: Write the price "12,5" as a number such as 12\.50\./m,
    );
    expect(err).toContain('Nothing was changed.');
    expect(await observer.app.findUnique({ where: { slug: 'bad' } })).toBeNull();
  });

  test('catalog export writes a price list and its extension, which import without changes', async () => {
    const paths = ['shop.yml', 'shop.extension.yml'].map((name) => join(folder, name));
    const exported = await runCommand('catalog', 'export', '--app', 'shop');
    expect(exported).toMatchObject({ code: 0, out: paths.map((path) => `${path}\n`).join('') });
    expect((await runCommand('catalog', 'plan', 'shop.yml', '--app', 'shop')).out).toMatch(/No changes\.\n$/);
    const again = await runCommand('catalog', 'export', '--app', 'shop');
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain(`${paths[0]} exists. Nothing was written.`);
  });

  test('catalog texts exchanges the texts of a language with translators', async () => {
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const texts = (...args: string[]) => runCommand('catalog', 'texts', ...args, '--app', 'shop');
    write('texts.yml', createPriceList(10));
    write('texts.extension.yml', 'texts:\n  de: # German\n    plans: { TEAM: { title: Mannschaft } }\n');
    const exported = await texts('export', 'texts.yml', '--language', 'de');
    expect(exported).toMatchObject({ code: 0, out: `${join(folder, 'texts.de.xlf')}\n` });
    expect((await texts('export', 'texts.yml', '--language', 'de')).err).toContain('Nothing was written.');
    expect((await texts('import', 'texts.yml', 'texts.de.xlf')).out).toBe('No changes.\n');

    // German is in the extension, French in a file of its own.
    const xliff = read('texts.de.xlf');
    write('texts.de.xlf', xliff.replace('<source>Search</source>', '$&<target>Suche &amp; mehr</target>'));
    expect((await texts('import', 'texts.yml', 'texts.de.xlf')).out).toContain('German: 1 text changed in');
    expect(read('texts.extension.yml')).toBe(
      'texts:\n  de: # German\n    plans: { TEAM: { title: Mannschaft } }\n    features:\n      search:\n        title: Suche & mehr\n',
    );
    await texts('export', 'texts.yml', 'fr.csv', '--language', 'fr');
    const csv = read('fr.csv');
    write('fr.csv', csv.replace('"",Free,', '$&').replace(/,Free,/, ',Free,Gratuit'));
    expect((await texts('import', 'texts.yml', 'fr.csv')).out).toContain('French: 1 text changed in');
    expect(read('texts.fr.yml')).toBe('plans:\n  FREE:\n    title: Gratuit\n');
    const planned = await runCommand('catalog', 'plan', 'texts.yml', '--app', 'shop');
    expect(planned.out).toContain('German: ');
    expect(planned.out).toContain('French: ');

    // A text that a list can't have.
    const target = '<target>a<cp hex="D800"/>b\u202e</target>';
    const unit = `<unit id="plans.FREE.title"><segment><source>Free</source>${target}</segment></unit>`;
    const root =
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">';
    const before = read('texts.extension.yml');
    for (const [hex, problem] of [
      ['D800', 'The text contains a null character or an unpaired surrogate.'],
      ['2066', 'The text contains a control character or a directional formatting character.'],
      ['110000', '"110000" is not the code of a character.'],
    ] as const) {
      write('bad.xlf', `${root}<file id="f">${unit.replace('D800', hex)}</file></xliff>`);
      expect(await texts('import', 'texts.yml', 'bad.xlf')).toMatchObject({
        ...{ code: 1, out: '' },
        err: expect.stringContaining(`bad.xlf:1:1: plans.FREE.title: ${problem}`),
      });
    }
    expect(read('texts.extension.yml')).toBe(before);

    // All or nothing.
    write('gone.csv', read('fr.csv').replace('Gratuit', 'Libre').replace('features.api.', 'features.gone.'));
    const gone = await texts('import', 'texts.yml', 'gone.csv');
    expect(gone).toMatchObject({ code: 1, out: '' });
    expect(gone.err).toMatch(/gone\.csv:\d+:1: features\.gone\.title: The price list has no such text\./);
    write(
      'old.csv',
      read('fr.csv').replace(',Free,Gratuit', ',Basic,Base').replace(',Team,', ',Team,Équipe'),
    );
    const old = await texts('import', 'texts.yml', 'old.csv');
    expect(old.err).toContain('Plan "Free", title: The price list has "Free" instead of "Basic".');
    expect(old.code).toBe(1);
    expect(read('texts.fr.yml')).toBe('plans:\n  FREE:\n    title: Gratuit\n');
    expect((await texts('import', 'texts.yml', 'old.csv', '--skip-outdated')).code).toBe(0);
    expect(read('texts.fr.yml')).toBe('plans:\n  FREE:\n    title: Gratuit\n  TEAM:\n    title: Équipe\n');
    for (const args of [
      ['export', 'texts.yml'],
      ['export', 'texts.yml', 'x.txt', '--language', 'de'],
      ['export', 'texts.yml', '--language', 'x_y'],
      ['import', 'texts.yml'],
      ['import', 'texts.yml', 'none.csv'],
    ]) {
      expect((await texts(...args)).code).toBe(1);
    }
  });

  test('account import plans, applies, and lists at most 20 problems', async () => {
    await runCommand('catalog', 'apply', '2024.yml', '--app', 'imported');
    const header = 'external_id,title,tag,billing_period,activated_at';
    writeFileSync(join(folder, 'accounts.csv'), `${header}\nc1,Acme,,,2025-01-01\nc2,Best,,,`);
    writeFileSync(join(folder, 'bad.csv'), `${header}\n${'c1,Acme,gone,,\n'.repeat(25)}`);
    const importFile = (file: string, ...args: string[]) =>
      runCommand('account', 'import', file, '--app', 'imported', ...args);
    const plan = await importFile('accounts.csv');
    expect(plan.out).toBe(
      '2 accounts: 2 created, 0 updated, 0 unchanged.\nThis is only a plan. Nothing was changed. Add --apply to import.\n',
    );
    const rejected = await importFile('bad.csv', '--apply');
    expect(rejected.err).toContain('bad.csv:2: tag: There is no version "gone".\n');
    expect(rejected.err.split('\n')).toHaveLength(23);
    expect(rejected.err).toMatch(/… and \d+ more\.\n\n49 problems\. Nothing was changed\.$/);
    expect(
      await runOrStart('account', 'import', 'accounts.csv', '--app', 'imported', '--apply'),
    ).toMatchObject({
      code: 0,
      out: '2 accounts: 2 created, 0 updated, 0 unchanged.\n',
    });
    expect((await importFile('accounts.csv')).out).toMatch(/^2 accounts: 0 created, 0 updated, 2 unchanged/);
    expect((await importFile('missing.csv')).err).toContain("Can't read missing.csv");
  });

  test('account create prints the id, key create prints a key of the account', async () => {
    const createdAccount = await runOrStart(
      'account',
      'create',
      '--app',
      'shop',
      '--title',
      'Acme',
      '--external-id',
      'a1',
    );
    expect(createdAccount.code).toBe(0);
    expect(createdAccount.out).toMatch(/^acc_[0-9a-z]{26}\n$/);
    const id = createdAccount.out.trim();
    const [first] = await observer.historyEntry.findMany({
      where: { accountId: id },
      include: { snapshot: true },
    });
    expect(first).toMatchObject({
      sequence: 1,
      direction: 'none',
      actorKind: 'operator',
      channel: 'command',
    });
    expect(first?.snapshot.title).toBe('Free');

    const created = await runOrStart(
      'key',
      'create',
      '--account',
      id,
      '--role',
      'owner',
      '--expires',
      '2999-01-01',
    );
    const secret = created.out.trim();
    expect(created.out).toBe(`${secret}\n`);
    expect(isWellFormedSecret('avk', secret)).toBe(true);
    const found = await findKey(secret);
    expect(found).toMatchObject({ accountId: id, role: 'owner', revokedAt: null });
    expect(new Date(found?.expiresAt ?? 0).toISOString()).toBe('2999-01-02T00:00:00.000Z');
    expect(JSON.stringify(await observer.apiKey.findMany())).not.toContain(secret);

    const listed = await runCommand('key', 'list', '--app', 'shop');
    expect(listed.out).toContain(
      `${found?.id}  ${secret.slice(0, 12)}…  owner  ${id}  until 2999-01-01  owner key`,
    );
    expect((await runCommand('key', 'revoke', found?.id ?? '')).code).toBe(0);
    expect((await findKey(secret))?.revokedAt).toEqual(expect.any(Number));
  });

  test('key create --app creates a key without account or role', async () => {
    const { out } = await runCommand('key', 'create', '--app', 'shop', '--name', 'Back end');
    const found = await findKey(out.trim());
    expect(found).toMatchObject({ accountId: null, role: null, actorName: 'Back end', expiresAt: null });
  });

  test.each([
    [
      ['account', 'create', '--app', 'none', '--title', 'X'],
      'There is no app "none". Publishing a price list creates it: npm run catalog -- init --app none\nThe first app can also be created in the browser',
    ],
    [['account', 'create', '--app', 'shop', '--title', 'X', '--external-id', 'a1'], 'external id "a1"'],
    [['account', 'create', '--app', 'shop', '--title', 'X\u202eY'], '--title: Expected text without control'],
    [['key', 'create', '--app', 'shop', '--name', 'X\u001b[2J'], '--name: Expected text without control'],
    [['key', 'create', '--account', 'acc_none', '--role', 'owner'], 'There is no account "acc_none".'],
    [['key', 'create', '--app', 'shop', '--role', 'admin'], 'There is no role "admin".'],
    [['key', 'revoke', 'key_none'], 'There is no key "key_none".'],
    [['catalog', 'apply', '2024.yml', '--app', 'A B'], '"A B" is not a slug'],
    [['catalog', 'apply', 'none.yml', '--app', 'x'], 'none.yml: File not found.'],
    [
      ['catalog', 'plan', '2024.yml', '--app', 'shop', '--existing', 'A'],
      'expected NAME=keep, NAME=keep_price, NAME=follow or NAME=follow_renewal',
    ],
    [['catalog', 'plan', '2024.yml', '--app', 'shop', '--existing', 'A=keep,A=keep'], '"A" is given twice.'],
    [
      ['catalog', 'plan', '2024.yml', '--app', 'shop', '--existing', 'A=keep'],
      'The list has no plan or add-on "A"',
    ],
    [['catalog', 'export', '--app', 'shop', '--existing', 'A=keep'], 'Usage: npm run catalog'],
    [
      ['catalog', 'apply', '2024.yml', '--app', 'shop', '--test'],
      'The app "shop" exists. --test is for a new app. Nothing was changed.',
    ],
    [['catalog', 'export', '--app', 'none'], 'There is no app "none". Publishing a price list creates it'],
    [['catalog', 'export', 'x.extension.yml', '--app', 'shop'], 'is the name of an extension.'],
    [['catalog', 'list', '--app', 'shop'], 'Usage: npm run catalog'],
  ])('%j is rejected', async ([name = '', ...args], message) => {
    const { code, out, err } = await runCommand(name, ...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });

  test('signing-key lists the keys, and rotates one that signs already', async () => {
    const list = async () => (await runCommand('signing-key', 'list')).out.trim().split('\n');
    const [first] = await list();
    expect(first).toMatch(/^[\w-]{43} {2}signs from 20/);
    const rotated = await runCommand('signing-key', 'rotate');
    expect(rotated.code).toBe(0);
    expect(await list()).toEqual([rotated.out.trim(), first]);
    expect(await runCommand('signing-key', 'rotate')).toMatchObject({
      code: 1,
      err: 'The next signing key does not sign yet.',
    });
    vi.stubEnv('SECRETS_KEY', '');
    expect((await runCommand('signing-key', 'rotate')).err).toContain('Set SECRETS_KEY.');
    vi.stubEnv('SECRETS_KEY', '5e'.repeat(32));
    expect((await runCommand('signing-key', 'rotate', 'now')).err).toContain('Usage:\n');
  });

  test('staff-sign-in sets, shows and removes the settings, and checks the issuer', async () => {
    await runCommand('catalog', 'apply', '2024.yml', '--app', 'staff');
    const forger = await startForgingIssuer();
    const runStaff = (...args: string[]) => runOrStart('staff-sign-in', ...args, '--app', 'staff');
    const client = ['--client-id', 'plans', '--claim', 'groups'];
    const set = (issuer: string, ...args: string[]) =>
      runCommand('staff-sign-in', 'set', '--app', 'staff', '--issuer', issuer, ...client, ...args);
    expect((await runStaff('show')).err).toMatch(/do not sign in with OpenID Connect/);
    const publicClient = await set(
      forger.issuer,
      '--product',
      'cn=a,dc=b',
      '--product',
      'c',
      '--support',
      'd',
    );
    expect(publicClient).toMatchObject({ code: 0, err: '' });
    expect(publicClient.out).toContain('Client secret:  none (public client)\n');
    expect(publicClient.out).toContain('Product:        cn=a,dc=b, c\n');
    expect(publicClient.out).toMatch(/Redirect URI: {3}https:.*\/sign-in\/oidc\/callback\n/);

    writeFileSync(join(folder, 'client-secret'), 'a-client-secret\n');
    const withFile = await set(forger.issuer, '--product', 'c', '--client-secret-file', 'client-secret');
    expect(withFile.out).toContain('Client secret:  set\n');
    const stdin = vi.spyOn(process, 'stdin', 'get');
    stdin.mockReturnValue(Readable.from(['a-client-secret\n']) as typeof process.stdin);
    const withStdin = await set(forger.issuer, '--product', 'c', '--client-secret-file', '-');
    stdin.mockRestore();
    expect(withStdin.out).toBe(withFile.out);
    expect((await runStaff('show')).out).toBe(withFile.out);
    expect(withFile.out).not.toContain('a-client-secret');

    for (const [args, message] of [
      [['http://login.example.com', '--product', 'c'], 'expected a URL with https'],
      [[`${forger.issuer}/?a=b`, '--product', 'c'], 'expected a URL with https'],
      [[`${forger.issuer}/nowhere`, '--product', 'c'], 'is not the metadata of this issuer: status 404'],
      [['http://127.0.0.1:9', '--product', 'c'], 'is not the metadata of this issuer: fetch failed'],
      [[forger.issuer], 'No one would have a role.'],
      [[forger.issuer, '--product', 'c', '--support', 'c'], `"c" can't give both roles.`],
      [[forger.issuer, '--product', ''], 'A value is empty'],
      [[forger.issuer, '--product', 'c', '--scope', 'a b'], '"a b" is not a scope.'],
      [[forger.issuer, '--product', 'c', '--client-secret-file', 'missing'], "Can't read missing"],
    ] as [string[], string][]) {
      const [issuer = '', ...rest] = args;
      const { code, err } = await set(issuer, ...rest);
      expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    }
    forger.metadata = { issuer: 'https://other.example' };
    expect((await set(forger.issuer, '--product', 'c')).err).toContain('https://other.example');
    forger.metadata = {};
    vi.stubEnv('SECRETS_KEY', '');
    const withoutKey = await set(forger.issuer, '--product', 'c', '--client-secret-file', 'client-secret');
    expect(withoutKey.err).toContain('Set SECRETS_KEY.');
    vi.stubEnv('SECRETS_KEY', '5e'.repeat(32));
    expect((await runStaff('show')).out).toBe(withFile.out);
    expect((await runStaff('show', '--issuer', forger.issuer)).err).toContain('Usage:\n');
    expect((await runStaff('remove')).out).toBe('Removed. Sessions go on until they expire.\n');
    expect((await runStaff('remove')).code).toBe(1);
    await forger.close();
  });

  test('webhook creates, lists, tests, rotates and deletes an endpoint', async () => {
    await runCommand('catalog', 'apply', '2024.yml', '--app', 'hooks');
    const receiver = await startWebhookReceiver();
    const webhookCommand = (...args: string[]) => runCommand('webhook', ...args, '--app', 'hooks');
    const created = await webhookCommand(
      'create',
      '--url',
      receiver.url,
      '--types',
      'account.version_switched',
    );
    const [id = '', secret = ''] = created.out.trim().split('\n');
    expect(created).toMatchObject({ code: 0 });
    expect([id, secret]).toEqual([expect.stringMatching(/^whe_/), expect.stringMatching(/^whsec_/)]);
    expect((await webhookCommand('list')).out).toContain(
      `${id}  healthy  account.version_switched  ${receiver.url}`,
    );
    expect((await webhookCommand('test', id)).out).toContain('Delivered: status 204');
    verifyWebhook(receiver.received[0] as (typeof receiver.received)[number], secret);
    expect((await webhookCommand('rotate', id)).out).toContain(`${id}\nwhsec_`);
    await receiver.close();
    expect((await webhookCommand('create', '--url', 'https://10.0.0.1/')).err).toContain(
      'expected a public address. For development, WEBHOOK_ALLOWED_RANGES allows',
    );
    expect((await webhookCommand('delete', id)).out).toBe(`Deleted ${id}.\n`);
    expect((await runOrStart('webhook', 'list', '--app', 'hooks')).out).toBe('No webhook endpoints.\n');
  });
});
