import type { ProblemCode } from './errors';

interface Guidance {
  /** When it happens, and what to do. */
  when: string;
  /** A message as the service would put it. */
  message: string;
}

/** What the table of refusals cannot say in a title. */
export const problemGuide: Record<ProblemCode, Guidance> = {
  not_found: { when: 'The address is none of these.', message: 'There is nothing under this address.' },
  method_not_allowed: {
    when: 'The address has no such method; `Allow` names those it has.',
    message: 'DELETE is not possible here. Possible: GET, HEAD, POST.',
  },
  unauthenticated: {
    when: 'There is no credential where one is needed, the key does not hold, or the address names no app.',
    message: 'This key is not valid.',
  },
  forbidden: {
    when: 'The caller is known and may not do this.',
    message: 'Only an owner of the account can switch its plan.',
  },
  cross_site: {
    when: 'A request with a session cookie came from a page of another site.',
    message: 'This request came from another site.',
  },
  too_many_requests: {
    when: 'There were too many requests in a short time. Wait for as long as `Retry-After` says.',
    message: 'Too many requests. Try again shortly.',
  },
  unsupported_media_type: {
    when: '`Content-Type` is not `application/json`.',
    message: 'Send the body as application/json.',
  },
  body_too_large: { when: 'The body is over 16 KiB.', message: 'The body is larger than 16 KiB.' },
  invalid_json: { when: 'The body is not JSON in UTF-8.', message: 'The body is not valid JSON.' },
  parameter_missing: {
    when: 'A field is not there; `errors` names each field at fault.',
    message: 'version_id is required.',
  },
  parameter_invalid: {
    when: 'A field, parameter or header has a value that it cannot have.',
    message: 'limit: expected at most 1000.',
  },
  parameter_unknown: {
    when: 'The body has a field that the operation does not know.',
    message: 'versionId is not a field of this request.',
  },
  version_not_found: {
    when: 'The id names no version that this caller can see. List the versions again.',
    message: 'Choose one of the listed versions.',
  },
  account_not_found: {
    when: 'The app has no account with the id that the request names.',
    message: 'There is no such account.',
  },
  preview_stale: {
    when: '`If-Match` is not the revision there is now: plan, price or features changed. Preview again.',
    message: 'Your plan or its price changed meanwhile. Look again before you switch.',
  },
  version_inactive: { when: 'The version is retired.', message: 'Classic is no longer offered.' },
  price_on_request: {
    when: 'The version has no price, so nobody can move to it alone.',
    message: 'Enterprise is priced on request. Talk to us to move to it.',
  },
  entry_restricted: {
    when: 'The product team arranges moves to this version.',
    message: 'Talk to us to move to Partner.',
  },
  exit_restricted: {
    when: 'The product team arranges moves away from the version the account has.',
    message: 'Your contract runs until March. Talk to us to change it.',
  },
  idempotency_key_reused: {
    when: 'The `Idempotency-Key` was used within 24 hours with another body.',
    message: 'This Idempotency-Key was used for another request.',
  },
  switch_conflict: {
    when: 'Another change of the same account took too long. Send the request again after `Retry-After`.',
    message: 'Another switch of this account is under way. Try again.',
  },
  service_unavailable: {
    when: 'The records cannot be reached. Send the request again after `Retry-After`.',
    message: 'We can’t reach our records right now. Try again shortly.',
  },
  internal_error: {
    when: 'The fault is ours. Name the `request_id` when you ask us.',
    message: 'Something went wrong on our side.',
  },
};
