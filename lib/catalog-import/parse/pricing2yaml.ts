import { z } from 'zod';
import { requiredMessage } from './yaml-file';

// The parts of the Pricing2Yaml format that the import uses. Unknown keys are ignored: the format grows, and real
// price lists contain keys of their own.

const valueTypes = ['BOOLEAN', 'NUMERIC', 'TEXT'] as const;
const limitTypes = ['RENEWABLE', 'NON_RENEWABLE', 'TIME_DRIVEN', 'RESPONSE_DRIVEN'] as const;
const featureTypes = [
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
/** Unlike `z.number()`, accepts `.inf`, which means "unlimited" as a usage limit. */
const numberSchema = z.custom<number>((input) => typeof input === 'number' && !Number.isNaN(input));
const valueSchema = z.union([z.boolean(), numberSchema, z.string(), z.array(z.string())], {
  error: requiredOr('Expected true or false, a number, a string or a list of strings.'),
});
const textSchema = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
    error: 'Expected a string.',
  })
  .nullish();
const overrideSchema = z.object({ value: valueSchema.nullish() }).nullish();
const overridesSchema = z.record(z.string(), overrideSchema).nullish();
const priceSchema = z.union([numberSchema, z.string()], {
  error: requiredOr('Expected a number or a text such as "Contact Sales".'),
});

const featureSchema = z.object({
  description: textSchema,
  valueType: z.preprocess(toUpperCase, z.enum(valueTypes)),
  defaultValue: valueSchema,
  type: z.preprocess(toUpperCase, z.enum(featureTypes)),
  tag: textSchema,
});

/** Version 3 of the format has the period of a limit beside its unit. */
const periodSchema = z
  .union([z.string(), z.object({ value: numberSchema.nullish(), unit: z.string().nullish() })], {
    error: 'Expected a period such as "month", or its value and unit.',
  })
  .nullish();

const usageLimitSchema = z.object({
  description: textSchema,
  valueType: z.preprocess(toUpperCase, z.enum(valueTypes)),
  defaultValue: valueSchema,
  unit: textSchema,
  type: z.preprocess(toUpperCase, z.string().nullish()),
  period: periodSchema,
  linkedFeatures: z.array(z.string()).nullish(),
});

const pricedItemFields = {
  description: textSchema,
  price: priceSchema,
  unit: textSchema,
  private: z.boolean().nullish(),
  features: overridesSchema,
  usageLimits: overridesSchema,
};

/** The shape of a price list. References between its parts are checked by `normalizePriceList`. */
export const pricing2YamlSchema = z.object({
  syntaxVersion: z
    .union([z.string(), z.number().transform(String)])
    .refine((version) => /^[23](\.\d+)?$/.test(version), 'Only Pricing2Yaml 2 and 3 are supported.'),
  saasName: z
    .union([z.string(), z.number().transform(String)])
    .refine((name) => name.trim() !== '', 'The name must not be blank.'),
  currency: z.string(),
  billing: z.record(z.string(), z.unknown()).nullish(),
  variables: z.record(z.string(), z.union([numberSchema, z.string(), z.boolean()])).nullish(),
  features: z.record(z.string(), featureSchema),
  usageLimits: z.record(z.string(), usageLimitSchema).nullish(),
  plans: z.record(z.string(), z.object(pricedItemFields)).nullish(),
  addOns: z
    .record(
      z.string(),
      z.object({
        ...pricedItemFields,
        availableFor: z.array(z.string()).nullish(),
        dependsOn: z.array(z.string()).nullish(),
        excludes: z.array(z.string()).nullish(),
        usageLimitsExtensions: overridesSchema,
      }),
    )
    .nullish(),
});

export type Pricing2Yaml = z.output<typeof pricing2YamlSchema>;
export type RawPricedItem = NonNullable<Pricing2Yaml['plans']>[string];
export type RawAddOn = NonNullable<Pricing2Yaml['addOns']>[string];

/** The type of a limit. One without a known type does not renew. */
export function toLimitType(type: string | null | undefined): LimitType {
  return limitTypes.find((known) => known === type) ?? 'NON_RENEWABLE';
}

const paymentMethods = ['CARD', 'GATEWAY', 'INVOICE', 'ACH', 'WIRE_TRANSFER', 'OTHER'];

/**
 * Converts a value to its declared type, or returns null if that is not possible. Numbers may be written as
 * `1_000_000`, which YAML 1.1 allowed and real price lists contain.
 */
export function coerceValue(valueType: ValueType, type: FeatureType | null, value: Value): Value | null {
  if (valueType === 'BOOLEAN') return typeof value === 'boolean' ? value : null;
  if (valueType === 'NUMERIC') return toNumber(value);
  if (type === 'PAYMENT') return toPaymentMethods(value);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/** The message for a value that `coerceValue` rejects. */
export function describeExpectedValue(valueType: ValueType, type: FeatureType | null): string {
  if (valueType === 'BOOLEAN') return 'Expected true or false, because valueType is BOOLEAN.';
  if (valueType === 'NUMERIC') return 'Expected a number, because valueType is NUMERIC.';
  if (type === 'PAYMENT') return `Expected a list of one or more of ${paymentMethods.join(', ')}.`;
  return 'Expected a string, because valueType is TEXT.';
}

function toNumber(value: Value): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(_\d+)*(\.\d+)?$/.test(value)
    ? Number(value.replaceAll('_', ''))
    : null;
}

function toPaymentMethods(value: Value): string[] | null {
  return Array.isArray(value) && value.length > 0 && value.every((method) => paymentMethods.includes(method))
    ? value
    : null;
}
