import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@playwright/test';
import { build, testDistDir } from '@/tools/build';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/lab/chaos/chaos-environment';

// Six exports of a long history at once, on a server of its own.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const entryCount = 100_000;
const maxStallMs = 1500;
const maxMemoryBytes = 200e6;

let environment: ChaosEnvironment;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await build(testDistDir);
  environment = await openChaosEnvironment({ servers: 1, distDir: testDistDir, durable: false });
});

test.afterAll(() => environment?.close());

/** Extends the history of an account to `entryCount` entries, which alternate between two versions. */
async function extendHistory(accountId: string): Promise<void> {
  const { app, owner } = environment;
  const versionIds = app.versions.slice(1, 3).map(({ id }) => id);
  const send = (versionId: string | undefined) =>
    fetch(`${getOrigin()}/app/versions`, {
      method: 'POST',
      headers: { ...actAs(accountId), 'Content-Type': 'application/json' },
      body: JSON.stringify({ version_id: versionId, reason: 'Our team has grown; we need =more, "now"' }),
    });
  for (const versionId of [versionIds[0], versionIds[1], versionIds[0]]) {
    expect((await send(versionId)).status).toBe(200);
  }
  const client = await owner.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT set_config('tenant.app_id', $1, true), set_config('tenant.account_id', $2, true)`,
    [app.id, accountId],
  );
  await client.query(
    `INSERT INTO account_history (app_id, account_id, sequence, version_sequence, id, version_id, snapshot_digest, previous_digest,
       direction, changed_at, actor_kind, actor_id, actor_name, channel, reason, billing_period, users, command, kind,
       add_on_sequence)
     SELECT app_id, account_id, s, s, 'avh_' || lpad(s::text, 26, '0'), version_id, snapshot_digest, previous_digest,
       direction, changed_at, actor_kind, actor_id, actor_name, channel, reason, billing_period, users, command, kind,
       add_on_sequence
     FROM account_history t JOIN generate_series(5, $1::int) AS s ON t.sequence = 3 + s % 2`,
    [entryCount],
  );
  await client.query('COMMIT');
  client.release();
}

const getOrigin = () => `http://127.0.0.1:${environment.proxiedServers[0]?.server.port}`;
const actAs = (accountId: string) => ({
  Authorization: `Bearer ${environment.appKey}`,
  'X-Account-Id': accountId,
});

/** Downloads the CSV in a thread, so that this one measures latencies. The result is the number of its lines. */
function startExport(accountId: string): { lines: Promise<number>; stop: () => Promise<unknown> } {
  const worker = new Worker(
    `const { parentPort, workerData: { url, headers } } = require('node:worker_threads');
    require('node:http').get(url, { headers }, (response) => {
      let lines = 0;
      response.on('data', (chunk) => {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      });
      response.on('end', () => parentPort.postMessage(response.statusCode === 200 ? lines : -1));
    });`,
    {
      eval: true,
      workerData: { url: `${getOrigin()}/account/versions?format=csv`, headers: actAs(accountId) },
    },
  );
  const lines = new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { lines, stop: () => worker.terminate() };
}

/** Latencies of other requests, in milliseconds. */
async function measureLatencies(accountId: string, count: number) {
  const latencies: number[] = [];
  while (latencies.length < count) {
    for (const path of ['/app/versions', '/account/versions']) {
      const startedAt = performance.now();
      const response = await fetch(`${getOrigin()}${path}`, { headers: actAs(accountId) });
      await response.text();
      latencies.push(performance.now() - startedAt);
      expect(response.status).toBe(200);
      await sleep(2);
    }
  }
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Infinity;
  const summary = [percentile(0.5), percentile(0.99), latencies.at(-1)]
    .map((ms) => ms?.toFixed(1))
    .join(', ');
  return {
    max: percentile(1 - 1 / latencies.length),
    summary: `p50, p99, max: ${summary} ms`,
  };
}

test(`exports of ${entryCount} entries take little memory and stall no other request`, async () => {
  const [accountId = '', otherId = ''] = await environment.createAccounts(2);
  await extendHistory(accountId);
  const server = environment.proxiedServers[0]!.server;
  const alone = await measureLatencies(otherId, 200);
  const memoryBefore = server.measureMemory();
  let maxMemory = memoryBefore;
  const memoryTimer = setInterval(() => {
    maxMemory = Math.max(maxMemory, server.measureMemory());
  }, 200);

  const [complete, ...others] = Array.from({ length: 6 }, () => startExport(accountId));
  const startedAt = performance.now();
  const during = await measureLatencies(otherId, 200);
  const measuredMs = Math.round(performance.now() - startedAt);
  await Promise.all(others.map(({ stop }) => stop()));
  const lines = await complete?.lines;
  clearInterval(memoryTimer);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  console.log(
    `other requests alone: ${alone.summary}; with 6 exports for ${measuredMs} ms: ` +
      `${during.summary}; ` +
      `memory ${megabytes(memoryBefore)} to ${megabytes(maxMemory)} MB`,
  );
  expect(lines).toBe(entryCount + 1);
  expect(maxMemory - memoryBefore).toBeLessThan(maxMemoryBytes);
  // Exports that are built in memory stall other requests for 4 seconds.
  expect(during.max).toBeLessThan(maxStallMs);
});
