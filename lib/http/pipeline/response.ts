import type { ServerResponse } from 'node:http';
import { type ApiError, apiErrors, type ProblemBody } from '@/lib/contract/errors';
import { apiVersion } from '@/lib/contract/headers';
import { logBodyError } from '@/lib/server/process/log';
import type { RequestContext } from '@/lib/server/process/request-context';
import { toEnvelope } from '../serializers/serializers';
import { isSecure, type RequestHeaders } from './authenticate';
import { rateLimitHeaders } from './rate-limiting';
import { securityHeaders } from './security-headers';

/** A response before the headers that every response has. */
export interface ApiResponse {
  status: number;
  /** These replace headers of the same name that every response has. */
  headers: Record<string, string>;
  /** `Set-Cookie` headers, for a response with several. */
  cookies?: string[];
  /** A generator creates the body in parts while the client reads it. */
  body: string | Uint8Array<ArrayBuffer> | AsyncGenerator<string> | null;
}

/** A response with a body in memory. */
export interface BufferedResponse extends ApiResponse {
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** A response with all its headers. */
export interface CompleteResponse {
  status: number;
  /** Names in lower case and values, in turn, as `writeHead` takes them. */
  rawHeaders: string[];
  body: BufferedResponse['body'] | ReadableStream;
}

/** A response with a JSON body, and what its text is made of, for pages. */
export interface JsonResponse<Content> extends ApiResponse {
  content: Content;
}

/** A 200 response with a JSON body. */
export function jsonResponse<Content>(
  content: Content,
  headers: Record<string, string> = {},
): JsonResponse<Content> {
  return { ...jsonTextResponse(JSON.stringify(content), headers), content };
}

/** A 200 response with a body that is JSON text already. */
export function jsonTextResponse(body: string, headers: Record<string, string> = {}): ApiResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** A 200 response with data in an envelope. */
export function dataResponse<Data>(data: Data, message = '') {
  return jsonResponse(toEnvelope(data, message));
}

/** The same with the status 201, of what was created. */
export function createdResponse(data: unknown): ApiResponse {
  return { ...dataResponse(data), status: 201 };
}

/** A 303 redirect after a form was posted. */
export function redirectResponse(path: string, headers: Record<string, string> = {}): ApiResponse {
  return { status: 303, headers: { ...headers, Location: path }, body: null };
}

/** The response to an error. */
export function errorResponse(error: ApiError, requestId: string): ApiResponse {
  const { status } = apiErrors[error.code];
  const retryAfter = error.retryAfter ?? ([409, 429, 503].includes(status) ? 1 : null);
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
      // The rest of the body may still be sent.
      ...(status === 408 && { Connection: 'close' }),
    },
    body: JSON.stringify(serializeError(error, requestId)),
  };
}

/** The body of every error: RFC 9457 and the spec's envelope (2.1, 7) at once. */
function serializeError(
  { code, message, errors, moreErrors, data }: ApiError,
  requestId: string,
): ProblemBody {
  const { status, title } = apiErrors[code];
  return {
    success: false,
    message,
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    ...(errors && { errors }),
    ...(moreErrors !== undefined && { more_errors: moreErrors }),
    ...(data && { data: { ...data } }),
    request_id: requestId,
  };
}

/** The size of a body in memory, of a text in characters. A body that is created in parts has none. */
export function countBytes({ body }: ApiResponse): number {
  return body === null || (typeof body !== 'string' && 'return' in body) ? 0 : body.length;
}

/** Adds the headers that every API response has, and those for CORS, if any. A response to HEAD has no body. */
export function completeResponse(
  response: ApiResponse,
  context: RequestContext,
  request: RequestHeaders,
  corsHeaders: Record<string, string> | null = null,
): CompleteResponse {
  const rawHeaders = [...getRawHeaders(response, isSecure(request.get('x-forwarded-proto')))];
  if (corsHeaders) addRawHeaders(rawHeaders, corsHeaders);
  addRawHeaders(rawHeaders, rateLimitHeaders(context.rateLimits));
  for (const cookie of response.cookies ?? []) rawHeaders.push('set-cookie', cookie);
  rawHeaders.push('x-request-id', context.id);
  return { status: response.status, rawHeaders, body: completeBody(response.body, context) };
}

/** The headers that do not depend on the request, and by response, because cached ones are the same object, all merged. */
const plain = { headers: createCommonHeaders(false), merged: new WeakMap<ApiResponse, string[]>() };
const secured = { headers: createCommonHeaders(true), merged: new WeakMap<ApiResponse, string[]>() };

function getRawHeaders(response: ApiResponse, secure: boolean): string[] {
  const { headers, merged } = secure ? secured : plain;
  let rawHeaders = merged.get(response);
  if (!rawHeaders) {
    rawHeaders = [];
    addRawHeaders(rawHeaders, { ...headers, ...response.headers });
    merged.set(response, rawHeaders);
  }
  return rawHeaders;
}

function addRawHeaders(rawHeaders: string[], headers: Record<string, string>): void {
  for (const name in headers) rawHeaders.push(name.toLowerCase(), headers[name] ?? '');
}

/** Sends a response with a body in memory. Returns false for any other. */
export function sendResponse(
  { status, rawHeaders, body }: CompleteResponse,
  outgoing: ServerResponse,
): boolean {
  if (body instanceof ReadableStream) return false;
  if (body !== null) rawHeaders.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, rawHeaders).end(body);
  return true;
}

export function toWebResponse({ status, rawHeaders, body }: CompleteResponse): Response {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return new Response(body, { status, headers });
}

function completeBody(body: ApiResponse['body'], context: RequestContext): CompleteResponse['body'] {
  const isHead = context.method === 'HEAD';
  if (body === null || typeof body === 'string' || !('return' in body)) return isHead ? null : body;
  if (!isHead) return createBodyStream(body, (error) => logBodyError(context, error));
  void body.return(undefined);
  return null;
}

/** A stream whose parts are created when they are read. `onError` is called with an error of the generator. */
export function createBodyStream(
  parts: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          onError(error);
          throw error;
        }
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    // Without it, a part would be created before the first read.
    { highWaterMark: 0 },
  );
}

function createCommonHeaders(secure: boolean): Record<string, string> {
  return {
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...securityHeaders(secure),
    Vary: 'Authorization, Cookie, X-Account-Id, Accept, Accept-Encoding, Accept-Language, Origin',
    'API-Version': apiVersion,
  };
}
