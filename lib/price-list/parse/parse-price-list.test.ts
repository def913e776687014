import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ImportError } from '../yaml/diagnostics';
import { parsePriceList } from './parse-price-list';

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

const parseErrors = (text: string) => {
  try {
    parsePriceList('list.yml', text);
  } catch (error) {
    if (error instanceof ImportError) return error.message.split('\n');
    throw error;
  }
  return [];
};
const replaceInList = (from: string, to: string) => {
  expect(list).toContain(from);
  return list.replace(from, to);
};

const parsed = parsePriceList('list.yml', list).list;

it('returns plans in file order, with defaults applied', () => {
  expect(parsed.product).toBe('Lantern');
  expect(parsed.currency).toBe('EUR');
  expect(parsed.plans.map((plan) => [plan.key, plan.price, plan.unit, plan.isPrivate])).toEqual([
    ['PRO', { amount: 12.5, computed: false }, 'user/month', false],
    ['10', { text: 'Contact Sales' }, 'user/month', false],
  ]);
  expect(parsed.plans.map((plan) => Object.fromEntries(plan.values))).toEqual([
    { apiAccess: true, seats: 1_000_000 },
    { apiAccess: false, seats: 1_000_000 },
  ]);
  expect(parsed.plans.map((plan) => Object.fromEntries(plan.limits))).toEqual([
    { seatsLimit: Number.POSITIVE_INFINITY },
    { seatsLimit: 3 },
  ]);
});

it('returns features, limits and add-ons', () => {
  expect(parsed.features).toEqual([
    {
      key: 'apiAccess',
      description: '',
      valueType: 'BOOLEAN',
      type: 'DOMAIN',
      tag: null,
      defaultValue: false,
    },
    {
      key: 'seats',
      description: 'How many',
      valueType: 'NUMERIC',
      type: 'MANAGEMENT',
      tag: 'People',
      defaultValue: 1e6,
    },
  ]);
  expect(parsed.limits).toEqual([
    {
      key: 'seatsLimit',
      description: '',
      valueType: 'NUMERIC',
      type: 'NON_RENEWABLE',
      unit: 'seat',
      period: null,
      features: ['seats'],
      defaultValue: 3,
    },
  ]);
  expect(parsed.addOns).toMatchObject([
    {
      key: 'support',
      price: { amount: 5 },
      availableFor: ['PRO', '10'],
      values: new Map([['apiAccess', true]]),
    },
  ]);
});

it('reads the period of a limit of version 3, and the billing factors', () => {
  const period = (written: string) => {
    const text = replaceInList('unit: seat', `unit: seat\n    period: ${written}`);
    return parsePriceList('list.yml', text).list.limits[0]?.period;
  };
  expect(period('{value: 1, unit: MONTH}')).toBe('month');
  expect(period('{value: 3, unit: MONTH}')).toBe('3 months');
  expect(period('{unit: MIN}')).toBe('minute');
  expect(period('day')).toBe('day');
  expect(period('null')).toBeNull();
  const billed = replaceInList('saasName:', 'billing: {monthly: 1, annual: 0.8, quarterly: 1}\nsaasName:');
  expect([...parsePriceList('list.yml', billed).list.billing]).toEqual([
    ['monthly', 1],
    ['annual', 0.8],
    ['quarterly', 1],
  ]);
});

it.each([
  ["price: '12.50'", { amount: 12.5, computed: false }],
  ['price: Free', { amount: 0, computed: false }],
  ['price: 12.50 €', { amount: 12.5, computed: false }],
  ['price: From 99 €', { text: 'From 99 €' }],
  ["price: '3 * #a'", { amount: 6, computed: true }],
  ['price: 10 + 5', { amount: 15, computed: true }],
  ['price: (3+2)*3', { amount: 15, computed: true }],
  ['price: 99+', { text: '99+' }],
])('accepts %s', (written, price) => {
  const text = replaceInList('saasName:', 'variables: {a: 2}\nsaasName:').replace('price: 12.5', written);
  expect(parsePriceList('list.yml', text).list.plans[0]?.price).toEqual(price);
});

it('accepts short names, a future date and an add-on that is a service', () => {
  const text = replaceInList('PRO:', 'XL:')
    .replace('2024-01-01', '2999-01-01')
    .replace(
      '    features: {apiAccess: {value: true}}\n    usageLimitsExtensions: {seatsLimit: {value: 2}}\n',
      '    description: An hour of help.\n',
    );
  const { plans, addOns } = parsePriceList('list.yml', text).list;
  expect(plans.map((plan) => plan.key)).toEqual(['XL', '10']);
  expect(addOns.map((addOn) => addOn.key)).toEqual(['support']);
});

