import { expect, test } from 'vitest';
import {
  createAddOn,
  createApp,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { isAddable, isIncluded } from './add-ons';

const basic = createVersion('ver_basic', { links: [createLink('files', { amount: 10 })] });
const pro = createVersion('ver_pro', { links: [createLink('sso'), createLink('files', { amount: 50 })] });
const max = createVersion('ver_max', {
  links: [createLink('sso'), createLink('files', { unlimited: true })],
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
  const isIn = (
    each: ReturnType<typeof addOn>,
    version: typeof pro,
    betterAmount: 'higher' | 'lower' | null,
  ) => isIncluded(each, version, { features: [createFeature('files', { betterAmount })] });
  expect(cases.map(([each]) => [isIn(each, pro, 'higher'), isIn(each, max, 'higher')])).toEqual(
    cases.map(([, inPro, inMax]) => [inPro, inMax]),
  );
  const amounts = [49, 50, 51].map((amount) => addOn(['files', { effect: 'set', amount }]));
  expect(amounts.map((each) => isIn(each, pro, 'lower'))).toEqual([false, true, true]);
  expect(amounts.map((each) => isIn(each, pro, null))).toEqual([false, true, false]);
});

test('an add-on can be added to a version that it is sold for and not included in', () => {
  const catalog = { app: createApp(), versions: [], features: [createFeature('sso')], addOns: [] };
  const sso = createAddOn('sso', {
    prices: { ver_basic: { fee: 300 }, ver_pro: { fee: 1 } },
    includes: ['sso'],
  });
  const words = createAddOn('words', {
    prices: { ver_basic: { priceText: '€1 an hour' } },
    includes: ['extra'],
  });
  expect(isAddable(catalog, basic, words)).toBe(true);
  expect(isAddable(catalog, basic, { ...words, active: false })).toBe(false);
  expect(isAddable(catalog, pro, sso)).toBe(false);
  expect(isAddable(catalog, max, words)).toBe(false);
  expect(isAddable(catalog, null, sso)).toBe(false);
});
