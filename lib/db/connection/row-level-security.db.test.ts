import { beforeAll, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { buildAccount, buildAddOnChange } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { openTestDatabase } from '@/tools/testing/test-service';
import { insertAuditEntry, operator } from '../audit-entries';
import { insertEdition } from '../catalog-editions';
import { insertEditionNote } from '../edition-notes';
import { insertEvent } from '../events';
import { insertMove } from '../moves';
import type { Database, Queries } from './client';
import { hashSecret } from './secret';
import { setTenant, type Tenant, withCredential, withTenant } from './tenant';

const { owner, openAs } = await openTestDatabase();
const runtime = openAs('runtime');
/** Not bound by row-level security. */
const observer = openAs('observer');
let ours: BuiltTenant;
let theirs: BuiltTenant;
let rowCountsBefore: Record<string, number[]>;

beforeAll(async () => {
  ours = await buildTenant();
  theirs = await buildTenant();
  rowCountsBefore = await countRows();
});

interface BuiltTenant {
  app: { id: string };
  account: { id: string };
  otherAccount: { id: string };
  key: string;
}

/** Creates an app with two accounts and at least one row in each table. */
async function buildTenant(): Promise<BuiltTenant> {
  const versions = [{ features: [1], optional: [{ feature: 2 }] }, { features: [1, 2] }];
  const app = await buildApp(owner, { versions, features: 2 });
  const account = await buildAccount(owner, app, { granted: app.versions });
  await buildAddOnChange(owner, app, account);
  await buildSession(owner, { app, account, role: 'owner' });
  const tenant = { appId: app.id, accountId: account.id };
  const later = new Date(Date.now() + 60_000);
  const response = { requestHash: 'x', expiresAt: later };
  await withTenant(owner, tenant, async (queries) => {
    const outcome = { resultId: 'avh_x', changed: true };
    await queries.idempotencyRecord.create({ data: { ...tenant, key: 'k', ...response, ...outcome } });
    await queries.idempotentResponse.create({
      data: { appId: app.id, credentialId: 'key_x', key: 'k', ...response },
    });
    await queries.actor.create({ data: { ...tenant, id: 1, name: 'Ada' } });
    const event = { id: makeId('event'), sequence: 2, type: 'account.version_switched' };
    await insertEvent(queries, { ...tenant, ...event, occurredAt: new Date(), data: null });
    const endpoint = { appId: app.id, id: makeId('webhookEndpoint'), url: 'https://host.example/' };
    await queries.webhookEndpoint.create({ data: { ...endpoint, dispatchedXid: 0 } });
    const roles = { roleClaim: 'groups', productValues: [], supportValues: [] };
    const client = { appId: app.id, issuer: 'https://login.example', clientId: 'plans', clientSecret: null };
    await queries.oidcClient.create({ data: { ...client, ...roles } });
    const delivery = { eventId: event.id, eventXid: 0, eventType: event.type, lane: '' };
    await queries.webhookDelivery.create({ data: { ...tenant, endpointId: endpoint.id, ...delivery } });
    const { digest, versionId } = await queries.versionSnapshot.findFirstOrThrow();
    const row = { appId: app.id, versionId, sequence: 0, digest, changedAt: new Date() };
    await queries.versionChange.create({ data: row });
    const entry = { id: makeId('auditEntry'), type: 'account.signed_out', occurredAt: new Date() } as const;
    await insertAuditEntry(queries, { ...tenant, ...entry, ...operator });
    const edition = { id: makeId('edition'), source: '', extension: null, note: '', baseId: null };
    const createdBy = { kind: 'operator', id: null, name: 'Test', userId: null, channel: 'command' } as const;
    const reference = { id: versionId, title: 'Basic', tag: 'v1' };
    const versions = { fromVersionId: versionId, toVersionId: versionId, toDigest: digest };
    const move = {
      ...versions,
      fromVersion: reference,
      toVersion: reference,
      effective: 'now',
      reason: null,
    };
    const made = { id: makeId('move'), accounts: 1, createdAt: new Date(), createdBy };
    await insertMove(queries, { appId: app.id, ...move, ...made });
    await insertEdition(queries, { appId: app.id, ...edition, createdBy, createdAt: new Date() });
    const note = { editionId: edition.id, kind: 'comment', text: '', revision: 1, reviewer: null } as const;
    await insertEditionNote(queries, { appId: app.id, ...note, createdBy, createdAt: new Date() });
    const follow = {
      editionId: edition.id,
      position: 0,
      versionId,
      toVersionId: versionId,
      requested: false,
    };
    await queries.catalogFollow.create({ data: { appId: app.id, ...follow } });
    const announcement = { versionId, editionId: edition.id, announcedAt: later, effectiveAt: later };
    await queries.catalogAnnouncement.create({ data: { appId: app.id, ...announcement, content: {} } });
    const addOnId = app.addOns[0]?.id ?? '';
    const change = { addOnId, versionId, before: {}, after: {}, catalogRevision: 1, changedAt: new Date() };
    await queries.addOnVersionChange.create({ data: { appId: app.id, ...change } });
    await queries.noticeDismissal.create({
      data: {
        ...tenant,
        noticeId: 'ntc_x',
        subject: 'plan',
        until: later,
        dismissedAt: later,
        dismissedBy: {},
      },
    });
    await queries.accountUsage.create({ data: { ...tenant, amounts: {}, reportedAt: later } });
    await queries.catalogTexts.create({
      data: { appId: app.id, language: 'de', publishedAt: later, texts: {} },
    });
    await queries.accountChange.create({
      data: {
        ...{ ...tenant, id: makeId('accountChange'), versionId: app.versions[1]?.id ?? '' },
        ...{ billingPeriod: 'month', effectiveAt: later, atPeriodEnd: false, origin: 'owner' },
        ...{ actorKind: 'operator', actorName: 'Test', channel: 'command' },
        ...{ confirmed: {}, createdAt: new Date(), revision: 1 },
      },
    });
  });
  const otherAccount = await buildAccount(owner, app);
  return { app, account, otherAccount, key: await buildKey(owner, { app, account }) };
}

function toTenant({ app, account }: BuiltTenant) {
  return { appId: app.id, accountId: account.id };
}

/** Tables with a column app_id, read from the database, so that new tables are included. */
async function listTenantTables(): Promise<string[]> {
  const tables = await owner.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE a.attname = 'app_id' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
  return tables.map(({ name }) => name);
}

async function readRows(table: string, appId: string): Promise<object[]> {
  const rows = await observer.$queryRawUnsafe<{ row: object }[]>(
    `SELECT to_jsonb(t) AS row FROM "${table}" t WHERE app_id = $1`,
    appId,
  );
  return rows.map(({ row }) => row);
}

/** A statement that inserts a row, which its argument is. Generated columns can't be inserted. */
async function createCopyStatement(table: string): Promise<string> {
  const [{ columns }] = await observer.$queryRaw<[{ columns: string }]>`
    SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;
  return `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`;
}

/** Runs a statement and returns the number of affected rows, or the reason for which it was rejected. */
async function runAs(db: Database, tenant: Tenant | null, sql: string, ...values: unknown[]) {
  try {
    return await db.$transaction(async (queries) => {
      if (tenant) await setTenant(queries, tenant);
      return queries.$executeRawUnsafe(sql, ...values);
    });
  } catch (error) {
    const reason = /row-level security|permission denied|append-only/.exec(String(error))?.[0];
    return reason ?? String(error);
  }
}

const rejected = expect.stringMatching(/^(row-level security|permission denied|append-only)$/);
const unchanged = {
  update: expect.stringMatching(/^(no rows|permission denied)$/),
  delete: expect.stringMatching(/^(no rows|permission denied)$/),
};

const noRowsOr = (result: unknown) => (result === 0 ? 'no rows' : result);

// The owner is bound by row-level security too but has all privileges: its results do not depend on missing grants.
describe.each(['runtime', 'owner'] as const)('the %s role', (role) => {
  const db = () => (role === 'runtime' ? runtime : owner);

  test('without a tenant sees and changes no row of any tenant table', async () => {
    for (const table of await listTenantTables()) {
      const [row] = await readRows(table, ours.app.id);
      expect({ table, row }).toEqual({ table, row: expect.anything() });
      const copy = await createCopyStatement(table);
      expect({
        table,
        select: await db().$queryRawUnsafe(`SELECT * FROM "${table}"`),
        insert: await runAs(db(), null, copy, JSON.stringify(row)),
        update: noRowsOr(await runAs(db(), null, `UPDATE "${table}" SET app_id = app_id`)),
        delete: noRowsOr(await runAs(db(), null, `DELETE FROM "${table}"`)),
      }).toEqual({ table, select: [], insert: rejected, ...unchanged });
    }
  });

  test('with a tenant sees and changes no row of another tenant, and cannot move rows to it', async () => {
    for (const table of await listTenantTables()) {
      const [row] = await readRows(table, theirs.app.id);
      const copy = await createCopyStatement(table);
      const run = (sql: string) => runAs(db(), toTenant(ours), sql, theirs.app.id);
      expect({
        table,
        select: await withTenant(db(), toTenant(ours), (queries) =>
          queries.$queryRawUnsafe(`SELECT * FROM "${table}" WHERE app_id = $1`, theirs.app.id),
        ),
        insert: await runAs(db(), toTenant(ours), copy, JSON.stringify(row)),
        update: noRowsOr(await run(`UPDATE "${table}" SET app_id = app_id WHERE app_id = $1`)),
        delete: noRowsOr(await run(`DELETE FROM "${table}" WHERE app_id = $1`)),
        move: await run(`UPDATE "${table}" SET app_id = $1`),
      }).toEqual({ table, select: [], insert: rejected, ...unchanged, move: rejected });
    }
  });

  test('with an account cannot move rows to another account of the same app', async () => {
    for (const { name } of await owner.$queryRaw<{ name: string }[]>`
      SELECT table_name::text AS name FROM information_schema.columns
      WHERE column_name = 'account_id' AND table_schema = 'public'`) {
      const move = await runAs(
        db(),
        toTenant(ours),
        `UPDATE "${name}" SET account_id = $1`,
        ours.otherAccount.id,
      );
      expect({ name, move }).toEqual({ name, move: rejected });
    }
  });
});

test('all rows are unchanged after these attempts', async () => {
  expect(await countRows()).toEqual(rowCountsBefore);
});

/** The number of rows of each tenant by table. */
async function countRows(): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {};
  for (const table of await listTenantTables()) {
    const rows = [await readRows(table, ours.app.id), await readRows(table, theirs.app.id)];
    counts[table] = rows.map(({ length }) => length);
  }
  return counts;
}

/**
 * Relations with a column app_id but without forced row-level security whose policies all compare the app. Policies of the
 * worker's functions and of backups are for the owner only.
 */
async function listUnprotectedRelations(queries: Queries): Promise<string[]> {
  const relations = await queries.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE a.attname = 'app_id' AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace = 'public'::regnamespace
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity
        AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)
        AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid
          AND pg_get_expr(polqual, polrelid) NOT LIKE '%tenant_app()%'
          AND NOT (polroles = ARRAY[current_user::regrole::oid]
            AND (pg_get_expr(polqual, polrelid) = 'is_due_work()'
              OR pg_get_expr(polqual, polrelid) = 'is_backup()' AND polcmd = 'r'))))
    ORDER BY 1`;
  return relations.map(({ name }) => name);
}

test('every table with app_id has row-level security, and the check finds one without', async () => {
  expect(await listUnprotectedRelations(owner)).toEqual([]);
  const rollback = new Error('rollback');
  const transaction = owner.$transaction(async (queries) => {
    const steps = [
      'CREATE TABLE unprotected (app_id text)',
      'ALTER TABLE unprotected ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE unprotected FORCE ROW LEVEL SECURITY',
      'CREATE POLICY everyone ON unprotected USING (true)',
    ];
    for (const step of steps) {
      await queries.$executeRawUnsafe(step);
      expect([step, await listUnprotectedRelations(queries)]).toEqual([step, ['unprotected']]);
    }
    await queries.$executeRawUnsafe('ALTER POLICY everyone ON unprotected USING (app_id = tenant_app())');
    expect(await listUnprotectedRelations(queries)).toEqual([]);
    await queries.$executeRawUnsafe('CREATE VIEW unprotected_view AS SELECT * FROM unprotected');
    expect(await listUnprotectedRelations(queries)).toEqual(['unprotected_view']);
    throw rollback;
  });
  await expect(transaction).rejects.toBe(rollback);
});

test('the runtime role sees no more rows with the settings of the worker’s functions and of backups', async () => {
  for (const table of await listTenantTables()) {
    const rows = await runtime.$transaction(async (queries) => {
      await queries.$queryRaw`
        SELECT set_config('tenant.due_work', 'on', true), set_config('tenant.backup', 'on', true),
          set_config('tenant.all_accounts', 'on', true)`;
      return queries.$queryRawUnsafe(`SELECT * FROM "${table}"`);
    });
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
});

describe('a transaction of a tenant', () => {
  test('does not leave its tenant set on the connection', async () => {
    await withTenant(runtime, { appId: ours.app.id }, (queries) => queries.version.count());
    const counts = await Promise.all(Array.from({ length: 20 }, () => runtime.version.count()));
    expect(new Set(counts)).toEqual(new Set([0]));
  });
});

test('all accounts are those of the tenant’s app, for reads and within read_events only', async () => {
  const read = (queries: Queries) => queries.$queryRaw<{ app: string; changes: bigint }[]>`
    SELECT app_id AS app, count(*) AS changes
    FROM account_history GROUP BY app_id`;
  await withTenant(runtime, { appId: ours.app.id }, async (queries) => {
    await queries.$queryRaw`SELECT read_events(${ours.app.id}, NULL, NULL, 0, '', 10, 10)::text`;
    expect(await read(queries)).toEqual([]);
    await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
    expect(await read(queries)).toEqual([{ app: ours.app.id, changes: 3n }]);
  });
  // The owner can begin histories of the app, but not continue one or write to another app.
  const changes = [{ sequence: 2 }, { sequence: 1, app_id: theirs.app.id }];
  for (const [db, change] of [[runtime, {}], ...changes.map((each) => [owner, each] as const)] as const) {
    await expect(
      withTenant(db, { appId: ours.app.id }, async (queries) => {
        await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
        await queries.$executeRaw`
          INSERT INTO account_history
          SELECT copy.* FROM account_history a, jsonb_populate_record(a, ${JSON.stringify(change)}::jsonb) AS copy`;
      }),
    ).rejects.toThrow(/row-level security/);
  }
});

test('a transaction with a credential’s hash sees that credential only', async () => {
  const keys = await withCredential(runtime, hashSecret(ours.key), (queries) => queries.apiKey.findMany());
  expect(keys.map(({ accountId }) => accountId)).toEqual([ours.account.id]);
});
