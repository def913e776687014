import { Worker } from 'node:worker_threads';
import { expect, test } from '@playwright/test';
import { build, testDistDir } from '@/tools/build';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/lab/chaos/chaos-environment';

// Six exports of a long history at once, on a server of its own.
test.describe.configure({ mode: 'serial' });

const entryCount = 100_000;
const maxMemoryBytes = 200e6;

let environment: ChaosEnvironment;

test.beforeAll(async () => {
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

/** Downloads the CSV in a thread, so that this one sends other requests. The result is the number of its lines. */
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

test(`exports of ${entryCount} entries take little memory, and other requests are answered meanwhile`, async () => {
  const [accountId = '', otherId = ''] = await environment.createAccounts(2);
  await extendHistory(accountId);
  const server = environment.proxiedServers[0]!.server;
  const memoryBefore = server.measureMemory();
  let maxMemory = memoryBefore;
  const exports = Array.from({ length: 6 }, () => startExport(accountId));
  let lines: number | undefined;
  exports[0]?.lines.then((count) => {
    lines = count;
  });
  let answered = 0;
  while (lines === undefined) {
    for (const path of ['/app/versions', '/account/versions']) {
      const response = await fetch(`${getOrigin()}${path}`, { headers: actAs(otherId) });
      await response.text();
      expect(response.status).toBe(200);
    }
    answered += 1;
    maxMemory = Math.max(maxMemory, server.measureMemory());
  }
  await Promise.all(exports.map(({ stop }) => stop()));
  expect(lines).toBe(entryCount + 1);
  expect(maxMemory - memoryBefore).toBeLessThan(maxMemoryBytes);
  // Exports that are built in memory answer nothing else for seconds.
  expect(answered).toBeGreaterThan(20);
});
