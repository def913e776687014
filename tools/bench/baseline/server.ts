import etag from '@fastify/etag';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import pg from 'pg';
import { ApiError, apiErrors } from '@/lib/contract/errors';
import { apiVersion } from '@/lib/contract/headers';
import { historyQuerySchema, maxHistoryPageSize } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import { switchRequestSchema } from '@/lib/contract/switch';
import { versionListQuerySchema } from '@/lib/contract/versions';
import { parseFields } from '@/lib/http/parse-request';
import { assertAccount, assertAccountExists, assertOwner, authenticateKey } from './authenticate';
import { listBaselineHistory } from './history';
import { switchBaselineVersion } from './switch-version';
import { getBaselineVersion, readBaselineCatalog, serializeBaselineList } from './versions';

/**
 * A straightforward implementation of the measured endpoints, for comparison: Fastify, `pg`, prepared statements, two
 * round trips per read, no cache. Its responses are equal to the service's byte for byte. The role in `databaseUrl` must
 * be exempt from row-level security.
 */
export function buildBaseline(databaseUrl: string, { log }: { log: boolean }): FastifyInstance {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: 'bench baseline' });
  const server = fastify({
    logger: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024,
  });
  server.addHook('onClose', () => pool.end());
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(responseHeaders());
  });
  // One log line per request, like the service.
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const requestId = reply.getHeader('x-request-id');
    request.log.info({
      requestId,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
  });
  server.register(etag);
  server.setErrorHandler(sendError);
  server.register(async (api) => {
    api.get('/api/app/versions', async (request) => {
      const caller = await authenticateKey(pool, request.headers);
      const query = parseFields(versionListQuerySchema, request.query);
      assertAccountExists(caller);
      const catalog = await readBaselineCatalog(pool, caller.app.id);
      return serializeBaselineList(catalog, caller, { matrix: query.exclude_matrix !== 'true' });
    });
    api.get<{ Params: { id: string } }>('/api/app/versions/:id', async (request) => {
      const caller = await authenticateKey(pool, request.headers);
      assertAccountExists(caller);
      return getBaselineVersion(pool, caller, request.params.id);
    });
    api.get('/api/account/versions', async (request) => {
      const caller = await authenticateKey(pool, request.headers);
      const { limit = maxHistoryPageSize, cursor = null } = parseFields(historyQuerySchema, request.query);
      return listBaselineHistory(pool, assertAccount(caller), { limit, before: cursor });
    });
    api.post('/api/app/versions', async (request, reply) => {
      const caller = await authenticateKey(pool, request.headers);
      assertOwner(caller);
      const input = parseFields(switchRequestSchema, request.body);
      const key = request.headers['idempotency-key'];
      const outcome = await switchBaselineVersion(
        pool,
        assertAccount(caller),
        input,
        key ? String(key) : null,
      );
      if (outcome.replayed) reply.header('Idempotent-Replayed', 'true');
      return outcome.body;
    });
  });
  return server;
}

const commonHeaders = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Authorization, Cookie, X-Account-Id, Accept',
  'API-Version': apiVersion,
};

function responseHeaders(): Record<string, string> {
  return { ...commonHeaders, 'X-Request-Id': makeId('request') };
}

/** Converts any error to the error body of the API. */
function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof ApiError)) request.log.error(error);
  const { code, message, errors } =
    error instanceof ApiError ? error : new ApiError('internal_error', 'Something went wrong.');
  const { status, title } = apiErrors[code];
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
