import { z } from 'zod';
import { isDisplayName } from './display-text';
import {
  actorKinds,
  billingPeriods,
  directions,
  effectiveNames,
  maxUsers,
  type PriceFieldName,
  paysValues,
} from './enums';
import type { ApiErrorCode } from './errors';
import { exceedingEffects } from './price-list-keys';

export const notDisplayNameMessage = 'Expected text without control and directional formatting characters';
export const notStorableMessage = 'Expected text without NUL characters or unpaired surrogates';

/** Fields that several schemas share. Amounts are integers in minor units of the app's currency. */
export const versionId = z.string().describe('Version ID, `ver_…`.');
/** A version ID in a request. */
export const versionIdInput = versionId.toLowerCase();
export const replacedBy = versionId
  .nullable()
  .describe(
    'ID of the version that has replaced this one. Accounts keep the version they chose when its plan changes. `null` if it is ' +
      'not replaced.',
  );
export const success = z.literal(true).describe('Always `true`.');
export const message = z
  .string()
  .describe('Human-readable confirmation that you can show to users. Empty for plain reads.');
/** The body of most responses. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ success, message, data });
/** The body of a response whose `data` is an object. */
export const dataEnvelope = <T extends z.ZodRawShape>(fields: T) => envelope(z.object(fields));
/** Fields of a response that is a page of a list. */
export const pageFields = {
  next_cursor: z
    .string()
    .optional()
    .describe('Cursor of the next page. Send it as `cursor`. Absent on the last page.'),
  has_more: z.boolean().describe('Whether there is a next page.'),
};
/** The body of a response that is a page of a list, in `data`. */
export const pageEnvelope = <T extends z.ZodType>(data: T) => envelope(data).extend(pageFields);
/** The body of a response that is a page of a list, in `payload`. */
export const listEnvelope = <T extends z.ZodType>(payload: T) =>
  z.object({ success, message, payload, ...pageFields });
export const versionTitle = z.string().describe('Display name of the version.');
export const versionDescription = z.string().describe('Short description of the version.');
export const versionActive = z
  .boolean()
  .describe('`false` if the version is retired: accounts can’t switch to it, but can stay on it.');
export const versionTag = z.string().describe('Label that versions are sorted by; `v2` comes before `v10`.');
/** A version as it is in the catalog. */
export const versionRef = z.object({ id: versionId, title: versionTitle, tag: versionTag });
export const moreInfo = z
  .string()
  .nullable()
  .describe(
    'Additional information as a list. Items are separated by `|` or a newline. `null` if there is none.',
  );
/** The currency of amounts, in each object that has some. */
export const currencyFields = {
  currency: z.string().describe('Three-letter ISO 4217 currency code.'),
  currency_digits: z
    .int()
    .min(0)
    .describe(
      'Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is 9.90. Do not take them from ' +
        '`Intl` or another list, which can differ.',
    ),
};
/** It has no description, which depends on what is billed. */
export const anyBillingPeriod = z.enum(billingPeriods);
export const billingPeriod = anyBillingPeriod.describe('Period that a fee is charged for.');
export const accountBillingPeriod = anyBillingPeriod.describe(
  'Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees apply.',
);
export const soldPeriods = z
  .array(anyBillingPeriod)
  .describe('Periods that it is sold for. Empty if it is priced on request. What is free is sold for both.');
export const addOnId = z.string().describe('Optional feature ID, `off_…`.');
export const addOnTitle = z.string().describe('Display name of the optional feature.');
export const addOnRef = z.object({ id: addOnId, title: addOnTitle });
/** The highest `max_quantity` of an add-on. */
export const maxAddOnQuantity = 1_000_000;
export const addOnQuantity = z
  .int()
  .nonnegative()
  .describe('How many are on. The fees are those of one. `0` if it is off.');
