import { z } from 'zod';

/** Wire types that more than one shape uses. Money is in integer minor units of the app's currency. */
export const versionId = z.string().describe('Version id, `ver_…` (spec 2.2).');
export const unixSeconds = z.int().describe('Unix time in seconds.');
export const fee = z
  .int()
  .nonnegative()
  .nullable()
  .describe('Minor units a billing period; null is not priced, 0 is free.');
export const userFee = fee.describe('Minor units a user and billing period; null is not priced.');
export const direction = z.enum(['upgrade', 'downgrade', 'none']);

/** A feature by its readable slug. */
export const featureRef = z.object({ id: z.string().describe('Readable slug.'), title: z.string() });

/** Why a switch is not open to this caller. */
export const blocker = z.object({
  code: z.enum(['forbidden', 'version_inactive', 'price_on_request', 'entry_restricted', 'exit_restricted']),
  message: z.string(),
});

/** What a switch of this account to this version would be. */
export const switchDecision = z.object({
  direction,
  allowed: z.boolean(),
  blockers: z.array(blocker),
});

export type Direction = z.infer<typeof direction>;
export type FeatureRef = z.infer<typeof featureRef>;
export type Blocker = z.infer<typeof blocker>;
export type SwitchDecision = z.infer<typeof switchDecision>;
