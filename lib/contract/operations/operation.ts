import { type ZodObject, type ZodType, z } from 'zod';
import { type Role, roles } from '../current-user';
import type { httpMethods } from '../enums';
import { ApiError, type ApiErrorCode, type FieldError, fieldErrorCodes, maxFieldErrors } from '../errors';
import type { ResponseHeaderName } from '../headers';
import type { tagDescriptions } from '../openapi/introduction';
import { listPathParameters } from './path-parameters';

/**
 * Who can call an operation, by what it needs: the catalog, for everyone, also visitors; an account, for users with one of the
 * roles; something of an account, for the same, where an app key need not name the account; the app, for staff with one of the
 * roles. App keys can call all operations.
 */
export type Callers =
  | { scope: 'catalog' }
  | { scope: 'account' | 'account_item'; roles: readonly Role[] }
  | { scope: 'app'; roles: readonly Role[] };

/** A visitor without credentials, a role of an API key or session, or an app key. */
export type CallerKind = 'visitor' | Role | 'app_key';

/** The callers of an operation, those with the fewest rights first. */
export function listCallers(callers: Operation['callers']): CallerKind[] {
  if (callers === 'anyone' || callers.scope === 'catalog') return ['visitor', ...roles, 'app_key'];
  return [...roles.filter((role) => callers.roles.includes(role)), 'app_key'];
}

type Fields = ZodObject | undefined;

interface Example {
  summary: string;
  value: unknown;
}

/** A successful response. One to `If-None-Match`, 304, is not declared. */
export interface OperationResponse {
  /** The default is 200. */
  status?: 201;
  description: string;
  /** Headers in addition to `commonHeaders`, and to those that follow from the headers of the request. */
  headers?: ResponseHeaderName[];
  schema: ZodType;
  examples: Record<string, Example>;
  /** An example of the response as `text/csv`. */
  csv?: Example;
}

/**
 * An API operation. Routing, authorization, validation and the OpenAPI document come from it. lib/http/handlers has its
 * handler.
 */
export interface Operation<
  Path extends string = string,
  C extends Callers | 'anyone' = Callers | 'anyone',
  Q extends Fields = Fields,
  B extends Fields = Fields,
> {
  method: Exclude<(typeof httpMethods)[number], 'HEAD' | 'OPTIONS'>;
  /** A pattern such as `/api/app/versions/:id`. */
  path: Path;
  tag: keyof typeof tagDescriptions;
  summary: string;
  description: string;
  /** It is `anyone` for an operation that does not identify the caller. */
  callers: C;
  /** The message of 403 for other roles, if the usual one does not fit. */
  forbidden?: string;
  /** Whether requests also count against the rate limit of switches. */
  isSwitch?: boolean;
  /** Whether it waits for another server. */
  isSlow?: boolean;
  /** The schema of the parameters of the path. Those of `path-parameters.ts` need not be declared. */
  pathParameters?: ZodObject<Record<string, ZodType<string>>>;
  query?: Q;
  headers?: ZodObject;
  /** `maxBytes` is set if the usual limit does not fit. */
  body?: { schema: B; examples: Record<string, Example>; maxBytes?: number };
  responses: OperationResponse[];
  /** Error codes in addition to those that follow from the other fields (`listErrors`). */
  errors?: ApiErrorCode[];
  /** Validation errors for the examples of 400 responses. */
  sampleFieldErrors?: FieldError[];
  /** Parameters of the request that the first example response belongs to, except those of its path. */
  sampleParameters?: Record<string, string>;
}

/** Declares an operation, with the types of its callers and fields, and adds what follows from its path. */
export function defineOperation<
  const Path extends string,
  const C extends Callers | 'anyone',
  Q extends Fields = undefined,
  B extends Fields = undefined,
