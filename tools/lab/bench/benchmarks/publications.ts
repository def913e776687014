import { makeId } from '@/lib/contract/ids';
import { readAccountPage } from '@/lib/db/accounts';
import { withTenant } from '@/lib/db/connection/tenant';
import { planPublication, publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { createBenchApp, createPriceList, loadAccounts } from '@/tools/lab/bench/bench-data';
import { runSql } from '@/tools/postgres/scratch-database';
import { runStep } from '@/tools/progress.mjs';
import { createImportInput } from '@/tools/testing/import-lists';
import type { BenchContext } from '../bench-environment';
import { type BenchMetric, type BenchmarkResult, maxMs } from '../benchmark-result';
import { measureLaterWork } from './later-work';

const size = { versions: 6, features: 40 };
const slug = 'publications';
const annual = { billing: { monthly: 1, annual: 0.8 } };

interface Step {
  name: string;
  list: PriceListSpec;
  extension?: object;
}

/** One publication of each kind, each of the list that the one before it has left. */
function createSteps(): Step[] {
  const base = createPriceList(size);
  const change = (fields: object, plan = 'PLAN_2') => ({
    ...base.plans,
    [plan]: { ...base.plans[plan]!, ...fields },
  });
  const { PLAN_2: second, PLAN_6: last, ...others } = base.plans;
  const renamed = { ...others, TEAM: second!, PLAN_6: last! };
  const availableFor = base.addOns.EXTRA.availableFor.map((plan) => (plan === 'PLAN_2' ? 'TEAM' : plan));
  const renamedAddOns = { EXTRA: { ...base.addOns.EXTRA, availableFor } };
  const list = (plans: PriceListSpec['plans'], fields = {}) => ({ ...base, plans, ...fields });
  const addOn = (price: number) => ({ addOns: { EXTRA: { ...base.addOns.EXTRA, price } } });
  return [
    { name: 'a lower price', list: list(change({ price: 9 })) },
    { name: 'a higher price', list: list(change({ price: 12 })) },
    { name: 'the earlier price again', list: list(change({ price: 9 })) },
    { name: 'a new plan', list: list({ ...change({ price: 9 }), PLAN_7: { price: 70, unit: 'month' } }) },
    { name: 'a plan that is no longer offered', list: list(change({ price: 9 })) },
    { name: 'a feature that moves to a higher plan', list: list(change({ features: [] }, 'PLAN_3')) },
    { name: 'a cheaper add-on', list: list(base.plans, addOn(4)) },
    { name: 'a dearer add-on', list: list(base.plans, addOn(6)) },
    { name: 'annual prices', list: list(base.plans, annual) },
    { name: 'no annual prices', list: list(base.plans) },
    {
      name: 'another name',
      list: list(renamed, { addOns: renamedAddOns }),
      extension: { plans: { TEAM: { renamed_from: 'PLAN_2' } } },
    },
  ];
}

/** A new app with a large catalog in many languages. */
function createTextsInput() {
  const features = Array.from({ length: 700 }, (_, index) => `feature${index}`);
  const list = { features, plans: { FREE: { price: 0, features }, TEAM: { price: 5, features } } };
  const translated = Object.fromEntries(features.map((name) => [name, { title: `${name} übersetzt` }]));
  const languages = ['de', 'ar', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh'];
  const texts = Object.fromEntries(languages.map((language) => [language, { features: translated }]));
  return createImportInput('texts', list, JSON.stringify({ texts }));
}

/** What support types, and whether only accounts of a version are wanted. */
const searches = [
  { name: 'a number', search: '12345', isFiltered: false },
  { name: 'a number, one version', search: '12345', isFiltered: true },
  { name: 'a word that all accounts have', search: 'account', isFiltered: false },
  { name: 'a word that all accounts have, one version', search: 'account', isFiltered: true },
  { name: 'no match, one version', search: 'nothing', isFiltered: true },
];

/** With many accounts: checks with revenue and publications of each kind of change, searches, and what is done later. */
export async function measurePublications({ environment, scale }: BenchContext): Promise<BenchmarkResult> {
  const { owner, databaseUrl } = environment;
  const { id: appId } = await createBenchApp(owner, slug, size);
  const count = scale.accountCounts.at(-1) ?? 0;
  await runStep(`loading ${count.toLocaleString('en-US')} accounts`, async () => {
    await loadAccounts(databaseUrl, { appId, from: 1, to: count, entries: 1 });
    await runSql(databaseUrl, turnOnEveryTenth, [appId]);
    await runSql(databaseUrl, billEveryTenthYearly, [appId]);
    await runSql(databaseUrl, 'VACUUM (ANALYZE) account_history, current_versions');
  });
  const metrics: BenchMetric[] = [];
  const measure = async (label: string, work: () => Promise<unknown>, max = 5000) => {
    const startedAt = performance.now();
    await runStep(label, work);
    metrics.push(maxMs(label, performance.now() - startedAt, max));
  };
  const version = await withTenant(owner, { appId }, (queries) =>
    queries.version.findFirstOrThrow({ where: { catalogKey: 'PLAN_2' } }),
  );
  for (const { name, search, isFiltered } of searches) {
    const filter = { search, versionId: isFiltered ? version.id : null, after: null, limit: 20 };
    // The first one reads the pages of the index.
    await readAccountPage(owner.pool, appId, filter);
    await measure(`search: ${name}`, () => readAccountPage(owner.pool, appId, filter), 100);
  }
  const steps = createSteps();
  for (const { name, list, extension } of steps) {
    const input = createImportInput(slug, list, extension && JSON.stringify(extension));
    await measure(`check: ${name}`, () => planPublication(owner, input));
    await measure(`check with revenue: ${name}`, () => planPublication(owner, input, { revenue: true }));
    await measure(`publication: ${name}`, () => publishPriceList(owner, input, makeId));
    // The worker of the service would change accounts while the next publication is measured.
    await runSql(databaseUrl, 'DELETE FROM catalog_follows');
  }
  const watchMs = scale.roundSeconds * 5000;
  await measureLaterWork({
    environment,
    appId,
    slug,
    list: steps.at(-1)!.list,
    count,
    watchMs,
    measure,
    metrics,
  });
  const texts = createTextsInput();
  await measure('import: 10 languages of 700 features', () => publishPriceList(owner, texts, makeId));
  return {
    title: 'Publications',
    description: `${count.toLocaleString('en-US')} accounts of 6 versions × 40 features, a tenth with an add-on, a tenth billed yearly`,
    results: [],
    metrics,
  };
}

const turnOnEveryTenth = `
  INSERT INTO account_history (app_id, account_id, sequence, version_sequence, add_on_sequence, id, version_id, snapshot_digest,
    changed_at, actor_kind, actor_name, channel, billing_period, users, command, state, add_on_entries)
  SELECT h.app_id, h.account_id, 2, 1, 1, 'aoh_' || substr(h.account_id, 5), h.version_id, h.snapshot_digest, h.changed_at,
    'operator', 'Bench', 'command', 'month', 1, 'set_add_on',
    jsonb_build_object('addOnStates', jsonb_build_array(jsonb_build_object('id', 'aoh_' || substr(h.account_id, 5), 'sequence', 1,
      'addOnId', o.id, 'title', o.title, 'active', true, 'quantity', 1, 'fee', 500, 'userFee', NULL, 'feeUnit', NULL,
      'userFeeUnit', NULL, 'annualFee', NULL, 'annualUserFee', NULL, 'priceText', NULL, 'currency', 'USD',
      'accountBillingPeriod', 'month', 'changedAt', 0))),
    jsonb_build_array(jsonb_build_object('id', 'aoh_' || substr(h.account_id, 5), 'sequence', 1, 'add_on_id', o.id, 'title', o.title,
      'active', true, 'quantity', 1, 'fee', 500, 'currency', 'USD', 'billing_period', 'month', 'features', '[]'::jsonb))
  FROM account_history h
  JOIN add_ons o ON o.app_id = h.app_id
  JOIN add_on_versions p ON p.app_id = h.app_id AND p.add_on_id = o.id AND p.version_id = h.version_id
  WHERE h.app_id = $1 AND right(h.account_id, 1) = '0'`;

const billEveryTenthYearly = `
  UPDATE current_versions SET billing_period = 'year' WHERE app_id = $1 AND right(account_id, 1) = '1'`;
