import type {
  CompoundPriceSpecificationLeaf,
  OfferLeaf,
  QuantitativeValueLeaf,
  SoftwareApplicationLeaf,
  UnitPriceSpecificationLeaf,
  WithContext,
} from 'schema-dts';
import { expect, expectTypeOf, test } from 'vitest';
import type { AppInfo, VersionEntry } from '@/lib/contract/versions';
import { createVersionEntry } from '@/tools/testing/contract-fixtures';
import { createStructuredData, type StructuredData } from './create-structured-data';

const app = {
  title: 'Larder',
  currency: 'EUR',
  currency_digits: 2,
  billing_period: 'month',
  language: 'en',
} as AppInfo;

function describeList(versions: Partial<VersionEntry>[], appFields: Partial<AppInfo> = {}) {
  const entries = versions.map((fields, index) => createVersionEntry(`v${index}`, fields));
  const data = { versions: entries, app: { ...app, ...appFields } };
  return createStructuredData(data as Parameters<typeof createStructuredData>[0]);
}

const describeOffer = (fields: Partial<VersionEntry>, appFields?: Partial<AppInfo>) =>
  describeList([{ title: 'Team', ...fields }], appFields)?.offers[0];
const unitPrice = { '@type': 'UnitPriceSpecification', priceCurrency: 'EUR' };

test('an app has its title, language and public plans', () => {
  const versions = [
    { title: 'Free', fee: 0 },
    { title: 'Hidden', public: false },
    { title: 'Old', active: false },
  ];
  expect(describeList(versions)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Larder',
    inLanguage: 'en',
    offers: [{ '@type': 'Offer', name: 'Free', priceSpecification: [{ ...unitPrice, price: '0.00' }] }],
  });
  expect(describeList([{}], { language: null })).not.toHaveProperty('inLanguage');
  expect(describeList([{ public: false }])).toBeNull();
});

test.each<[string, Partial<VersionEntry>, object | undefined]>([
  ['on request', {}, undefined],
  ['in words', { price_text: '€1 an hour' }, undefined],
  ['per account', { fee: 1250 }, [{ ...unitPrice, price: '12.50', billingDuration: 'P1M' }]],
  [
    'per user and year',
    { user_fee: 900, annual_user_fee: 9000, user_fee_unit: 'member' },
    [
      ['9.00', 'P1M'],
      ['90.00', 'P1Y'],
    ].map(([price, billingDuration]) => ({
      ...unitPrice,
      price,
      billingDuration,
      referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: 'member' },
    })),
  ],
  [
    'per site',
    { fee: 500, fee_unit: 'site' },
    [
      {
        ...unitPrice,
        price: '5.00',
        billingDuration: 'P1M',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: 'site' },
      },
    ],
  ],
  [
    'per account and per user',
    { fee: 2000, user_fee: 800 },
    [
      {
        '@type': 'CompoundPriceSpecification',
        priceCurrency: 'EUR',
        priceComponent: [
          { ...unitPrice, price: '20.00', billingDuration: 'P1M' },
          {
            ...unitPrice,
            price: '8.00',
            billingDuration: 'P1M',
            referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: 'user' },
          },
        ],
      },
    ],
  ],
])('a price %s', (_, fields, expected) => {
  expect(describeOffer(fields)?.priceSpecification).toEqual(expected);
});

test('amounts have the decimals of the currency, and the period of the app', () => {
  expect(
    describeOffer({ fee: 1200 }, { currency: 'JPY', currency_digits: 0, billing_period: 'year' })
      ?.priceSpecification,
  ).toEqual([{ ...unitPrice, priceCurrency: 'JPY', price: '1200', billingDuration: 'P1Y' }]);
});

test('a plan that is not sold for every number has its bounds', () => {
  const bounds = { min_users: 10, max_users: 25, min_quantity: 2, max_quantity: 20 };
  expect(describeOffer({ fee: 100, fee_unit: 'site', user_fee: 200, ...bounds })?.eligibleQuantity).toEqual([
    { '@type': 'QuantitativeValue', minValue: 10, maxValue: 25, unitText: 'user' },
    { '@type': 'QuantitativeValue', minValue: 2, maxValue: 20, unitText: 'site' },
  ]);
});

test('a long list has 50 offers', () => {
  expect(describeList(Array.from({ length: 60 }, () => ({ fee: 1 })))?.offers).toHaveLength(50);
});

test('types and properties are those of schema.org', () => {
  type Offer = StructuredData['offers'][number];
  type Price = NonNullable<Offer['priceSpecification']>[number];
  type UnitPrice = Extract<Price, { '@type': 'UnitPriceSpecification' }>;
  type CompoundPrice = Extract<Price, { '@type': 'CompoundPriceSpecification' }>;
  type Quantity = NonNullable<Offer['eligibleQuantity']>[number];
  // Values, and then that no property is unknown. Interfaces accept more properties.
  expectTypeOf<StructuredData>().toExtend<WithContext<SoftwareApplicationLeaf>>();
  expectTypeOf<Exclude<keyof StructuredData, keyof SoftwareApplicationLeaf | '@context'>>().toBeNever();
  expectTypeOf<Exclude<keyof Offer, keyof OfferLeaf>>().toBeNever();
  expectTypeOf<Exclude<keyof UnitPrice, keyof UnitPriceSpecificationLeaf>>().toBeNever();
  expectTypeOf<Exclude<keyof CompoundPrice, keyof CompoundPriceSpecificationLeaf>>().toBeNever();
  expectTypeOf<Exclude<keyof Quantity, keyof QuantitativeValueLeaf>>().toBeNever();
});
