import etag from '@fastify/etag';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import pg from 'pg';
import { ApiError } from '@/lib/contract/errors';
import { historyQuerySchema, maxHistoryPageSize } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import { switchRequestSchema } from '@/lib/contract/switch';
import { versionListQuerySchema } from '@/lib/contract/versions';
import { findCatalog } from '@/lib/db/catalog';
import { ownersOnly, requireAccount } from '@/lib/domain/caller';
import { getVersion, listVersions } from '@/lib/domain/list-versions';
import type { SwitchOutcome } from '@/lib/domain/switch-version';
import { serializeHistory } from '@/lib/http/history-serializers';
import { parseFields } from '@/lib/http/parse-request';
import { commonHeaders, errorResponse } from '@/lib/http/response';
import { serializeSwitch, serializeVersion, serializeVersionList } from '@/lib/http/serializers';
import { authenticateKey } from './authenticate';
import { listBaselineHistory, readVersions } from './reads';
import { switchBaselineVersion } from './switch-version';

/**
 * A straightforward implementation of the measured endpoints, for comparison: Fastify, `pg`, prepared statements, two
 * round trips per read, no cache. Rules and serializers are those of the service, so its responses are equal byte for
 * byte. The role in `databaseUrl` must be exempt from row-level security.
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
    reply.headers({ ...commonHeaders(false), 'X-Request-Id': makeId('request') });
  });
  // One log line per request, like the service.
  server.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime });
  });
  server.register(etag);
  server.setErrorHandler(sendError);
  server.register(async (api) => {
    api.get('/api/app/versions', async (request) => {
      const caller = await authenticateKey(pool, request.headers);
      const query = parseFields(versionListQuerySchema, request.query);
      caller.assertAccountExists();
      const catalog = await findCatalog(pool, caller.app.id);
      if (!catalog) throw new Error('The app was deleted.');
      const listing = listVersions({ catalog, state: caller.state }, caller);
      return serializeVersionList(listing, { matrix: !query.exclude_matrix });
    });
    api.get<{ Params: { id: string } }>('/api/app/versions/:id', async (request) => {
      const caller = await authenticateKey(pool, request.headers);
      caller.assertAccountExists();
      const { id } = request.params;
      const catalog = await readVersions(pool, caller, [id.toLowerCase()]);
      return serializeVersion(getVersion({ catalog, state: caller.state }, caller, id));
    });
    api.get('/api/account/versions', async (request) => {
      const caller = await authenticateKey(pool, request.headers);
      const { limit = maxHistoryPageSize, cursor = null } = parseFields(historyQuerySchema, request.query);
      caller.assertAccountExists();
      return serializeHistory(
        await listBaselineHistory(pool, requireAccount(caller), { limit, before: cursor }),
      );
    });
    api.post('/api/app/versions', async (request, reply) => {
      const caller = await authenticateKey(pool, request.headers);
      if (caller.account && caller.role !== 'owner') throw new ApiError('forbidden', ownersOnly);
      const input = parseFields(switchRequestSchema, request.body);
      const key = request.headers['idempotency-key'];
      caller.assertAccountExists();
      const account = { ...requireAccount(caller), state: caller.state };
      const outcome = await switchBaselineVersion(pool, account, input, key ? String(key) : null);
      if (outcome.replayed) reply.header('Idempotent-Replayed', 'true');
      return serializeSwitch(outcome as SwitchOutcome);
    });
  });
  return server;
}

/** Converts any error to the error body of the API. */
function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof ApiError)) request.log.error(error);
  const apiError =
    error instanceof ApiError ? error : new ApiError('internal_error', 'Something went wrong.');
  const { status, headers, body } = errorResponse(apiError, String(reply.getHeader('x-request-id')));
  return reply.code(status).headers(headers).send(body);
}
