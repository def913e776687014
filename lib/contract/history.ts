import { z } from 'zod';
import { historyKinds, switchedAddOnOutcomes } from './enums';
import {
  accountBillingPeriod,
  actor,
  addOnId,
  addOnRef,
  billingPeriod,
  currencyFields,
  direction,
  featureChangeFields,
  featureRef,
  integerParameter,
  language,
  listEnvelope,
  priceFields,
  recordedPays,
  unixSeconds,
  untranslated,
  versionDescription,
  versionId,
  versionTitle,
} from './fields';
import { termsContentSchema } from './terms';
import { boundedPriceSchema, versionContent } from './versions';

/** What a switch does with an optional feature that is on, or that an undo turns on again. */
export const switchedAddOn = addOnRef.extend({
  outcome: z
    .enum(switchedAddOnOutcomes)
    .describe(
      '`kept`: it stays on, at the price of the new version. `included`: the new version includes it, so it is turned off. ' +
        '`lost`: it is turned off, because it is not available for the new version, was scheduled to be turned off with the switch, or was ' +
        'off before the switch that is undone. `restored`: an undo, or the end of a trial, turns it on again.',
    ),
  quantity: z
    .int()
    .positive()
    .describe('How many are on after the switch, or were on before it if it is turned off.'),
  previous_quantity: z
    .int()
    .positive()
    .optional()
    .describe('How many were on before, if it is kept in another quantity.'),
  previous_id: addOnId
    .optional()
    .describe(
      'ID of the optional feature that was on before the switch, if `id` has taken its place: one of both is kept for accounts ' +
        'that had it when it changed.',
    ),
  ...priceFields,
});

export const recordedAddOn = switchedAddOn.extend({
  previous: z.object(priceFields).optional().describe('Price before the switch, if it changed.'),
});

/** A change of the content of a version or an add-on by a publication, while the account had it. */
export const catalogChangeSchema = z.object({
  changed_at: unixSeconds.describe('Time of the publication. Unix timestamp in seconds.'),
  gained: z.array(featureRef).describe('Features that it includes since.'),
  lost: z.array(featureRef).describe('Features that it included before.'),
  ...featureChangeFields,
  price: boundedPriceSchema.describe('Price since.'),
  previous_price: boundedPriceSchema.nullable().describe('Price before. `null` if it did not change.'),
});

/**
 * History entry (spec 2.7) with additional fields. The values are as of `activated`, and with `at` those of the
 * version's content as of that time.
 */
export const historyEntrySchema = z.object({
  activated: unixSeconds.describe('Time at which the version became active. Unix timestamp in seconds.'),
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  history_id: z.string().describe('History entry ID, `avh_…`.'),
  sequence: z.int().positive().describe('Position in the account’s history, starting at 1.'),
  plan_since: unixSeconds.describe(
    'Time at which the account came to the plan: of its first entry, or of the last one that brought it from another plan. Terms, ' +
      'publications, users and billing periods do not change it. Unix timestamp in seconds.',
  ),
  deactivated: unixSeconds
    .nullable()
    .describe('Time at which the next version became active. `null` for the current entry.'),
  previous_version_id: versionId.nullable().describe('Previous version. `null` for the first entry.'),
  previous_title: z
    .string()
    .nullable()
    .describe('Title of the previous version at that time. `null` for the first entry.'),
  direction,
  pays: recordedPays,
  ...versionContent,
  ...currencyFields,
  billing_period: billingPeriod,
  gained: z.array(featureRef).describe('Features that the previous version did not include.'),
  lost: z.array(featureRef).describe('Features that only the previous version included.'),
  ...featureChangeFields,
  actor: actor.describe('Who made the switch.'),
  reason: z.string().nullable().describe('Reason given for the switch. `null` if there is none.'),
  account_billing_period: accountBillingPeriod,
  users: z.int().positive().describe('Number of users of the account since then.'),
  quantity: z
    .int()
    .positive()
    .nullable()
    .describe('How many `fee_unit` the account has since then. `null` if the version is not sold per unit.'),
  terms: termsContentSchema
    .nullable()
    .describe(
      'What was agreed with the account. Price and features of the entry have it. `null` for nothing.',
    ),
  trial_ends_at: unixSeconds
    .nullable()
    .describe(
      'When the trial ends that the account is in since then. Unix timestamp in seconds. `null` if it is in none.',
    ),
  kind: z
    .enum(historyKinds)
    .describe(
      '`users`: only the number of users or the quantity changed. `publication`: a publication gave the account the version that has replaced its own, or ' +
        'another billing period. `terms`: terms were agreed, began or ended, on the same version. `switch`: any other entry.',
    ),
  options: z
    .array(recordedAddOn)
    .describe(
      'Optional features that were on before the switch or restored by it, and what it did with each.',
    ),
  undo: z.boolean().describe('Whether it undid the switch before it.'),
  undo_until: unixSeconds
    .nullable()
    .describe(
      'Until when `restore` of `POST /app/versions` can undo it. Unix timestamp in seconds. `null` if it can’t, such as the first ' +
        'entry, after a change of the version or an optional feature, and if the price before is no longer offered.',
    ),
  follows_at: unixSeconds
    .nullable()
    .describe(
      'When the account follows to the version that has replaced this one, at the end of its paid period. It keeps version and price ' +
        'until then. Unix timestamp in seconds. `null` if it does not, and for other entries than the current one.',
    ),
  catalog_changes: z
    .array(catalogChangeSchema)
    .describe(
      'Changes of the version’s features, limits and price by the product team from `activated` to `deactivated`, or with `at` to that ' +
        'time, oldest first. Empty for most entries.',
    ),
  untranslated,
});

/** `GET /account/versions` (spec 4.4). The key is `payload`, not `data`. */
export const historySchema = listEnvelope(
  z.array(historyEntrySchema).describe('History entries, newest first. The first is the current version.'),
);

export type CatalogChange = z.infer<typeof catalogChangeSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
/** What pages read of the current entry before the history. */
export type CurrentPlan = Pick<HistoryEntry, 'id' | 'plan_since' | 'follows_at'>;
export type History = z.infer<typeof historySchema>;

/** Maximum and default number of entries per page. */
export const maxHistoryPageSize = 1000;

export const historyPageParameters = {
  limit: integerParameter(1, maxHistoryPageSize).describe('Maximum number of entries. Defaults to 1,000.'),
  cursor: integerParameter(0, 2_147_483_647).describe('`next_cursor` of the previous page.'),
};

/** Query parameters of `GET /account/versions`. */
export const historyQuerySchema = z.object({
  ...historyPageParameters,
  language,
  at: integerParameter(0, 8_640_000_000_000 - 1).describe(
    'Unix timestamp in seconds. Returns only the entry that was active at that time, if there is one, with the price and the features ' +
      'that the version had then.',
  ),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('Response format. `csv` returns a file, like `Accept: text/csv`.'),
  include: z
    .enum(['options', 'catalog', 'options,catalog'])
    .optional()
    .describe(
      'Adds rows to a CSV file: `options` for the changes of optional features, with `type` set to `option`, and `catalog` for ' +
        'those of `catalog_changes`, with `type` set to `catalog`, and with `columns=all` columns for the previous price. With both, ' +
        'rows of `catalog` that have a `quantity` are about optional features.',
    ),
  columns: z
    .enum(['all'])
    .optional()
    .describe(
      'Columns of a CSV file: `all` for all fields, with fees in minor units. By default 12 columns for bookkeeping, with the fees of ' +
        'the billing period of the account as decimal numbers.',
    ),
});

export type HistoryQuery = z.infer<typeof historyQuerySchema>;
