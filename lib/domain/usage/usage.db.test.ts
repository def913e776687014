import { beforeEach, describe, expect, test } from 'vitest';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  changeInput as input,
  listAccountEvents,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { updateAccount } from '../accounts/accounts';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { switchVersion } from '../changes/switch-version';
import { approveChange, createChange, getChange } from '../changes/waiting-changes';
import { listHistory } from '../history/history';
import { previewMove } from '../moves/moves';
import { getUsage, type NamedReport, reportUsages, setUsage } from './usage';

// What accounts use of their limits, as the host application reports it.

const { owner, service: testService } = await openTestService();
let now = Date.now();
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let account: { id: string; title: string };
let caller: AccountCaller;

beforeEach(async () => {
  now = Date.now();
  app = await buildApp(owner, {
    features: ['Projects', 'Seats', 'Export'],
    units: { 1: { unit: 'project' } },
    blocking: [1],
    versions: [
      { title: 'Free', features: [1, 2, 3], amounts: { 1: 10, 2: 'unlimited' } },
      {
        title: 'Team',
        fee: 900,
        features: [1, 2, 3],
        amounts: { 1: 20, 2: 5 },
        optional: [{ feature: 1, addOn: 'More', fee: 100, adds: 5, maxQuantity: 3 }],
      },
    ],
  });
  account = await buildAccount(owner, app, { externalId: 'c1', history: app.versions.slice(1, 2) });
  caller = createAccountCaller(app, account);
});

const report = (amounts: number[], reportedAt: number | null = null, name = 'c1') =>
  setUsage(service, createHostCaller(app), {
    account: name,
    amounts: Object.fromEntries(amounts.map((amount, index) => [`feature-${index + 1}`, amount])),
    reportedAt,
  });
const read = async (name = 'c1') => (await getUsage(service, createHostCaller(app), name)).usage;
const versionId = (number: number) => app.versions[number - 1]?.id ?? '';
const switchTo = (number: number) =>
  switchVersion(service, caller, { ...input, versionId: versionId(number) });
const asHost = () => createAccountCaller(app, account, { appKey: true });
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
      'parameter_unknown: amounts.feature-3: Not a usage limit. Known limits: feature-1, feature-2.',
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

test('reports at the same time share statements, and each has its outcome', async () => {
  const names = ['c1', 'gone', account.id, ...Array.from({ length: 40 }, (_, index) => `n${index}`)];
  for (const externalId of names.slice(3)) await buildAccount(owner, app, { externalId });
  const send = (name: string, index: number) =>
    report([index], name === account.id ? now - 10 : null, name).then(
      ({ accountId, amounts }) => [accountId !== null, amounts?.['feature-1']],
      (error: unknown) => (error as Error).message,
    );
  const outcomes = await Promise.all(names.map(send));
  expect(outcomes).toEqual([
    [true, 0],
    'Account not found.',
    [true, expect.toBeOneOf([0, 2])],
    ...names.slice(3).map((_, index) => [true, index + 3]),
  ]);
  expect((await read())?.amounts).toEqual({ 'feature-1': 0 });
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

describe('a change below what the account uses', () => {
  const blocked = 'usage_exceeds_limit';

  test('is blocked by the newest report, also for a caller whose state is from before the first one', async () => {
    const { state, catalog } = await readCatalogView(service, app.id, account.id);
    const cached = { ...caller, app: catalog.app, state };
    await report([14]);
    expect(await codeOf(switchTo(1))).toBe(blocked);
    expect(await codeOf(switchVersion(service, cached, { ...input, versionId: versionId(1) }))).toBe(blocked);
    await report([10]);
    await switchTo(1);
  });

  test('is an undo too, and history says so', async () => {
    await switchTo(1);
    const { entry } = await switchTo(2);
    const undoEnd = async () =>
      (await listHistory(service, caller, { limit: 1, before: null })).entries[0]?.undoUntil;
    expect(await undoEnd()).not.toBeNull();
    await report([14]);
    expect(await undoEnd()).toBeNull();
    const undo = { ...input, restore: entry.id };
    expect(await codeOf(switchVersion(service, caller, undo))).toBe(blocked);
    await report([9]);
    await switchVersion(service, caller, undo);
  });

  test('is one of an add-on, down to the quantity that the usage needs', async () => {
    const addOnId = app.addOns[0]?.id ?? '';
    const set = (quantity: number) =>
      changeAddOn(service, caller, { ...input, addOnId, active: quantity > 0, quantity: quantity || null });
    await set(3);
    await report([27]);
    expect(await codeOf(set(0))).toBe(blocked);
    expect(await codeOf(set(1))).toBe(blocked);
    await set(2);
  });

  test('that is due waits for the owner, by the usage of then', async () => {
    await report([4]);
    const { change } = await createChange(service, caller, {
      ...input,
      versionId: versionId(1),
      effective: now + 3_600_000,
    });
    const { id } = change;
    now += 3_600_001;
    await report([14]);
    await applyDueChanges(service);
    expect((await getChange(service, caller, id)).change).toMatchObject({
      waitsFor: 'owner',
      blockers: [{ code: blocked, message: 'Projects: Free allows 10 projects. You use 14.' }],
    });
    expect(await codeOf(approveChange(service, caller, id, input))).toBe(blocked);
    await report([9]);
    await approveChange(service, caller, id, input);
    expect((await readCatalogView(service, app.id, account.id)).state.current?.versionId).toBe(versionId(1));
  });

  test('can’t be scheduled, and a move leaves the account out', async () => {
    await report([14]);
    const change = { ...input, versionId: versionId(1), effective: now + 3_600_000 };
    expect(await codeOf(createChange(service, caller, change))).toBe(blocked);
    const move = { fromVersionId: versionId(2), toVersionId: versionId(1), effective: 'now' as const };
    const { skipped } = await previewMove(service, createHostCaller(app), {
      ...move,
      limit: 10,
      after: null,
    });
    expect(skipped.map(({ code }) => code)).toEqual([blocked]);
  });

  test('is none that the host reports of users', async () => {
    await report([25]);
    expect(await updateAccount(service, createHostCaller(app), 'c1', { users: 9 })).toMatchObject({
      users: 9,
    });
    expect(await codeOf(switchVersion(service, asHost(), { ...input, versionId: versionId(1) }))).toBe(
      blocked,
    );
  });
});
