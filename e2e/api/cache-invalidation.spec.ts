import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { AccountFeatures, FeatureAccess } from '@/lib/contract/features';
import type { VersionList } from '@/lib/contract/versions';
import { revokeKey } from '@/lib/db/access';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildKey } from '@/prisma/factories/build-credential';
import { build, testDistDir } from '@/tools/build';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/lab/chaos/chaos-environment';
import { runSql } from '@/tools/postgres/scratch-database';
import { sampleSize } from '@/tools/testing/test-scope';

// Two servers with a cache each. A change by one server or by a command is visible in the next response of the other.
/** Number of switches per account. There are eight accounts. */
const switchCount = sampleSize({ quick: 15, full: 125 });
const roundCount = sampleSize({ quick: 4, full: 25 });

test.describe.configure({ mode: 'serial' });

let environment: ChaosEnvironment;
let origins: string[];

test.beforeAll(async () => {
  await build(testDistDir);
  environment = await openChaosEnvironment({ servers: 2, distDir: testDistDir, durable: false });
  origins = environment.proxiedServers.map(({ server }) => `http://127.0.0.1:${server.port}`);
});

test.afterAll(() => environment?.close());

const getOrigin = (server: number) => origins[server % 2] ?? '';

async function listVersions(server: number, headers: Record<string, string>) {
  const response = await fetch(`${getOrigin(server)}/app/versions?exclude_matrix=true`, { headers });
  if (response.status !== 200) return { status: response.status, current: null, titles: [] };
  const { data }: VersionList = await response.json();
  return {
    status: 200,
    current: data.versions.find(({ current }) => current)?.id,
    titles: data.versions.map(({ title }) => title),
  };
}

/** The ids of the account's features, and whether it has `feature-8`, which only the last version includes. */
async function readFeatures(server: number, headers: Record<string, string>) {
  const get = async (path: string) => (await fetch(`${getOrigin(server)}${path}`, { headers })).json();
  const [{ payload }, { allowed }]: [AccountFeatures, FeatureAccess] = await Promise.all([
    get('/account/features'),
    get('/account/features/feature-8'),
  ]);
  return { ids: payload.map(({ id }) => id), allowed };
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const actAs = (accountId: string) => ({ ...bearer(environment.appKey), 'X-Account-Id': accountId });

/** Lists the versions twice on each server, so that both have cached the response. */
async function warmCaches(headers: Record<string, string>): Promise<void> {
  for (const server of [0, 1, 0, 1]) {
    expect((await listVersions(server, headers)).status).toBe(200);
    await readFeatures(server, headers);
  }
}

test('each switch on one server is visible on the other', async () => {
  const accountIds = await environment.createAccounts(8);
  const staleReads: string[] = [];
  await Promise.all(
    accountIds.map(async (accountId, account) => {
      const headers = actAs(accountId);
      await warmCaches(headers);
      for (let round = 1; round <= switchCount; round += 1) {
        const index = round % 2 === 0 ? 0 : 3;
        const versionId = environment.app.versions[index]?.id ?? '';
        const switched = await fetch(`${getOrigin(round + account)}/app/versions`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ version_id: versionId }),
        });
        expect(switched.status).toBe(200);
        const other = round + account + 1;
        const { current } = await listVersions(other, headers);
        const { ids, allowed } = await readFeatures(other, headers);
        if (current !== versionId || allowed !== (index === 3) || ids.length !== (index === 3 ? 8 : 2)) {
          staleReads.push(`round ${round} of account ${account}: ${current} ${allowed} ${ids.length}`);
        }
      }
    }),
  );
  expect(staleReads).toEqual([]);
});

test('a revoked key is rejected by both servers', async () => {
  const [accountId = ''] = await environment.createAccounts(1);
  for (let round = 0; round < roundCount; round += 1) {
    const secret = await buildKey(environment.owner, { app: environment.app, account: { id: accountId } });
    await warmCaches(bearer(secret));
    const [key] = await withTenant(environment.owner, { appId: environment.app.id, accountId }, (queries) =>
      queries.apiKey.findMany({ orderBy: { createdAt: 'desc' }, take: 1 }),
    );
    expect(await revokeKey(environment.owner, key?.id ?? '', new Date())).toBe(true);
    const responses = await Promise.all([0, 1].map((server) => listVersions(server, bearer(secret))));
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
  }
});

