import { z } from 'zod';
import { displayName, externalId } from './fields';

/** Date of the API contract, sent as `API-Version`. Changes are additive, so it is not part of the path. */
export const apiVersion = '2026-11-24';

/** Request header that selects the account for a key that is not bound to one. */
export const accountHeaderSchema = z.object({
  'X-Account-Id': z
    .string()
    .optional()
    .describe(
      'Account to act for: its ID, `acc_…`, or its external ID, percent-encoded as in a path. For app keys, and for keys and sessions of ' +
        'the roles product and support without an account. A key of another account gets 403. With a session, for these roles only.',
    ),
});

/** Request header of reads with texts of the catalog. */
const languageHeader = {
  'Accept-Language': z
    .string()
    .optional()
    .describe(
      'Languages that you prefer for titles and other texts of the catalog. `language` comes before it. `Content-Language` says which one the ' +
        'response has.',
    ),
};

/** Request headers of a read with texts of the catalog. */
export const localizedReadHeadersSchema = accountHeaderSchema.extend(languageHeader);

/** Request header of a frame, with a token. */
export const embeddingOriginHeaderSchema = z.object({
  'X-Embedding-Origin': z
    .string()
    .optional()
    .describe(
      'For a token: the origin of the page around the frame. Pages of other origins than that of this server can’t send it.',
    ),
});

/** The content of `X-Actor`: a user of the host application. */
export const namedActorSchema = z.strictObject({ user_id: externalId(200), name: displayName(200) });

/** It is enough for both fields with every character escaped. */
export const maxActorLength = 5000;

/** Request header with the person that a key acts for. */
export const actorHeaderSchema = z.object({
  'X-Actor': z
    .string()
    .max(maxActorLength)
    .optional()
    .describe(
      'The user of your product that a key acts for, as ASCII JSON: `{"user_id": "user-31", "name": "Zo\\u00eb Example"}`. Both fields ' +
        'are required and have at most 200 characters; escape others than ASCII as `\\uXXXX`. The history and the event name the user. Not ' +
        'accepted with a session. Requests that differ only in it are the same for an `Idempotency-Key`.',
    ),
});

/** Headers of the requests that are sent to webhook endpoints (Standard Webhooks). */
export const webhookHeadersSchema = z.object({
  'webhook-id': z.string().describe('The event ID. The same for each attempt.'),
  'webhook-timestamp': z.string().describe('When the attempt was made. Unix timestamp in seconds.'),
  'webhook-signature': z
    .string()
    .describe(
      'Signatures of ID, timestamp and body, separated by spaces: `v1,` and a base64-encoded HMAC-SHA256. Two for 24 hours ' +
        'after a rotation.',
    ),
  'X-Request-Id': z
    .string()
    .optional()
    .describe(
      '`X-Request-Id` of the request that caused the event. Absent if it had none, and for what happens at a time.',
    ),
  traceparent: z
    .string()
    .optional()
    .describe(
      'Trace context (W3C) in the trace of that request, if it had a `traceparent`. A new span for each attempt.',
    ),
});

/** Request headers of conditional reads. */
export const conditionalReadHeadersSchema = accountHeaderSchema.extend({
  'If-None-Match': z
    .string()
    .optional()
    .describe('`ETag` of a cached response. If it is still current, the response is 304 without a body.'),
});

/** Request headers of a conditional read with texts of the catalog. */
export const localizedConditionalReadHeadersSchema = conditionalReadHeadersSchema.extend(languageHeader);

/** Request headers of a `POST` that is not a switch. */
export const idempotencyHeadersSchema = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Unique value that you generate. Requests with the same key and body within 24 hours are executed once.',
    ),
});

/** Request headers of a switch. */
export const switchHeadersSchema = accountHeaderSchema.extend({
  ...actorHeaderSchema.shape,
  ...idempotencyHeadersSchema.shape,
  'If-Match': z
    .string()
    .optional()
    .describe(
      '`ETag` of the preview, or `revision` of the optional feature. If anything changed since, the request fails with 412.',
    ),
});

interface ResponseHeader {
  schema: z.ZodType;
  description: string;
  /** Whether every response that declares the header has it. */
  required: boolean;
}

/** Documented response headers. */
export const responseHeaders = {
  'API-Version': {
    schema: z.iso.date(),
    description: 'Date of the API version.',
    required: true,
  },
  'X-Request-Id': {
    schema: z.string().regex(/^req_[0-9a-z]{26}$/),
    description: 'ID of the request in the server’s logs.',
    required: true,
  },
  'Cache-Control': {
    schema: z.string(),
    description: 'Responses are private and must be revalidated.',
    required: true,
  },
  'Retry-After': {
    schema: z.int().min(1),
    description: 'Number of seconds to wait before retrying.',
    required: true,
  },
  ETag: {
    schema: z.string().regex(/^"[^"]+"$/),
    description:
      'Identifies this version of the response. Send it as `If-None-Match` to check whether the response has changed. ' +
      'The `ETag` of a preview is its revision: send it as `If-Match` with the switch.',
    required: true,
  },
  'Idempotent-Replayed': {
    schema: z.literal('true'),
    description:
      'Present if this is the stored response of an earlier successful request with the same `Idempotency-Key`.',
    required: false,
  },
  'Content-Encoding': {
    schema: z.enum(['br', 'gzip']),
    description: 'Compression of the body, if `Accept-Encoding` allows it.',
    required: false,
  },
  'Content-Language': {
    schema: z.string(),
    description:
      'Language of the texts of the catalog, a BCP 47 tag. Absent if it is that of a price list that does not state it.',
    required: false,
  },
  'WWW-Authenticate': {
    schema: z.string(),
    description: 'Authentication scheme to use.',
    required: true,
  },
  'Content-Disposition': {
    schema: z.string(),
    description: 'File name, if the response is a file.',
    required: false,
  },
  RateLimit: {
    schema: z.string(),
    description: 'Remaining requests (`r`) and seconds until the window resets (`t`), per policy.',
    required: false,
  },
  'RateLimit-Policy': {
    schema: z.string(),
    description: 'Requests per window (`q`) and length of the window in seconds (`w`), per policy.',
    required: false,
  },
} satisfies Record<string, ResponseHeader>;

export type ResponseHeaderName = keyof typeof responseHeaders;

/** Headers of every response, including errors. */
export const commonHeaders: ResponseHeaderName[] = [
  'API-Version',
  'X-Request-Id',
  'Cache-Control',
  'RateLimit',
  'RateLimit-Policy',
];
