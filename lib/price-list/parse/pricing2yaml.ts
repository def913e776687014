import { z } from 'zod';
import { valueTypes } from '@/lib/contract/price-list-keys';
import { formatWords, isRecord, requiredMessage, shorten } from '../yaml/yaml-file';
import { findSimilar } from './find-similar';

// The parts of the Pricing2Yaml format that the import uses. The keys of the format are in format-keys.ts. Metadata of the
// schemas is for their JSON Schema (json-schema.ts).

export const limitTypes = ['RENEWABLE', 'NON_RENEWABLE', 'TIME_DRIVEN', 'RESPONSE_DRIVEN'] as const;
export const featureTypes = [
  'INFORMATION',
  'INTEGRATION',
  'DOMAIN',
  'AUTOMATION',
  'MANAGEMENT',
  'GUARANTEE',
  'SUPPORT',
  'PAYMENT',
] as const;

export type ValueType = (typeof valueTypes)[number];
export type LimitType = (typeof limitTypes)[number];
export type FeatureType = (typeof featureTypes)[number];

/** A value of a feature or of a usage limit. An array is a list of payment methods. */
export type Value = boolean | number | string | string[];

const toUpperCase = (value: unknown) => (typeof value === 'string' ? value.trim().toUpperCase() : value);
const requiredOr = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? requiredMessage : message;
/** A value as in the file, for a message. */
export const shortenValue = (input: unknown) =>
  shorten(typeof input === 'number' ? String(input) : (JSON.stringify(input) ?? ''));
/** One of some words, in any case. */
const wordSchema = <const T extends readonly string[]>(words: T) =>
  z
    .preprocess(
      toUpperCase,
      z.enum(words, {
        error: ({ input }) => {
          const similar = typeof input === 'string' ? findSimilar(input, words) : undefined;
          const problem =
            input === undefined || input === null ? requiredMessage : `${shortenValue(input)} is not known.`;
          return `${problem} Expected ${formatWords(words)}.${similar ? ` Did you mean ${similar}?` : ''}`;
        },
      }),
    )
    .meta({ jsonSchema: createWordSchema(words) });
/** Unlike `z.number()`, accepts `.inf`, which means "unlimited" as a usage limit. */
const numberSchema = z
  .custom<number>((input) => typeof input === 'number' && !Number.isNaN(input))
  .meta({ type: 'number' });
const notBlankSchema = z.string().meta({ pattern: '\\S' });
const expectedValue = 'Expected true or false, a number, a string or a list of strings.';
const valueSchema = z.union([z.boolean(), numberSchema, z.string(), z.array(z.string())], {
  error: requiredOr(expectedValue),
});
const textSchema = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
    error: 'Expected a string.',
  })
  .nullish();
const overrideSchema = z
  .object(
    { value: valueSchema.nullish() },
    { error: ({ input }) => `Write \`value: ${shortenValue(input)}\` below this key.` },
  )
  .meta({ level: 'override' })
  .nullish();
const overridesSchema = z.record(z.string(), overrideSchema).nullish();
const priceSchema = z.union([numberSchema.meta({ type: 'number', minimum: 0 }), notBlankSchema], {
  error: requiredOr('Expected a number or a text such as "Contact Sales".'),
});

const defaultSchema = z.union([z.boolean(), numberSchema, z.string(), z.array(z.string())], {
  error: ({ input }) =>
    input === undefined || input === null
      ? `${requiredMessage} It is that of plans that set none, such as false, 0 or NONE.`
      : expectedValue,
});

const featureSchema = z
  .object({
    description: textSchema,
    valueType: wordSchema(valueTypes),
    defaultValue: defaultSchema,
    type: wordSchema(featureTypes),
    tag: textSchema,
  })
  .meta({ level: 'features' });

/** Version 3 of the format has the period of a limit beside its unit. */
const periodSchema = z
  .union(
    [
      z.string(),
      z.object({ value: numberSchema.nullish(), unit: z.string().nullish() }).meta({ level: 'period' }),
    ],
    { error: 'Expected a period such as "month", or its value and unit.' },
  )
  .nullish();

