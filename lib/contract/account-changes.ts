import { z } from 'zod';
import { accountSchema } from './accounts';
import { changeApprovers, changeOrigins, changeOutcomes, trialChanges } from './enums';
import {
  accountBillingPeriod,
  actor,
  addOnRef,
  anyBillingPeriod,
  changeCommand,
  changeReason,
  currencyFields,
  cursorOf,
  dataEnvelope,
  effectiveInput,
  envelope,
  language,
  limitOf,
  listEnvelope,
  maxAddOnQuantity,
  pageEnvelope,
  priceFields,
  recordedPays,
  rowId,
  totalSchema,
  unixSeconds,
  unixSecondsInput,
  usersInput,
  versionRef,
} from './fields';
import { previewedTotals } from './switch';

export const changeId = rowId('Change ID, `chg_…`.');

/** Body of `POST /account/changes`. */
export const changeRequestSchema = z
  .strictObject({
    version_id: z.string().min(1).optional().describe('ID of the version to switch to, `ver_…`.'),
    billing_period: anyBillingPeriod
      .optional()
      .describe('Period to bill for. Default: the account’s, if the version is sold for it.'),
    users: usersInput.optional().describe('Number of users to set. Default: it stays, whatever it is then.'),
    optional_feature_id: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Instead of `version_id`, `billing_period` and `users`: ID of an optional feature to turn on or off, `off_…`, or its human ID.',
      ),
    quantity: z
      .int()
      .min(0)
      .max(maxAddOnQuantity)
      .optional()
      .describe(
        'How many `fee_unit` of the version, at least 1, or with `optional_feature_id` how many are on from then on, where `0` turns it ' +
          'off. Default: the present quantity, or the smallest.',
      ),
    trial: z
      .boolean()
      .optional()
      .describe(
        '`true` starts the trial of the version, `false` ends the account’s: as in `POST /app/versions`.',
      ),
    effective: effectiveInput
      .optional()
      .describe(
        '`now`, the default: at once, or when all consent is given. `period_end`: at the end of the billing period, also if your system ' +
          'moves it. Or a Unix timestamp in seconds, at most two years ahead.',
      ),
    reason: changeReason.describe('Reason for the change, or note of the member who asks for it.'),
  })
  .superRefine(
    ({ version_id, billing_period, users, optional_feature_id, quantity, trial }, { addIssue }) => {
      const reject = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      if (optional_feature_id === undefined) {
        if (quantity === 0) reject('quantity', 'expected at least 1 without optional_feature_id');
        if (version_id !== undefined) return;
        addIssue({ code: 'invalid_type', expected: 'string', path: ['version_id'], input: undefined });
      } else {
        if ([version_id, billing_period, users, trial].some((value) => value !== undefined)) {
          reject('optional_feature_id', 'expected no version_id, billing_period, users and trial beside it');
        }
      }
    },
    // It also runs if there are unknown fields, so that all errors are reported.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .meta({ oneOf: [{ required: ['version_id'] }, { required: ['optional_feature_id'] }] });

/** Body of `POST /account/changes/:id/decline`. */
export const changeRefusalSchema = z.strictObject({
  message: changeReason.describe('What is shown to the person who made the change.'),
});

/** Query of `DELETE /account/changes/:id`. */
export const changeCancelationSchema = z.object({
  reason: changeReason.describe('Reason. Staff need one.'),
});

/** Query of `GET /account/changes`. */
export const changesQuerySchema = z.object({
  state: z.enum(['open', 'ended']).optional().describe('Changes to return. Default: all.'),
  limit: limitOf('changes'),
  cursor: cursorOf(/^chg_[0-9a-z]{26}$/),
  language,
});

const changeStates = ['scheduled', 'waiting', ...changeOutcomes] as const;

const changeVersion = versionRef.extend({ ...priceFields, ...currencyFields });

/** A change that waits, or has ended. */
export const accountChangeSchema = z.object({
  id: changeId,
  state: z
    .enum(changeStates)
    .describe(
      '`scheduled` for a time, or `waiting` for consent. The others are final. `superseded`: another change has taken its place. ' +
        '`expired`: there was no answer in time.',
    ),
  version: changeVersion.describe('Version to switch to, with its price when the change was confirmed.'),
  previous_version: changeVersion
    .nullable()
    .describe('Version of the account at that time. `null` if it had none.'),
  billing_period: accountBillingPeriod,
  pays: recordedPays,
  users: z
    .int()
    .positive()
    .nullable()
    .describe(
      'Number of users to set. `null`: it stays. With the end of a trial the number before it returns, unless another one was set since.',
    ),
  optional_feature: addOnRef
    .nullable()
    .describe('Optional feature that the change is about. `null` for a switch.'),
  quantity: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'How many of the optional feature are on then, `0` if it is turned off, or how many `fee_unit` of the version to set. `null`: it ' +
        'stays.',
    ),
  commands: z
    .array(
      z.object({
        ...changeCommand,
        optional_feature: addOnRef.nullable().describe('Optional feature to change. `null` for a version.'),
      }),
    )
    .describe(
      'All that it does, together and in this order. The first is what the fields above say. The others turn optional features off, ' +
        'with the `quantity` 0, or make them smaller. With the end of a trial, they turn on again what its start ended.',
    ),
  trial: z
    .enum(trialChanges)
    .nullable()
    .describe(
      '`start`: it starts the trial of the version. `end`: it ends the trial that the account is in, and is applied in any case. `none`: it ' +
        'ends the trial before. `null`: as by default.',
    ),
  effective_at: unixSeconds
    .nullable()
    .describe('When it is applied. Unix timestamp in seconds. `null`: when all consent is given.'),
  at_period_end: z.boolean().describe('Whether `effective_at` follows the end of the billing period.'),
  waits_for: z
    .enum(changeApprovers)
    .nullable()
    .describe(
      'Who has to approve it: an owner of the account, or your system. `null` if no consent is missing.',
    ),
  expires_at: unixSeconds
    .nullable()
    .describe(
      'When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent.',
    ),
  origin: z
    .enum(changeOrigins)
    .describe('Who made it. Owners can’t cancel those of `host`, your system, and `product`.'),
  move_id: z.string().nullable().describe('Move that it belongs to, `mov_…`. `null` for none.'),
  reason: z.string().nullable().describe('The reason that was given.'),
  requests: z.int().positive().describe('Number of people whose identical requests wait.'),
  blockers: z
    .array(
      z.object({
        code: z
          .string()
          .describe('Error code of a switch, `price_increased`, `content_reduced` or `terms_would_end`.'),
        message: z.string().describe('Human-readable explanation that you can show to users.'),
      }),
    )
    .describe('Why it could not be applied when it was due. It waits for the owner then.'),
  created_at: unixSeconds.describe('Unix timestamp in seconds.'),
  created_by: actor.describe('Who made it.'),
  decided_by: actor
    .nullable()
    .describe('Who approved, declined or canceled it. `null` if this was not done.'),
  message: z.string().nullable().describe('What was said when it was declined or canceled.'),
  ended_at: unixSeconds.nullable().describe('Unix timestamp in seconds. `null` for an open change.'),
  history_id: z
    .string()
    .nullable()
    .describe(
      'The history entry that applied it, of the account, `avh_…`, or of the optional feature, `aoh_…`. `null` for none.',
    ),
  confirmed: z
    .object({
      users: z.int().positive().describe('Number of users that the account would have.'),
      quantity: z
        .int()
        .positive()
        .nullable()
        .describe('How many `fee_unit` of the version it would have. `null` if it is not sold per unit.'),
      optional_features: z
        .array(
          addOnRef.extend({
            quantity: z.int().min(0).describe('How many would be on. `0` if it would be turned off.'),
            ...priceFields,
          }),
        )
        .describe('Optional features that are on before or after, each with the price of one.'),
      totals: previewedTotals,
    })
    .describe('What the preview said that was confirmed.'),
  totals: previewedTotals
    .nullable()
    .describe(
      'What the account pays now, and would pay if a scheduled change were made now: with what has changed since it was confirmed. `null` ' +
        'for other changes.',
    ),
  options_total: totalSchema
    .nullable()
    .describe(
      'With the end of a trial: what is paid until then, for the optional features that are on. `null` for nothing.',
    ),
  checkout_url: z
    .string()
    .nullable()
    .describe(
      'Page of your product where the owner continues, with `change`, `account_id` and `external_id`. `null` unless it waits for `host`.',
    ),
  cancelable: z.boolean().describe('Whether the caller can cancel it.'),
});

