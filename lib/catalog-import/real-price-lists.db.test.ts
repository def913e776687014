import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeId } from '@/lib/contract/ids';
import { readAccountState } from '@/lib/db/accounts';
import { insertActivation } from '@/lib/db/activations';
import { readStoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import { type Database, openClient } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import { createSnapshot } from '@/lib/db/version-snapshot';
import { createAccount } from '@/lib/domain/accounts';
import { snapshotInclude } from '@/prisma/factories/build-account';
import { createTestDatabase, type TestDatabase } from '@/tools/testing/test-database';
import { applyImport } from './import-catalog';
import { loadImportFiles } from './load-import-files';

/** Yearly price lists of real products. They are not part of the repository. See also price-list-agreement.db.test.ts. */
const folder = '../shared/pricings';
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yml'))
      .toSorted()
  : [];

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openClient(database.url, { as: 'owner' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const apply = async (slug: string, file: string) =>
  applyImport(db, { slug, ...(await loadImportFiles(join(folder, file))) }, makeId);
const readCatalog = async (slug: string) =>
  (await withCatalogSnapshot(db, (queries) => readStoredCatalog(queries, slug)))!;

interface RawPriceList {
  plans: Record<string, unknown>;
}

if (files.length === 0) console.log(`Skipped: no price lists in ${folder}.`);

describe.skipIf(files.length === 0)('real price lists', () => {
  const product = 'clockify';
  const years = files.filter((file) => file.startsWith(`${product}/`));

  test(`of ${product} import year by year, with accounts on every plan that is retired later`, async () => {
    expect(years).toHaveLength(7);
    const subscriptions: { account: string; key: string; year: string }[] = [];
    let appId = '';
    for (const [index, year] of years.entries()) {
      await apply(product, year);
      const { app, versions } = await readCatalog(product);
      appId = app.id;
      const retiredLater = new Set(years.slice(index + 1).flatMap((later) => findRemovedKeys(year, later)));
      for (const { catalogKey } of versions.filter(
        ({ catalogKey, active }) => active && retiredLater.has(catalogKey),
      )) {
        subscriptions.push({ account: await makeAccountOn(product, catalogKey), key: catalogKey, year });
      }
    }

    const { versions, cells } = await readCatalog(product);
    const last = Object.keys(
      (parse(readFileSync(join(folder, years.at(-1)!), 'utf8')) as RawPriceList).plans,
    );
    expect(
      versions
        .filter(({ active }) => active)
        .map(({ catalogKey }) => catalogKey)
        .toSorted(),
    ).toEqual(last.toSorted());
    const retired = versions.filter(({ active }) => !active);
    expect(retired.map(({ catalogKey, tag }) => [catalogKey, tag]).toSorted()).toEqual([
      ['PLUS', 'v2-retired'],
      ['PREMIUM', 'v3-retired'],
    ]);
    expect(subscriptions.map(({ key }) => key).toSorted()).toEqual(['PLUS', 'PLUS', 'PREMIUM', 'PREMIUM']);
    for (const { account, key } of subscriptions) {
      const state = await withTenant(db, { appId, accountId: account }, (queries) =>
        readAccountState(queries, appId, account),
      );
      const version = retired.find(({ id }) => id === state?.current?.versionId);
      expect(version?.catalogKey).toBe(key);
      expect(cells.filter(({ versionId }) => versionId === version?.id).length).toBeGreaterThan(10);
    }
    expect(new Set(versions.map(({ tag }) => tag)).size).toBe(versions.length);
  });
});

function findRemovedKeys(year: string, later: string): string[] {
  const plansOf = (file: string) =>
    Object.keys((parse(readFileSync(join(folder, file), 'utf8')) as RawPriceList).plans);
  const kept = new Set(plansOf(later));
  return plansOf(year).filter((key) => !kept.has(key));
}

/** Creates an account and switches it to a version. */
async function makeAccountOn(slug: string, catalogKey: string): Promise<string> {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const origin = { actor, channel: 'test', at: new Date() };
  const made = await createAccount(db, app, { externalId: null, title: catalogKey, ...origin }, makeId);
  const accountId = made!.id;
  await withTenant(db, { appId: app.id, accountId }, async (queries) => {
    const where = { appId_catalogKey: { appId: app.id, catalogKey } };
    const version = await queries.version.findUniqueOrThrow({ where, include: snapshotInclude });
    const to = createSnapshot(app, version);
    const id = makeId('activation');
    await insertActivation(queries, {
      id,
      accountId,
      to,
      from: null,
      direction: 'none',
      reason: null,
      ...origin,
    });
  });
  return accountId;
}
