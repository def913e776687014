import { setTimeout as sleep } from 'node:timers/promises';
import { makeId } from '@/lib/contract/ids';
import { dueRenewals } from '@/lib/domain/changes/apply-due-changes';
import { claimWork } from '@/lib/domain/due-kind';
import { cancelEditionSchedule, createEdition, publishEdition } from '@/lib/domain/editions/catalog-editions';
import { listChangedAccounts } from '@/lib/domain/notices/changed-accounts';
import { listNotices } from '@/lib/domain/notices/notices';
import { openService, type Service } from '@/lib/domain/service';
import { createCatalogImporter } from '@/lib/price-list/publish/create-catalog-importer';
import { publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { runSql } from '@/tools/postgres/scratch-database';
import { createAccountCaller, createHostCaller, refreshCaller } from '@/tools/testing/callers';
import { createImportInput } from '@/tools/testing/import-lists';
import { closeService } from '@/tools/testing/test-database';
import { getAccountId } from '../bench-data';
import type { BenchEnvironment } from '../bench-environment';
import { type BenchMetric, maxMs } from '../benchmark-result';

type Measure = (label: string, work: () => Promise<unknown>, max?: number) => Promise<void>;

interface Input {
  environment: BenchEnvironment;
  appId: string;
  slug: string;
  /** The live list. */
  list: PriceListSpec;
  /** Accounts of the app. */
  count: number;
  /** How long due work is watched. */
  watchMs: number;
  measure: Measure;
  metrics: BenchMetric[];
}

const manyDue = 30_000;

/**
 * What a publication leaves to due work, which the worker of the service does: announcements with their events, accounts that
 * follow at their renewal. The conversion of stored amounts follows.
 */
export async function measureLaterWork(input: Input): Promise<void> {
  const service = openService(input.environment.databaseUrl);
  service.importer = createCatalogImporter(service.db, makeId);
  try {
    await measureAnnouncements(service, input);
    await measureRenewals(service, input);
  } finally {
    await closeService(service);
  }
  await measureConversion(input);
}

/** A list with other prices of plans. */
function changePrices(list: PriceListSpec, change: (price: number) => number): PriceListSpec {
  const plans = Object.entries(list.plans).map(([key, plan]) => [
    key,
    { ...plan, price: change(Number(plan.price)) },
  ]);
  return { ...list, plans: Object.fromEntries(plans) };
}

const makeDearer = (list: PriceListSpec) => changePrices(list, (price) => price + 2);

async function measureAnnouncements(service: Service, input: Input): Promise<void> {
  const { environment, appId, list, count, measure } = input;
  const app = await environment.owner.app.findUniqueOrThrow({ where: { id: appId } });
  const host = createHostCaller(app);
  const text = { source: buildPriceListText(makeDearer(list)), extension: '{}' };
  const { id } = await createEdition(service, host, { baseId: null, note: '', text });
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 30 * 86_400_000);
  const existing = Object.fromEntries(Object.keys(list.plans).map((key) => [key, 'follow' as const]));
  const publication = { at, existing, note: null, ifMatch: null, end: null };
  await measure('schedule of dearer plans', () => publishEdition(service, host, id, publication));
  const account = { id: getAccountId(Math.ceil(count / 2)), externalId: null, title: '' };
  const caller = await refreshCaller(environment.owner, createAccountCaller(app, account));
  await listNotices(service, caller);
  await measure('notices of an account', () => listNotices(service, caller), 100);
  const page = { after: null, limit: 100 };
  await measure('first page of changed_by', () => listChangedAccounts(service, { app }, id, page), 500);
  const type = 'account.change_announced';
  const written = `SELECT count(*)::int AS count FROM events WHERE app_id = $1 AND type = '${type}'`;
  await watch(input, 'an event of an announcement', written);
  await measure('cancelation of the schedule', () =>
    cancelEditionSchedule(service, host, id, { ifMatch: null }),
  );
  await watch(input, 'an event of a withdrawal', written);
  await runSql(environment.databaseUrl, 'DELETE FROM catalog_announcements WHERE app_id = $1', [appId]);
}

/** The time that the worker takes for a row, from how many it writes in a while. */
async function watch(
  { environment, appId, watchMs, metrics }: Input,
  label: string,
  sql: string,
): Promise<void> {
  const count = async () =>
    (await runSql<{ count: number }>(environment.databaseUrl, sql, [appId]))[0]!.count;
  const [before, startedAt] = [await count(), performance.now()];
  await sleep(watchMs);
  metrics.push(maxMs(label, (performance.now() - startedAt) / ((await count()) - before), 20));
}

async function measureRenewals(service: Service, input: Input): Promise<void> {
  const { environment, appId, slug, list, measure } = input;
  const { owner, databaseUrl } = environment;
  // Without triggers, which look for changes of each account.
  await runSql(
    databaseUrl,
    `ALTER TABLE accounts DISABLE TRIGGER USER;
     UPDATE accounts SET period_ends_at = now() + (1 + right(id, 2)::int) * interval '1 day' WHERE app_id = '${appId}';
     ALTER TABLE accounts ENABLE TRIGGER USER`,
  );
  const existing = new Map(Object.keys(list.plans).map((key) => [key, 'follow_renewal' as const]));
  const published = createImportInput(slug, makeDearer(list), null, { existing });
  await measure('publication with follow_renewal', () => publishPriceList(owner, published, makeId));
  await measure('times of all accounts', () => waitForTimes(databaseUrl), 10 * 60_000);
  const claim = () => claimWork(service, dueRenewals, { appId });
  await claim();
  await measure('claim, no account is due', claim, 20);
  await runSql(databaseUrl, makeDue, [appId, manyDue]);
  await measure(`claim, ${manyDue.toLocaleString('en-US')} accounts are due`, claim, 20);
  const followed = `SELECT count(*)::int AS count FROM account_history WHERE app_id = $1 AND command = 'follow'`;
  await watch(input, 'an account that follows', followed);
  await runSql(databaseUrl, 'UPDATE current_versions SET follow_due_at = NULL WHERE app_id = $1', [appId]);
}

async function waitForTimes(databaseUrl: string): Promise<void> {
  const sql = 'SELECT count(*)::int AS count FROM catalog_follows WHERE at_renewal';
  while ((await runSql<{ count: number }>(databaseUrl, sql))[0]!.count > 0) await sleep(100);
}

/** Amounts that are stored without digits, as an earlier version did. */
async function measureConversion({ environment, appId, slug, list, measure }: Input): Promise<void> {
  const { owner, databaseUrl } = environment;
  await runSql(databaseUrl, 'UPDATE apps SET currency_digits = 0 WHERE id = $1', [appId]);
  const converted = changePrices(makeDearer(list), (price) => price * 100);
  const addOns = Object.entries(list.addOns ?? {}).map(([key, addOn]) => [
    key,
    { ...addOn, price: Number(addOn.price) * 100 },
  ]);
  const input = createImportInput(slug, { ...converted, addOns: Object.fromEntries(addOns) }, null, {
    currencyDigits: 0,
  });
  await measure('conversion of stored amounts', () => publishPriceList(owner, input, makeId), 5 * 60_000);
}

const makeDue = `
  UPDATE current_versions SET follows_at = now(), follow_due_at = now() WHERE app_id = $1 AND account_id IN (
    SELECT account_id FROM current_versions WHERE app_id = $1 AND follow_due_at > now() + interval '1 minute' LIMIT $2::int)`;
