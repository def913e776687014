import { z } from 'zod';

/** All API errors: code, HTTP status and title. Responses and the OpenAPI document are generated from this table. */
export const apiErrors = {
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  forbidden: { status: 403, title: 'Permission denied' },
  cross_site: { status: 403, title: 'Cross-site request' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  body_too_large: { status: 413, title: 'Request body too large' },
  headers_too_large: { status: 431, title: 'Request headers too large' },
  request_timeout: { status: 408, title: 'Request timeout' },
  invalid_json: { status: 400, title: 'Invalid JSON' },
  parameter_missing: { status: 400, title: 'Missing parameter' },
  parameter_invalid: { status: 400, title: 'Invalid parameter' },
  parameter_unknown: { status: 400, title: 'Unknown parameter' },
  version_not_found: { status: 404, title: 'Version not found' },
  option_not_found: { status: 404, title: 'Optional feature not found' },
  account_not_found: { status: 404, title: 'Account not found' },
  portal_session_not_found: { status: 404, title: 'Portal session not found' },
  key_not_found: { status: 404, title: 'Key not found' },
  history_entry_not_found: { status: 404, title: 'History entry not found' },
  webhook_endpoint_not_found: { status: 404, title: 'Webhook endpoint not found' },
  webhook_delivery_not_found: { status: 404, title: 'Webhook delivery not found' },
  edition_not_found: { status: 404, title: 'Edition not found' },
  edition_stale: { status: 412, title: 'Edition or catalog changed' },
  edition_invalid: { status: 422, title: 'Price list with problems' },
  edition_unchanged: { status: 422, title: 'Edition without a change' },
  edition_not_draft: { status: 422, title: 'Edition is not a draft' },
  end_unavailable: { status: 422, title: 'Edition without an edition to end with' },
  other_publisher_required: { status: 403, title: 'Another person has to publish' },
  changes_requested: { status: 422, title: 'Changes of the edition are requested' },
  move_not_found: { status: 404, title: 'Move not found' },
  change_not_found: { status: 404, title: 'Change not found' },
  notice_not_found: { status: 404, title: 'Notice not found' },
  preview_stale: { status: 412, title: 'Preview outdated' },
  version_inactive: { status: 422, title: 'Version inactive' },
  price_on_request: { status: 422, title: 'Price on request' },
  billing_period_unavailable: { status: 422, title: 'Billing period unavailable' },
  option_included: { status: 422, title: 'Optional feature included' },
  option_not_offered: { status: 422, title: 'Optional feature not offered' },
  option_dependency_missing: { status: 422, title: 'Required optional feature missing' },
  option_excluded: { status: 422, title: 'Optional feature excluded' },
  option_required: { status: 422, title: 'Optional feature required' },
  quantity_out_of_range: { status: 422, title: 'Quantity out of range' },
  entry_restricted: { status: 422, title: 'Switch to version restricted' },
  exit_restricted: { status: 422, title: 'Switch from version restricted' },
  self_service_disabled: { status: 422, title: 'Changed by the provider only' },
  downgrade_unavailable: { status: 422, title: 'Downgrade unavailable' },
  downgrade_at_period_end: { status: 422, title: 'Downgrade only at the end of the period' },
  trial_unavailable: { status: 422, title: 'Trial unavailable' },
  trial_used: { status: 422, title: 'Trial used' },
  users_limit_exceeded: { status: 422, title: 'Too many users for the version' },
  users_below_minimum: { status: 422, title: 'Too few users for the version' },
  usage_exceeds_limit: { status: 422, title: 'Usage above the limit of the version' },
  users_managed_by_host: { status: 422, title: 'Users managed by the host application' },
  undo_superseded: { status: 422, title: 'Account changed since' },
  undo_expired: { status: 422, title: 'Switch too old to undo' },
  undo_unavailable: { status: 422, title: 'Earlier state unavailable' },
  confirmation_required: { status: 422, title: 'Confirmation required' },
  version_current: { status: 422, title: 'Version already active' },
  period_end_unknown: { status: 422, title: 'End of billing period unknown' },
  change_ended: { status: 422, title: 'Change ended' },
  change_not_waiting: { status: 422, title: 'Change needs no consent' },
  change_locked: { status: 422, title: 'Change made by the provider' },
  change_limit_reached: { status: 422, title: 'Too many changes' },
  terms_unavailable: { status: 422, title: 'Terms unavailable' },
  clock_unavailable: { status: 422, title: 'App without clocks' },
  clock_in_past: { status: 422, title: 'Time in the past' },
  removal_not_requested: { status: 422, title: 'Removal not requested' },
  other_person_required: { status: 403, title: 'Another person has to confirm' },
  grant_in_price_list: { status: 422, title: 'Granted by the price list' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  webhook_limit_reached: { status: 422, title: 'Too many webhook endpoints' },
  webhook_endpoint_disabled: { status: 422, title: 'Webhook endpoint disabled' },
  secret_recently_rotated: { status: 409, title: 'Secret rotated recently' },
  switch_conflict: { status: 409, title: 'Concurrent switch' },
  webhooks_not_configured: { status: 501, title: 'Webhooks not configured' },
  signing_not_configured: { status: 501, title: 'Signing not configured' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
  internal_error: { status: 500, title: 'Internal error' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ApiErrorCode = keyof typeof apiErrors;

/** The validation errors that a response lists. */
export const maxFieldErrors = 20;

/** A validation error. `field` is the name of a body field, parameter or header. */
export interface FieldError {
  field: string;
  code: 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
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
        code: z
          .enum(['parameter_missing', 'parameter_invalid', 'parameter_unknown'])
          .describe('Type of the validation error.'),
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
