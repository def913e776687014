import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { countAccounts, withCatalogSnapshot } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/client';
import { setTenant, withTenant } from '@/lib/db/tenant';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { openTestService } from '@/tools/testing/test-service';
import { applyImport } from './import-catalog';
import { parsePriceList } from './parse/parse-price-list';

const { owner } = await openTestService();

const features = Array.from({ length: 100 }, (_, index) => `feature${index}`);

/** Publishes a list of five plans. */
function publish(slug: string, price: number, included = features) {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const plans = Object.fromEntries(names.map((name) => [name, { price, features: included }]));
  const priceListFile = parsePriceList('list.yml', buildPriceListText({ features, plans }));
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
        actor_kind, actor_name, channel)
      SELECT ${id}, 'acc_' || n, s, 'avh_' || n || '_' || s, ${version.id}, ${snapshot.digest}, 'none', now(),
        'operator', 'Test', 'test'
      FROM generate_series(1, ${count}::int) n, generate_series(1, 2) s`;
  };
  await owner.$transaction(insert, { timeout: 200_000 });
  return id;
}

const measure = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

test('publishing takes as long for a million accounts on a plan as for ten, except for counting them', async () => {
  // A database of its own. Foreign keys would double the time of the inserts.
  await owner.pool.query(`
    ALTER TABLE activations NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE activations DROP CONSTRAINT activations_app_id_account_id_fkey;
    ALTER TABLE activations DROP CONSTRAINT activations_app_id_snapshot_digest_fkey;`);
  const counts = { few: 10, many: 1_000_000 };
  const times: Record<string, number> = {};
  const apps: Record<string, string> = {};
  for (const [slug, count] of Object.entries(counts)) {
    await publish(slug, 10);
    apps[slug] = await insertAccounts(slug, count);
  }
  await owner.pool.query(`
    ALTER TABLE activations FORCE ROW LEVEL SECURITY;
    ALTER TABLE accounts FORCE ROW LEVEL SECURITY;`);
  await owner.pool.query('VACUUM ANALYZE accounts');
  await owner.pool.query('VACUUM ANALYZE activations');
  for (const slug of ['few', 'many'] as const) {
    const appId = apps[slug]!;
    times[`${slug} count`] = await measure(() =>
      withCatalogSnapshot(owner, async (queries) => {
        await setTenant(queries, { appId });
        expect([...(await countAccounts(queries, appId)).values()]).toEqual([counts[slug]]);
      }),
    );
    // The fee rises: all keep A. Then a feature is added: those on the new A, of which there are none.
    times[`${slug} keep`] = await measure(() => publish(slug, 11));
    times[`${slug} follow`] = await measure(() => publish(slug, 11, features.slice(1)));
  }
  console.log(times);
  const rows = await withTenant(owner, { appId: apps.many! }, (queries) =>
    queries.version.findMany({ where: { appId: apps.many!, NOT: { replacedBy: null } } }),
  );
  expect(rows.map(({ catalogKey, userFee }) => [catalogKey, userFee])).toEqual([['A~1', 1000]]);
  for (const kind of ['keep', 'follow']) {
    const rest = times[`many ${kind}`]! - times['many count']!;
    expect(rest).toBeLessThan(5 * times[`few ${kind}`]! + 1000);
  }
}, 300_000);