it('never evaluates a formula as code', () => {
  const text = replaceInList('price: 12.5', "price: 'globalThis.ran = 1 + #a'");
  expect(parseErrors(text)).toEqual([
    'list.yml:26:12: plans.PRO.price: Can’t evaluate the formula "globalThis.ran = 1 + #a". It can have numbers, variables and + - * / ( ).',
  ]);
  expect('ran' in globalThis).toBe(false);
});

it.each([
  ['currency: EUR', 'currency: EURO', '5:11: currency: "EURO" is not an ISO 4217 currency code.'],
  ['currency: EUR', '', '1:1: currency: This value is required.'],
  [
    "syntaxVersion: '2.1'",
    "syntaxVersion: '4.0'",
    '1:16: syntaxVersion: This is version 4.0 of Pricing2Yaml. Versions 1.0 to 3.1 are supported.',
  ],
  ["syntaxVersion: '2.1'\n", '', '1:1: syntaxVersion: This value is required. The newest version is "3.1".'],
  ['price: 12.5', 'price: -1', '26:12: plans.PRO.price: A price can’t be negative: -1.'],
  ...[
    ['0', '0'],
    ['1.5', '1.5'],
    ['-0.8', '-0.8'],
    ['8', '8'],
    ['cheap', '"cheap"'],
  ].map(([written, quoted]) => [
    'saasName: Lantern',
    `billing: {monthly: 1, annual: ${written}}\nsaasName: Lantern`,
    `2:31: billing.annual: ${quoted} is not a billing factor. Expected a number above 0 and at most 1`,
  ]),
  [
    'defaultValue: 3',
    'defaultValue: -3',
    '20:19: usageLimits.seatsLimit.defaultValue: A value can’t be negative: -3.',
  ],
  [
    'value: .inf',
    'value: "-1_000"',
    '30:39: plans.PRO.usageLimits.seatsLimit.value: A value can’t be negative: -1000.',
  ],
  [
    'value: .inf',
    'value: -.inf',
    '30:39: plans.PRO.usageLimits.seatsLimit.value: A value can’t be negative: -Infinity.',
  ],
  [
    '{value: 2}}',
    '{value: -2}}',
    '42:49: addOns.support.usageLimitsExtensions.seatsLimit.value: A value can’t be negative: -2.',
  ],
  [
    '  seats:',
    '  usageLimits.seats:',
    '11:3: features.usageLimits.seats: A name can’t start with "usageLimits.".',
  ],
  ['  support:', '  features.seats:', '38:3: addOns.features.seats: A name can’t start with "features.".'],
  ['price: 12.5', 'price: 2024-01-01', '26:12: plans.PRO.price: "2024-01-01" is a date. Expected a price.'],
  ['price: 12.5', 'price: 31/12/2024', '26:12: plans.PRO.price: "31/12/2024" is a date. Expected a price.'],
  ['price: 12.5', 'price: 10-20', '26:12: plans.PRO.price: A price can’t be negative: "10-20" is -10.'],
  ['price: 12.5', 'price: (3+2*3', '26:12: plans.PRO.price: Can’t evaluate the formula "(3+2*3".'],
  ['price: 12.5', 'price: .inf', '26:12: plans.PRO.price: A price must be a finite number.'],
  [
    'price: 12.5',
    'price: ""',
    '26:12: plans.PRO.price: "" is neither a number nor a text such as "Contact Sales".',
  ],
  ['price: 12.5', 'price: 12,5', '26:12: plans.PRO.price: Write the price "12,5" as a number such as 12.50.'],
  [
    'price: 12.5',
    'price: 12.5\n    annualPrice: Ask us',
    '27:18: plans.PRO.annualPrice: Write the price with annual billing as a number such as 12.50.',
  ],
  ['price: 12.5', 'price: ١٢', '26:12: plans.PRO.price: "١٢" has digits other than 0 to 9.'],
  ['price: 12.5', 'price: ab １２', '26:12: plans.PRO.price: "ab １２" has digits other than 0 to 9.'],
  [
    'price: 12.5',
    `price: "${'('.repeat(100_000)}#a"`,
    '26:12: plans.PRO.price: Can’t evaluate the formula "((((',
  ],
  [
    'price: 12.5',
    'price: [1]',
    '26:5: plans.PRO.price: Expected a number or a text such as "Contact Sales".',
  ],
  ['    price: 12.5\n', '', '25:3: plans.PRO.price: This value is required.'],
  [
    'apiAccess: {value: true}\n    usage',
    'apiAcces: {value: true}\n    usage',
    '29:7: plans.PRO.features.apiAcces: The price list has no feature "apiAcces".',
  ],
  [
    'apiAccess: {value: true}\n    usage',
    'apiAccess: {value: 1}\n    usage',
    '29:26: plans.PRO.features.apiAccess.value: Expected true or false, because valueType is BOOLEAN.',
  ],
  [
    'defaultValue: 3',
    'defaultValue: many',
    '20:19: usageLimits.seatsLimit.defaultValue: Expected a number, because valueType is NUMERIC.',
  ],
  [
    'linkedFeatures: [seats]',
    'linkedFeatures: [chairs]',
    '23:22: usageLimits.seatsLimit.linkedFeatures.0: The price list has no feature "chairs".',
  ],
  [
    '    unit: /month\n',
    '    unit: /month\n    availableFor: [TEAM]\n',
    '41:20: addOns.support.availableFor.0: The price list has no plan "TEAM".',
  ],
  [
    'type: DOMAIN',
    'type: DOMAINE',
    '10:11: features.apiAccess.type: "DOMAINE" is not known. Expected INFORMATION, INTEGRATION, DOMAIN, AUTOMATION, ' +
      'MANAGEMENT, GUARANTEE, SUPPORT, or PAYMENT. Did you mean DOMAIN?',
  ],
  [
    'valueType: BOOLEAN',
    'valueType: BOOL',
    '8:16: features.apiAccess.valueType: "BOOL" is not known. Expected BOOLEAN, NUMERIC, or TEXT.',
  ],
  [
    '    valueType: BOOLEAN\n',
    '',
    '7:3: features.apiAccess.valueType: This value is required. Expected BOOLEAN, NUMERIC, or TEXT.',
  ],
  [
    'type: NON_RENEWABLE',
    'type: RENEWING',
    '22:11: usageLimits.seatsLimit.type: "RENEWING" is not known. Expected RENEWABLE, NON_RENEWABLE, TIME_DRIVEN, or ' +
      'RESPONSE_DRIVEN.',
  ],
  [
    '    defaultValue: 3\n',
    '',
    '18:3: usageLimits.seatsLimit.defaultValue: This value is required. It is that of plans that set none, such as false, 0 or NONE.',
  ],
  [
    'apiAccess: {value: true}\n    usage',
    'apiAccess: true\n    usage',
    '29:18: plans.PRO.features.apiAccess: Write `value: true` below this key.',
  ],
  [
    'value: .inf',
    'value: Unlimited',
    '30:39: plans.PRO.usageLimits.seatsLimit.value: Write `.inf` for unlimited.',
  ],
  [
    'usageLimits:\n  seats',
    'usaeLimits:\n  seats',
    '30:19: plans.PRO.usageLimits.seatsLimit: The price list has no usage limit',
  ],
  [
    '    usageLimitsExtensions',
    '    usageLimitExtensions',
    '42:5: addOns.support.usageLimitExtensions: Unknown key "usageLimitExtensions". Did you mean "usageLimitsExtensions"?',
  ],
  [
    'saasName: Lantern',
    'saasName: Lantern\nowner: me',
    '3:8: owner: Unknown key "owner". It is ignored with --lenient.',
  ],
  [
    'apiAccess: {value: true}\n    usageLimits:',
    'apiAccess: {vale: true}\n    usageLimits:',
    '29:25: plans.PRO.features.apiAccess.vale: Unknown key "vale". Did you mean "value"?',
  ],
  [
    'type: DOMAIN',
    'type: DOMAIN\n    pricingsURLs: []',
    '11:5: features.apiAccess.pricingsURLs: Unknown key "pricingsURLs". Did you mean "pricingUrls"?',
  ],
  [
    '    unit: /month\n',
    '    unit: /month\n    dependsOn: [suport]\n',
    '41:17: addOns.support.dependsOn.0: The price list has no other add-on "suport".',
  ],
  [
    list.slice(list.indexOf('    features: {apiAccess: {value: true}}\n    usageLimitsExt')),
    '',
    '38:3: addOns.support: It sells nothing. Set features, usageLimits or usageLimitsExtensions, or describe the service.',
  ],
  ['  PRO:', '  " PRO":', '25:3: plans. PRO: A name must not be blank or have leading or trailing spaces.'],
  [
    list.slice(list.indexOf('plans:')),
    'plans: {}\n',
    '24:1: plans: At least one plan or add-on is required.',
  ],
  [list, '', '1:1: This value is required.'],
  [list, '- a\n- b\n', '1:1: Expected a map.'],
])('rejects %j changed to %j', (from, to, message) => {
  expect(parseErrors(replaceInList(from, to))[0]).toContain(`list.yml:${message}`);
});

