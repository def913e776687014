import { z } from 'zod';

/** Fields that several schemas share. Amounts are integers in minor units of the app's currency. */
export const versionId = z.string().describe('Version ID, `ver_…`.');
export const success = z.literal(true).describe('Always `true`.');
export const message = z
  .string()
  .describe('Human-readable confirmation that you can show to users. Empty for plain reads.');
export const versionTitle = z.string().describe('Display name of the version.');
export const versionDescription = z.string().describe('Short description of the version.');
export const versionActive = z
  .boolean()
  .describe('`false` if the version is retired: accounts can’t switch to it, but can stay on it.');
export const versionTag = z.string().describe('Label that versions are sorted by; `v2` comes before `v10`.');
export const moreInfo = z
  .string()
  .nullable()
  .describe(
    'Additional information as a list. Items are separated by `|` or a newline. `null` if there is none.',
  );
export const currency = z.string().describe('Three-letter ISO 4217 currency code.');
export const billingPeriod = z.enum(['month', 'year']).describe('Period that a fee is charged for.');
export const unixSeconds = z.int().describe('Unix timestamp in seconds.');
export const fee = z
  .int()
  .nonnegative()
  .nullable()
  .describe('Fee per billing period in minor units (cents). `0` is free, `null` is priced on request.');
export const userFee = fee.describe(
  'Fee per user and billing period in minor units (cents). `null` if there is no fee per user.',
);
export const direction = z
  .enum(['upgrade', 'downgrade', 'none'])
  .describe(
    'Whether the version has a higher or lower price for one user than the previous one. A price on request is the highest; at ' +
      'equal prices the order of the tags decides. `none` if there is no previous version or it is the same.',
  );

/** A feature, identified by its slug. */
export const featureRef = z.object({
  id: z.string().describe('Human-readable slug of the feature.'),
  title: z.string().describe('Display name of the feature.'),
});

/** A reason why the caller can't switch to a version. */
export const blocker = z.object({
  code: z
    .enum(['forbidden', 'version_inactive', 'price_on_request', 'entry_restricted', 'exit_restricted'])
    .describe('Error code that the switch would fail with.'),
  message: z.string().describe('Human-readable explanation that you can show to users.'),
});

/** Direction of a switch to a version, and whether it is allowed. */
export const switchDecision = z.object({
  direction,
  allowed: z.boolean().describe('Whether the caller can switch to this version.'),
  blockers: z.array(blocker).describe('Reasons why the switch is not allowed. Empty if it is allowed.'),
});

export type FeatureRef = z.infer<typeof featureRef>;
export type Blocker = z.infer<typeof blocker>;
export type SwitchDecision = z.infer<typeof switchDecision>;

/** Text entered by a person: 1 to `max` characters before and at least 1 after trimming. */
export function trimmedText(max: number) {
  return z.string().max(max).trim().min(1).refine(isStorableText, notStorableMessage);
}

/** ID from another system, kept as is: 1 to `max` characters. */
export function externalId(max: number) {
  return z.string().min(1).max(max).refine(isStorableText, notStorableMessage);
}

/** Whether Postgres can store the text: it rejects NUL characters and unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

export const notStorableMessage = 'Expected text without NUL characters or unpaired surrogates';
