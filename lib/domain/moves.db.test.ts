import { beforeEach, expect, test } from 'vitest';
import { eventSchema } from '@/lib/contract/events';
import { lockAccount } from '@/lib/db/accounts';
import { cancelMoveChanges } from '@/lib/db/moves';
import { withTenant } from '@/lib/db/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  changeInput as input,
  keyActor,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { waitForLockWaiters } from '@/tools/testing/database-locks';
import { openTestService } from '@/tools/testing/test-service';
import { applyDueChange } from './apply-due-changes';
import { listAudit } from './audit';
import type { AccountCaller, AppKeyCaller } from './caller';
import { listEvents } from './events';
import { cancelMove, createMove, getMove, listMoves, type MoveRequest } from './moves';
import { switchVersion } from './switch-version';
import { toApiError } from './to-api-error';
import { cancelChange, createChange, listChanges } from './waiting-changes';

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Date.now() + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let caller: AppKeyCaller;

beforeEach(async () => {
  now = start;
  app = await buildApp(owner, {
    features: 2,
    versions: [
      { title: 'Old', fee: 500, active: false, features: [1] },
      { title: 'New', fee: 600, features: [1, 2] },
      { title: 'Other', fee: 700, features: [1, 2] },
    ],
  });
  caller = createHostCaller(app);
});

const versionId = (number: number) => app.versions[number - 1]?.id ?? '';

const request = (fields: Partial<MoveRequest> = {}): MoveRequest => ({
  fromVersionId: versionId(1),
  toVersionId: versionId(2),
  effective: start + dayMs,
  reason: 'Old is retired',
  limit: 500,
  after: null,
  isDryRun: false,
  channel: 'api',
  ...fields,
});
const move = (fields: Partial<MoveRequest> = {}) => createMove(service, caller, request(fields));
const page = { after: null, limit: 10 };

const buildOwner = async () => createAccountCaller(app, await buildAccount(owner, app));

async function readPlan({ account }: AccountCaller) {
  const key = { appId: app.id, accountId: account.id };
  const current = await withTenant(owner, key, (queries) =>
    queries.currentVersion.findFirst({ where: { accountId: account.id } }),
  );
  return current?.versionId;
}

async function advance(to: number) {
  now = to;
  await applyDueChanges(service);
}

test('a move schedules a change for each account, page by page', async () => {
  const owners = [await buildOwner(), await buildOwner(), await buildOwner()];
  expect(await move({ isDryRun: true })).toMatchObject({ id: null, scheduled: 3, skipped: [] });
  const first = await move({ limit: 2 });
  const second = await move({ limit: 2, after: first.next });
  expect([first.scheduled, second.scheduled, second.next]).toEqual([2, 1, null]);
  await advance(start + dayMs);
  expect(await Promise.all(owners.map(readPlan))).toEqual(Array(3).fill(versionId(2)));
  expect(await getMove(service, caller, first.id ?? '')).toMatchObject({ scheduled: 0, applied: 2 });
});

test('moves are listed with their progress, newest first, page by page', async () => {
  await buildOwner();
  const first = await move();
  await buildOwner();
  const second = await move({ toVersionId: versionId(3), effective: start + 2 * dayMs });
  await advance(start + dayMs);
  const newest = await listMoves(service, caller, { before: null, limit: 1 });
  const older = await listMoves(service, caller, { before: newest.next, limit: 1 });
  const list = [...newest.moves, ...older.moves];
  expect(list).toMatchObject([
    { id: second.id, from: { title: 'Old' }, to: { title: 'Other' }, counts: { scheduled: 1, applied: 0 } },
    { id: first.id, reason: 'Old is retired', to: { title: 'New' }, counts: { scheduled: 0, applied: 1 } },
  ]);
  expect(older.next).toBeNull();
  const other = { ...caller, app: await buildApp(owner) };
  expect((await listMoves(service, other, { before: null, limit: 1 })).moves).toEqual([]);
});

test('accounts that have chosen already, or can’t be moved, are listed', async () => {
  const [scheduled, without] = [await buildOwner(), await buildOwner()];
  await createChange(service, scheduled, {
    ...input,
    versionId: versionId(3),
    billingPeriod: null,
    effective: start + 9,
  });
  const { scheduled: count, skipped } = await move({ effective: 'period_end' });
  expect([count, new Map(skipped.map(({ accountId, code }) => [accountId, code]))]).toEqual([
    0,
    new Map([
      [scheduled.account.id, 'period_end_unknown'],
      [without.account.id, 'period_end_unknown'],
    ]),
  ]);
  const again = await move();
  expect(again.skipped.map(({ accountId, code }) => [accountId, code])).toEqual([
    [scheduled.account.id, 'change_scheduled'],
  ]);
});

test('a move of or to an unknown version is 404', async () => {
  for (const fields of [{ fromVersionId: 'ver_unknown' }, { toVersionId: 'ver_unknown' }]) {
    expect(await codeOf(move(fields))).toBe('version_not_found');
  }
});

