import { z } from 'zod';
import { betterAmounts, limitChanges, usersManagers } from './enums';
import {
  accountBillingPeriod,
  addOnId,
  addOnRef,
  addOnTitle,
  anyBillingPeriod,
  billingPeriod,
  booleanParameter,
  currencyFields,
  dataEnvelope,
  featureAmount,
  featureContent,
  featureRef,
  isLimit,
  language,
  moreInfo,
  period,
  priceFields,
  renewable,
  replacedBy,
  soldPeriods,
  switchDecision,
  totalSchema,
  unit,
  unixSeconds,
  untranslated,
  url,
  usedLimit,
  users,
  versionActive,
  versionDescription,
  versionId,
  versionQuantity,
  versionTag,
  versionTitle,
} from './fields';

const positive = z.int().positive().nullable();

/**
 * What a version offers: in the list, in the single version and in the history, which keeps it as of a switch. Each field
 * is a column of `versions` and of `version_snapshots`.
 */
export const versionContent = {
  ...priceFields,
  min_users: positive.describe(
    'Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is no minimum.',
  ),
  min_quantity: positive.describe(
    'Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum.',
  ),
  max_quantity: positive.describe(
    'Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum.',
  ),
};

const maxVersionUsers = z
  .int()
  .nonnegative()
  .nullable()
  .describe(
    'Largest number of users that the version allows without optional features, by the usage limit that `users_limit` names. `null` for any ' +
      'number.',
  );

/**
 * List entry (spec 2.2) with the additional fields of the price, `billing_periods`, `public`, `recommended`, `family`,
 * `replaced_by`, `current` and `switch`.
 */
export const versionEntrySchema = z.object({
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  more_info: moreInfo,
  active: versionActive,
  ...versionContent,
  max_users: maxVersionUsers,
  billing_periods: soldPeriods,
  tag: versionTag,
  public: z.boolean().describe('Whether the version is visible to everyone.'),
  recommended: z.boolean().describe('Whether the catalog marks the version as recommended.'),
  family: z
    .string()
    .nullable()
    .describe('Heading for the versions that belong together in a long list. `null` if there is none.'),
  replaced_by: replacedBy,
  current: z.boolean().describe('Whether this is the current version of the account.'),
  total: totalSchema
    .nullable()
    .describe(
      'Price of the version without optional features, for the billing period of the request, else the account’s, if the version is ' +
        'sold for it. `null` if it has no price, and for more users than `max_users`, unless the account has the version with as many.',
    ),
  trial: z
    .object({
      days: z.int().positive().describe('How long it takes.'),
      then_version_id: versionId
        .nullable()
        .describe('Version that follows, or that of the trial. `null` if the caller may not see it.'),
    })
    .nullable()
    .describe('Trial of the version. `null` if it has none.'),
  switch: switchDecision
    .nullable()
    .describe('Whether the account can switch to this version. `null` for callers without an account.'),
  terms: z
    .object({
      until: unixSeconds
        .nullable()
        .describe('When they end. Unix timestamp in seconds. `null`: not by themselves.'),
      listed_price: z.object(priceFields).describe('Price of the version without them.'),
    })
    .optional()
    .describe('Of an account whose terms are in effect for this version: the other fields have them.'),
  untranslated,
});

/** Price of an add-on. */
export const priceSchema = z.object(priceFields);

/** Price of a version or of an add-on. A version that is not sold for every number has its bounds. */
export const boundedPriceSchema = priceSchema.extend({
  min_users: versionContent.min_users.optional(),
  max_users: maxVersionUsers.optional(),
  min_quantity: versionContent.min_quantity.optional(),
  max_quantity: versionContent.max_quantity.optional(),
});

/**
 * Matrix row (spec 2.4) with additional fields. A row is a feature, or a usage limit that is not the amount of exactly one
 * feature.
 */
