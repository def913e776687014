import { expect } from '@playwright/test';
import { leaseMs } from '@/lib/data/hearing';
import { freezeDatabase, stopDatabase, untilReady } from '@/lib/ops/chaos/database-faults';
import { openStage, type Stage } from '@/lib/ops/chaos/stage';
import { build } from '@/lib/ops/start/build';
import { testBuild } from '@/lib/ops/testing/static-checks';
import { test } from '../fixtures';
import { type LoadClient, openLoad } from '../load';

// A server on a database of its own, which is stopped under load. What is promised are 3 s and 5 s, so both are held.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const answeredWithinMs = 3000;
const wholeWithinMs = 5000;

let stage: Stage;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await build(testBuild);
  stage = await openStage({ servers: 1, distDir: testBuild, durable: true });
});

test.afterAll(() => stage?.close());

/** How the database goes away; returns what brings it back. */
const ways: Record<string, () => Promise<() => Promise<void>>> = {
  'is stopped': async () => {
    await stopDatabase(stage);
    return () => stage.database.revive();
  },
  hangs: async () => {
    const wake = await freezeDatabase(stage);
    return async () => wake();
  },
};

for (const [way, goAway] of Object.entries(ways)) {
  test(`a database that ${way} under load is told in time, and comes back without a restart`, async ({
    page,
  }) => {
    const load = await openLoad(stage);
    const each = (has: (client: LoadClient) => boolean) => () => load.clients.every(has);
    let comeBack: (() => Promise<void>) | undefined;
    try {
      await load.until(each(({ answers }) => answers.filter(({ well }) => well).length > 3));
      comeBack = await goAway();
      const gone = performance.now();
      // What hangs says nothing of it: until the lease is over, memory may still be right, and is used.
      const unnoticed = (kind: LoadClient['kind']) => (way === 'hangs' && kind !== 'switch' ? leaseMs : 0);
      const during = ({ answers, kind }: LoadClient) =>
        answers.filter(({ began }) => began > gone + unnoticed(kind));
      await load.until(each((client) => during(client).length > 2));
      const refusals = load.clients.flatMap((client) =>
        during(client).map((answer) => ({ kind: client.kind, ...answer })),
      );
      for (const { kind, status, code, retryAfter } of refusals) {
        const told = { kind, status, code, inSeconds: retryAfter !== null && Number(retryAfter) > 0 };
        if (kind === 'page') expect(told).toMatchObject({ status: 500 });
        else expect(told).toEqual({ kind, status: 503, code: 'service_unavailable', inSeconds: true });
      }
      // Also those that were under way when it went.
      const told = load.clients.flatMap(({ answers }) => answers).filter(({ ended }) => ended > gone);
      expect(told.filter(({ began, ended }) => ended - began > answeredWithinMs)).toEqual([]);

      await page.goto(load.origin);
      await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();

      await comeBack();
      comeBack = undefined;
      await untilReady(stage.database.url);
      const back = performance.now();
      const since = ({ answers }: LoadClient) => answers.filter(({ began }) => began > back);
      await load.until(each((client) => since(client).filter(({ well }) => well).length > 3));
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Version 1').first()).toBeVisible({ timeout: 20_000 });
      for (const client of load.clients) {
        const whole = since(client).find(({ well }) => well);
        expect(whole && whole.ended - back, client.kind).toBeLessThan(wholeWithinMs);
        const late = since(client).filter(({ began, well }) => !well && began > back + wholeWithinMs);
        expect(late).toEqual([]);
      }
    } finally {
      await comeBack?.();
      await load.stop();
    }
    for (const client of load.clients) {
      const acknowledged = client.answers.flatMap(({ historyId }) => historyId ?? []);
      const history = await client.readHistory();
      expect(history).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(history).size).toBe(history.length);
      if (client.kind === 'switch') expect(acknowledged.length).toBeGreaterThan(3);
    }
    expect(new Set(load.clients.flatMap(({ answers }) => answers.map(({ status }) => status)))).toEqual(
      new Set([200, 500, 503]),
    );
  });
}
