import type { ZodObject, ZodType } from 'zod';
import type { ApiErrorCode, FieldError } from '../errors';
import type { ResponseHeaderName } from '../headers';

/** A visitor without credentials, a role of an API key or session, or an app key. */
export type CallerKind = 'visitor' | 'member' | 'owner' | 'product' | 'app_key';

interface Example {
  summary: string;
  value: unknown;
}

/** A successful response. */
export interface OperationResponse {
  status: 200 | 201 | 304;
  description: string;
  /** Headers in addition to `commonHeaders`. */
  headers?: ResponseHeaderName[];
  /** By media type. */
  content: Record<string, { schema: ZodType; examples: Record<string, Example> }>;
}

/** An API operation. The OpenAPI document is generated from it, and the tests check the server against it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api`, with parameters in braces. */
  path: string;
  /** Whether the path is also available without `/api`, as in the spec. */
  atOrigin: boolean;
  /** The OpenAPI `operationId`. */
  id: string;
  tag:
    | 'Versions'
    | 'Optional features'
    | 'History'
    | 'Features'
    | 'Accounts'
    | 'Events'
    | 'Webhooks'
    | 'OpenAPI';
  summary: string;
  description: string;
  callers: CallerKind[];
  pathParameters?: ZodObject;
  query?: ZodObject;
  headers?: ZodObject;
  body?: { schema: ZodType; examples: Record<string, Example> };
  responses: OperationResponse[];
  /** All error codes that the operation can return. */
  errors: ApiErrorCode[];
  /** Validation errors for the examples of 400 responses. */
  sampleFieldErrors?: FieldError[];
  /** Parameters of the request that the first example response belongs to. */
  sampleParameters: Record<string, string>;
}

export const notModifiedResponse: OperationResponse = {
  status: 304,
  description: 'Not modified.',
  headers: ['ETag'],
  content: {},
};

/** Errors of every operation that identifies the caller. */
export const callerErrors: ApiErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'account_not_found',
  'service_unavailable',
  'internal_error',
];

/** Errors of every operation with a request body. */
export const bodyErrors: ApiErrorCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'request_timeout',
  'invalid_json',
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
];

export function missingParameter(field: string): FieldError {
  return { field, code: 'parameter_missing', message: `${field} is required.` };
}

export function invalidParameter(field: string, reason: string): FieldError {
  return { field, code: 'parameter_invalid', message: `${field}: ${reason}.` };
}

export function unknownParameter(field: string): FieldError {
  return { field, code: 'parameter_unknown', message: `${field} is not a known field.` };
}

/** For an app key without `X-Account-Id`. */
export const missingAccountId: FieldError = missingParameter('X-Account-Id');
