import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

// Reads price lists for tests that compare them with what the API serves. Shares no code with the catalog import, so that a
// mistake of the import can't hide in the expectation.

interface RawItem {
  price: number | string;
  unit?: string | null;
  features?: Record<string, { value?: unknown } | null> | null;
  usageLimits?: Record<string, { value?: unknown } | null> | null;
}

export interface RawAddOn extends RawItem {
  availableFor?: string[] | null;
  usageLimitsExtensions?: Record<string, { value?: unknown } | null> | null;
  dependsOn?: string[] | null;
  excludes?: string[] | null;
}

interface RawLimit {
  valueType: string;
  defaultValue: unknown;
  unit?: string | null;
  type: string;
  linkedFeatures?: string[] | null;
}

export interface RawPriceList {
  currency: string;
  billing?: Record<string, number> | null;
  features: Record<string, { valueType: string; type: string; defaultValue: unknown }>;
  usageLimits?: Record<string, RawLimit> | null;
  plans: Record<string, RawItem>;
  addOns?: Record<string, RawAddOn> | null;
}

/** Paths of all price lists below a folder, relative to it. */
export function listPriceLists(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^.]+\.yml$/.test(name))
    .toSorted();
}

export function readPriceList(folder: string, file: string): RawPriceList {
  return parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as RawPriceList;
}

/** What a plan has of a feature or of a limit. `limit` is null if it is not a number. */
export interface ExpectedCell {
  included: boolean;
  /** Infinity is unlimited. */
  amount: number | null;
  /** Text of a TEXT feature. */
  text: string | null;
}

export const notIncluded: ExpectedCell = { included: false, amount: null, text: null };
const tick: ExpectedCell = { included: true, amount: null, text: null };

/** Whether the plan has the feature on request. */
export function isOnRequest(list: RawPriceList, plan: string, feature: string): boolean {
  return /^contact (sales|us)$/i.test(String(readFeature(list, plan, feature)));
}

export function expectFeature(list: RawPriceList, plan: string, feature: string): ExpectedCell {
  const value = readFeature(list, plan, feature);
  if (!isIncluded(value) || isOnRequest(list, plan, feature)) return notIncluded;
  const amountLimit = findAmountLimit(list, feature);
  if (amountLimit !== null) return { ...tick, amount: toAmount(readLimit(list, plan, amountLimit)) };
  if (typeof value === 'number') return { ...tick, amount: toAmount(value) };
  if (typeof value === 'string' && !/^included$/i.test(value)) return { ...tick, text: value };
  return tick;
}

/** A limit that is a row of its own. */
export function expectLimit(list: RawPriceList, plan: string, key: string): ExpectedCell {
  const { valueType, linkedFeatures } = list.usageLimits![key]!;
  const features = linkedFeatures ?? [];
  const isReachable = features.some((feature) => expectFeature(list, plan, feature).included);
  if (features.length > 0 && !isReachable) return notIncluded;
  const value = readLimit(list, plan, key);
  if (valueType === 'BOOLEAN') return value === true ? tick : notIncluded;
  if (features.length === 0 && value === 0) return notIncluded;
  return { ...tick, amount: toAmount(value) };
}

/** The feature whose amount a limit is, or null if the limit is a row of its own. */
export function findAmountFeature(list: RawPriceList, key: string): string | null {
  const limits = Object.entries(list.usageLimits ?? {});
  const { valueType, linkedFeatures } = list.usageLimits![key]!;
  const [feature, ...others] = linkedFeatures ?? [];
  if (feature === undefined || others.length > 0 || valueType !== 'NUMERIC') return null;
  const linked = limits.filter(([, limit]) => (limit.linkedFeatures ?? []).includes(feature));
  return linked.length === 1 && list.features[feature]?.valueType === 'BOOLEAN' ? feature : null;
}

function findAmountLimit(list: RawPriceList, feature: string): string | null {
  const keys = Object.keys(list.usageLimits ?? {});
  return keys.find((key) => findAmountFeature(list, key) === feature) ?? null;
}

