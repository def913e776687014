import { expect, test } from '@playwright/test';
import type { HistoryRecord } from '@/lib/ops/chaos/account-run';
import { breakService } from '@/lib/ops/chaos/break-service';
import { type Client, historyBody, attemptUntilAnswered as send } from '@/lib/ops/chaos/http-client';
import { setClock } from '@/lib/ops/chaos/movable-clock';
import { type ChaosOptions, type ChaosReport, runChaos } from '@/lib/ops/chaos/run-chaos';
import { SeededRandom } from '@/lib/ops/chaos/seeded-random';
import { openStage, type Stage } from '@/lib/ops/chaos/stage';
import { build } from '@/lib/ops/start/build';
import { testBuild } from '@/lib/ops/testing/static-checks';

// Two servers on a database of their own, which may be killed. `npm run chaos` is the long form.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** `CHAOS_SEED` draws the same kills again. */
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 31);
let stage: Stage;

test.beforeAll(async () => {
  // `npm test` has built already; by hand it may take a while.
  test.setTimeout(300_000);
  await build(testBuild);
  stage = await openStage({ servers: 2, distDir: testBuild, durable: true });
});

test.afterAll(() => stage?.close());

async function run(name: string, options: Omit<ChaosOptions, 'seed' | 'name'>): Promise<ChaosReport> {
  return test.step(`${name}, CHAOS_SEED=${seed}`, () => runChaos(stage, { seed, name, ...options }));
}

/** What a failed test shows: enough to see which promise, with the seed. */
const evidence = ({ violations }: ChaosReport) => ({ seed, violations: violations.slice(0, 5) });
const nothing = { seed, violations: [] };

test('fifty clients switch one account at once, on two servers', async () => {
  const accounts = await stage.openAccounts(1);
  const report = await run('one', { switches: 150, kills: 0, clients: 50, accounts });
  expect(evidence(report)).toEqual(nothing);
  expect(report.outcomes.switched).toBeGreaterThan(50);
});

test('two hundred accounts switch at once, on two servers', async () => {
  const accounts = await stage.openAccounts(200);
  const report = await run('many', { switches: 200, kills: 0, clients: 200, accounts });
  expect(evidence(report)).toEqual(nothing);
  expect(report.outcomes.switched).toBeGreaterThan(50);
});

test('a clock that is set back by an hour turns nothing round, whichever server is asked', async () => {
  const [account = ''] = await stage.openAccounts(1);
  const clients = stage.doors.map(({ proxy }): Client => {
    const origins = [`http://127.0.0.1:${proxy.port}`];
    return { random: new SeededRandom(seed), origins, appKey: stage.appKey, onAnswer: () => {} };
  });
  const began = Math.floor(Date.now() / 1000);
  // An hour ahead and back again, and to each side once more: each time another server answers.
  const hours = [1, 0, -1, 0, -1];
  for (const [index, hour] of hours.entries()) {
    await setClock(stage.database.url, hour * 3600);
    const body = { version_id: stage.app.versions[(index + 1) % 2]?.id };
    const client = clients[index % 2] as Client;
    const { answer } = await send(client, { account, path: '/app/versions', body });
    expect(answer?.status).toBe(200);
  }
  await setClock(stage.database.url, 0);
  const { answer } = await send(clients[0] as Client, { account, path: '/account/versions' });
  const history: HistoryRecord[] = historyBody.parse(answer?.body).payload.toReversed();
  expect(history.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  const times = history.slice(1).map(({ activated }) => activated);
  // The first switch shows that the clock was moved; no later one is before it.
  expect(times[0]).toBeGreaterThanOrEqual(began + 3600);
  expect(new Set(times).size).toBe(1);
  expect(history.at(-1)?.deactivated).toBeNull();
});

test('kills of database, servers and answers lose no switch and double none', async () => {
  const accounts = await stage.openAccounts(8);
  const kills = { backend: 2, database: 2, server: 1, reply: 4, clock: 2 };
  const report = await run('chaos', { switches: 500, kills, clients: 10, accounts });
  expect(evidence(report)).toEqual(nothing);
  expect(report.faults).toEqual(kills);
  expect(report.heard.recovered).toBeGreaterThan(0);
});

test('and a service that forgets its keys is found out', async () => {
  const accounts = await stage.openAccounts(2);
  await breakService(stage.database.url, 'keys');
  const kills = { backend: 0, database: 0, server: 0, reply: 10, clock: 0 };
  const report = await run('broken', { switches: 150, kills, clients: 8, accounts });
  expect(report.violations.map(({ promise }) => promise)).toContain('none doubled');
});
