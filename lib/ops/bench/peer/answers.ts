import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { apiVersion } from '@/lib/contract/api-version';
import { Problem, problems } from '@/lib/contract/errors';
import { makeId } from '@/lib/contract/ids';

const sameForAll = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Authorization, Cookie, X-Account-Id, Accept',
  'API-Version': apiVersion,
};

/** Headers of every answer. */
export function usualHeaders(): Record<string, string> {
  return { ...sameForAll, 'X-Request-Id': makeId('request') };
}

/** Answers whatever was thrown with the one refusal body. */
export function answerFailure(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof Problem)) request.log.error(error);
  const { code, message, errors } =
    error instanceof Problem ? error : new Problem('internal_error', 'Something went wrong.');
  const { status, title } = problems[code];
  reply.code(status).type('application/problem+json');
  return {
    success: false,
    message,
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    ...(errors && { errors }),
    request_id: reply.getHeader('x-request-id'),
  };
}
