import { z } from 'zod';
import { direction, featureRef, fee, switchDecision, unixSeconds, userFee, versionId } from './fields';
import { hasNoNul } from './text';

/** Body of `POST /app/versions` (spec 4.2) with the addition `reason`. */
export const switchRequestSchema = z.strictObject({
  version_id: z.string().min(1),
  reason: z.string().trim().max(500).refine(hasNoNul, 'Expected text without NUL').optional(),
});

/** Answer of `POST /app/versions` (spec 2.6, 4.2). */
export const switchResultSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    history_id: z.string().describe('`avh_…`'),
    version_id: versionId,
    timestamp: unixSeconds,
  }),
});

const price = z.object({ fee, user_fee: userFee });

/** `GET /app/versions/:id/preview`: what a switch of this account to this version would do. Writes nothing. */
export const switchPreviewSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: switchDecision.extend({
    direction,
    from: z.object({ id: versionId, title: z.string() }).extend(price.shape).nullable(),
    to: z.object({ id: versionId, title: z.string() }).extend(price.shape),
    difference: price.describe('After minus before; null where either is not priced.').extend({
      fee: z.int().nullable(),
      user_fee: z.int().nullable(),
    }),
    gained: z.array(featureRef),
    lost: z.array(featureRef),
    kept: z.array(featureRef),
    optional_gained: z.array(featureRef).describe('Optional before, included after.'),
    optional_lost: z.array(featureRef).describe('Optional before, not to be had after.'),
    revision: z.string().describe('Of what this was decided on; send it as `If-Match` with the switch.'),
  }),
});

export type SwitchRequest = z.infer<typeof switchRequestSchema>;
export type SwitchResult = z.infer<typeof switchResultSchema>;
export type SwitchPreview = z.infer<typeof switchPreviewSchema>;
