import { beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildAddOnChange } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { openTestDatabase } from '@/tools/testing/test-service';
import { insertAuditEntry, operator } from '../audit-entries';
import { insertEdition } from '../catalog-editions';
import { insertEditionNote } from '../edition-notes';
import { setTenant } from './tenant';

const { owner, openAs } = await openTestDatabase();
const runtime = openAs('runtime');
let tenant: { appId: string; accountId: string };

beforeAll(async () => {
  const app = await buildApp(owner, {
    versions: [{ optional: [{ feature: 1, fee: 1 }] }, {}],
    features: 2,
  });
  const account = await buildAccount(owner, app, { history: app.versions });
  tenant = { appId: app.id, accountId: account.id };
  await buildAddOnChange(owner, app, account);
  await owner.$transaction(async (queries) => {
    await setTenant(queries, tenant);
    const { digest, versionId } = await queries.versionSnapshot.findFirstOrThrow();
    const row = { appId: app.id, versionId, sequence: 0, digest, changedAt: new Date() };
    await queries.versionChange.create({ data: row });
    const change = { addOnId: app.addOns[0]?.id ?? '', before: {}, after: {}, catalogRevision: 1 };
    await queries.addOnVersionChange.create({
      data: { appId: app.id, versionId, changedAt: new Date(), ...change },
    });
    await insertAuditEntry(queries, {
      appId: app.id,
      id: 'aud_1',
      accountId: account.id,
      type: 'account.signed_out',
      ...operator,
      occurredAt: new Date(),
    });
    const [createdBy, createdAt] = [{ ...operator.actor, channel: operator.channel }, new Date()];
    const edition = { appId: app.id, id: 'ced_1', source: '', extension: null, note: '', baseId: null };
    await insertEdition(queries, { ...edition, createdBy, createdAt });
    const note = { kind: 'comment', text: 'Fine', revision: 1, reviewer: null } as const;
    await insertEditionNote(queries, { appId: app.id, editionId: 'ced_1', ...note, createdBy, createdAt });
  });
});

const tables = [
  'account_history',
  'version_changes',
  'add_on_version_changes',
  'version_snapshots',
  'audit_entries',
  'edition_notes',
];
const changes = tables.flatMap((table) => [
  `UPDATE ${table} SET app_id = app_id`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table} CASCADE`,
]);

describe.each(['owner', 'runtime'] as const)('the %s role', (role) => {
  test.each(changes)('cannot run %s', async (sql) => {
    const db = role === 'owner' ? owner : runtime;
    const change = db.$transaction(async (queries) => {
      await setTenant(queries, tenant);
      await queries.$executeRawUnsafe(sql);
    });
    await expect(change).rejects.toThrow(role === 'owner' ? /append-only/ : /permission denied/);
  });
});

// The owner can change the triggers: see docs/decisions/0011-switch-transaction.md. Replication mode would skip them without a
// change of the schema. runtime-role.db.test.ts has what the runtime role can't do.
test('the owner role cannot skip the triggers in replication mode', async () => {
  const sql = 'SET session_replication_role = replica';
  await expect(owner.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/);
});

test('the triggers also fire in replication mode', async () => {
  // A replica gets the rows of current_versions, actors, account_changes and audit_entries from the origin.
  const triggers = await owner.$queryRaw<{ enabled: string }[]>`
    SELECT tgenabled::text AS enabled FROM pg_trigger
    WHERE tgrelid::regclass::text = ANY (${tables})
      AND NOT tgisinternal AND tgname NOT IN ('account_history_set_current_version', 'account_history_audit_support',
        'account_history_supersede_changes')
      AND tgname NOT LIKE '%store_actor'`;
  expect(triggers.map(({ enabled }) => enabled)).toEqual(Array(13).fill('A'));
});