test('a key is valid until it expires, on both servers', async () => {
  const [accountId = ''] = await environment.createAccounts(1);
  const expiresAt = new Date(Date.now() + 15_000);
  const secret = await buildKey(environment.owner, {
    app: environment.app,
    account: { id: accountId },
    expiresAt,
  });
  await warmCaches(bearer(secret));
  const responses: { startedAt: number; endedAt: number; status: number }[] = [];
  while (responses.slice(-2).some(({ status }) => status === 200) || responses.length < 2) {
    const startedAt = Date.now();
    const { status } = await listVersions(responses.length, bearer(secret));
    responses.push({ startedAt, endedAt: Date.now(), status });
  }
  const expiresAtMs = expiresAt.getTime();
  expect(
    new Set(responses.filter(({ endedAt }) => endedAt < expiresAtMs).map(({ status }) => status)),
  ).toEqual(new Set([200]));
  expect(
    new Set(responses.filter(({ startedAt }) => startedAt >= expiresAtMs).map(({ status }) => status)),
  ).toEqual(new Set([401]));
});

test('a server whose invalidation listener is disconnected does not serve stale data', async () => {
  const [accountId = ''] = await environment.createAccounts(1);
  const headers = actAs(accountId);
  const [first] = environment.app.versions;
  for (let round = 0; round < sampleSize({ quick: 2, full: 10 }); round += 1) {
    await warmCaches(headers);
    await runSql(
      environment.database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'app-versions listener'`,
    );
    // The servers miss this notification: their listeners are not connected.
    await runSql(
      environment.database.url,
      `BEGIN; SELECT set_config('tenant.app_id', '${environment.app.id}', true);
        UPDATE versions SET title = 'Missed ${round}' WHERE id = '${first?.id}'; COMMIT`,
    );
    for (const server of [0, 1]) {
      await expect.poll(async () => (await listVersions(server, headers)).titles[0]).toBe(`Missed ${round}`);
    }
  }
});

/** Sends a request for an account. Returns the status. */
async function send(server: number, accountId: string, path: string, versionId?: string) {
  const response = await fetch(`${getOrigin(server)}${path}`, {
    headers: { ...actAs(accountId), 'Content-Type': 'application/json' },
    ...(versionId && { method: 'POST', body: JSON.stringify({ version_id: versionId }) }),
  });
  await response.text();
  return response.status;
}

const readCurrentVersion = async (server: number, accountId: string) =>
  (await listVersions(server, actAs(accountId))).current ?? undefined;

// The suspended server (SIGSTOP) keeps its connections open, and acknowledges nothing.
test('while a server is frozen one switch waits for it, and once resumed it serves nothing stale', async () => {
  const accountIds = await environment.createAccounts(8);
  const expected = new Map<string, string>();
  const switchAccount = async (accountId: string, round: number) => {
    const versionId = environment.app.versions[1 + (round % 2)]?.id ?? '';
    const status = await send(0, accountId, '/app/versions', versionId);
    expected.set(accountId, versionId);
    return status;
  };
  for (let round = 0; round < 2; round += 1) {
    for (const accountId of accountIds) {
      await switchAccount(accountId, round);
      for (const server of [0, 1, 1]) {
        expect(await readCurrentVersion(server, accountId)).toBe(expected.get(accountId));
      }
    }
  }

  const frozenServer = environment.proxiedServers[1]!.server;
  frozenServer.suspend();
  const frozen = new AbortController();
  const reads: number[] = [];
  const reading = (async () => {
    while (!frozen.signal.aborted) {
      for (const path of ['/app/versions', '/account/versions']) {
        reads.push(await send(0, accountIds[0] ?? '', path));
      }
    }
  })();
  const switches: number[] = [];
  let staleRequests: Promise<(string | undefined)[]>;
  try {
    for (let round = 0; round < 10; round += 1) {
      for (const accountId of accountIds) switches.push(await switchAccount(accountId, round));
    }
    // Requests that the frozen server receives before anything else when it resumes.
    staleRequests = Promise.all(accountIds.map((accountId) => readCurrentVersion(1, accountId)));
    // The requests are sent before the server resumes.
    for (let count = 0; count < 10; count += 1) await send(0, accountIds[0] ?? '', '/app/versions');
  } finally {
    frozen.abort();
    frozenServer.resume();
  }
  await reading;
  expect(await staleRequests).toEqual(accountIds.map((accountId) => expected.get(accountId)));
  expect(new Set([...switches, ...reads])).toEqual(new Set([200]));
  // One waited, and evicted the listener.
  const log = readFileSync(environment.logPath ?? '', 'utf8');
  expect(log.match(/cache invalidation not acknowledged/g)?.length).toBe(1);

  // The resumed server registers again and is then waited for as before.
  for (let round = 0; round < roundCount; round += 1) {
    for (const accountId of accountIds) {
      await switchAccount(accountId, round);
      expect(await readCurrentVersion(1, accountId)).toBe(expected.get(accountId));
    }
  }
});
