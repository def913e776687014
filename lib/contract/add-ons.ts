import { z } from 'zod';
import { addOnCauses } from './enums';
import type { ApiErrorCode } from './errors';
import {
  accountBillingPeriod,
  actor,
  addOnId,
  addOnQuantity,
  addOnTitle,
  anyBillingPeriod,
  billingPeriod,
  booleanParameter,
  changeReason,
  currencyFields,
  dataEnvelope,
  exceededLimits,
  featureChangeFields,
  featureRef,
  integerParameter,
  language,
  listEnvelope,
  maxAddOnQuantity,
  pays,
  periodEndOnly,
  previewedLowered,
  priceFields,
  recordedPays,
  totalSchema,
  unixSeconds,
  untranslated,
  usageFields,
  usedLimit,
  users,
  versionId,
} from './fields';
import { catalogChangeSchema, historyPageParameters } from './history';
import { previewedTermsEnd, pricedVersion, scheduledFields } from './switch';
import { addOnFields } from './versions';

/** Why the caller can't turn an optional feature on or off. */
export const addOnBlockerCodes = [
  'option_included',
  'option_not_offered',
  'price_on_request',
  'billing_period_unavailable',
  'option_dependency_missing',
  'option_excluded',
  'option_required',
  'quantity_out_of_range',
  'users_limit_exceeded',
  'usage_exceeds_limit',
  'self_service_disabled',
  'forbidden',
] as const satisfies ApiErrorCode[];

/** A reason why the caller can't turn an optional feature on or off. */
export const addOnBlocker = z.object({
  code: z.enum(addOnBlockerCodes).describe('Error code that the change would fail with.'),
  message: z.string().describe('Human-readable explanation that you can show to users.'),
  options: z.array(addOnId).describe('Optional features to turn on or off first. Empty if there are none.'),
  usage: usedLimit.optional().describe('Only with `usage_exceeds_limit`.'),
});

/** Whether the caller can turn an optional feature on, or off if it is on. */
export const addOnDecision = z.object({
  pays,
  allowed: z.boolean().describe('Whether the caller can make the change.'),
  period_end_only: periodEndOnly,
  blockers: z.array(addOnBlocker).describe('Reasons why the change is not allowed. Empty if it is allowed.'),
});

/** An add-on of the matrix, with its price and state for the account. */
export const addOnEntrySchema = z.object({
  ...addOnFields,
  ...priceFields,
  price_version_id: versionId
    .nullable()
    .describe(
      'Version that the price is for: the current one. Without it, the version for which the price is lowest. `null` for a ' +
        'retired optional feature that is on: its price is the one at which it was turned on.',
    ),
  billing_period: accountBillingPeriod
    .nullable()
    .describe(
      'Period whose fee applies to the account. `month` with annual billing if it is not sold for a year. `null` if it ' +
        'has no price for the account.',
    ),
  active: z.boolean().describe('Whether it is on.'),
  quantity: addOnQuantity,
  since: unixSeconds
    .nullable()
    .describe(
      'When it was last turned on or off, or its price or quantity changed. Unix timestamp in seconds. `null` if never.',
    ),
  included: z.boolean().describe('Whether the current version includes everything that it adds.'),
  available: z
    .boolean()
    .describe(
      'Whether it is on or can be added to the current version, possibly after contacting the vendor. Without an account, ' +
        'always `true`.',
    ),
  retired: z
    .boolean()
    .describe('Whether it is no longer offered, or has been replaced. It stays on until it is turned off.'),
  change: addOnDecision
    .nullable()
    .describe(
      'Whether the caller can turn it on, or off if it is on. `null` for callers without an account.',
    ),
  confirmation_required: z
    .boolean()
    .describe(
      'Whether the caller turns it on, or raises its quantity, with `POST /account/changes`: the owner continues at its ' +
        '`checkout_url`, and your system confirms it.',
    ),
  revision: z
    .string()
    .nullable()
    .describe('Send it as `If-Match` with the change. `null` for callers without an account.'),
});

/** Query parameters of `GET /app/optional-features`. */
export const addOnsQuerySchema = z.object({ users, language });

/** `GET /app/optional-features`. */
export const addOnListSchema = dataEnvelope({
  optional_features: z.array(addOnEntrySchema).describe('The optional features, in catalog order.'),
  total: totalSchema
    .nullable()
    .describe('Price of those that are on. `null` for callers without an account or version.'),
});

/** In a path, an optional feature can be named by either ID. */
export const anyAddOnId = z
  .string()
  .describe(
    'Optional feature ID, `off_…`, or human ID. The ID of one that is replaced, and of the one that has replaced it, ' +
      'mean the one that is on, or else the present one.',
  );

/** The message to callers without the owner role. */
export const ownersOnlyOptions = 'Only account owners can turn optional features on and off.';

const requestedQuantity =
  'How many to have, from `min_quantity` to `max_quantity`. Default: the current quantity if it is on, otherwise ' +
  '`min_quantity`, which usually is 1. Ignored if `active` is `false`.';

/** Query parameters of `GET /account/optional-features/:id/preview`. */
export const addOnPreviewQuerySchema = z.object({
  active: booleanParameter.describe('Whether the change would turn it on. Default: `true`.'),
  quantity: integerParameter(1, maxAddOnQuantity).describe(requestedQuantity),
  users: users.describe('Number of users that totals are for. Default: the account’s.'),
  language,
});

const previewedQuantity = z.int().nonnegative();

