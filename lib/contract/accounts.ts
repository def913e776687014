import { z } from 'zod';
import { accountRoles, roles } from './current-user';
import { grantSources } from './enums';
import {
  anyBillingPeriod,
  booleanParameter,
  changeReason,
  cursorOf,
  dataEnvelope,
  displayName,
  envelope,
  externalId,
  limitOf,
  pageEnvelope,
  pageParameters,
  unixSeconds,
  unixSecondsInput,
  usersInput,
  versionId,
  versionIdInput,
  versionRef,
} from './fields';

const externalIdField = externalId(200).describe('ID of the account in your system.');
const title = displayName(200).describe('Display name of the account.');
/** E-mail address of an account. */
export const emailInput = displayName(254).regex(/^[^\s@]+@[^\s@]+$/, 'Expected an e-mail address');
const email = emailInput
  .nullable()
  .optional()
  .describe(
    'E-mail address by which your staff knows the account. Users of the account do not see it. `null` for none.',
  );
/** A time that was sent in another unit, or 0 for none, is before 2000. */
const periodEndsAt = unixSecondsInput
  .min(Date.UTC(2000) / 1000, { error: 'expected a time in Unix seconds, not before 2000' })
  .nullable()
  .describe(
    'End of the current billing period, as your system knows it. Unix timestamp in seconds. `null` for none.',
  );

const users = usersInput.optional();
/** The account of a request that can also be named by the account ID. */
export const namedAccountId = externalId(200).describe(
  'ID of the account in your system, or its account ID, `acc_…`.',
);

/** Path parameters of an account that is not named by the account ID. */
export const accountPathSchema = z.object({ external_id: externalIdField });

/** An account, as its users see it. */
export const ownAccountSchema = z.object({
  id: z.string().describe('Account ID, `acc_…`.'),
  external_id: z.string().nullable().describe('ID of the account in your system. `null` if it has none.'),
  title: z.string().describe('Display name of the account.'),
  created_at: unixSeconds.describe('When the account was created. Unix timestamp in seconds.'),
  version: versionRef.nullable().describe('Current version of the account. `null` if it has none.'),
  activated_at: unixSeconds
    .nullable()
    .describe('Time of the newest history entry. Unix timestamp in seconds. `null` without a version.'),
  plan_since: unixSeconds
    .nullable()
    .describe(
      'Time at which the account came to its plan. Terms, publications, users and billing periods do not change it. Unix timestamp ' +
        'in seconds. `null` without a version.',
    ),
  billing_period: anyBillingPeriod
    .nullable()
    .describe('Period that the account is billed for. `null` without a version.'),
  period_ends_at: unixSeconds
    .nullable()
    .describe('End of the current billing period, as your system has set it. `null` if it has not.'),
  trial_ends_at: unixSeconds
    .nullable()
    .describe(
      'When the trial of the version ends. Unix timestamp in seconds. `null` if the account is in none.',
    ),
  users: z.int().positive().describe('Number of users of the account.'),
});

/** An account, as the host application and staff see it. */
export const accountSchema = ownAccountSchema.extend({
  email: z.string().nullable().describe('E-mail address, as your system has set it. `null` if it has not.'),
  deletes_at: unixSeconds
    .nullable()
    .describe('When the account is to be deleted. Unix timestamp in seconds. `null` if it is not.'),
});

/** Query of `DELETE /api/accounts/:external_id`. */
export const deletionQuerySchema = z.object({
  confirm: externalId(255).describe('ID of the account, `acc_…`, as a confirmation.'),
  immediately: booleanParameter.describe(
    'Whether it is deleted within seconds. Default: `false`, in 30 days.',
  ),
});

/** Query of `GET /api/accounts`. */
export const accountsQuerySchema = z.object({
  search: externalId(200)
    .optional()
    .describe(
      'ID, external ID or user ID; or the beginning of a word of the title or the external ID with what follows, of the e-mail ' +
        'address, or of its domain. ' +
        'Case, accents and punctuation are ignored, and `ae` is `ä`.',
    ),
  version_id: externalId(255)
    .toLowerCase()
    .optional()
    .describe('ID of the current version of the accounts to return.'),
  changed_by: externalId(255)
    .optional()
    .describe(
      'ID of an edition, `ced_…`. Returns the accounts that had what it changed or replaced, also if they keep that, and that have ' +
        'made no switch since. Of a scheduled edition, those for which it will change what they have. Without `search` and `version_id`.',
    ),
  limit: limitOf('accounts'),
  cursor: cursorOf(/^[\w-]{1,4000}$/),
});

/** Body of `PUT /api/accounts/:external_id`. */
export const accountRequestSchema = z
  .strictObject({
    title,
    email,
    period_ends_at: periodEndsAt.optional(),
    users: users.describe('Number of users. Default: unchanged, or 1 for a new account.'),
    version_id: versionIdInput
      .optional()
      .describe('Version of a new account, `ver_…`. Default: that of the app.'),
    tag: z.string().optional().describe('Tag of the version of a new account, instead of `version_id`.'),
    billing_period: anyBillingPeriod
      .optional()
      .describe('Period that a new account is billed for. Default: `month`, if the version is sold for it.'),
    activated_at: unixSecondsInput
      .optional()
      .describe(
        'When a new account got its version, in the past. Unix timestamp in seconds. Default: the time of the request.',
      ),
  })
  .refine(({ version_id, tag }) => version_id === undefined || tag === undefined, {
    path: ['tag'],
    error: 'Expected either version_id or tag',
  });

