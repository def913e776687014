/** A price list in a test's words: what each plan costs, and what it has. */
export interface PriceListSpec {
  currency?: string;
  /** By name: price, unit (user/month unless said), and the features it has. */
  plans: Record<string, { price: number | string; unit?: string; has?: string[] }>;
  features: string[];
  addOns?: Record<string, { price: number | string; unit?: string; brings: string[]; for?: string[] }>;
}

/** The text of such a list, as the Pricing2Yaml file it would be. JSON is YAML. */
export function priceListText({ currency = 'USD', plans, features, addOns = {} }: PriceListSpec): string {
  const on = (names: string[]) => Object.fromEntries(names.map((name) => [name, { value: true }]));
  const map = <T>(items: Record<string, T>, make: (item: T) => unknown) =>
    Object.fromEntries(Object.entries(items).map(([name, item]) => [name, make(item)]));
  return JSON.stringify({
    syntaxVersion: '2.1',
    saasName: 'Lantern',
    createdAt: '2024-01-01',
    version: '2024',
    currency,
    features: Object.fromEntries(
      features.map((name) => [name, { valueType: 'BOOLEAN', defaultValue: false, type: 'DOMAIN' }]),
    ),
    plans: map(plans, ({ price, unit = 'user/month', has = [] }) => ({ price, unit, features: on(has) })),
    addOns: map(addOns, ({ price, unit = '/month', brings, for: availableFor }) => ({
      price,
      unit,
      features: on(brings),
      availableFor,
    })),
  });
}