/** `GET /account/optional-features/:id/preview`: the effects of a change. It changes nothing. */
export const addOnPreviewSchema = dataEnvelope({
  ...addOnDecision.shape,
  id: addOnId,
  title: addOnFields.title,
  quantity: previewedQuantity.describe('How many would be on. `0` if it would be off.'),
  previous_quantity: previewedQuantity.describe('How many are on now. `0` if it is off.'),
  min_quantity: addOnFields.min_quantity,
  max_quantity: addOnFields.max_quantity,
  version: pricedVersion.nullable().describe('Version of the account. `null` if it has none.'),
  billing_period: accountBillingPeriod
    .nullable()
    .describe('Period that the account is billed for. `null` if it has no version.'),
  gained: z.array(featureRef).describe('Features that the account would only have after the change.'),
  lost: z.array(featureRef.extend(usageFields)).describe('Features that the account would no longer have.'),
  ...featureChangeFields,
  lowered: previewedLowered,
  exceeded_limits: exceededLimits,
  options: z
    .array(
      z.object({
        id: addOnId,
        title: addOnFields.title,
        quantity: previewedQuantity.describe('How many would be on.'),
        previous_quantity: previewedQuantity.describe('How many are on now.'),
        ...priceFields,
        billing_period: anyBillingPeriod.describe('Period whose fee applies.'),
      }),
    )
    .describe('Optional features that are on now or would be on, in catalog order.'),
  ...scheduledFields,
  terms_end: previewedTermsEnd,
  confirmation_required: z
    .boolean()
    .describe(
      'Whether your system has to confirm the change of this caller: create a change and continue at its `checkout_url`.',
    ),
  totals: z
    .object({
      before: totalSchema.nullable().describe('What the account pays now.'),
      after: totalSchema.nullable().describe('What the account would pay.'),
      difference: z
        .int()
        .nullable()
        .describe(
          'New amount minus current amount, in minor units. `null` if either does not include everything.',
        ),
    })
    .describe(
      'Price of the version and of the optional features that are on, before and after. `null` if the account has no version.',
    ),
  revision: z.string().describe('Revision of the optional feature. Send it as `If-Match` with the change.'),
});

/** Body of `POST /account/optional-features/:id`. */
export const addOnChangeRequestSchema = z.strictObject({
  active: z.boolean().describe('`true` turns it on, `false` off.'),
  quantity: z.int().min(1).max(maxAddOnQuantity).optional().describe(requestedQuantity),
  reason: changeReason.describe('Reason for the change, stored in the history.'),
});

/** Response of `POST /account/optional-features/:id`. */
export const addOnChangeResultSchema = dataEnvelope({
  history_id: z
    .string()
    .nullable()
    .describe('History entry ID, `aoh_…`. `null` if it is off and has never been on.'),
  id: addOnId,
  active: z.boolean().describe('Whether it is on.'),
  quantity: addOnQuantity,
  timestamp: unixSeconds.nullable().describe('Time of the history entry. Unix timestamp in seconds.'),
});

/** An entry of the history of optional features. All values but `catalog_changes` are as of `timestamp` and never change. */
export const addOnHistoryEntrySchema = z.object({
  id: addOnId,
  title: addOnTitle,
  status: z.enum(['active', 'inactive']).describe('Whether it was turned on or off.'),
  quantity: addOnQuantity,
  timestamp: unixSeconds,
  ...priceFields,
  cause: z
    .enum(addOnCauses)
    .describe(
      '`toggle`: it was turned on or off, or its quantity changed. `switch`: a switch turned it off, or changed its price or ' +
        'turned it on again if `status` is `active`. `publication`: the version includes it from then on, or another generation has replaced it.',
    ),
  by: z.string().describe('`name` of `actor`.'),
  history_id: z.string().describe('History entry ID, `aoh_…`.'),
  sequence: z
    .int()
    .positive()
    .describe('Position in the account’s history of optional features, starting at 1.'),
  version_id: versionId.describe('Version of the account, after the switch if that was the cause.'),
  pays: recordedPays,
  switch_history_id: z
    .string()
    .nullable()
    .describe('The switch that was the cause, `avh_…`. Otherwise `null`.'),
  ...currencyFields,
  billing_period: billingPeriod,
  account_billing_period: accountBillingPeriod,
  features: z.array(featureRef).describe('Features and limits of the optional feature.'),
  actor: actor.describe('Who made the change.'),
  reason: z.string().nullable().describe('Reason given for the change. `null` if there is none.'),
  catalog_changes: z
    .array(catalogChangeSchema)
    .describe(
      'Changes of its features, limits and price for the account’s version by the product team until the next entry of the same ' +
        'optional feature, oldest first. The `price` of the last one is what the account pays. Empty for most entries, and if ' +
        '`status` is `inactive`.',
    ),
  untranslated,
});

/** `GET /account/optional-features`. */
export const addOnHistorySchema = listEnvelope(
  z.array(addOnHistoryEntrySchema).describe('History entries, newest first.'),
);

/** Query parameters of `GET /account/optional-features`. */
export const addOnHistoryQuerySchema = z.object({ ...historyPageParameters, language });

export type AddOnBlocker = z.infer<typeof addOnBlocker>;
export type AddOnDecision = z.infer<typeof addOnDecision>;
export type AddOnEntry = z.infer<typeof addOnEntrySchema>;
export type AddOnList = z.infer<typeof addOnListSchema>;
export type AddOnPreview = z.infer<typeof addOnPreviewSchema>;
export type AddOnChangeRequest = z.infer<typeof addOnChangeRequestSchema>;
export type AddOnChangeResult = z.infer<typeof addOnChangeResultSchema>;
export type AddOnHistoryEntry = z.infer<typeof addOnHistoryEntrySchema>;
export type AddOnHistory = z.infer<typeof addOnHistorySchema>;