/** Body of `PATCH /api/accounts/:external_id`. */
export const accountUpdateSchema = z.strictObject({
  title: title.optional(),
  email,
  period_ends_at: periodEndsAt.optional(),
  users: users.describe(
    'Number of users. A change adds an entry to the history. It can be more than the version allows.',
  ),
});

/** Response of `PUT /api/accounts/:external_id`. */
export const accountResponseSchema = envelope(
  accountSchema.extend({
    account_id: z.string().describe('Same as `id`.'),
    created: z.boolean().describe('Whether this request created the account.'),
    version_id: versionId.nullable().describe('ID of `version`.'),
  }),
);

export const accountDetailsSchema = envelope(accountSchema);
export const ownAccountDetailsSchema = envelope(ownAccountSchema);
export const accountListSchema = pageEnvelope(
  z
    .array(accountSchema)
    .describe(
      'The accounts, newest first. With `search` those that it names, then by the text that it found.',
    ),
);

/** A grant of a version to an account. */
export const grantSchema = z.object({
  version: versionRef.describe('Version that the account can use although it is not public.'),
  source: z
    .enum(grantSources)
    .describe(
      'What grants it: this API, or `granted_to` in the extension of the price list, which this API does not change.',
    ),
  created_at: unixSeconds.describe('When it was granted. Unix timestamp in seconds.'),
});

/** Query of what support does to an account. */
export const reasonQuerySchema = z.object({ reason: changeReason.describe('Reason. Support needs one.') });

/** Query of `GET /api/accounts/:external_id/grants`. */
export const grantsQuerySchema = z.object({
  ...pageParameters,
  limit: limitOf('grants'),
});

/** A portal session of an account, or a sign-in link that is not used yet. */
export const accountSessionSchema = z.object({
  id: z.string().describe('Session ID, `pse_…`.'),
  role: z.enum(roles).describe('Role of the user.'),
  name: z.string().describe('Name of the user.'),
  user_id: z.string().nullable().describe('ID of the user in your system. `null` if it is unknown.'),
  started: z.boolean().describe('Whether the sign-in link has been used.'),
  created_at: unixSeconds.describe('When the sign-in link was created. Unix timestamp in seconds.'),
  expires_at: unixSeconds.describe('When the session or the link expires. Unix timestamp in seconds.'),
});

/** A key that is bound to an account. It never has its secret. */
export const accountKeySchema = z.object({
  id: z.string().describe('Key ID, `key_…`.'),
  role: z.enum(roles).nullable().describe('Role of the key.'),
  name: z.string().describe('Name of the key.'),
  prefix: z.string().describe('First characters of the key.'),
  read_only: z.boolean().describe('Whether it can only send `GET` requests.'),
  created_at: unixSeconds.describe('When the key was created. Unix timestamp in seconds.'),
  expires_at: unixSeconds
    .nullable()
    .describe('When the key expires. Unix timestamp in seconds. `null` for never.'),
  revoked_at: unixSeconds
    .nullable()
    .describe('When the key was revoked. Unix timestamp in seconds. `null` if it was not.'),
});

/** Body of `POST /api/accounts/:external_id/keys`. */
export const accountKeyRequestSchema = z.strictObject({
  role: z.enum(accountRoles).describe('What the key can do for the account.'),
  name: displayName(200).optional().describe('Name of the key, as shown in the history. Default: its role.'),
  read_only: z
    .boolean()
    .optional()
    .describe('Whether it can only send `GET` requests, as for a page that shows plans. Default: `false`.'),
  expires_at: unixSecondsInput
    .optional()
    .describe('When the key expires: a time in the future. Unix timestamp in seconds. Default: never.'),
});

/** Query of the sessions and keys of an account. */
export const credentialsQuerySchema = z.object({
  ...pageParameters,
  limit: limitOf('entries'),
});

export const accountSessionListSchema = pageEnvelope(
  z.array(accountSessionSchema).describe('The valid sessions and links, newest first.'),
);
/** Response of `POST /api/accounts/:external_id/keys`. The secret can't be retrieved later. */
export const createdAccountKeySchema = dataEnvelope({
  ...accountKeySchema.shape,
  secret: z.string().describe('The key, `avk_…`. It is only returned here.'),
});
export const accountKeyResponseSchema = envelope(accountKeySchema);
export const accountKeyListSchema = pageEnvelope(
  z.array(accountKeySchema).describe('The keys, newest first. Revoked keys for 30 days.'),
);

export const grantListSchema = pageEnvelope(
  z.array(grantSchema).describe('The grants, by the ID of the version.'),
);
export const grantResponseSchema = envelope(grantSchema);
export const grantDeletedSchema = dataEnvelope({ version_id: versionId });

export type AccountBody = z.infer<typeof accountSchema>;
export type OwnAccountBody = z.infer<typeof ownAccountSchema>;
export type AccountResponse = z.infer<typeof accountResponseSchema>;
export type AccountList = z.infer<typeof accountListSchema>;
export type AccountSessionBody = z.infer<typeof accountSessionSchema>;
export type AccountKeyBody = z.infer<typeof accountKeySchema>;
export type AccountSessionList = z.infer<typeof accountSessionListSchema>;
export type AccountKeyList = z.infer<typeof accountKeyListSchema>;
export type GrantBody = z.infer<typeof grantSchema>;
export type GrantList = z.infer<typeof grantListSchema>;
