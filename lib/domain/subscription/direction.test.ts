import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppCatalog } from '@/lib/db/catalog';
import {
  createAddOn,
  createAddOnState,
  createApp,
  createCallerState,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { createView } from '../catalog/catalog-view';
import { evaluateChange } from './evaluate-change';

// What an account pays and the direction of a switch, for random prices, users, billing periods, add-ons and terms. The
// totals are computed here without lib/pricing.

interface Plan {
  fee: number | null;
  userFee: number | null;
  isPerSite: boolean;
  /** What the twelve months of a year cost, in tenths. Null: it is not sold annually. */
  annual: number | null;
  minUsers: number | null;
  tag: string;
  /** Of two features, and the amount of a limit. */
  features: [boolean, boolean];
  amount: number;
}

const fee = fc.constantFrom(null, 0, 500, 1000, 8000);
const plan: fc.Arbitrary<Plan> = fc.record({
  fee,
  userFee: fee,
  isPerSite: fc.boolean(),
  annual: fc.constantFrom(null, 8, 10, 12),
  minUsers: fc.constantFrom(null, 3),
  tag: fc.constantFrom('1', '2'),
  features: fc.tuple(fc.boolean(), fc.boolean()),
  amount: fc.constantFrom(1, 2),
});
const period = fc.constantFrom('month' as const, 'year' as const);

const account = fc.record({
  plans: fc.tuple(plan, plan),
  isSamePlan: fc.boolean(),
  from: fc.record({ period, users: fc.integer({ min: 1, max: 60 }), sites: fc.integer({ min: 1, max: 3 }) }),
  to: fc.record({ period, users: fc.integer({ min: 1, max: 60 }), sites: fc.integer({ min: 1, max: 3 }) }),
  /** Its price beside each of the plans, null where it can't be had. */
  addOn: fc.option(fc.tuple(fc.constantFrom(300, 900), fc.constantFrom(null, 300, 900))),
  agreedFee: fc.option(fc.constantFrom(0, 700)),
});

type Account = typeof account extends fc.Arbitrary<infer T> ? T : never;

/** What is paid in a year. Null if it is not known. Terms have a fee, and ten times of it for a year. */
function payYearly(
  { fee: listed, userFee, isPerSite, annual, minUsers }: Plan,
  has: Account['from'],
  { addOnFee, agreedFee }: { addOnFee: number | null; agreedFee: number | null },
): number | null {
  const base = agreedFee ?? listed;
  if (base === null && userFee === null) return null;
  const baseMonths = agreedFee === null ? annual : 10;
  const isAnnual = has.period === 'year' && !(base && baseMonths === null) && !(userFee && annual === null);
  const sites = isPerSite && base ? has.sites : 1;
  const users = Math.max(has.users, minUsers ?? 1);
  const months = (annually: number | null) => (isAnnual ? (annually ?? 0) : 12);
  return (
    (base ?? 0) * months(baseMonths) * sites + (userFee ?? 0) * months(annual) * users + (addOnFee ?? 0) * 12
  );
}

function toVersion(id: string, each: Plan, replacedBy: string | null) {
  const { isPerSite, annual, features, amount, ...fields } = each;
  const inYear = (monthly: number | null) => (annual === null || monthly === null ? null : monthly * annual);
  return createVersion(id, {
    ...fields,
    replacedBy,
    feeUnit: isPerSite ? 'site' : null,
    annualFee: inYear(each.fee),
    annualUserFee: inYear(each.userFee),
    links: [
      ...features.flatMap((isIncluded, index) => (isIncluded ? createLink(`feature-${index}`) : [])),
      createLink('limit', { amount }),
    ],
  });
}

function evaluate({ plans: [own, target], isSamePlan, from, to, addOn, agreedFee }: Account) {
  const catalog: AppCatalog = {
    app: createApp(),
    versions: [toVersion('ver_a', own, isSamePlan ? 'ver_b' : null), toVersion('ver_b', target, null)],
    features: ['feature-0', 'feature-1', 'limit'].map((id) => createFeature(id)),
    addOns: [],
  };
  const [ownPrice, targetPrice] = addOn ?? [null, null];
  if (ownPrice !== null) {
    const prices = { ver_a: { fee: ownPrice }, ...(targetPrice !== null && { ver_b: { fee: targetPrice } }) };
    catalog.addOns.push(createAddOn('extra', { prices }));
  }
  const state = createCallerState('ver_a');
  const terms = {
    ...{
      id: 'avh_1',
      versionId: null,
      features: {},
      limits: {},
      from: 0,
      until: null,
      reason: '',
      active: true,
    },
    price: { fee: agreedFee ?? 0, annualFee: (agreedFee ?? 0) * 10 },
  };
  const view = createView(catalog, {
    ...state,
    current: { ...state.current!, billingPeriod: from.period },
    users: from.users,
    ...(own.isPerSite && { quantity: from.sites }),
    ...(agreedFee !== null && { terms }),
    addOnStates: addOn ? [createAddOnState('extra', true, { fee: ownPrice })] : [],
  });
  return evaluateChange(
    view,
    { role: 'owner' },
    {
      ...{ type: 'switch', versionId: 'ver_b', billingPeriod: to.period, users: to.users },
      quantity: target.isPerSite ? to.sites : null,
    },
  );
}

test('a switch is an upgrade if the account pays more in a year, and a downgrade if it pays less', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(account, (input) => {
      const { plans, isSamePlan, from, to, addOn, agreedFee } = input;
      const [own, target] = plans;
      const { pays, direction } = evaluate(input);
      const was = payYearly(own, from, { addOnFee: addOn?.[0] ?? null, agreedFee });
      const is = payYearly(target, to, { addOnFee: addOn?.[1] ?? null, agreedFee });
      const expected =
        was === null || is === null ? 'unknown' : ['less', 'same', 'more'][Math.sign(is - was) + 1];
      expect(pays).toBe(expected);
      const gains =
        target.features.some((has, index) => has && !own.features[index]) || target.amount > own.amount;
      const loses =
        own.features.some((has, index) => has && !target.features[index]) || target.amount < own.amount;
      const byTag = own.tag <= target.tag ? 'upgrade' : 'downgrade';
      const byGains = gains ? 'upgrade' : 'downgrade';
      const byContent = gains === loses ? byTag : byGains;
      const byPay: Record<string, string> = { more: 'upgrade', less: 'downgrade' };
      expect(direction).toBe(byPay[pays] ?? (isSamePlan ? 'none' : byContent));
      seen.set(`${pays} ${direction}`, (seen.get(`${pays} ${direction}`) ?? 0) + 1);
    }),
    { numRuns: 2000 },
  );
  expect([...seen.keys()].toSorted()).toEqual([
    'less downgrade',
    'more upgrade',
    ...['same downgrade', 'same none', 'same upgrade'],
    ...['unknown downgrade', 'unknown none', 'unknown upgrade'],
  ]);
});

test.each([
  [50, { pays: 'less', direction: 'downgrade' }],
  [8, { pays: 'same', direction: 'upgrade' }],
  [2, { pays: 'more', direction: 'upgrade' }],
])('%i users from 10 for each to 80 for all', (users, expected) => {
  const seat = {
    fee: null,
    userFee: 1000,
    annual: null,
    minUsers: null,
    isPerSite: false,
    tag: '1',
    amount: 1,
  };
  const flat = { ...seat, fee: 8000, userFee: null, tag: '2' };
  const features: [boolean, boolean] = [true, false];
  const has = { period: 'month' as const, users, sites: 1 };
  const plans: [Plan, Plan] = [
    { ...seat, features },
    { ...flat, features },
  ];
  expect(
    evaluate({ plans, isSamePlan: false, from: has, to: has, addOn: null, agreedFee: null }),
  ).toMatchObject(expected);
});
