import { beforeEach, expect, test } from 'vitest';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { createAccountCaller, changeInput as input, listAccountEvents } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { switchVersion } from '../changes/switch-version';
import { listAccountAddOns } from '../subscription/list-add-ons';
import { type AddOnHistoryEntry, listAddOnHistory } from './add-on-changes';

const { owner, service } = await openTestService();
const dayMs = 86_400_000;
let app: BuiltApp;
let caller: AccountCaller;

const storage = { feature: 1, addOn: 'Storage', fee: 400, adds: 10, maxQuantity: 5 };

beforeEach(async () => {
  app = await buildApp(owner, {
    features: ['Files', 'SSO'],
    units: { 1: { unit: 'GB' } },
    versions: [
      {
        title: 'Basic',
        fee: 1000,
        features: [1],
        amounts: { 1: 5 },
        optional: [storage, { feature: 2, fee: 200 }],
      },
      { title: 'Pro', fee: 3000, features: [1], amounts: { 1: 50 }, optional: [storage] },
    ],
  });
  caller = createAccountCaller(app, await buildAccount(owner, app));
});

const versionId = (index: number) => app.versions[index]?.id ?? '';
const addOnId = (index: number) => app.addOns[index]?.id ?? '';
const publish = (change: (queries: Queries) => Promise<unknown>) => publishChange(owner, app, change);
const setFee = (fee: number, version = 0, addOn = 0) =>
  publish((queries) =>
    queries.addOnVersion.updateMany({
      where: { addOnId: addOnId(addOn), versionId: versionId(version) },
      data: { fee },
    }),
  );
const setAmount = (amount: number) =>
  publish((queries) => queries.addOnFeature.updateMany({ where: { addOnId: addOnId(0) }, data: { amount } }));
const toggle = (active: boolean, quantity: number | null = null, addOn = 0) =>
  changeAddOn(service, caller, { ...input, addOnId: addOnId(addOn), active, quantity });
const switchTo = (index: number) => switchVersion(service, caller, { ...input, versionId: versionId(index) });

async function readEntries(limit = 100): Promise<AddOnHistoryEntry[]> {
  const entries: AddOnHistoryEntry[] = [];
  for (let before: number | null = null; ; ) {
    const page = await listAddOnHistory(service, caller, { limit, before });
    entries.push(...page.entries);
    if (page.next === null) return entries;
    before = page.next;
  }
}

/** The fee of each entry, and what it became, newest first. */
const readFees = async () =>
  (await readEntries()).map(({ fee, catalogChanges }) => [
    fee,
    ...catalogChanges.map(({ price }) => price.fee),
  ]);

async function readListedFee(): Promise<number | null | undefined> {
  const view = await readCatalogView(service, app.id, caller.account.id);
  return listAccountAddOns(view, caller).addOns.find(({ addOn }) => addOn.id === addOnId(0))?.price.fee;
}

test('a price that a publication changes is in the entry of an add-on that is on, and is the listed one', async () => {
  await setFee(300);
  await toggle(true, 2);
  await setFee(600);
  await setFee(700, 1);
  await setFee(100, 0, 1);
  expect(await readFees()).toEqual([[300, 600]]);
  expect(await readListedFee()).toBe(600);
  const [entry] = await readEntries();
  const [change] = entry?.catalogChanges ?? [];
  expect(change?.previousPrice.fee).toBe(300);
  expect(change?.changedAt.getTime()).toBeGreaterThanOrEqual(entry?.changedAt ?? Number.NaN);

  await toggle(true, 3);
  await setFee(500);
  await toggle(false);
  await setFee(800);
  expect(await readFees()).toEqual([[500], [600, 500], [300, 600]]);
});

