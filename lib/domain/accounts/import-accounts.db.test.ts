import { expect, test } from 'vitest';
import type { Event } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { lockAccounts } from '@/lib/db/accounts';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { createHostCaller } from '@/tools/testing/callers';
import { waitForLockWaiters } from '@/tools/testing/database-locks';
import { openTestService } from '@/tools/testing/test-service';
import { listHistory } from '../history/history';
import { getUsage } from '../usage/usage';
import { listEvents } from '../webhooks/events';
import { getAccount, updateAccount, upsertAccount } from './accounts';
import { type AccountRow, applyAccountImport, planAccountImport } from './import-accounts';

const { owner, service } = await openTestService();
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

const apply = (app: BuiltApp, rows: AccountRow[], onProgress?: (done: number) => void) =>
  applyAccountImport(owner, { app, rows, makeId, onProgress });
const buildRows = (count: number): AccountRow[] =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    externalId: `c${index}`,
    title: `Customer ${index}`,
    activatedAt: new Date('2025-01-01'),
  }));

const pickCause = ({ external_id, sequence, data }: Event) => [
  external_id,
  sequence,
  ...('cause' in data ? [data.cause] : []),
  'activated_at' in data ? data.activated_at : undefined,
];

/** How many accounts, history entries, current versions and events the app has. */
const countRows = (app: BuiltApp) =>
  withTenant(owner, { appId: app.id }, async (queries) => {
    await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
    const where = { appId: app.id };
    const counts = [
      await queries.account.count({ where }),
      await queries.historyEntry.count({ where }),
      await queries.currentVersion.count({ where }),
      await queries.event.count({ where }),
    ];
    await queries.$queryRaw`SELECT set_config('tenant.all_accounts', '', true)`;
    return counts;
  });

test('events of an import name it and the time since when accounts have their version, or there are none', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const [row, ...rows] = buildRows(3);
  await apply(app, [row!]);
  await apply(app, [{ ...row!, users: 4 }]);
  await applyAccountImport(owner, {
    app,
    rows: [{ ...row!, users: 5 }, ...rows],
    makeId,
    events: false,
  });
  await upsertAccount(service, createHostCaller(app), { externalId: 'new', title: 'New' });
  const allEvents = { accountId: null, types: null };
  const { events } = await listEvents(service, { app }, allEvents, { after: null, limit: 100 });
  const activatedAt = Date.parse('2025-01-01') / 1000;
  expect(events.map((text) => pickCause(JSON.parse(text) as Event))).toEqual([
    ['c0', 0, 'import', undefined],
    ['c0', 1, 'import', activatedAt],
    ['c0', 2, 'import', expect.any(Number)],
    ['new', 0, 'request', undefined],
    ['new', 1, 'request', expect.any(Number)],
  ]);
  expect((await getAccount(service, createHostCaller(app), 'c0')).users).toBe(5);
});

test('an imported account is as PUT creates it', async () => {
  const app = await buildApp(owner, { versions: 2 });
  const [, version] = app.versions;
  const past = new Date(Date.now() - 10 * 86_400_000);
  const retitle = (title: string) => (queries: Queries) =>
    queries.version.update({ where: { appId_id: { appId: app.id, id: version!.id } }, data: { title } });
  await publishChange(owner, app, retitle('Second'), new Date(Date.now() - 20 * 86_400_000));
  await publishChange(owner, app, retitle('Third'), new Date(Date.now() - 5 * 86_400_000));
  const content = { tag: version!.tag, title: 'Acme', billingPeriod: 'month', activatedAt: past } as const;
  const inputs: (Omit<AccountRow, 'line' | 'externalId'> & { title: string })[] = [
    { ...content, email: 'ada@acme.example', periodEndsAt: new Date('2030-01-01') },
    { title: 'On the default version' },
    { ...content, activatedAt: undefined },
  ];
  for (const [index, input] of inputs.entries()) {
    const viaPut = { externalId: `put${index}`, ...input };
    const viaFile = { line: 2, externalId: `file${index}`, ...input };
    await upsertAccount(service, createHostCaller(app), viaPut);
    expect(await apply(app, [viaFile])).toEqual({ created: 1, updated: 0, unchanged: 0 });
    const readAll = async (externalId: string) => {
      const account = await getAccount(service, createHostCaller(app), externalId);
      const caller = { ...createHostCaller(app), account: { id: account.id } } as never;
      const { entries } = await listHistory(service, caller, { limit: 10 } as never);
      const row = await withTenant(owner, { appId: app.id, accountId: account.id }, async (queries) => ({
        history: await queries.historyEntry.findMany({ where: { appId: app.id, accountId: account.id } }),
        events: await queries.$queryRaw`
          SELECT sequence, type, data, id = 'evt' || substr(${account.id}, 4) AS creation FROM events
          WHERE account_id = ${account.id} ORDER BY sequence`,
      }));
      const { id: _, externalId: __, createdAt: ___, current, ...rest } = account;
      const isNow = input.activatedAt === undefined;
      return {
        rest,
        current: current && { ...current, ...(isNow && { activatedAt: null, planSince: null }) },
        titles: entries.map((entry) =>
          'version' in entry ? (entry.version as { title: string }).title : null,
        ),
        events: row.events,
        history: row.history.map((entry) => ({
          ...entry,
          id: null,
          accountId: null,
          changedAt: isNow ? null : entry.changedAt,
          actorKind: null,
          actorId: null,
          actorName: null,
          channel: null,
        })),
      };
    };
    expect(await readAll(`file${index}`)).toEqual(await readAll(`put${index}`));
  }
});

