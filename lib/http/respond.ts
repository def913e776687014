import { apiVersion } from '@/lib/contract/api-version';
import { type Problem, problems } from '@/lib/contract/errors';
import type { ProblemBody } from '@/lib/contract/problem';
import type { Exchange } from './exchange';
import { rateLimitHeaders } from './limit-requests';
import { securityHeaders } from './security-headers';

/** A body that is sent as JSON with status 200, and headers beside the usual ones. */
export function json(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers });
}

/** As `json`, with status 201: the request made what the body tells of. */
export function createdJson(body: unknown): Response {
  return Response.json(body, { status: 201 });
}

/** The one refusal body: RFC 9457 and the spec's envelope at once. */
export function problemBody({ code, message, errors }: Problem, requestId: string): ProblemBody {
  const { status, title } = problems[code];
  return {
    success: false,
    message,
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    ...(errors && { errors }),
    request_id: requestId,
  };
}

export function problemResponse(problem: Problem, requestId: string): Response {
  const { status } = problems[problem.code];
  const response = new Response(JSON.stringify(problemBody(problem, requestId)), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
  if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer');
  const retryAfter = problem.retryAfter ?? ([409, 429, 503].includes(status) ? 1 : null);
  if (retryAfter !== null) response.headers.set('Retry-After', String(retryAfter));
  return response;
}

/** Adds what every answer of the interface carries. */
export function finish(response: Response, exchange: Exchange, request: Headers): Response {
  const { headers } = response;
  const usual = {
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...securityHeaders(request),
  };
  for (const [name, value] of Object.entries(usual)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(rateLimitHeaders(exchange))) headers.set(name, value);
  headers.set('Vary', 'Authorization, Cookie, X-Account-Id, Accept');
  headers.set('API-Version', apiVersion);
  headers.set('X-Request-Id', exchange.id);
  return response;
}

/** Leads a form's sender on to another page of this origin. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...headers, Location: path } });
}