export const matrixFeatureSchema = z.object({
  id: z.string().describe('Human-readable slug of the feature.'),
  title: z.string().describe('Display name of the feature.'),
  description: z.string().describe('Description of the feature. May be empty.'),
  versions: z
    .record(z.string(), z.boolean())
    .describe('Map from version ID to whether the version includes the feature.'),
  group: z.string().describe('Group that the feature is displayed in. Empty if it has none.'),
  values: z
    .record(z.string(), z.string())
    .describe(
      'Map from version ID to a text that is displayed instead of a check mark: the formatted amount, in English or with texts of the language, or a ' +
        'text such as `Full`.',
    ),
  unit,
  period,
  renewable,
  amounts: z
    .record(z.string(), featureAmount)
    .describe(
      'Map from version ID to the amount that the version includes. Only has versions that include the feature.',
    ),
  is_limit: isLimit,
  lower_is_better: z
    .boolean()
    .describe(
      'Whether a lower amount is better for the account, such as that of a fee. `better_amount` says if it is not known.',
    ),
  better_amount: z
    .enum(betterAmounts)
    .nullable()
    .describe('Which amount is better for the account. Null if that is not known.'),
  linked_features: z
    .array(z.string())
    .describe('Slugs of the features that this row limits, if it is a usage limit of its own. Else empty.'),
  highlight: z
    .boolean()
    .describe('Whether the price list marks the row: cards of plans list it first among their differences.'),
  keywords: z
    .array(z.string())
    .describe(
      'Other words by which the search of the pages finds the row: those of the price list, and its title if `title` is in another language.',
    ),
  offers: z
    .record(
      z.string(),
      z.object({
        title: z.string().describe('Name of the cheapest optional feature.'),
        ...priceFields,
        ids: z.array(z.string()).describe('IDs of all optional features that add it, cheapest first.'),
      }),
    )
    .describe(
      'Map from version ID to the optional features that add the feature, for versions that do not include it.',
    ),
  untranslated,
});

/** What an add-on is: one or more features and amounts for one price. */
export const addOnFields = {
  id: addOnId,
  human_id: z.string().describe('Human-readable slug of the optional feature.'),
  replaced_by: addOnId
    .nullable()
    .describe(
      'ID of the optional feature that has replaced this one. Accounts keep an optional feature as they turned it on when it ' +
        'gets worse. `null` if it is not replaced.',
    ),
  title: addOnTitle,
  description: z.string().describe('Description of the optional feature. May be empty.'),
  more_info: moreInfo,
  features: z
    .array(featureRef.extend(featureContent.shape))
    .describe('Features that it adds to versions that do not include them.'),
  limits: z
    .array(
      featureRef.extend({
        change: z
          .enum(limitChanges)
          .describe('`set` replaces the amount of the version, `add` is added to it.'),
        ...featureContent.shape,
        versions: z
          .record(z.string(), featureAmount)
          .describe(
            'Map from version ID to the amount, if it depends on the version. `value` and `amount` are null then, and other ' +
              'versions keep theirs. Else empty.',
          ),
      }),
    )
    .describe('Amounts that it changes.'),
  depends_on: z.array(addOnId).describe('Optional features that this one requires.'),
  excludes: z.array(addOnId).describe('Optional features that can’t be combined with this one.'),
  min_quantity: z
    .int()
    .positive()
    .describe('How many an account has at least, if the optional feature is on.'),
  max_quantity: z
    .int()
    .positive()
    .describe(
      'How many an account can have. Fees and amounts that are added are multiplied by the quantity. `1` if the optional ' +
        'feature is not sold by quantity.',
    ),
  versions: z
    .record(z.string(), priceSchema)
    .describe('Map from version ID to the price, for the versions that it is available for.'),
  untranslated,
};

export const addOnSchema = z.object(addOnFields);

export const matrixSchema = z.object({
  versions: z.array(z.string()).describe('Titles of the versions in display order.'),
  features: z.array(matrixFeatureSchema).describe('One row per feature.'),
  offers: z
    .array(addOnSchema)
    .describe('Optional features that are available for at least one of the versions.'),
});

