import { describe, expect, test } from 'vitest';
import type { Role } from '@/lib/contract/current-user';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { App, CatalogAddOn, CatalogVersion } from '@/lib/db/catalog';
import {
  createAddOn,
  createAddOnState,
  createApp,
  createCallerState,
  createEffect,
  createFeature,
  createLink,
  createVersion,
  createVersionSnapshot,
} from '@/tools/testing/catalog-fixtures';
import { noCallerState } from '../caller';
import type { CatalogView } from '../catalog/catalog-view';
import type { Command } from './apply-command';
import type { Decider } from './change-rules';
import { evaluateChange, toSwitchDecision } from './evaluate-change';
import type { HistoryEntry } from './history-entry';

const decideSwitch = (...[role, current, target, billingPeriod]: DecideInput) => {
  const state = current ? createCallerState(current.id) : noCallerState;
  const versions = current && current.id !== target.id ? [current, target] : [target];
  const catalog = { app: createApp(), versions, features: [], addOns: [] };
  const command = { type: 'switch', versionId: target.id, billingPeriod: billingPeriod ?? null } as const;
  return toSwitchDecision(evaluateChange({ catalog, state }, { role }, command));
};
type DecideInput = [
  role: Role | null,
  current: CatalogVersion | null,
  target: CatalogVersion,
  period?: BillingPeriod,
];

const free = createVersion('ver_1', { fee: 0 });
const team = createVersion('ver_2', { fee: 2000 });
const perUser = createVersion('ver_3', { fee: null, userFee: 2500 });
const onRequest = createVersion('ver_4', { fee: null, userFee: null });
const blockerCodes = (...input: DecideInput) => decideSwitch(...input).blockers.map(({ code }) => code);

describe('direction', () => {
  test.each([
    ['to a higher price', free, team, 'upgrade'],
    ['to a lower price', team, free, 'downgrade'],
    ['to a higher price for one user', team, perUser, 'upgrade'],
    ['from a price on request to a price', onRequest, team, 'downgrade'],
    ['to a price on request', team, onRequest, 'upgrade'],
    ['to the current version', team, team, 'none'],
    ['to the first version', null, team, 'none'],
    [
      'to a version of the same price, later in the list',
      team,
      createVersion('ver_9', { fee: 2000 }),
      'upgrade',
    ],
    [
      'to a version of the same price, earlier in the list',
      team,
      createVersion('ver_0', { fee: 2000 }),
      'downgrade',
    ],
    [
      'from a user fee of null to 0, with the same fee',
      createVersion('ver_1', { userFee: null }),
      createVersion('ver_2', { userFee: 0 }),
      'upgrade',
    ],
  ] as const)('of a switch %s', (_, from, to, direction) => {
    expect(decideSwitch('owner', from, to).direction).toBe(direction);
  });
});

describe('blockers', () => {
  test('an owner can switch between active versions with a price', () => {
    expect(decideSwitch('owner', free, team)).toEqual({
      direction: 'upgrade',
      pays: 'more',
      gets: 'same',
      allowed: true,
      blockers: [],
    });
  });

  test.each(['member', 'product', null] as const)('role %s cannot switch', (role) => {
    expect(blockerCodes(role, free, team)).toEqual(['forbidden']);
    expect(blockerCodes(role, team, team)).toEqual(['forbidden']);
  });

  test('a switch to an inactive version is blocked', () => {
    expect(blockerCodes('owner', free, createVersion('ver_2', { active: false }))).toEqual([
      'version_inactive',
    ]);
  });

  test('a switch to a price on request is blocked, a switch to a price of 0 is not', () => {
    expect(blockerCodes('owner', free, onRequest)).toEqual(['price_on_request']);
    expect(blockerCodes('owner', team, createVersion('ver_5', { fee: null, userFee: 0 }))).toEqual([]);
  });

  test('a switch to a price in words is blocked, with the words in the message', () => {
    const fees = { fee: null, userFee: null, priceText: '1% of sales' };
    const metered = createVersion('ver_5', { title: 'Metered', ...fees });
    expect(decideSwitch('owner', team, metered).blockers).toEqual([
      {
        code: 'price_on_request',
        message: 'The price of Metered is 1% of sales. Contact us to switch to it.',
      },
    ]);
  });

  test('exit and entry blockers have the messages of their versions', () => {
    const from = createVersion('ver_1', { exitBlocker: 'Your contract runs until May.' });
    const to = createVersion('ver_2', { entryBlocker: 'Talk to us first.' });
    expect(decideSwitch('owner', from, to).blockers).toEqual([
      { code: 'exit_restricted', message: 'Your contract runs until May.' },
      { code: 'entry_restricted', message: 'Talk to us first.' },
    ]);
  });

  test('an owner can always stay on the current version, even if it is inactive and has an exit blocker', () => {
    const current = createVersion('ver_1', { active: false, exitBlocker: 'No.', fee: null });
    expect(decideSwitch('owner', current, current)).toEqual({
      direction: 'none',
      pays: 'unknown',
      gets: 'same',
      allowed: true,
      blockers: [],
    });
  });
});

