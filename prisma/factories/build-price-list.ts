type LimitValues = Record<string, number | string | boolean>;

interface PlanSpec {
  price: number | string;
  /** The default is `user/month`. */
  unit?: string;
  features?: string[];
  limits?: LimitValues;
}

interface AddOnSpec {
  price: number | string;
  /** The default is `/month`. */
  unit?: string;
  features?: string[];
  /** Amounts that the add-on sets. */
  limits?: LimitValues;
  /** Amounts that the add-on adds. */
  extensions?: LimitValues;
  /** Names of plans. The default is every plan. */
  availableFor?: string[];
  dependsOn?: string[];
  excludes?: string[];
  subscriptionConstraints?: { minQuantity?: number; maxQuantity?: number; quantityStep?: number };
}

interface LimitSpec {
  features?: string[];
  unit?: string;
  /** The default is `NON_RENEWABLE`. */
  type?: string;
  /** The default is `NUMERIC`. */
  valueType?: string;
  default?: number | string | boolean;
  description?: string;
}

/** A price list for a test. Plans and add-ons are keyed by name and list the features that they include. */
export interface PriceListSpec {
  currency?: string;
  billing?: Record<string, number>;
  plans: Record<string, PlanSpec>;
  features: string[];
  limits?: Record<string, LimitSpec>;
  addOns?: Record<string, AddOnSpec>;
}

/** Returns the text of a Pricing2Yaml file, as JSON, which is valid YAML. */
export function buildPriceListText({
  currency = 'USD',
  billing,
  plans,
  features,
  limits = {},
  addOns = {},
}: PriceListSpec): string {
  const enable = (names: string[]) => Object.fromEntries(names.map((name) => [name, { value: true }]));
  const mapValues = <T>(items: Record<string, T>, convert: (item: T) => unknown) =>
    Object.fromEntries(Object.entries(items).map(([name, item]) => [name, convert(item)]));
  const toValues = (values: LimitValues = {}) => mapValues(values, (value) => ({ value }));
  return JSON.stringify({
    syntaxVersion: '2.1',
    saasName: 'Lantern',
    createdAt: '2024-01-01',
    version: '2024',
    currency,
    billing,
    features: Object.fromEntries(
      features.map((name) => [name, { valueType: 'BOOLEAN', defaultValue: false, type: 'DOMAIN' }]),
    ),
    usageLimits: mapValues(limits, (limit) => ({
      description: limit.description,
      valueType: limit.valueType ?? 'NUMERIC',
      defaultValue: limit.default ?? 0,
      unit: limit.unit,
      type: limit.type ?? 'NON_RENEWABLE',
      linkedFeatures: limit.features,
    })),
    plans: mapValues(plans, ({ price, unit = 'user/month', features: included = [], limits: values }) => ({
      price,
      unit,
      features: enable(included),
      usageLimits: toValues(values),
    })),
    addOns: mapValues(addOns, ({ price, unit = '/month', features: added = [], ...addOn }) => ({
      price,
      unit,
      features: enable(added),
      usageLimits: toValues(addOn.limits),
      usageLimitsExtensions: toValues(addOn.extensions),
      availableFor: addOn.availableFor,
      dependsOn: addOn.dependsOn,
      excludes: addOn.excludes,
      subscriptionConstraints: addOn.subscriptionConstraints,
    })),
  });
}
