import { expect, test } from 'vitest';
import type { ListedFeature } from '@/lib/catalog-import/parse/normalize-price-list';
import { buildAddOnCells, type PricedAddOn } from './build-add-ons';

const features: ListedFeature[] = ['api', 'search'].map((key) => ({
  key,
  description: '',
  valueType: 'BOOLEAN',
  type: 'DOMAIN',
  tag: null,
  defaultValue: false,
}));
const addOn = (key: string, fee: number | null, userFee: number | null, enabled: string[]): PricedAddOn => ({
  title: key,
  price: { fee, userFee, note: null, warning: null },
  addOn: {
    key,
    description: '',
    price: { amount: 0, computed: false },
    unit: '',
    isPrivate: false,
    availableFor: ['PRO'],
    values: new Map(enabled.map((name) => [name, true])),
    limits: new Map(),
    extensions: new Map(),
  },
});
const buildOffers = (addOns: PricedAddOn[]) =>
  buildAddOnCells(features, addOns, () => false).cells.map(({ feature, offer }) => `${feature} by ${offer}`);

test('uses the cheapest of several add-ons with the same feature, whatever their order', () => {
  const cheap = addOn('cheap', null, 300, ['api']);
  const expensive = addOn('expensive', 400, null, ['api', 'search']);
  expect(buildOffers([cheap, expensive])).toEqual(['api by cheap', 'search by expensive']);
  expect(buildOffers([expensive, cheap])).toEqual(['api by cheap', 'search by expensive']);
});

test('prefers a price to "on request", and the first of equal prices', () => {
  const onRequest = addOn('on request', null, null, ['api']);
  const priced = addOn('priced', 900, null, ['api']);
  const samePrice = addOn('same price', 900, null, ['api']);
  expect(buildOffers([onRequest, priced])).toEqual(['api by priced']);
  expect(buildOffers([priced, onRequest])).toEqual(['api by priced']);
  expect(buildOffers([samePrice, priced])).toEqual(['api by same price']);
  expect(buildOffers([onRequest, addOn('second', null, null, ['api'])])).toEqual(['api by on request']);
});