const usageLimitSchema = z
  .object({
    description: textSchema,
    valueType: wordSchema(valueTypes),
    defaultValue: defaultSchema,
    unit: textSchema,
    type: wordSchema(limitTypes).nullish(),
    period: periodSchema,
    linkedFeatures: z.array(z.string()).nullish(),
  })
  .meta({ level: 'usageLimits' });

const infinitySchema = z
  .literal(Number.POSITIVE_INFINITY)
  .meta({ jsonSchema: { type: 'number', exclusiveMinimum: Number.MAX_VALUE } });
const quantitySchema = z.union([z.int().min(1), infinitySchema], {
  error: 'Expected a whole number of at least 1.',
});

/** Version 3.1 of the format has how many of an add-on an account can have. */
const subscriptionConstraintsSchema = z
  .object({
    minQuantity: quantitySchema.nullish(),
    maxQuantity: quantitySchema.nullish(),
    quantityStep: quantitySchema.nullish(),
  })
  .refine(({ minQuantity, maxQuantity }) => (minQuantity ?? 1) <= (maxQuantity ?? Number.POSITIVE_INFINITY), {
    path: ['minQuantity'],
    error: 'Expected at most maxQuantity.',
  })
  .meta({ level: 'subscriptionConstraints' })
  .nullish();

const pricedItemFields = {
  description: textSchema,
  price: priceSchema,
  /** The price with annual billing, per month or, if it is higher than the price, per year. */
  annualPrice: priceSchema.nullish(),
  unit: textSchema,
  private: z.boolean().nullish(),
  features: overridesSchema,
  usageLimits: overridesSchema,
};

const planSchema = z.object(pricedItemFields).meta({ level: 'plans' });

const addOnSchema = z
  .object({
    ...pricedItemFields,
    availableFor: z.array(z.string()).nullish(),
    dependsOn: z.array(z.string()).nullish(),
    excludes: z.array(z.string()).nullish(),
    usageLimitsExtensions: overridesSchema,
    subscriptionConstraints: subscriptionConstraintsSchema,
  })
  .meta({ level: 'addOns' });

/** A list of version 2.1 or later, to which earlier ones are upgraded. */
export const currentSchema = z
  .object({
    syntaxVersion: z
      .union([z.string(), z.number().transform(String)], {
        error: `${requiredMessage} The newest version is "3.1".`,
      })
      .refine((version) => /^(1(\.[01])?|[23](\.\d+)?)$/.test(version), {
        error: ({ input }) =>
          `This is version ${input} of Pricing2Yaml. Versions 1.0 to 3.1 are supported. Convert the list with an editor of the format.`,
      }),
    saasName: z
      .union([notBlankSchema, z.number().transform(String)], { error: requiredOr('Expected a string.') })
      .refine((name) => name.trim() !== '', 'The name must not be blank.'),
    currency: z.string().meta({ pattern: '^\\s*[A-Za-z]{3}\\s*$' }),
    tags: z.unknown().optional(),
    billing: z
      .record(z.string(), z.unknown().meta({ type: 'number', exclusiveMinimum: 0, maximum: 1 }))
      .nullish(),
    variables: z.record(z.string(), z.unknown()).nullish(),
    features: z.record(z.string(), featureSchema),
    usageLimits: z.record(z.string(), usageLimitSchema).nullish(),
    plans: z.record(z.string(), planSchema).nullish(),
    addOns: z.record(z.string(), addOnSchema).nullish(),
  })
  .meta({ level: 'list' });

export type Pricing2Yaml = z.output<typeof currentSchema>;

/** The shape of a price list. References between its parts are checked by `normalizePriceList`. */
export const pricing2YamlSchema: z.ZodType<Pricing2Yaml> = z.preprocess(upgradeList, currentSchema);

