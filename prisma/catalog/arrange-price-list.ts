import { expectedOf, valueAs } from './check-values';
import type { Fault } from './fault';
import { evaluateFormula } from './formula';
import type {
  ListedAddOn,
  ListedFeature,
  ListedLimit,
  ListedPlan,
  ListedPrice,
  PriceList,
} from './price-list';
import type { FeatureType, Pricing2Yaml, RawAddOn, RawOffer, Value, ValueKind } from './pricing2yaml';
import type { Path, YamlFile } from './yaml-file';

const currencies = new Set(Intl.supportedValuesOf('currency'));
const longestName = 200;

/**
 * A price list of the right shape, put in the file's order, with everything that its parts say wrongly of each
 * other. Plans have only the values they name; defaults are applied after.
 */
export function arrangePriceList(file: YamlFile, raw: Pricing2Yaml): { list: PriceList; faults: Fault[] } {
  const arranger = new Arranger(file, raw);
  const list = arranger.list();
  return { list, faults: arranger.faults };
}

class Arranger {
  readonly faults: Fault[] = [];
  private readonly features: Map<string, ListedFeature>;
  private readonly limits: Map<string, ListedLimit>;
  private readonly planNames: string[];
  private readonly variables: Map<string, unknown>;

  constructor(
    private readonly file: YamlFile,
    private readonly raw: Pricing2Yaml,
  ) {
    this.planNames = this.namesAt(['plans']);
    this.variables = new Map(Object.entries(raw.variables ?? {}));
    this.features = new Map(this.namesAt(['features']).map((key) => [key, this.feature(key)]));
    this.limits = new Map(this.namesAt(['usageLimits']).map((key) => [key, this.limit(key)]));
  }

  list(): PriceList {
    const currency = this.raw.currency.trim().toUpperCase();
    if (!currencies.has(currency)) {
      this.complain(['currency'], `"${this.raw.currency}" is no currency code of ISO 4217.`);
    }
    return {
      product: this.raw.saasName,
      currency,
      features: [...this.features.values()],
      limits: [...this.limits.values()],
      plans: this.planNames.map((key) => this.plan(key)),
      addOns: this.namesAt(['addOns']).map((key) => this.addOn(key)),
    };
  }

  private feature(key: string): ListedFeature {
    const { description, valueType: kind, type, tag, defaultValue } = this.raw.features[key]!;
    const checked = this.value(['features', key, 'defaultValue'], kind, type, defaultValue);
    return {
      key,
      description: description ?? '',
      kind,
      type,
      tag: tag?.trim() || null,
      defaultValue: checked,
    };
  }

  private limit(key: string): ListedLimit {
    const path = ['usageLimits', key];
    const { valueType: kind, unit, linkedFeatures, defaultValue } = this.raw.usageLimits![key]!;
    for (const [at, name] of (linkedFeatures ?? []).entries()) {
      if (!this.features.has(name)) this.unknown([...path, 'linkedFeatures', at], 'feature', name);
    }
    const checked = this.value([...path, 'defaultValue'], kind, null, defaultValue);
    return { key, kind, unit: unit ?? '', features: linkedFeatures ?? [], defaultValue: checked };
  }

  private plan(key: string): ListedPlan {
    return this.offer(['plans', key], key, this.raw.plans[key]!);
  }

  private addOn(key: string): ListedAddOn {
    const path = ['addOns', key];
    const raw: RawAddOn = this.raw.addOns![key]!;
    for (const [at, name] of (raw.availableFor ?? []).entries()) {
      if (!this.planNames.includes(name)) this.unknown([...path, 'availableFor', at], 'plan', name);
    }
    return {
      ...this.offer(path, key, raw),
      availableFor: raw.availableFor ?? this.planNames,
      extensions: this.limitValues([...path, 'usageLimitsExtensions'], raw.usageLimitsExtensions),
    };
  }

  private offer(path: Path, key: string, raw: RawOffer): ListedPlan {
    return {
      key,
      description: raw.description ?? '',
      price: this.price([...path, 'price'], raw.price),
      unit: raw.unit ?? '',
      isPrivate: raw.private ?? false,
      values: this.values([...path, 'features'], raw.features, 'feature', (name) => this.features.get(name)),
      limits: this.limitValues([...path, 'usageLimits'], raw.usageLimits),
    };
  }

  private limitValues(path: Path, overrides: RawOffer['usageLimits']): Map<string, Value> {
    return this.values(path, overrides, 'usage limit', (name) => {
      const limit = this.limits.get(name);
      return limit && { ...limit, type: null };
    });
  }

  private values(
    path: Path,
    overrides: RawOffer['features'],
    what: string,
    find: (name: string) => { kind: ValueKind; type: FeatureType | null } | undefined,
  ): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const [name, override] of Object.entries(overrides ?? {})) {
      const known = find(name);
      if (!known) this.unknown([...path, name], what, name);
      else if (override?.value != null) {
        values.set(name, this.value([...path, name, 'value'], known.kind, known.type, override.value));
      }
    }
    return values;
  }

  private value(path: Path, kind: ValueKind, type: FeatureType | null, value: Value): Value {
    const checked = valueAs(kind, type, value);
    if (checked === null) this.complain(path, expectedOf(kind, type));
    return checked ?? value;
  }

  private price(path: Path, price: number | string): ListedPrice {
    if (typeof price === 'number') return this.amount(path, price, false);
    const text = price.trim();
    if (text.includes('#')) {
      const amount = evaluateFormula(text, this.variables);
      if (amount === null) this.complain(path, `The formula "${text}" can’t be worked out.`);
      return this.amount(path, amount ?? 0, true);
    }
    if (/^-?\d+(\.\d+)?$/.test(text)) return this.amount(path, Number(text), false);
    if (/^free$/i.test(text)) return { amount: 0, computed: false };
    // A text with a figure in it holds a price that would be lost if it became "on request".
    if (text === '' || /\d/.test(text)) {
      this.complain(path, `"${price}" is neither a number nor a text such as "Contact Sales".`);
    }
    return { text };
  }

  private amount(path: Path, amount: number, computed: boolean): ListedPrice {
    if (amount < 0) this.complain(path, `A price can’t be below zero, and this is ${amount}.`);
    if (!Number.isFinite(amount)) this.complain(path, 'A price must be a finite number.');
    return { amount, computed };
  }

  private namesAt(path: Path): string[] {
    const names = this.file.namesAt(path);
    for (const name of names) {
      if (name.trim() === '' || name.trim() !== name) {
        this.complain([...path, name], 'A name may not be blank, or begin or end with a blank.');
      } else if (name.length > longestName) {
        this.complain([...path, name], `A name may have at most ${longestName} characters.`);
      }
    }
    return names;
  }

  private unknown(path: Path, what: string, name: string): void {
    this.complain(path, `The list has no ${what} "${name}".`);
  }

  private complain(path: Path, message: string): void {
    this.faults.push(this.file.fault(path, message));
  }
}
