import { expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { openTestDatabase } from '@/tools/testing/test-service';
import { buildAccount } from './build-account';
import { buildApp } from './build-app';

const { owner: db } = await openTestDatabase();

test('builds an app of 12 versions and 700 features, and an account with 1,000 switches', async () => {
  const app = await buildApp(db, { versions: 12, features: 700 });
  const history = Array.from({ length: 1000 }, (_, index) => app.versions[index % 12]!);
  const account = await buildAccount(db, app, { history });

  const rows = await withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.historyEntry.findMany({ where: { accountId: account.id }, orderBy: { sequence: 'asc' } }),
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(history.map((_, index) => index + 1));
  expect(rows.map(({ versionId }) => versionId)).toEqual(history.map(({ id }) => id));
  expect(
    rows.every(({ previousDigest }, index) => previousDigest === (rows[index - 1]?.snapshotDigest ?? null)),
  ).toBe(true);
  expect(rows.slice(0, 2).map(({ direction }) => direction)).toEqual(['none', 'upgrade']);
  expect(rows[12]?.direction).toBe('downgrade');
});

test('builds apps with unique slugs and host names', async () => {
  const apps = await Promise.all(Array.from({ length: 5 }, () => buildApp(db, { versions: 1, features: 0 })));
  expect(new Set(apps.flatMap(({ slug, host }) => [slug, host])).size).toBe(10);
});
