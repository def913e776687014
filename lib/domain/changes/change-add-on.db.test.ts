import { beforeEach, describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { createAccountCaller, changeInput as input, listAccountEvents } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { type Entitlement, listEntitlements } from '../entitlements/entitlements';
import { listAddOnHistory } from '../history/add-on-changes';
import { listHistory } from '../history/history';
import { listAccountAddOns } from '../subscription/list-add-ons';
import { listVersions } from '../subscription/list-versions';
import type { ChangedAddOn } from '../subscription/subscription';
import { computeSubscriptionTotal, getSubscription } from '../subscription/subscription';
import { toApiError } from '../to-api-error';
import { type AddOnInput, changeAddOn, previewAddOn } from './change-add-on';
import { previewSwitch, type SwitchInput, switchVersion } from './switch-version';

const { owner, service } = await openTestService();
let app: BuiltApp;
let caller: AccountCaller;
/** Add-on IDs by title. */
let addOns: Record<string, string>;

const moreStorage = {
  feature: 4,
  addOn: 'More storage',
  fee: 100,
  feeUnit: 'block',
  annualFee: 900,
  adds: 5,
  maxQuantity: 10,
};

/** Stats requires SSO, which Pro and Max include. Max is not sold annually, and neither is Stats. */
beforeEach(async () => {
  app = await buildApp(owner, {
    features: ['Core', 'SSO', 'API', 'Storage', 'Stats'],
    units: { 4: { unit: 'GB' } },
    versions: [
      {
        title: 'Basic',
        fee: 1000,
        annualFee: 10_000,
        features: [1, 4],
        amounts: { 4: 10 },
        optional: [
          { feature: 2, addOn: 'SSO', fee: 300, userFee: 50, annualFee: 3000, annualUserFee: 500 },
          { feature: 5, addOn: 'Stats', fee: 200 },
          moreStorage,
          { feature: 3, addOn: 'Custom API', fee: null },
        ],
      },
      {
        title: 'Pro',
        fee: 3000,
        annualFee: 30_000,
        features: [1, 2, 4],
        amounts: { 4: 20 },
        optional: [{ feature: 5, addOn: 'Stats', fee: 250 }, moreStorage],
      },
      { title: 'Max', fee: 9000, features: [1, 2, 3, 4], amounts: { 4: 'unlimited' } },
    ],
  });
  addOns = Object.fromEntries(app.addOns.map(({ id, title }) => [title, id]));
  await updateAddOn('Stats', { dependsOn: [addOns.SSO ?? ''] });
  caller = await createCaller();
});

async function createCaller(role: AccountCaller['role'] = 'owner'): Promise<AccountCaller> {
  return createAccountCaller(app, await buildAccount(owner, app), { role });
}

function updateAddOn(title: string, data: { active?: boolean; dependsOn?: string[] }) {
  return withTenant(owner, { appId: app.id }, (queries) =>
    queries.addOn.updateMany({ where: { id: addOns[title] ?? '' }, data }),
  );
}

function setPrice(title: string, data: { fee: number | null; annualFee: number | null }) {
  const where = { addOnId: addOns[title] ?? '', versionId: app.versions[0]?.id ?? '' };
  const price = { ...data, userFee: null, annualUserFee: null };
  return withTenant(owner, { appId: app.id }, (queries) =>
    queries.addOnVersion.updateMany({ where, data: price }),
  );
}

function toggle(title: string, active: boolean, fields: Partial<AddOnInput> = {}) {
  return changeAddOn(service, caller, { ...input, addOnId: addOns[title] ?? title, active, ...fields });
}

function switchTo(number: number, fields: Partial<SwitchInput> = {}) {
  return switchVersion(service, caller, {
    ...input,
    versionId: app.versions[number - 1]?.id ?? '',
    ...fields,
  });
}

const readView = () => readCatalogView(service, app.id, caller.account.id);

async function list(users = 1) {
  return listAccountAddOns(await readView(), caller, users);
}

async function describeAddOn(title: string) {
  const addOn = (await list()).addOns.find(({ addOn }) => addOn.title === title);
  if (!addOn) throw new Error(`${title} is not listed.`);
  return addOn;
}

async function readAddOnHistory() {
  const { entries } = await listAddOnHistory(service, caller, { limit: 1000, before: null });
  return entries.map(({ sequence, title, active, cause, fee }) => [sequence, title, active, cause, fee]);
}

async function readEvents() {
  const events = await listAccountEvents(service, caller);
  return events.map(({ type, sequence }) => [type.replace('account.', ''), sequence]);
}

describe('turning an add-on on and off', () => {
  test('to the state that it has returns the existing entry and adds none', async () => {
    const first = await toggle('SSO', true);
    const again = await toggle('SSO', true);
    expect(again).toEqual({ ...first, changed: false });
    expect(await toggle('Stats', false)).toMatchObject({ historyId: null, changedAt: null, changed: false });
    expect(await readAddOnHistory()).toHaveLength(1);
  });

  test('with another quantity is a change of its own, up to the maximum', async () => {
    const read = async () => (await describeAddOn('More storage')).quantity;
    await toggle('More storage', true, { quantity: 3 });
    expect((await list(7)).total).toMatchObject({ fee: 300, amount: 300, not_included: [] });
    expect(listEntitlements(await readView()).get('feature-4')).toMatchObject({ amount: 25, value: '25 GB' });
    const same = await toggle('More storage', true, { quantity: 3 });
    expect([same.changed, same.quantity]).toEqual([false, 3]);
    // Without a quantity, nothing changes.
    expect(await toggle('More storage', true)).toMatchObject({ changed: false, quantity: 3 });
    const idempotency = { key: 'q1', requestHash: 'two' };
    const less = await toggle('More storage', true, { quantity: 2, idempotency });
    expect(less).toMatchObject({ changed: true, quantity: 2, active: true });
    expect(await codeOf(toggle('More storage', true, { quantity: 11 }))).toBe('quantity_out_of_range');
    expect(await codeOf(toggle('SSO', true, { quantity: 2 }))).toBe('quantity_out_of_range');
    expect(await read()).toBe(2);

    const preview = await previewSwitch(service, caller, app.versions[1]?.id ?? '', {
      billingPeriod: 'year',
    });
    expect(preview.totals).toMatchObject({ before: { fee: 1200 }, after: { fee: 31_800 } });
    const { entry } = await switchTo(2, { billingPeriod: 'year' });
    expect(entry.addOns).toMatchObject([{ title: 'More storage', outcome: 'kept', quantity: 2 }]);
    expect(await toggle('More storage', false, { quantity: 9 })).toMatchObject({
      active: false,
      quantity: 0,
    });
    expect(await toggle('More storage', true, { quantity: 2, idempotency })).toEqual({
      ...less,
      replayed: true,
    });
    expect(await read()).toBe(0);

    const { entries } = await listAddOnHistory(service, caller, { limit: 1000, before: null });
    expect(entries.map(({ quantity, active, cause }) => [quantity, active, cause])).toEqual([
      [0, false, 'toggle'],
      [2, true, 'switch'],
      [2, true, 'toggle'],
      [3, true, 'toggle'],
    ]);
    expect((await readEvents()).map(([type]) => type)).toEqual([
      'option_enabled',
      'option_enabled',
      'version_switched',
      'option_enabled',
      'option_disabled',
    ]);
    await switchTo(3);
    await switchTo(1);
    await toggle('More storage', true, { quantity: 10 });
    expect((await switchTo(3)).entry.addOns).toMatchObject([{ outcome: 'included', quantity: 10 }]);
  });

  test('is repeated once per Idempotency-Key, which a switch cannot reuse', async () => {
    const idempotency = { key: 'k1', requestHash: 'toggle' };
    const first = await toggle('SSO', true, { idempotency });
    await toggle('SSO', false);
    expect(await toggle('SSO', true, { idempotency })).toEqual({ ...first, replayed: true });
    expect((await list()).addOns[0]?.active).toBe(false);
    const other = { key: 'k1', requestHash: 'switch' };
    expect(await codeOf(switchTo(2, { idempotency: other }))).toBe('idempotency_key_reused');
    const off = { key: 'k2', requestHash: 'off' };
    const never = await toggle('Stats', false, { idempotency: off });
    expect(await toggle('Stats', false, { idempotency: off })).toEqual({ ...never, replayed: true });
  });

  test('fails with a revision from before the price changed', async () => {
    const { revision: ifMatch } = await describeAddOn('SSO');
    // Unrelated add-ons do not matter.
    await toggle('More storage', true);
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.addOnVersion.updateMany({ where: { addOnId: addOns.SSO ?? '' }, data: { fee: 301 } }),
    );
    expect(await codeOf(toggle('SSO', true, { ifMatch }))).toBe('preview_stale');
    const { revision } = await describeAddOn('SSO');
    expect(await toggle('SSO', true, { ifMatch: revision })).toMatchObject({ changed: true });
  });

  test('keeps a retired add-on with its price until it is turned off', async () => {
    await toggle('SSO', true);
    await updateAddOn('SSO', { active: false });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.addOnVersion.deleteMany({ where: { addOnId: addOns.SSO ?? '' } }),
    );
    expect(await describeAddOn('SSO')).toMatchObject({
      active: true,
      retired: true,
      available: true,
      priceVersionId: null,
      price: { fee: 300 },
    });
    expect(listEntitlements(await readView()).get('feature-2')?.source).toBe('option');
    await switchTo(1, { billingPeriod: 'year' });
    expect((await list()).total).toMatchObject({ billing_period: 'year', fee: 3000 });
    const off = await toggle('SSO', false);
    expect(await toggle('SSO', false)).toEqual({ ...off, changed: false });
    expect(await codeOf(toggle('SSO', true))).toBe('option_not_offered');
    expect((await list()).addOns.map(({ addOn }) => addOn.title)).not.toContain('SSO');
    // Another account never had it.
    caller = await createCaller();
    expect(await codeOf(toggle('SSO', false))).toBe('option_not_found');
  });
});

