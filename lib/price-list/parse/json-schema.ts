import { z } from 'zod';
import { formatKeys } from '@/lib/contract/price-list-keys';
import { extensionSchema } from './extension';
import { keyDescriptions, type SchemaLevel, unservedDescription } from './key-descriptions';
import { createWordPattern, currentSchema, paymentMethods } from './pricing2yaml';

// The JSON Schemas of price lists and extensions (draft 2020-12), generated from the schemas and keys by which the import reads
// them. They accept every file that it accepts. It has more rules: json-schema.test.ts lists them.

export interface JsonSchema {
  [keyword: string]: unknown;
}

const draft = 'https://json-schema.org/draft/2020-12/schema';
const isNull = { type: 'null' };
const isNotNull = { not: isNull };
const textSchema = { type: 'string' };
const amountText = { type: 'string', pattern: '^-?\\d+(_\\d+)*(\\.\\d+)?$' };
const priceSchema = {
  anyOf: [
    { type: 'number', minimum: 0 },
    { type: 'string', pattern: '\\S' },
  ],
};

/** The JSON Schema of a price list, with the extension at `custom.app_versions`. */
export function createPriceListSchema(): JsonSchema {
  const schema = generate(currentSchema);
  const properties = schema.properties as Record<string, JsonSchema>;
  // The import ignores an extension that is not a map.
  const { type: _, ...extension } = generate(extensionSchema);
  const custom = { properties: { app_versions: { ...extension, maxItems: 0 } } };
  return {
    $schema: draft,
    title: 'Price list (Pricing2Yaml)',
    ...schema,
    required: ['saasName', 'currency', 'features'],
    properties: {
      ...properties,
      syntaxVersion: { anyOf: [versionSchema, isNull], ...pickDescription(properties.syntaxVersion) },
      custom: { ...properties.custom, ...custom },
    },
    allOf: [
      { anyOf: [{ required: ['syntaxVersion'], properties: { syntaxVersion: isNotNull } }, earlierVersion] },
      { anyOf: [hasItems('plans'), hasItems('addOns')] },
      // biome-ignore lint/suspicious/noThenProperty: It is a keyword.
      { if: isVersion1, then: pricedItems(earlierPrice), else: pricedItems(currentPrice) },
    ],
  };
}

/** The JSON Schema of an extension in a file of its own, which can be empty. */
export function createExtensionSchema(): JsonSchema {
  return {
    $schema: draft,
    title: 'Extension of a price list',
    ...generate(extensionSchema),
    type: ['object', 'null'],
  };
}

const versionSchema = {
  anyOf: [
    { enum: ['3.1', '3.0', '2.1', '2.0', '1.1', '1.0'] },
    { type: 'string', pattern: '^(1(\\.[01])?|[23](\\.\\d+)?)$' },
    { enum: [1, 1.1] },
    { type: 'number', minimum: 2, exclusiveMaximum: 4 },
  ],
};

/** Until version 2.0, `version` was that of the format. */
const earlierVersion = {
  required: ['version'],
  properties: {
    version: {
      anyOf: [
        { type: 'string', pattern: '^(1(\\.[01])?|[23](\\.\\d)?)$' },
        { enum: [1, 1.1, ...Array.from({ length: 20 }, (_, index) => (20 + index) / 10)] },
      ],
    },
  },
};

const version1 = {
  anyOf: [
    { type: 'string', pattern: '^1(\\.|$)' },
    { type: 'number', minimum: 1, exclusiveMaximum: 2 },
  ],
};

const isVersion1 = {
  anyOf: [
    { required: ['syntaxVersion'], properties: { syntaxVersion: version1 } },
    { required: ['version'], properties: { version: version1, syntaxVersion: isNull } },
  ],
};

const currentPrice = { required: ['price'], properties: { price: isNotNull } };

/** One of the prices that version 1 has. */
const earlierPrice = {
  anyOf: [
    currentPrice,
    { required: ['monthlyPrice'], properties: { monthlyPrice: priceSchema } },
    { required: ['annualPrice'], properties: { annualPrice: isNotNull, monthlyPrice: isNull } },
  ],
};

