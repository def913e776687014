import { z } from 'zod';
import {
  featureRef,
  fee,
  message,
  success,
  switchDecision,
  unixSeconds,
  userFee,
  versionId,
  versionTitle,
} from './fields';
import { isKeepable, notKeepable } from './text';

/** Body of `POST /app/versions` (spec 4.2) with the addition `reason`. */
export const switchRequestSchema = z.strictObject({
  version_id: z.string().min(1).describe('The version to move to, `ver_…`'),
  reason: z
    .string()
    .max(500)
    .trim()
    .refine(isKeepable, notKeepable)
    .optional()
    .describe('Kept with the entry of the history.'),
});

/** Answer of `POST /app/versions` (spec 2.6, 4.2). */
export const switchResultSchema = z.object({
  success,
  message,
  data: z.object({
    history_id: z.string().describe('Id of the entry in the history, `avh_…`'),
    version_id: versionId,
    timestamp: unixSeconds.describe('When the version became active, in Unix seconds.'),
  }),
});

const pricedVersion = z.object({ id: versionId, title: versionTitle, fee, user_fee: userFee });
const difference = z.int().nullable();

/** `GET /app/versions/:id/preview`: what a switch of this account to this version would do. Writes nothing. */
export const switchPreviewSchema = z.object({
  success,
  message,
  data: switchDecision.extend({
    from: pricedVersion.nullable().describe('Null for an account that has no version yet.'),
    to: pricedVersion.describe('The version asked for.'),
    difference: z
      .object({
        fee: difference.describe('Of the fee.'),
        user_fee: difference.describe('Of the fee for each user.'),
      })
      .describe('After minus before; null where either is not priced.'),
    gained: z.array(featureRef).describe('Included after, not before.'),
    lost: z.array(featureRef).describe('Included before, not after.'),
    kept: z.array(featureRef).describe('Included before and after.'),
    optional_gained: z.array(featureRef).describe('Optional before, included after.'),
    optional_lost: z.array(featureRef).describe('Optional before, not to be had after.'),
    revision: z.string().describe('Of what this was decided on; send it as `If-Match` with the switch.'),
  }),
});

export type SwitchRequest = z.infer<typeof switchRequestSchema>;
export type SwitchResult = z.infer<typeof switchResultSchema>;
export type SwitchPreview = z.infer<typeof switchPreviewSchema>;