describe('the preview of a change', () => {
  const changes: [title: string, active: boolean, quantity?: number][] = [
    ['Stats', true],
    ['Custom API', true],
    ['SSO', true],
    ['SSO', true],
    ['SSO', true, 2],
    ['Stats', true],
    ['SSO', false],
    ['More storage', true, 11],
    ['More storage', true, 3],
    ['More storage', true],
    ['More storage', true, 2],
    ['More storage', false, 9],
    ['More storage', false],
    ['Stats', false],
    ['SSO', false],
  ];

  /** What the account has and pays, read after a change. */
  async function readState() {
    const view = await readView();
    const subscription = getSubscription(view);
    return {
      quantities: Object.fromEntries(subscription.addOns.map(({ id, quantity }) => [id, quantity])),
      total: computeSubscriptionTotal(subscription, view.catalog),
      entitlements: listEntitlements(view),
    };
  }

  const listIds = (from: ReadonlyMap<string, Entitlement>, without: ReadonlyMap<string, Entitlement>) =>
    [...from.keys()].filter((id) => !without.has(id));
  const listAmounts = (
    entitlements: ReadonlyMap<string, Entitlement>,
    isChanged: (id: string, amount: number) => boolean,
  ) =>
    [...entitlements].flatMap(([id, { amount }]) =>
      amount !== null && isChanged(id, amount) ? [[id, amount]] : [],
    );

  test('says what the change then does, or why it is rejected', async () => {
    const codes: string[] = [];
    for (const [title, active, quantity] of changes) {
      const addOnId = addOns[title] ?? '';
      const step = [title, active, quantity];
      const before = await readState();
      const preview = await previewAddOn(service, caller, { addOnId, active, quantity });
      const change = toggle(title, active, { quantity, ifMatch: preview.revision });
      const [blocker] = preview.blockers;
      codes.push(blocker?.code ?? (preview.isUnchanged ? 'unchanged' : 'changed'));
      if (blocker) {
        expect([...step, await codeOf(change)]).toEqual([...step, blocker.code]);
        expect(await readState()).toEqual(before);
        continue;
      }
      expect([...step, (await change).changed]).toEqual([...step, !preview.isUnchanged]);
      const after = await readState();
      expect(preview.totals).toEqual({ before: before.total, after: after.total });
      expect(Object.fromEntries(preview.after.addOns.map(({ id, quantity }) => [id, quantity]))).toEqual(
        after.quantities,
      );
      const { gained, lost, raised, lowered, changed } = preview.entitlementChanges;
      expect(gained.map(({ id }) => id)).toEqual(listIds(after.entitlements, before.entitlements));
      expect(lost.map(({ id }) => id)).toEqual(listIds(before.entitlements, after.entitlements));
      const getBefore = (id: string) => before.entitlements.get(id)?.amount ?? Number.NaN;
      expect(raised.map(({ id, to }) => [id, to.amount])).toEqual(
        listAmounts(after.entitlements, (id, amount) => amount > getBefore(id)),
      );
      expect(lowered.map(({ id, to }) => [id, to.amount])).toEqual(
        listAmounts(after.entitlements, (id, amount) => amount < getBefore(id)),
      );
      expect([...raised, ...lowered].map(({ improved }) => improved)).toEqual([
        ...raised.map(() => true),
        ...lowered.map(() => false),
      ]);
      expect(changed).toEqual([]);
    }
    expect(codes).toEqual([
      'option_dependency_missing',
      'price_on_request',
      'changed',
      'unchanged',
      'quantity_out_of_range',
      'changed',
      'option_required',
      'quantity_out_of_range',
      'changed',
      'unchanged',
      'changed',
      'changed',
      'unchanged',
      'changed',
      'changed',
    ]);
  });

  test('has the revision of the list, and one of a state that has changed is rejected', async () => {
    const preview = () =>
      previewAddOn(service, caller, { addOnId: addOns['More storage'] ?? '', active: true, quantity: 4 });
    const { revision: ifMatch } = await preview();
    expect((await describeAddOn('More storage')).revision).toBe(ifMatch);
    await toggle('More storage', true);
    expect(await codeOf(toggle('More storage', true, { quantity: 4, ifMatch }))).toBe('preview_stale');
    expect((await preview()).revision).not.toBe(ifMatch);
    expect((await readState()).quantities).toEqual({ [addOns['More storage'] ?? '']: 1 });
  });
});

