import {
  type BenchApp,
  createBenchApp,
  extendHistory,
  getAccountId,
  loadAccounts,
} from '@/tools/lab/bench/bench-data';
import { type BenchContext, historyPath, listPath } from '@/tools/lab/bench/bench-environment';
import {
  type BenchMetric,
  type BenchmarkResult,
  ratio,
  type TargetResult,
} from '@/tools/lab/bench/benchmark-result';
import type { HttpRequest } from '@/tools/lab/bench/load/http-messages';
import { runStep } from '@/tools/progress.mjs';
import { compareWorkloads, copyServiceResponse, createReadWorkload } from './reads';

const formatCount = (number: number) => number.toLocaleString('en-US');

/** A read with the app key for the account with this number. */
function createAccountRequest({ key }: BenchApp, number: number, path: string): HttpRequest {
  return { path, headers: { Authorization: `Bearer ${key}`, 'X-Account-Id': getAccountId(number) } };
}

/** Returns at most `max` account numbers, spread evenly over 1 to `last`. */
function sampleAccounts(last: number, max = 2000): number[] {
  const step = Math.max(1, Math.floor(last / max));
  return Array.from({ length: Math.min(last, max) }, (_, index) => 1 + index * step);
}

/** The list of larger and larger catalogs. */
export async function measureCatalogGrowth(context: BenchContext): Promise<BenchmarkResult> {
  const { service, bareServer, owner, databaseUrl } = context.environment;
  const sizes = [
    { versions: 3, features: 94 },
    { versions: 4, features: 700 },
    { versions: 12, features: 700 },
  ];
  const results: TargetResult[] = [];
  const metrics: BenchMetric[] = [];
  for (const size of sizes) {
    const name = `${size.versions} × ${size.features}`;
    const app = await createBenchApp(owner, `catalog-${size.versions}-${size.features}`, size);
    await loadAccounts(databaseUrl, { appId: app.id, from: 1, to: 100, entries: 1 });
    const requests = sampleAccounts(100).map((number) => createAccountRequest(app, number, listPath));
    await copyServiceResponse(context, requests);
    const workloads = [service, bareServer].map((target) => createReadWorkload(context, target, requests));
    const sizeResults = await compareWorkloads(context, `list, ${name}`, workloads);
    const [ours, limit] = sizeResults;
    results.push(...sizeResults.map((result) => ({ ...result, target: `${result.target}, ${name}` })));
    metrics.push(...ratio(ours?.perSecond, limit?.perSecond, `${name}, vs bare server`));
  }
  return {
    title: 'List, catalog growth',
    description: 'versions × features, warm, signed in',
    results,
    metrics,
  };
}

/** The list with more and more accounts in the database. */
export async function measureAccountGrowth(context: BenchContext): Promise<BenchmarkResult> {
  const { service, owner, databaseUrl } = context.environment;
  const app = await createBenchApp(owner, 'accounts', context.app.size);
  const results: TargetResult[] = [];
  const counts = context.scale.accountCounts;
  for (const [index, count] of counts.entries()) {
    const name = `${formatCount(count)} accounts`;
    const range = { appId: app.id, from: (counts[index - 1] ?? 0) + 1, to: count, entries: 1 };
    await runStep(`loading ${name}`, () => loadAccounts(databaseUrl, range));
    const requests = sampleAccounts(count).map((number) => createAccountRequest(app, number, listPath));
    const target = { ...service, name: `service, ${name}` };
    results.push(
      ...(await compareWorkloads(context, `list, ${name}`, [createReadWorkload(context, target, requests)])),
    );
  }
  const label = `${formatCount(counts.at(-1) ?? 0)} accounts vs ${formatCount(counts[0] ?? 0)}`;
  return {
    title: 'List, account growth',
    description: 'up to 2,000 accounts in turn, spread over all',
    results,
    metrics: ratio(results.at(-1)?.perSecond, results[0]?.perSecond, label),
  };
}

const shortHistoryLength = 24;

/** Pages of history with more and more rows in the database, half of them of one account. */
export async function measureHistoryGrowth(context: BenchContext): Promise<BenchmarkResult> {
  const { service, owner, databaseUrl } = context.environment;
  const [fewest = 0, ...counts] = context.scale.historyRowCounts;
  const small = await createBenchApp(owner, 'history-small', context.app.size);
  const large = await createBenchApp(owner, 'history-large', context.app.size);
  await growHistory(databaseUrl, small, 0, fewest);
  const createWorkload = (app: BenchApp, rows: number) => {
    const target = { ...service, name: `service, ${formatCount(rows)} rows` };
    return createReadWorkload(context, target, createHistoryRequests(app, rows));
  };
  const results: TargetResult[] = [];
  const metrics: BenchMetric[] = [];
  for (const [index, rows] of counts.entries()) {
    await growHistory(databaseUrl, large, counts[index - 1] ?? 0, rows);
    const [after, before] = await compareWorkloads(context, `history, ${formatCount(rows)} rows`, [
      createWorkload(large, rows),
      createWorkload(small, fewest),
    ]);
    if (results.length === 0 && before) results.push(before);
    if (after) results.push(after);
    const label = `${formatCount(rows)} rows vs ${formatCount(fewest)}`;
    const min = rows === counts.at(-1) ? 0.9 : null;
    metrics.push(...ratio(after?.perSecond, before?.perSecond, label, min));
  }
  return {
    title: 'History, row growth',
    description: 'pages of 20: newest of 1,000 accounts, newest and middle of one that has half of all rows',
    results,
    metrics,
  };
}

/** Grows an app's history from `from` to `to` rows. Account 1 has half of them, every other account 24. */
async function growHistory(
  databaseUrl: string,
  { id: appId }: BenchApp,
  from: number,
  to: number,
): Promise<void> {
  const getLastAccount = (rows: number) => (rows === 0 ? 0 : 1 + Math.floor(rows / 2 / shortHistoryLength));
  const range = {
    appId,
    from: getLastAccount(from) + 1,
    to: getLastAccount(to),
    entries: shortHistoryLength,
  };
  const extension = { appId, account: 1, from: from === 0 ? shortHistoryLength : from / 2, to: to / 2 };
  await runStep(`loading ${formatCount(to)} history rows`, async () => {
    await loadAccounts(databaseUrl, range);
    await extendHistory(databaseUrl, extension);
  });
}

function createHistoryRequests(app: BenchApp, rows: number): HttpRequest[] {
  const middle = Math.floor(rows / 4);
  return sampleAccounts(Math.floor(rows / 2 / shortHistoryLength), 1000).flatMap((number) => [
    createAccountRequest(app, number + 1, `${historyPath}?limit=20`),
    createAccountRequest(app, 1, `${historyPath}?limit=20`),
    createAccountRequest(app, 1, `${historyPath}?limit=20&cursor=${middle}`),
  ]);
}
