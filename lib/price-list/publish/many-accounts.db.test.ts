import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { countAccounts } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import { toSnakeCase } from '@/lib/db/connection/query-json';
import { setTenant, withTenant } from '@/lib/db/connection/tenant';
import { dueFollows, dueRenewals } from '@/lib/domain/changes/apply-due-changes';
import { claimWork } from '@/lib/domain/due-kind';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { openTestService } from '@/tools/testing/test-service';
import type { Existing } from '../compare/keep-versions';
import { parsePriceList } from '../parse/parse-price-list';
import { createCatalogImporter } from './create-catalog-importer';
import { publishPriceList } from './publish-price-list';

const { owner, service } = await openTestService();

const features = Array.from({ length: 100 }, (_, index) => `feature${index}`);

/** Publishes a list of five plans, with an add-on for a feature. */
function publish(slug: string, price: number, included = features, existing: [string, Existing][] = []) {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const plans = Object.fromEntries(names.map((name) => [name, { price, features: included }]));
  const addOns = { extra: { price: 1, features: features.slice(0, 1) } };
  const priceListFile = parsePriceList('list.yml', buildPriceListText({ features, plans, addOns }));
  return publishPriceList(
    owner,
    { slug, priceListFile, extensionFile: null, existing: new Map(existing) },
    makeId,
  );
}

/** Adds accounts with two entries each, of which the second is on the plan A. */
async function insertAccounts(slug: string, count: number): Promise<string> {
  const { id } = await owner.app.findUniqueOrThrow({ where: { slug } });
  const insert = async (queries: Queries) => {
    await setTenant(queries, { appId: id });
    const version = await queries.version.findFirstOrThrow({ where: { appId: id, catalogKey: 'A' } });
    const snapshot = await queries.versionSnapshot.findFirstOrThrow({ where: { versionId: version.id } });
    await queries.$executeRaw`
      INSERT INTO accounts (app_id, id, title) SELECT ${id}, 'acc_' || n, 'Acme' FROM generate_series(1, ${count}::int) n`;
    await queries.$executeRaw`
      INSERT INTO account_history (app_id, account_id, sequence, version_sequence, add_on_sequence, id, version_id, snapshot_digest,
        direction, changed_at, actor_kind, actor_name, channel, billing_period, users, command, kind)
      SELECT ${id}, 'acc_' || n, s, s, 0, 'avh_' || n || '_' || s, ${version.id}, ${snapshot.digest}, 'none', now(),
        'operator', 'Test', 'test', 'month', 1, 'switch', 'switch'
      FROM generate_series(1, ${count}::int) n, generate_series(1, 2) s`;
  };
  await owner.$transaction(insert, { timeout: 900_000 });
  return id;
}

/** Turns the add-on on for those of the accounts whose number is a multiple of `every`. */
async function turnOn(appId: string, count: number, every: number): Promise<void> {
  const insert = async (queries: Queries) => {
    await setTenant(queries, { appId });
    const addOn = await queries.addOn.findFirstOrThrow({ where: { appId } });
    const version = await queries.version.findFirstOrThrow({ where: { appId, catalogKey: 'A' } });
    const snapshot = await queries.versionSnapshot.findFirstOrThrow({ where: { versionId: version.id } });
    const change = {
      ...{ sequence: 1, active: true, quantity: 1, title: 'Extra', fee: 100, currency: 'USD' },
      ...{
        userFee: null,
        feeUnit: null,
        userFeeUnit: null,
        annualFee: null,
        annualUserFee: null,
        priceText: null,
      },
    };
    const state = { ...change, addOnId: addOn.id, changedAt: Date.now(), accountBillingPeriod: 'month' };
    const entry = toSnakeCase({ ...change, addOnId: addOn.id, billingPeriod: 'month', features: [] });
    await queries.$executeRaw`
      INSERT INTO account_history (app_id, account_id, sequence, version_sequence, add_on_sequence, id, version_id, snapshot_digest,
        changed_at, actor_kind, actor_name, channel, billing_period, users, command, state, add_on_entries)
      SELECT ${appId}, 'acc_' || n, 3, 2, 1, 'aoh_' || n, ${version.id}, ${snapshot.digest}, now(),
        'operator', 'Test', 'test', 'month', 1, 'set_add_on',
        jsonb_build_object('addOnStates', jsonb_build_array(${JSON.stringify(state)}::jsonb || jsonb_build_object('id', 'aoh_' || n))),
        jsonb_build_array(${JSON.stringify(entry)}::jsonb || jsonb_build_object('id', 'aoh_' || n))
      FROM generate_series(1, ${count}::int) n WHERE n % ${every}::int = 0`;
  };
  await owner.$transaction(insert, { timeout: 900_000 });
}

