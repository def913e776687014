import { beforeAll, expect, test } from 'vitest';
import { toFirstAuditId } from '@/lib/contract/ids';
import { type NewAuditEntry, operator } from '@/lib/db/audit-entries';
import { withTenant } from '@/lib/db/connection/tenant';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { createHostCaller } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import { listAudit, recordAudit } from './audit';

const { owner, service } = await openTestService();
let app: BuiltApp;

const ada = { kind: 'session', id: 'pse_ada', name: 'Ada Byron', userId: 'staff-1' } as const;
const entries = [
  { type: 'session.created', actor: ada, data: { role: 'owner' } },
  { type: 'key.created', actor: ada, targetId: 'key_1', data: { name: 'Billing' } },
  {
    type: 'move.created',
    actor: { ...ada, name: 'Grace', userId: 'staff-2' },
    data: { reason: 'Ticket 100%' },
  },
  { type: 'catalog.two_person_rule_set', ...operator, data: { enabled: true } },
] as const satisfies (Pick<NewAuditEntry, 'type' | 'actor' | 'data'> & { targetId?: string })[];

beforeAll(async () => {
  app = await buildApp(owner);
  for (const { actor, ...entry } of entries) {
    await withTenant(owner, { appId: app.id }, (queries) =>
      recordAudit(queries, service, { app, via: 'session', role: 'product', actor }, entry),
    );
  }
});

const page = { before: null, limit: 10 };
const list = async (filter: Partial<Parameters<typeof listAudit>[2]> = {}) => {
  const { entries: found } = await listAudit(
    service,
    createHostCaller(app),
    { type: null, account: null, ...filter },
    page,
  );
  return found.map(({ type }) => type);
};
const others = ['catalog.two_person_rule_set', 'move.created', 'key.created'];

test('sign-in links are left out unless they are requested', async () => {
  expect(await list()).toEqual(others);
  expect(await list({ signInLinks: true })).toEqual([...others, 'session.created']);
  expect(await list({ type: 'session.created' })).toEqual(['session.created']);
});

test('entries are found by person, by ID or a part of the name', async () => {
  expect(await list({ actor: 'staff-1' })).toEqual(['key.created']);
  expect(await list({ actor: 'byron' })).toEqual(['key.created']);
  expect(await list({ actor: 'pse_ada' })).toEqual(['move.created', 'key.created']);
  expect(await list({ actor: 'staff' })).toEqual([]);
});

test('entries are found by a part of a text, or by the ID of what they concern', async () => {
  expect(await list({ search: '100%' })).toEqual(['move.created']);
  expect(await list({ search: 'billing' })).toEqual(['key.created']);
  expect(await list({ search: 'key_1' })).toEqual(['key.created']);
  // Names of fields are no texts.
  expect(await list({ search: 'reason' })).toEqual([]);
});

test('entries are found by time', async () => {
  const now = Date.now();
  expect(await list({ since: now - 60_000, until: now + 60_000 })).toEqual(others);
  expect(await list({ since: now + 60_000 })).toEqual([]);
  expect(await list({ until: now - 60_000 })).toEqual([]);
  expect(toFirstAuditId(1000) < toFirstAuditId(1001)).toBe(true);
});

test('a page continues after the last entry that was compared', async () => {
  const caller = createHostCaller(app);
  const read = (before: string | null) =>
    listAudit(service, caller, { type: null, account: null }, { before, limit: 2 });
  const first = await read(null);
  const second = await read(first.next);
  expect(
    [first, second].map(({ entries: found, next }) => [found.map(({ type }) => type), next !== null]),
  ).toEqual([
    [others.slice(0, 2), true],
    [others.slice(2), false],
  ]);
  // Eleven thousand sign-in links are compared, ten thousand of them for a page.
  await withTenant(
    owner,
    { appId: app.id },
    (queries) => queries.$executeRaw`
    INSERT INTO audit_entries (app_id, id, type, actor_kind, actor_name, channel, occurred_at, data)
    SELECT ${app.id}, 'aud_zz' || lpad(n::text, 24, '0'), 'session.created', 'key', 'Key', 'api', now(), '{}'
    FROM generate_series(1, 11000) n`,
  );
  const empty = await read(null);
  expect([empty.entries, empty.next]).toEqual([[], `aud_zz${'1001'.padStart(24, '0')}`]);
  expect((await read(empty.next)).entries.map(({ type }) => type)).toEqual(others.slice(0, 2));
});
