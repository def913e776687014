import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMigrated } from '@/lib/db/connection/database-health';
import { readSchemaVersion, type SchemaVersion } from '@/lib/db/connection/schema-files';
import type { Service } from '@/lib/domain/service';
import { getService } from './runtime';

/** The result of a check of `/readyz`. */
type CheckResult = 'ok' | 'failed';

interface Readiness {
  status: 'ready' | 'not_ready';
  checks: {
    /** The database responds. */
    database: CheckResult;
    /** The migrations and functions of this version, or later ones, are applied. */
    schema: CheckResult;
    /** Cache invalidations are received. Without them, the server works, but reads everything from the database. */
    cache_invalidation: CheckResult;
    /** The server has not received a signal to stop. */
    not_stopping: CheckResult;
  };
}

let isStopping = false;

/** Lets `/readyz` respond 503 from now on, so that load balancers send no further requests. */
export function reportStopping(): void {
  isStopping = true;
}

/**
 * Responds to `GET /livez`, 200 as long as the process responds, and to `GET /readyz`, 200 or 503 with the result of each
 * check. Returns false for all other requests. The request is neither counted against rate limits nor logged.
 */
export function handleHealthRequest(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (request.url === '/livez') {
    send(response, 200, { status: 'ok' });
    return true;
  }
  if (request.url !== '/readyz') return false;
  checkReadiness().then((readiness) => send(response, readiness.status === 'ready' ? 200 : 503, readiness));
  return true;
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** That of this version. */
let schemaVersion: SchemaVersion | undefined;

let databaseCheck: Promise<boolean | null> | undefined;

/**
 * Whether the database is migrated. It is null if it does not respond. Concurrent requests share one check, so that they take
 * at most one connection.
 */
function checkDatabase({ health, pool }: Service): Promise<boolean | null> {
  // The server runs in the project's root folder.
  schemaVersion ??= readSchemaVersion(process.cwd());
  databaseCheck ??= health
    .guard(isMigrated(pool, schemaVersion))
    .catch(() => null)
    .finally(() => {
      databaseCheck = undefined;
    });
  return databaseCheck;
}

async function checkReadiness(): Promise<Readiness> {
  const service = getService();
  const migrated = await checkDatabase(service);
  const toResult = (passed: boolean): CheckResult => (passed ? 'ok' : 'failed');
  const checks = {
    database: toResult(migrated !== null),
    schema: toResult(migrated === true),
    cache_invalidation: toResult(service.listener.isConnected()),
    not_stopping: toResult(!isStopping),
  };
  const ready = Object.values(checks).every((result) => result === 'ok');
  return { status: ready ? 'ready' : 'not_ready', checks };
}