function pricedItems(item: JsonSchema): JsonSchema {
  return { properties: { plans: { additionalProperties: item }, addOns: { additionalProperties: item } } };
}

function hasItems(section: string): JsonSchema {
  return { required: [section], properties: { [section]: { type: 'object', minProperties: 1 } } };
}

function generate(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...generated } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return complete(generated);
}

/** Replaces the metadata of the schemas by the keywords that it describes. */
function complete({ level, jsonSchema, ...generated }: JsonSchema): JsonSchema {
  if (jsonSchema) return jsonSchema as JsonSchema;
  const entries = Object.entries(generated).flatMap(([keyword, value]) => {
    // That names are texts.
    if (keyword === 'propertyNames') return [];
    return [[keyword, keyword === 'properties' ? mapValues(value, complete) : completeValue(value)]];
  });
  const schema: JsonSchema = Object.fromEntries(entries);
  return level ? completeLevel(schema, level as SchemaLevel) : schema;
}

function completeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completeValue);
  return typeof value === 'object' && value !== null ? complete(value as JsonSchema) : value;
}

function mapValues(value: unknown, change: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(value as Record<string, JsonSchema>).map(([key, schema]) => [key, change(schema)]),
  );
}

/** Adds what the schema of an object lacks: descriptions, the other keys of its level, and conditions. */
function completeLevel(schema: JsonSchema, level: SchemaLevel): JsonSchema {
  const given = schema.properties as Record<string, JsonSchema>;
  const { served = '', ...others } = findFormatKeys(level) ?? {};
  const unserved = splitKeys(Object.values(others).join(' '));
  const isClosed = served !== '';
  const keys = isClosed ? [...splitKeys(served), ...unserved] : Object.keys(given);
  const descriptions: Record<string, string> = {
    ...Object.fromEntries(unserved.map((key) => [key, unservedDescription])),
    ...keyDescriptions[level],
  };
  const properties = Object.fromEntries(
    keys.map((key) => [key, { ...given[key], ...toDescription(descriptions[key]) }]),
  );
  const completed = { ...schema, properties, ...(isClosed && { additionalProperties: false }) };
  if (level === 'features' || level === 'usageLimits') return { ...completed, allOf: valueConditions(level) };
  if (level !== 'plans' && level !== 'addOns') return completed;
  // Which prices are required depends on the version of the list.
  const price = { anyOf: [priceSchema, isNull], ...toDescription(descriptions.price) };
  const { required: _, ...item } = completed as JsonSchema;
  return { ...item, properties: { ...properties, price } };
}

const toDescription = (description: string | undefined) => (description === undefined ? {} : { description });
const pickDescription = (schema: JsonSchema | undefined) =>
  toDescription(schema?.description as string | undefined);

/** The keys of a level of the format. It is undefined for others, whose schemas have all keys. */
const findFormatKeys = (level: string) => (formatKeys as Record<string, Record<string, string>>)[level];
const splitKeys = (keys: string) => keys.split(' ').filter((key) => key !== '');

/** That `defaultValue` has the declared type. */
function valueConditions(level: 'features' | 'usageLimits'): JsonSchema[] {
  const isWord = (word: string) => ({ type: 'string', pattern: createWordPattern([word]) });
  const condition = (words: Record<string, string>, defaultValue: JsonSchema) => ({
    if: { required: Object.keys(words), properties: mapValues(words, (word) => isWord(String(word))) },
    // biome-ignore lint/suspicious/noThenProperty: It is a keyword.
    then: { properties: { defaultValue } },
  });
  const text = { anyOf: [textSchema, { type: 'number' }] };
  const methods = { type: 'array', minItems: 1, items: { enum: paymentMethods } };
  const hasMethods = { valueType: 'TEXT', type: 'PAYMENT' };
  const isText = condition({ valueType: 'TEXT' }, text);
  return [
    condition({ valueType: 'BOOLEAN' }, { type: 'boolean' }),
    condition({ valueType: 'NUMERIC' }, { anyOf: [{ type: 'number', minimum: 0 }, amountText] }),
    level === 'usageLimits' ? isText : { ...condition(hasMethods, methods), else: isText },
  ];
}
