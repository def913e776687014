import { beforeEach, expect, test, vi } from 'vitest';
import { lockAccountChanges } from '@/lib/db/catalog-changes';
import { defaultConnectionLimits, type Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import { createChange } from '../changes/waiting-changes';
import { Worker } from './worker';

// A change waits for a lock for longer than the test does.
const limits = { ...defaultConnectionLimits, statementTimeoutMs: 20_000, lockTimeoutMs: 20_000 };
const { owner, service, openAs } = await openTestService({ limits });
const observer = openAs('observer');

let first: BuiltApp;
let second: BuiltApp;

beforeEach(async () => {
  first = await buildApp(owner, { versions: 2 });
  second = await buildApp(owner, { versions: 2 });
});

/** Schedules a switch of each of new accounts. */
async function schedule(app: BuiltApp, count: number, at: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
    const request = { versionId: app.versions[0]?.id ?? '', billingPeriod: null, effective: at };
    await createChange(service, createAccountCaller(app, account), { ...changeInput, ...request });
  }
}

const countApplied = ({ id }: BuiltApp) =>
  observer.accountChange.count({ where: { appId: id, outcome: 'applied' } });

test('apps take turns, however many changes of one are due', async () => {
  const at = Date.now() + 60_000;
  const third = await buildApp(owner, { versions: 2 });
  await schedule(first, 4, at);
  for (const app of [second, third]) await schedule(app, 1, at + 1);
  const query = vi.spyOn(service.pool, 'query');
  await applyDueChanges({ ...service, recordTime: () => at + 1 });
  const calls = query.mock.calls.map(([call]) => call as unknown as { name: string; values: string[] });
  const claims = calls.filter(({ name }) => name === 'claim_account_changes').map(({ values }) => values[0]);
  query.mockRestore();
  // Two at a time. Whichever of these ends first, the third app is next.
  expect(new Set(claims.slice(0, 3))).toEqual(new Set([first.id, second.id, third.id]));
  expect(await Promise.all([first, second, third].map(countApplied))).toEqual([4, 1, 1]);
});

test('a publication that changes of an app wait for does not delay those of another', async () => {
  const at = Date.now() + 60_000;
  await schedule(first, 3, at);
  await schedule(second, 3, at + 1);
  for (const { id } of [first, second]) {
    const setDue = (queries: Queries) => queries.accountChange.updateMany({ data: { dueAt: new Date(0) } });
    await withTenant(owner, { appId: id }, setDue);
  }
  const errors: unknown[] = [];
  const worker = new Worker({ ...service, recordTime: () => at + 1 }, (error) => errors.push(error));
  try {
    await owner.$transaction(
      async (queries) => {
        await lockAccountChanges(queries, first.id);
        worker.start();
        await expect.poll(() => countApplied(second)).toBe(3);
        expect(await countApplied(first)).toBe(0);
      },
      { timeout: 600_000 },
    );
    await expect.poll(() => countApplied(first)).toBe(3);
  } finally {
    await worker.stop();
  }
  expect(errors).toEqual([]);
});