test('what an add-on adds from a publication on is in the entry, but not a change of texts', async () => {
  await toggle(true);
  await setAmount(20);
  await publish((queries) =>
    queries.feature.updateMany({ where: { humanId: 'feature-1' }, data: { title: 'Disk' } }),
  );
  await publish((queries) =>
    queries.addOnFeature.create({
      data: { appId: app.id, addOnId: addOnId(0), featureId: app.features[1]?.id ?? '', effect: 'include' },
    }),
  );
  await publish((queries) =>
    queries.addOnFeature.updateMany({
      where: { addOnId: addOnId(0), effect: 'add' },
      data: { effect: 'set' },
    }),
  );
  const [entry] = await readEntries();
  const amount = (amount: number) => ({ value: null, amount, unlimited: false, unit: 'GB', period: null });
  const none = { gained: [], lost: [], raised: [], lowered: [], changed: [] };
  const files = { id: 'feature-1', is_limit: false };
  expect(entry?.catalogChanges.map(({ changes }) => changes)).toMatchObject([
    { ...none, raised: [{ ...files, title: 'Files', from: amount(10), to: amount(20), improved: true }] },
    { ...none, gained: [{ id: 'feature-2' }] },
    { ...none, changed: [{ ...files, title: 'Disk', from: amount(20), to: amount(20), improved: null }] },
  ]);
  expect(entry?.catalogChanges.map(({ price, previousPrice }) => [price.fee, previousPrice.fee])).toEqual(
    Array(3).fill([400, 400]),
  );
});

test('changes belong to the version that the account was on, also without an entry for the switch', async () => {
  await toggle(true);
  await switchTo(1);
  await setFee(500);
  await setFee(600, 1);
  await switchTo(0);
  await setFee(650, 1);
  await setFee(700);
  expect(await readFees()).toEqual([
    [500, 700],
    [400, 600],
  ]);
  expect(await readListedFee()).toBe(700);
});

test('a switch at the price that was recorded has an entry and an event if a publication changed it since', async () => {
  await toggle(true);
  await setFee(600);
  await switchTo(1);
  expect(await readFees()).toEqual([[400], [400, 600]]);
  expect(await listAccountEvents(service, caller)).toMatchObject([
    { type: 'account.option_enabled', data: { price: { fee: 400 }, previous_price: null } },
    { type: 'account.version_switched' },
    { type: 'account.option_enabled', data: { price: { fee: 400 }, previous_price: { fee: 600 } } },
  ]);
  expect(await readListedFee()).toBe(400);
});

test('an add-on that is no longer offered has the price of its entry again', async () => {
  await toggle(true);
  await setFee(600);
  await publish((queries) => queries.addOnVersion.deleteMany({ where: { addOnId: addOnId(0) } }));
  expect(await readFees()).toEqual([[400, 600, 400]]);
  expect(await readListedFee()).toBe(400);
  await setAmount(20);
  await publish((queries) =>
    queries.addOnVersion.create({
      data: { appId: app.id, addOnId: addOnId(0), versionId: versionId(0), fee: 450 },
    }),
  );
  expect(await readFees()).toEqual([[400, 600, 400, 400, 450]]);
  expect(await readListedFee()).toBe(450);
});

test('pages have the changes of their entries', async () => {
  await toggle(true);
  await toggle(true, null, 1);
  await setFee(500);
  for (const quantity of [2, 3]) {
    await toggle(true, quantity);
    await setFee(500 + quantity);
    await setFee(200 + quantity, 0, 1);
  }
  const all = await readEntries();
  expect(all.map(({ catalogChanges }) => catalogChanges.length)).toEqual([1, 1, 2, 1]);
  for (const limit of [1, 2, 3]) expect(await readEntries(limit)).toEqual(all);
});

test.each([
  ['ahead of', dayMs],
  ['behind', -dayMs / 2],
])('with a clock %s the server, a change has a time of the account', async (_, offsetMs) => {
  const setClock = (at: number) =>
    withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.updateMany({ where: { id: caller.account.id }, data: { clockAt: new Date(at) } }),
    );
  const start = Date.now() + offsetMs;
  await setFee(300);
  await setClock(start);
  await toggle(true);
  await setFee(500);
  await setClock(start + 1000);
  await toggle(true, 2);
  await setFee(600);
  await setClock(start + 3000);
  const times = (await readEntries()).map(({ fee, changedAt, catalogChanges }) => [
    fee,
    changedAt - start,
    ...catalogChanges.map((change) => [change.price.fee, change.changedAt.getTime() - start]),
  ]);
  // The closest time between the changes of the account.
  const [first, second] = offsetMs > 0 ? [0, 1000] : [1000, 3000];
  expect(times).toEqual([
    [500, 1000, [600, second]],
    [300, 0, [500, first]],
  ]);
});
