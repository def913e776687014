import { findCurrencyDigits } from '@/lib/contract/currency-digits';
import { limitRowKey, onRequestAddOnKey } from '@/lib/db/catalog';
import { pluralizeUnit } from '@/lib/format/amount';
import type { Diagnostic } from '../yaml/diagnostics';
import { shorten, type YamlFile, type YamlPath } from '../yaml/yaml-file';
import { findSimilar } from './find-similar';
import { evaluateFormula, isFormula } from './formula';
import { isDate, parsePlainPrice } from './plain-price';
import {
  coerceValue,
  describeExpectedValue,
  type FeatureType,
  type LimitType,
  type Pricing2Yaml,
  type RawAddOn,
  type RawPricedItem,
  shortenValue,
  type Value,
  type ValueType,
} from './pricing2yaml';

// The normalized price list: in file order, with checked references and evaluated formulas.

/** `computed` marks the result of a formula, which may have more decimals than the currency. */
export type ListedPrice = { amount: number; computed: boolean } | { text: string };

export interface ListedFeature {
  key: string;
  description: string;
  valueType: ValueType;
  type: FeatureType;
  /** Heading for the feature, if the file has one. */
  tag: string | null;
  defaultValue: Value;
}

export interface ListedLimit {
  key: string;
  description: string;
  valueType: ValueType;
  type: LimitType;
  unit: string;
  /** The period beside the unit: "month", "3 months". It is null if the unit contains it, or if there is none. */
  period: string | null;
  /** Keys of the features that it limits, each once. */
  features: string[];
  defaultValue: Value;
}

/** What plans and add-ons have in common. */
interface PricedItem {
  key: string;
  description: string;
  price: ListedPrice;
  /** The price with annual billing, per month or, if it is higher than `price`, per year, or null if the list has none. */
  annualPrice: number | null;
  /** The billing unit as written: `user/month`. */
  unit: string;
  isPrivate: boolean;
}

export interface ListedPlan extends PricedItem {
  /** The value of each feature and each limit by key, with defaults applied. */
  values: ReadonlyMap<string, Value>;
  limits: ReadonlyMap<string, Value>;
}

export interface ListedAddOn extends PricedItem {
  availableFor: string[];
  /** Only the features and limits that the add-on sets. */
  values: ReadonlyMap<string, Value>;
  limits: ReadonlyMap<string, Value>;
  /** By how much the add-on raises limits. */
  extensions: ReadonlyMap<string, Value>;
  /** Keys of add-ons. */
  dependsOn: string[];
  excludes: string[];
  /** How many an account can have, or null for what the list does not state. */
  minQuantity: number | null;
  maxQuantity: number | null;
  quantityStep: number | null;
}

export interface PriceList {
  product: string;
  currency: string;
  currencyDigits: number;
  /** The headings that features can have as their tag, or null if the file does not list them. */
  tags: string[] | null;
  /** Factors by which a price is multiplied, by billing period. */
  billing: ReadonlyMap<string, number>;
  features: ListedFeature[];
  limits: ListedLimit[];
  plans: ListedPlan[];
  addOns: ListedAddOn[];
}

/** Key of the plan of a list that has only add-ons. */
export const basePlanKey = 'BASE';

const maxNameLength = 200;
/** The keys that `makeKeptKey` makes. */
const keptKey = /~\d+$/;
/** Prefixes of the keys of rows that are made from other parts of a list: limits, and features on request. */
const reservedPrefixes: Record<string, string> = {
  features: limitRowKey(''),
  addOns: onRequestAddOnKey(''),
};

/** Normalizes a price list and checks its values and the references between its parts. */
export function normalizePriceList(
  file: YamlFile,
  raw: Pricing2Yaml,
): { list: PriceList; diagnostics: Diagnostic[] } {
  const normalizer = new PriceListNormalizer(file, raw);
  const list = normalizer.normalize();
  return { list, diagnostics: normalizer.diagnostics };
}

class PriceListNormalizer {
  readonly diagnostics: Diagnostic[] = [];
  private readonly features: Map<string, ListedFeature>;
  private readonly limits: Map<string, ListedLimit>;
  private readonly planKeys: string[];
  private readonly addOnKeys: string[];
  private readonly currency: string;
  private readonly variables: Map<string, unknown>;

