import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { type Database, openClient, type Queries } from './client';
import { hashSecret } from './secret';
import { setTenant, type Tenant, withCredential, withTenant } from './tenant';

let database: TestDatabase;
let owner: Database;
let runtime: Database;
/** Sees every row, to tell what is there. */
let observer: Database;
let ours: BuiltTenant;
let theirs: BuiltTenant;
let before: Record<string, number[]>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  runtime = openClient(database.url, { as: 'runtime' });
  observer = openClient(database.observerUrl, { as: 'owner' });
  ours = await buildTenant();
  theirs = await buildTenant();
  before = await countRows();
});

afterAll(async () => {
  await owner.$disconnect();
  await runtime.$disconnect();
  await observer.$disconnect();
  await database.drop();
});

interface BuiltTenant {
  app: { id: string };
  account: { id: string };
  neighbour: { id: string };
  key: string;
}

/** An app with two accounts, and a row in each table. */
async function buildTenant(): Promise<BuiltTenant> {
  const app = await buildApp(owner, { versions: 2, features: 2 });
  const account = await buildAccount(owner, app, { granted: app.versions });
  await buildSession(owner, { app, account, role: 'owner' });
  const tenant = { appId: app.id, accountId: account.id };
  const answer = { requestHash: 'x', historyId: 'avh_x', changed: true };
  await withTenant(owner, tenant, (queries) =>
    queries.idempotencyRecord.create({
      data: { ...tenant, key: 'k', ...answer, expiresAt: new Date(Date.now() + 60_000) },
    }),
  );
  const neighbour = await buildAccount(owner, app);
  return { app, account, neighbour, key: await buildKey(owner, { app, account }) };
}

function idsOf({ app, account }: BuiltTenant) {
  return { appId: app.id, accountId: account.id };
}

/** Tables that carry an app, as the database itself tells: the one made tomorrow is among them. */
async function tenantTables(): Promise<string[]> {
  const tables = await owner.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE a.attname = 'app_id' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
  return tables.map(({ name }) => name);
}

async function rowsOf(table: string, appId: string): Promise<object[]> {
  const found = await observer.$queryRawUnsafe<{ row: object }[]>(
    `SELECT to_jsonb(t) AS row FROM "${table}" t WHERE app_id = $1`,
    appId,
  );
  return found.map(({ row }) => row);
}

/** How many rows a statement touched, or in which words it was refused. */
async function outcomeOf(db: Database, tenant: Tenant | null, sql: string, ...values: unknown[]) {
  try {
    return await db.$transaction(async (queries) => {
      if (tenant) await setTenant(queries, tenant);
      return queries.$executeRawUnsafe(sql, ...values);
    });
  } catch (error) {
    const words = /row-level security|permission denied|append-only/.exec(String(error))?.[0];
    return words ?? String(error);
  }
}

const refused = expect.stringMatching(/^(row-level security|permission denied|append-only)$/);
const untouched = {
  update: expect.stringMatching(/^(nothing|permission denied)$/),
  delete: expect.stringMatching(/^(nothing|permission denied)$/),
};

const nothingOr = (outcome: unknown) => (outcome === 0 ? 'nothing' : outcome);

// The owner is bound by row-level security too, and has every right beside it: what holds for the owner is not owed to
// a right that happens not to be granted.
describe.each(['runtime', 'owner'] as const)('the %s', (role) => {
  const db = () => (role === 'runtime' ? runtime : owner);

  test('with no tenant set sees no row of any tenant table, and changes none', async () => {
    for (const table of await tenantTables()) {
      const [row] = await rowsOf(table, ours.app.id);
      expect({ table, row }).toEqual({ table, row: expect.anything() });
      const copy = `INSERT INTO "${table}" SELECT * FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`;
      expect({
        table,
        select: await db().$queryRawUnsafe(`SELECT * FROM "${table}"`),
        insert: await outcomeOf(db(), null, copy, JSON.stringify(row)),
        update: nothingOr(await outcomeOf(db(), null, `UPDATE "${table}" SET app_id = app_id`)),
        delete: nothingOr(await outcomeOf(db(), null, `DELETE FROM "${table}"`)),
      }).toEqual({ table, select: [], insert: refused, ...untouched });
    }
  });

  test('as one tenant sees no row of another, changes none, and moves none there', async () => {
    for (const table of await tenantTables()) {
      const [row] = await rowsOf(table, theirs.app.id);
      const copy = `INSERT INTO "${table}" SELECT * FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`;
      const at = (sql: string) => outcomeOf(db(), idsOf(ours), sql, theirs.app.id);
      expect({
        table,
        select: await withTenant(db(), idsOf(ours), (queries) =>
          queries.$queryRawUnsafe(`SELECT * FROM "${table}" WHERE app_id = $1`, theirs.app.id),
        ),
        insert: await outcomeOf(db(), idsOf(ours), copy, JSON.stringify(row)),
        update: nothingOr(await at(`UPDATE "${table}" SET app_id = app_id WHERE app_id = $1`)),
        delete: nothingOr(await at(`DELETE FROM "${table}" WHERE app_id = $1`)),
        move: await at(`UPDATE "${table}" SET app_id = $1`),
      }).toEqual({ table, select: [], insert: refused, ...untouched, move: refused });
    }
  });

  test('as one account moves no row to another of the same app', async () => {
    for (const { name } of await owner.$queryRaw<{ name: string }[]>`
      SELECT table_name::text AS name FROM information_schema.columns
      WHERE column_name = 'account_id' AND table_schema = 'public'`) {
      const move = await outcomeOf(
        db(),
        idsOf(ours),
        `UPDATE "${name}" SET account_id = $1`,
        ours.neighbour.id,
      );
      expect({ name, move }).toEqual({ name, move: refused });
    }
  });
});