export const unixSeconds = z.int().meta({ format: 'int64' }).describe('Unix timestamp in seconds.');
/** A time in a request, up to the year 9999. */
export const unixSecondsInput = z.int().min(0).max(253_402_300_799);
/** When a change is applied, in a body. */
export const effectiveInput = z.union([z.enum(effectiveNames), unixSecondsInput], {
  error: 'Expected now, period_end or a Unix timestamp in seconds',
});
/** A URL as text. The format is for the OpenAPI document; input is parsed by rules of its own. */
export const url = z.string().meta({ format: 'uri' });

/** Whether a text is an origin: a URL with http or https, without a path. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Whether a text is a URL with https, or with http and a loopback host, and has no credentials. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}

/** The highest fee that a price list or terms can set, in minor units. */
export const maxFee = 10_000_000_000;
const minorUnits = z.int().nonnegative().nullable();
const chargedPer = z.string().nullable();

/** The price of a version or of an add-on. */
export const priceFields = {
  fee: minorUnits.describe(
    'Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words.',
  ),
  user_fee: minorUnits.describe(
    'Fee per user and billing period in minor units (cents). `null` if there is no fee per user.',
  ),
  fee_unit: chargedPer.describe(
    'What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself.',
  ),
  user_fee_unit: chargedPer.describe('What `user_fee` is charged per, such as `editor`. `null` is the user.'),
  annual_fee: minorUnits.describe(
    'Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if ' +
      '`billing_period` already is `year`.',
  ),
  annual_user_fee: minorUnits.describe(
    'Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there is no ' +
      'fee per user.',
  ),
  price_text: z
    .string()
    .nullable()
    .describe(
      'The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then. `null` ' +
        'otherwise.',
    ),
} satisfies Record<PriceFieldName, z.ZodType>;

export const unit = z
  .string()
  .nullable()
  .describe('Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none.');
export const period = z
  .string()
  .nullable()
  .describe('Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none.');
export const renewable = z
  .boolean()
  .nullable()
  .describe(
    'Whether the full amount is available again in each period. `null` if the feature has no amounts.',
  );
export const displayValue = z
  .string()
  .nullable()
  .describe(
    'English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`.',
  );

const amountFields = {
  amount: z
    .number()
    .nonnegative()
    .nullable()
    .describe('The amount in the feature’s unit. `null` if there is none or if it is unlimited.'),
  unlimited: z.boolean().describe('Whether the amount is unlimited.'),
};

/** The amount of a feature that a version includes. Unlimited is never a number. */
export const featureAmount = z.object(amountFields);

/** What a version includes of a feature, with the unit. */
export const featureContent = z.object({ value: displayValue, ...amountFields, unit, period });

export const direction = z
  .enum(directions)
  .describe(
    '`upgrade` if the account pays more in a year, `downgrade` if it pays less. If it pays the same, or that is not known: whether it ' +
      'only gains or only loses something, then the order of the tags, and `none` within one plan. `none` without a previous version, ' +
      'and for what follows from a publication, terms or the end of a trial.',
  );

export const pays = z
  .enum(paysValues)
  .describe(
    'Whether the account pays more or less in a year than before, by list: for its users, quantity, billing period, optional features ' +
      'and terms. A trial counts as its version. `unknown` if the price of something is not known.',
  );

/** Whether the account gets more or less. */
const gets = z
  .enum(['more', 'less', 'same', 'mixed'])
  .describe(
    'Whether the account gets more or less than it has, with its optional features: `mixed` for more of something and less of ' +
      'something else. What can’t be compared, such as a text, does not count.',
  );

/** An entry of the history has it, as it was recorded. */
export const recordedPays = pays.describe(
  'Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for what was recorded before ' +
    'this field existed.',
);

export type Pays = z.infer<typeof pays>;

export const isLimit = z
  .boolean()
  .describe('`true` for a usage limit that is a row of its own, `false` for a feature.');

