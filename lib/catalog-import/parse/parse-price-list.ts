import { retrievePricingFromYaml } from 'pricing4ts';
import { ImportError } from '@/lib/catalog-import/diagnostics';
import { normalizePriceList, type PriceList } from './normalize-price-list';
import { pricing2YamlSchema, type Value } from './pricing2yaml';
import { parseYamlFile, validateYaml, type YamlFile } from './yaml-file';

/** A price list and its file, which later stages need for the positions of diagnostics. */
export interface PriceListFile {
  file: YamlFile;
  list: PriceList;
}

/** Parses and checks a Pricing2Yaml file. Throws `ImportError` with every problem found. */
export function parsePriceList(name: string, text: string): PriceListFile {
  const file = parseYamlFile(name, text);
  const { list, diagnostics } = normalizePriceList(file, validateYaml(file, pricing2YamlSchema));
  if (diagnostics.length > 0) throw new ImportError(diagnostics);
  try {
    return { file, list: applyDefaults(list) };
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replaceAll('::', '');
    throw new ImportError([file.diagnosticAt([], message)]);
  }
}

/**
 * Passes the list through pricing4ts, the format's own library, which applies the defaults and validates the list.
 * Throws the library's error.
 *
 * The library gets a generated copy, never the file: it evaluates formulas as code, stops at the first error without a
 * position, rejects two-letter names and lists dated in the future, reorders integer-like names, writes to standard
 * output, and caps numbers at 100,000,000.
 */
function applyDefaults(list: PriceList): PriceList {
  // JSON is valid YAML, and quoted strings are never read as dates. JSON has no Infinity.
  const replaceInfinity = (_: string, value: unknown) =>
    value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value;
  const pricing = retrievePricingFromYaml(JSON.stringify(toLibraryInput(list), replaceInfinity));
  return {
    ...list,
    plans: list.plans.map((plan) => {
      const parsed = pricing.plans?.[prefixKey(plan.key)];
      return {
        ...plan,
        values: mergeDefaults(list.features, plan.values, (key) => parsed?.features[prefixKey(key)]),
        limits: mergeDefaults(list.limits, plan.limits, (key) => parsed?.usageLimits?.[prefixKey(key)]),
      };
    }),
  };
}

interface LibraryValue {
  value?: Value;
  defaultValue: Value;
}

function mergeDefaults(
  items: { key: string }[],
  own: ReadonlyMap<string, Value>,
  findParsed: (key: string) => LibraryValue | undefined,
): Map<string, Value> {
  const values = items.flatMap(({ key }): [string, Value][] => {
    const parsed = findParsed(key);
    // The plan's own value first: the library's may be capped.
    return parsed ? [[key, own.get(key) ?? parsed.value ?? parsed.defaultValue]] : [];
  });
  return new Map(values);
}

/** Makes a name acceptable to the library: longer than two characters and not integer-like. */
const prefixKey = (name: string) => `::${name}`;

function toLibraryInput({ product, currency, features, limits, plans, addOns }: PriceList): unknown {
  const pricedItem = ({ price, unit, isPrivate }: PriceList['plans'][number]) => ({
    price: 'text' in price ? price.text : price.amount,
    unit,
    private: isPrivate,
  });
  return {
    syntaxVersion: '2.1',
    saasName: prefixKey(product),
    createdAt: '2000-01-01',
    version: 'copy',
    currency,
    features: mapByKey(features, ({ valueType, type, defaultValue }) => ({
      valueType,
      defaultValue,
      type: type === 'PAYMENT' ? 'PAYMENT' : 'DOMAIN',
    })),
    usageLimits: mapByKey(limits, ({ valueType, unit, defaultValue, features: linked }) => ({
      valueType,
      defaultValue,
      unit,
      type: 'NON_RENEWABLE',
      linkedFeatures: linked.map(prefixKey),
    })),
    plans: mapByKey(plans, (plan) => ({
      ...pricedItem(plan),
      features: toOverrides(plan.values),
      usageLimits: toOverrides(plan.limits),
    })),
    // The library rejects an add-on that changes no value. Here it is valid: something that can be bought.
    addOns: mapByKey(addOns.filter(hasValues), (addOn) => ({
      ...pricedItem(addOn),
      availableFor: addOn.availableFor.map(prefixKey),
      features: toOverrides(addOn.values),
      usageLimits: toOverrides(addOn.limits),
      usageLimitsExtensions: toOverrides(addOn.extensions),
    })),
  };
}

function hasValues({ values, limits, extensions }: PriceList['addOns'][number]): boolean {
  return values.size + limits.size + extensions.size > 0;
}

function mapByKey<T extends { key: string }>(
  items: T[],
  copy: (item: T) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item) => [prefixKey(item.key), copy(item)]));
}

function toOverrides(values: ReadonlyMap<string, Value>): Record<string, { value: Value }> {
  return Object.fromEntries([...values].map(([key, value]) => [prefixKey(key), { value }]));
}
