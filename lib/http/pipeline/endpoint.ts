import type { ServerResponse } from 'node:http';
import type { ZodObject, z } from 'zod';
import { httpMethods } from '@/lib/contract/enums';
import { ApiError, apiErrors } from '@/lib/contract/errors';
import type { Callers, Operation } from '@/lib/contract/operations/operation';
import type { PathParameters } from '@/lib/contract/operations/path-parameters';
import {
  type AppCaller,
  asMember,
  type Caller,
  type CallerOf,
  requireApp,
  requireCaller,
} from '@/lib/domain/caller';
import type { Service } from '@/lib/domain/service';
import { executeOnce, type IdempotentRequest } from '@/lib/domain/subscription/execute-once';
import { toApiError } from '@/lib/domain/to-api-error';
import { logRequest } from '@/lib/server/process/log';
import {
  createRequestContext,
  type RequestContext,
  startForSender,
} from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';
import {
  assertNotCrossSite,
  authenticate,
  identifiedCallers,
  type RequestHeaders,
  readSecret,
} from './authenticate';
import { startCors } from './cors';
import { actForPerson } from './parse-actor';
import { parseFields, parseIdempotency, parseQuery } from './parse-request';
import { countFailure, limitByAccount, limitBySender } from './rate-limiting';
import { countLargeBody, readBody } from './read-body';
import {
  type ApiResponse,
  type CompleteResponse,
  completeResponse,
  countBytes,
  errorResponse,
  jsonTextResponse,
  toWebResponse,
} from './response';
import { countUnread, exceedsUnread } from './unread-responses';

type Method = (typeof httpMethods)[number];
export type Params = Record<string, string | string[] | undefined>;
export type Handler = (request: Request, params: Params, context: RequestContext) => Promise<ApiResponse>;

/** What a request is handled with. Next has no `outgoing`, on which the response is sent. */
interface RouteContext {
  params: Params | Promise<Params>;
  outgoing?: ServerResponse | undefined;
}

type Responder<R> = (request: Request, context: RouteContext) => Promise<R>;

/** What responds to all methods of a path. */
export interface Endpoint extends Responder<Response> {
  /** Pattern of the path: `/api/app/versions/:id`. */
  path: string;
  /** For the API server, which needs no web-standard response. To create one takes longer than a cached response. */
  complete: Responder<CompleteResponse>;
}

/** A method of a path, and what handles it. */
export interface Route {
  method: Method | 'any';
  path: string;
  handler: Handler;
  /** Of a path that has the requests and responses of another protocol than the API. */
  protocol?: Protocol;
}

/** What another protocol has instead of the credentials and error bodies of the API. */
export interface Protocol {
  /** The headers of a request with its credentials as those of the API. */
  readHeaders: (headers: Headers) => Headers;
  /** The response to an error, made from that of the API, which has the status and the headers. */
  respondToError: (response: ApiResponse, error: ApiError, params: Params) => ApiResponse;
}

export type Fields = ZodObject | undefined;
export type Parsed<F extends Fields> = F extends ZodObject ? z.output<F> : undefined;

/** A caller of an operation, which has an app. */
export type ReaderOf<C> = C extends Callers ? CallerOf<C> & AppCaller : never;

/** What the handler of an operation gets after the checks. */
export interface OperationInput<
  C = Callers,
  Path extends string = string,
  Q extends Fields = Fields,
  B extends Fields = Fields,
> {
  service: Service;
  caller: C extends Callers ? CallerOf<C> : never;
  params: PathParameters<Path>;
  query: Parsed<Q>;
  body: Parsed<B>;
  headers: Headers;
}

/**
 * Adds the checks of an operation to its handler. They run in the order of the API's errors (docs/spec.md). Errors about the
 * account that a key names (400, 404) are therefore thrown after the body has been read.
 */
export function handle(
  operation: Operation<string, Callers>,
  handleOperation: (input: OperationInput) => Promise<ApiResponse>,
): Handler {
  const { method, path, pathParameters, query: querySchema, isSwitch = false, isSlow = false } = operation;
  const requestHeaders = operation.headers?.shape ?? {};
  // Switches store more than their response, in a transaction of their own.
  const isIdempotent = !isSwitch && 'Idempotency-Key' in requestHeaders;
  const hasActor = 'X-Actor' in requestHeaders;
  return async (request, rawParams, context) => {
    const { headers } = request;
    await context.addressLimit;
    const [authorized, accountError] = await authorize(operation, headers, context);
    await limitByAccount(context, isSwitch);
    const appId = context.caller?.app?.id ?? '';
    const release = operation.body && countLargeBody(headers, operation.body, appId);
    try {
      const getBody = operation.body && (await readBody(request, operation.body, appId));
      const query = querySchema && parseQuery(querySchema, request.url);
      const body = getBody?.();
      const params = pathParameters && parseFields(pathParameters, rawParams);
      if (accountError) throw accountError;
      const named = hasActor ? actForPerson(authorized, headers) : authorized;
      const caller = context.asMember ? asMember(named) : named;
      const service = getService();
      const work = (using: Service) =>
        handleOperation({ service: using, caller, params, query, body, headers });
      const idempotency = isIdempotent ? parseIdempotency(headers, [method, path, params, body]) : null;
      const once = idempotency && { ...idempotency, isSlow, secret: readSecret(headers) };
      const start = () => service.health.guard(once ? workOnce(service, context, once, work) : work(service));
      return await (method === 'GET' ? start() : startForSender(context, start));
    } finally {
      release?.();
    }
  };
}

