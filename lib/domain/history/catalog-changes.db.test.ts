import { expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import type { Account } from '@/lib/db/generated/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { openTestService } from '@/tools/testing/test-service';
import { getHistoryAt, listHistory } from './history';

const { owner, service, openServer } = await openTestService();
const otherService = openServer();

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

const page = { limit: 1000, before: null };
const asCaller = (app: BuiltApp, account: Account) =>
  ({ app, account, role: 'owner', appKey: false }) as const;

function setFee(app: BuiltApp, index: number, fee: number, at: Date, title?: string): Promise<void> {
  const { id } = app.versions[index]!;
  return publishChange(
    owner,
    app,
    (queries) => queries.version.updateMany({ where: { id }, data: { fee, ...(title && { title }) } }),
    at,
  );
}

test('an entry at a time has the content of that time, and the title that it had first', async () => {
  const app = await buildApp(owner, { versions: 2 });
  const [first, second] = app.versions;
  const account = await buildAccount(owner, app, { history: [first!, second!] });
  const caller = asCaller(app, account);
  // Before contents were recorded. The snapshot of the entry is the only record of the price.
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.version.updateMany({ where: { id: second!.id }, data: { fee: 1100 } }),
  );
  // A change of another version records the content of all.
  await setFee(app, 0, 100, daysAgo(0.8));
  await setFee(app, 1, 1200, daysAgo(0.6), 'Renamed');
  await setFee(app, 1, 1200, daysAgo(0.5), 'Renamed again');
  await setFee(app, 1, 1300, daysAgo(0.4));

  const read = async (days: number) => {
    const { entries } = await getHistoryAt(service, caller, daysAgo(days));
    return entries.map(({ entry: { version }, catalogChanges }) => [
      version.title,
      version.fee,
      catalogChanges.map((change) => change.version.fee),
    ]);
  };
  expect(await read(3)).toEqual([]);
  expect(await read(1.5)).toEqual([['Version 1', 0, []]]);
  expect(await read(0.9)).toEqual([['Version 2', 1000, []]]);
  expect(await read(0.7)).toEqual([['Version 2', 1100, []]]);
  expect(await read(0.55)).toEqual([['Version 2', 1200, [1200]]]);
  expect(await read(0.45)).toEqual([['Version 2', 1200, [1200]]]);
  expect(await read(0)).toEqual([['Version 2', 1300, [1200, 1300]]]);

  const { entries } = await listHistory(service, caller, page);
  expect(
    entries.map(({ entry: { version }, catalogChanges }) => [
      version.fee,
      catalogChanges.map((change) => [change.previous.fee, change.version.fee]),
    ]),
  ).toEqual([
    [
      1000,
      [
        [1100, 1200],
        [1200, 1300],
      ],
    ],
    [0, []],
  ]);
});

test('a publication is visible in the next read of another server, and in no entry of another app', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const caller = asCaller(app, await buildAccount(owner, app));
  const other = await buildApp(owner, { versions: 1 });
  const otherCaller = asCaller(other, await buildAccount(owner, other));
  for (const server of [service, otherService]) await listHistory(server, caller, page);
  for (const [index, fee] of [500, 600, 700].entries()) {
    await setFee(app, 0, fee, new Date());
    for (const server of [service, otherService]) {
      const { entries } = await listHistory(server, caller, page);
      expect(entries[0]?.catalogChanges).toHaveLength(index + 1);
      const unchanged = await listHistory(server, otherCaller, page);
      expect(unchanged.entries[0]?.catalogChanges).toEqual([]);
    }
  }
});

test('pages of a history have the changes of their entries', async () => {
  const app = await buildApp(owner, { versions: 2 });
  const history = Array.from({ length: 9 }, (_, index) => app.versions[index % 2]!);
  const caller = asCaller(app, await buildAccount(owner, app, { history }));
  for (const day of [8.5, 7.5, 6.5, 3.5, 3.4, 0.5]) {
    await setFee(app, 0, Math.round(day * 100), daysAgo(day));
    await setFee(app, 1, Math.round(day * 100), daysAgo(day - 0.05));
  }
  const all = await listHistory(service, caller, page);
  const count = (entries: typeof all.entries) => entries.map(({ catalogChanges }) => catalogChanges.length);
  expect(count(all.entries)).toEqual([1, 0, 0, 2, 0, 0, 1, 1, 1]);
  for (const limit of [1, 2, 4]) {
    const paged = [];
    for (let before: number | null = null; ; ) {
      const { entries, next } = await listHistory(service, caller, { limit, before });
      paged.push(...entries);
      if (next === null) break;
      before = next;
    }
    expect(paged).toEqual(all.entries);
  }
});