test('a repeated import updates titles and periods only', async () => {
  const app = await buildApp(owner, { versions: 2 });
  const rows = buildRows(3);
  expect(await planAccountImport(owner, app, rows)).toEqual({
    counts: { created: 3, updated: 0, unchanged: 0 },
    problems: [],
  });
  expect(await countRows(app)).toEqual([0, 0, 0, 0]);
  await apply(app, rows);
  const periodEndsAt = new Date('2030-01-01');
  const changed = [
    { ...rows[0]!, title: 'New' },
    { ...rows[1]!, periodEndsAt },
    { ...rows[2]!, tag: 'gone' },
  ];
  const counts = { created: 0, updated: 2, unchanged: 1 };
  expect(await planAccountImport(owner, app, changed)).toEqual({ counts, problems: [] });
  expect(await apply(app, changed)).toEqual(counts);
  expect(await apply(app, changed)).toEqual({ created: 0, updated: 0, unchanged: 3 });
  // A row without a period leaves it, also if it changes something else.
  expect(await apply(app, [rows[1]!])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  const retitled = { ...rows[1]!, title: 'Retitled' };
  expect(await apply(app, [retitled])).toEqual({ created: 0, updated: 1, unchanged: 0 });
  const read = (externalId: string) => getAccount(service, createHostCaller(app), externalId);
  expect(await read('c0')).toMatchObject({ title: 'New', periodEndsAt: null });
  expect(await read('c1')).toMatchObject({ title: 'Retitled', periodEndsAt: periodEndsAt.getTime() });
  expect(await countRows(app)).toEqual([3, 3, 3, 6]);
});

test('an import does not change what its columns do not have', async () => {
  const app = await buildApp(owner, { versions: 1 });
  await apply(app, buildRows(2));
  const host = createHostCaller(app);
  const periodEndsAt = new Date('2030-01-01');
  let imported: unknown;
  // The import has read both accounts when one of them changes.
  await withTenant(owner, { appId: app.id }, async (queries) => {
    await lockAccounts(queries, app.id, ['c0']);
    imported = apply(
      app,
      buildRows(2).map((row) => ({ ...row, title: 'New' })),
    );
    await waitForLockWaiters(owner, 1);
    await updateAccount(service, host, 'c1', { periodEndsAt });
  });
  expect(await imported).toEqual({ created: 0, updated: 2, unchanged: 0 });
  const read = () => getAccount(service, host, 'c1');
  expect(await read()).toMatchObject({ title: 'New', periodEndsAt: periodEndsAt.getTime(), users: 1 });
  await apply(app, [{ line: 2, externalId: 'c1', users: 3 }]);
  expect(await read()).toMatchObject({ title: 'New', periodEndsAt: periodEndsAt.getTime(), users: 3 });
});

test('new accounts on unknown versions, with the ID of another one or without a title are problems', async () => {
  const app = await buildApp(owner, { versions: [{ tag: 'monthly', fee: 900, annualFee: null }] });
  const rows = buildRows(4);
  const { id } = await buildAccount(owner, app);
  const { problems } = await planAccountImport(owner, app, [
    { ...rows[0]!, tag: 'gone' },
    { ...rows[1]!, tag: 'monthly', billingPeriod: 'year' },
    { ...rows[2]!, externalId: id },
    { ...rows[3]!, title: undefined },
  ]);
  expect(problems.toSorted((a, b) => a.line - b.line)).toEqual([
    { line: 2, message: 'tag: There is no version "gone".' },
    { line: 3, message: expect.stringMatching(/^billing_period: .* is not sold with annual billing\.$/) },
    { line: 4, message: 'external_id: expected your own ID, not the ID of an account' },
    { line: 5, message: 'title: Expected a value. There is no account "c3" yet.' },
  ]);
  await expect(apply(app, [{ ...rows[3]!, title: undefined }])).rejects.toThrow('There is no account "c3"');
});

/** Throws after the first batch. Returns how many rows it had. */
async function interrupt(app: BuiltApp, rows: AccountRow[]): Promise<number> {
  let done = 0;
  const stop = (count: number) => {
    done = count;
    throw new Error('interrupted');
  };
  await expect(apply(app, rows, stop)).rejects.toThrow('interrupted');
  return done;
}

test('an interrupted import leaves whole batches, and a repeated one creates the rest', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const rows = buildRows(2500);
  const done = await interrupt(app, rows);
  expect(await countRows(app)).toEqual([done, done, done, 2 * done]);
  expect(await apply(app, rows)).toEqual({ created: 2500 - done, updated: 0, unchanged: done });
  expect(await countRows(app)).toEqual([2500, 2500, 2500, 5000]);
});