test('a time that has passed for one account does not stop the others, and is 400 if it has for all', async () => {
  const [behind, ahead] = [await buildOwner(), await buildOwner()];
  const key = { appId: app.id, accountId: ahead.account.id };
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.app.update({ where: { id: app.id }, data: { isTest: true } }),
  );
  await withTenant(owner, key, (queries) =>
    queries.account.update({
      where: { appId_id: { appId: app.id, id: ahead.account.id } },
      data: { clockAt: new Date(start + 2 * dayMs) },
    }),
  );
  const { scheduled, skipped } = await move();
  expect([scheduled, skipped.map(({ accountId, code }) => [accountId, code])]).toEqual([
    1,
    [[ahead.account.id, 'parameter_invalid']],
  ]);
  expect(await codeOf(move({ effective: start - dayMs }))).toBe('parameter_invalid');
  await advance(start + dayMs);
  expect(await readPlan(behind)).toBe(versionId(2));
});

test('an owner can choose otherwise, but not cancel', async () => {
  const [switched, rescheduled] = [await buildOwner(), await buildOwner()];
  const { id } = await move();
  const change = (await listChanges(service, switched, { before: null, isOpen: true, limit: 1 })).changes[0]
    ?.change;
  const canceled = cancelChange(service, switched, change?.id ?? '', input);
  expect(await canceled.catch((error) => toApiError(error).code)).toBe('change_locked');
  await switchVersion(service, switched, { ...input, versionId: versionId(3) });
  const other = { ...input, versionId: versionId(3), billingPeriod: null, effective: start + dayMs };
  await createChange(service, rescheduled, other);
  await advance(start + dayMs);
  expect([await readPlan(switched), await readPlan(rescheduled)]).toEqual([versionId(3), versionId(3)]);
  expect(await getMove(service, caller, id ?? '')).toMatchObject({ applied: 0, superseded: 2 });
});

test('canceling ends what has not been applied', async () => {
  const [first, second] = [await buildOwner(), await buildOwner()];
  for (const [{ account }, days] of [
    [first, 1],
    [second, 9],
  ] as const) {
    const data = { periodEndsAt: new Date(start + days * dayMs) };
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.updateMany({ where: { id: account.id }, data }),
    );
  }
  const { id } = await move({ effective: 'period_end' });
  await advance(start + 2 * dayMs);
  expect(await cancelMove(service, caller, id ?? '')).toMatchObject({
    applied: 1,
    canceled: 1,
    scheduled: 0,
  });
  await advance(start + 9 * dayMs);
  expect([await readPlan(first), await readPlan(second)]).toEqual([versionId(2), versionId(1)]);
  const filter = { accountId: second.account.id, types: ['account.change_ended'] };
  const { events } = await listEvents(service, caller, filter, { after: null, limit: 10 });
  expect(events.map((text) => eventSchema.parse(JSON.parse(text)))).toMatchObject([
    { sequence: 1, data: { outcome: 'canceled', batch_id: id } },
  ]);
});

test('what an owner chose otherwise keeps its place until nothing else is scheduled', async () => {
  const account = await buildOwner();
  const { id } = await move();
  const schedule = (number: number, day: number, fields = {}) =>
    createChange(service, account, {
      ...input,
      ...{ versionId: versionId(number), billingPeriod: null, effective: start + day * dayMs },
      ...fields,
    });
  const cancel = (change: string) => cancelChange(service, account, change, input);
  const first = (await schedule(3, 5)).change;
  // The price rises: it waits for the owner when it is due.
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.version.update({
      where: { appId_id: { appId: app.id, id: versionId(3) } },
      data: { fee: 900 },
    }),
  );
  await advance(start + 5 * dayMs);
  const second = (await schedule(2, 9)).change;
  await cancel(first.id);
  expect(await getMove(service, caller, id!)).toMatchObject({ scheduled: 0, superseded: 1 });
  await cancel(second.id);
  expect(await getMove(service, caller, id!)).toMatchObject({ scheduled: 1, superseded: 0 });

  const third = (await schedule(3, 9)).change;
  await cancelMove(service, caller, id!);
  expect(await getMove(service, caller, id!)).toMatchObject({ scheduled: 0, canceled: 1 });
  await cancel(third.id);
  await advance(start + 9 * dayMs);
  expect(await readPlan(account)).toBe(versionId(1));
});

