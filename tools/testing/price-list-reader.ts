import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

// Reads price lists for tests that compare them with what the API serves. Shares no code with the catalog import, so that a
// mistake of the import can't hide in the expectation.

type Values = Record<string, { value?: unknown } | null> | null;

interface RawItem {
  price: number | string;
  unit?: string | null;
  features?: Values;
  usageLimits?: Values;
}

interface RawAddOn extends RawItem {
  availableFor?: string[] | null;
  usageLimitsExtensions?: Values;
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

/** What a plan has of a row: a tick, an amount (Infinity is unlimited) or a text. It is null if the plan does not include it. */
export type Cell = 'tick' | number | { text: string } | null;

/** Whether the plan has the feature on request. */
function isOnRequest(list: RawPriceList, plan: string, feature: string): boolean {
  return /^contact (sales|us)$/i.test(String(readFeature(list, plan, feature)));
}

function readFeatureCell(list: RawPriceList, plan: string, feature: string): Cell {
  const value = readFeature(list, plan, feature);
  if (!isIncluded(value) || isOnRequest(list, plan, feature)) return null;
  const limit = Object.keys(list.usageLimits ?? {}).find((key) => findAmountFeature(list, key) === feature);
  if (limit !== undefined) return toAmount(readLimit(list, plan, limit));
  if (typeof value === 'number') return toAmount(value);
  return typeof value === 'string' && !/^included$/i.test(value) ? { text: value } : 'tick';
}

/** A limit that is a row of its own. */
function readLimitCell(list: RawPriceList, plan: string, key: string): Cell {
  const { valueType, linkedFeatures } = list.usageLimits![key]!;
  const features = linkedFeatures ?? [];
  if (features.length > 0 && features.every((feature) => readFeatureCell(list, plan, feature) === null))
    return null;
  const value = readLimit(list, plan, key);
  if (valueType === 'BOOLEAN') return value === true ? 'tick' : null;
  return features.length === 0 && value === 0 ? null : toAmount(value);
}

/** The feature whose amount a limit is, or null if the limit is a row of its own. */
function findAmountFeature(list: RawPriceList, key: string): string | null {
  const limits = Object.entries(list.usageLimits ?? {});
  const { valueType, linkedFeatures } = list.usageLimits![key]!;
  const [feature, ...others] = linkedFeatures ?? [];
  if (feature === undefined || others.length > 0 || valueType !== 'NUMERIC') return null;
  const linked = limits.filter(([, limit]) => (limit.linkedFeatures ?? []).includes(feature));
  return linked.length === 1 && list.features[feature]?.valueType === 'BOOLEAN' ? feature : null;
}

function readFeature(list: RawPriceList, plan: string, feature: string): unknown {
  return list.plans[plan]?.features?.[feature]?.value ?? list.features[feature]?.defaultValue;
}

function readLimit(list: RawPriceList, plan: string, key: string): unknown {
  return list.plans[plan]?.usageLimits?.[key]?.value ?? list.usageLimits?.[key]?.defaultValue;
}

function isIncluded(value: unknown): boolean {
  if (typeof value === 'string') return !/^(|none|coming soon)$/i.test(value);
  return value !== false && value !== 0;
}

/** The format's own library reads 100,000,000 and more as unlimited. */
function toAmount(value: unknown): number {
  // Some numbers are written as 1_000_000, which is a string in YAML 1.2.
  const number = Number(String(value).replaceAll('_', ''));
  return number >= 100_000_000 ? Number.POSITIVE_INFINITY : number;
}

const periods = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];