/** Query of `GET /api/changes`. */
export const requestsQuerySchema = z.object({
  waits_for: z.enum(changeApprovers).optional().describe('Whose consent is missing. Default: anyone’s.'),
  limit: limitOf('changes'),
  cursor: cursorOf(/^chg_[0-9a-z]{26}$/),
});

/** A change that waits for consent, in a list of all accounts. */
export const requestSchema = accountChangeSchema.extend({
  account: accountSchema
    .pick({ id: true, external_id: true, title: true })
    .describe('The account that it is of.'),
});

/** Body of `POST /api/accounts/:external_id/clock`. */
export const clockRequestSchema = z.strictObject({
  now: unixSecondsInput.describe(
    'The new time of the account: not before its present time, and at most two years after it. Unix timestamp in seconds.',
  ),
});

/** Response of `POST /api/accounts/:external_id/clock`. */
export const clockResponseSchema = dataEnvelope({
  now: unixSeconds.describe('Time of the account. Unix timestamp in seconds.'),
  changes: z
    .array(accountChangeSchema)
    .describe('The changes that were due or expired until then, in this order, as they are now.'),
});

export const accountChangeResponseSchema = envelope(accountChangeSchema);
export const accountChangeListSchema = listEnvelope(
  z.array(accountChangeSchema).describe('The changes, newest first.'),
);

export const requestListSchema = pageEnvelope(z.array(requestSchema).describe('The changes, newest first.'));

export type RequestBody = z.infer<typeof requestSchema>;
export type RequestList = z.infer<typeof requestListSchema>;
export type AccountChangeBody = z.infer<typeof accountChangeSchema>;
export type AccountChangeResponse = z.infer<typeof accountChangeResponseSchema>;
export type AccountChangeList = z.infer<typeof accountChangeListSchema>;
export type ClockResponse = z.infer<typeof clockResponseSchema>;
export type ChangeRequestBody = z.infer<typeof changeRequestSchema>;
