/** Every refusal of the interface: code, status and title. Bodies, statuses and the API description come from here. */
export const problems = {
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unauthenticated: { status: 401, title: 'Sign in needed' },
  forbidden: { status: 403, title: 'Not permitted' },
  cross_site: { status: 403, title: 'Request from another site' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  unsupported_media_type: { status: 415, title: 'JSON expected' },
  body_too_large: { status: 413, title: 'Body too large' },
  invalid_json: { status: 400, title: 'Not valid JSON' },
  parameter_missing: { status: 400, title: 'Parameter missing' },
  parameter_invalid: { status: 400, title: 'Parameter not valid' },
  parameter_unknown: { status: 400, title: 'Parameter unknown' },
  version_not_found: { status: 404, title: 'Version not found' },
  account_not_found: { status: 404, title: 'Account not found' },
  preview_stale: { status: 412, title: 'Something changed since the preview' },
  version_inactive: { status: 422, title: 'Version no longer offered' },
  price_on_request: { status: 422, title: 'Price on request' },
  entry_restricted: { status: 422, title: 'Switch by arrangement' },
  exit_restricted: { status: 422, title: 'Switch by arrangement' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key used for another request' },
  switch_conflict: { status: 409, title: 'Another switch is under way' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
  internal_error: { status: 500, title: 'Something went wrong' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One field at fault. `field` is a body, query or header name. */
export interface FieldError {
  field: string;
  code: 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
  message: string;
}

interface Details {
  errors?: FieldError[];
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** The one error of the service. `message` is fit for a user. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ProblemCode,
    message: string,
    { errors, retryAfter, cause }: Details = {},
  ) {
    super(message, { cause });
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}
