import { beforeAll, describe, expect, test } from 'vitest';
import { readStoredCatalog, type StoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import { withTenant } from '@/lib/db/connection/tenant';
import { demoUsers } from '@/lib/domain/access/demo-users';
import { openTestDatabase } from '@/tools/testing/test-service';
import { demoAppSlug, seed } from './seed';

const { url, owner: db, openAs } = await openTestDatabase();
const observer = openAs('observer');
let catalog: StoredCatalog;
const logLines: string[] = [];

beforeAll(async () => {
  const log = (line: string) => logLines.push(line);
  await Promise.all([seed(url, log), seed(url, log)]);
  catalog = (await withCatalogSnapshot(db, (queries) => readStoredCatalog(queries, demoAppSlug)))!;
});
/** The history of an account, oldest first. */
const readHistory = async (externalId: string) => {
  const appId = catalog.app.id;
  const account = await withTenant(db, { appId }, (queries) =>
    queries.account.findUniqueOrThrow({ where: { appId_externalId: { appId, externalId } } }),
  );
  return withTenant(db, { appId, accountId: account.id }, (queries) =>
    queries.historyEntry.findMany({
      where: { kind: { not: null } },
      include: { snapshot: true, previous: true },
      orderBy: { sequence: 'asc' },
    }),
  );
};

describe('the demo', () => {
  test('has accounts with long and short histories, one on a retired version, and one on an earlier version of a plan', async () => {
    expect(await readHistory('osteria-pia')).toHaveLength(9);
    expect((await readHistory('seehaus')).length).toBeGreaterThanOrEqual(30);
    expect((await readHistory('cafe-lumen')).map(({ snapshot }) => snapshot.title)).toEqual(['Bistro']);
    expect(await readHistory('brot-und-salz')).toHaveLength(1);
    const lumen = await readHistory('cafe-lumen');
    expect(lumen.map(({ changedAt }) => changedAt.toISOString())).toEqual(['2021-06-14T11:27:00.000Z']);
    expect((await readHistory('nordlicht')).at(-1)?.snapshot.title).toBe('Group');
    const kept = catalog.versions.find(({ catalogKey }) => catalogKey === 'KITCHEN~2');
    const [anker] = (await readHistory('anker')).slice(-1);
    expect(anker).toMatchObject({ versionId: kept?.id, snapshot: { title: 'Kitchen', userFee: 800n } });
    expect(kept?.replacedBy).toBe(catalog.versions.find(({ catalogKey }) => catalogKey === 'KITCHEN')?.id);
    expect((await readHistory('stadtkueche')).at(-1)?.snapshot.title).toBe('School Meals');
  });

  test('has histories with the tags and prices of the price list that was in effect', async () => {
    const lines = (await readHistory('osteria-pia')).map(
      ({ snapshot, direction }) =>
        `${snapshot.tag} ${snapshot.title} ${snapshot.fee} ${snapshot.userFee} ${direction}`,
    );
    const [reopened, staffed] = (await readHistory('osteria-pia')).slice(-2);
    expect([reopened?.kind, reopened?.users, staffed?.kind, staffed?.users]).toEqual([
      'switch',
      4,
      'users',
      6,
    ]);
    expect(lines).toEqual([
      'v1 Taster 0 null none',
      'v2 Bistro 600 null upgrade',
      'v3 Kitchen null 700 upgrade',
      'v4 Brigade 4900 1100 upgrade',
      'v3 Kitchen null 800 downgrade',
      'v4 Brigade 4900 1100 upgrade',
      'v1 Taster 0 null downgrade',
      'v3 Kitchen null 900 upgrade',
      'v3 Kitchen null 900 upgrade',
    ]);
  });

  test('has histories without gaps, in order of time and in the past', async () => {
    const rows = await observer.historyEntry.findMany({
      orderBy: [{ accountId: 'asc' }, { sequence: 'asc' }],
    });
    for (const [index, row] of rows.entries()) {
      const previous = rows[index - 1];
      const isFirst = previous?.accountId !== row.accountId;
      expect(row.sequence).toBe(isFirst ? 1 : previous.sequence + 1);
      if (!isFirst) expect(row.changedAt.getTime()).toBeGreaterThan(previous.changedAt.getTime());
      expect(row.changedAt.getTime()).toBeLessThan(Date.now());
      if (row.kind) expect(row.previousDigest === null).toBe(isFirst);
    }
  });

  test('has a change that is scheduled for the end of a billing period, and a request', async () => {
    const changes = await observer.accountChange.findMany({ orderBy: { actorUserId: 'asc' } });
    const facts = changes.map(({ actorUserId, origin, waitsFor, atPeriodEnd, dueAt }) => [
      actorUserId,
      origin,
      waitsFor,
      atPeriodEnd,
      dueAt !== null && dueAt.getTime() > Date.now(),
    ]);
    expect(facts).toEqual([
      ['lena', 'member', 'owner', false, true],
      ['rana', 'owner', null, true, true],
    ]);
  });

  test('has users to sign in as: four owners, a member, a product manager and support', async () => {
    expect(demoUsers.map(({ role }) => role)).toEqual([
      'owner',
      'member',
      'owner',
      'owner',
      'owner',
      'product',
      'support',
    ]);
    for (const { account } of demoUsers) {
      if (account !== null) expect((await readHistory(account)).length).toBeGreaterThan(0);
    }
    expect(demoUsers.at(-1)?.account).toBeNull();
    expect(new Set(demoUsers.map(({ id }) => id)).size).toBe(demoUsers.length);
  });
});

test('seeding again, or twice at once, changes nothing', async () => {
  const count = async () => [
    await observer.historyEntry.count(),
    await observer.versionFeature.count(),
    await observer.account.count(),
  ];
  const before = await count();
  await seed(url, (line) => logLines.push(line));
  expect(await count()).toEqual(before);
  expect(logLines).toEqual(['Seeded the demo.']);
});
