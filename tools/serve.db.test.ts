import { expect, test } from 'vitest';
import { openClient } from '@/lib/db/connection/client';
import { hashSecret } from '@/lib/db/connection/secret';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildApp } from '@/prisma/factories/build-app';
import { assertMigrated, createSetupLink, findWarnings } from './serve';
import { createTestDatabase } from './testing/test-database';

test('start warns of a missing app and a missing SECRETS_KEY', async () => {
  const database = await createTestDatabase();
  const owner = openClient(database.url, { as: 'owner' });
  const find = (DEFAULT_APP: string, SECRETS_KEY: string) =>
    findWarnings(database.url, { DEFAULT_APP, SECRETS_KEY });
  try {
    expect(await find('', '')).toEqual([]);
    expect(await find('plans', '')).toEqual([expect.stringContaining('there is no app "plans"')]);
    const { id: appId, slug } = await buildApp(owner);
    expect(await find(slug, '')).toEqual([]);
    const endpoint = { appId, id: 'whe_1', url: 'https://host.example/', dispatchedXid: 0 };
    await withTenant(owner, { appId }, (queries) => queries.webhookEndpoint.create({ data: endpoint }));
    expect(await find(slug, '')).toEqual([expect.stringContaining('SECRETS_KEY is missing')]);
    expect(await find(slug, 'a'.repeat(64))).toEqual([]);
  } finally {
    await owner.$disconnect();
    await database.drop();
  }
});

test('a database that lacks a migration or functions is not served', async () => {
  const database = await createTestDatabase();
  const owner = openClient(database.url, { as: 'owner' });
  try {
    await expect(assertMigrated(database.url)).resolves.toBeUndefined();
    await owner.pool.query(`UPDATE migrations.functions SET checksum = 'other'`);
    await expect(assertMigrated(database.url)).rejects.toThrow('Run npm run migrate.');
    await owner.pool.query('DROP FUNCTION is_migrated');
    await expect(assertMigrated(database.url)).rejects.toThrow('Run npm run migrate.');
  } finally {
    await owner.$disconnect();
    await database.drop();
  }
});

test('servers print a set-up link each until there is an app, and delete those that have ended', async () => {
  const database = await createTestDatabase();
  const owner = openClient(database.url, { as: 'owner' });
  const create = () => createSetupLink(database.url, 'https://plans.example');
  const listHashes = async () => (await owner.setupLink.findMany()).map(({ secretHash }) => secretHash);
  try {
    await owner.setupLink.create({ data: { secretHash: 'expired', expiresAt: new Date(0) } });
    const links = [await create(), await create()];
    const pattern = /^https:\/\/plans\.example\/setup\?link=(avl_[0-9A-Za-z]{49})$/;
    const secrets = links.map((link) => pattern.exec(link ?? '')?.[1] ?? '');
    expect((await listHashes()).sort()).toEqual(secrets.map(hashSecret).sort());
    await buildApp(owner);
    expect(await create()).toBe(null);
    expect(await listHashes()).toEqual([]);
  } finally {
    await owner.$disconnect();
    await database.drop();
  }
});
