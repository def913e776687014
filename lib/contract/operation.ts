import type { ZodObject, ZodType } from 'zod';
import type { FieldError, ProblemCode } from './errors';
import type { ResponseHeaderName } from './headers';

/** A visitor, a role (by key or by session), or the app's own key. */
export type CallerKind = 'visitor' | 'member' | 'owner' | 'product' | 'app_key';

/** A value that shows what a schema describes. */
export interface Example {
  summary: string;
  value: unknown;
}

/** A successful answer. */
export interface Answer {
  status: 200 | 201 | 304;
  description: string;
  /** Beside those of every answer. */
  headers?: ResponseHeaderName[];
  /** By media type. */
  content: Record<string, { schema: ZodType; examples: Record<string, Example> }>;
}

/** One method of one address, as the description tells it and the tests hold the server to it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT';
  /** Below `/api`, parameters in braces. */
  path: string;
  /** Whether it answers at the origin too, as the spec has it. */
  atOrigin: boolean;
  id: string;
  tag: 'Versions' | 'History' | 'Host back end' | 'Description';
  summary: string;
  description: string;
  callers: CallerKind[];
  pathParameters?: ZodObject;
  query?: ZodObject;
  headers?: ZodObject;
  body?: { schema: ZodType; examples: Record<string, Example> };
  answers: Answer[];
  /** Each refusal it can answer with. */
  problems: ProblemCode[];
  /** What its refusals of fields look like, for the examples. */
  faults?: FieldError[];
  /** Parameters of a request that the first answer's first example answers. */
  sample: Record<string, string>;
}

/** To whoever has the answer already. */
export const notModified: Answer = {
  status: 304,
  description: 'What was kept is still right.',
  headers: ['ETag'],
  content: {},
};

/** Refusals of any request that has to say who is asking. */
export const callerProblems: ProblemCode[] = [
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'account_not_found',
  'service_unavailable',
  'internal_error',
];

/** Refusals of a body. */
export const bodyProblems: ProblemCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'invalid_json',
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
];

/** What is wrong with one field. */
export function missing(field: string): FieldError {
  return { field, code: 'parameter_missing', message: `${field} is required.` };
}

export function invalid(field: string, reason: string): FieldError {
  return { field, code: 'parameter_invalid', message: `${field}: ${reason}.` };
}

export function unknown(field: string): FieldError {
  return { field, code: 'parameter_unknown', message: `${field} is not a field of this request.` };
}

/** An app key that names no account, where one is needed. */
export const accountMissing: FieldError = {
  field: 'X-Account-Id',
  code: 'parameter_missing',
  message: 'Name the account this is for in X-Account-Id.',
};