/** The app, with settings that apply to all its prices. */
export const appSchema = z.object({
  title: z.string().describe('Display name of the app.'),
  ...currencyFields,
  billing_period: billingPeriod,
  language: z
    .string()
    .nullable()
    .describe('Language of titles, descriptions and other texts, as a BCP 47 tag. `null` if it is unknown.'),
  languages: z
    .array(z.string())
    .optional()
    .describe(
      'Languages that the catalog has texts in besides that of the price list. Absent if there are none.',
    ),
  list_language: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Language of the price list, and of the fields that `untranslated` names. `null` if it is unknown. Absent if `language` is that of the price list.',
    ),
  units: z
    .record(z.string(), z.record(z.string(), z.string()))
    .optional()
    .describe(
      'Texts of units in the language by the unit as in `unit` and `fee_unit`, by plural category (`one`, `few`, `other`), as ' +
        '`Intl.PluralRules` selects them. Absent in the language of the price list.',
    ),
  untranslated,
  contact_url: url.nullable().describe('URL for price requests. `null` if there is none.'),
  sign_in_url: url
    .nullable()
    .describe('URL of the host application where visitors sign in. `null` if there is none.'),
  sign_up_url: url
    .nullable()
    .describe('URL of the host application where visitors create an account. `null` if there is none.'),
  billing_url: url
    .nullable()
    .describe('URL of the host application where accounts see their bills. `null` if there is none.'),
  users_managed_by: z
    .enum(usersManagers)
    .describe(
      'Who sets the number of users of accounts. `owner`: owners and the host application. `host`: only the latter.',
    ),
  users_limit: z
    .string()
    .nullable()
    .describe(
      'Name of the usage limit in the price list that limits the number of users. `null` if there is none.',
    ),
});

/** How a version holds what an account uses. */
const versionFitSchema = z.object({
  fits: z
    .boolean()
    .describe('Whether the version holds the usage and the users of the account, with `optional_features`.'),
  exceeded: z
    .array(z.string())
    .describe('IDs of the limits that the version exceeds without optional features, as in the usage.'),
  optional_features: z
    .array(addOnRef.extend({ quantity: z.int().positive().describe('How many are needed.') }))
    .describe(
      'The cheapest optional features with which the version holds the usage. Empty if it holds it without any, and if it can’t.',
    ),
  total: totalSchema
    .nullable()
    .describe(
      'Price of the version with these optional features. `null` if one of them is priced on request, and if the version can’t hold the ' +
        'usage.',
    ),
  complete: z
    .boolean()
    .describe(
      'Whether all combinations of optional features were compared. If `false`, there can be a cheaper one, because the price list has ' +
        'too many.',
    ),
});

export const usageFitSchema = z.object({
  cheapest_version_id: versionId
    .nullable()
    .describe(
      'ID of the version with the lowest total per year that holds the usage, and that the account has or can switch to. `null` if ' +
        'there is none.',
    ),
  versions: z.record(z.string(), versionFitSchema).describe('Map from version ID to how it holds the usage.'),
});

