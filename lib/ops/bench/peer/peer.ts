import etag from '@fastify/etag';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import pg from 'pg';
import { historyLimit, historyQuerySchema } from '@/lib/contract/history';
import { switchRequestSchema } from '@/lib/contract/switch';
import { versionListQuerySchema } from '@/lib/contract/version-list';
import { parseFields } from '@/lib/http/fields';
import { answerFailure, usualHeaders } from './answers';
import { readCatalog } from './catalog';
import { readHistory } from './history';
import { presentList } from './list';
import { requireAccount, requireKnown, requireOwner, signIn } from './sign-in';
import { switchVersion } from './switch';
import { readVersion } from './version';

/**
 * What a good engineer would write by hand instead of the service: Fastify, `pg`, prepared statements, two round trips
 * for a read, nothing kept between requests. It answers the measured part of the contract with the same bytes.
 * `databaseUrl` names a role that row-level security does not bind.
 */
export function buildPeer(databaseUrl: string, { log }: { log: boolean }): FastifyInstance {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: 'bench peer' });
  const server = fastify({
    logger: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024,
  });
  server.addHook('onClose', () => pool.end());
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(usualHeaders());
  });
  // One line a request, as the service writes.
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
  server.setErrorHandler(answerFailure);
  server.register(async (api) => {
    api.get('/api/app/versions', async (request) => {
      const caller = await signIn(pool, request.headers);
      const query = parseFields(versionListQuerySchema, request.query);
      requireKnown(caller);
      const catalog = await readCatalog(pool, caller.app.id);
      return presentList(catalog, caller, { matrix: query.exclude_matrix !== 'true' });
    });
    api.get<{ Params: { id: string } }>('/api/app/versions/:id', async (request) => {
      const caller = await signIn(pool, request.headers);
      requireKnown(caller);
      return readVersion(pool, caller, request.params.id);
    });
    api.get('/api/account/versions', async (request) => {
      const caller = await signIn(pool, request.headers);
      const { limit = historyLimit, cursor = null } = parseFields(historyQuerySchema, request.query);
      return readHistory(pool, requireAccount(caller), { limit, before: cursor });
    });
    api.post('/api/app/versions', async (request, reply) => {
      const caller = await signIn(pool, request.headers);
      requireOwner(caller);
      const order = parseFields(switchRequestSchema, request.body);
      const key = request.headers['idempotency-key'];
      const outcome = await switchVersion(pool, requireAccount(caller), order, key ? String(key) : null);
      if (outcome.replayed) reply.header('Idempotent-Replayed', 'true');
      return outcome.body;
    });
  });
  return server;
}