>(operation: Operation<Path, C, Q, B>): Operation<Path, C, Q, B> {
  const parameters = listPathParameters(operation.path);
  if (parameters.length === 0) return operation;
  const pick = <Value>(get: (parameter: (typeof parameters)[number]) => Value) =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, get(parameter)]));
  return {
    pathParameters: z.object(pick(({ schema }) => schema)),
    ...operation,
    sampleParameters: { ...pick(({ sample }) => sample), ...operation.sampleParameters },
    errors: [...parameters.flatMap(({ error = [] }) => error), ...(operation.errors ?? [])],
  };
}

/** A successful response. */
export function succeed(
  description: string,
  schema: ZodType,
  examples: OperationResponse['examples'],
  options: Pick<OperationResponse, 'status' | 'headers' | 'csv'> = {},
): OperationResponse[] {
  return [{ description, schema, examples, ...options }];
}

/** An example of a body with an envelope. */
export function example(summary: string, fields: object): Example {
  return { summary, value: { success: true, message: '', ...fields } };
}

/** A successful response with one example, a body with an envelope. */
export function succeedWith(
  description: string,
  schema: ZodType,
  fields: object,
  options?: Pick<OperationResponse, 'status' | 'headers'>,
): OperationResponse[] {
  return succeed(description, schema, { success: example(description, fields) }, options);
}

/** All error codes that an operation can return. */
export function listErrors(operation: Operation): ApiErrorCode[] {
  const { method, callers, query, headers, body, errors = [] } = operation;
  if (callers === 'anyone') return ['parameter_invalid', 'internal_error', ...errors];
  const headerFields = headers?.shape ?? {};
  const needsAccount = callers.scope === 'account' || callers.scope === 'account_item';
  // A key of support names the person.
  const needsActor =
    callers.scope !== 'catalog' && callers.roles.includes('support') && 'X-Actor' in headerFields;
  const hasRequiredField = [query, body?.schema].some((schema) => schema?.safeParse({}).success === false);
  return [
    ...callerErrors,
    ...(method === 'GET' ? [] : ['cross_site' as const]),
    ...(body ? bodyErrors : []),
    ...(needsAccount || needsActor || hasRequiredField ? ['parameter_missing' as const] : []),
    ...('If-Match' in headerFields && !errors.includes('edition_stale') ? ['preview_stale' as const] : []),
    ...('Idempotency-Key' in headerFields ? (['idempotency_key_reused', 'switch_conflict'] as const) : []),
    ...errors,
  ];
}

const callerErrors: ApiErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'account_not_found',
  'headers_too_large',
  'parameter_invalid',
  'service_unavailable',
  'internal_error',
];

const bodyErrors: ApiErrorCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'request_timeout',
  'invalid_json',
  'parameter_unknown',
];

/** The 400 error for a field. */
export function fieldError(error: FieldError): ApiError {
  return fieldErrors([error]);
}

/**
 * The 400 error for at least one field: missing fields first, then invalid, then unknown ones. It lists the first
 * `maxFieldErrors`, and counts the others. `more` are counted without being in `errors`.
 */
export function fieldErrors(errors: FieldError[], more = 0): ApiError {
  const listed = errors
    .toSorted((a, b) => fieldErrorCodes.indexOf(a.code) - fieldErrorCodes.indexOf(b.code))
    .slice(0, maxFieldErrors);
  const moreErrors = errors.length - listed.length + more;
  const messages = listed.map(({ message }) => message);
  if (moreErrors > 0) messages.push(`${moreErrors.toLocaleString('en')} more fields are not valid.`);
  return new ApiError(listed[0]!.code, messages.join(' '), {
    errors: listed,
    ...(moreErrors > 0 && { moreErrors }),
  });
}

export function missingParameter(name: string): FieldError {
  const field = shortenName(name);
  return { field, code: 'parameter_missing', message: `${field} is required.` };
}

export function invalidParameter(name: string, reason: string): FieldError {
  const field = shortenName(name);
  return { field, code: 'parameter_invalid', message: `${field}: ${reason}.` };
}

export function unknownParameter(name: string): FieldError {
  const field = shortenName(name);
  return { field, code: 'parameter_unknown', message: `${field} is not a known field.` };
}

/** Fields that a request names can have names of megabytes. */
function shortenName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

const maxNameLength = 255;