/** A row of the feature matrix, identified by its slug: a feature, or a usage limit that is a row of its own. */
export const featureRef = z.object({
  id: z.string().describe('Human-readable slug of the feature.'),
  title: z.string().describe('Display name of the feature.'),
  is_limit: isLimit,
});

/** A feature that two versions include with different amounts or values. */
export const featureChange = featureRef.extend({
  from: featureContent.describe('What the previous version includes.'),
  to: featureContent.describe('What the new version includes.'),
  improved: z
    .boolean()
    .nullable()
    .describe(
      'Whether the new amount is better for the account. A lower one is, for features with `lower_is_better`. Null if the values ' +
        'can’t be compared, or if it is not known which is better.',
    ),
});

/** The features that two versions include differently. */
export const featureChangeFields = {
  raised: z.array(featureChange).describe('Features that both versions include, with a higher amount now.'),
  lowered: z.array(featureChange).describe('Features that both versions include, with a lower amount now.'),
  changed: z
    .array(featureChange)
    .describe(
      'Features that both versions include, with values that can’t be compared, such as two texts or two units.',
    ),
};

/** The number of users of an account, in a body. */
export const usersInput = z.int().min(1).max(maxUsers);

/** How many units of its price a version is for, in a body. */
export const versionQuantityInput = z.int().min(1).max(maxAddOnQuantity);

const used = z.number().nonnegative();

/** A limit that the usage exceeds. */
export const usedLimit = z.object({
  id: z.string().describe('Human-readable slug of the limit.'),
  title: z.string().describe('Display name of the limit.'),
  used: used.describe('What the account uses.'),
  allowed: used.describe('What the account has or would have, with its optional features.'),
  unit,
  period,
});

/** Of a lost or lowered limit of a preview, if the host has reported the usage. */
export const usageFields = {
  usage: used.optional().describe('What the account uses of it. Absent if your system has not reported it.'),
  exceeded: z
    .boolean()
    .optional()
    .describe('Whether that is more than the account would have, with the optional features that stay on.'),
};

/** `used`, `remaining` and `used_at` of a feature of an account, if the host has reported the usage. */
export const entitlementUsageFields = {
  used: used.optional().describe('What the account uses of it. Absent if your system has not reported it.'),
  remaining: used
    .nullable()
    .optional()
    .describe('What is left of `amount`. `0` if more is used, `null` for any number. Absent without `used`.'),
  used_at: unixSeconds
    .optional()
    .describe('When `used` was true, as reported. Unix timestamp in seconds. Absent without `used`.'),
};

/** `lowered` of a preview. */
export const previewedLowered = z
  .array(featureChange.extend(usageFields))
  .describe(featureChangeFields.lowered.description ?? '');

/** The limits of a preview that the usage exceeds. */
export const exceededLimits = z
  .array(
    usedLimit.extend({
      exceeding: z
        .enum(exceedingEffects)
        .describe('Whether the change is blocked, or allowed with a warning, as the extension says.'),
    }),
  )
  .optional()
  .describe(
    'The limits of which the account uses more than it would have, and more so than now. Absent if your system has not reported usage.',
  );

/** Why the caller can't switch to a version. */
export const switchBlockerCodes = [
  'forbidden',
  'version_inactive',
  'price_on_request',
  'billing_period_unavailable',
  'entry_restricted',
  'exit_restricted',
  'self_service_disabled',
  'downgrade_unavailable',
  'trial_unavailable',
  'trial_used',
  'users_limit_exceeded',
  'users_below_minimum',
  'usage_exceeds_limit',
  'users_managed_by_host',
  'quantity_out_of_range',
  'option_excluded',
  'undo_superseded',
  'undo_expired',
  'change_locked',
  'undo_unavailable',
] as const satisfies ApiErrorCode[];