it('reads lists of earlier versions', () => {
  const header = "syntaxVersion: '2.1'\nsaasName: Lantern\ncreatedAt: 2024-01-01\nversion: '2024'";
  const read = (version: string, text = list) =>
    parsePriceList(
      'list.yml',
      text.replace(header, `saasName: Lantern\ncreatedAt: 2024-01-01\nversion: ${version}`),
    ).list;
  expect(read("'2.0'")).toEqual(parsed);
  expect(read('2.0')).toEqual(parsed);
  const prices = (written: string) => {
    const [plan] = read(
      "'1.1'",
      replaceInList('price: 12.5', written).replace('price: 5', 'monthlyPrice: 5'),
    ).plans;
    return [plan?.price, plan?.annualPrice, plan?.unit];
  };
  const amount = (value: number) => ({ amount: value, computed: false });
  expect(prices('monthlyPrice: 12.5\n    annualPrice: 10')).toEqual([amount(12.5), 10, 'user/month']);
  expect(prices('monthlyPrice: 10\n    annualPrice: 10')).toEqual([amount(10), 10, 'user/month']);
  expect(prices('monthlyPrice: Ask\n    annualPrice: Ask')).toEqual([{ text: 'Ask' }, null, 'user/month']);
  expect(prices('annualPrice: 10.1')).toEqual([amount(121.2), null, 'user/year']);
  expect(prices('annualPrice: Contact us')).toEqual([{ text: 'Contact us' }, null, 'user/month']);
});