/** `GET /app/versions` (spec 4.1). */
export const versionListSchema = dataEnvelope({
  versions: z.array(versionEntrySchema).describe('Versions, sorted by tag.'),
  matrix: matrixSchema.optional().describe('Feature matrix. Absent with `exclude_matrix=true`.'),
  optional_features_available: z
    .boolean()
    .describe(
      'Whether an optional feature of the account is on or can be added to its version. Without an account, whether a ' +
        'version has one.',
    ),
  billing_period: accountBillingPeriod
    .nullable()
    .describe('Period that the account is billed for. `null` for callers without an account.'),
  trial_ends_at: unixSeconds
    .nullable()
    .describe(
      'When the trial ends that the account is in. Unix timestamp in seconds. `null` if it is in none.',
    ),
  users: z
    .int()
    .positive()
    .describe(
      'Number of users that totals and decisions are for: that of the request, else the account’s, else 1.',
    ),
  quantity: z
    .int()
    .positive()
    .nullable()
    .describe(
      'How many units of its price, such as sites, totals are for: that of the request, else the account’s. `null` if neither has one.',
    ),
  usage: z
    .array(
      usedLimit.extend({
        allowed: usedLimit.shape.allowed.nullable().describe('What the account has. `null` for any number.'),
      }),
    )
    .optional()
    .describe(
      'What the account uses of its limits, and what it has with its optional features: `allowed` is `null` for any number. Absent if your ' +
        'system has not reported usage.',
    ),
  app: appSchema,
  usage_fit: usageFitSchema
    .nullable()
    .optional()
    .describe(
      'How the versions hold what the account uses and its users. Only with `fits=usage`. `null` without a report of its usage, unless ' +
        'the request has `users`.',
    ),
});

export type VersionContent = z.infer<z.ZodObject<typeof versionContent>>;
export type VersionEntry = z.infer<typeof versionEntrySchema>;
export type MatrixFeature = z.infer<typeof matrixFeatureSchema>;
export type Price = z.infer<typeof boundedPriceSchema>;
export type AddOn = z.infer<typeof addOnSchema>;
export type Matrix = z.infer<typeof matrixSchema>;
export type AppInfo = z.infer<typeof appSchema>;
export type UsageFit = z.infer<typeof usageFitSchema>;
export type VersionList = z.infer<typeof versionListSchema>;

/** Query parameters of `GET /app/versions`. A repeated `exclude_matrix` is invalid. */
export const versionListQuerySchema = z.object({
  exclude_matrix: booleanParameter.describe('Set to `true` to omit the feature matrix. Defaults to `false`.'),
  users,
  quantity: versionQuantity,
  billing_period: anyBillingPeriod
    .optional()
    .describe(
      'Period that totals and decisions are for, of versions that are sold for it. Default: the account’s.',
    ),
  fits: z
    .enum(['usage'])
    .optional()
    .describe(
      'Set to `usage` to add `usage_fit`: which versions hold what the account uses and its users, or those of the request, with which ' +
        'optional features.',
    ),
  language,
});

const { user_fee: _, ...withoutUserFee } = versionContent;

/**
 * `GET /app/versions/:id` (spec 2.3, 4.3): no envelope. The prices but `user_fee`, `more_info` and `replaced_by` are
 * additional fields.
 */
export const versionSchema = z.object({
  id: versionId,
  title: versionTitle,
  description: versionDescription,
  tag: versionTag,
  user_fee: z
    .int()
    .nonnegative()
    .describe('Fee per user and billing period in minor units (cents). `0` if there is none.'),
  is_default: z.boolean().describe('Whether new accounts start on this version.'),
  active: versionActive,
  features: z
    .array(
      z.object({
        id: z.string().describe('Feature ID, `fea_…`.'),
        title: z.string().describe('Display name of the feature.'),
        human_id: z.string().describe('Human-readable slug of the feature.'),
        ...featureContent.shape,
        renewable,
        untranslated,
      }),
    )
    .describe('Features that the version includes.'),
  ...withoutUserFee,
  more_info: moreInfo,
  replaced_by: replacedBy,
  untranslated,
});

export type Version = z.infer<typeof versionSchema>;

/** Tag of a version. */
export const tagPattern = /^[A-Za-z0-9._-]{1,32}$/;

const numericCollator = new Intl.Collator('en', { numeric: true });

/** Sort order of versions (spec 2.2): by tag in natural order (v2 before v10), then by ID. */
export function compareByTag(a: { tag: string; id: string }, b: { tag: string; id: string }): number {
  const order = numericCollator.compare(a.tag, b.tag);
  if (order !== 0) return order;
  if (a.tag !== b.tag) return a.tag < b.tag ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return 0;
}
