import { z } from 'zod';

/** Header that an app key adds to act for one account. */
export const accountHeaderSchema = z.object({
  'X-Account-Id': z
    .string()
    .optional()
    .describe('With a key of the app: the account it acts for (`acc_…`). Other callers have one already.'),
});

/** Headers of a read that whoever asks may have already. */
export const readHeadersSchema = accountHeaderSchema.extend({
  'If-None-Match': z
    .string()
    .optional()
    .describe('The `ETag` of an answer that was kept: if nothing changed, 304 says so without a body.'),
});

/** Headers of a switch. */
export const switchHeadersSchema = accountHeaderSchema.extend({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Any text of your own. The same key and body within 24 hours is one switch, however often sent.',
    ),
  'If-Match': z
    .string()
    .optional()
    .describe('The `ETag` of the preview that was agreed to. A switch of anything else is refused.'),
});

interface ResponseHeader {
  schema: z.ZodType;
  description: string;
  /** Whether each answer that may have it does. */
  always: boolean;
}

/** Headers of answers that a program can rely on. */
export const responseHeaders = {
  'API-Version': {
    schema: z.iso.date(),
    description: 'Date of the contract that was answered by.',
    always: true,
  },
  'X-Request-Id': {
    schema: z.string().regex(/^req_[0-9a-z]{26}$/),
    description: 'Names this request in our logs.',
    always: true,
  },
  'Cache-Control': {
    schema: z.string(),
    description: 'Answers are for one caller, and have to be asked for again.',
    always: true,
  },
  'Retry-After': {
    schema: z.int().min(1),
    description: 'Seconds after which the same request may succeed.',
    always: true,
  },
  ETag: {
    schema: z.string().regex(/^"[^"]+"$/),
    description:
      'Names exactly this answer: send it as `If-None-Match` to hear only whether it is another by now. With a preview, ' +
      'the revision of what it was decided on: send it as `If-Match` with the switch.',
    always: true,
  },
  'Idempotent-Replayed': {
    schema: z.literal('true'),
    description: 'There where this is the first answer to the same `Idempotency-Key` again.',
    always: false,
  },
  'Content-Encoding': {
    schema: z.enum(['br', 'gzip']),
    description: 'How the body is packed, where `Accept-Encoding` allows it.',
    always: false,
  },
  'WWW-Authenticate': {
    schema: z.string(),
    description: 'How to say who is asking.',
    always: true,
  },
  Allow: {
    schema: z.string(),
    description: 'The methods that the address has.',
    always: true,
  },
  'Content-Disposition': {
    schema: z.string(),
    description: 'Where the answer is a file: its name.',
    always: false,
  },
  RateLimit: {
    schema: z.string(),
    description: 'How many requests are left (`r`), and in how many seconds there are more (`t`), by policy.',
    always: false,
  },
  'RateLimit-Policy': {
    schema: z.string(),
    description:
      'The policies this request counted against: so many requests (`q`) in so many seconds (`w`).',
    always: false,
  },
} satisfies Record<string, ResponseHeader>;

export type ResponseHeaderName = keyof typeof responseHeaders;

/** Headers of every answer, also of a refusal. */
export const commonHeaders: ResponseHeaderName[] = [
  'API-Version',
  'X-Request-Id',
  'Cache-Control',
  'RateLimit',
  'RateLimit-Policy',
];
