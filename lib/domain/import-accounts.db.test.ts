import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import type { Queries } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { createHostCaller } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import { getAccount, upsertAccount } from './accounts';
import { listHistory } from './history';
import { type AccountRow, applyAccountImport, planAccountImport } from './import-accounts';

const { owner, service } = await openTestService();

const apply = (app: BuiltApp, rows: AccountRow[], onProgress?: (done: number) => void) =>
  applyAccountImport(owner, { app, rows, makeId, onProgress });
const buildRows = (count: number): AccountRow[] =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    externalId: `c${index}`,
    title: `Customer ${index}`,
    activatedAt: new Date('2025-01-01'),
  }));

/** How many accounts, activations, current versions and events the app has. */
const countRows = (app: BuiltApp) =>
  withTenant(owner, { appId: app.id }, async (queries) => {
    await queries.$queryRaw`SELECT set_config('tenant.all_accounts', 'on', true)`;
    const where = { appId: app.id };
    const counts = [
      await queries.account.count({ where }),
      await queries.activation.count({ where }),
      await queries.currentVersion.count({ where }),
      await queries.event.count({ where }),
    ];
    await queries.$queryRaw`SELECT set_config('tenant.all_accounts', '', true)`;
    return counts;
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
  const inputs: Omit<AccountRow, 'line' | 'externalId'>[] = [
    { ...content, periodEndsAt: new Date('2030-01-01') },
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
        activations: await queries.activation.findMany({ where: { appId: app.id, accountId: account.id } }),
        events: await queries.$queryRaw`
          SELECT sequence, type, data, id = 'evt' || substr(${account.id}, 4) AS creation FROM events
          WHERE account_id = ${account.id} ORDER BY sequence`,
      }));
      const { id: _, externalId: __, createdAt: ___, current, ...rest } = account;
      const isNow = input.activatedAt === undefined;
      return {
        rest,
        current: current && { ...current, activatedAt: isNow ? null : current.activatedAt },
        titles: entries.map((entry) =>
          'version' in entry ? (entry.version as { title: string }).title : null,
        ),
        events: row.events,
        activations: row.activations.map((activation) => ({
          ...activation,
          id: null,
          accountId: null,
          activatedAt: isNow ? null : activation.activatedAt,
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
  // A row without a period leaves it.
  expect(await apply(app, [rows[1]!])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  const read = (externalId: string) => getAccount(service, createHostCaller(app), externalId);
  expect(await read('c0')).toMatchObject({ title: 'New', periodEndsAt: null });
  expect(await read('c1')).toMatchObject({ title: 'Customer 1', periodEndsAt: periodEndsAt.getTime() });
  expect(await countRows(app)).toEqual([3, 3, 3, 6]);
});

test('new accounts on unknown versions, or with the ID of another one, are problems', async () => {
  const app = await buildApp(owner, { versions: [{ tag: 'monthly', fee: 900, annualFee: null }] });
  const rows = buildRows(3);
  const { id } = await buildAccount(owner, app);
  const { problems } = await planAccountImport(owner, app, [
    { ...rows[0]!, tag: 'gone' },
    { ...rows[1]!, tag: 'monthly', billingPeriod: 'year' },
    { ...rows[2]!, externalId: id },
  ]);
  expect(problems.toSorted((a, b) => a.line - b.line)).toEqual([
    { line: 2, message: 'tag: There is no version "gone".' },
    { line: 3, message: expect.stringMatching(/^billing_period: .* is not sold with annual billing\.$/) },
    { line: 4, message: 'external_id: expected your own ID, not the ID of an account' },
  ]);
});

test('an interrupted import leaves whole batches, and a repeated one creates the rest', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const rows = buildRows(2500);
  const interrupt = () => {
    throw new Error('interrupted');
  };
  await expect(apply(app, rows, interrupt)).rejects.toThrow('interrupted');
  expect(await countRows(app)).toEqual([1000, 1000, 1000, 2000]);
  expect(await apply(app, rows)).toEqual({ created: 1500, updated: 0, unchanged: 1000 });
  expect(await countRows(app)).toEqual([2500, 2500, 2500, 5000]);
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

test('a batch notifies servers once', async () => {
  const app = await buildApp(owner, { versions: 1 });
  const client = await owner.pool.connect();
  const payloads: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload));
  await client.query('LISTEN app_versions');
  await apply(app, buildRows(1000));
  await client.query('UNLISTEN app_versions');
  client.release(true);
  expect(payloads).toEqual([`app ${app.id}`]);
});