/** Responds as the first request with this `Idempotency-Key` did, if there was one. */
async function workOnce(
  service: Service,
  { caller }: RequestContext,
  request: IdempotentRequest,
  work: (service: Service) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { replayed, status, body } = await executeOnce(
    service,
    requireApp(caller as Caller),
    request,
    async (using) => {
      const response = await work(using);
      return { status: response.status, body: String(response.body) };
    },
  );
  const response = jsonTextResponse(body, replayed ? { 'Idempotent-Replayed': 'true' } : {});
  return { ...response, status };
}

/**
 * Identifies the caller. Returns, instead of throwing, an error about the account that the request names. For an operation with a
 * method, throws 403 for a change with a key that can only read, or from another site.
 */
export async function authorize<C extends Callers>(
  {
    callers,
    forbidden,
    method = 'GET',
  }: Pick<Operation<string, C>, 'callers' | 'forbidden'> & {
    method?: Method;
  },
  headers: RequestHeaders,
  context: RequestContext,
): Promise<[caller: CallerOf<C>, error: null] | [caller: null, error: ApiError]> {
  let authorized: [CallerOf<C>, null] | [null, ApiError];
  try {
    const known = headers === context.headers ? context.known : null;
    context.caller = known ?? (await authenticate(headers));
    authorized = [requireCaller(context.caller, callers, forbidden), null];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (![400, 404].includes(apiErrors[error.code].status)) {
      if (error.code === 'unauthenticated' && context.caller === null) await countFailure(context, headers);
      throw error;
    }
    authorized = [null, error];
  }
  if (method !== 'GET') {
    assertNotCrossSite(headers);
    if (context.caller?.readOnly) throw new ApiError('forbidden', 'The API key can only read.');
  }
  return authorized;
}

/**
 * Creates the endpoint of the methods of a path. A method without a handler gets 405 with `Allow`, unless there is a handler for
 * `any`. HEAD is handled as GET, and a preflight of an allowed origin succeeds, without being counted against rate limits.
 * Requests can have methods that Next does not support.
 */
export function createEndpoint(routes: [Route, ...Route[]]): Endpoint {
  const [{ path: route, protocol }] = routes;
  const handlers = new Map<string, Handler>(routes.map(({ method, handler }) => [method, handler]));
  const get = handlers.get('GET');
  if (get) handlers.set('HEAD', get);
  const allowed = httpMethods.filter((method) => handlers.has(method)).join(', ');
  const hasCors = route.startsWith('/api/') || protocol !== undefined;
  const rejectMethod: Handler = async ({ method }) => {
    throw new ApiError('method_not_allowed', `${method} is not allowed. Allowed methods: ${allowed}.`);
  };
  const complete: Responder<CompleteResponse> = async (request, { params, outgoing }) => {
    const { method } = request;
    const headers = protocol?.readHeaders(request.headers) ?? request.headers;
    const context = createRequestContext(route, method, headers);
    const cors = hasCors ? startCors(headers) : null;
    const preflight = await cors?.respondToPreflight(request, allowed || httpMethods.join(', '));
    if (preflight) {
      logRequest(context, { status: preflight.status });
      return completeResponse(preflight, context, headers);
    }
    context.known = (outgoing && identifiedCallers.get(outgoing)) ?? null;
    context.addressLimit = limitBySender(context);
    // An exceeded limit is reported where the handler waits for it.
    context.addressLimit?.catch(() => {});
    const handler = handlers.get(method) ?? handlers.get('any') ?? rejectMethod;
    const response = await handleErrors(
      context,
      async () => {
        // A call of a tool can make a change: it is not rejected after it.
        if (protocol) assertReads(outgoing);
        const found = await handler(request, await params, context);
        const bytes = method === 'HEAD' ? 0 : countBytes(found);
        if (method === 'GET') assertReads(outgoing, bytes);
        if (outgoing) countUnread(outgoing, bytes);
        return found;
      },
      async (error) => {
        const errored = errorResponse(error, context.id);
        return protocol?.respondToError(errored, error, await params) ?? errored;
      },
    );
    if (response.status === 405) response.headers.Allow = allowed;
    const corsHeaders = await cors?.createHeaders(context.caller);
    return completeResponse(response, context, headers, corsHeaders);
  };
  const respondToWeb: Responder<Response> = async (request, context) =>
    toWebResponse(await complete(request, context));
  return Object.assign(respondToWeb, { path: route, complete });
}

/** The exports of a route file of Next, which calls the function of the method. */
export function exportMethods<R>(handler: R): Record<Method, R> {
  return Object.fromEntries(httpMethods.map((method) => [method, handler])) as Record<Method, R>;
}

/** Throws 429 for a client that has not read its responses. */
function assertReads(outgoing: ServerResponse | undefined, bytes?: number): void {
  if (!outgoing || !exceedsUnread(outgoing, bytes)) return;
  throw new ApiError('too_many_requests', 'Read the responses to your other requests, and try again.');
}

/** Runs a handler, turns what it throws into an error response, and logs the request. */
async function handleErrors(
  context: RequestContext,
  handler: () => Promise<ApiResponse>,
  respondToError: (error: ApiError) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  let response: ApiResponse;
  let code: string | undefined;
  try {
    response = await handler();
  } catch (thrown) {
    const error = toApiError(thrown);
    code = error.code;
    // The cause of a 4xx error is not logged: it can quote the request.
    if (apiErrors[error.code].status >= 500) context.error = error.cause;
    response = await respondToError(error);
  }
  // A handler that did not wait for the address limit still sends its headers.
  await context.addressLimit?.catch(() => {});
  logRequest(context, { status: response.status, code });
  return response;
}
