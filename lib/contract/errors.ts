import { z } from 'zod';

interface ApiErrorEntry {
  /** HTTP status. The default is 422: the request is valid, and a rule rejects it. */
  status?: number;
  title: string;
  /** When the error occurs and how to handle it, for the API reference. */
  description: string;
  /** Sample message. The default is the title. */
  message?: string;
}

const declaredErrors = {
  not_found: {
    status: 404,
    title: 'Not found',
    description: 'The URL is not an endpoint of this API.',
    message: 'There is no endpoint at this URL.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    description: 'The endpoint does not support this method. `Allow` lists the supported methods.',
    message: 'DELETE is not allowed. Allowed methods: GET, HEAD, POST.',
  },
  unauthenticated: {
    status: 401,
    title: 'Authentication required',
    description:
      'The request has no credentials, the API key is invalid or expired, or no app is configured for the host name.',
    message: 'Invalid API key.',
  },
  forbidden: {
    status: 403,
    title: 'Permission denied',
    description: 'The credentials do not have permission for this operation.',
    message: 'Only account owners can switch plans.',
  },
  cross_site: {
    status: 403,
    title: 'Cross-site request',
    description: 'A request with a session cookie was sent by a page of another site.',
    message: 'Cross-site requests are not allowed.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    description: 'Too many requests in a short time. Retry after the number of seconds in `Retry-After`.',
    message: 'Too many requests. Wait a moment and try again.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    description: '`Content-Type` is not `application/json`, or the body has a `Content-Encoding`.',
    message: 'Content-Type must be application/json.',
  },
  body_too_large: {
    status: 413,
    title: 'Request body too large',
    description: 'The request body exceeds 16 KiB.',
    message: 'The request body exceeds 16 KiB.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request headers too large',
    description: 'The request headers exceed 16 KiB or 100 fields. The connection is closed.',
    message: 'The request headers exceed 16 KiB or 100 fields.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    description: 'The request body was not received within 30 seconds. The connection is closed.',
    message: 'The request body was not received within 30 seconds.',
  },
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    description: 'The request body is not valid JSON in UTF-8.',
    message: 'The request body is not valid JSON.',
  },
  parameter_missing: {
    status: 400,
    title: 'Missing parameter',
    description: 'A required field, parameter or header is missing. `errors` lists each invalid field.',
    message: 'version_id is required.',
  },
  parameter_invalid: {
    status: 400,
    title: 'Invalid parameter',
    description: 'A field, parameter or header has an invalid value. `errors` lists each invalid field.',
    message: 'limit: expected at most 1000.',
  },
  parameter_unknown: {
    status: 400,
    title: 'Unknown parameter',
    description: 'The request body has an unknown field. `errors` lists each invalid field.',
    message: 'versionId is not a known field.',
  },
  version_not_found: {
    status: 404,
    title: 'Version not found',
    description: 'No version with this ID is visible to the caller. List the versions to get valid IDs.',
  },
  option_not_found: {
    status: 404,
    title: 'Optional feature not found',
    description: 'No optional feature with this ID is visible to the caller. List them to get valid IDs.',
  },
  account_not_found: {
    status: 404,
    title: 'Account not found',
    description: 'The app has no account with this ID.',
  },
  portal_session_not_found: {
    status: 404,
    title: 'Portal session not found',
    description: 'The app has no portal session with this ID, or it was deleted a day after it expired.',
  },
  key_not_found: {
    status: 404,
    title: 'Key not found',
    description: 'The account has no key with this ID, or it was revoked more than 30 days ago.',
  },
  history_entry_not_found: {
    status: 404,
    title: 'History entry not found',
    description: 'The account’s history has no entry with this ID. List the history to get valid IDs.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    title: 'Webhook endpoint not found',
    description: 'The app has no webhook endpoint with this ID.',
  },
  webhook_delivery_not_found: {
    status: 404,
    title: 'Webhook delivery not found',
    description:
      'The endpoint has no delivery of an event with this ID, or the delivery is older than 90 days.',
  },
  edition_not_found: {
    status: 404,
    title: 'Edition not found',
    description: 'The app has no edition with this ID.',
  },
  edition_stale: {
    status: 412,
    title: 'Edition or catalog changed',
    description:
      '`If-Match` is not the current `ETag`: someone else has changed the edition, or, for a publication, the live catalog. `data` has ' +
      'the edition as it is now. Review it and send the request again with its `ETag`.',
    message: 'The edition has changed. Review it and try again.',
  },
  edition_invalid: {
    title: 'Price list with problems',
    description:
      'The price list has problems, which `data` lists. Only one without problems can be published or compared.',
    message: 'The price list has 2 problems.',
  },
  edition_unchanged: {
    title: 'Edition without a change',
    description:
      'The live catalog has the same content, and no account gets anything else. Change the text, or discard the draft.',
    message: 'The live catalog has the same content. Nothing was published.',
  },
  edition_not_draft: {
    title: 'Edition is not a draft',
    description: 'The edition is published or discarded. Create a new one from its text.',
    message: 'The edition is published. Create a new one from it.',
  },
  end_unavailable: {
    title: 'Edition without an edition to end with',
    description:
      'At `ends_at`, the edition that is live before this one is published again. There is none, or it could not be published on the ' +
      'catalog that this one makes, as `message` says. Publish the edition without `ends_at`.',
    message: 'The edition can’t end: it renames TEAM to CREW. Publish the new names before it.',
  },
  other_publisher_required: {
    status: 403,
    title: 'Another person has to publish',
    description:
      'The app has the two-person rule, and you edited the text or the decisions of the edition last, or the publication has other decisions: ' +
      'save these with the edition. Another person has to publish it. A key counts as one person, whomever it acts for.',
    message: 'You edited this edition last. Another person publishes it.',
  },
  changes_requested: {
    title: 'Changes of the edition are requested',
    description:
      'A person has requested changes of the edition. It can’t be published or scheduled before this person, or one whom a review was ' +
      'requested from, approves it with `POST …/notes`.',
    message:
      'Changes of the edition are requested. Who has requested them, or a reviewer, approves it first.',
  },
  move_not_found: {
    status: 404,
    title: 'Move not found',
    description: 'The app has no move with this ID, or all of its changes ended more than 90 days ago.',
  },
  change_not_found: {
    status: 404,
    title: 'Change not found',
    description: 'The account has no change with this ID, or it ended more than 90 days ago.',
  },
  notice_not_found: {
    status: 404,
    title: 'Notice not found',
    description:
      'The account has no notice with this ID: what it was about has changed again, or the account has switched since.',
  },
  preview_stale: {
    status: 412,
    title: 'Preview outdated',
    description:
      '`If-Match` is not the current revision, because the plan, an optional feature, a price or a feature changed. Preview ' +
      'the switch or list the optional features again.',
    message: 'Your plan or its price has changed. Review the changes and confirm again.',
  },
  version_inactive: {
    title: 'Version inactive',
    description: 'The version is inactive. Accounts can’t switch to it.',
    message: 'Classic is no longer offered.',
  },
  price_on_request: {
    title: 'Price on request',
    description:
      'The version or optional feature has no price. Accounts can’t switch to it or turn it on themselves.',
    message: 'Enterprise is priced on request. Contact us to switch to it.',
  },
  billing_period_unavailable: {
    title: 'Billing period unavailable',
    description: 'The version or optional feature is not sold for this billing period.',
    message: 'Team is not sold with annual billing.',
  },
  option_included: {
    title: 'Optional feature included',
    description: 'The current version already includes everything that the optional feature adds.',
    message: 'Team already includes Guest pass.',
  },
  option_not_offered: {
    title: 'Optional feature not offered',
    description: 'The optional feature is not available for the current version, or no longer offered.',
    message: 'Guest pass is not available for Enterprise.',
  },
  option_dependency_missing: {
    title: 'Required optional feature missing',
    description: 'The optional feature requires another one. Turn that one on first.',
    message: 'Guest statistics requires Guest pass. Turn it on first.',
  },
  option_excluded: {
    title: 'Optional feature excluded',
    description:
      'The optional feature can’t be combined with another one that is on. Turn that one off first.',
    message: 'Guest pass can’t be combined with Open boards. Turn it off first.',
  },
  option_required: {
    title: 'Optional feature required',
    description: 'Another optional feature that is on requires this one. Turn that one off first.',
    message: 'Guest statistics requires Guest pass. Turn Guest statistics off first.',
  },
  quantity_out_of_range: {
    title: 'Quantity out of range',
    description:
      'The version or the optional feature is not sold in this quantity. Send one from `min_quantity` to `max_quantity`.',
    message: 'The quantity of Guest pass can be 1 to 20.',
  },
  entry_restricted: {
    title: 'Switch to version restricted',
    description: 'Accounts can’t switch to this version themselves.',
    message: 'Contact us to switch to Partner.',
  },
  exit_restricted: {
    title: 'Switch from version restricted',
    description: 'Accounts can’t switch away from their current version themselves.',
    message: 'Your contract runs until March. Contact us to change it.',
  },
  self_service_disabled: {
    title: 'Changed by the provider only',
    description:
      'Owners can’t change what accounts have (`switching.self_service` of the extension), or can’t choose this version (`switching.plans`). An ' +
      'app key and support can.',
    message: 'Contact us to switch to Enterprise.',
  },
  downgrade_unavailable: {
    title: 'Downgrade unavailable',
    description:
      'Owners can’t switch to a lower version (`switching.downgrades` of the extension is `none`). An app key and support can.',
    message: 'Contact us to switch to a lower plan.',
  },
  downgrade_at_period_end: {
    title: 'Downgrade only at the end of the period',
    description:
      'What an owner pays less for afterwards, and a shorter billing period, take effect at the end of the billing period ' +
      '(`switching.downgrades` of the extension). Send `effective: period_end` to `POST /account/changes`. `period_end_only` of ' +
      'the preview says so before.',
    message:
      'A change to a lower price or a shorter billing period takes effect at the end of the billing period.',
  },
  trial_unavailable: {
    title: 'Trial unavailable',
    description:
      'The version has no trial (`trial` of the plan in the extension), or the account is on it already. `trial_available` of the list says ' +
      'so before. An app key and support can set `trial_ends_at` nevertheless.',
    message: 'Team has no trial.',
  },
  trial_used: {
    title: 'Trial used',
    description:
      'The account has had the trial of this plan. An app key and support can set `trial_ends_at` nevertheless.',
    message: 'The account has had the trial of Team.',
  },
  users_limit_exceeded: {
    title: 'Too many users for the version',
    description:
      'The version allows fewer users with the optional features that are on. `users` of the blocker in the preview has both numbers. ' +
      'Reduce the number of users first.',
    message: 'Taster allows 2 people. You have 9.',
  },
  users_below_minimum: {
    title: 'Too few users for the version',
    description:
      'The version is sold from a number of users on: its `min_users`. Send at least that number, or none: then the account gets it. An ' +
      'account whose users your system manages keeps its number, and pays for the minimum.',
    message: 'Brigade starts at 10 people. You chose 4.',
  },
  usage_exceeds_limit: {
    title: 'Usage above the limit of the version',
    description:
      'The account uses more of a limit than it would have after the change, and the extension has `exceeding: block` for this limit. ' +
      '`usage` of the blocker has both numbers. Use less first, and report the usage again.',
    message: 'Projects: Team allows 10 projects. You use 14.',
  },
  users_managed_by_host: {
    title: 'Users managed by the host application',
    description:
      'The host application manages the number of users: `users_managed_by` of the app is `host`. Only an app key can change it.',
    message: 'The number of users is managed in Boards. Add or remove users there.',
  },
  undo_superseded: {
    title: 'Account changed since',
    description:
      'The plan or an optional feature of the account has changed since this switch. Only the newest change can be undone. ' +
      'Switch to a version instead.',
    message: 'The plan or an optional feature has changed since this switch. Choose a plan instead.',
  },
  undo_expired: {
    title: 'Switch too old to undo',
    description: 'The switch was made over 24 hours ago. Switch to a version instead.',
    message: 'The switch was made over 24 hours ago. Choose a plan instead.',
  },
  undo_unavailable: {
    title: 'Earlier state unavailable',
    description:
      'The catalog no longer has what the account had before the switch, at the same price, or the entry is the account’s ' +
      'first. Switch to a version instead.',
    message: 'The price of Team has changed since this switch. Choose a plan instead.',
  },
  confirmation_required: {
    title: 'Confirmation required',
    description:
      'The app has a `checkout_url`: your system confirms the switches of owners, and optional features that cost more. Create a change ' +
      'and send the owner to its `checkout_url`. App keys need no confirmation.',
    message:
      'This change is confirmed on another page. Create it with POST /account/changes and continue at its checkout_url.',
  },
  version_current: {
    title: 'Version already active',
    description:
      'The account already has this version with this billing period and number of users, or this quantity of the optional feature.',
    message: 'The account is already on Team.',
  },
  period_end_unknown: {
    title: 'End of billing period unknown',
    description:
      'The account has no `period_ends_at` in the future. Set it with `PATCH /accounts/:external_id`, or send a time. An owner ' +
      'whose change waits for that end (`switching.downgrades`) can’t send one.',
    message: 'The end of the billing period is not known. Choose a date.',
  },
  change_ended: {
    title: 'Change ended',
    description:
      'The change was applied, canceled, declined, superseded, or has expired. `state` says which.',
    message: 'The change was canceled.',
  },
  change_not_waiting: {
    title: 'Change needs no consent',
    description: 'The change is scheduled and needs no consent. Cancel it to withdraw it.',
    message: 'The change is scheduled and does not wait for consent.',
  },
  change_locked: {
    title: 'Change made by the provider',
    description:
      'Your system or the product team made the change. Owners can’t cancel or replace it, and can’t undo a switch that applied or ' +
      'superseded it. A switch to another version supersedes it. In a trial, nothing can be scheduled, and its end can’t be canceled.',
    message: 'The provider has scheduled this change. Switch to another plan instead.',
  },
  change_limit_reached: {
    title: 'Too many changes',
    description: 'The account has the maximum number of changes that wait. Decide or cancel some first.',
    message: 'An account can have at most 100 changes that wait.',
  },
  terms_unavailable: {
    title: 'Terms unavailable',
    description: 'The account has no version, to which terms could apply. Switch it to a version first.',
    message: 'The account has no version. Switch it to one first.',
  },
  clock_unavailable: {
    title: 'App without clocks',
    description:
      'Only accounts of an app that was created with `--test` can have a clock. Create one for your tests: `npm run catalog -- apply FILE ' +
      '--app SLUG --test`.',
    message: 'The app was not created with --test.',
  },
  clock_in_past: {
    title: 'Time in the past',
    description:
      'The account’s time is later than `now`. Clocks only move forward. `message` has the account’s time.',
    message: 'The account’s time is 1800000000 already.',
  },
  removal_not_requested: {
    title: 'Removal not requested',
    description:
      'Support removes the personal data of an account only after another person has requested it with `POST …/removal`.',
    message: 'No one has requested to remove the personal data of this account.',
  },
  other_person_required: {
    status: 403,
    title: 'Another person has to confirm',
    description:
      'You requested to remove the personal data of the account, and another person of support has to confirm it. Or you edited ' +
      'the text of the edition last, and another person has to review it.',
    message: 'You requested to remove the personal data. Another person confirms it.',
  },
  grant_in_price_list: {
    title: 'Granted by the price list',
    description:
      'The extension of the price list grants the version to the account. Remove the account from `granted_to` there, and apply the ' +
      'price list.',
    message:
      'The price list grants this version. Remove the account from granted_to and apply the price list.',
  },
  idempotency_key_reused: {
    title: 'Idempotency key reused',
    description: 'The `Idempotency-Key` was used with a different request within the last 24 hours.',
    message: 'This Idempotency-Key was already used with a different request.',
  },
  webhook_limit_reached: {
    title: 'Too many webhook endpoints',
    description: 'The app has the maximum number of webhook endpoints. Delete one first.',
    message: 'An app can have at most 20 webhook endpoints.',
  },
  webhook_endpoint_disabled: {
    title: 'Webhook endpoint disabled',
    description: 'The endpoint is disabled, so nothing can be delivered to it. Enable it first.',
    message: 'The webhook endpoint is disabled. Enable it first.',
  },
  secret_recently_rotated: {
    status: 409,
    title: 'Secret rotated recently',
    description:
      'The secret was rotated within the last 24 hours, and the previous one is still valid. Retry after `Retry-After`.',
    message: 'The secret was rotated within the last 24 hours.',
  },
  switch_conflict: {
    status: 409,
    title: 'Concurrent switch',
    description: 'Another change to the same account is still in progress. Retry after `Retry-After`.',
    message: 'Another change is in progress. Try again.',
  },
  webhooks_not_configured: {
    status: 501,
    title: 'Webhooks not configured',
    description: 'The server has no `SECRETS_KEY`, from which the secrets of webhook endpoints are derived.',
    message: 'Webhooks are not configured on this server.',
  },
  signing_not_configured: {
    status: 501,
    title: 'Signing not configured',
    description:
      'The server has no `SECRETS_KEY`, from which signing keys are derived, or another one than the present key was derived ' +
      'from. In that case, rotate the key.',
    message: 'The server has no key to sign with.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    description: 'The database is temporarily unavailable. Retry after `Retry-After`.',
    message: 'The service is temporarily unavailable. Try again shortly.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    description: 'Something went wrong on the server. Include the `request_id` when you contact support.',
    message: 'Something went wrong on our side.',
  },
} satisfies Record<string, ApiErrorEntry>;

