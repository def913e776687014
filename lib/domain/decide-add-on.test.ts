import { describe, expect, test } from 'vitest';
import {
  createAddOn,
  createAddOnState,
  createApp,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import {
  type AddOnContext,
  decideAddOn,
  decideSwitchedAddOns,
  isAvailable,
  isIncluded,
} from './decide-add-on';

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

function createContext(version: AddOnContext['version'], ...active: string[]): AddOnContext {
  const features = ['sso', 'stats', 'files', 'extra'].map((id) => createFeature(id));
  return {
    catalog: { app: createApp(), versions: [basic, pro, max], features, addOns },
    version,
    billingPeriod: 'month',
    active: new Map(active.map((id) => [id, createAddOnState(id, true, { fee: 5 })])),
  };
}

describe('blockers', () => {
  const codes = (
    context: AddOnContext,
    addOn: typeof sso,
    active = true,
    role: 'owner' | 'member' = 'owner',
  ) => decideAddOn(role, context, addOn, Number(active)).blockers.map(({ code }) => code);

  test.each([
    ['allowed', codes(createContext(basic), sso), []],
    [
      'included before not offered',
      codes(createContext(max), sso),
      ['option_included', 'option_not_offered'],
    ],
    ['included although it has a price', codes(createContext(pro), sso), ['option_included']],
    [
      'not offered, then a missing requirement',
      codes(createContext(max, 'sso'), { ...stats, dependsOn: ['rival'] }),
      ['option_not_offered', 'option_dependency_missing'],
    ],
    ['without a version', codes(createContext(null), sso), ['option_not_offered']],
    ['retired', codes(createContext(basic), { ...sso, active: false }), ['option_not_offered']],
    [
      'on request',
      codes(createContext(basic), { ...sso, versions: [{ ...sso.versions[0]!, fee: null }] }),
      ['price_on_request'],
    ],
    ['a price in words', codes(createContext(basic), words), ['price_on_request']],
    ['only sold annually', codes(createContext(basic), annual), ['billing_period_unavailable']],
    ['a requirement that is off', codes(createContext(basic), stats), ['option_dependency_missing']],
    ['a requirement that is on', codes(createContext(basic, 'sso'), stats), []],
    ['excluded by one that is on', codes(createContext(basic, 'rival'), sso), ['option_excluded']],
    ['excluding one that is on', codes(createContext(basic, 'sso'), rival), ['option_excluded']],
    [
      'required by one that is on',
      codes(createContext(basic, 'sso', 'stats'), sso, false),
      ['option_required'],
    ],
    ['required, but included in the version', codes(createContext(pro, 'sso', 'stats'), sso, false), []],
    [
      'no owner, last',
      codes(createContext(basic), stats, true, 'member'),
      ['option_dependency_missing', 'forbidden'],
    ],
    ['the state that it has', codes(createContext(max, 'sso'), sso), []],
    ['off although it is off', codes(createContext(basic), sso, false), []],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('name the offers to change first, but none that is not public', () => {
    const { blockers } = decideAddOn('owner', createContext(basic), stats, 1);
    expect(blockers[0]).toMatchObject({ options: ['sso'], message: 'stats requires sso. Turn it on first.' });
    expect(decideAddOn('owner', createContext(basic), needsHidden, 1).blockers[0]).toMatchObject({
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
    const context = createContext(version);
    const active = new Map(
      current > 0 ? [[addOn.id, createAddOnState(addOn.id, true, { quantity: current })]] : [],
    );
    return decideAddOn('owner', { ...context, active }, addOn, quantity).blockers;
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

test('an add-on is included if the version has all that it adds', () => {
  const addOn = (...effects: Parameters<typeof createEffect>[]) =>
    createAddOn('any', { prices: {}, effects: effects.map((effect) => createEffect(...effect)) });
  const cases: [ReturnType<typeof addOn>, boolean, boolean][] = [
    [addOn(), false, false],
    [addOn(['sso']), true, true],
    [addOn(['sso'], ['extra']), false, false],
    [addOn(['files', { effect: 'set', amount: 50 }]), true, true],
    [addOn(['files', { effect: 'set', amount: 51 }]), false, true],
    [addOn(['files', { effect: 'set', unlimited: true }]), false, true],
    [addOn(['files', { effect: 'add', amount: 1 }]), false, true],
    [addOn(['files', { effect: 'include', value: 'Full' }]), true, true],
    [addOn(['files', { effect: 'set', value: 'Full' }]), false, true],
  ];
  const isIn = (each: ReturnType<typeof addOn>, version: typeof pro, lowerIsBetter: boolean) =>
    isIncluded(each, version, { features: [createFeature('files', { lowerIsBetter })] });
  expect(cases.map(([each]) => [isIn(each, pro, false), isIn(each, max, false)])).toEqual(
    cases.map(([, inPro, inMax]) => [inPro, inMax]),
  );
  const amounts = [49, 50, 51].map((amount) => addOn(['files', { effect: 'set', amount }]));
  expect(amounts.map((each) => isIn(each, pro, true))).toEqual([false, true, true]);
});

test('an add-on is available if it is on, or sold for the version and not included', () => {
  expect(isAvailable(createContext(basic), words)).toBe(true);
  expect(isAvailable(createContext(pro), sso)).toBe(false);
  expect(isAvailable(createContext(max), stats)).toBe(false);
  expect(isAvailable(createContext(max, 'stats'), stats)).toBe(true);
  expect(isAvailable(createContext(null), sso)).toBe(false);
});

test('a switch of the period alone keeps retired add-ons, and turns off what is only sold annually', () => {
  const context = { ...createContext(basic, 'sso', 'gone', 'annual'), billingPeriod: 'year' as const };
  const outcomes = (period: 'month' | 'year') =>
    decideSwitchedAddOns(context, basic, period).map(({ addOnState, outcome, billingPeriods }) => [
      addOnState.addOnId,
      outcome,
      billingPeriods.after,
    ]);
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
  const create = (fields: Partial<typeof present>, ...active: string[]): AddOnContext => {
    const context = createContext(basic, ...active);
    const all = [{ ...present, ...fields }, kept, dependent, opponent];
    return { ...context, catalog: { ...context.catalog, addOns: all } };
  };
  const codes = (context: AddOnContext, addOn: typeof present, quantity: number) =>
    decideAddOn('owner', context, addOn, quantity).blockers.map(({ code }) => code);

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

  const decide = (context: AddOnContext, target: typeof basic) =>
    decideSwitchedAddOns(context, target, 'month').map(({ outcome, addOn, before, after, message }) => [
      outcome,
      addOn?.id,
      before.fee,
      after.fee,
      message,
    ]);

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
