import type { Database } from '@/lib/db/client';
import { makeSecret } from '@/lib/db/secret';
import { buildKey } from '@/prisma/factories/build-credential';
import { createBenchApp, getAccountId, loadAccounts } from './bench-data';
import { type HttpRequest, type StoredResponse, sendHttpRequest } from './load/http-messages';

/** Test callers of one app. The histories of the two accounts differ only in their ids. */
interface Credentials {
  headersByCaller: Record<string, Record<string, string>>;
  versionIds: string[];
  accountIds: [string, string];
  appKey: string;
}

/**
 * Sends the same requests to two servers and describes each difference, so that the service is only measured against a
 * baseline that does the same work. Reads must be equal byte for byte, errors in status and code, switches in their
 * responses and the resulting history.
 */
export async function compareResponses(ports: [number, number], credentials: Credentials): Promise<string[]> {
  const reads = Object.entries(credentials.headersByCaller).flatMap(([caller, headers]) =>
    listPaths(credentials).map((path) => ({ caller, request: { path, headers } })),
  );
  const differences: string[] = [];
  for (const { caller, request } of reads) {
    const [first, second] = await sendToBoth(ports, request);
    if (getComparablePart(first) !== getComparablePart(second)) {
      const responses = `${formatResponse(first)} and ${formatResponse(second)}`;
      differences.push(`GET ${request.path} as ${caller}: ${responses}`);
    }
  }
  return [...differences, ...(await compareSwitches(ports, credentials))];
}

function listPaths({ versionIds }: Credentials): string[] {
  const list = '/api/app/versions';
  const history = '/api/account/versions';
  return [
    ...['', '?exclude_matrix=true', '?exclude_matrix=maybe'].map((query) => `${list}${query}`),
    ...[...versionIds, versionIds[0]?.toUpperCase(), 'ver_unknown'].map((id) => `${list}/${id}`),
    ...['', '?limit=1', '?limit=5', '?limit=5&cursor=9', '?cursor=1', '?limit=0', '?limit=x'].map(
      (query) => `${history}${query}`,
    ),
  ];
}

/** Switches the first account on the first server and the second account on the second. */
async function compareSwitches(ports: [number, number], credentials: Credentials): Promise<string[]> {
  const [first, second, third] = credentials.versionIds;
  const bodies = [
    { version_id: first },
    { version_id: first },
    { version_id: second, reason: ' because ' },
    { version_id: third, reason: 'again' },
    { version_id: 'ver_unknown' },
    {},
    { version_id: third, more: true },
  ];
  const results = await Promise.all(
    ports.map(async (port, index) => {
      const headers = {
        Authorization: `Bearer ${credentials.appKey}`,
        'X-Account-Id': credentials.accountIds[index] ?? '',
        'Idempotency-Key': '',
      };
      const responses: string[] = [];
      for (const [number, body] of [...bodies, bodies[3]].entries()) {
        // The last request repeats the fourth with the same key.
        headers['Idempotency-Key'] = `key ${number === bodies.length ? 3 : number}`;
        const request = { method: 'POST', path: '/api/app/versions', headers, body } as const;
        const response = await sendHttpRequest(port, request);
        const replayed = response.headers['idempotent-replayed'] ?? 'first';
        responses.push(`${replayed} ${maskVolatileFields(getComparablePart(response))}`);
      }
      const { 'Idempotency-Key': _, ...readHeaders } = headers;
      const history = await sendHttpRequest(port, { path: '/api/account/versions', headers: readHeaders });
      return [...responses, maskVolatileFields(history.body)];
    }),
  );
  return (
    results[0]?.flatMap((ours, step) => {
      const theirs = results[1]?.[step];
      if (ours === theirs) return [];
      return [`switch, step ${step + 1}: ${ours.slice(0, 300)} and ${theirs?.slice(0, 300)}`];
    }) ?? []
  );
}

function sendToBoth(
  ports: [number, number],
  request: HttpRequest,
): Promise<[StoredResponse, StoredResponse]> {
  return Promise.all([sendHttpRequest(ports[0], request), sendHttpRequest(ports[1], request)]);
}

/** The texts of errors may differ. */
function getComparablePart({ status, body }: StoredResponse): string {
  return status < 300 ? body : `${status} ${JSON.parse(body).code}`;
}

/** Replaces the ids and times that are different for each switch. */
function maskVolatileFields(body: string): string {
  return (
    body
      .replace(/"(history_id)":"[^"]*"/g, '"$1":""')
      .replace(/"(timestamp|activated|deactivated)":\d+/g, '"$1":0')
      // The baseline has no undo.
      .replace(/"undo_until":\d+/g, '"undo_until":null')
  );
}

function formatResponse({ status, body }: StoredResponse): string {
  return `${status} ${body.slice(0, 300)}`;
}

/** Creates an app with accounts and credentials of every kind, including invalid ones. */
export async function createCredentials(db: Database, databaseUrl: string): Promise<Credentials> {
  const app = await createBenchApp(db, 'responses', { versions: 6, features: 40, complete: true });
  await loadAccounts(databaseUrl, { appId: app.id, from: 1, to: 20, entries: 24 });
  const account = { id: getAccountId(1) };
  const past = new Date(Date.now() - 60_000);
  const createKey = async (options: Partial<Parameters<typeof buildKey>[1]>) =>
    createBearerHeader(await buildKey(db, { app, ...options }));
  const owner = await createKey({ account });
  const appKey = createBearerHeader(app.key);
  return {
    headersByCaller: {
      owner,
      member: await createKey({ account, role: 'member' }),
      product: await createKey({ account, role: 'product' }),
      'app key': appKey,
      'app key with an account': { ...appKey, 'X-Account-Id': getAccountId(2) },
      'app key with an unknown account': { ...appKey, 'X-Account-Id': 'acc_unknown' },
      'owner with another account': { ...owner, 'X-Account-Id': getAccountId(2) },
      'revoked key': await createKey({ account, revokedAt: past }),
      'expired key': await createKey({ account, expiresAt: past }),
      'unknown key': createBearerHeader(makeSecret('avk')),
      'no key': { Authorization: 'Basic abc' },
    },
    versionIds: app.versionIds,
    // Histories repeat after as many accounts as there are versions.
    accountIds: [getAccountId(3), getAccountId(3 + app.versionIds.length)],
    appKey: app.key,
  };
}

function createBearerHeader(secret: string): Record<string, string> {
  return { Authorization: `Bearer ${secret}` };
}
