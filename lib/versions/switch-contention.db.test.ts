import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openClient, type Queries } from '@/lib/data/client';
import { withTenant } from '@/lib/data/tenant';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import type { AccountCaller } from './caller';
import { failureToProblem } from './failure-to-problem';
import { closeService, openService, type Service } from './service';
import { switchVersion } from './switch-version';

let database: TestDatabase;
let owner: Database;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  service = openService(database.url);
});

afterAll(async () => {
  await owner.$disconnect();
  await closeService(service);
  await database.drop();
});

const actor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;
const orderOf = (version: { id: string } | undefined) => ({
  versionId: version?.id ?? '',
  reason: null,
  channel: 'api',
  ifMatch: null,
  idempotency: null,
});

/** Resolves once this many sessions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await owner.$queryRaw<[{ waiting: number }]>`
        SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks WHERE NOT granted`;
      return row.waiting;
    })
    .toBe(count);
}

test('a switch waits no longer for two others than for one', async () => {
  const app = await buildApp(owner);
  const account = await buildAccount(owner, app);
  const caller: AccountCaller = { via: 'key', app, account, role: 'owner', actor, appKey: false };
  const tenant = { appId: app.id, accountId: account.id };
  /** A switch that keeps the row for two seconds once it has it. */
  const slowly: Service = {
    ...service,
    recordTime: async (now) => {
      await sleep(2000);
      return now;
    },
  };
  const holdRow = async (queries: Queries) => {
    await queries.$queryRaw`SELECT 1 FROM accounts WHERE id = ${account.id} FOR UPDATE`;
    const first = switchVersion(slowly, caller, orderOf(app.versions[1]));
    await untilWaiting(1);
    const second = switchVersion(service, caller, orderOf(app.versions[2])).then(
      ({ changed }) => ({ changed }),
      (error) => ({ code: failureToProblem(error).code }),
    );
    await untilWaiting(2);
    await queries.$queryRaw`SELECT pg_sleep(2)::text`;
    return { first, second };
  };
  const { first, second } = await withTenant(owner, tenant, async (queries) => holdRow(queries));
  expect((await first).changed).toBe(true);
  // Two seconds for its place and two for the row: more than three together.
  expect(await second).toEqual({ code: 'switch_conflict' });
});

test('a sign-in and a grant do not wait for a switch', async () => {
  const app = await buildApp(owner);
  const account = await buildAccount(owner, app);
  const caller: AccountCaller = { via: 'key', app, account, role: 'owner', actor, appKey: false };
  const tenant = { appId: app.id, accountId: account.id };
  const meanwhile: Service = {
    ...service,
    recordTime: async (now) => {
      await withTenant(owner, tenant, async (others) => {
        await others.$executeRaw`SET LOCAL lock_timeout = '1s'`;
        await others.versionGrant.create({ data: { ...tenant, versionId: app.versions[2]?.id ?? '' } });
      });
      return now;
    },
  };
  expect((await switchVersion(meanwhile, caller, orderOf(app.versions[1]))).changed).toBe(true);
});

test('accounts that trade places right after a new price do not wait for each other in a circle', async () => {
  const app = await buildApp(owner, { versions: 2 });
  const [one, two] = app.versions;
  const callers: AccountCaller[] = [];
  for (let index = 0; index < 8; index += 1) {
    const path = [index % 2 === 0 ? one : two].filter((version) => version !== undefined);
    const account = await buildAccount(owner, app, { path });
    callers.push({ via: 'key', app, account, role: 'owner', actor, appKey: false });
  }
  // Between the two snapshots of one statement there is next to no time; with this there is some.
  await owner.$executeRaw`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END $$`;
  await owner.$executeRaw`
    CREATE TRIGGER dawdle BEFORE INSERT ON version_snapshots FOR EACH ROW EXECUTE FUNCTION dawdle()`;
  for (let round = 1; round <= 3; round += 1) {
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.version.updateMany({ where: { appId: app.id }, data: { fee: round } }),
    );
    const outcomes = await Promise.all(
      callers.map((caller, index) =>
        switchVersion(service, caller, orderOf((index + round) % 2 === 0 ? one : two)),
      ),
    );
    expect(outcomes.map(({ changed }) => changed)).toEqual(callers.map(() => true));
  }
});
