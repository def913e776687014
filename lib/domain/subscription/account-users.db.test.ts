import { beforeEach, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import {
  createAccountCaller,
  createHostCaller,
  changeInput as input,
  listAccountEvents,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { getAccount, updateAccount, upsertAccount } from '../accounts/accounts';
import { applyAccountImport, planAccountImport } from '../accounts/import-accounts';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { previewSwitch, type SwitchInput, switchVersion, type UndoInput } from '../changes/switch-version';
import { listHistory } from '../history/history';
import { listVersions } from './list-versions';

const { owner, service } = await openTestService();

let app: BuiltApp;
let caller: AccountCaller;

/** Taster allows 2 people, and 3 more with each Seats add-on. Kitchen allows any number. */
const spec: AppSpec = {
  title: 'Larder',
  features: ['Recipes', 'Team members'],
  units: { 2: { unit: 'person', isLimit: true } },
  usersLimit: 2,
  versions: [
    {
      title: 'Taster',
      fee: 0,
      features: [1, 2],
      amounts: { 2: 2 },
      optional: [{ feature: 2, addOn: 'Seats', fee: 300, userFee: 10, adds: 3, maxQuantity: 5 }],
    },
    { title: 'Kitchen', fee: 1000, userFee: 500, annualFee: 10_000, annualUserFee: 5000, features: [1, 2] },
    { title: 'Brigade', fee: 5000, userFee: 400, features: [1, 2], amounts: { 2: 20 } },
  ],
};

beforeEach(async () => {
  app = await buildApp(owner, spec);
  caller = await createCaller(9, 2);
});

async function createCaller(users: number, version: number): Promise<AccountCaller> {
  const history = app.versions.slice(version - 1, version);
  const account = await buildAccount(owner, app, { externalId: 'c1', users, history });
  return createAccountCaller(app, account);
}

const versionId = (number: number) => app.versions[number - 1]?.id ?? '';
const switchTo = (number: number, fields: Partial<SwitchInput> = {}, by = caller) =>
  switchVersion(service, by, { ...input, versionId: versionId(number), ...fields });
const undo = (restore: string, fields: Partial<UndoInput> = {}) =>
  switchVersion(service, caller, { ...input, restore, ...fields });
const hostOf = () => createHostCaller(app);
const getView = () => readCatalogView(service, app.id, caller.account.id);
const readUsers = async () => (await getAccount(service, hostOf(), 'c1')).users;
/** Newest first. */
const readHistory = async () =>
  (await listHistory(service, caller, { limit: 100, before: null })).entries.map(({ entry }) => [
    entry.kind,
    entry.version.title,
    entry.users,
  ]);
const limit = (allowed: number, requested: number, current: number) => ({
  code: 'users_limit_exceeded',
  users: { allowed, requested, current, unit: 'person' },
});

describe('a switch', () => {
  test('keeps the number of users, or sets it', async () => {
    await switchTo(3);
    await switchTo(2, { users: 12 });
    expect(await readHistory()).toEqual([
      ['switch', 'Kitchen', 12],
      ['switch', 'Brigade', 9],
      ['switch', 'Kitchen', 9],
    ]);
    expect(await readUsers()).toBe(12);
  });

  test('to the same version with another number is an entry of its own kind, with its event', async () => {
    const { entry, changed } = await switchTo(2, { users: 10, billingPeriod: 'month' });
    expect([entry.kind, entry.users, entry.direction, changed]).toEqual(['users', 10, 'upgrade', true]);
    expect(await readHistory()).toEqual([
      ['users', 'Kitchen', 10],
      ['switch', 'Kitchen', 9],
    ]);
    expect(await listAccountEvents(service, caller)).toMatchObject([{ data: { kind: 'users', users: 10 } }]);
    expect((await switchTo(2, { users: 10 })).changed).toBe(false);
    // With another period, it is a switch.
    await switchTo(2, { users: 11, billingPeriod: 'year' });
    expect((await readHistory())[0]).toEqual(['switch', 'Kitchen', 11]);
  });

  test('is rejected after a change of the number of users that the user has not seen', async () => {
    const { revision } = await previewSwitch(service, caller, versionId(3));
    await updateAccount(service, hostOf(), 'c1', { users: 10 });
    expect(await codeOf(switchTo(3, { ifMatch: revision }))).toBe('preview_stale');
    const preview = await previewSwitch(service, caller, versionId(3), { users: 11 });
    expect(await codeOf(switchTo(3, { ifMatch: preview.revision, users: 11 }))).toBe('done');
  });

  test('of an account without a version is decided on the users that it has then', async () => {
    const account = await buildAccount(owner, app, { externalId: 'c2', users: 3, history: [] });
    const by = { ...caller, account };
    const { revision } = await previewSwitch(service, by, versionId(2));
    await updateAccount(service, hostOf(), 'c2', { users: 4 });
    expect(await codeOf(switchTo(2, { ifMatch: revision }, by))).toBe('preview_stale');
    const { entry } = await switchTo(2, {}, by);
    expect([entry.sequence, entry.users]).toEqual([1, 4]);
  });
});

test('totals are for the users of the account, or for a requested number', async () => {
  const view = await getView();
  const listAmounts = (users?: number) =>
    listVersions(view, caller, { users }).versions.map(({ total }) => total?.amount);
  // The first allows two.
  expect([listAmounts(), listAmounts(20), listAmounts(2)]).toEqual([
    [undefined, 5500, 8600],
    [undefined, 11_000, 13_000],
    [0, 2000, 5800],
  ]);
});

describe('the limit on users', () => {
  test('blocks a plan that allows fewer in list, preview and switch', async () => {
    const blocker = { ...limit(2, 9, 9), message: 'Taster allows 2 people. You have 9.' };
    const [taster, kitchen] = listVersions(await getView(), caller).versions;
    expect([taster?.decision?.blockers, kitchen?.decision?.blockers]).toMatchObject([[blocker], []]);
    expect((await previewSwitch(service, caller, versionId(1))).blockers).toMatchObject([blocker]);
    expect(await codeOf(switchTo(1))).toBe('users_limit_exceeded');
    expect(await codeOf(switchTo(1, { users: 2 }))).toBe('done');
  });

  test('applies to the requested number', async () => {
    const [taster, , brigade] = listVersions(await getView(), caller, { users: 21 }).versions;
    expect([taster?.decision?.allowed, brigade?.decision?.allowed]).toEqual([false, false]);
    expect((await previewSwitch(service, caller, versionId(3), { users: 21 })).blockers).toMatchObject([
      { ...limit(20, 21, 9), message: 'Brigade allows 20 people. You chose 21.' },
    ]);
    expect(await codeOf(switchTo(3, { users: 20 }))).toBe('done');
    expect(await codeOf(switchTo(3, { users: 21 }))).toBe('users_limit_exceeded');
  });

  test('keeps an account out of a move', async () => {
    const versions = { fromVersionId: versionId(2), toVersionId: versionId(1) };
    const move = await makeMove(service, hostOf(), {
      ...versions,
      effective: Date.now() + 1e9,
      reason: null,
    });
    expect(move).toMatchObject({ scheduled: 0, skipped: { users_limit_exceeded: 1 } });
  });

  test('includes the add-ons that stay on', async () => {
    caller = await createCallerOf('c5', 2);
    expect(await codeOf(switchTo(1, { users: 3 }))).toBe('users_limit_exceeded');
    const addOnId = app.addOns[0]?.id ?? '';
    await changeAddOn(service, caller, { ...input, addOnId, active: true, quantity: 2 });
    expect(await codeOf(switchTo(1, { users: 9 }))).toBe('users_limit_exceeded');
    expect(await codeOf(switchTo(1, { users: 8 }))).toBe('done');
  });

  test('lets an account with more users, which the host has set, keep or reduce them', async () => {
    caller = await createCallerOf('c6', 1);
    await updateAccount(service, hostOf(), 'c6', { users: 7 });
    expect(listVersions(await getView(), caller).versions[0]?.decision?.allowed).toBe(true);
    expect(await codeOf(switchTo(1, { users: 8 }))).toBe('users_limit_exceeded');
    expect(await codeOf(switchTo(1, { users: 5 }))).toBe('done');
  });

  async function createCallerOf(externalId: string, users: number): Promise<AccountCaller> {
    const account = await buildAccount(owner, app, { externalId, users, history: app.versions.slice(0, 1) });
    return { ...caller, account };
  }
});

describe('an undo', () => {
  test('returns to the number of users before', async () => {
    const { entry } = await switchTo(3, { users: 12 });
    expect(await previewSwitch(service, caller, versionId(2), { restore: entry.id })).toMatchObject({
      before: { users: 12 },
      after: { users: 9 },
      totals: { before: { users: 12 }, after: { users: 9 } },
    });
    await undo(entry.id);
    expect([(await readHistory())[0], await readUsers()]).toEqual([['switch', 'Kitchen', 9], 9]);
  });

  test('of a change of users alone is of that kind', async () => {
    const { entry } = await switchTo(2, { users: 12 });
    expect((await undo(entry.id)).entry).toMatchObject({ kind: 'users', users: 9, undo: true });
  });
});

describe('the host application', () => {
  test('sets the number with PATCH and PUT, also above the limit, with an entry', async () => {
    await updateAccount(service, hostOf(), 'c1', { users: 30, title: 'Acme' });
    await upsertAccount(service, hostOf(), { externalId: 'c1', title: 'Acme', users: 31 });
    await upsertAccount(service, hostOf(), { externalId: 'c1', title: 'Acme' });
    expect(await readHistory()).toEqual([
      ['users', 'Kitchen', 31],
      ['users', 'Kitchen', 30],
      ['switch', 'Kitchen', 9],
    ]);
    expect(await getAccount(service, hostOf(), 'c1')).toMatchObject({ title: 'Acme', users: 31 });
  });

  test('creates an account with a number', async () => {
    const account = { externalId: 'c3', title: 'New', users: 4, versionId: versionId(2) };
    expect(await upsertAccount(service, hostOf(), account)).toMatchObject({ created: true, users: 4 });
    caller = { ...caller, account: { id: (await getAccount(service, hostOf(), 'c3')).id, title: 'New' } };
    expect(await readHistory()).toEqual([['switch', 'Kitchen', 4]]);
  });

  test('that manages the number is the only one to change it', async () => {
    app = await buildApp(owner, { ...spec, usersManagedBy: 'host' });
    caller = await createCaller(9, 2);
    expect(await codeOf(switchTo(2, { users: 10 }))).toBe('users_managed_by_host');
    expect(await codeOf(switchTo(3, { users: 9 }))).toBe('done');
    const { entry } = await switchTo(3, { users: 10 }, { ...caller, appKey: true });
    expect(await codeOf(undo(entry.id))).toBe('users_managed_by_host');
    const { entries } = await listHistory(service, caller, { limit: 1, before: null });
    expect(entries[0]?.undoUntil).toBeNull();
  });
});

test('an import sets the number of users, and repeated changes nothing', async () => {
  const rows = [
    { line: 2, externalId: 'c1', title: 'Example Ltd', users: 15 },
    { line: 3, externalId: 'new', title: 'New', tag: 'v2', users: 3 },
    { line: 4, externalId: 'other', title: 'Other', tag: 'v2' },
    { line: 5, externalId: 'bare', users: 4 },
  ];
  await buildAccount(owner, app, { externalId: 'bare', history: [] });
  const plan = await planAccountImport(owner, app, rows);
  expect(plan.counts).toEqual({ created: 2, updated: 2, unchanged: 0 });
  expect(await applyAccountImport(owner, { app, rows, makeId })).toEqual(plan.counts);
  expect(await applyAccountImport(owner, { app, rows, makeId })).toEqual({
    created: 0,
    updated: 0,
    unchanged: 4,
  });
  expect(await readHistory()).toEqual([
    ['users', 'Kitchen', 15],
    ['switch', 'Kitchen', 9],
  ]);
  expect(await listAccountEvents(service, caller)).toMatchObject([{ data: { kind: 'users', users: 15 } }]);
  const read = async (id: string) => (await getAccount(service, hostOf(), id)).users;
  expect([await read('c1'), await read('new'), await read('other'), await read('bare')]).toEqual([
    15, 3, 1, 4,
  ]);
});