/** A list of an earlier version in the form of version 2.1. Until version 2.0, `version` was that of the format. */
function upgradeList(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const version = data.syntaxVersion ?? data.version;
  const isFormatVersion = /^[1-9](\.\d)?$/.test(String(version));
  const upgraded = { ...data, syntaxVersion: data.syntaxVersion ?? (isFormatVersion ? version : undefined) };
  if (!/^1(\.|$)/.test(String(version))) return upgraded;
  const upgradeItems = (items: unknown) =>
    isRecord(items)
      ? Object.fromEntries(Object.entries(items).map(([key, item]) => [key, upgradePrices(item)]))
      : items;
  return { ...upgraded, plans: upgradeItems(data.plans), addOns: upgradeItems(data.addOns) };
}

/** A price per month and one with annual billing, also per month, as one price. Without the first, it is one per year. */
function upgradePrices(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { monthlyPrice, annualPrice, ...rest } = item;
  if (rest.price != null) return item;
  if (monthlyPrice != null) return { ...rest, price: monthlyPrice, annualPrice };
  if (typeof annualPrice !== 'number') return { ...rest, price: annualPrice };
  const unit = String(rest.unit ?? '').replace(/(\/|^)month$/, '');
  return { ...rest, price: Number((annualPrice * 12).toFixed(6)), unit: `${unit}/year` };
}

export type RawPricedItem = NonNullable<Pricing2Yaml['plans']>[string];
export type RawAddOn = NonNullable<Pricing2Yaml['addOns']>[string];

/** What the matrix shows for a payment method. */
export const paymentMethodNames: Record<string, string> = {
  CARD: 'card',
  GATEWAY: 'payment gateway',
  INVOICE: 'invoice',
  ACH: 'ACH',
  WIRE_TRANSFER: 'wire transfer',
  OTHER: 'other',
};
export const paymentMethods = Object.keys(paymentMethodNames);

/**
 * Converts a value to its declared type, or returns null if that is not possible. Numbers may be written as
 * `1_000_000`, which YAML 1.1 allowed and real price lists contain.
 */
export function coerceValue(valueType: ValueType, type: FeatureType | null, value: Value): Value | null {
  if (valueType === 'BOOLEAN') return typeof value === 'boolean' ? value : null;
  if (valueType === 'NUMERIC') return toNumber(value);
  if (type === 'PAYMENT') return toPaymentMethods(value);
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

/** The message for a value that `coerceValue` rejects. */
export function describeExpectedValue(valueType: ValueType, type: FeatureType | null, value: Value): string {
  if (valueType === 'NUMERIC' && /^(unlimited|infinit[ey]|∞|no limit)$/i.test(String(value))) {
    return 'Write `.inf` for unlimited.';
  }
  if (valueType === 'BOOLEAN') return 'Expected true or false, because valueType is BOOLEAN.';
  if (valueType === 'NUMERIC') return 'Expected a number, because valueType is NUMERIC.';
  if (type === 'PAYMENT') return `Expected a list of one or more of ${paymentMethods.join(', ')}.`;
  return 'Expected a string, because valueType is TEXT.';
}

function toNumber(value: Value): number | null {
  // Texts would show the sign of -0.
  if (typeof value === 'number') return value === 0 ? 0 : value;
  return typeof value === 'string' && /^-?\d+(_\d+)*(\.\d+)?$/.test(value)
    ? toNumber(Number(value.replaceAll('_', '')))
    : null;
}

function toPaymentMethods(value: Value): string[] | null {
  return Array.isArray(value) && value.length > 0 && value.every((method) => paymentMethods.includes(method))
    ? value
    : null;
}

/** The JSON Schema of one of some words, in any case. Editors complete those of `enum`. */
function createWordSchema(words: readonly string[]): { anyOf: object[] } {
  return { anyOf: [{ enum: words }, { type: 'string', pattern: createWordPattern(words) }] };
}

/** A pattern for one of some upper-case words, in any case and with spaces around it. JSON Schema has no flags. */
export function createWordPattern(words: readonly string[]): string {
  const anyCase = (word: string) => word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
  return `^\\s*(${words.map(anyCase).join('|')})\\s*$`;
}
