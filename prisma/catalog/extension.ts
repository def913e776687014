import { z } from 'zod';
import { tagPattern } from '@/lib/contract/tag';

// What the model needs and Pricing2Yaml has no word for: NAME.extension.yml beside NAME.yml. Every part may be left
// out. Names that are not known here are refused, so that a slip of the pen does not go unnoticed.

const line = z.string().trim().min(1, 'A text is expected here.');
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and single hyphens are expected here.');
const fee = z.number().min(0, 'A price can’t be below zero.').nullable();
const contact = z
  .string()
  .regex(
    /^(https?:\/\/|mailto:)\S+$/,
    'An address that begins with https://, http:// or mailto: is expected here.',
  );

/** As a Content-Security-Policy takes it: `https://host.example`, `https://*.host.example:8443`. */
const origin = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
    'An origin without a path is expected here, as in https://host.example.',
  );

const app = z.strictObject({
  title: line.optional(),
  /** Host name that shows this app to a visitor; without a port. */
  host: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
      'A host name in small letters is expected here, without a port.',
    )
    .nullable()
    .optional(),
  contact_url: contact.nullable().optional(),
  /** Origins whose pages may frame ours. They stand in a header of each answer to a frame. */
  frame_origins: z.array(origin).max(50, 'At most 50 origins are expected here.').optional(),
  billing_period: z.enum(['month', 'year']).optional(),
});

const plan = z.strictObject({
  tag: z
    .string()
    .regex(tagPattern, '1 to 32 letters, digits, dots, hyphens or underscores are expected here.')
    .optional(),
  title: line.optional(),
  description: z.string().optional(),
  more_info: z.string().optional(),
  public: z.boolean().optional(),
  default: z.boolean().optional(),
  retired: z.boolean().optional(),
  granted_to: z.array(line).optional(),
  entry_blocker: line.optional(),
  exit_blocker: line.optional(),
  /** Prices the format can't say, in whole currency units: one for the account besides one for each user. */
  fee: fee.optional(),
  user_fee: fee.optional(),
});

const feature = z.strictObject({
  title: line.optional(),
  human_id: slug.optional(),
  group: z.string().optional(),
  description: z.string().optional(),
});

/** The shape of an extension. */
export const extensionShape = z.strictObject({
  app: app.nullish(),
  plans: z.record(z.string(), plan).nullish(),
  features: z.record(z.string(), feature).nullish(),
  addOns: z.record(z.string(), feature).nullish(),
});

export type Extension = z.output<typeof extensionShape>;
export type PlanExtension = NonNullable<Extension['plans']>[string];
export type FeatureExtension = NonNullable<Extension['features']>[string];

/** Where the extension of a price list lies: `2026.yml` has `2026.extension.yml` beside it. Null for an extension. */
export function extensionPath(path: string): string | null {
  const [, name, ending] = /^(.*?)(\.ya?ml)?$/is.exec(path) ?? [];
  if (name === undefined || /\.extension$/i.test(name)) return null;
  return `${name}.extension${ending ?? '.yml'}`;
}