/** A reason why the caller can't switch to a version. */
export const blocker = z.object({
  code: z.enum(switchBlockerCodes).describe('Error code that the switch would fail with.'),
  message: z.string().describe('Human-readable explanation that you can show to users.'),
  users: z
    .object({
      allowed: z
        .int()
        .describe(
          'Number of users that the version allows, with the optional features that stay on: at most, or with ' +
            '`users_below_minimum` at least.',
        ),
      requested: usersInput.describe('Number of users that it was decided for.'),
      current: usersInput.describe('Number of users of the account.'),
      unit: z
        .string()
        .nullable()
        .describe('What the price list calls a user, such as `member`. `null` if it does not.'),
    })
    .optional()
    .describe('Only with `users_limit_exceeded` and `users_below_minimum`.'),
  usage: usedLimit.optional().describe('Only with `usage_exceeds_limit`.'),
});

/** A decision has it. */
export const periodEndOnly = z
  .literal(true)
  .optional()
  .describe(
    'Present if the caller can make the change only at the end of the billing period, with `POST /account/changes`.',
  );

/** Direction of a switch to a version, and whether it is allowed. */
export const switchDecision = z.object({
  direction,
  pays,
  gets,
  allowed: z.boolean().describe('Whether the caller can switch to this version.'),
  period_end_only: periodEndOnly,
  trial_available: z
    .literal(true)
    .optional()
    .describe(
      'Present if the caller can start the trial of this version, with `trial` of `POST /app/versions`.',
    ),
  blockers: z.array(blocker).describe('Reasons why the switch is not allowed. Empty if it is allowed.'),
});

/** Who made a change. */
export const actor = z.object({
  kind: z.enum(actorKinds).describe('`key` is an API key, `session` a user, `operator` the command line.'),
  name: z
    .string()
    .describe(
      'Name of the user or operator at that time, also of a user that a key has named in `X-Actor`. Otherwise that of the key for app ' +
        'keys, the product role and events, and the title of the app for all others. Empty if the account was anonymized.',
    ),
  user_id: z
    .string()
    .nullable()
    .describe(
      'ID of the user in your system: `user_id` of the portal session or of `X-Actor`. `null` if it is unknown.',
    ),
  channel: z.string().describe('Channel of the change: `api`, `portal`, `support` or `command`.'),
});

export type BillingPeriod = z.infer<typeof accountBillingPeriod>;
export type FeatureAmount = z.infer<typeof featureAmount>;
export type FeatureContent = z.infer<typeof featureContent>;
export type FeatureChange = z.infer<typeof featureChange>;
export type FeatureRef = z.infer<typeof featureRef>;
export type Blocker = z.infer<typeof blocker>;
export type SwitchDecision = z.infer<typeof switchDecision>;

/**
 * The character rules of texts, for the OpenAPI document. `isStorableText` and `isDisplayName` apply them. Patterns can't express
 * unpaired surrogates in every language.
 */
const storablePattern = '^[^\\u0000]*$';
const notDisplayed = '\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069';
const displayNamePattern = `^\\s*[^${notDisplayed}]*[^\\s${notDisplayed}][^${notDisplayed}]*\\s*$`;

/** Text of at most `max` characters, counted as in JSON Schema: code points, not UTF-16 units. */
export const textOf = (max: number, pattern = storablePattern) =>
  z
    .string()
    .refine(
      (text) => text.length <= max || [...text.slice(0, 2 * max + 1)].length <= max,
      `Expected at most ${max} characters`,
    )
    .meta({ maxLength: max, pattern });

/** Name or title: 1 to `max` characters before and at least 1 after trimming. */
export function displayName(max: number) {
  return textOf(max, displayNamePattern)
    .trim()
    .min(1)
    .refine(isStorableText, notStorableMessage)
    .refine(isDisplayName, notDisplayNameMessage);
}

/** The reason that a user gives for a change. */
export const changeReason = textOf(500).trim().refine(isStorableText, notStorableMessage).optional();

/** Non-negative integer in a query string. It has at most 15 digits, so that the number is exact. */
export const integerParameter = (min: number, max: number, expected = 'Expected an integer') =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, expected)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .optional();