it('evaluates structured variables', () => {
  const text = replaceInList('saasName:', 'variables: {region: eu, prices: {eu: 3}}\nsaasName:').replace(
    'price: 12.5',
    "price: '5 * #prices[#region]'",
  );
  expect(parsePriceList('list.yml', text).list.plans[0]?.price).toEqual({ amount: 15, computed: true });
});

it('ignores unknown keys if it is lenient, and metadata in any case', () => {
  const metadata = replaceInList('saasName:', 'url: https://lantern.example\nsaasName:');
  expect(parseErrors(metadata)).toEqual([]);
  const misspelt = replaceInList('  PRO:\n', '  PRO:\n    colour: red\n');
  expect(parseErrors(misspelt)).toHaveLength(1);
  expect(parsePriceList('list.yml', misspelt, { lenient: true }).list.plans).toHaveLength(2);
});

it.each([
  ['a: {dependsOn: [b], excludes: [b]}', 'a.dependsOn: It requires "b"'],
  ['a: {dependsOn: [b]}, b: {dependsOn: [c]}, c: {excludes: [a]}', 'a.dependsOn: It requires "c"'],
  ['a: {dependsOn: [b, c]}, b: {excludes: [c]}', 'a.dependsOn: It requires "b"'],
  ['a: {dependsOn: [b]}, b: {dependsOn: [a]}', 'a.dependsOn: It requires itself.'],
])('rejects contradictory add-ons: %s', (written, message) => {
  const names = ['a', 'b', 'c'];
  const fields = parse(`{${written}}`) as Record<string, object>;
  const addOns = Object.fromEntries(
    names.map((name) => [name, { price: 1, features: { apiAccess: { value: true } }, ...fields[name] }]),
  );
  const text = `${list.slice(0, list.indexOf('addOns:'))}addOns: ${JSON.stringify(addOns)}`;
  expect(parseErrors(text)[0]).toContain(message);
});

it('reports every problem once', () => {
  const text = replaceInList('price: 12.5', 'price: -1')
    .replace('currency: EUR', 'currency: x')
    .replace('[seats]', '[a, b]');
  expect(parseErrors(text)).toHaveLength(4);
});