test('a busy account, and one that fails, are skipped', async () => {
  const [busy, broken] = [await buildOwner(), await buildOwner(), await buildOwner()];
  const key = { appId: app.id, accountId: busy.account.id };
  const skipped: unknown[] = [];
  const makeMove = (from = service) =>
    createMove({ ...from, switchTimeoutMs: 100, onSkip: (error) => skipped.push(error) }, caller, request());
  await owner.$executeRawUnsafe(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;`);
  await owner.$executeRawUnsafe(`
    CREATE TRIGGER fail BEFORE INSERT ON account_changes FOR EACH ROW WHEN (NEW.account_id = '${broken.account.id}')
      EXECUTE FUNCTION fail()`);
  const made = await withTenant(owner, key, async (queries) => {
    await lockAccount(queries, key);
    return makeMove();
  });
  await owner.$executeRawUnsafe('DROP TRIGGER fail ON account_changes; ');
  expect(made.scheduled).toBe(1);
  expect(new Map(made.skipped.map(({ accountId, code }) => [accountId, code]))).toEqual(
    new Map([
      [busy.account.id, 'switch_conflict'],
      [broken.account.id, 'internal_error'],
    ]),
  );
  expect(skipped).toMatchObject([{ message: 'broken' }]);
  const { events } = await listEvents(service, caller, { accountId: null, types: ['move.scheduled'] }, page);
  expect(events.map((text) => JSON.parse(text).data)).toMatchObject([
    { move_id: made.id, scheduled: 1, skipped: 2 },
  ]);
});

test('the same request continues an interrupted move', async () => {
  const owners = [await buildOwner(), await buildOwner(), await buildOwner()];
  // The process ends after the first account.
  let ids = 0;
  const makeIdOnce: typeof service.makeId = (kind) => {
    if (kind === 'accountChange' && ++ids > 1)
      throw Object.assign(new Error('ended'), { code: 'ECONNRESET' });
    return service.makeId(kind);
  };
  await expect(createMove({ ...service, makeId: makeIdOnce }, caller, request())).rejects.toThrow('ended');
  const [unfinished] = (await listMoves(service, caller, { before: null, limit: 1 })).moves;
  expect(unfinished?.counts.scheduled).toBe(1);
  const continued = await move();
  expect(continued).toMatchObject({ id: unfinished?.id, scheduled: 3, skipped: [] });
  expect(await getMove(service, caller, continued.id ?? '')).toMatchObject({ scheduled: 3 });
  const { events } = await listEvents(service, caller, { accountId: null, types: ['move.scheduled'] }, page);
  expect(events.map((text) => JSON.parse(text).data)).toMatchObject([
    { move_id: continued.id, scheduled: 3 },
  ]);
  // It is finished: the same request is another move.
  expect((await move()).skipped.map(({ code }) => code)).toEqual(owners.map(() => 'change_scheduled'));
});

test('a canceled move says who canceled it', async () => {
  const { account } = await buildOwner();
  const made = await move();
  const actor = { ...caller.actor, name: 'Grace', userId: 'user-7' };
  await cancelMove(service, { ...caller, actor }, made.id ?? '');
  const filter = { accountId: account.id, types: ['account.change_ended'] };
  const { events } = await listEvents(service, caller, filter, page);
  expect(events.map((text) => JSON.parse(text).data.decided_by)).toEqual([
    { kind: 'key', name: 'Grace', user_id: 'user-7', channel: 'api' },
  ]);
  const audit = await listAudit(service, caller, { type: null, account: null }, { before: null, limit: 10 });
  expect(audit.entries).toMatchObject([
    {
      type: 'move.canceled',
      targetId: made.id,
      actorName: 'Grace',
      actorUserId: 'user-7',
      data: { canceled: 1 },
    },
    {
      type: 'move.created',
      targetId: made.id,
      actorName: keyActor.name,
      data: { version: 'New', scheduled: 1 },
    },
  ]);
  await cancelMove(service, caller, made.id ?? '');
  const repeated = await listAudit(
    service,
    caller,
    { type: 'move.canceled', account: null },
    { before: null, limit: 10 },
  );
  expect(repeated.entries).toHaveLength(1);
});

test('a change that is due while its move is canceled is not applied', async () => {
  const mover = await buildOwner();
  const { id } = await move();
  const [waiting] = (await listChanges(service, mover, { before: null, isOpen: true, limit: 1 })).changes;
  const due = { appId: app.id, accountId: mover.account.id, id: waiting?.change.id ?? '' };
  now = start + dayMs;
  const decidedBy = { kind: 'key', id: null, name: 'Back end', userId: null, channel: 'api' } as const;
  let applied: Promise<void> | undefined;
  await withTenant(owner, { appId: app.id }, async (queries) => {
    await cancelMoveChanges(queries, app.id, id ?? '', decidedBy);
    applied = applyDueChange(service, due, now);
    await waitForLockWaiters(owner, 1);
  });
  await applied;
  expect(await readPlan(mover)).toBe(versionId(1));
});

test('the first page of a dry run says what all accounts pay before and after', async () => {
  await buildOwner();
  await buildOwner();
  const { revenue } = await move({ isDryRun: true, limit: 1 });
  expect(revenue?.versions).toMatchObject([
    { id: versionId(1), title: 'Old', periods: [{ accounts: 2, before: 1000, after: 1200 }] },
  ]);
  const [account] = revenue!.versions[0]!.largest;
  expect((await move({ isDryRun: true, after: account!.id })).revenue).toBeNull();
  expect((await move()).revenue).toBeNull();
});
