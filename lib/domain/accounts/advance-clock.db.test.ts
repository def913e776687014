import { beforeEach, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  changeInput,
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { switchVersion } from '../changes/switch-version';
import { approveChange, cancelChange, createChange } from '../changes/waiting-changes';
import { getHistoryAt, type HistoryEntryDetail, listHistory } from '../history/history';
import { listVersions } from '../subscription/list-versions';
import { updateAccount } from './accounts';
import { advanceClock } from './advance-clock';

const { owner, service } = await openTestService();
const dayMs = 86_400_000;
/** Whole seconds, like the times of the API. */
const start = Math.ceil(Date.now() / 1000) * 1000 + dayMs;
const day = (number: number) => start + number * dayMs;
const externalId = 'customer-1';
const [basic, pro, max] = [0, 1, 2];
let app: BuiltApp;
let caller: AccountCaller;

beforeEach(() => open(true));

async function open(isTest: boolean) {
  app = await buildApp(owner, {
    isTest,
    features: ['Core', 'Storage'],
    versions: [
      { title: 'Basic', fee: 1000, features: [1], optional: [{ feature: 2, addOn: 'Storage', fee: 100 }] },
      { title: 'Pro', fee: 3000, features: [1], optional: [{ feature: 2, addOn: 'Storage', fee: 100 }] },
      { title: 'Max', fee: 9000, features: [1, 2] },
    ],
  });
  const account = await buildAccount(owner, app, { externalId, history: app.versions.slice(1, 2) });
  const actor = { kind: 'session', id: 'pse_1', name: 'Ada', userId: 'user-1' } as const;
  caller = createAccountCaller(app, account, { via: 'session', actor });
}

const input = { ...changeInput, channel: 'portal' };
const versionId = (index: number) => app.versions[index]?.id ?? '';

const advance = async (to: number, name = externalId) => {
  const changes = await advanceClock(service, createHostCaller(app), name, to);
  return changes.map(({ change: { outcome, waitsFor, endedAt } }) => [outcome ?? waitsFor, endedAt]);
};

const create = (index: number, effective: 'now' | 'period_end' | number, as = caller) =>
  createChange(service, as, { ...input, versionId: versionId(index), billingPeriod: null, effective });

const asMember = (): AccountCaller => ({
  ...caller,
  role: 'member',
  actor: { kind: 'session', id: 'pse_2', name: 'Bob', userId: 'user-2' },
});

const switchTo = (index: number) => switchVersion(service, caller, { ...input, versionId: versionId(index) });

const setFee = (index: number, fee: number) =>
  withTenant(owner, { appId: app.id }, (queries) =>
    queries.version.update({ where: { appId_id: { appId: app.id, id: versionId(index) } }, data: { fee } }),
  );

async function readHistory() {
  const { entries } = await listHistory(service, caller, { limit: 100, before: null });
  return entries.map(({ entry: { version, activatedAt, users } }) => [
    version.title,
    activatedAt.getTime(),
    users,
  ]);
}

test('a change is applied at its own time, and not by the worker', async () => {
  await advance(start);
  await create(basic, day(2));
  expect(await advance(day(1))).toEqual([]);
  const later = { ...service, recordTime: () => day(9) };
  await applyDueChanges(later);
  expect((await readHistory())[0]?.[0]).toBe('Pro');
  expect(await advance(day(5))).toEqual([['applied', day(2)]]);
  expect((await readHistory())[0]).toEqual(['Basic', day(2), 1]);
});

test.each([
  ['ahead of', day(30)],
  ['behind', Date.now() - dayMs / 2],
])(
  'a price drop that accounts follow is in list, history and entry at a time, with a clock %s the server',
  async (_, clock) => {
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.updateMany({ where: { id: caller.account.id }, data: { clockAt: new Date(clock) } }),
    );
    const drop = (fee: number) =>
      publishChange(owner, app, (queries) =>
        queries.version.updateMany({ where: { id: versionId(basic) }, data: { fee } }),
      );
    const readPrices = ({ entry: { version }, catalogChanges }: HistoryEntryDetail) => [
      version.fee,
      ...catalogChanges.map(({ version: { fee } }) => fee),
    ];
    const read = async () => {
      const view = await readCatalogView(service, app.id, caller.account.id);
      const { versions } = listVersions(view, caller);
      const { entries } = await listHistory(service, caller, { limit: 100, before: null });
      const at = await getHistoryAt(service, caller, new Date(clock));
      return {
        listed: versions.find(({ version }) => version.id === versionId(basic))?.version.fee,
        history: entries.slice(0, -1).map(readPrices),
        at: at.entries.map(readPrices),
      };
    };
    await drop(900);
    await switchTo(basic);
    expect(await read()).toEqual({ listed: 900, history: [[900]], at: [[900]] });
    await drop(800);
    expect(await read()).toEqual({ listed: 800, history: [[900, 800]], at: [[800, 800]] });
    await updateAccount(service, createHostCaller(app), externalId, { users: 2 });
    expect(await read()).toEqual({ listed: 800, history: [[800], [900, 800]], at: [[800]] });
    await drop(700);
    expect(await read()).toEqual({
      listed: 700,
      history: [
        [800, 700],
        [900, 800],
      ],
      at: [[700, 700]],
    });
  },
);

