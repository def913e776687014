import { z } from 'zod';
import {
  actor,
  dataEnvelope,
  displayName,
  maxFee,
  unixSeconds,
  unixSecondsInput,
  versionId,
  versionIdInput,
} from './fields';

// What was agreed with an account.

const fee = z.int().min(0).max(maxFee);
const maxItems = 1000;

const record = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string().max(255), value)
    .refine((items) => Object.keys(items).length <= maxItems, `Expected at most ${maxItems} entries`);

const priceText = 'The fees that differ from those of the version. Others stay.';
const price = z
  .object({
    fee: fee.optional().describe('Fee per billing period of the app in minor units (cents).'),
    user_fee: fee.optional().describe('Fee per user and billing period in minor units (cents).'),
    annual_fee: fee.optional().describe('Fee per year with annual billing in minor units (cents).'),
    annual_user_fee: fee
      .optional()
      .describe('Fee per user and year with annual billing in minor units (cents).'),
  })
  .describe(priceText);
const limits = record(z.number().min(0).max(1e15).nullable()).describe(
  'Map from the human-readable slug of a limit, or of a feature with an amount, to the amount. `null` is unlimited.',
);
const features = record(z.union([z.boolean(), displayName(255)])).describe(
  'Map from the human-readable slug of a feature to whether the account has it, or to the text of its value.',
);

/** Body of `PUT /api/accounts/:external_id/terms`. */
export const termsRequestSchema = z
  .strictObject({
    version_id: versionIdInput
      .nullable()
      .optional()
      .describe('Version of the plan that the terms are for. Default: `null`, all versions.'),
    price: z.strictObject(price.shape).optional().describe(priceText),
    limits: limits.optional(),
    features: features.optional(),
    from: unixSecondsInput
      .optional()
      .describe('When they take effect. Unix timestamp in seconds. Default: at once.'),
    until: unixSecondsInput
      .nullable()
      .optional()
      .describe('When they end. Unix timestamp in seconds. Default: `null`, not by themselves.'),
    reason: displayName(500).describe('Why they were agreed. Users of the account see it.'),
  })
  .refine(
    (body) => [body.price, body.limits, body.features].some((part) => Object.keys(part ?? {}).length > 0),
    { error: 'expected a price, limits or features', path: ['price'] },
  );

/** Terms of an account, as histories and events have them. */
export const termsContentSchema = z.object({
  version_id: versionId.nullable().describe('Version of the plan that they are for. `null`: all versions.'),
  price,
  limits,
  features,
  from: unixSeconds.describe('When they take effect. Unix timestamp in seconds.'),
  until: unixSeconds
    .nullable()
    .describe('When they end. Unix timestamp in seconds. `null`: not by themselves.'),
  reason: z.string().describe('Why they were agreed.'),
  active: z.boolean().describe('Whether they are in effect.'),
});

export const termsSchema = termsContentSchema.extend({
  history_id: z.string().describe('ID of the history entry with which they were agreed, `avh_…`.'),
  agreed_at: unixSeconds.describe('When they were set. Unix timestamp in seconds.'),
  agreed_by: actor.describe('Who set them.'),
});

const terms = termsSchema.nullable().describe('The terms of the account. `null` if there are none.');

/** `GET /api/accounts/:external_id/terms`. */
export const termsResponseSchema = dataEnvelope({ terms });

/** Responses that change them. */
export const termsResultSchema = dataEnvelope({
  terms,
  problems: z
    .array(
      z.object({
        code: z.string().describe('Error code of a switch.'),
        message: z.string().describe('Human-readable explanation that you can show to users.'),
      }),
    )
    .describe(
      'What the account breaks with these terms, such as `users_limit_exceeded`. It keeps what it has.',
    ),
});

export type TermsRequest = z.infer<typeof termsRequestSchema>;
export type TermsContent = z.infer<typeof termsContentSchema>;
export type TermsBody = z.infer<typeof termsSchema>;
export type TermsResponse = z.infer<typeof termsResponseSchema>;
export type TermsResult = z.infer<typeof termsResultSchema>;