describe('between versions of one plan', () => {
  const plan = { title: 'Kitchen', exitBlocker: 'Your contract runs until May.' };
  const present = createVersion('ver_5', { ...plan, fee: 1100, entryBlocker: 'Talk to us first.' });
  const kept = { ...plan, active: false, replacedBy: present.id };
  const earlier = createVersion('ver_8', { ...kept, fee: 900 });
  const first = createVersion('ver_9', { ...kept, fee: 700 });

  test('the exit rule does not apply, the entry rule does', () => {
    expect(blockerCodes('owner', earlier, present)).toEqual(['entry_restricted']);
    expect(blockerCodes('owner', earlier, { ...present, entryBlocker: null })).toEqual([]);
    expect(blockerCodes('owner', earlier, team)).toEqual(['exit_restricted']);
    expect(blockerCodes('owner', earlier, { ...present, fee: null })).toEqual([
      'entry_restricted',
      'price_on_request',
    ]);
  });

  test.each([
    ['present', present],
    ['later', earlier],
  ] as const)('a switch from the %s one to an earlier one is not possible', (_, current) => {
    expect(decideSwitch('owner', current, first).blockers).toEqual([
      { code: 'version_inactive', message: 'This earlier Kitchen is no longer offered.' },
    ]);
  });

  test('the direction is that of the price, and equal prices have none', () => {
    expect(decideSwitch('owner', earlier, present).direction).toBe('upgrade');
    expect(decideSwitch('owner', earlier, { ...present, fee: 500 }).direction).toBe('downgrade');
    expect(decideSwitch('owner', earlier, { ...present, fee: 900 }).direction).toBe('none');
  });
});

test('a period that a version is not sold for is a blocker, also for the current version', () => {
  const annual = createVersion('ver_5', { fee: 1000, annualFee: 9000 });
  expect(blockerCodes('owner', free, annual, 'year')).toEqual([]);
  expect(decideSwitch('owner', free, team, 'year').blockers).toEqual([
    { code: 'billing_period_unavailable', message: '2 is not sold with annual billing.' },
  ]);
  expect(blockerCodes('owner', team, team, 'year')).toEqual(['billing_period_unavailable']);
  expect(blockerCodes('owner', team, onRequest, 'year')).toEqual(['price_on_request']);
  expect(blockerCodes('owner', team, free, 'year')).toEqual([]);
});

const basic = createVersion('ver_basic', { links: [createLink('files', { amount: 10 })] });
const pro = createVersion('ver_pro', { links: [createLink('sso'), createLink('files', { amount: 50 })] });
const max = createVersion('ver_max', {
  links: [createLink('sso'), createLink('files', { unlimited: true })],
});

const sso = createAddOn('sso', {
  prices: { ver_basic: { fee: 300 }, ver_pro: { fee: 1 } },
  includes: ['sso'],
});
const stats = createAddOn('stats', {
  prices: { ver_basic: { fee: 200 } },
  includes: ['stats'],
  dependsOn: ['sso'],
});
const annual = createAddOn('annual', { prices: { ver_basic: { annualFee: 900 } }, includes: ['extra'] });
const words = createAddOn('words', {
  prices: { ver_basic: { priceText: '€1 an hour' } },
  includes: ['extra'],
});
const rival = createAddOn('rival', {
  prices: { ver_basic: { fee: 0 } },
  includes: ['extra'],
  excludes: ['sso'],
});
const hidden = createAddOn('hidden', { public: false, prices: { ver_basic: { fee: 1 } } });
const needsHidden = createAddOn('needy', { prices: { ver_basic: { fee: 1 } }, dependsOn: ['hidden'] });
const addOns = [sso, stats, annual, words, rival, hidden, needsHidden];

