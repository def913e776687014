import { type Bench, historyPath, listPath } from '@/lib/ops/bench/bench';
import { accountId, countParts, lengthenHistory, loadAccounts } from '@/lib/ops/bench/data/load-accounts';
import { type BenchApp, makeApp } from '@/lib/ops/bench/data/make-app';
import type { WireRequest } from '@/lib/ops/bench/load/wire-request';
import { type Figure, type Measure, ratio } from '@/lib/ops/bench/measure';
import { withBar } from '@/lib/ops/bench/progress-bar';
import { borrowAnswer, compareUnderBar, reader } from './reads';

const count = (number: number) => number.toLocaleString('en-US');

/** Requests of an app's back end for one of its accounts. */
function forAccount({ key }: BenchApp, number: number, path: string): WireRequest {
  return { path, headers: { Authorization: `Bearer ${key}`, 'X-Account-Id': accountId(number) } };
}

/** Numbers of accounts from all over 1 to `last`, at most so many. */
function spread(last: number, most = 2000): number[] {
  const step = Math.max(1, Math.floor(last / most));
  return Array.from({ length: Math.min(last, most) }, (_, index) => 1 + index * step);
}

/** The list as the catalogue grows. */
export async function measureCatalogGrowth(bench: Bench): Promise<Measure> {
  const { service, peer, bare, owner, databaseUrl } = bench.stage;
  const sizes = [
    { versions: 3, features: 94 },
    { versions: 4, features: 700 },
    { versions: 12, features: 700 },
  ];
  const measure: Measure = {
    name: 'catalog-growth',
    title: 'List, as the catalogue grows',
    note: 'versions × features, warm, signed in',
    figures: [],
    verdicts: [],
  };
  for (const size of sizes) {
    const name = `${size.versions} × ${size.features}`;
    const app = await makeApp(owner, `catalog-${size.versions}-${size.features}`, size);
    await loadAccounts(databaseUrl, { appId: app.id, from: 1, to: 100, entries: 1 }, () => {});
    const requests = spread(100).map((number) => forAccount(app, number, listPath));
    await borrowAnswer(bench, requests[0]);
    const contestants = [service, peer, bare].map((subject) => reader(bench, subject, requests));
    const figures = await compareUnderBar(bench, `list of ${name}`, contestants);
    const [ours, theirs, limit] = figures;
    measure.figures.push(...figures.map((figure) => ({ ...figure, subject: `${figure.subject}, ${name}` })));
    measure.verdicts.push(
      ...ratio([ours, theirs], `${name}, against the peer`, null),
      ...ratio([ours, limit], `${name}, against the bare server`, null),
    );
  }
  return measure;
}

/** The list of accounts from all over, as there are more of them. */
export async function measureAccountGrowth(bench: Bench): Promise<Measure> {
  const { service, peer, owner, databaseUrl } = bench.stage;
  const app = await makeApp(owner, 'accounts', bench.app.size);
  const figures: Figure[] = [];
  const ours: Figure[] = [];
  let last = 0;
  for (const accounts of bench.extent.accounts) {
    const range = { appId: app.id, from: last + 1, to: accounts, entries: 1 };
    last = accounts;
    await withBar(`loading ${count(accounts)} accounts`, countParts(range), (advance) =>
      loadAccounts(databaseUrl, range, advance),
    );
    const requests = spread(accounts).map((number) => forAccount(app, number, listPath));
    const taken = await compareUnderBar(
      bench,
      `list, ${count(accounts)} accounts`,
      [service, peer].map((subject) => reader(bench, subject, requests)),
    );
    ours.push(...taken.slice(0, 1));
    figures.push(
      ...taken.map((figure) => ({ ...figure, subject: `${figure.subject}, ${count(accounts)} accounts` })),
    );
  }
  return {
    name: 'account-growth',
    title: 'List, as accounts grow',
    note: '2,000 accounts in turn, from all over',
    figures,
    verdicts: ratio([ours.at(-1), ours[0]], `${count(last)} accounts against the fewest`, null),
  };
}

const shortHistory = 24;

/** The newest and the deepest pages of histories, as rows grow: half of them are of one account. */
export async function measureHistoryGrowth(bench: Bench): Promise<Measure> {
  const { service, owner, databaseUrl } = bench.stage;
  const [fewest = 0, ...more] = bench.extent.historyRows;
  const small = await makeApp(owner, 'history-small', bench.app.size);
  const large = await makeApp(owner, 'history-large', bench.app.size);
  await grow(databaseUrl, small, 0, fewest);
  const figures: Figure[] = [];
  const verdicts: Measure['verdicts'] = [];
  let has = 0;
  for (const rows of more) {
    await grow(databaseUrl, large, has, rows);
    has = rows;
    const named = (of: number) => ({ ...service, name: `service, ${count(of)} rows` });
    const taken = await compareUnderBar(bench, `history, ${count(rows)} rows`, [
      reader(bench, named(rows), pagesOf(large, rows)),
      reader(bench, named(fewest), pagesOf(small, fewest)),
    ]);
    const [after, before] = taken;
    if (figures.length === 0 && before) figures.push(before);
    if (after) figures.push(after);
    const last = rows === more.at(-1);
    verdicts.push(
      ...ratio([after, before], `${count(rows)} rows against ${count(fewest)}`, last ? 0.9 : null),
    );
  }
  return {
    name: 'history-growth',
    title: 'History, as rows grow',
    note: 'pages of 20: newest of 1,000 accounts, newest and deepest of one that has half of all rows',
    figures,
    verdicts,
  };
}

/** Account 1 has half of the rows; the others 24 each. */
async function grow(databaseUrl: string, { id: appId }: BenchApp, has: number, rows: number): Promise<void> {
  const lastAccount = (all: number) => (all === 0 ? 0 : 1 + Math.floor(all / 2 / shortHistory));
  const range = { appId, from: lastAccount(has) + 1, to: lastAccount(rows), entries: shortHistory };
  const long = { appId, account: 1, has: has === 0 ? shortHistory : has / 2, to: rows / 2 };
  await withBar(`loading ${count(rows)} rows of history`, rows - has, async (advance) => {
    const part = (rows - has) / 2 / countParts(range);
    await loadAccounts(databaseUrl, range, () => advance(part));
    await lengthenHistory(databaseUrl, long, advance);
  });
}

function pagesOf(app: BenchApp, rows: number): WireRequest[] {
  const middle = Math.floor(rows / 4);
  return spread(Math.floor(rows / 2 / shortHistory), 1000).flatMap((number) => [
    forAccount(app, number + 1, `${historyPath}?limit=20`),
    forAccount(app, 1, `${historyPath}?limit=20`),
    forAccount(app, 1, `${historyPath}?limit=20&cursor=${middle}`),
  ]);
}
