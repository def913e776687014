import { z } from 'zod';
import { changeOrigins } from './enums';
import {
  accountBillingPeriod,
  anyBillingPeriod,
  booleanParameter,
  changeReason,
  dataEnvelope,
  envelope,
  exceededLimits,
  featureChangeFields,
  featureRef,
  integerParameter,
  language,
  previewedLowered,
  priceFields,
  replacedBy,
  soldPeriods,
  switchDecision,
  totalSchema,
  unixSeconds,
  unixSecondsInput,
  usageFields,
  users,
  usersInput,
  versionId,
  versionQuantity,
  versionQuantityInput,
  versionTitle,
} from './fields';
import { switchedAddOn } from './history';
import { termsContentSchema } from './terms';
import { versionContent } from './versions';

const requestedBillingPeriod = anyBillingPeriod
  .optional()
  .describe(
    'Period to bill for. Default: the account’s, if the version is sold for it, otherwise the one that it is sold for.',
  );

/** Body of `POST /app/versions` (spec 4.2) with the additional fields `reason`, `billing_period` and `restore`. */
export const switchRequestSchema = z
  .strictObject({
    version_id: z.string().min(1).optional().describe('ID of the version to switch to, `ver_…`.'),
    reason: changeReason.describe('Reason for the switch, stored in the history.'),
    billing_period: requestedBillingPeriod,
    users: usersInput
      .optional()
      .describe(
        'Number of users from then on. Default: the account’s, or the smallest that the version is sold for. With the current ' +
          'version, it alone changes.',
      ),
    quantity: versionQuantityInput
      .optional()
      .describe(
        'How many `fee_unit` of the version, such as sites, from then on. Default: the account’s if its version has the same unit, ' +
          'otherwise the smallest. Ignored for versions that are not sold per unit.',
      ),
    trial: z
      .boolean()
      .optional()
      .describe(
        '`true` starts the trial of the version. `false` ends the one that the account is in. Default: it ends too, unless the request ' +
          'sets `users` or `quantity` of the same version.',
      ),
    trial_ends_at: unixSecondsInput
      .optional()
      .describe(
        'Starts a trial with this end, for an app key or support: also of a version without a trial, and to set another end of the ' +
          'account’s. Unix timestamp in seconds.',
      ),
    restore: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Instead of all but `reason`: ID of the newest history entry, `avh_…`. The account ' +
          'returns to the version, the billing period, the numbers and the optional features that it had before.',
      ),
  })
  .superRefine(
    ({ restore, reason: _, ...target }, { addIssue }) => {
      if (restore === undefined) {
        if (target.version_id !== undefined) return;
        addIssue({ code: 'invalid_type', expected: 'string', path: ['version_id'], input: undefined });
      } else if (Object.values(target).some((value) => value !== undefined)) {
        const message = 'expected nothing but a reason beside it';
        addIssue({ code: 'custom', path: ['restore'], message });
      }
    },
    // It also runs if there are unknown fields, so that all errors are reported.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .meta({ oneOf: [{ required: ['version_id'] }, { required: ['restore'] }] });

/** Query parameters of `GET /app/versions/:id/preview`. */
export const switchPreviewQuerySchema = z.object({
  billing_period: requestedBillingPeriod,
  users: users.describe('Number of users that the switch would set. Default: as in the switch.'),
  quantity: versionQuantity.describe('How many `fee_unit` the switch would set. Default: as in the switch.'),
  trial: booleanParameter.describe(
    'Whether the switch would start a trial, or end the account’s: as in the switch.',
  ),
  trial_ends_at: integerParameter(0, 253_402_300_799).describe('When the trial would end: as in the switch.'),
  restore: z
    .string()
    .optional()
    .describe(
      'ID of the newest history entry, `avh_…`: previews its undo. The version must be the previous one of the entry; ' +
        '`billing_period`, `users` and `quantity` are ignored.',
    ),
  change: z
    .string()
    .optional()
    .describe(
      'ID of a change that waits for an owner, `chg_…`: previews its approval, with all its `commands`, instead of the other parameters.',
    ),
  language,
});

/** Response of `POST /app/versions` (spec 2.6, 4.2). */
export const switchResultSchema = dataEnvelope({
  history_id: z.string().describe('History entry ID, `avh_…`.'),
  version_id: versionId,
  timestamp: unixSeconds.describe('Time at which the version became active. Unix timestamp in seconds.'),
});

/** A version with its price, in a preview. */
export const pricedVersion = z.object({
  id: versionId,
  title: versionTitle,
  replaced_by: replacedBy,
  ...versionContent,
});
const accountQuantity = z.int().positive().nullable();
const feeDifference = z.int().nullable();

const previewedAddOn = switchedAddOn.extend({
  billing_period: accountBillingPeriod
    .nullable()
    .describe('Period whose fee would apply. `null` if it would be turned off.'),
  message: z.string().describe('Human-readable explanation that you can show to users.'),
  features: z.array(featureRef).describe('Features and limits that the optional feature has.'),
  previous: z
    .object({ ...priceFields, billing_period: accountBillingPeriod })
    .describe('Price now, or when it was last on, and the period whose fee applies.'),
});

const trialAddOn = previewedAddOn.extend({
  paid: z.boolean().describe('Whether it stays on in the trial. Its price is paid then.'),
  price_increased: z.boolean().describe('Whether its price is higher after the trial than now.'),
});

export const previewedTotals = z
  .object({
    before: totalSchema.nullable().describe('What the account pays now. `null` if it has no version.'),
    after: totalSchema.describe('What the account would pay.'),
  })
  .describe(
    'Price of the version and of the optional features that are on, before and after, by list: also in a trial, in which nothing ' +
      'is paid.',
  );

/** Only previews have it. */
export const previewedTermsEnd = z
  .object({
    at: unixSeconds.describe('When they end. Unix timestamp in seconds.'),
    totals: previewedTotals,
  })
  .nullable()
  .describe(
    'What the account would pay from the end of its terms, without and with the change. `totals` are what it pays until then. `null` if ' +
      'its terms have no end, or the price does not change then.',
  );

const scheduledChange = z.object({
  id: z.string().describe('Change ID, `chg_…`.'),
  version: z.object({ id: versionId, title: versionTitle }),
  effective_at: unixSeconds.describe('When it would be applied. Unix timestamp in seconds.'),
  origin: z.enum(changeOrigins).describe('Who made it.'),
});

/** Only previews have it. */
export const scheduledFields = {
  supersedes: scheduledChange
    .nullable()
    .describe('The scheduled change that this one would end. `null` if there is none.'),
  joins: scheduledChange
    .nullable()
    .describe(
      'The scheduled change that this one would be made together with, as the preview shows it. `null` if there is none.',
    ),
};

/** `GET /app/versions/:id/preview`: the effects of a switch. It changes nothing. */
export const switchPreviewSchema = envelope(
  switchDecision.extend({
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
    lost: z
      .array(featureRef.extend(usageFields))
      .describe('Features that only the current version includes.'),
    kept: z
      .array(featureRef)
      .describe('Features that both versions include, with those in `raised`, `lowered` and `changed`.'),
    ...featureChangeFields,
    lowered: previewedLowered,
    exceeded_limits: exceededLimits,
    optional_gained: z
      .array(featureRef)
      .describe('Optional features of the current version that the new version includes.'),
    optional_lost: z
      .array(featureRef)
      .describe('Optional features of the current version that are not available in the new version.'),
    billing_period: anyBillingPeriod.describe('Period that the account would be billed for.'),
    previous_billing_period: accountBillingPeriod
      .nullable()
      .describe('Period that the account is billed for now. `null` if it has no version.'),
    billing_periods: soldPeriods.describe('Periods that the version is sold for.'),
    users: z.int().positive().describe('Number of users that the account would have.'),
    previous_users: z.int().positive().describe('Number of users that the account has now.'),
    quantity: accountQuantity.describe(
      'How many `fee_unit` of the version the account would have. `null` if it is not sold per unit.',
    ),
    previous_quantity: accountQuantity.describe(
      'How many `fee_unit` of its version the account has now. `null` if it is not sold per unit.',
    ),
    options: z
      .array(previewedAddOn)
      .describe(
        'Optional features that are on or would be restored, and what the switch would do with each.',
      ),
    ...scheduledFields,
    ends_terms: termsContentSchema
      .nullable()
      .describe('What was agreed with the account and would end. `null` for nothing.'),
    confirmation_required: z
      .boolean()
      .describe(
        'Whether your system has to confirm the switch of this caller: create a change and continue at its `checkout_url`.',
      ),
    trial: z
      .object({
        ends_at: unixSeconds.describe('When it would end. Unix timestamp in seconds.'),
        next_version: z
          .object({ id: versionId, title: versionTitle })
          .describe('Version that would follow, also the same one.'),
        total: totalSchema.describe('What the account would pay from then on, if it chooses nothing.'),
        chosen_total: totalSchema.describe(
          'What it would pay if it chose the version, with the optional features that are on in the trial.',
        ),
        options_total: totalSchema
          .nullable()
          .describe(
            'What it would pay in the trial: for the optional features that stay on. `null` for nothing.',
          ),
        options: z
          .array(trialAddOn)
          .describe(
            'The optional features that are on now, and what the end of the trial does with each: `kept` or `restored`, at the price ' +
              'then, or `included` or `lost`, if it is off then. `previous` is the price now.',
          ),
      })
      .nullable()
      .describe('The trial that the switch would start. `null` for none.'),
    previous_trial_ends_at: unixSeconds
      .nullable()
      .describe(
        'When the trial would end that the account is in now. Unix timestamp in seconds. `null` if it is in none.',
      ),
    totals: previewedTotals,
    terms_end: previewedTermsEnd,
    revision: z.string().describe('Revision of the preview. Send it as `If-Match` with the switch.'),
  }),
);

export type SwitchRequest = z.infer<typeof switchRequestSchema>;
export type SwitchResult = z.infer<typeof switchResultSchema>;
export type Total = z.infer<typeof totalSchema>;
export type SwitchPreview = z.infer<typeof switchPreviewSchema>;
