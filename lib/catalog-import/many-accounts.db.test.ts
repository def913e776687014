import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { countAccounts } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/client';
import { setTenant, withTenant } from '@/lib/db/tenant';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { openTestService } from '@/tools/testing/test-service';
import { createCatalogImporter } from './create-catalog-importer';
import { applyImport } from './import-catalog';
import { parsePriceList } from './parse/parse-price-list';

const { owner, service } = await openTestService();

const features = Array.from({ length: 100 }, (_, index) => `feature${index}`);

/** Publishes a list of five plans, with an add-on for a feature. */
function publish(slug: string, price: number, included = features) {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const plans = Object.fromEntries(names.map((name) => [name, { price, features: included }]));
  const addOns = { extra: { price: 1, features: features.slice(0, 1) } };
  const priceListFile = parsePriceList('list.yml', buildPriceListText({ features, plans, addOns }));
  return applyImport(owner, { slug, priceListFile, extensionFile: null }, makeId);
}

/** Adds accounts with two activations each, of which the second is on the plan A. */
async function insertAccounts(slug: string, count: number): Promise<string> {
  const { id } = await owner.app.findUniqueOrThrow({ where: { slug } });
  const insert = async (queries: Queries) => {
    await setTenant(queries, { appId: id });
    const version = await queries.version.findFirstOrThrow({ where: { appId: id, catalogKey: 'A' } });
    const snapshot = await queries.versionSnapshot.findFirstOrThrow({ where: { versionId: version.id } });
    await queries.$executeRaw`
      INSERT INTO accounts (app_id, id, title) SELECT ${id}, 'acc_' || n, 'Acme' FROM generate_series(1, ${count}::int) n`;
    await queries.$executeRaw`
      INSERT INTO activations (app_id, account_id, sequence, id, version_id, snapshot_digest, direction, activated_at,
        actor_kind, actor_name, channel, billing_period, users, kind, undo, add_on_sequence)
      SELECT ${id}, 'acc_' || n, s, 'avh_' || n || '_' || s, ${version.id}, ${snapshot.digest}, 'none', now(),
        'operator', 'Test', 'test', 'month', 1, 'switch', false, 0
      FROM generate_series(1, ${count}::int) n, generate_series(1, 2) s`;
  };
  await owner.$transaction(insert, { timeout: 200_000 });
  return id;
}

/** Turns the add-on on for those of the accounts whose number is a multiple of `every`. */
async function turnOn(appId: string, count: number, every: number): Promise<void> {
  const insert = async (queries: Queries) => {
    await setTenant(queries, { appId });
    const addOn = await queries.addOn.findFirstOrThrow({ where: { appId } });
    const version = await queries.version.findFirstOrThrow({ where: { appId, catalogKey: 'A' } });
    await queries.$executeRaw`
      INSERT INTO add_on_changes (app_id, account_id, sequence, id, add_on_id, active, quantity, cause, version_id, title, fee,
        currency, billing_period, account_billing_period, features, changed_at, actor_kind, actor_name, channel)
      SELECT ${appId}, 'acc_' || n, 1, 'aoh_' || n, ${addOn.id}, true, 1, 'toggle', ${version.id}, 'Extra', 100,
        'USD', 'month', 'month', '[]', now(), 'operator', 'Test', 'test'
      FROM generate_series(1, ${count}::int) n WHERE n % ${every}::int = 0`;
  };
  await owner.$transaction(insert, { timeout: 200_000 });
}

/** How many rows each table has for the app. */
async function countRows(appId: string): Promise<Record<string, number>> {
  const tables = [
    'accounts',
    'activations',
    'current_versions',
    'versions',
    'version_changes',
    'events',
    'account_changes',
  ];
  return withTenant(owner, { appId }, async (queries) => {
    await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const sql = `SELECT count(*)::int AS count FROM "${table}" WHERE app_id = $1`;
      const [row] = await queries.$queryRawUnsafe<[{ count: number }]>(sql, appId);
      counts[table] = row.count;
    }
    return counts;
  });
}

test('a publication writes as many rows for many accounts on a plan as for ten', async () => {
  // A database of its own: the owner inserts rows of many accounts at once.
  await owner.pool.query('ALTER TABLE activations NO FORCE ROW LEVEL SECURITY');
  const written = await Promise.all(
    Object.entries({ few: 10, many: 5000 }).map(async ([slug, count]) => {
      await publish(slug, 10);
      const appId = await insertAccounts(slug, count);
      const before = await countRows(appId);
      // The fee rises: all keep A. Then a feature is lost: those on the new A, of which there are none, follow.
      await publish(slug, 11);
      await publish(slug, 11, features.slice(1));
      const after = await countRows(appId);
      const kept = await withTenant(owner, { appId }, async (queries) => {
        expect(await countAccounts(queries, appId)).toEqual(
          new Map([[(await queries.version.findFirstOrThrow({ where: { catalogKey: 'A~1' } })).id, count]]),
        );
        return queries.version.count({ where: { appId, NOT: { replacedBy: null } } });
      });
      expect(kept).toBe(1);
      return Object.entries(after).map(([table, rows]) => [table, rows - before[table]!]);
    }),
  );
  expect(written[0]).toEqual(written[1]);
});

test('checks of an app with many accounts count them once in ten seconds', async () => {
  await owner.pool.query('ALTER TABLE activations NO FORCE ROW LEVEL SECURITY');
  const { check } = createCatalogImporter(service.db, makeId);
  const source = buildPriceListText({ features, plans: { A: { price: 12, features } } });
  const countOf = async (appId: string) =>
    (await check({ appId, source, extension: null })).difference?.versions.find(({ key }) => key === 'A')
      ?.accounts;
  const remove = (appId: string) =>
    withTenant(
      owner,
      { appId },
      (queries) => queries.$executeRaw`DELETE FROM current_versions WHERE account_id = 'acc_1'`,
    );
  for (const [slug, count, counted] of [
    ['small', 10, 9],
    ['large', 10_000, 10_000],
  ] as const) {
    await publish(slug, 10);
    const appId = await insertAccounts(slug, count);
    expect(await countOf(appId)).toBe(count);
    await remove(appId);
    expect(await countOf(appId)).toBe(counted);
  }
});

test('a publication that includes an add-on writes as many rows for many accounts, which follow later', async () => {
  await owner.pool.query('ALTER TABLE activations NO FORCE ROW LEVEL SECURITY');
  await owner.pool.query('ALTER TABLE add_on_changes NO FORCE ROW LEVEL SECURITY');
  const count = 2500;
  await publish('add-ons', 10, features.slice(1));
  const appId = await insertAccounts('add-ons', count);
  await turnOn(appId, count, 1250);
  const before = await countRows(appId);
  const plan = await publish('add-ons', 10);
  expect(plan.included).toEqual([{ version: 'A', addOn: 'Extra', accounts: 2 }]);
  const after = await countRows(appId);
  expect([after.account_changes, after.events! - before.events!]).toEqual([0, 1]);
  await applyDueChanges(service);
  const changes = await withTenant(owner, { appId }, (queries) =>
    queries.addOnChange.findMany({ where: { appId, active: false }, orderBy: { accountId: 'asc' } }),
  );
  expect(changes.map(({ accountId, cause }) => [accountId, cause])).toEqual([
    ['acc_1250', 'publication'],
    ['acc_2500', 'publication'],
  ]);
  expect(await withTenant(owner, { appId }, (queries) => queries.addOnInclusion.count())).toBe(0);
});
