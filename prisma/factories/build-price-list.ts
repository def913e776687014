interface PlanSpec {
  price: number | string;
  /** Default: `user/month`. */
  unit?: string;
  features?: string[];
}

interface AddOnSpec {
  price: number | string;
  /** Default: `/month`. */
  unit?: string;
  features: string[];
  /** Names of plans. Default: every plan. */
  availableFor?: string[];
}

/** A price list for a test. Plans and add-ons are keyed by name and list the features that they include. */
export interface PriceListSpec {
  currency?: string;
  plans: Record<string, PlanSpec>;
  features: string[];
  addOns?: Record<string, AddOnSpec>;
}

/** Returns the text of a Pricing2Yaml file, as JSON, which is valid YAML. */
export function buildPriceListText({
  currency = 'USD',
  plans,
  features,
  addOns = {},
}: PriceListSpec): string {
  const enable = (names: string[]) => Object.fromEntries(names.map((name) => [name, { value: true }]));
  const mapValues = <T>(items: Record<string, T>, convert: (item: T) => unknown) =>
    Object.fromEntries(Object.entries(items).map(([name, item]) => [name, convert(item)]));
  return JSON.stringify({
    syntaxVersion: '2.1',
    saasName: 'Lantern',
    createdAt: '2024-01-01',
    version: '2024',
    currency,
    features: Object.fromEntries(
      features.map((name) => [name, { valueType: 'BOOLEAN', defaultValue: false, type: 'DOMAIN' }]),
    ),
    plans: mapValues(plans, ({ price, unit = 'user/month', features: included = [] }) => ({
      price,
      unit,
      features: enable(included),
    })),
    addOns: mapValues(addOns, ({ price, unit = '/month', features: added, availableFor }) => ({
      price,
      unit,
      features: enable(added),
      availableFor,
    })),
  });
}
