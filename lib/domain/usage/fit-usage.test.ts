import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AddOnState } from '@/lib/db/accounts';
import type { AppCatalog } from '@/lib/db/catalog';
import {
  createAddOn,
  createAddOnState,
  createApp,
  createCallerState,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { findCheapestByForce } from '@/tools/testing/cheapest-by-force';
import { chooseSeed, sampleSize } from '@/tools/testing/test-scope';
import { evaluateChange } from '../subscription/evaluate-change';
import { getExcess, listLimitUsage } from '../subscription/limit-usage';
import { getSubscription } from '../subscription/subscription';
import { findCheapest, fitUsage } from './fit-usage';

const names = ['projects', 'storage', 'delay'];

const createCatalog = (fields: Partial<AppCatalog> = {}): AppCatalog => ({
  app: createApp(),
  features: names.map((name) =>
    createFeature(name, { limitKey: name, betterAmount: name === 'delay' ? 'lower' : 'higher' }),
  ),
  versions: [
    createVersion('ver_1', {
      links: [createLink('projects', { amount: 10 }), createLink('delay', { amount: 15 })],
    }),
  ],
  addOns: [],
  ...fields,
});

const sell = (id: string, fee: number | null, fields: Omit<Parameters<typeof createAddOn>[1], 'prices'>) =>
  createAddOn(id, { prices: { ver_1: { fee } }, ...fields });
const byQuantity = { minQuantity: 1, maxQuantity: 1000 };
const add = (featureId: string, amount: number) => createEffect(featureId, { effect: 'add', amount });
const set = (featureId: string, amount: number) => createEffect(featureId, { effect: 'set', amount });

interface Account {
  users?: number;
  states?: AddOnState[];
}

function fitOn(catalog: AppCatalog, usage: Record<string, number>, { users = 1, states = [] }: Account = {}) {
  const state = { ...createCallerState('ver_1'), users, addOnStates: states };
  const view = { catalog, state, usage: { amounts: usage, reportedAt: 0 } };
  const { exceeded, addOns, total, isComplete } = fitUsage(view, getSubscription(view));
  expect(isComplete).toBe(true);
  const listed = addOns && Object.fromEntries(addOns.map(({ id, quantity }) => [id, quantity]));
  return { exceeded, addOns: listed, amount: total?.amount ?? null };
}

describe('a version', () => {
  test('that holds the usage needs no add-ons, and ignores limits that it does not know', () => {
    expect(fitOn(createCatalog(), { projects: 10, delay: 1, gone: 7 })).toEqual({
      exceeded: [],
      addOns: {},
      amount: 1000,
    });
  });

  test('that no add-on makes fit names what it exceeds', () => {
    const addOns = [sell('more', 100, { effects: [add('projects', 1)], minQuantity: 1, maxQuantity: 3 })];
    expect(fitOn(createCatalog({ addOns }), { projects: 14, storage: 1, delay: 15 })).toEqual({
      exceeded: ['projects', 'storage'],
      addOns: null,
      amount: null,
    });
  });
});

describe('the cheapest add-ons', () => {
  test('are in the quantities that are needed, and share what they add', () => {
    const addOns = [
      sell('big', 700, { effects: [add('projects', 10)], ...byQuantity }),
      sell('small', 100, { effects: [add('projects', 1)], ...byQuantity }),
      sell('both', 1500, { effects: [add('projects', 20), add('storage', 5)], ...byQuantity }),
    ];
    const catalog = createCatalog({ addOns });
    expect(fitOn(catalog, { projects: 23 })).toMatchObject({ addOns: { big: 1, small: 3 }, amount: 2000 });
    expect(fitOn(catalog, { projects: 23, storage: 5 })).toMatchObject({ addOns: { both: 1 }, amount: 2500 });
    expect(fitOn(catalog, { projects: 9013 })).toMatchObject({ addOns: { big: 900, small: 3 } });
  });

  test('are the fewest of equal ones, and at least as many as are sold', () => {
    const addOns = [
      sell('one', 0, { effects: [add('projects', 1)], ...byQuantity }),
      sell('five', 0, { effects: [add('projects', 5)], minQuantity: 2, maxQuantity: 9 }),
    ];
    expect(fitOn(createCatalog({ addOns }), { projects: 21 }).addOns).toEqual({ one: 1, five: 2 });
    expect(fitOn(createCatalog({ addOns }), { projects: 12 }).addOns).toEqual({ one: 2 });
  });

  test('set an amount, which others extend, or end the limit', () => {
    const addOns = [
      sell('twenty', 500, { effects: [set('projects', 20)] }),
      sell('more', 100, { effects: [add('projects', 1)], ...byQuantity }),
      sell('all', 900, { effects: [createEffect('projects', { effect: 'set', unlimited: true })] }),
    ];
    const catalog = createCatalog({ addOns });
    expect(fitOn(catalog, { projects: 14 }).addOns).toEqual({ more: 4 });
    expect(fitOn(catalog, { projects: 22 }).addOns).toEqual({ more: 2, twenty: 1 });
    expect(fitOn(catalog, { projects: 25 }).addOns).toEqual({ all: 1 });
  });

  test('include what they require, unless the version does', () => {
    const addOns = [
      sell('base', 300, { includes: ['api'] }),
      sell('more', 100, { effects: [add('projects', 1)], ...byQuantity, dependsOn: ['base'] }),
      sell('extra', 50, { effects: [add('storage', 1)], ...byQuantity, dependsOn: ['base'] }),
      sell('alone', 450, { effects: [add('projects', 1)] }),
    ];
    const catalog = createCatalog({ addOns });
    catalog.features.push(createFeature('api'));
    expect(fitOn(catalog, { projects: 11 })).toMatchObject({ addOns: { base: 1, more: 1 }, amount: 1400 });
    expect(fitOn(catalog, { projects: 11, storage: 2 })).toMatchObject({
      addOns: { base: 1, more: 1, extra: 2 },
      amount: 1500,
    });
    const links = [...catalog.versions[0]!.links, createLink('api')];
    const included = { ...catalog, versions: [createVersion('ver_1', { links })] };
    expect(fitOn(included, { projects: 11 }).addOns).toEqual({ more: 1 });
    const gone = { ...catalog, addOns: addOns.map((each) => ({ ...each, active: each.id !== 'base' })) };
    expect(fitOn(gone, { projects: 11 }).addOns).toEqual({ alone: 1 });
  });

  test('exclude no other one of them', () => {
    const addOns = [
      sell('a', 100, { effects: [set('projects', 20)], excludes: ['b'] }),
      sell('b', 100, { effects: [set('storage', 20)] }),
      sell('c', 700, { effects: [set('storage', 20)] }),
      sell('d', 400, { effects: [set('projects', 20)] }),
    ];
    const catalog = createCatalog({ addOns });
    expect(fitOn(catalog, { projects: 20, storage: 20 })).toMatchObject({
      addOns: { b: 1, d: 1 },
      amount: 1500,
    });
  });

  test('have no total if one is priced on request, and none is if others are enough', () => {
    const addOns = [
      sell('asked', null, { effects: [set('projects', 1000)] }),
      sell('more', 100, { effects: [add('projects', 1)], minQuantity: 1, maxQuantity: 9 }),
    ];
    const catalog = createCatalog({ addOns });
    expect(fitOn(catalog, { projects: 19 })).toMatchObject({ addOns: { more: 9 }, amount: 1900 });
    expect(fitOn(catalog, { projects: 20 })).toMatchObject({ addOns: { asked: 1 }, amount: null });
  });

  test('are public, offered and sold for the billing period', () => {
    const effects = [add('projects', 9)];
    const offer = { fee: null, annualFee: 9 };
    const addOns = [
      sell('hidden', 1, { effects, public: false }),
      sell('retired', 2, { effects, active: false }),
      createAddOn('annual', { prices: { ver_1: offer }, effects }),
      createAddOn('elsewhere', { prices: { ver_2: { fee: 4 } }, effects }),
    ];
    expect(fitOn(createCatalog({ addOns }), { projects: 11 }).addOns).toBeNull();
    const sold = sell('sold', 500, { effects });
    expect(fitOn(createCatalog({ addOns: [...addOns, sold] }), { projects: 11 }).addOns).toEqual({ sold: 1 });
  });

  test('hold the users too, and cost what the users that are paid for cost', () => {
    const app = createApp({ usersLimit: 'projects' });
    const addOns = [
      createAddOn('seats', { prices: { ver_1: { userFee: 10 } }, effects: [set('projects', 50)] }),
      sell('seat', 90, { effects: [add('projects', 1)], ...byQuantity }),
    ];
    const catalog = createCatalog({ app, addOns });
    expect(fitOn(catalog, {}, { users: 12 })).toMatchObject({
      exceeded: ['projects'],
      addOns: { seats: 1 },
      amount: 1120,
    });
    const [version] = catalog.versions;
    const minimum = { ...catalog, versions: [{ ...version!, minUsers: 20 }] };
    expect(fitOn(minimum, {}, { users: 12 })).toMatchObject({ addOns: { seat: 2 }, amount: 1180 });
  });

  test('keep the price and the content that the account has', () => {
    const more = { effects: [add('projects', 1)], ...byQuantity };
    const addOns = [
      sell('present', 100, more),
      sell('kept', 60, { ...more, replacedBy: 'present', active: false }),
      sell('other', 80, more),
      createAddOn('old', { prices: {}, ...more, active: false }),
    ];
    const catalog = createCatalog({ addOns });
    const states = (id: string) => [createAddOnState(id, true, { quantity: 2, fee: 10 })];
    expect(fitOn(catalog, { projects: 14 }).addOns).toEqual({ other: 4 });
    expect(fitOn(catalog, { projects: 14 }, { states: states('kept') })).toMatchObject({
      addOns: { kept: 4 },
      amount: 1240,
    });
    // No more of one that is retired.
    expect(fitOn(catalog, { projects: 14 }, { states: states('old') })).toMatchObject({
      addOns: { old: 2, other: 2 },
      amount: 1180,
    });
  });
});

test('the cheapest of several versions is the first one with the lowest total per year', () => {
  const total = (amount: number, billing_period: 'month' | 'year' = 'month') => {
    const fees = { fee: amount, user_fee: 0, amount, not_included: [] };
    return { billing_period, users: 1, quantity: null, ...fees };
  };
  expect(findCheapest([null, total(20), total(10), total(119, 'year'), total(119, 'year')])).toBe(3);
  expect(findCheapest([total(10), total(121, 'year'), total(10)])).toBe(0);
  expect(findCheapest([null])).toBeNull();
  expect(findCheapest([])).toBeNull();
});

describe('random add-ons', () => {
  const effect = fc
    .record({
      featureId: fc.constantFrom(...names),
      effect: fc.constantFrom('add' as const, 'add' as const, 'set' as const, 'include' as const),
      amount: fc.constantFrom(1, 2, 3, 5, 0.1, 2.5, 10),
      unlimited: fc.constantFrom(...[false, false, false, false, false, false, false, true]),
    })
    .map(({ featureId, effect, amount, unlimited }) =>
      createEffect(featureId, {
        effect,
        ...(effect !== 'include' && { amount: unlimited ? null : amount, unlimited }),
      }),
    );
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const addOn = fc.record({
    effects: fc.uniqueArray(effect, {
      selector: (each) => `${each.featureId} ${each.effect}`,
      maxLength: 3,
    }),
    fee: fc.constantFrom(0, 5, 7, 12, 20, 33, 50, null),
    dependsOn: fc.subarray(ids, { maxLength: 1 }),
    excludes: fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      fc.subarray(ids, { maxLength: 2 }),
    ),
    maxQuantity: fc.constantFrom(null, 1, 4, 12),
    minQuantity: fc.constantFrom(1, 1, 3),
  });
  const addOns = fc.array(addOn, { minLength: 3, maxLength: ids.length }).map((list) =>
    list.map(({ fee, dependsOn, minQuantity, maxQuantity, ...fields }, index) =>
      sell(ids[index]!, fee, {
        ...fields,
        dependsOn: dependsOn.filter((id) => id < ids[index]!),
        minQuantity: maxQuantity && Math.min(minQuantity, maxQuantity),
        maxQuantity,
      }),
    ),
  );
  const amount = fc.constantFrom(0, 1, 3, 7, 10, 11.3, 12, 16, 30);
  const usage = fc.record({
    projects: amount,
    storage: amount,
    delay: fc.constantFrom(...[undefined, undefined, undefined, undefined, 5, 15, 20]),
  });

  test('are the cheapest, and can be turned on', () => {
    let combined = 0;
    fc.assert(
      fc.property(addOns, usage, fc.boolean(), (offered, { delay, ...others }, isKnown) => {
        const used: Record<string, number> = { ...others, ...(delay !== undefined && { delay }) };
        const catalog = createCatalog({ addOns: offered });
        // Without a better direction, an add-on can set a lower amount.
        if (!isKnown) catalog.features[1] = createFeature('storage', { betterAmount: null });
        const usage = { amounts: used, reportedAt: 0 };
        const view = { catalog, state: createCallerState('ver_1'), usage };
        const before = getSubscription(view);
        const { addOns: found, total, isComplete } = fitUsage(view, before);
        const forced = findCheapestByForce(catalog, before, used);
        expect(isComplete).toBe(true);
        if (forced !== 'many') expect(found ? { amount: total?.amount ?? null } : 'none').toEqual(forced);
        if (!found || !total) return;
        if (found.length > 1) combined += 1;
        // What another one requires is listed first.
        let subscription = before;
        for (const { id, quantity } of found) {
          const command = { type: 'set_add_on' as const, addOnId: id, quantity };
          const { after, blockers } = evaluateChange(view, { role: 'owner' }, command, subscription);
          expect(blockers).toEqual([]);
          subscription = after;
        }
        expect(listLimitUsage(subscription, view).map(getExcess)).toEqual(Object.keys(used).map(() => 0));
      }),
      { numRuns: sampleSize({ quick: 1000, full: 20_000 }), seed: chooseSeed(process.env.USAGE_SEED) },
    );
    expect(combined).toBeGreaterThan(20);
  });

  test('that are too many to compare are found, but may not be the cheapest', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      sell(`x${index}`, 1000 + ((index * 37) % 101), {
        effects: [add('projects', 7 + (index % 5)), add('storage', 3 + (index % 7))],
        minQuantity: 1,
        maxQuantity: 1_000_000,
      }),
    );
    const catalog = createCatalog({ addOns: many });
    const state = createCallerState('ver_1');
    const amounts = { projects: 99_991, storage: 88_887 };
    const view = { catalog, state, usage: { amounts, reportedAt: 0 } };
    const { addOns: found, isComplete } = fitUsage(view, getSubscription(view));
    expect({ isFound: found !== null, isComplete }).toEqual({ isFound: true, isComplete: false });
  });
});
