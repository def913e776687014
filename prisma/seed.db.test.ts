import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStoredCatalog, type StoredCatalog, whileCatalogIsRead } from '@/lib/data/catalog-store';
import { type Database, openClient } from '@/lib/data/client';
import { withTenant } from '@/lib/data/tenant';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { demoPeople } from '@/lib/versions/demo-people';
import { demoAppSlug, seed } from './seed';

let database: TestDatabase;
let db: Database;
let observer: Database;
let catalog: StoredCatalog;
const said: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openClient(database.url, { as: 'owner' });
  observer = openClient(database.observerUrl, { as: 'owner' });
  await seed(database.url, (line) => said.push(line));
  catalog = (await whileCatalogIsRead(db, (queries) => readStoredCatalog(queries, demoAppSlug)))!;
});
afterAll(async () => {
  await db.$disconnect();
  await observer.$disconnect();
  await database.drop();
});

/** The history of an account, oldest first. */
const historyOf = async (externalId: string) => {
  const appId = catalog.app.id;
  const account = await withTenant(db, { appId }, (queries) =>
    queries.account.findUniqueOrThrow({ where: { appId_externalId: { appId, externalId } } }),
  );
  return withTenant(db, { appId, accountId: account.id }, (queries) =>
    queries.activation.findMany({
      include: { snapshot: true, previous: true },
      orderBy: { sequence: 'asc' },
    }),
  );
};

describe('the demo', () => {
  test('has four public tiers, a retired one, one not public and one granted to a single account', () => {
    const kinds = catalog.versions.map((version) => {
      const grants = catalog.grants.filter(({ versionId }) => versionId === version.id).length;
      return `${version.tag} ${version.title}: ${version.active ? (version.public ? 'public' : 'not public') : 'retired'}, ${grants}`;
    });
    expect(kinds.toSorted()).toEqual([
      'v1 Taster: public, 0',
      'v2 Kitchen: public, 0',
      'v2-retired Bistro: retired, 0',
      'v3 Brigade: public, 0',
      'v4 Group: public, 0',
      'v5 School Meals: not public, 1',
      'v6 Bakery: not public, 0',
    ]);
    const prices = Object.fromEntries(
      catalog.versions.map(({ title, fee, userFee }) => [title, [fee, userFee]]),
    );
    expect(prices).toEqual({
      Taster: [0, null],
      Kitchen: [null, 900],
      Bistro: [600, null],
      Brigade: [5900, 1200],
      Group: [null, null],
      'School Meals': [null, 600],
      Bakery: [3500, 600],
    });
  });

  test('has some 45 features in six groups and one of add-ons, each with a sentence', () => {
    const active = catalog.features.filter((feature) => feature.active);
    expect(active.length).toBeGreaterThanOrEqual(40);
    expect(new Set(active.map(({ group }) => group)).size).toBe(7);
    expect(active.filter(({ description }) => !/^\p{Lu}.*\.$/u.test(description))).toEqual([]);
    expect(catalog.features.filter((feature) => !feature.active).map(({ humanId }) => humanId)).toEqual([
      'fax-orders',
    ]);
  });

  test('offers what can be added at a price a month, a price per user, and on request', () => {
    const offers = catalog.cells.filter(({ kind }) => kind === 'optional');
    expect(offers.some(({ fee, userFee }) => fee !== null && userFee === null)).toBe(true);
    expect(offers.some(({ fee, userFee }) => fee === null && userFee !== null)).toBe(true);
    expect(offers.some(({ fee, userFee }) => fee === null && userFee === null)).toBe(true);
  });

  test('has accounts with long, short and retired histories', async () => {
    expect(await historyOf('osteria-pia')).toHaveLength(8);
    expect((await historyOf('seehaus')).length).toBeGreaterThanOrEqual(30);
    expect((await historyOf('cafe-lumen')).map(({ snapshot }) => snapshot.title)).toEqual(['Bistro']);
    expect(await historyOf('brot-und-salz')).toHaveLength(1);
    const lumen = await historyOf('cafe-lumen');
    expect(lumen.map(({ activatedAt }) => activatedAt.toISOString())).toEqual(['2021-06-14T11:27:00.000Z']);
    expect((await historyOf('nordlicht')).at(-1)?.snapshot.title).toBe('Group');
    expect((await historyOf('stadtkueche')).at(-1)?.snapshot.title).toBe('School Meals');
  });

  test('keeps what was true at the time: tags, prices and features of the lists in force then', async () => {
    const lines = (await historyOf('osteria-pia')).map(
      ({ snapshot, direction }) =>
        `${snapshot.tag} ${snapshot.title} ${snapshot.fee} ${snapshot.userFee} ${direction}`,
    );
    expect(lines).toEqual([
      'v1 Taster 0 null none',
      'v2 Bistro 600 null upgrade',
      'v3 Kitchen null 700 upgrade',
      'v3 Brigade 4900 1100 upgrade',
      'v2 Kitchen null 800 downgrade',
      'v3 Brigade 4900 1100 upgrade',
      'v1 Taster 0 null downgrade',
      'v2 Kitchen null 900 upgrade',
    ]);
  });

  test('runs forward in time, without a gap, and ends in the past', async () => {
    const rows = await observer.activation.findMany({ orderBy: [{ accountId: 'asc' }, { sequence: 'asc' }] });
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      const first = before?.accountId !== row.accountId;
      expect(row.sequence).toBe(first ? 1 : before.sequence + 1);
      if (!first) expect(row.activatedAt.getTime()).toBeGreaterThan(before.activatedAt.getTime());
      expect(row.activatedAt.getTime()).toBeLessThan(Date.now());
      expect(row.previousDigest === null).toBe(first);
    }
  });

  test('has people to sign in as: an owner, a member and a product manager', async () => {
    expect(demoPeople.map(({ role }) => role)).toEqual(['owner', 'member', 'product']);
    for (const { account } of demoPeople) {
      if (account !== null) expect((await historyOf(account)).length).toBeGreaterThan(0);
    }
    expect(demoPeople.at(-1)?.account).toBeNull();
  });
});

test('a second start changes nothing', async () => {
  const count = async () => [
    await observer.activation.count(),
    await observer.versionFeature.count(),
    await observer.account.count(),
  ];
  const before = await count();
  const began = performance.now();
  await seed(database.url, (line) => said.push(line));
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await count()).toEqual(before);
  expect(said).toEqual(['The demo is in the database.']);
});

test('two first starts at once plant it once', async () => {
  const other = await createTestDatabase();
  try {
    await Promise.all([seed(other.url, () => {}), seed(other.url, () => {})]);
    const db = openClient(other.observerUrl, { as: 'owner' });
    expect(await db.app.count()).toBe(1);
    expect(await db.account.count()).toBe(7);
    await db.$disconnect();
  } finally {
    await other.drop();
  }
});