test('the worker leaves an account alone once it has a clock', async () => {
  await create(basic, day(2));
  await advance(start);
  await applyDueChanges({ ...service, recordTime: () => day(9) });
  expect(await readHistory()).toHaveLength(1);
});

test.each([[[90]], [[2, 31, 90]], [[32, 89, 90]]])(
  'the result does not depend on the steps %j',
  async (days) => {
    await advance(start);
    await create(basic, day(2));
    await create(max, 'now', asMember());
    await setFee(basic, 1001);
    for (const number of days) await advance(day(number));
    const events = await listAccountEvents(service, caller);
    const states = events.map(({ type, timestamp }) => [type.split('_')[1], Date.parse(timestamp)]);
    // What is due on day 2 waits for the owner, because it costs more, and expires 30 days later.
    expect(states).toEqual([
      ['scheduled', start],
      ['waiting', start],
      ['waiting', day(2)],
      ['ended', day(30)],
      ['ended', day(32)],
    ]);
    expect(await readHistory()).toHaveLength(1);
  },
);

test('concurrent requests decide each change once', async () => {
  await advance(start);
  await create(basic, day(2));
  const [one, two] = await Promise.all([advance(day(5)), advance(day(5))]);
  expect([...one, ...two]).toContainEqual(['applied', day(2)]);
  expect(await readHistory()).toHaveLength(2);
});

test('an undo, the history and a change of users by the host have the time of the account', async () => {
  await advance(day(10));
  const { entry } = await switchTo(max);
  expect(entry.activatedAt.getTime()).toBe(day(10));
  const undo = () => switchVersion(service, caller, { ...input, restore: entry.id });
  await advance(day(11));
  expect(await codeOf(undo())).toBe('undo_expired');
  await updateAccount(service, createHostCaller(app), externalId, { users: 5 });
  expect((await readHistory())[0]).toEqual(['Max', day(11), 5]);
  await advance(day(12));
  await switchTo(pro);
  const storage = { ...input, addOnId: app.addOns[0]?.id ?? '', active: true, quantity: null };
  expect((await changeAddOn(service, caller, storage)).changedAt?.getTime()).toBe(day(12));
});

test('the end of the billing period, and moving it, follow the time of the account', async () => {
  const setPeriodEnd = (at: number) =>
    updateAccount(service, createHostCaller(app), externalId, { periodEndsAt: new Date(at) });
  await setPeriodEnd(day(5));
  await advance(day(5));
  expect(await codeOf(create(basic, 'period_end'))).toBe('period_end_unknown');
  await setPeriodEnd(day(35));
  await create(basic, 'period_end');
  await setPeriodEnd(day(40));
  expect(await advance(day(39))).toEqual([]);
  expect(await advance(day(40))).toEqual([['applied', day(40)]]);
});

test('a request expires, is approved or canceled at the time of the account', async () => {
  await advance(day(100));
  const approved = await create(max, 'now', asMember());
  expect(approved.change.expiresAt).toBe(day(130));
  expect((await approveChange(service, caller, approved.change.id, input)).change.endedAt).toBe(day(100));
  const canceled = await create(basic, day(101));
  expect((await cancelChange(service, caller, canceled.change.id, input)).change.endedAt).toBe(day(100));
});

test('a clock moves forward, at most two years at once, and only in a test app', async () => {
  expect(await codeOf(advance(Date.now() - 1000))).toBe('clock_in_past');
  await advance(day(2));
  expect(await advance(day(2))).toEqual([]);
  expect(await codeOf(advance(day(1)))).toBe('clock_in_past');
  expect(await codeOf(advance(day(2) + 732 * dayMs))).toBe('parameter_invalid');
  expect(await codeOf(advance(day(3), 'other'))).toBe('account_not_found');
  await open(false);
  expect(await codeOf(advance(day(1)))).toBe('clock_unavailable');
});
