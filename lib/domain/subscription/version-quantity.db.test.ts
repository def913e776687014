import { beforeEach, describe, expect, test } from 'vitest';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { createAccountCaller, changeInput as input, listAccountEvents } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { previewSwitch, type SwitchInput, switchVersion } from '../changes/switch-version';
import { approveChange, createChange } from '../changes/waiting-changes';
import { listHistory } from '../history/history';
import { listVersions, type RequestedPrice } from './list-versions';
import { computeSubscriptionTotal, getSubscription } from './subscription';

// Versions that are sold from a number of users on, or by a unit such as sites.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
let now = Date.now() + dayMs;
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let caller: AccountCaller;

const spec: AppSpec = {
  title: 'Larder',
  versions: [
    { title: 'Free', fee: 0 },
    { title: 'Team', fee: null, userFee: 1832, userFeeUnit: 'person', minUsers: 10 },
    { title: 'Outlet', fee: 1800, feeUnit: 'outlet', minQuantity: 2, maxQuantity: 50 },
    { title: 'Chain', fee: 3000, feeUnit: 'outlet' },
    { title: 'Depot', fee: 900, feeUnit: 'depot' },
  ],
};
const [free, team, outlet, chain, depot] = [1, 2, 3, 4, 5];

beforeEach(async () => {
  now = Date.now() + dayMs;
  await open({});
});

async function open(fields: Partial<AppSpec>, version = free, users = 3) {
  app = await buildApp(owner, { ...spec, ...fields });
  const history = app.versions.slice(version! - 1, version);
  caller = createAccountCaller(app, await buildAccount(owner, app, { externalId: 'c1', users, history }));
}

const idOf = (number = 0) => app.versions[number - 1]?.id ?? '';
const switchTo = (number: number | undefined, fields: Partial<SwitchInput> = {}) =>
  switchVersion(service, caller, { ...input, versionId: idOf(number), ...fields });
const getView = () => readCatalogView(service, app.id, caller.account.id);
const read = async () => {
  const view = await getView();
  const subscription = getSubscription(view);
  const total = computeSubscriptionTotal(subscription, view.catalog);
  return [subscription.version?.title, subscription.users, subscription.quantity, total?.amount];
};
const list = async (requested: RequestedPrice = {}) =>
  listVersions(await getView(), caller, requested).versions.map(({ version, total, decision }) => [
    version.title,
    total?.amount,
    decision?.blockers.map(({ code }) => code).join() ?? '',
  ]);

describe('a minimum of users', () => {
  test('is counted in totals, and set by a switch that names no number', async () => {
    expect((await list())[1]).toEqual(['Team', 18_320, '']);
    const preview = await previewSwitch(service, caller, idOf(team));
    expect([preview.after.users, preview.totals.after?.amount]).toEqual([10, 18_320]);
    await switchTo(team, { ifMatch: preview.revision });
    expect(await read()).toEqual(['Team', 10, null, 18_320]);
  });

  test('blocks a smaller number, with the smallest', async () => {
    expect((await list({ users: 4 }))[1]).toEqual(['Team', 18_320, 'users_below_minimum']);
    const { blockers } = await previewSwitch(service, caller, idOf(team), { users: 4 });
    expect(blockers).toMatchObject([
      {
        message: 'Team starts at 10 people. You chose 4.',
        users: { allowed: 10, requested: 4, current: 3, unit: 'person' },
      },
    ]);
    expect(await codeOf(switchTo(team, { users: 4 }))).toBe('users_below_minimum');
    await switchTo(team, { users: 12 });
    expect(await codeOf(switchTo(team, { users: 9 }))).toBe('users_below_minimum');
    await switchTo(team, { users: 10 });
    expect(await read()).toEqual(['Team', 10, null, 18_320]);
  });

  test('is paid, and blocks nothing, where the host application manages the users', async () => {
    await open({ usersManagedBy: 'host' });
    await switchTo(team);
    expect(await read()).toEqual(['Team', 3, null, 18_320]);
  });

  test('is paid by an account that had the version with fewer users, which can add some', async () => {
    await open({}, team);
    expect(await read()).toEqual(['Team', 3, null, 18_320]);
    await switchTo(team, { users: 5 });
    expect(await codeOf(switchTo(team, { users: 4 }))).toBe('users_below_minimum');
    expect(await read()).toEqual(['Team', 5, null, 18_320]);
  });
});

