import { describe, expect, it } from 'vitest';
import { Refused } from './fault';
import { readPriceList } from './read-price-list';

const list = `syntaxVersion: '2.1'
saasName: Lantern
createdAt: 2024-01-01
version: '2024'
currency: EUR
features:
  apiAccess:
    valueType: BOOLEAN
    defaultValue: false
    type: DOMAIN
  seats:
    description: How many
    valueType: NUMERIC
    defaultValue: 1_000_000
    type: MANAGEMENT
    tag: People
usageLimits:
  seatsLimit:
    valueType: NUMERIC
    defaultValue: 3
    unit: seat
    type: NON_RENEWABLE
    linkedFeatures: [seats]
plans:
  PRO:
    price: 12.5
    unit: user/month
    features:
      apiAccess: {value: true}
    usageLimits: {seatsLimit: {value: .inf}}
  10:
    description:
    price: Contact Sales
    unit: user/month
    features:
    usageLimits:
addOns:
  support:
    price: 5
    unit: /month
    features: {apiAccess: {value: true}}
    usageLimitsExtensions: {seatsLimit: {value: 2}}
`;

const refusal = (text: string) => {
  try {
    readPriceList('list.yml', text);
  } catch (error) {
    if (error instanceof Refused) return error.message.split('\n');
    throw error;
  }
  return [];
};
const changed = (from: string, to: string) => {
  expect(list).toContain(from);
  return list.replace(from, to);
};