/** Query parameter that is `true` or `false`. */
export const booleanParameter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean())
  .optional();

/** Query parameters of a list that is read in pages. */
export const limitOf = (items: string) =>
  integerParameter(1, 1000).describe(`Maximum number of ${items}. Default: 100.`);
export const cursorOf = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, 'expected the next_cursor of a response')
    .optional()
    .describe('`next_cursor` of the previous page.');

/** Whether a text is a BCP 47 language tag. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Query parameter with the language of the texts of the catalog. */
export const language = z
  .string()
  .max(100)
  .refine(isLanguageTag, 'expected a BCP 47 language tag, such as de or pt-BR')
  .optional()
  .describe(
    'Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before `Accept-Language`. The best ' +
      'match of the languages that the catalog has texts in, otherwise the language of the price list.',
  );

/** Query parameters of an operation that has no others than the language. */
export const languageQuerySchema = z.object({ language });

/** The texts of an object that are not in the language of the response. */
export const untranslated = z
  .array(z.string())
  .optional()
  .describe(
    'Names of the fields that are in the language of the price list, because the language of the response has no text for them. Absent if there ' +
      'are none.',
  );

/** Query parameter with the number of users that totals are for. */
export const users = integerParameter(1, maxUsers).describe(
  'Number of users that totals and decisions are for. Default: the account’s, or 1 without an account.',
);

/** Query parameter with the number of units that totals are for. */
export const versionQuantity = integerParameter(1, maxAddOnQuantity).describe(
  'Number of `fee_unit`, such as sites, that totals and decisions are for, of versions that are sold per unit. Default: the ' +
    'account’s, or the smallest that the version is sold for.',
);

/** What an account pays per billing period for its version and its optional features. */
export const totalSchema = z.object({
  billing_period: anyBillingPeriod.describe(
    'Period that the total is for. What is on, but not sold for a year, counts twelve times its monthly price.',
  ),
  users: z
    .int()
    .positive()
    .describe('Number of users in `amount`: at least the smallest that the version is sold for.'),
  quantity: z
    .int()
    .positive()
    .nullable()
    .describe('How many `fee_unit` of the version `fee` is for. `null` if the version is not sold per unit.'),
  fee: z.int().nonnegative().describe('Sum of the fees, in minor units.'),
  user_fee: z.int().nonnegative().describe('Sum of the fees per user, in minor units.'),
  amount: z.int().nonnegative().describe('`fee` plus `user_fee` for each of the users.'),
  not_included: z
    .array(z.string())
    .describe(
      'IDs of the version and optional features whose price is not part of the total: priced on request or in words, or ' +
        'an optional feature that is charged per something other than accounts, users and its quantity.',
    ),
});

/** One of the things that a change does, besides the optional feature that it is about. */
export const changeCommand = {
  version_id: z
    .string()
    .nullable()
    .describe('Version to switch to, or to stay on. `null` for an optional feature.'),
  billing_period: accountBillingPeriod
    .nullable()
    .describe('Period to bill for. `null` for an optional feature.'),
  users: z.int().positive().nullable().describe('Number of users to set. `null`: it stays.'),
  quantity: z.int().min(0).nullable().describe('How many of either are on or sold then. `null`: it stays.'),
};

/** Query parameters of a list that is read at once. */
export const pageParameters = {
  limit: integerParameter(1, 1000).describe('Maximum number of entries. Defaults to 1,000.'),
  cursor: textOf(255).min(1).optional().describe('`next_cursor` of the previous page.'),
};

/** ID from another system, kept as is: 1 to `max` characters. */
export function externalId(max: number) {
  return textOf(max).min(1).refine(isStorableText, notStorableMessage);
}

/** The ID of a row that the database looks up. */
export function rowId(description: string) {
  return z.string().refine(isStorableText, notStorableMessage).describe(description);
}

/** Whether Postgres can store the text: it rejects NUL characters and unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}
