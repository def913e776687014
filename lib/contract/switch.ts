import { z } from 'zod';
import {
  featureChangeFields,
  featureRef,
  isStorableText,
  message,
  notStorableMessage,
  priceFields,
  success,
  switchDecision,
  unixSeconds,
  versionId,
  versionTitle,
} from './fields';

/** Body of `POST /app/versions` (spec 4.2) with the additional field `reason`. */
export const switchRequestSchema = z.strictObject({
  version_id: z.string().min(1).describe('ID of the version to switch to, `ver_…`.'),
  reason: z
    .string()
    .max(500)
    .trim()
    .refine(isStorableText, notStorableMessage)
    .optional()
    .describe('Reason for the switch, stored in the history.'),
});

/** Response of `POST /app/versions` (spec 2.6, 4.2). */
export const switchResultSchema = z.object({
  success,
  message,
  data: z.object({
    history_id: z.string().describe('History entry ID, `avh_…`.'),
    version_id: versionId,
    timestamp: unixSeconds.describe('Time at which the version became active. Unix timestamp in seconds.'),
  }),
});

const pricedVersion = z.object({ id: versionId, title: versionTitle, ...priceFields });
const feeDifference = z.int().nullable();

/** `GET /app/versions/:id/preview`: the effects of a switch. Changes nothing. */
export const switchPreviewSchema = z.object({
  success,
  message,
  data: switchDecision.extend({
    from: pricedVersion
      .nullable()
      .describe('Current version of the account. `null` if the account has no version.'),
    to: pricedVersion.describe('Version in the request.'),
    difference: z
      .object({
        fee: feeDifference.describe('Difference in the fee.'),
        user_fee: feeDifference.describe('Difference in the fee per user.'),
        annual_fee: feeDifference.describe('Difference in the fee with annual billing.'),
        annual_user_fee: feeDifference.describe('Difference in the fee per user with annual billing.'),
      })
      .describe(
        'New price minus current price, in minor units. `null` if either has no such price, or if they are charged ' +
          'per different units.',
      ),
    gained: z.array(featureRef).describe('Features that only the new version includes.'),
    lost: z.array(featureRef).describe('Features that only the current version includes.'),
    kept: z
      .array(featureRef)
      .describe('Features that both versions include, with those in `raised`, `lowered` and `changed`.'),
    ...featureChangeFields,
    optional_gained: z
      .array(featureRef)
      .describe('Optional features of the current version that the new version includes.'),
    optional_lost: z
      .array(featureRef)
      .describe('Optional features of the current version that are not available in the new version.'),
    revision: z.string().describe('Revision of the preview. Send it as `If-Match` with the switch.'),
  }),
});

export type SwitchRequest = z.infer<typeof switchRequestSchema>;
export type SwitchResult = z.infer<typeof switchResultSchema>;
export type SwitchPreview = z.infer<typeof switchPreviewSchema>;