function readFeature(list: RawPriceList, plan: string, feature: string): unknown {
  return list.plans[plan]?.features?.[feature]?.value ?? list.features[feature]?.defaultValue;
}

export function readLimit(list: RawPriceList, plan: string, key: string): unknown {
  return list.plans[plan]?.usageLimits?.[key]?.value ?? list.usageLimits?.[key]?.defaultValue;
}

function isIncluded(value: unknown): boolean {
  if (typeof value === 'string') return !/^(|none|coming soon)$/i.test(value);
  return value !== false && value !== 0;
}

/** The format's own library reads 100,000,000 and more as unlimited. */
export function toAmount(value: unknown): number {
  // Some numbers are written as 1_000_000, which is a string in YAML 1.2.
  const number = Number(String(value).replaceAll('_', ''));
  return number >= 100_000_000 ? Number.POSITIVE_INFINITY : number;
}

export interface ExpectedUnit {
  /** Words of the unit, without a plural s. */
  words: string[];
  period: string | null;
  renewable: boolean;
}

const periods = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];

/** The unit of a limit: `calls/month` is [call] a month. */
export function expectUnit(list: RawPriceList, key: string): ExpectedUnit {
  const { unit, type } = list.usageLimits![key]!;
  const parts = (unit ?? '').split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const period = parts.length > 1 && periods.includes(last) ? last : null;
  const words = toWords((period ? parts.slice(0, -1) : parts).join(' '));
  return { words, period, renewable: type === 'RENEWABLE' || (type !== 'NON_RENEWABLE' && period !== null) };
}

/** `coreHours/people` to [core, hour, person]. */
export function toWords(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d-]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^(people|persons)$/.test(word) ? 'person' : word.replace(/(?<=..)s$/, '')));
}

export interface ExpectedPrice {
  fee: number | null;
  user_fee: number | null;
  fee_unit: string | null;
  user_fee_unit: string | null;
  annual_fee: number | null;
  annual_user_fee: number | null;
  /** What `price_text` must contain, or null. */
  price_text: string | null;
  /** What `more_info` must contain, or null. */
  note: string | null;
}

type UnitMeaning = [field: 'fee' | 'user_fee', unit: string | null] | 'usage';

/** All units of prices in the corpus. */
const priceUnits: Record<string, UnitMeaning> = {
  '': ['fee', null],
  '/month': ['fee', null],
  account: ['fee', null],
  'account/month': ['fee', null],
  'user/month': ['user_fee', null],
  'USD/user': ['user_fee', null],
  'member/month': ['user_fee', 'member'],
  'editor/month': ['user_fee', 'editor'],
  'seat/month': ['user_fee', 'seat'],
  'per kiosk user/month': ['fee', 'kiosk user'],
  'activeCommiter/month': ['fee', 'active commiter'],
  channel: ['fee', 'channel'],
  'channel/month': ['fee', 'channel'],
  'channel/year': ['fee', 'channel'],
  'domain/month': ['fee', 'domain'],
  'block/month': ['fee', 'block'],
  'GB/month': ['fee', 'GB'],
  '500 users/month': ['fee', '500 users'],
  activeHour: 'usage',
  'USD/execution': 'usage',
};

/** The price of a plan or add-on. Throws for a unit that is not in the table. */
export function expectPrice(list: RawPriceList, { price, unit }: RawItem): ExpectedPrice {
  const expected: ExpectedPrice = {
    fee: null,
    user_fee: null,
    fee_unit: null,
    user_fee_unit: null,
    annual_fee: null,
    annual_user_fee: null,
    price_text: null,
    note: null,
  };
  const annualFactor = list.billing?.annual ?? list.billing?.annually ?? null;
  if (typeof price === 'string') return expected;
  if (price === 0) return { ...expected, fee: 0, annual_fee: annualFactor === null ? null : 0 };
  const meaning = priceUnits[unit ?? ''];
  if (!meaning) throw new Error(`Unknown unit "${unit}" of a price.`);
  if (meaning === 'usage') return { ...expected, price_text: String(price) };
  const [field, label] = meaning;
  const cents = Math.round(price * 100);
  const annual = annualFactor === null ? null : Math.round(Number((cents * 12 * annualFactor).toFixed(6)));
  return {
    ...expected,
    [field]: cents,
    [`${field}_unit`]: label,
    [`annual_${field}`]: annual,
    note: list.billing && !('monthly' in list.billing) ? 'annual' : null,
  };
}

