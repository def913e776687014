import { beforeEach, describe, expect, test } from 'vitest';
import { waitForInvalidation } from '@/lib/db/wait-for-invalidation';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { createHostCaller, listAccountEvents } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import { getUsage, type NamedReport, reportUsages, setUsage } from './usage';

// What accounts use of their limits, as the host application reports it.

const { owner, service: testService } = await openTestService();
let now = Date.now();
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let account: { id: string; title: string };

beforeEach(async () => {
  now = Date.now();
  app = await buildApp(owner, {
    features: ['projects', 'seats', 'export'],
    versions: [
      { title: 'Free', features: [1, 2, 3], amounts: { 1: 3, 2: 'unlimited' } },
      { title: 'Team', fee: 900, features: [1, 2, 3], amounts: { 1: 10, 2: 5 } },
    ],
  });
  account = await buildAccount(owner, app, { externalId: 'c1', history: app.versions.slice(0, 1) });
});

const report = (amounts: number[], reportedAt: number | null = null, name = 'c1') =>
  setUsage(service, createHostCaller(app), {
    account: name,
    amounts: Object.fromEntries(amounts.map((amount, index) => [`feature-${index + 1}`, amount])),
    reportedAt,
  });
const read = async (name = 'c1') => (await getUsage(service, createHostCaller(app), name)).usage;
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }) => `${code}: ${message}`,
  );

describe('a report', () => {
  test('replaces the earlier one as a whole', async () => {
    expect(await read()).toBeNull();
    expect(await report([14, 2.5])).toMatchObject({ stored: true, isFirst: true, externalId: 'c1' });
    now += 1000;
    expect(await report([15], null, account.id)).toMatchObject({ stored: true, isFirst: false });
    expect(await read(account.id)).toEqual({ amounts: { 'feature-1': 15 }, reportedAt: now });
    expect(await report([])).toMatchObject({ stored: true, amounts: {} });
  });

  test('that is older than the stored one changes nothing, and one of the same time replaces it', async () => {
    const at = now - 60_000;
    await report([14], at);
    expect(await report([13], at - 1)).toMatchObject({
      stored: false,
      amounts: { 'feature-1': 14 },
      reportedAt: at,
    });
    expect(await report([12], at)).toMatchObject({ stored: true, amounts: { 'feature-1': 12 } });
    expect(await read()).toEqual({ amounts: { 'feature-1': 12 }, reportedAt: at });
  });

  test('of a clock that is ahead counts as now, and one of the future is rejected', async () => {
    expect(await report([1], now + 200_000)).toMatchObject({ stored: true, reportedAt: now });
    now += 1;
    expect(await report([2])).toMatchObject({ stored: true });
    expect(await messageOf(report([3], now + 301_000))).toBe(
      'parameter_invalid: reported_at: expected a time in the past.',
    );
    expect((await read())?.amounts).toEqual({ 'feature-1': 2 });
  });

  test('names limits of the app only', async () => {
    expect(await messageOf(report([1, 2, 3]))).toBe(
      'parameter_unknown: amounts.feature-3 is no usage limit. Known limits: feature-1, feature-2.',
    );
    expect(await messageOf(report([1], null, 'c2'))).toBe('account_not_found: Account not found.');
    expect(await read()).toBeNull();
  });

  test('is no event, and no entry of the history', async () => {
    const before = await listAccountEvents(service, { app, account });
    await report([14]);
    expect(await listAccountEvents(service, { app, account })).toEqual(before);
  });
});

test('reports of many accounts are stored in one statement, and each has its outcome', async () => {
  for (const externalId of ['c2', 'c3']) await buildAccount(owner, app, { externalId });
  await report([9], now - 1000, 'c3');
  const named = (name: string, amount: number, reportedAt: number | null): NamedReport => ({
    account: name,
    amounts: { 'feature-1': amount },
    reportedAt,
    field: 'accounts.0.amounts',
  });
  const outcomes = await reportUsages(service, createHostCaller(app), [
    named('c2', 1, null),
    named('gone', 2, null),
    named('c1', 3, now - 10),
    named(account.id, 4, now - 20),
    named('c3', 5, now - 2000),
    named('c2', 6, now + 900_000),
  ]);
  expect(outcomes.map(({ stored, isFuture, amounts }) => [stored, isFuture, amounts?.['feature-1']])).toEqual(
    [
      [true, false, 1],
      [false, false, undefined],
      [true, false, 3],
      [false, false, 3],
      [false, false, 9],
      [false, true, 1],
    ],
  );
});

test('only the first report of an account notifies the servers', async () => {
  const client = await testService.pool.connect();
  const payloads: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload));
  await client.query('LISTEN app_versions');
  try {
    await report([1]);
    await report([2]);
    await waitForInvalidation(testService.db);
    await client.query('SELECT 1');
    expect(payloads.filter((payload) => payload?.startsWith('account'))).toEqual([
      `account ${app.id} ${account.id}`,
    ]);
  } finally {
    await client.query('UNLISTEN *');
    client.removeAllListeners('notification');
    client.release();
  }
});