test('after all that every row is there, and where it was', async () => {
  expect(await countRows()).toEqual(before);
});

/** How many rows each tenant has, by table. */
async function countRows(): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {};
  for (const table of await tenantTables()) {
    const rows = [await rowsOf(table, ours.app.id), await rowsOf(table, theirs.app.id)];
    counts[table] = rows.map(({ length }) => length);
  }
  return counts;
}

/** Relations that carry an app without a wall: row-level security that binds the owner too, by the app alone. */
async function findUnwalled(queries: Queries): Promise<string[]> {
  const found = await queries.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE a.attname = 'app_id' AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace = 'public'::regnamespace
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity
        AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)
        AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid
          AND pg_get_expr(polqual, polrelid) NOT LIKE '%tenant_app()%'))
    ORDER BY 1`;
  return found.map(({ name }) => name);
}

test('every table that carries an app is walled, and one that is not is noticed', async () => {
  expect(await findUnwalled(owner)).toEqual([]);
  const undone = new Error('undone');
  const trial = owner.$transaction(async (queries) => {
    const steps = [
      'CREATE TABLE forgotten (app_id text)',
      'ALTER TABLE forgotten ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE forgotten FORCE ROW LEVEL SECURITY',
      'CREATE POLICY everybody ON forgotten USING (true)',
    ];
    for (const step of steps) {
      await queries.$executeRawUnsafe(step);
      expect([step, await findUnwalled(queries)]).toEqual([step, ['forgotten']]);
    }
    await queries.$executeRawUnsafe('ALTER POLICY everybody ON forgotten USING (app_id = tenant_app())');
    expect(await findUnwalled(queries)).toEqual([]);
    await queries.$executeRawUnsafe('CREATE VIEW all_of_them AS SELECT * FROM forgotten');
    expect(await findUnwalled(queries)).toEqual(['all_of_them']);
    throw undone;
  });
  await expect(trial).rejects.toBe(undone);
});

describe('a transaction of one tenant', () => {
  test('sees its own rows alone, though it asks for all', async () => {
    const tenant = { appId: ours.app.id, accountId: ours.account.id };
    const seen = await withTenant(runtime, tenant, async (queries) => ({
      versions: (await queries.version.findMany()).map(({ appId }) => appId),
      accounts: (await queries.account.findMany()).map(({ id }) => id),
      activations: (await queries.activation.findMany()).map(({ accountId }) => accountId),
      grants: (await queries.versionGrant.findMany()).map(({ accountId }) => accountId),
      keys: (await queries.apiKey.findMany()).map(({ accountId }) => accountId),
    }));
    expect(new Set(seen.versions)).toEqual(new Set([ours.app.id]));
    for (const of of [seen.accounts, seen.activations, seen.grants, seen.keys]) {
      expect(new Set(of)).toEqual(new Set([ours.account.id]));
    }
  });

  test('can not write another tenant’s rows', async () => {
    const write = withTenant(runtime, { appId: ours.app.id }, (queries) =>
      queries.account.create({ data: { appId: theirs.app.id, id: 'acc_y', title: 'Y' } }),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  test('does not change another tenant’s rows by an update without a where', async () => {
    await withTenant(runtime, { appId: ours.app.id }, (queries) =>
      queries.account.updateMany({ data: { title: 'Changed' } }),
    );
    const after = await observer.account.findMany({ select: { appId: true, title: true } });
    expect(after).toContainEqual({ appId: ours.app.id, title: 'Changed' });
    expect(after).toContainEqual({ appId: theirs.app.id, title: 'Example Ltd' });
  });

  test('leaves nothing set behind for the next one on the same connection', async () => {
    await withTenant(runtime, { appId: ours.app.id }, (queries) => queries.version.count());
    const counts = await Promise.all(Array.from({ length: 20 }, () => runtime.version.count()));
    expect(new Set(counts)).toEqual(new Set([0]));
  });
});

test('a credential is found by who holds it, and no other with it', async () => {
  const found = await withCredential(runtime, hashSecret(ours.key), (queries) => queries.apiKey.findMany());
  expect(found.map(({ accountId }) => accountId)).toEqual([ours.account.id]);
});
