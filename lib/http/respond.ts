import { apiVersion } from '@/lib/contract/api-version';
import { type Problem, problems } from '@/lib/contract/errors';
import type { ProblemBody } from '@/lib/contract/problem';
import type { Answer } from './answer';
import type { Exchange } from './exchange';
import { rateLimitHeaders } from './limit-requests';
import { securityHeaders } from './security-headers';

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

export function problemAnswer(problem: Problem, requestId: string): Answer {
  const { status } = problems[problem.code];
  const retryAfter = problem.retryAfter ?? ([409, 429, 503].includes(status) ? 1 : null);
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
    },
    body: JSON.stringify(problemBody(problem, requestId)),
  };
}

/** Adds what every answer of the interface carries. */
export function finish({ status, headers, body }: Answer, exchange: Exchange, request: Headers): Response {
  return new Response(exchange.method === 'HEAD' ? null : body, {
    status,
    headers: {
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...securityHeaders(request),
      ...headers,
      ...rateLimitHeaders(exchange),
      Vary: 'Authorization, Cookie, X-Account-Id, Accept, Accept-Encoding',
      'API-Version': apiVersion,
      'X-Request-Id': exchange.id,
    },
  });
}
