import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { VersionList } from '@/lib/contract/versions';
import { leaseMs } from '@/lib/db/wait-for-invalidation';
import { build, testDistDir } from '@/tools/build';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/chaos/chaos-environment';

// Two servers, of which one is suspended as a whole (SIGSTOP). Its connections stay open, and it acknowledges nothing.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let environment: ChaosEnvironment;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await build(testDistDir);
  environment = await openChaosEnvironment({ servers: 2, distDir: testDistDir, durable: false });
});

test.afterAll(() => environment?.close());

const getServer = (index: number) => environment.proxiedServers[index]!.server;

/** Sends a request for an account. Returns the parsed body and the milliseconds until the response. */
async function send<T>(server: number, accountId: string, path: string, versionId?: string) {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${getServer(server).port}${path}`, {
    headers: {
      Authorization: `Bearer ${environment.appKey}`,
      'X-Account-Id': accountId,
      'Content-Type': 'application/json',
    },
    ...(versionId && { method: 'POST', body: JSON.stringify({ version_id: versionId }) }),
  });
  const body: T = await response.json();
  return { status: response.status, body, durationMs: performance.now() - startedAt };
}

async function readCurrentVersion(server: number, accountId: string): Promise<string | undefined> {
  const { body } = await send<VersionList>(server, accountId, '/app/versions?exclude_matrix=true');
  return body.data.versions.find(({ current }) => current)?.id;
}

test('while a server is frozen one switch waits for it, and once resumed it serves nothing stale', async () => {
  const accountIds = await environment.createAccounts(8);
  const expected = new Map<string, string>();
  const switchAccount = async (accountId: string, round: number) => {
    const versionId = environment.app.versions[1 + (round % 2)]?.id ?? '';
    const { status, durationMs } = await send(0, accountId, '/app/versions', versionId);
    expected.set(accountId, versionId);
    return { status, durationMs };
  };
  for (let round = 0; round < 2; round += 1) {
    for (const accountId of accountIds) {
      await switchAccount(accountId, round);
      for (const server of [0, 1, 1]) {
        expect(await readCurrentVersion(server, accountId)).toBe(expected.get(accountId));
      }
    }
  }

  getServer(1).suspend();
  const frozen = new AbortController();
  const reads: { status: number; durationMs: number }[] = [];
  const reading = (async () => {
    while (!frozen.signal.aborted) {
      for (const path of ['/app/versions', '/account/versions']) {
        const { status, durationMs } = await send(0, accountIds[0] ?? '', path);
        reads.push({ status, durationMs });
      }
      await sleep(20);
    }
  })();
  const switches: { status: number; durationMs: number }[] = [];
  let staleRequests: Promise<(string | undefined)[]>;
  try {
    for (let round = 0; round < 10; round += 1) {
      for (const accountId of accountIds) switches.push(await switchAccount(accountId, round));
    }
    // Requests that the frozen server receives before anything else when it resumes.
    staleRequests = Promise.all(accountIds.map((accountId) => readCurrentVersion(1, accountId)));
    await sleep(500);
  } finally {
    frozen.abort();
    getServer(1).resume();
  }
  await reading;
  expect(await staleRequests).toEqual(accountIds.map((accountId) => expected.get(accountId)));
  console.log(
    `${switches.length} switches: ${switches.filter(({ durationMs }) => durationMs > 1000).length} waited, ` +
      `at most ${Math.round(Math.max(...switches.map(({ durationMs }) => durationMs)))} ms; ` +
      `${reads.length} reads in at most ${Math.round(Math.max(...reads.map(({ durationMs }) => durationMs)))} ms`,
  );
  expect(new Set([...switches, ...reads].map(({ status }) => status))).toEqual(new Set([200]));
  expect(switches.filter(({ durationMs }) => durationMs > 1000).length).toBeLessThanOrEqual(1);
  expect(Math.max(...switches.map(({ durationMs }) => durationMs))).toBeLessThan(leaseMs + 1500);

  // The resumed server registers again and is then waited for as before.
  for (let round = 0; round < 20; round += 1) {
    for (const accountId of accountIds) {
      await switchAccount(accountId, round);
      expect(await readCurrentVersion(1, accountId)).toBe(expected.get(accountId));
    }
  }
});
