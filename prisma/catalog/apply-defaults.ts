import { retrievePricingFromYaml } from 'pricing4ts';
import type { PriceList } from './price-list';
import type { Value } from './pricing2yaml';

/**
 * Has the format's own library read the list, so that plans get their defaults, and the list is held to what the
 * library asks of it. Throws its error.
 *
 * It gets a copy, not the file, for it has ways that would harm: it runs formulas as programs, stops at the first
 * fault without a place, refuses names of two letters and lists dated tomorrow, takes names that look like numbers
 * out of their order, prints on standard output, and reads an amount over 100,000,000 as that.
 */
export function applyDefaults(list: PriceList): PriceList {
  // JSON is YAML, and in its quotes the library finds no dates; what JSON can't say of a number is one too large.
  const endless = (_: string, value: unknown) =>
    value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value;
  const pricing = retrievePricingFromYaml(JSON.stringify(copyFor(list), endless));
  return {
    ...list,
    plans: list.plans.map((plan) => {
      const read = pricing.plans?.[guarded(plan.key)];
      return {
        ...plan,
        values: complete(list.features, plan.values, (key) => read?.features[guarded(key)]),
        limits: complete(list.limits, plan.limits, (key) => read?.usageLimits?.[guarded(key)]),
      };
    }),
  };
}

interface Read {
  value?: Value;
  defaultValue: Value;
}

function complete(
  all: { key: string }[],
  own: ReadonlyMap<string, Value>,
  find: (key: string) => Read | undefined,
): Map<string, Value> {
  const values = all.flatMap(({ key }): [string, Value][] => {
    const read = find(key);
    // Its own words first: a number of the library's may be one it has cut down.
    return read ? [[key, own.get(key) ?? read.value ?? read.defaultValue]] : [];
  });
  return new Map(values);
}

const guarded = (name: string) => `::${name}`;

function copyFor({ product, currency, features, limits, plans, addOns }: PriceList): unknown {
  const offer = ({ price, unit, isPrivate }: PriceList['plans'][number]) => ({
    price: 'text' in price ? price.text : price.amount,
    unit,
    private: isPrivate,
  });
  return {
    syntaxVersion: '2.1',
    saasName: guarded(product),
    createdAt: '2000-01-01',
    version: 'copy',
    currency,
    features: named(features, ({ kind, type, defaultValue }) => ({
      valueType: kind,
      defaultValue,
      type: type === 'PAYMENT' ? 'PAYMENT' : 'DOMAIN',
    })),
    usageLimits: named(limits, ({ kind, unit, defaultValue, features: linked }) => ({
      valueType: kind,
      defaultValue,
      unit,
      type: 'NON_RENEWABLE',
      linkedFeatures: linked.map(guarded),
    })),
    plans: named(plans, (plan) => ({
      ...offer(plan),
      features: set(plan.values),
      usageLimits: set(plan.limits),
    })),
    // One that changes no value is refused there, and here it is simply something that can be bought.
    addOns: named(addOns.filter(changesSomething), (addOn) => ({
      ...offer(addOn),
      availableFor: addOn.availableFor.map(guarded),
      features: set(addOn.values),
      usageLimits: set(addOn.limits),
      usageLimitsExtensions: set(addOn.extensions),
    })),
  };
}

function changesSomething({ values, limits, extensions }: PriceList['addOns'][number]): boolean {
  return values.size + limits.size + extensions.size > 0;
}

function named<T extends { key: string }>(items: T[], copy: (item: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(items.map((item) => [guarded(item.key), copy(item)]));
}

function set(values: ReadonlyMap<string, Value>): Record<string, { value: Value }> {
  return Object.fromEntries([...values].map(([key, value]) => [guarded(key), { value }]));
}