describe('a version that is sold by a unit', () => {
  test('has the smallest quantity, or the one of the request', async () => {
    expect((await list()).slice(2)).toEqual([
      ['Outlet', 3600, ''],
      ['Chain', 3000, ''],
      ['Depot', 900, ''],
    ]);
    expect((await list({ quantity: 51 })).slice(2)).toEqual([
      ['Outlet', 91_800, 'quantity_out_of_range'],
      ['Chain', 153_000, ''],
      ['Depot', 45_900, ''],
    ]);
    await switchTo(outlet, { quantity: 7 });
    expect(await read()).toEqual(['Outlet', 3, 7, 12_600]);
  });

  test('is blocked outside its range', async () => {
    for (const quantity of [1, 51]) {
      const { blockers } = await previewSwitch(service, caller, idOf(outlet), { quantity });
      expect(blockers).toMatchObject([{ message: 'Outlet is sold for 2 to 50 outlets.' }]);
      expect(await codeOf(switchTo(outlet, { quantity }))).toBe('quantity_out_of_range');
    }
    expect(await read()).toEqual(['Free', 3, null, 0]);
  });

  test('changes its quantity alone, with an entry and an event, once', async () => {
    await switchTo(outlet, { quantity: 3 });
    const { entry } = await switchTo(outlet, { quantity: 4 });
    expect([entry.kind, entry.direction, entry.quantity]).toEqual(['users', 'upgrade', 4]);
    expect((await switchTo(outlet, { quantity: 4 })).changed).toBe(false);
    expect((await switchTo(outlet)).changed).toBe(false);
    const { entries } = await listHistory(service, caller, { limit: 9, before: null });
    expect(entries.map((entry) => entry.entry.quantity)).toEqual([4, 3, null]);
    expect(await listAccountEvents(service, caller)).toMatchObject([
      { data: { kind: 'switch', quantity: 3 } },
      { data: { kind: 'users', quantity: 4 } },
    ]);
  });

  test('keeps the quantity on a version with the same unit, and has the smallest with another', async () => {
    await switchTo(outlet, { quantity: 7 });
    await switchTo(chain);
    expect(await read()).toEqual(['Chain', 3, 7, 21_000]);
    await switchTo(depot);
    expect(await read()).toEqual(['Depot', 3, 1, 900]);
    await switchTo(free, { quantity: 5 });
    expect(await read()).toEqual(['Free', 3, null, 0]);
  });

  test('returns to its quantity with an undo', async () => {
    await switchTo(outlet, { quantity: 7 });
    const { entry } = await switchTo(chain, { quantity: 9 });
    await switchVersion(service, caller, { ...input, restore: entry.id });
    expect(await read()).toEqual(['Outlet', 3, 7, 12_600]);
  });

  test('gets the quantity of a scheduled change, or keeps the one that it has then', async () => {
    const schedule = (quantity: number | null) =>
      createChange(service, caller, {
        ...{ ...input, versionId: idOf(chain), billingPeriod: null, users: null, quantity },
        effective: now + dayMs,
      });
    await switchTo(outlet, { quantity: 7 });
    await schedule(8);
    now += dayMs;
    await applyDueChanges(service);
    expect(await read()).toEqual(['Chain', 3, 8, 24_000]);
    await switchTo(outlet, { quantity: 7 });
    await schedule(null);
    await switchTo(outlet, { quantity: 6 });
    await schedule(null);
    now += dayMs;
    await applyDueChanges(service);
    expect(await read()).toEqual(['Chain', 3, 6, 18_000]);
  });

  test('is what an owner approves of a member’s request', async () => {
    await switchTo(outlet, { quantity: 7 });
    const member = { ...caller, role: 'member' as const };
    const request = { ...input, versionId: idOf(outlet), billingPeriod: null, users: null, quantity: 9 };
    const { change } = await createChange(service, member, { ...request, effective: 'now' });
    expect(change.quantity).toBe(9);
    await approveChange(service, caller, change.id, { ...input });
    expect(await read()).toEqual(['Outlet', 3, 9, 16_200]);
  });
});