function createView(version: CatalogVersion | null, ...active: string[]): CatalogView {
  const features = ['sso', 'stats', 'files', 'extra'].map((id) => createFeature(id));
  return {
    catalog: { app: createApp(), versions: [basic, pro, max], features, addOns },
    state: {
      ...(version ? createCallerState(version.id) : noCallerState),
      addOnStates: active.map((id) => createAddOnState(id, true, { fee: 5 })),
    },
  };
}

/** The decision about a quantity of an add-on, which replaces that of the catalog. */
function decideAddOn(role: Role, { catalog, state }: CatalogView, addOn: CatalogAddOn, quantity: number) {
  const others = catalog.addOns.filter(({ id }) => id !== addOn.id);
  // A member finds an add-on that was on once, also without a price.
  const known = state.addOnStates.some(({ addOnId }) => addOnId === addOn.id)
    ? state.addOnStates
    : [...state.addOnStates, createAddOnState(addOn.id, false)];
  const view = {
    catalog: { ...catalog, addOns: [...others, addOn] },
    state: { ...state, addOnStates: known },
  };
  return evaluateChange(view, { role }, { type: 'set_add_on', addOnId: addOn.id, quantity });
}

function switchAddOns(view: CatalogView, { id: versionId }: CatalogVersion, billingPeriod: BillingPeriod) {
  return evaluateChange(view, { role: 'owner' }, { type: 'switch', versionId, billingPeriod }).addOns;
}