describe('a switch of an account with add-ons', () => {
  const summarize = (addOns: ChangedAddOn[]) =>
    addOns.map(({ outcome, before, after }) => {
      const { title, price } = (after ?? before)!;
      return [title, outcome, price.fee];
    });

  test('keeps, includes or turns off each of them, as its preview announced', async () => {
    for (const title of ['SSO', 'Stats', 'More storage']) await toggle(title, true);
    const preview = await previewSwitch(service, caller, app.versions[1]?.id ?? '', { users: 2 });
    expect(summarize(preview.addOns)).toEqual([
      ['SSO', 'included', 300],
      ['Stats', 'kept', 250],
      ['More storage', 'kept', 100],
    ]);
    expect(preview.totals).toMatchObject({
      before: { fee: 1600, user_fee: 50, amount: 1650, billing_period: 'month' },
      after: { fee: 3350, user_fee: 0, amount: 3350, billing_period: 'month' },
    });
    const { entry } = await switchTo(2, { ifMatch: preview.revision, reason: 'Grown' });
    expect(entry.addOns.map(({ title, outcome, fee }) => [title, outcome, fee])).toEqual(
      summarize(preview.addOns),
    );
    // More storage has the same price as before.
    expect((await readAddOnHistory()).slice(0, 2)).toEqual([
      [5, 'Stats', true, 'switch', 250],
      [4, 'SSO', false, 'switch', 300],
    ]);
    const { entries } = await listAddOnHistory(service, caller, { limit: 1, before: null });
    expect(entries[0]).toMatchObject({ historyEntryId: entry.id, reason: 'Grown' });
    const [switched] = (await listHistory(service, caller, { limit: 1, before: null })).entries;
    expect(switched?.entry.addOns).toEqual(entry.addOns);

    await switchTo(3);
    expect((await readAddOnHistory()).slice(0, 2)).toEqual([
      [7, 'More storage', false, 'switch', 100],
      [6, 'Stats', false, 'switch', 250],
    ]);
    expect((await list()).total).toMatchObject({ fee: 0 });
    expect(await readEvents()).toEqual([
      ['option_enabled', 2],
      ['option_enabled', 3],
      ['option_enabled', 4],
      ['version_switched', 5],
      ['option_disabled', 6],
      ['option_enabled', 7],
      ['version_switched', 8],
      ['option_disabled', 9],
      ['option_disabled', 10],
    ]);
  });

  test('its events have the prices before and after, and who made it', async () => {
    await toggle('SSO', true);
    const actor = { ...caller.actor, name: 'Ada', userId: 'user-31' };
    await changeAddOn(service, { ...caller, actor }, { ...input, addOnId: addOns.Stats ?? '', active: true });
    await switchTo(2);
    await toggle('Stats', false);
    const named = { kind: 'key', name: 'Ada', user_id: 'user-31', channel: 'api' };
    const key = { kind: 'key', name: 'Back end', user_id: null, channel: 'api' };
    const common = { currency: 'USD', actor: key };
    const events = await listAccountEvents(service, caller);
    expect(events.map(({ data }) => data)).toMatchObject([
      { ...common, active: true, price: { fee: 300 }, previous_price: null },
      { ...common, active: true, price: { fee: 200 }, previous_price: null, actor: named },
      { ...common, to: { title: 'Pro' }, price: { fee: 3000 }, previous_price: { fee: 1000 } },
      { ...common, active: false, fee: 300, price: null, previous_price: { fee: 300 } },
      { ...common, active: true, price: { fee: 250 }, previous_price: { fee: 200 } },
      { ...common, active: false, fee: 250, price: null, previous_price: { fee: 250 } },
    ]);
  });

  test('fails with a preview from before an add-on was turned on or repriced', async () => {
    const preview = () => previewSwitch(service, caller, app.versions[1]?.id ?? '');
    const before = await preview();
    await toggle('More storage', true);
    expect(await codeOf(switchTo(2, { ifMatch: before.revision }))).toBe('preview_stale');
    const second = await preview();
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.addOnVersion.updateMany({
        where: { addOnId: addOns['More storage'] ?? '', versionId: app.versions[1]?.id ?? '' },
        data: { fee: 101 },
      }),
    );
    expect(await codeOf(switchTo(2, { ifMatch: second.revision }))).toBe('preview_stale');
    await switchTo(2, { ifMatch: (await preview()).revision });
    expect((await readAddOnHistory())[0]).toEqual([2, 'More storage', true, 'switch', 101]);
  });

  test('turns off an add-on whose requirement the new version lacks', async () => {
    await switchTo(2);
    await toggle('Stats', true);
    await switchTo(1);
    expect((await readAddOnHistory())[0]).toEqual([2, 'Stats', false, 'switch', 250]);
  });

  test('decides on the state that the database has, not on that of its cache', async () => {
    const cachedCaller = async () => {
      const { catalog, state } = await readView();
      return { ...caller, app: catalog.app, state };
    };
    const beforeToggle = await cachedCaller();
    await toggle('SSO', true);
    const versionId = app.versions[1]?.id ?? '';
    const { entry } = await switchVersion(service, beforeToggle, { ...input, versionId });
    expect(entry.addOns).toMatchObject([{ title: 'SSO', outcome: 'included' }]);

    const beforeSwitch = await cachedCaller();
    await switchTo(3);
    const stale = changeAddOn(service, beforeSwitch, {
      ...input,
      addOnId: addOns.Stats ?? '',
      active: true,
    });
    expect(await codeOf(stale)).toBe('option_not_offered');
  });
});