  constructor(
    private readonly file: YamlFile,
    private readonly raw: Pricing2Yaml,
  ) {
    this.planKeys = this.readKeys(['plans']);
    this.addOnKeys = this.readKeys(['addOns']);
    if (this.planKeys.length + this.addOnKeys.length === 0) {
      this.report(['plans'], 'At least one plan or add-on is required.');
    }
    this.currency = this.raw.currency.trim().toUpperCase();
    this.variables = new Map(Object.entries(raw.variables ?? {}));
    this.features = new Map(this.readKeys(['features']).map((key) => [key, this.normalizeFeature(key)]));
    this.limits = new Map(this.readKeys(['usageLimits']).map((key) => [key, this.normalizeLimit(key)]));
  }

  normalize(): PriceList {
    const { currency } = this;
    const currencyDigits = findCurrencyDigits(currency);
    if (currencyDigits === null) {
      this.report(['currency'], `"${this.raw.currency}" is not an ISO 4217 currency code.`);
    }
    return {
      product: this.raw.saasName,
      currency,
      currencyDigits: currencyDigits ?? 2,
      tags: Array.isArray(this.raw.tags) ? this.raw.tags.map(String) : null,
      billing: new Map(
        Object.entries(this.raw.billing ?? {}).map(([name, factor]) => [
          name,
          this.normalizeFactor(['billing', name], factor),
        ]),
      ),
      features: [...this.features.values()],
      limits: [...this.limits.values()],
      plans:
        this.planKeys.length > 0
          ? this.planKeys.map((key) => this.normalizePlan(key, this.raw.plans![key]!))
          : [this.normalizePlan(basePlanKey, { price: 0 })],
      addOns: this.normalizeAddOns(),
    };
  }

  private normalizeAddOns(): ListedAddOn[] {
    const addOns = this.addOnKeys.map((key) => this.normalizeAddOn(key));
    for (const addOn of addOns) {
      const required = listRequired(addOn, addOns);
      const excluded = required.find(
        (other) => areExclusive(addOn, other) || required.some((each) => areExclusive(each, other)),
      );
      const path = ['addOns', addOn.key, 'dependsOn'];
      if (required.includes(addOn)) this.report(path, 'It requires itself.');
      else if (excluded)
        this.report(path, `It requires "${excluded.key}", which can’t be combined with what it requires.`);
    }
    return addOns;
  }

  private normalizeFeature(key: string): ListedFeature {
    const { description, valueType, type, tag, defaultValue } = this.raw.features[key]!;
    const path = ['features', key, 'defaultValue'];
    return {
      key,
      description: description ?? '',
      valueType,
      type,
      tag: tag?.trim() || null,
      defaultValue: this.normalizeValue(path, valueType, type, defaultValue),
    };
  }

  private normalizeLimit(key: string): ListedLimit {
    const path = ['usageLimits', key];
    const { description, valueType, type, unit, period, linkedFeatures, defaultValue } =
      this.raw.usageLimits![key]!;
    for (const [index, name] of (linkedFeatures ?? []).entries()) {
      this.checkReference([...path, 'linkedFeatures', index], 'feature', name, this.features);
    }
    return {
      key,
      description: description ?? '',
      valueType,
      type: type ?? 'NON_RENEWABLE',
      unit: unit ?? '',
      period: formatPeriod(period),
      features: [...new Set(linkedFeatures)],
      defaultValue: this.normalizeValue([...path, 'defaultValue'], valueType, null, defaultValue),
    };
  }

  private normalizePlan(key: string, raw: RawPricedItem): ListedPlan {
    const plan = this.normalizePricedItem(['plans', key], key, raw);
    return {
      ...plan,
      values: applyDefaults(this.features, plan.values),
      limits: applyDefaults(this.limits, plan.limits),
    };
  }

