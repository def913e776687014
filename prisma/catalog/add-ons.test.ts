import { expect, test } from 'vitest';
import { addOnCells, type PricedAddOn } from './add-ons';
import type { ListedFeature } from './price-list';

const features: ListedFeature[] = ['api', 'search'].map((key) => ({
  key,
  description: '',
  kind: 'BOOLEAN',
  type: 'DOMAIN',
  tag: null,
  defaultValue: false,
}));
const addOn = (key: string, fee: number | null, userFee: number | null, brings: string[]): PricedAddOn => ({
  title: key,
  price: { fee, userFee, note: null, warning: null },
  addOn: {
    key,
    description: '',
    price: { amount: 0, computed: false },
    unit: '',
    isPrivate: false,
    availableFor: ['PRO'],
    values: new Map(brings.map((name) => [name, true])),
    limits: new Map(),
    extensions: new Map(),
  },
});
const offers = (addOns: PricedAddOn[]) =>
  addOnCells(features, addOns, () => false).cells.map(({ feature, offer }) => `${feature} by ${offer}`);

test('of add-ons that bring the same feature the cheaper stands, wherever it is in the file', () => {
  const cheap = addOn('cheap', null, 300, ['api']);
  const dear = addOn('dear', 400, null, ['api', 'search']);
  expect(offers([cheap, dear])).toEqual(['api by cheap', 'search by dear']);
  expect(offers([dear, cheap])).toEqual(['api by cheap', 'search by dear']);
});

test('one with a price stands before one on request, and of equals the first', () => {
  const asked = addOn('asked', null, null, ['api']);
  const priced = addOn('priced', 900, null, ['api']);
  const same = addOn('same', 900, null, ['api']);
  expect(offers([asked, priced])).toEqual(['api by priced']);
  expect(offers([priced, asked])).toEqual(['api by priced']);
  expect(offers([same, priced])).toEqual(['api by same']);
  expect(offers([asked, addOn('asked too', null, null, ['api'])])).toEqual(['api by asked']);
});