test('an import of many users of existing accounts is done in small batches, and repeated does the rest', async () => {
  const app = await buildApp(owner, { versions: 1 });
  await apply(app, buildRows(1000));
  const rows = buildRows(1000).map((row) => ({ ...row, users: 7 }));
  const done = await interrupt(app, rows);
  expect(done).toBeLessThan(1000);
  expect(await countRows(app)).toEqual([1000, 1000 + done, 1000, 2000 + done]);
  expect(await apply(app, rows)).toEqual({ created: 0, updated: 1000 - done, unchanged: done });
  expect(await countRows(app)).toEqual([1000, 2000, 1000, 3000]);
  expect(await getAccount(service, createHostCaller(app), 'c999')).toMatchObject({ users: 7 });
});

test('a batch that conflicts with others is tried again with fewer accounts', async () => {
  const app = await buildApp(owner, { versions: 1 });
  await apply(app, buildRows(60));
  await owner.$executeRaw`
    CREATE FUNCTION reject_many() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF (SELECT count(*) FROM changed) > 20 THEN RAISE EXCEPTION 'many' USING ERRCODE = 'deadlock_detected'; END IF; RETURN NULL; END $$`;
  await owner.$executeRaw`
    CREATE TRIGGER reject_many AFTER UPDATE ON accounts REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION reject_many()`;
  const counts = await apply(
    app,
    buildRows(60).map((row) => ({ ...row, title: 'New' })),
  );
  await owner.$executeRaw`DROP TRIGGER reject_many ON accounts`;
  expect(counts).toEqual({ created: 0, updated: 60, unchanged: 0 });
});

test('a batch that fails leaves nothing', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const rows = [...buildRows(10), { line: 12, externalId: 'last', title: 'Last', tag: 'gone' }];
  await expect(apply(app, rows)).rejects.toThrow('Version not found');
  expect(await countRows(app)).toEqual([0, 0, 0, 0]);
});

test('concurrent imports create each account once', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const rows = buildRows(2000);
  const [first, second] = await Promise.all([apply(app, rows), apply(app, rows.toReversed())]);
  expect(first.created + second.created).toBe(2000);
  expect(first.unchanged + second.unchanged).toBe(2000);
  expect(await countRows(app)).toEqual([2000, 2000, 2000, 4000]);
});

test('a batch of many accounts notifies servers once', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const client = await owner.pool.connect();
  const payloads: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload));
  await client.query('LISTEN app_versions');
  const sizes: number[] = [];
  let last = 0;
  await apply(app, buildRows(1000), (done) => {
    sizes.push(done - last);
    last = done;
  });
  await client.query('UNLISTEN app_versions');
  client.release(true);
  // Of up to 100 accounts, each is named.
  const isNamed = (payload = '') => payload.startsWith(`account ${app.id} `);
  const many = sizes.filter((size) => size > 100);
  expect(payloads.filter(isNamed)).toHaveLength(sum(sizes) - sum(many));
  expect(payloads.filter((payload) => !isNamed(payload))).toEqual(many.map(() => `app ${app.id}`));
});

test('usage in a file is a report, and an unknown limit rejects the file', async () => {
  const app = await buildApp(owner, { versions: [{ features: [1], amounts: { 1: 5 } }], features: 1 });
  await buildAccount(owner, app, { externalId: 'c1' });
  const rows = (amount: number): AccountRow[] => [
    { line: 2, externalId: 'c1', usage: { 'feature-1': amount } },
    { line: 3, externalId: 'c2', title: 'New', usage: { 'feature-1': amount } },
    { line: 4, externalId: 'c3', title: 'Without' },
  ];
  expect(await apply(app, rows(3))).toEqual({ created: 2, updated: 0, unchanged: 1 });
  await apply(app, rows(4));
  const read = async (name: string) => (await getUsage(service, createHostCaller(app), name)).usage?.amounts;
  expect([await read('c1'), await read('c2'), await read('c3')]).toEqual([
    { 'feature-1': 4 },
    { 'feature-1': 4 },
    undefined,
  ]);
  const plan = await planAccountImport(owner, app, [{ line: 2, externalId: 'c1', usage: { projekts: 1 } }]);
  expect(plan.problems).toEqual([
    { line: 1, message: 'usage.projekts: Not a usage limit. Known limits: feature-1.' },
  ]);
});