  private normalizeAddOn(key: string): ListedAddOn {
    const path = ['addOns', key];
    const raw: RawAddOn = this.raw.addOns![key]!;
    for (const [index, name] of (raw.availableFor ?? []).entries()) {
      this.checkReference([...path, 'availableFor', index], 'plan', name, new Set(this.planKeys));
    }
    for (const section of ['dependsOn', 'excludes'] as const) {
      for (const [index, name] of (raw[section] ?? []).entries()) {
        const others = new Set(this.addOnKeys.filter((other) => other !== key));
        this.checkReference([...path, section, index], 'other add-on', name, others);
      }
    }
    const contents = [raw.features, raw.usageLimits, raw.usageLimitsExtensions].map((each) =>
      Object.keys(each ?? {}),
    );
    if (contents.flat().length === 0 && !raw.description?.trim()) {
      this.report(
        path,
        'It sells nothing. Set features, usageLimits or usageLimitsExtensions, or describe the service.',
      );
    }
    return {
      ...this.normalizePricedItem(path, key, raw),
      availableFor: this.planKeys.length > 0 ? (raw.availableFor ?? this.planKeys) : [basePlanKey],
      dependsOn: raw.dependsOn ?? [],
      excludes: raw.excludes ?? [],
      minQuantity: raw.subscriptionConstraints?.minQuantity ?? null,
      maxQuantity: raw.subscriptionConstraints?.maxQuantity ?? null,
      quantityStep: raw.subscriptionConstraints?.quantityStep ?? null,
      extensions: this.normalizeLimitValues([...path, 'usageLimitsExtensions'], raw.usageLimitsExtensions),
    };
  }

  private normalizePricedItem(path: YamlPath, key: string, raw: RawPricedItem): ListedPlan {
    return {
      key,
      description: raw.description ?? '',
      price: this.normalizePrice([...path, 'price'], raw.price),
      annualPrice: this.normalizeAnnualPrice([...path, 'annualPrice'], raw),
      unit: raw.unit ?? '',
      isPrivate: raw.private ?? false,
      values: this.normalizeValues([...path, 'features'], raw.features, 'feature', this.features),
      limits: this.normalizeLimitValues([...path, 'usageLimits'], raw.usageLimits),
    };
  }

  private normalizeLimitValues(path: YamlPath, overrides: RawPricedItem['usageLimits']): Map<string, Value> {
    const limits = new Map([...this.limits].map(([key, limit]) => [key, { ...limit, type: null }]));
    return this.normalizeValues(path, overrides, 'usage limit', limits);
  }