/** The unit of a limit: `calls/month` is [call] a month. */
function readUnit({ unit, type }: RawLimit) {
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
function readPrice(list: RawPriceList, { price, unit }: RawItem) {
  const none = {
    fee: null as number | null,
    user_fee: null as number | null,
    fee_unit: null as string | null,
    user_fee_unit: null as string | null,
    annual_fee: null as number | null,
    annual_user_fee: null as number | null,
    /** The number in `price_text`. */
    text: null as string | null,
  };
  const annualFactor = list.billing?.annual ?? list.billing?.annually ?? null;
  if (typeof price === 'string') return none;
  if (price === 0) return { ...none, fee: 0, annual_fee: annualFactor === null ? null : 0 };
  const meaning = priceUnits[unit ?? ''];
  if (!meaning) throw new Error(`Unknown unit "${unit}" of a price.`);
  if (meaning === 'usage') return { ...none, text: String(price) };
  const [field, label] = meaning;
  const cents = Math.round(price * 100);
  const annual = annualFactor === null ? null : Math.round(Number((cents * 12 * annualFactor).toFixed(6)));
  const annualOnly = list.billing != null && !('monthly' in list.billing);
  // The price may be for a year only.
  const fee = annualOnly ? null : cents;
  return { ...none, [field]: fee, [`${field}_unit`]: label, [`annual_${field}`]: annual };
}

const isEmpty = (values: object | null | undefined) => Object.keys(values ?? {}).length === 0;

/** What extends a limit and adds nothing else is charged for each one that is bought, not for each user. */
function readAddOnPrice(list: RawPriceList, addOn: RawAddOn) {
  const price = readPrice(list, addOn);
  const onlyExtends =
    isEmpty(addOn.features) && isEmpty(addOn.usageLimits) && !isEmpty(addOn.usageLimitsExtensions);
  if (!onlyExtends || (price.user_fee ?? price.annual_user_fee) === null) return price;
  const { user_fee: fee, user_fee_unit: unit, annual_user_fee: annual_fee } = price;
  return {
    ...{ ...price, fee, user_fee: null, fee_unit: unit ?? 'user', user_fee_unit: null },
    ...{ annual_fee, annual_user_fee: null },
  };
}

/** Amounts that an add-on sets or adds: `ROW AMOUNT PLAN`, without the plan if it is the same for all. */
function readAmounts(list: RawPriceList, values: Record<string, number | Record<string, number>>): string[] {
  return Object.entries(values).flatMap(([limit, byPlan]) => {
    const row = findAmountFeature(list, limit) ?? `usageLimits.${limit}`;
    const entries = Object.entries(typeof byPlan === 'number' ? { '': byPlan } : byPlan);
    return entries.map(([plan, amount]) => `${row} ${amount} ${plan}`);
  });
}

function readAddOn(list: RawPriceList, key: string) {
  const addOns = list.addOns ?? {};
  const addOn = addOns[key]!;
  const numbers = (values: Values | undefined) =>
    Object.fromEntries(
      Object.entries(values ?? {}).flatMap(([limit, entry]) =>
        typeof entry?.value === 'number' && isIncluded(entry.value) ? [[limit, toAmount(entry.value)]] : [],
      ),
    );
  const isExcluded = (other: string) =>
    addOn.excludes?.includes(other) || addOns[other]!.excludes?.includes(key);
  return {
    plans: (addOn.availableFor ?? Object.keys(list.plans)).toSorted(),
    features: Object.entries(addOn.features ?? {})
      .flatMap(([feature, entry]) => (isIncluded(entry?.value ?? false) ? [feature] : []))
      .toSorted(),
    set: readAmounts(list, {
      ...readAddedAmounts(list, addOn),
      ...numbers(addOn.usageLimits),
    }).toSorted(),
    add: readAmounts(list, numbers(addOn.usageLimitsExtensions)).toSorted(),
    dependsOn: [...new Set(addOn.dependsOn)].filter((other) => other in addOns).toSorted(),
    excludes: Object.keys(addOns).filter(isExcluded).toSorted(),
    quantities: [1, isEmpty(addOn.usageLimitsExtensions) ? 1 : 1000],
  };
}

/** The amounts that plans state for a feature that they lack and the add-on adds. */
function readAddedAmounts(list: RawPriceList, addOn: RawAddOn): Parameters<typeof readAmounts>[1] {
  return Object.fromEntries(
    Object.entries(list.usageLimits ?? {}).flatMap(([key, { valueType, linkedFeatures }]) => {
      const linked = linkedFeatures ?? [];
      if (valueType !== 'NUMERIC' || !linked.some((feature) => addOn.features?.[feature]?.value === true))
        return [];
      const plans = (addOn.availableFor ?? Object.keys(list.plans)).filter((plan) =>
        linked.every((feature) => readFeatureCell(list, plan, feature) === null),
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

/** What is true of a price list or of what the API serves, by name. */
export type Facts = Record<string, unknown>;

/** Whether a limit is the smallest number of users of the price. */
const isMinimumUsers = (key: string) => /^min(imum)?Users/.test(key);

function readMinUsers(list: RawPriceList, plan: string): number | null {
  const key = Object.keys(list.usageLimits ?? {}).find(isMinimumUsers);
  const { price, unit } = list.plans[plan]!;
  const isPerUser = price !== 0 && /^(user|member|editor)\/month$/.test(unit ?? '');
  const minimum = key === undefined ? 0 : toAmount(readLimit(list, plan, key));
  return isPerUser && minimum > 1 ? minimum : null;
}

/**
 * The rows of the matrix that are compared, with their cells: features, and limits that are rows of their own. Payment
 * methods are lists in the file, and are not compared.
 */
export function readRows(list: RawPriceList): Map<string, (plan: string) => Cell> {
  const features = Object.keys(list.features).filter((key) => list.features[key]?.type !== 'PAYMENT');
  const limits = Object.keys(list.usageLimits ?? {}).filter(
    (key) => findAmountFeature(list, key) === null && !isMinimumUsers(key),
  );
  return new Map([
    ...features.map((key) => [key, (plan: string) => readFeatureCell(list, plan, key)] as const),
    ...limits.map((key) => [`usageLimits.${key}`, (plan: string) => readLimitCell(list, plan, key)] as const),
  ]);
}

/** What the API has to serve for a price list. */
export function expectFacts(list: RawPriceList): Facts {
  const plans = Object.keys(list.plans);
  const addOns = Object.entries(list.addOns ?? {});
  const limits = Object.entries(list.usageLimits ?? {});
  const rows = readRows(list);
  const features = Object.keys(list.features);
  const onRequest = features.filter((feature) => plans.some((plan) => isOnRequest(list, plan, feature)));
  const facts: Facts = {
    plans: plans.toSorted(),
    rows: new Set([...features, ...rows.keys()]).size,
    'add-ons': addOns.length + onRequest.length,
    reported: {
      plan: plans.length,
      feature: features.length,
      limit: limits.length,
      amount: limits.length * plans.length,
      'add-on': addOns.length,
      price: plans.length + addOns.length + Object.keys(list.billing ?? {}).length,
    },
  };
  for (const [row, readCell] of rows)
    for (const plan of plans) facts[`${row} of ${plan}`] = describeCell(readCell(plan));
  for (const [key, limit] of limits) {
    if (isMinimumUsers(key)) continue;
    const feature = findAmountFeature(list, key);
    if (limit.valueType === 'NUMERIC') facts[`${feature ?? `usageLimits.${key}`}, unit`] = readUnit(limit);
    if (feature === null) facts[`usageLimits.${key}, features`] = limit.linkedFeatures ?? [];
  }
  for (const [key, plan] of Object.entries(list.plans)) {
    facts[`price of ${key}`] = { ...readPrice(list, plan), min_users: readMinUsers(list, key) };
  }
  for (const [key, addOn] of addOns) {
    const expected = readAddOn(list, key);
    facts[`add-on ${key}`] = expected;
    for (const plan of expected.plans) facts[`price of ${key} for ${plan}`] = readAddOnPrice(list, addOn);
  }
  return facts;
}

/** What a switch from one plan to another changes. `from` is null for a first version. */
export function expectChanges(list: RawPriceList, from: string | null, to: string): Facts {
  const kinds = ['gained', 'lost', 'kept', 'raised', 'lowered', 'changed'];
  const changes = Object.fromEntries(kinds.map((kind) => [kind, [] as string[]]));
  for (const [row, readCell] of [...readRows(list)].toSorted()) {
    const [before, after] = [from === null ? null : readCell(from), readCell(to)];
    const isSame = describeCell(before) === describeCell(after);
    if (before !== null) changes[after === null ? 'lost' : 'kept']!.push(row);
    else if (after !== null) changes.gained!.push(row);
    if (before === null || after === null || isSame) continue;
    const isAmount = typeof before === 'number' && typeof after === 'number';
    let kind = 'changed';
    if (isAmount) kind = after > before ? 'raised' : 'lowered';
    changes[kind]!.push(row);
  }
  return changes;
}

/** Texts may differ in case and spaces. */
export function describeCell(cell: Cell): string {
  if (cell === null) return 'not included';
  return typeof cell === 'object' ? cell.text.replace(/\s+/g, ' ').trim().toLowerCase() : String(cell);
}
