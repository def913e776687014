import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openClient, usualLimits } from '@/lib/data/client';
import { findCaller } from '@/lib/data/find-caller';
import { looksLikeSecret } from '@/lib/data/secret';
import { closeStore, openStore, type Store } from '@/lib/data/store';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { priceListText } from '@/prisma/builders/price-list-text';

let database: TestDatabase;
let store: Store;
let observer: Database;
let folder: string;

const list = (price: number | string) =>
  priceListText({
    features: ['search', 'api'],
    plans: { FREE: { price: 0, has: ['search'] }, TEAM: { price, has: ['search', 'api'] } },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, usualLimits);
  observer = openClient(database.observerUrl, { as: 'owner' });
  folder = mkdtempSync(join(tmpdir(), 'catalog-command-'));
  writeFileSync(join(folder, '2024.yml'), list(10));
  writeFileSync(join(folder, 'bad.yml'), list('From $99'));
});
afterAll(async () => {
  await closeStore(store);
  await observer.$disconnect();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Runs a command as npm does, from a folder that is not the project's. */
function run(name: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, INIT_CWD: folder };
  const child = spawn(process.execPath, ['lib/ops/run.mjs', name, ...args], { cwd: projectRoot, env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += chunk));
  child.stderr.on('data', (chunk) => (said.err += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}

async function findKey(secret: string) {
  return (await findCaller(store, 'avk', secret, null))?.credential;
}

describe('the operator’s commands', { timeout: 120_000 }, () => {
  test('plan shows and keeps still, apply does, and again there is nothing to do', async () => {
    const planned = await run('catalog', 'plan', '2024.yml', '--app', 'shop');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.out).toContain('+ v2  Team  10.00 USD per user');
    expect(planned.out).toMatch(/Only planned\. Nothing was changed\.\n$/);
    expect(await observer.app.count()).toBe(0);

    const applied = await run('catalog', 'apply', '2024.yml', '--app', 'shop');
    expect(applied.code).toBe(0);
    expect(applied.out).toMatch(/Applied\.\n$/);
    expect(await observer.version.count()).toBe(2);
    expect((await run('catalog', 'apply', '2024.yml', '--app', 'shop')).out).toBe('Nothing to change.\n');
    expect(readFileSync(join(folder, '2024.yml'), 'utf8')).toBe(list(10));
  });

  test('a bad file is refused with its place, on stderr, with exit code 1', async () => {
    const { code, out, err } = await run('catalog', 'apply', 'bad.yml', '--app', 'bad');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^\s*bad\.yml:1:\d+: plans\.TEAM\.price: "From \$99" is neither a number nor a text/m,
    );
    expect(err).toContain('Nothing was changed.');
    expect(await observer.app.findUnique({ where: { slug: 'bad' } })).toBeNull();
  });

  test('account prints an id alone, key prints a key alone, and the key opens the account', async () => {
    const account = await run('account', 'create', '--app', 'shop', '--title', 'Acme', '--external-id', 'a1');
    expect(account.code).toBe(0);
    expect(account.out).toMatch(/^acc_[0-9a-z]{26}\n$/);
    const id = account.out.trim();
    const [first] = await observer.activation.findMany({
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

    const key = await run('key', 'create', '--account', id, '--role', 'owner', '--expires', '2999-01-01');
    const secret = key.out.trim();
    expect(key.out).toBe(`${secret}\n`);
    expect(looksLikeSecret('avk', secret)).toBe(true);
    const found = await findKey(secret);
    expect(found).toMatchObject({ accountId: id, role: 'owner', revokedAt: null });
    expect(new Date(found?.expiresAt ?? 0).toISOString()).toBe('2999-01-01T00:00:00.000Z');
    expect(JSON.stringify(await observer.apiKey.findMany())).not.toContain(secret);

    const listed = await run('key', 'list', '--app', 'shop');
    expect(listed.out).toContain(
      `${found?.id}  ${secret.slice(0, 12)}…  owner  ${id}  until 2999-01-01  owner key`,
    );
    expect((await run('key', 'revoke', found?.id ?? '')).code).toBe(0);
    expect((await findKey(secret))?.revokedAt).toEqual(expect.any(Number));
  });

  test('a key of the app has neither account nor role', async () => {
    const { out } = await run('key', 'create', '--app', 'shop', '--name', 'Back end');
    const found = await findKey(out.trim());
    expect(found).toMatchObject({ accountId: null, role: null, actorName: 'Back end', expiresAt: null });
  });

  test.each([
    [['account', 'create', '--app', 'none', '--title', 'X'], 'There is no app "none".'],
    [['account', 'create', '--app', 'shop', '--title', 'X', '--external-id', 'a1'], 'external id "a1"'],
    [['key', 'create', '--account', 'acc_none', '--role', 'owner'], 'There is no account "acc_none".'],
    [['key', 'create', '--app', 'shop', '--role', 'king'], 'There is no role "king".'],
    [['key', 'revoke', 'key_none'], 'There is no key "key_none".'],
    [['catalog', 'apply', '2024.yml', '--app', 'A B'], '"A B" is no slug'],
    [['catalog', 'apply', 'none.yml', '--app', 'x'], 'none.yml: There is no such file.'],
  ])('%j is refused', async ([name = '', ...args], message) => {
    const { code, out, err } = await run(name, ...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });
});