describe('annual billing', () => {
  test('is kept by switches, and left for a version that is not sold annually', async () => {
    await toggle('SSO', true);
    await toggle('Stats', true);
    const preview = await previewSwitch(service, caller, app.versions[0]?.id ?? '', {
      billingPeriod: 'year',
    });
    expect(preview).toMatchObject({
      // 10,000 + 3,000 + 2,400 instead of 12 × 1,500.
      ...{ direction: 'downgrade', pays: 'less' },
      blockers: [],
      before: { billingPeriod: 'month' },
      // Stats is not sold annually: 12 × 200.
      totals: { before: { fee: 1500 }, after: { billing_period: 'year', fee: 10_000 + 3000 + 2400 } },
    });
    const yearly = await switchTo(1, { billingPeriod: 'year', ifMatch: preview.revision });
    expect(yearly).toMatchObject({
      changed: true,
      entry: { direction: 'downgrade', billingPeriod: 'year' },
    });
    expect(await switchTo(1)).toMatchObject({ changed: false, entry: { id: yearly.entry.id } });
    expect(await switchTo(1, { billingPeriod: 'year' })).toMatchObject({ changed: false });
    expect(listVersions(await readView(), caller).billingPeriod).toBe('year');

    expect((await switchTo(2)).entry.billingPeriod).toBe('year');
    expect(await codeOf(switchTo(3, { billingPeriod: 'year' }))).toBe('billing_period_unavailable');
    expect((await switchTo(3)).entry.billingPeriod).toBe('month');
    expect((await switchTo(1)).entry.billingPeriod).toBe('month');
  });

  test('turns off an add-on that is not sold for the new period, and what requires it', async () => {
    await toggle('SSO', true);
    await toggle('Stats', true);
    await switchTo(1, { billingPeriod: 'year' });
    await setPrice('SSO', { fee: null, annualFee: 3000 });
    const monthly = await switchTo(1, { billingPeriod: 'month' });
    expect(monthly.entry.addOns).toMatchObject([
      { title: 'SSO', outcome: 'lost' },
      { title: 'Stats', outcome: 'lost' },
    ]);
  });

  test('leaves an add-on on that is priced on request since, and what requires it', async () => {
    await toggle('SSO', true);
    await toggle('Stats', true);
    await setPrice('SSO', { fee: null, annualFee: null });
    const yearly = await switchTo(1, { billingPeriod: 'year' });
    expect(yearly.entry.addOns).toMatchObject([
      { title: 'SSO', outcome: 'kept' },
      { title: 'Stats', outcome: 'kept' },
    ]);
  });

  test('is the only period of an app with prices per year', async () => {
    app = await buildApp(owner, { versions: 2, features: 1, billingPeriod: 'year' });
    caller = await createCaller();
    expect(await codeOf(switchTo(2, { billingPeriod: 'month' }))).toBe('billing_period_unavailable');
    expect((await switchTo(2)).entry.billingPeriod).toBe('year');
  });
});

test('50 clients that toggle and switch one account all succeed, without gaps', async () => {
  const titles = ['SSO', 'More storage'];
  const work = Array.from({ length: 50 }, async (_, index) => {
    try {
      if (index % 3 === 0) return await switchTo(1 + (index % 2));
      return await toggle(titles[index % 2] ?? '', index % 4 < 2);
    } catch (error) {
      const { code } = toApiError(error);
      // Pro includes SSO.
      if (code !== 'option_included') throw error;
    }
  });
  await Promise.all(work);
  const { entries } = await listAddOnHistory(service, caller, { limit: 1000, before: null });
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => entries.length - index));
  const history = await listHistory(service, caller, { limit: 1000, before: null });
  const events = await readEvents();
  expect(events.map(([, sequence]) => sequence)).toEqual(
    Array.from({ length: history.entries.length - 1 + entries.length }, (_, index) => index + 2),
  );
  // Each switch that turned SSO off turned on what was on: the state follows from the history.
  const { state } = await readView();
  for (const { addOnId, active, sequence } of state.addOnStates) {
    const newest = entries.find((entry) => entry.addOnId === addOnId);
    expect({ active, sequence }).toEqual({ active: newest?.active, sequence: newest?.sequence });
  }
});
