import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppCatalog } from '@/lib/db/catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { noCallerState } from '@/lib/domain/caller';
import { hasAmount } from '@/lib/domain/catalog/amounts';
import { evaluateChange } from '@/lib/domain/subscription/evaluate-change';
import type { Subscription } from '@/lib/domain/subscription/subscription';
import { fitUsage } from '@/lib/domain/usage/fit-usage';
import { createApp } from '@/tools/testing/catalog-fixtures';
import { findCheapestByForce } from '@/tools/testing/cheapest-by-force';
import { listPriceLists } from '@/tools/testing/price-list-reader';
import { chooseSeed, sampleSize } from '@/tools/testing/test-scope';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import { buildChangedCatalog } from '../compare/convert-catalog';
import { planChanges } from '../compare/plan-changes';
import { loadImportFiles } from '../parse/load-import-files';

/** Yearly price lists of real products. They are not part of the repository. See also price-list-agreement.db.test.ts. */
const folder = '../shared/pricings';
const files = existsSync(folder) ? listPriceLists(folder) : [];

async function loadCatalog(file: string): Promise<AppCatalog> {
  const { priceListFile, extensionFile } = await loadImportFiles(join(folder, file));
  const { catalog } = buildImportedCatalog(priceListFile, extensionFile, null);
  const { currency, billingPeriod, usersLimit = null } = catalog.app;
  const rows = {
    versions: [],
    features: [],
    cells: [],
    addOns: [],
    addOnPrices: [],
    addOnEffects: [],
    grants: [],
  };
  const app = createApp({ currency, billingPeriod, usersLimit }) as unknown as StoredCatalog['app'];
  const { changes } = planChanges(null, catalog, new Map());
  return buildChangedCatalog({ ...rows, app, texts: [], hasHistory: false }, changes);
}

/** Usages of up to four limits, near the amounts of the plans or with up to five times what an add-on adds. */
function createUsages({ features, versions, addOns }: AppCatalog) {
  const limits = features.flatMap(({ id, humanId }) => {
    const find = <T extends { featureId: string }>(contents: T[]) =>
      contents.filter(({ featureId }) => featureId === id);
    const contents = versions.flatMap(({ links }) => find(links));
    const effects = addOns.flatMap((addOn) => find(addOn.features));
    if (![...contents, ...effects].some(hasAmount)) return [];
    const added = effects.flatMap(({ amount }) => amount ?? []);
    const near = [0, ...contents.flatMap(({ amount }) => amount ?? [])].flatMap((amount) => [
      Math.max(0, amount - 1),
      amount,
      amount + 1,
      ...added.flatMap((each) => [amount + each, amount + 5 * each, amount + 2.5 * each]),
    ]);
    const limit = fc.tuple(fc.constant(humanId), fc.constantFrom(...near));
    return added.length > 0 ? [limit, limit, limit] : [limit];
  });
  const entries = limits.length > 0 ? fc.array(fc.oneof(...limits), { maxLength: 4 }) : fc.constant([]);
  return fc.record({
    usage: entries.map((list): Record<string, number> => Object.fromEntries(list)),
    users: fc.constantFrom(1, 2, 7, 60),
    billingPeriod: fc.constantFrom('month' as const, 'year' as const),
  });
}

/** What a visitor would have on each version. */
function listSubscriptions(
  catalog: AppCatalog,
  users: number,
  billingPeriod: 'month' | 'year',
): Subscription[] {
  const view = { catalog, state: { ...noCallerState, users } };
  const versions = catalog.versions.filter((version) => version.active);
  return versions.map(({ id: versionId }) => {
    const sold = evaluateChange(view, { role: 'product' }, { type: 'switch', versionId, users }).after;
    const isAnnual = billingPeriod === 'year' && catalog.app.billingPeriod === 'month';
    return isAnnual ? { ...sold, billingPeriod } : sold;
  });
}

test.skipIf(files.length === 0)(
  'the add-ons for random usages of the real price lists are the cheapest',
  async () => {
    const counts = { byItself: 0, withAddOns: 0, onRequest: 0, never: 0, tooMany: 0 };
    for (const file of files) {
      const catalog = await loadCatalog(file);
      const options = {
        numRuns: sampleSize({ quick: 12, full: 400 }),
        seed: chooseSeed(process.env.USAGE_SEED),
      };
      for (const { usage, users, billingPeriod } of fc.sample(createUsages(catalog), options)) {
        const subscriptions = listSubscriptions(catalog, users, billingPeriod);
        const fits = subscriptions.map((subscription) =>
          fitUsage({ catalog, usage: { amounts: usage, reportedAt: 0 } }, subscription),
        );
        for (const [index, { exceeded, addOns, total, isComplete }] of fits.entries()) {
          const forced = findCheapestByForce(catalog, subscriptions[index]!, usage);
          const found = addOns === null ? 'none' : { amount: total?.amount ?? null };
          const about = `${file} ${subscriptions[index]?.version?.title} ${JSON.stringify({ usage, users, billingPeriod })}`;
          expect(isComplete, about).toBe(true);
          if (forced === 'many') counts.tooMany += 1;
          else expect(found, about).toEqual(forced);
          expect(exceeded.length === 0, about).toBe(addOns?.length === 0);
          if (!addOns) counts.never += 1;
          else if (!total) counts.onRequest += 1;
          else if (addOns.length > 0) counts.withAddOns += 1;
          else counts.byItself += 1;
        }
      }
    }
    expect(counts.withAddOns).toBeGreaterThan(100);
    expect(files).toHaveLength(132);
  },
);