describe('a price list', () => {
  const read = readPriceList('list.yml', list).list;

  it('has its plans in order, with the defaults of what they are silent about', () => {
    expect(read.product).toBe('Lantern');
    expect(read.currency).toBe('EUR');
    expect(read.plans.map((plan) => [plan.key, plan.price, plan.unit, plan.isPrivate])).toEqual([
      ['PRO', { amount: 12.5, computed: false }, 'user/month', false],
      ['10', { text: 'Contact Sales' }, 'user/month', false],
    ]);
    expect(read.plans.map((plan) => Object.fromEntries(plan.values))).toEqual([
      { apiAccess: true, seats: 1_000_000 },
      { apiAccess: false, seats: 1_000_000 },
    ]);
    expect(read.plans.map((plan) => Object.fromEntries(plan.limits))).toEqual([
      { seatsLimit: Number.POSITIVE_INFINITY },
      { seatsLimit: 3 },
    ]);
  });

  it('has features, limits and add-ons', () => {
    expect(read.features).toEqual([
      { key: 'apiAccess', description: '', kind: 'BOOLEAN', type: 'DOMAIN', tag: null, defaultValue: false },
      {
        key: 'seats',
        description: 'How many',
        kind: 'NUMERIC',
        type: 'MANAGEMENT',
        tag: 'People',
        defaultValue: 1e6,
      },
    ]);
    expect(read.limits).toEqual([
      { key: 'seatsLimit', kind: 'NUMERIC', unit: 'seat', features: ['seats'], defaultValue: 3 },
    ]);
    expect(read.addOns).toMatchObject([
      {
        key: 'support',
        price: { amount: 5 },
        availableFor: ['PRO', '10'],
        values: new Map([['apiAccess', true]]),
      },
    ]);
  });

  it.each([
    ["price: '12.50'", { amount: 12.5, computed: false }],
    ['price: Free', { amount: 0, computed: false }],
    ["price: '3 * #a'", { amount: 6, computed: true }],
  ])('understands %s', (written, price) => {
    const text = changed('saasName:', 'variables: {a: 2}\nsaasName:').replace('price: 12.5', written);
    expect(readPriceList('list.yml', text).list.plans[0]?.price).toEqual(price);
  });

  it('understands what the library alone refuses: short names, a list of tomorrow, an add-on of nothing', () => {
    const text = changed('PRO:', 'XL:')
      .replace('2024-01-01', '2999-01-01')
      .replace(
        '    features: {apiAccess: {value: true}}\n    usageLimitsExtensions: {seatsLimit: {value: 2}}\n',
        '',
      );
    const { plans, addOns } = readPriceList('list.yml', text).list;
    expect(plans.map((plan) => plan.key)).toEqual(['XL', '10']);
    expect(addOns.map((addOn) => addOn.key)).toEqual(['support']);
  });

  it('never runs what a file says', () => {
    const evil = changed('price: 12.5', "price: 'globalThis.ran = 1 + #a'");
    expect(refusal(evil)).toEqual([
      'list.yml:26:12: plans.PRO.price: The formula "globalThis.ran = 1 + #a" can’t be worked out.',
    ]);
    expect('ran' in globalThis).toBe(false);
  });

  it.each([
    ['currency: EUR', 'currency: EURO', '5:11: currency: "EURO" is no currency code of ISO 4217.'],
    ['currency: EUR', '', '1:1: currency: Missing.'],
    ["syntaxVersion: '2.1'", "syntaxVersion: '1.0'", '1:16: syntaxVersion: This reads Pricing2Yaml 2 and 3.'],
    ['price: 12.5', 'price: -1', '26:12: plans.PRO.price: A price can’t be below zero, and this is -1.'],
    ['price: 12.5', 'price: .inf', '26:12: plans.PRO.price: A price must be a finite number.'],
    [
      'price: 12.5',
      'price: From $99',
      '26:12: plans.PRO.price: "From $99" is neither a number nor a text such as "Contact Sales".',
    ],
    [
      'price: 12.5',
      'price: 12,5',
      '26:12: plans.PRO.price: "12,5" is neither a number nor a text such as "Contact Sales".',
    ],
    [
      'price: 12.5',
      'price: [1]',
      '26:5: plans.PRO.price: A price must be a number, or a text such as "Contact Sales".',
    ],
    ['    price: 12.5\n', '', '25:3: plans.PRO.price: Missing.'],
    [
      'apiAccess: {value: true}\n    usage',
      'apiAcces: {value: true}\n    usage',
      '29:7: plans.PRO.features.apiAcces: The list has no feature "apiAcces".',
    ],
    [
      'apiAccess: {value: true}\n    usage',
      'apiAccess: {value: 1}\n    usage',
      '29:26: plans.PRO.features.apiAccess.value: This must be true or false: its valueType is BOOLEAN.',
    ],
    [
      'defaultValue: 3',
      'defaultValue: many',
      '20:19: usageLimits.seatsLimit.defaultValue: This must be a number: its valueType is NUMERIC.',
    ],
    [
      'linkedFeatures: [seats]',
      'linkedFeatures: [chairs]',
      '23:22: usageLimits.seatsLimit.linkedFeatures.0: The list has no feature "chairs".',
    ],
    [
      '    unit: /month\n',
      '    unit: /month\n    availableFor: [TEAM]\n',
      '41:20: addOns.support.availableFor.0: The list has no plan "TEAM".',
    ],
    ['type: DOMAIN', 'type: DOMAINE', '10:11: features.apiAccess.type: Invalid option'],
    ['  PRO:', '  " PRO":', '25:3: plans. PRO: A name may not be blank, or begin or end with a blank.'],
    [
      list.slice(list.indexOf('plans:'), list.indexOf('addOns:')),
      'plans: {}\n',
      '24:1: plans: A plan is needed.',
    ],
    [list, '', '1:1: Missing.'],
    [list, '- a\n- b\n', '1:1: Invalid input'],
  ])('refuses %j as %j', (from, to, message) => {
    expect(refusal(changed(from, to))[0]).toContain(`list.yml:${message}`);
  });

  it('names all that is wrong at once, and once', () => {
    const text = changed('price: 12.5', 'price: -1')
      .replace('currency: EUR', 'currency: x')
      .replace('[seats]', '[a, b]');
    expect(refusal(text)).toHaveLength(4);
  });
});