export type ApiErrorCode = keyof typeof declaredErrors;

/** All API errors by code. Responses, the OpenAPI document and the API reference are generated from this table. */
export const apiErrors = Object.fromEntries(
  Object.entries<ApiErrorEntry>(declaredErrors).map(
    ([code, { status = 422, title, description, message = `${title}.` }]) => [
      code,
      { status, title, description, message },
    ],
  ),
) as Record<ApiErrorCode, Required<ApiErrorEntry>>;

/** Codes of validation errors, in the order in which a response lists them. */
export const fieldErrorCodes = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
] as const satisfies ApiErrorCode[];

/** The validation errors that a response lists. */
export const maxFieldErrors = 20;

/** A validation error. `field` is the name of a body field, parameter or header. */
export interface FieldError {
  field: string;
  code: (typeof fieldErrorCodes)[number];
  message: string;
}

interface ApiErrorOptions {
  errors?: FieldError[];
  /** Number of fields with errors that `errors` does not list. */
  moreErrors?: number;
  /** The present state, if the error is about an earlier one. */
  data?: object;
  /** Value of `Retry-After` in seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error that the API reports to the caller. `message` can be shown to users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errors: FieldError[] | undefined;
  readonly moreErrors: number | undefined;
  readonly data: object | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    { errors, moreErrors, data, retryAfter, cause }: ApiErrorOptions = {},
  ) {
    super(message, { cause });
    this.errors = errors;
    this.moreErrors = moreErrors;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** Response body of every error: a problem of RFC 9457 and the envelope of the spec (2.1, 7) in one object. */
export const problemSchema = z.object({
  success: z.literal(false).describe('Always `false`.'),
  message: z.string().describe('Human-readable explanation that you can show to users.'),
  type: z
    .string()
    .meta({ format: 'uri-reference' })
    .describe('URI of a page that documents the error: `/problems/` followed by the error code (RFC 9457).'),
  title: z.string().describe('Short summary of the error code. The same for every error with this code.'),
  status: z.int().describe('HTTP status code.'),
  detail: z.string().describe('Same as `message` (RFC 9457).'),
  code: z
    .enum(Object.keys(apiErrors) as [ApiErrorCode, ...ApiErrorCode[]])
    .describe('Error code. Handle errors programmatically by this code.'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Name of the body field, parameter or header.'),
        code: z.enum(fieldErrorCodes).describe('Type of the validation error.'),
        message: z.string().describe('Human-readable explanation.'),
      }),
    )
    .max(maxFieldErrors)
    .optional()
    .describe(
      `Validation errors, one for each invalid field, of the first ${maxFieldErrors}. Only present for validation errors.`,
    ),
  more_errors: z
    .int()
    .positive()
    .optional()
    .describe('Number of further invalid fields that `errors` does not list. Absent if it lists all.'),
  data: z
    .looseObject({})
    .optional()
    .describe(
      'The present state: with `edition_stale` the edition with its text or its difference, with `edition_invalid` the problems.',
    ),
  request_id: z
    .string()
    .describe('ID of the request, as in `X-Request-Id`. Include it when you contact support.'),
});

export type ProblemBody = z.infer<typeof problemSchema>;