describe('blockers of add-ons', () => {
  const codes = (view: CatalogView, addOn: typeof sso, active = true, role: 'owner' | 'member' = 'owner') =>
    decideAddOn(role, view, addOn, Number(active)).blockers.map(({ code }) => code);

  test.each([
    ['allowed', codes(createView(basic), sso), []],
    ['included before not offered', codes(createView(max), sso), ['option_included', 'option_not_offered']],
    ['included although it has a price', codes(createView(pro), sso), ['option_included']],
    [
      'not offered, then a missing requirement',
      codes(createView(max, 'sso'), { ...stats, dependsOn: ['rival'] }),
      ['option_not_offered', 'option_dependency_missing'],
    ],
    ['without a version', codes(createView(null), sso), ['option_not_offered']],
    ['retired', codes(createView(basic), { ...sso, active: false }), ['option_not_offered']],
    [
      'on request',
      codes(createView(basic), { ...sso, versions: [{ ...sso.versions[0]!, fee: null }] }),
      ['price_on_request'],
    ],
    ['a price in words', codes(createView(basic), words), ['price_on_request']],
    ['only sold annually', codes(createView(basic), annual), ['billing_period_unavailable']],
    ['a requirement that is off', codes(createView(basic), stats), ['option_dependency_missing']],
    ['a requirement that is on', codes(createView(basic, 'sso'), stats), []],
    ['excluded by one that is on', codes(createView(basic, 'rival'), sso), ['option_excluded']],
    ['excluding one that is on', codes(createView(basic, 'sso'), rival), ['option_excluded']],
    ['required by one that is on', codes(createView(basic, 'sso', 'stats'), sso, false), ['option_required']],
    ['required, but included in the version', codes(createView(pro, 'sso', 'stats'), sso, false), []],
    [
      'no owner, last',
      codes(createView(basic), stats, true, 'member'),
      ['option_dependency_missing', 'forbidden'],
    ],
    ['the state that it has', codes(createView(max, 'sso'), sso), []],
    ['off although it is off', codes(createView(basic), sso, false), []],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('name the offers to change first, but none that is not public', () => {
    const { blockers } = decideAddOn('owner', createView(basic), stats, 1);
    expect(blockers[0]).toMatchObject({ options: ['sso'], message: 'stats requires sso. Turn it on first.' });
    expect(decideAddOn('owner', createView(basic), needsHidden, 1).blockers[0]).toMatchObject({
      options: [],
      message: 'needy requires another optional feature. Turn it on first.',
    });
  });
});

test('a quantity is bought where the add-on is offered and within its range, and reduced anywhere', () => {
  const seats = createAddOn('seats', {
    prices: { ver_basic: { fee: 100 } },
    effects: [createEffect('files', { effect: 'add', amount: 1 })],
    minQuantity: 2,
    maxQuantity: 5,
  });
  const decide = (version: typeof basic, current: number, quantity: number, addOn = seats) => {
    const view = createView(version);
    const addOnStates = current > 0 ? [createAddOnState(addOn.id, true, { quantity: current })] : [];
    return decideAddOn('owner', { ...view, state: { ...view.state, addOnStates } }, addOn, quantity).blockers;
  };
  const codes = (...args: Parameters<typeof decide>) => decide(...args).map(({ code }) => code);
  expect(codes(basic, 0, 2)).toEqual([]);
  expect(codes(basic, 2, 5)).toEqual([]);
  expect(decide(basic, 0, 6)).toMatchObject([
    { code: 'quantity_out_of_range', message: 'The quantity of seats can be 2 to 5.' },
  ]);
  expect(codes(basic, 3, 1)).toEqual(['quantity_out_of_range']);
  expect(codes(basic, 9, 9)).toEqual([]);
  expect(codes(basic, 9, 5)).toEqual([]);
  expect(codes(pro, 3, 4)).toEqual(['option_not_offered']);
  expect(codes(pro, 3, 2)).toEqual([]);
  expect(codes(pro, 3, 0)).toEqual([]);
  expect(decide(basic, 1, 2, { ...seats, minQuantity: null, maxQuantity: null })).toMatchObject([
    { code: 'quantity_out_of_range', message: 'seats is not sold in quantities.' },
  ]);
});

test('a switch of the period alone keeps retired add-ons, and turns off what is only sold annually', () => {
  const { catalog, state } = createView(basic, 'sso', 'gone', 'annual');
  const current = { ...state.current!, billingPeriod: 'year' as const };
  const outcomes = (period: 'month' | 'year') =>
    switchAddOns({ catalog, state: { ...state, current } }, basic, period).map(
      ({ outcome, before, after }) => [before?.id, outcome, after?.billingPeriod ?? null],
    );
  expect(outcomes('year')).toEqual([
    ['sso', 'kept', 'month'],
    ['annual', 'kept', 'year'],
    ['gone', 'kept', 'month'],
  ]);
  expect(outcomes('month')).toEqual([
    ['sso', 'kept', 'month'],
    ['annual', 'lost', null],
    ['gone', 'kept', 'month'],
  ]);
});

describe('generations', () => {
  const present = createAddOn('new', {
    prices: { ver_basic: { fee: 400 }, ver_pro: { fee: 450 } },
    includes: ['extra'],
    maxQuantity: 2,
  });
  const kept = createAddOn('old', {
    prices: { ver_basic: { fee: 300 }, ver_pro: { fee: 350 }, ver_max: { fee: 1 } },
    includes: ['extra'],
    active: false,
    replacedBy: 'new',
    maxQuantity: 5,
  });
  const dependent = createAddOn('dependent', {
    prices: { ver_basic: { fee: 1 }, ver_pro: { fee: 1 } },
    dependsOn: ['new'],
  });
  const opponent = createAddOn('opponent', { prices: { ver_basic: { fee: 1 } }, excludes: ['new'] });
  const create = (fields: Partial<typeof present>, ...active: string[]): CatalogView => {
    const view = createView(basic, ...active);
    const all = [{ ...present, ...fields }, kept, dependent, opponent];
    return { ...view, catalog: { ...view.catalog, addOns: all } };
  };
  const codes = (view: CatalogView, addOn: typeof present, quantity: number) =>
    decideAddOn('owner', view, addOn, quantity).blockers.map(({ code }) => code);

  test('requirements and exclusions apply to each of them', () => {
    expect(codes(create({}, 'old'), dependent, 1)).toEqual([]);
    expect(codes(create({}), dependent, 1)).toEqual(['option_dependency_missing']);
    expect(codes(create({}, 'old'), opponent, 1)).toEqual(['option_excluded']);
    expect(codes(create({}, 'opponent'), kept, 1)).toEqual(['option_excluded']);
    expect(codes(create({}, 'old', 'dependent'), kept, 0)).toEqual(['option_required']);
  });

  test('a kept one has its own range while the present one is offered', () => {
    expect(codes(create({}, 'old'), kept, 5)).toEqual([]);
    expect(codes(create({}, 'old'), kept, 6)).toEqual(['quantity_out_of_range']);
    expect(codes(create({ active: false }, 'old'), kept, 5)).toEqual(['option_not_offered']);
  });

  const decide = (view: CatalogView, target: CatalogVersion) =>
    switchAddOns(view, target, 'month').map(({ outcome, before, after, message }) => {
      return [outcome, (after ?? before)!.id, before?.price.fee, (after ?? before)!.price.fee, message];
    });

  test('a switch moves a kept one to the present one, if the target has it', () => {
    expect(decide(create({}, 'old', 'dependent'), pro)).toEqual([
      ['kept', 'new', 300, 450, 'old stays on, as it is offered now.'],
      ['kept', 'dependent', 1, 1, 'dependent stays on.'],
    ]);
    expect(decide(create({}, 'old', 'dependent'), max)).toEqual([
      ['lost', 'old', 300, 300, 'old is not available for MAX. It is turned off.'],
      ['lost', 'dependent', 1, 1, 'dependent is not available for MAX. It is turned off.'],
    ]);
    expect(decide(create({ active: false }, 'old'), pro)).toEqual([
      ['lost', 'old', 300, 300, 'old is not available for PRO. It is turned off.'],
    ]);
    expect(decide(create({}, 'old'), basic)).toEqual([['kept', 'old', 300, 300, 'old stays on.']]);
  });

  test('a kept one whose successor lacks a requirement is turned off', () => {
    expect(decide(create({ dependsOn: ['opponent'] }, 'old', 'opponent'), pro)[0]).toEqual([
      'lost',
      'old',
      300,
      300,
      'old requires opponent. It is turned off.',
    ]);
  });
});

describe('users', () => {
  const seats = createFeature('seats', {
    limitKey: 'seats',
    catalogKey: 'usageLimits.seats',
    unit: 'person',
  });
  const small = createVersion('ver_1', { title: 'Taster', links: [createLink('seats', { amount: 5 })] });
  const large = createVersion('ver_2', {
    title: 'Kitchen',
    fee: 2000,
    links: [createLink('seats', { amount: 50 })],
  });
  const more = createAddOn('more', {
    prices: { ver_1: { fee: 100 } },
    effects: [createEffect('seats', { effect: 'add', amount: 10 })],
    maxQuantity: 3,
  });
  const createView = (
    users: number,
    { on = 0, version = small, ...app }: { on?: number; version?: CatalogVersion } & Partial<App> = {},
  ): CatalogView => ({
    catalog: {
      app: createApp({ usersLimit: 'seats', ...app }),
      versions: [small, large],
      features: [seats],
      addOns: [more],
    },
    state: {
      ...createCallerState(version.id),
      users,
      addOnStates: on > 0 ? [createAddOnState('more', true, { quantity: on, fee: 100 })] : [],
    },
  });
  const owner = { role: 'owner' } as const;
  const codes = (view: CatalogView, command: Command, caller: Decider = owner) =>
    evaluateChange(view, caller, command).blockers.map(({ code }) => code);
  const set = (users: number, versionId = small.id): Command => ({ type: 'switch', versionId, users });
  const turn = (quantity: number): Command => ({ type: 'set_add_on', addOnId: 'more', quantity });

  test('are limited by the version and its add-ons', () => {
    expect(codes(createView(5), set(6))).toEqual(['users_limit_exceeded']);
    expect(codes(createView(5, { on: 1 }), set(15))).toEqual([]);
    expect(codes(createView(5, { on: 1 }), set(16))).toEqual(['users_limit_exceeded']);
    expect(codes(createView(9, { version: large }), { type: 'switch', versionId: small.id })).toEqual([
      'users_limit_exceeded',
    ]);
  });

  test('keep the add-on that allows them, and part of it', () => {
    expect(codes(createView(15, { on: 1 }), turn(0))).toEqual(['users_limit_exceeded']);
    expect(codes(createView(15, { on: 2 }), turn(1))).toEqual([]);
    expect(codes(createView(5, { on: 1 }), turn(0))).toEqual([]);
  });

  test('above the limit block only what exceeds it more', () => {
    expect(codes(createView(30), set(29))).toEqual([]);
    expect(codes(createView(30), set(31))).toEqual(['users_limit_exceeded']);
    expect(codes(createView(30), turn(1))).toEqual([]);
    expect(codes(createView(30, { on: 2 }), turn(1))).toEqual(['users_limit_exceeded']);
  });

  test('that the host manages are changed by the host only', () => {
    const view = createView(3, { usersManagedBy: 'host' });
    expect(codes(view, set(4))).toEqual(['users_managed_by_host']);
    expect(codes(view, set(4), { role: 'owner', appKey: true })).toEqual([]);
    expect(codes(view, { type: 'set_users', users: 4 }, { role: 'owner', appKey: true })).toEqual([]);
    expect(codes(view, set(3, large.id))).toEqual([]);
  });

  test('and add-ons that cost more are confirmed by the host if it has a checkout page, and all switches', () => {
    const view = createView(5, { on: 1, checkoutUrl: 'https://host.example/pay' });
    const confirms = (command: Command, caller: Decider = owner) =>
      evaluateChange(view, caller, command).needsConfirmation;
    expect([confirms(turn(2)), confirms(turn(1)), confirms(turn(0))]).toEqual([true, false, false]);
    expect([confirms(set(4)), confirms(set(5)), confirms(set(5, large.id))]).toEqual([true, false, true]);
    expect(confirms(turn(2), { role: 'owner', appKey: true })).toBe(false);
    expect(confirms(set(4), { role: 'support' })).toBe(false);
    expect(evaluateChange(createView(5), owner, turn(1)).needsConfirmation).toBe(false);
  });
});

describe('an undo', () => {
  const now = Date.UTC(2026, 0, 2);
  const undo = (
    fields: Partial<HistoryEntry> = {},
    options: { now?: number; fee?: number; exitBlocker?: string; caller?: Decider } = {},
  ) => {
    const basicPlan = createVersion('ver_1', {
      fee: options.fee ?? 1000,
      active: false,
      entryBlocker: 'No.',
    });
    const proPlan = createVersion('ver_2', { fee: 2000, exitBlocker: options.exitBlocker ?? null });
    const state = { ...createCallerState('ver_2'), users: 9 };
    const catalog = {
      app: createApp({ usersLimit: 'seats' }),
      versions: [basicPlan, proPlan],
      features: [createFeature('seats', { limitKey: 'seats' })],
      addOns: [],
    };
    const snapshot = createVersionSnapshot('ver_1', { fee: 1000, currency: 'USD' });
    const entry: HistoryEntry = {
      id: state.current!.id,
      sequence: 2,
      activatedAt: new Date(now - 3_600_000),
      direction: 'upgrade',
      pays: 'more',
      version: createVersionSnapshot('ver_2'),
      previous: snapshot,
      actor: { kind: 'session', name: 'Ada', channel: 'portal' },
      reason: null,
      billingPeriod: 'month',
      users: 9,
      quantity: null,
      terms: null,
      trialEndsAt: null,
      kind: 'switch',
      addOns: [],
      undo: false,
      isLocked: false,
      historySequence: 1,
      ...fields,
    };
    const undone = {
      entry,
      version: snapshot,
      billingPeriod: 'month',
      users: 9,
      quantity: null,
      terms: null,
      trialEndsAt: null,
    } as const;
    return evaluateChange({ catalog, state }, options.caller ?? { role: 'owner' }, {
      type: 'undo',
      undone,
      now: options.now ?? now,
    }).blockers.map(({ code }) => code);
  };

  test('returns to a retired version that can’t be entered', () => expect(undo()).toEqual([]));

  test.each([
    ['something has changed since', undo({ historySequence: 0 }), 'undo_superseded'],
    ['24 hours have passed', undo({}, { now: now + 23 * 3_600_000 }), 'undo_expired'],
    ['the plan can’t be left', undo({}, { exitBlocker: 'No.' }), 'exit_restricted'],
    ['the price has changed', undo({}, { fee: 1100 }), 'undo_unavailable'],
    ['the provider decided the change', undo({ isLocked: true }), 'change_locked'],
    ['the caller is a member', undo({}, { caller: { role: 'member' } }), 'forbidden'],
  ])('is rejected if %s', (_, codes, expected) => expect(codes).toEqual([expected]));

  test('of a change of the provider is made by the host', () => {
    expect(undo({ isLocked: true }, { caller: { role: 'owner', appKey: true } })).toEqual([]);
  });
});
