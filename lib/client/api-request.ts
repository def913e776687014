import type { ApiErrorCode, ProblemBody } from '@/lib/contract/errors';
import type { Operation } from '@/lib/contract/operations/operation';
import { frameHooks } from './frame-hooks';

/** The API responded with an error. `message` is the API's and can be shown to users. */
export class ApiRequestError extends Error {
  override readonly name = 'ApiRequestError';
  readonly code: ApiErrorCode;
  readonly status: number;
  /** Seconds from the `Retry-After` header. */
  readonly retryAfter: number | null;

  constructor(body: ProblemBody, retryAfter: number | null) {
    super(body.message);
    this.code = body.code;
    this.status = body.status;
    this.retryAfter = retryAfter;
  }
}

/** No complete response: no network, a broken connection or a timeout. The server may have processed the request. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The response is not from the API: a gateway's error page, a captive portal, a truncated body. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';

  constructor(status: number) {
    super(`Unexpected response with status ${status}`);
  }
}

/** Whether the server may have processed a write that failed with this error. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ApiRequestError) return error.status >= 500;
  return error instanceof NetworkError || error instanceof UnexpectedResponseError;
}

/** Whether a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return isOutcomeUnknown(error) || (error instanceof ApiRequestError && error.status === 429);
}

/** The cause to show for a failed request. The texts are in the components. */
export function classifyRequestError(error: unknown): 'offline' | 'unreachable' | 'unknown' {
  if (typeof navigator !== 'undefined' && !navigator.onLine) return 'offline';
  if (error instanceof NetworkError || error instanceof UnexpectedResponseError) return 'unreachable';
  return 'unknown';
}

/** Longer than any server timeout, so that the server's own error arrives first. */
const defaultTimeoutMs = 15_000;

interface RequestOptions {
  method?: Operation['method'];
  body?: unknown;
  headers?: Record<string, string | undefined>;
  /** ID of the account that staff act for. The default is that of the session. */
  account?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/**
 * Requests the API: of this origin, or with an absolute URL of another one. Throws `ApiRequestError`, `NetworkError` or
 * `UnexpectedResponseError`.
 */
export async function requestApi<Body>(path: string, options: RequestOptions = {}): Promise<Body> {
  let response = await sendRequest(path, options);
  if (response.status === 401 && (await frameHooks.authorization?.renew()))
    response = await sendRequest(path, options);
  const body = await readJson(response, options.signal);
  if (response.ok && body !== undefined) return body as Body;
  if (isErrorBody(body)) throw new ApiRequestError(body, readRetryAfter(response));
  throw new UnexpectedResponseError(response.status);
}

/** Requests the API as `requestApi` does. Returns `data` of the envelope. */
export async function requestData<Data>(path: string, options?: RequestOptions): Promise<Data> {
  return (await requestApi<{ data: Data }>(path, options)).data;
}

/** The `queryFn` of a query that reads a path, for the account of its client. */
export function readPath<Body>(path: string, options?: Pick<RequestOptions, 'timeoutMs'>) {
  return ({ signal }: { signal: AbortSignal }) => requestApi<Body>(path, { ...options, signal });
}

/** A path with the parameters that are not empty. */
export function addQuery(path: string, params: Record<string, string | number | null | undefined>): string {
  const entries = Object.entries(params).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path;
}

async function sendRequest(
  path: string,
  { method = 'GET', body, headers, account, signal, timeoutMs = defaultTimeoutMs }: RequestOptions,
): Promise<Response> {
  const authorizationHeaders = await frameHooks.authorization?.getHeaders();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...omitEmptyHeaders({
          'Accept-Language': frameHooks.language ?? undefined,
          'X-Account-Id': account,
          ...headers,
        }),
        ...authorizationHeaders,
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: authorizationHeaders ? 'omit' : 'same-origin',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    // React Query expects its own reason from a query that it aborted.
    if (signal?.aborted) throw error;
    throw new NetworkError('No response', { cause: error });
  }
}

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('Incomplete response', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ProblemBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  );
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds;
}

function omitEmptyHeaders(headers: Record<string, string | undefined> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => !!entry[1]));
}