/** How many rows each table has for the app. */
async function countRows(appId: string): Promise<Record<string, number>> {
  const tables = [
    'accounts',
    'account_history',
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
  await owner.pool.query('ALTER TABLE account_history NO FORCE ROW LEVEL SECURITY');
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
        expect((await countAccounts(queries, appId)).accounts).toEqual(
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
  await owner.pool.query('ALTER TABLE account_history NO FORCE ROW LEVEL SECURITY');
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
  await owner.pool.query('ALTER TABLE account_history NO FORCE ROW LEVEL SECURITY');
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
    queries.historyEntry.findMany({ where: { appId, command: 'follow' }, orderBy: { accountId: 'asc' } }),
  );
  expect(changes.map(({ accountId, addOnEntries }) => [accountId, addOnEntries])).toMatchObject([
    ['acc_1250', [{ active: false }]],
    ['acc_2500', [{ active: false }]],
  ]);
  expect(await withTenant(owner, { appId }, (queries) => queries.catalogFollow.count())).toBe(0);
});

test('a publication that many accounts follow at their renewal writes as many rows, and sets their times later', async () => {
  await owner.pool.query('ALTER TABLE account_history NO FORCE ROW LEVEL SECURITY');
  const count = 2500;
  await publish('renewals', 10);
  const appId = await insertAccounts('renewals', count);
  const ends = new Date(Date.now() + 10 * 86_400_000);
  const withApp = <T>(work: (queries: Queries) => Promise<T>) => withTenant(owner, { appId }, work);
  await withApp((queries) => queries.account.updateMany({ where: { appId }, data: { periodEndsAt: ends } }));
  const before = await countRows(appId);
  await publish('renewals', 12, features, [['A', 'follow_renewal']]);
  const countSet = () =>
    withApp((queries) =>
      queries.currentVersion.count({ where: { appId, followDueAt: ends, followsAt: ends } }),
    );
  expect(await countSet()).toBe(0);
  // One that another transaction changes is set in the end.
  const client = await owner.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT set_config('tenant.app_id', $1, true)", [appId]);
    await client.query(
      `SELECT FROM current_versions WHERE app_id = $1 AND account_id = 'acc_1500' FOR UPDATE`,
      [appId],
    );
    for (let batch = 0; batch < 3; batch += 1) await claimWork(service, dueFollows, { appId });
    expect(await countSet()).toBe(count - 1);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await applyDueChanges(service);
  expect(await countSet()).toBe(count);
  expect(await withApp((queries) => queries.catalogFollow.count())).toBe(0);
  expect(await countRows(appId)).toMatchObject({
    account_history: before.account_history,
    account_changes: 0,
    events: before.events! + 1,
  });
  const claimAt = (time: number | null) =>
    claimWork({ ...service, recordTime: () => time }, dueRenewals, { appId });
  expect(await claimAt(null)).toEqual([]);
  expect(await claimAt(ends.getTime() - 1)).toEqual([]);
  expect(await claimAt(ends.getTime())).toMatchObject([{ accountId: 'acc_1' }]);
});

test('a page of the accounts on a version reads no others, also with a plan for all parameters', async () => {
  await owner.pool.query('ALTER TABLE account_history NO FORCE ROW LEVEL SECURITY');
  await publish('pages', 10);
  const appId = await insertAccounts('pages', 2500);
  const { id: versionId } = await withTenant(owner, { appId }, (queries) =>
    queries.version.findFirstOrThrow({ where: { catalogKey: 'A' } }),
  );
  await owner.pool.query('ANALYZE current_versions');
  const client = await service.pool.connect();
  const readCounter = async () => {
    const { rows } = await client.query<{ read: string }>(
      `SELECT idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'current_versions'`,
    );
    return Number(rows[0]?.read);
  };
  /** How many rows of `current_versions` a call reads. The counter can have those of transactions before. */
  const countRead = async (call: string, values: unknown[]) => {
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    const before = await readCounter();
    await client.query(`SELECT ${call}::text`, values);
    const after = await readCounter();
    await client.query('COMMIT');
    return after - before;
  };
  try {
    // There are 1,389 accounts with a greater ID.
    const after = 'acc_2';
    const concerned = JSON.stringify({ [versionId]: { month: true } });
    const list = [appId, [versionId], after];
    expect(await countRead('list_version_accounts($1, $2, $3, 20)', list)).toBe(20);
    const changed = 'list_changed_accounts($1, $4, $2, $5, $6, $3, 20, 1000)';
    expect(await countRead(changed, [...list, Date.now(), concerned, '{}'])).toBeLessThan(1100);
  } finally {
    client.release();
  }
});