  private normalizeValues(
    path: YamlPath,
    overrides: RawPricedItem['features'],
    itemType: string,
    items: ReadonlyMap<string, { valueType: ValueType; type: FeatureType | null }>,
  ): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const [key, override] of Object.entries(overrides ?? {})) {
      const item = items.get(key);
      const value = override?.value;
      this.checkReference([...path, key], itemType, key, items);
      if (item && value != null) {
        values.set(key, this.normalizeValue([...path, key, 'value'], item.valueType, item.type, value));
      }
    }
    return values;
  }

  private normalizeValue(
    path: YamlPath,
    valueType: ValueType,
    type: FeatureType | null,
    value: Value,
  ): Value {
    const coerced = coerceValue(valueType, type, value);
    if (coerced === null) this.report(path, describeExpectedValue(valueType, type, value));
    else if (typeof coerced === 'number' && coerced < 0) {
      this.report(path, `A value can’t be negative: ${coerced}.`);
    }
    return coerced ?? value;
  }

  private normalizeFactor(path: YamlPath, factor: unknown): number {
    if (typeof factor === 'number' && factor > 0 && factor <= 1) return factor;
    const expected = 'Expected a number above 0 and at most 1: 0.8 is a discount of 20%.';
    this.report(path, `${shortenValue(factor)} is not a billing factor. ${expected}`);
    return 1;
  }

  private normalizePrice(path: YamlPath, price: number | string): ListedPrice {
    if (typeof price === 'number') return this.checkAmount(path, price);
    const text = price.trim();
    const plain = parsePlainPrice(text, this.currency);
    if (typeof plain === 'number') return this.checkAmount(path, plain);
    if (isDate(text)) return this.rejectPrice(path, `"${text}" is a date. Expected a price.`);
    if (plain === 'ambiguous')
      return this.rejectPrice(path, `Write the price "${price}" as a number such as 12.50.`);
    if (isFormula(text)) return this.normalizeFormula(path, text);
    if (/^free$/i.test(text)) return { amount: 0, computed: false };
    if (text === '')
      return this.rejectPrice(path, `"${price}" is neither a number nor a text such as "Contact Sales".`);
    // A price in other digits would be served as "on request".
    if (/\p{N}/u.test(text.replace(/[0-9]/g, ''))) {
      return this.rejectPrice(path, `"${price}" has digits other than 0 to 9.`);
    }
    return { text };
  }

  private normalizeFormula(path: YamlPath, formula: string): ListedPrice {
    const amount = evaluateFormula(formula, this.variables);
    if (amount === null) {
      return this.rejectPrice(
        path,
        `Can’t evaluate the formula "${shorten(formula)}". It can have numbers, variables and + - * / ( ).`,
      );
    }
    if (amount < 0)
      return this.rejectPrice(path, `A price can’t be negative: "${shorten(formula)}" is ${amount}.`);
    return { amount, computed: true };
  }

  private normalizeAnnualPrice(path: YamlPath, { price, annualPrice }: RawPricedItem): number | null {
    if (annualPrice == null) return null;
    const annual = this.normalizePrice(path, annualPrice);
    if ('amount' in annual) return annual.amount;
    // Both are on request.
    if (annualPrice === price) return null;
    this.report(path, 'Write the price with annual billing as a number such as 12.50.');
    return null;
  }

  private checkAmount(path: YamlPath, amount: number): ListedPrice {
    if (amount < 0) return this.rejectPrice(path, `A price can’t be negative: ${amount}.`);
    if (!Number.isFinite(amount)) return this.rejectPrice(path, 'A price must be a finite number.');
    return { amount, computed: false };
  }

  private rejectPrice(path: YamlPath, message: string): ListedPrice {
    this.report(path, message);
    return { amount: 0, computed: false };
  }

  private readKeys(path: YamlPath): string[] {
    const keys = this.file.keysAt(path);
    const reserved = reservedPrefixes[String(path[0])];
    for (const key of keys) {
      if (key.trim() === '' || key.trim() !== key) {
        this.report([...path, key], 'A name must not be blank or have leading or trailing spaces.');
      } else if (key.length > maxNameLength) {
        this.report([...path, key], `A name can have at most ${maxNameLength} characters.`);
      } else if ((path[0] === 'plans' || path[0] === 'addOns') && keptKey.test(key)) {
        this.report([...path, key], 'A name can’t end with "~" and a number.');
      } else if (reserved !== undefined && key.startsWith(reserved)) {
        this.report([...path, key], `A name can’t start with "${reserved}".`);
      }
    }
    return keys;
  }

  private checkReference(
    path: YamlPath,
    itemType: string,
    key: string,
    known: Pick<ReadonlySet<string>, 'has' | 'keys'>,
  ): void {
    if (known.has(key)) return;
    const similar = findSimilar(key, [...known.keys()]);
    this.report(
      path,
      `The price list has no ${itemType} "${key}".${similar ? ` Did you mean "${similar}"?` : ''}`,
    );
  }

  private report(path: YamlPath, message: string): void {
    this.diagnostics.push(this.file.diagnosticAt(path, message));
  }
}

/** The add-ons that an add-on requires, also indirectly. */
function listRequired(addOn: ListedAddOn, addOns: ListedAddOn[]): ListedAddOn[] {
  const required = new Set<ListedAddOn>();
  const add = ({ dependsOn }: ListedAddOn) => {
    for (const other of addOns.filter(({ key }) => dependsOn.includes(key))) {
      if (required.has(other)) continue;
      required.add(other);
      add(other);
    }
  };
  add(addOn);
  return [...required];
}

const areExclusive = (a: ListedAddOn, b: ListedAddOn) =>
  a.excludes.includes(b.key) || b.excludes.includes(a.key);

function applyDefaults(
  items: ReadonlyMap<string, { defaultValue: Value }>,
  own: ReadonlyMap<string, Value>,
): Map<string, Value> {
  return new Map([...items].map(([key, { defaultValue }]) => [key, own.get(key) ?? defaultValue]));
}

const periodUnits: Record<string, string> = { SEC: 'second', MIN: 'minute' };

/** `{ value: 3, unit: MONTH }` to "3 months". */
function formatPeriod(period: string | { value?: number | null; unit?: string | null } | null | undefined) {
  if (period === null || period === undefined) return null;
  const { value, unit } = typeof period === 'string' ? { value: 1, unit: period } : period;
  const written = unit?.trim() ?? '';
  if (written === '') return null;
  const noun = periodUnits[written.toUpperCase()] ?? written.toLowerCase();
  return value === null || value === undefined || value === 1
    ? noun
    : `${value} ${pluralizeUnit(noun, value)}`;
}
