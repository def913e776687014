import { z } from 'zod';

// The parts of the Pricing2Yaml format that a catalogue is made of. Names that are not listed are let pass: the
// format grows, and lists in use carry notes of their own.

const kinds = ['BOOLEAN', 'NUMERIC', 'TEXT'] as const;
const types = [
  'INFORMATION',
  'INTEGRATION',
  'DOMAIN',
  'AUTOMATION',
  'MANAGEMENT',
  'GUARANTEE',
  'SUPPORT',
  'PAYMENT',
] as const;

export type ValueKind = (typeof kinds)[number];
export type FeatureType = (typeof types)[number];

/** A value of a feature or of a limit: as YAML has it, or a list of means of payment. */
export type Value = boolean | number | string | string[];

/** What is said of something that the format needs and the file lacks. */
export const missing = 'Missing.';

const capitals = (value: unknown) => (typeof value === 'string' ? value.trim().toUpperCase() : value);
const orElse = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? missing : message;
/** Unlike Zod's own number, `.inf` too: it is how a limit says "unlimited". */
const number = z.custom<number>((input) => typeof input === 'number' && !Number.isNaN(input));
const value = z.union([z.boolean(), number, z.string(), z.array(z.string())], {
  error: orElse('A value must be true or false, a number, a text, or a list of texts.'),
});
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
    error: 'A text is expected here.',
  })
  .nullish();
const override = z.object({ value: value.nullish() }).nullish();
const overrides = z.record(z.string(), override).nullish();
const price = z.union([number, z.string()], {
  error: orElse('A price must be a number, or a text such as "Contact Sales".'),
});

const feature = z.object({
  description: text,
  valueType: z.preprocess(capitals, z.enum(kinds)),
  defaultValue: value,
  type: z.preprocess(capitals, z.enum(types)),
  tag: text,
});

const usageLimit = z.object({
  valueType: z.preprocess(capitals, z.enum(kinds)),
  defaultValue: value,
  unit: text,
  linkedFeatures: z.array(z.string()).nullish(),
});

const offered = {
  description: text,
  price,
  unit: text,
  private: z.boolean().nullish(),
  features: overrides,
  usageLimits: overrides,
};

/** The shape of a price list; what its parts say of each other is checked after. */
export const pricing2Yaml = z.object({
  syntaxVersion: z
    .union([z.string(), z.number().transform(String)])
    .refine((version) => /^[23](\.\d+)?$/.test(version), 'This reads Pricing2Yaml 2 and 3.'),
  saasName: z
    .union([z.string(), z.number().transform(String)])
    .refine((name) => name.trim() !== '', 'A name is needed.'),
  currency: z.string(),
  variables: z.record(z.string(), z.union([number, z.string(), z.boolean()])).nullish(),
  features: z.record(z.string(), feature),
  usageLimits: z.record(z.string(), usageLimit).nullish(),
  plans: z
    .record(z.string(), z.object(offered))
    .refine((plans) => Object.keys(plans).length > 0, 'A plan is needed.'),
  addOns: z
    .record(
      z.string(),
      z.object({
        ...offered,
        availableFor: z.array(z.string()).nullish(),
        usageLimitsExtensions: overrides,
      }),
    )
    .nullish(),
});

export type Pricing2Yaml = z.output<typeof pricing2Yaml>;
export type RawOffer = Pricing2Yaml['plans'][string];
export type RawAddOn = NonNullable<Pricing2Yaml['addOns']>[string];
