import { beforeAll, expect, test, vi } from 'vitest';
import { limitReads, limitWorker } from '@/lib/db/connection/limit-connections';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { switchVersion } from '../changes/switch-version';
import { listHistory } from '../history/history';
import { toApiError } from '../to-api-error';
import { listEvents } from '../webhooks/events';

const limits = {
  connections: 10,
  connectTimeoutMs: 3000,
  statementTimeoutMs: 600_000,
  lockTimeoutMs: 600_000,
};
const { owner, service } = await openTestService({ limits });
let busy: BuiltApp[];
let app: BuiltApp;
let caller: AccountCaller;

beforeAll(async () => {
  app = await buildApp(owner, { versions: 2 });
  busy = await Promise.all(Array.from({ length: 4 }, () => buildApp(owner, { versions: 2 })));
  caller = createAccountCaller(app, await buildAccount(owner, app));
});

/** Lets slow reads keep their connections. Returns how to end them. */
async function holdReads(): Promise<() => Promise<void>> {
  const client = await owner.pool.connect();
  await client.query('SELECT pg_advisory_lock(1)');
  return async () => {
    await client.query('SELECT pg_advisory_unlock(1)');
    client.release();
  };
}

const waitForRelease = 'SELECT pg_advisory_xact_lock_shared(1)';

/** Runs `read` for each app `count` times at once. */
function readAtOnce(apps: BuiltApp[], count: number, read: (app: BuiltApp) => Promise<unknown>) {
  const rejected: string[] = [];
  const results = apps.flatMap((each) =>
    Array.from({ length: count }, () =>
      read(each).then(
        () => 'read',
        (error: unknown) => {
          const { code, retryAfter } = toApiError(error);
          rejected.push(code);
          return `${code} ${retryAfter}`;
        },
      ),
    ),
  );
  return { results: Promise.all(results), countRejected: () => rejected.length };
}

/** Takes a connection until the reads are released. */
function readSlowly({ id }: BuiltApp): Promise<unknown> {
  return limitReads(service.pool, id, () => service.pool.query(waitForRelease));
}

/** Lists the events of an app `count` times at once. Each takes a connection until the reads are released. */
function listEventsSlowly(of: BuiltApp, count: number) {
  const query = service.pool.query.bind(service.pool) as (...values: unknown[]) => Promise<unknown>;
  const slow = vi.spyOn(service.pool, 'query').mockImplementation(async (...values: unknown[]) => {
    const [config] = values as [{ name?: string }];
    if (config.name === 'read_events') await query(waitForRelease);
    return query(...values);
  });
  const page = { after: null, limit: 1000 };
  const filter = { accountId: null, types: null };
  const reads = readAtOnce([of], count, (each) => listEvents(service, { app: each }, filter, page));
  reads.results.then(() => slow.mockRestore());
  return reads;
}

let switches = 0;

async function switchOther(): Promise<string> {
  switches += 1;
  const versionId = app.versions[switches % 2]?.id ?? '';
  return switchVersion(service, caller, { ...changeInput, versionId }).then(
    () => 'switched',
    (error: unknown) => toApiError(error).code,
  );
}

function count(results: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

test('an app that reads all the time leaves connections to changes and reads of another app', async () => {
  const release = await holdReads();
  const reads = readAtOnce([busy[0]!], 12, readSlowly);
  const results = [];
  for (let index = 0; index < 8; index += 1) results.push(await switchOther());
  const history = await listHistory(service, caller, { limit: 10, before: null });
  expect(count(results)).toEqual({ switched: 8 });
  expect(history.entries).toHaveLength(9);
  await expect.poll(reads.countRejected).toBe(9);
  await release();
  expect(count(await reads.results)).toEqual({ read: 3, 'too_many_requests 1': 9 });
});

test('pages of events of an app are read one after another, and leave connections to its other reads', async () => {
  const release = await holdReads();
  const reads = listEventsSlowly(busy[0]!, 5);
  const others = readAtOnce([busy[0]!], 2, readSlowly);
  await expect.poll(reads.countRejected).toBe(4);
  await release();
  expect(await others.results).toEqual(['read', 'read']);
  expect(count(await reads.results)).toEqual({ read: 1, 'too_many_requests 1': 4 });
});

test('reads of all apps leave connections to changes', async () => {
  const release = await holdReads();
  const reads = readAtOnce(busy, 3, readSlowly);
  const results = [];
  for (let index = 0; index < 8; index += 1) results.push(await switchOther());
  expect(count(results)).toEqual({ switched: 8 });
  await expect.poll(reads.countRejected).toBe(6);
  await release();
  expect(count(await reads.results)).toEqual({ read: 6, 'service_unavailable 2': 6 });
});

test('the worker leaves connections to changes, and waits until it gets one', async () => {
  const release = await holdReads();
  const worker = limitWorker(service.pool);
  const reads = readAtOnce(busy, 3, readSlowly);
  const queries = Array.from({ length: 12 }, () => worker.query(waitForRelease));
  expect(await switchOther()).toBe('switched');
  await expect.poll(reads.countRejected).toBe(6);
  await release();
  expect(await Promise.all(queries)).toHaveLength(12);
  expect(count(await reads.results).read).toBe(6);
});
