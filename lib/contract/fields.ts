import { z } from 'zod';

/** Wire types that more than one shape uses. Money is in integer minor units of the app's currency. */
export const versionId = z.string().describe('Version id, `ver_…`');
export const success = z.literal(true).describe('True where the request succeeded.');
export const message = z.string().describe('Fit for a user; empty on plain reads.');
export const versionTitle = z.string().describe('What people call the version.');
export const versionDescription = z.string().describe('What the version is, in a sentence.');
export const versionActive = z.boolean().describe('Whether accounts can still move to it.');
export const versionTag = z.string().describe('Short label by which versions are sorted, v2 before v10.');
export const moreInfo = z.string().nullable().describe('Points parted by `|` or new lines; null for none.');
export const currency = z.string().describe('ISO 4217.');
export const billingPeriod = z.enum(['month', 'year']).describe('What a fee pays for.');
export const unixSeconds = z.int().describe('Unix time in seconds.');
export const fee = z
  .int()
  .nonnegative()
  .nullable()
  .describe('Minor units a billing period; null is not priced, 0 is free.');
export const userFee = fee.describe('Minor units a user and billing period; null is not priced.');
export const direction = z
  .enum(['upgrade', 'downgrade', 'none'])
  .describe('By the price for one user; at one price by the tag. None where there is nothing to compare.');

/** A feature by its readable slug. */
export const featureRef = z.object({
  id: z.string().describe('Readable slug.'),
  title: z.string().describe('What people call the feature.'),
});

/** Why a switch is not open to this caller. */
export const blocker = z.object({
  code: z
    .enum(['forbidden', 'version_inactive', 'price_on_request', 'entry_restricted', 'exit_restricted'])
    .describe('The code with which the switch would be refused.'),
  message: z.string().describe('Fit for a user.'),
});

/** What a switch of this account to this version would be. */
export const switchDecision = z.object({
  direction,
  allowed: z.boolean().describe('Whether the switch would be accepted now.'),
  blockers: z.array(blocker).describe('What stands in its way; empty where it is allowed.'),
});

export type Direction = z.infer<typeof direction>;
export type FeatureRef = z.infer<typeof featureRef>;
export type Blocker = z.infer<typeof blocker>;
export type SwitchDecision = z.infer<typeof switchDecision>;
