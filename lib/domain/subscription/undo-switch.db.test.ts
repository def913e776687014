import { beforeEach, describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { createAccountCaller, changeInput as input, listAccountEvents } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { type AccountCaller, listActiveAddOns } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { previewSwitch, type SwitchInput, switchVersion, type UndoInput } from '../changes/switch-version';
import { listAddOnHistory } from '../history/add-on-changes';
import { listHistory } from '../history/history';
import { toApiError } from '../to-api-error';
import { undoPeriodMs } from './change-rules';

const { owner, service } = await openTestService();
let app: BuiltApp;
let caller: AccountCaller;

/** Pro includes SSO and has another price for Storage. Max has no add-ons and is not sold annually. */
beforeEach(async () => {
  app = await buildApp(owner, {
    features: ['Core', 'SSO', 'Storage'],
    versions: [
      {
        title: 'Basic',
        fee: 1000,
        annualFee: 10_000,
        features: [1],
        optional: [
          { feature: 2, addOn: 'SSO', fee: 300, annualFee: 3000 },
          { feature: 3, addOn: 'Storage', fee: 100, adds: 5 },
        ],
      },
      {
        title: 'Pro',
        fee: 3000,
        annualFee: 30_000,
        features: [1, 2],
        optional: [{ feature: 3, addOn: 'Storage', fee: 250, adds: 5 }],
      },
      { title: 'Max', fee: 9000, features: [1, 2, 3] },
    ],
  });
  caller = await createCaller();
});

async function createCaller(role: AccountCaller['role'] = 'owner'): Promise<AccountCaller> {
  return createAccountCaller(app, await buildAccount(owner, app), { role });
}

const versionId = (number: number) => app.versions[number - 1]?.id ?? '';

function switchTo(number: number, fields: Partial<SwitchInput> = {}) {
  return switchVersion(service, caller, { ...input, versionId: versionId(number), ...fields });
}

async function turnOn(...titles: string[]) {
  for (const title of titles) {
    const addOnId = app.addOns.find((addOn) => addOn.title === title)?.id ?? '';
    await changeAddOn(service, caller, { ...input, addOnId, active: true });
  }
}

const undo = (restore: string, fields: Partial<UndoInput> = {}, source = service) =>
  switchVersion(source, caller, { ...input, restore, ...fields });

/** The plan, the period and the active add-ons with their prices. */
async function readState() {
  const { state } = await readCatalogView(service, app.id, caller.account.id);
  const title = app.versions.find(({ id }) => id === state.current?.versionId)?.title;
  const addOns = listActiveAddOns(state).map((addOn) => [addOn.title, addOn.fee, addOn.annualFee]);
  return [title, state.current?.billingPeriod ?? 'month', ...addOns.sort()];
}

const readHistory = async () =>
  (await listHistory(service, caller, { limit: 1000, before: null })).entries.map(({ entry }) => entry);

const updateCatalog = (work: Parameters<typeof withTenant<unknown>>[2]) =>
  withTenant(owner, { appId: app.id }, work);

describe('between versions of one plan', () => {
  const plan = { exitBlocker: 'Your contract runs until May.' };
  const storage = { feature: 3, addOn: 'Storage', adds: 5 };

  test('a switch keeps the add-ons, and can be undone', async () => {
    app = await buildApp(owner, {
      versions: [
        { ...plan, title: 'Kitchen', fee: 1100, features: [1, 3], optional: [{ ...storage, fee: 200 }] },
        { ...plan, replacedBy: 1, fee: 900, features: [1, 2, 3], optional: [{ ...storage, fee: 100 }] },
        { ...plan, replacedBy: 1, fee: 700, features: [1] },
      ],
    });
    const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
    caller = { ...caller, app, account };
    await turnOn('Storage');
    const before = await readState();
    const preview = await previewSwitch(service, caller, versionId(1));
    expect(preview.replacedBy).toEqual({ from: versionId(1), to: null });
    expect(preview).toMatchObject({ direction: 'upgrade', blockers: [] });
    expect(preview.changes.lost.map(({ title }) => title)).toEqual(['Feature 2']);

    const { entry } = await switchTo(1);
    expect(await readState()).toEqual(['Kitchen', 'month', ['Storage', 200, null]]);
    expect(entry.addOns).toMatchObject([{ title: 'Storage', outcome: 'kept' }]);
    for (const number of [2, 3]) expect(await codeOf(switchTo(number))).toBe('version_inactive');

    const restore = { restore: entry.id };
    const undone = await previewSwitch(service, caller, versionId(2), restore);
    expect(undone.replacedBy).toEqual({ from: null, to: versionId(1) });
    await undo(entry.id);
    expect(await readState()).toEqual(before);
    expect((await readHistory())[0]?.version.versionId).toBe(versionId(2));
  });
});

describe('an undo', () => {
  test('returns to plan, period and add-ons with their prices, in an entry of its own', async () => {
    await switchTo(1, { billingPeriod: 'year' });
    await turnOn('SSO', 'Storage');
    const before = await readState();
    expect(before).toEqual(['Basic', 'year', ['SSO', 300, 3000], ['Storage', 100, null]]);
    const { entry } = await switchTo(3);
    expect(await readState()).toEqual(['Max', 'month']);

    const undone = await undo(entry.id, { reason: 'Too much' });
    expect(undone).toMatchObject({ changed: true, replayed: false });
    expect(await readState()).toEqual(before);
    const history = await readHistory();
    expect(history).toHaveLength(4);
    expect(history[0]).toMatchObject({
      id: undone.entry.id,
      undo: true,
      direction: 'downgrade',
      reason: 'Too much',
      addOns: [
        { title: 'SSO', outcome: 'restored', fee: 300 },
        { title: 'Storage', outcome: 'restored', fee: 100 },
      ],
    });
    expect(history[1]?.undo).toBe(false);
    const { entries } = await listAddOnHistory(service, caller, { limit: 2, before: null });
    expect(
      entries.map(({ title, active, cause, historyEntryId }) => [title, active, cause, historyEntryId]),
    ).toEqual([
      ['Storage', true, 'switch', undone.entry.id],
      ['SSO', true, 'switch', undone.entry.id],
    ]);
    const events = await listAccountEvents(service, caller);
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      'account.version_switched',
      'account.option_enabled',
      'account.option_enabled',
    ]);
  });

  test('of a switch that kept and included add-ons returns to their earlier prices, and can be undone', async () => {
    await turnOn('SSO', 'Storage');
    const before = await readState();
    const { entry } = await switchTo(2);
    const after = await readState();
    expect(after).toEqual(['Pro', 'month', ['Storage', 250, null]]);
    const undone = await undo(entry.id);
    expect(await readState()).toEqual(before);
    await undo(undone.entry.id);
    expect(await readState()).toEqual(after);
  });

  test('of a change of the billing period returns to the other period', async () => {
    await turnOn('SSO');
    const { entry } = await switchTo(1, { billingPeriod: 'year' });
    await undo(entry.id);
    expect(await readState()).toEqual(['Basic', 'month', ['SSO', 300, 3000]]);
  });

  test('returns to a retired or hidden plan with an entry blocker, and to a retired add-on', async () => {
    await turnOn('SSO');
    const { entry } = await switchTo(3);
    await updateCatalog(async (queries) => {
      const data = { active: false, public: false, entryBlocker: 'Contact us.' };
      await queries.version.updateMany({ where: { id: versionId(1) }, data });
      await queries.addOn.updateMany({ where: { appId: app.id }, data: { active: false } });
      await queries.addOnVersion.deleteMany({ where: { appId: app.id } });
    });
    expect(await codeOf(switchTo(1))).toBe('version_not_found');
    await undo(entry.id);
    expect(await readState()).toEqual(['Basic', 'month', ['SSO', 300, 3000]]);
  });

  test('by several requests is made once', async () => {
    const { entry } = await switchTo(2);
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(undo(entry.id))));
    expect(codes.sort()).toEqual(['done', ...Array(3).fill('undo_superseded')]);
    expect(await readHistory()).toHaveLength(3);
  });
});

