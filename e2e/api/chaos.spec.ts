import { expect, test } from '@playwright/test';
import { build, testDistDir } from '@/tools/build';
import { type ChaosClient, historyResponseSchema, sendWithRetries } from '@/tools/lab/chaos/chaos-client';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/lab/chaos/chaos-environment';
import type { ObservedEntry } from '@/tools/lab/chaos/check-history';
import { injectDefect, setFakeClock } from '@/tools/lab/chaos/database-faults';
import { noFaults } from '@/tools/lab/chaos/inject-faults';
import { type ChaosOptions, type ChaosReport, runChaos } from '@/tools/lab/chaos/run-chaos';
import { SeededRandom } from '@/tools/lab/chaos/seeded-random';
import { chooseSeed } from '@/tools/testing/test-scope';

// Fault injection on two servers with a separate database. `npm run chaos` is the long form.
test.describe.configure({ mode: 'serial' });

/** `CHAOS_SEED` repeats a run. */
const seed = chooseSeed(process.env.CHAOS_SEED);
let environment: ChaosEnvironment;

test.beforeAll(async () => {
  // `npm test` has already built the app. Otherwise the build may take a while.
  await build(testDistDir);
  environment = await openChaosEnvironment({ servers: 2, distDir: testDistDir, durable: true });
});

test.afterAll(() => environment?.close());

async function runScenario(name: string, options: Omit<ChaosOptions, 'seed' | 'name'>): Promise<ChaosReport> {
  return test.step(`${name}, CHAOS_SEED=${seed}`, () => runChaos(environment, { seed, name, ...options }));
}

/** The first violations and the seed, for the message of a failed test. */
const summarize = ({ violations }: ChaosReport) => ({ seed, violations: violations.slice(0, 5) });
const noViolations = { seed, violations: [] };

test('50 clients switch one account concurrently on two servers', async () => {
  const accountIds = await environment.createAccounts(1);
  const report = await runScenario('one', { switches: 150, kills: 0, clients: 50, accountIds });
  expect(summarize(report)).toEqual(noViolations);
  expect(report.outcomes.switched).toBeGreaterThan(50);
});

test('200 accounts switch concurrently on two servers', async () => {
  const accountIds = await environment.createAccounts(200);
  const report = await runScenario('many', { switches: 200, kills: 0, clients: 200, accountIds });
  expect(summarize(report)).toEqual(noViolations);
  expect(report.outcomes.switched).toBeGreaterThan(50);
});

test('history order and timestamps stay monotonic when the clock is set back, on either server', async () => {
  const [accountId = ''] = await environment.createAccounts(1);
  const clients = environment.proxiedServers.map(({ proxy }): ChaosClient => {
    const origins = [`http://127.0.0.1:${proxy.port}`];
    return { random: new SeededRandom(seed), origins, appKey: environment.appKey, onResponse: () => {} };
  });
  const startedAt = Math.floor(Date.now() / 1000);
  // Each offset is used by the next server in turn.
  const offsetHours = [1, 0, -1, 0, -1];
  for (const [index, offset] of offsetHours.entries()) {
    await setFakeClock(environment.database.url, offset * 3600);
    const body = { version_id: environment.app.versions[(index + 1) % 2]?.id };
    const client = clients[index % 2] as ChaosClient;
    const { response } = await sendWithRetries(client, { accountId, path: '/app/versions', body });
    expect(response?.status).toBe(200);
  }
  await setFakeClock(environment.database.url, 0);
  const { response } = await sendWithRetries(clients[0] as ChaosClient, {
    accountId,
    path: '/account/versions',
  });
  const history: ObservedEntry[] = historyResponseSchema.parse(response?.body).payload.toReversed();
  expect(history.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  const times = history.slice(1).map(({ activated }) => activated);
  // The first switch has the time of the advanced clock. No later switch is earlier.
  expect(times[0]).toBeGreaterThanOrEqual(startedAt + 3600);
  expect(new Set(times).size).toBe(1);
  expect(history.at(-1)?.deactivated).toBeNull();
});

test('killing the database, servers, responses and the webhook receiver loses and reorders neither switches nor webhooks', async () => {
  const accountIds = await environment.createAccounts(8);
  const kills = {
    ...noFaults,
    backend: 2,
    database: 2,
    server: 1,
    response: 4,
    receiver: 3,
    clock: 2,
    price: 6,
  };
  const report = await runScenario('chaos', { switches: 500, kills, clients: 10, accountIds, changes: true });
  expect(summarize(report)).toEqual(noViolations);
  expect(report.faults).toEqual(kills);
  expect(report.requests.recovered).toBeGreaterThan(0);
  expect(report.changeStates).toMatchObject({ applied: expect.any(Number), canceled: expect.any(Number) });
  expect(report.webhooks.deliveries).toBeGreaterThanOrEqual(report.outcomes.switched);
});

test('the checks detect a service that ignores idempotency keys, loses events and reorders webhooks', async () => {
  const accountIds = await environment.createAccounts(2);
  for (const defect of ['keys', 'events', 'order'] as const) {
    await injectDefect(environment.database.url, defect);
  }
  const kills = { ...noFaults, response: 10 };
  const report = await runScenario('broken', { switches: 150, kills, clients: 8, accountIds });
  expect(report.violations.map(({ invariant }) => invariant)).toEqual(
    expect.arrayContaining(['no duplicate switch', 'one event per switch', 'deliveries in order']),
  );
});