export interface ExpectedAddOn {
  /** Keys of plans, features and limits. */
  plans: string[];
  features: string[];
  /** By limit. If the amount depends on the plan, an object by plan. */
  set: Record<string, number | Record<string, number>>;
  add: Record<string, number>;
  dependsOn: string[];
  excludes: string[];
  /** How many an account can have. */
  quantities: [min: number, max: number];
  price: ExpectedPrice;
}

/** What extends a limit and adds nothing else is charged for each one that is bought, not for each user. */
function expectAddOnPrice(list: RawPriceList, addOn: RawAddOn): ExpectedPrice {
  const price = expectPrice(list, addOn);
  const isEmpty = (values: object | null | undefined) => Object.keys(values ?? {}).length === 0;
  const onlyExtends =
    isEmpty(addOn.features) && isEmpty(addOn.usageLimits) && !isEmpty(addOn.usageLimitsExtensions);
  if (!onlyExtends || price.user_fee === null) return price;
  const { user_fee: fee, user_fee_unit: unit, annual_user_fee: annual } = price;
  return {
    ...price,
    fee,
    user_fee: null,
    fee_unit: unit ?? 'user',
    user_fee_unit: null,
    annual_fee: annual,
    annual_user_fee: null,
  };
}

export function expectAddOn(list: RawPriceList, key: string): ExpectedAddOn {
  const addOn = list.addOns![key]!;
  const numbers = (values: RawItem['usageLimits']) =>
    Object.fromEntries(
      Object.entries(values ?? {}).flatMap(([limit, entry]) =>
        typeof entry?.value === 'number' && isIncluded(entry.value) ? [[limit, toAmount(entry.value)]] : [],
      ),
    );
  return {
    plans: addOn.availableFor ?? Object.keys(list.plans),
    features: Object.entries(addOn.features ?? {}).flatMap(([feature, entry]) =>
      isIncluded(entry?.value ?? false) ? [feature] : [],
    ),
    set: { ...expectAddedAmounts(list, addOn), ...numbers(addOn.usageLimits) },
    add: numbers(addOn.usageLimitsExtensions),
    dependsOn: addOn.dependsOn ?? [],
    // In both directions.
    excludes: [
      ...(addOn.excludes ?? []),
      ...Object.entries(list.addOns ?? {}).flatMap(([other, { excludes }]) =>
        excludes?.includes(key) ? [other] : [],
      ),
    ],
    quantities: [1, Object.keys(addOn.usageLimitsExtensions ?? {}).length > 0 ? 1000 : 1],
    price: expectAddOnPrice(list, addOn),
  };
}

/** The amounts that plans state for a feature that they lack and the add-on adds. */
function expectAddedAmounts(list: RawPriceList, addOn: RawAddOn): ExpectedAddOn['set'] {
  return Object.fromEntries(
    Object.entries(list.usageLimits ?? {}).flatMap(([key, { valueType, linkedFeatures }]) => {
      const linked = linkedFeatures ?? [];
      if (valueType !== 'NUMERIC' || !linked.some((feature) => addOn.features?.[feature]?.value === true))
        return [];
      const plans = (addOn.availableFor ?? Object.keys(list.plans)).filter(
        (plan) => !linked.some((feature) => expectFeature(list, plan, feature).included),
      );
      const amounts = plans.map((plan) => [plan, toAmount(readLimit(list, plan, key))] as const);
      if (amounts.length === 0) return [];
      const distinct = new Set(amounts.map(([, amount]) => amount));
      // What the add-on adds starts from 0.
      if (addOn.usageLimitsExtensions?.[key] && distinct.size === 1 && distinct.has(0)) return [];
      return [[key, distinct.size === 1 ? amounts[0]![1] : Object.fromEntries(amounts)] as const];
    }),
  );
}