describe('an undo is rejected', () => {
  test('after a switch, after a change of an add-on, and after 24 hours', async () => {
    const first = await switchTo(2);
    const second = await switchTo(1);
    expect(await codeOf(undo(first.entry.id))).toBe('undo_superseded');
    const activatedAt = second.entry.activatedAt.getTime();
    const at = (time: number) => ({ ...service, recordTime: () => time });
    const preview = (time: number) =>
      previewSwitch(at(time), caller, versionId(2), { restore: second.entry.id });
    expect((await preview(activatedAt + undoPeriodMs - 1)).blockers).toEqual([]);
    expect((await preview(activatedAt + undoPeriodMs)).blockers).toMatchObject([{ code: 'undo_expired' }]);
    const late = undo(second.entry.id, {}, at(activatedAt + undoPeriodMs));
    expect(await codeOf(late)).toBe('undo_expired');
    await turnOn('SSO');
    expect(await codeOf(undo(second.entry.id))).toBe('undo_superseded');
    expect(await readHistory()).toHaveLength(3);
  });

  test('if the price of the plan or of an add-on has changed since', async () => {
    await turnOn('Storage');
    const { entry } = await switchTo(2);
    const setPlanFee = (fee: number) =>
      updateCatalog((queries) => queries.version.updateMany({ where: { id: versionId(1) }, data: { fee } }));
    await setPlanFee(1100);
    const error = await undo(entry.id).catch(toApiError);
    expect(error).toMatchObject({
      code: 'undo_unavailable',
      message: 'The price of Basic has changed since this switch. Choose a plan instead.',
    });
    await setPlanFee(1000);
    await updateCatalog((queries) =>
      queries.addOnVersion.updateMany({ where: { versionId: versionId(1) }, data: { fee: 150 } }),
    );
    expect(await codeOf(undo(entry.id))).toBe('undo_unavailable');
  });

  test('by the exit blocker of the plan', async () => {
    const { entry } = await switchTo(2);
    const data = { exitBlocker: 'Your contract runs until May.' };
    await updateCatalog((queries) => queries.version.updateMany({ where: { id: versionId(2) }, data }));
    expect(await codeOf(undo(entry.id))).toBe('exit_restricted');
  });

  test('for the first entry, an unknown one, that of another account, and a member', async () => {
    const [first] = await readHistory();
    expect(await codeOf(undo(first?.id ?? ''))).toBe('undo_unavailable');
    const { entry } = await switchTo(2);
    for (const id of ['', 'avh_1', '\u0000', entry.id.slice(0, -1), entry.id.toUpperCase()]) {
      expect(await codeOf(undo(id))).toBe('history_entry_not_found');
    }
    const member = { ...caller, role: 'member' } as const;
    expect(await codeOf(switchVersion(service, member, { ...input, restore: entry.id }))).toBe('forbidden');
    caller = await createCaller();
    expect(await codeOf(undo(entry.id))).toBe('history_entry_not_found');
  });
});

describe('the preview of an undo', () => {
  test('states what it restores with the totals, and its revision confirms only it', async () => {
    await turnOn('SSO');
    const { entry } = await switchTo(3);
    const restore = entry.id;
    const preview = await previewSwitch(service, caller, versionId(1), { restore });
    expect(preview).toMatchObject({
      blockers: [],
      direction: 'downgrade',
      from: { title: 'Max' },
      to: { title: 'Basic' },
      addOns: [{ outcome: 'restored', after: { price: { fee: 300 } }, message: 'SSO is turned on again.' }],
      totals: { before: { amount: 9000 }, after: { amount: 1300 } },
    });
    const { revision } = await previewSwitch(service, caller, versionId(1));
    expect(await codeOf(undo(restore, { ifMatch: revision }))).toBe('preview_stale');
    expect(await codeOf(switchTo(1, { ifMatch: preview.revision }))).toBe('preview_stale');
    expect(await codeOf(undo(restore, { ifMatch: preview.revision }))).toBe('done');
  });
});

test('the history states until when the newest switch can be undone', async () => {
  const list = async () => (await listHistory(service, caller, { limit: 10, before: null })).entries;
  expect((await list()).map(({ undoUntil }) => undoUntil)).toEqual([null]);
  const { entry } = await switchTo(2);
  const until = new Date(entry.activatedAt.getTime() + undoPeriodMs);
  expect((await list()).map(({ undoUntil }) => undoUntil)).toEqual([until, null]);
  // The caller's state is that of before the switch. Reads do not wait for each other.
  const lists = await Promise.all(Array.from({ length: 40 }, list));
  expect(lists.map(([newest]) => newest?.undoUntil)).toEqual(Array(40).fill(until));
  const setPlanFee = (fee: number) =>
    updateCatalog((queries) => queries.version.updateMany({ where: { id: versionId(1) }, data: { fee } }));
  await setPlanFee(1100);
  expect((await list()).map(({ undoUntil }) => undoUntil)).toEqual([null, null]);
  await setPlanFee(1000);
  expect((await list()).map(({ undoUntil }) => undoUntil)).toEqual([until, null]);
  await turnOn('Storage');
  expect((await list()).map(({ undoUntil }) => undoUntil)).toEqual([null, null]);
});
