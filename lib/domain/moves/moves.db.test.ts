import { beforeEach, expect, test } from 'vitest';
import { eventSchema } from '@/lib/contract/events';
import { lockAccount } from '@/lib/db/accounts';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { purgeExpired } from '@/lib/db/due-work';
import { cancelMoveChanges, settleMove } from '@/lib/db/moves';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges, runNextDue } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  changeInput as input,
  keyActor,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { waitForLockWaiters } from '@/tools/testing/database-locks';
import { makeMove, workOffMoves } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { listAudit } from '../audit/audit';
import type { AccountCaller, AppKeyCaller } from '../caller';
import { applyDueChange } from '../changes/apply-due-changes';
import { changeAddOn } from '../changes/change-add-on';
import { switchVersion } from '../changes/switch-version';
import { cancelChange, createChange, listChanges } from '../changes/waiting-changes';
import { claimWork } from '../due-kind';
import { listHistory } from '../history/history';
import { toApiError } from '../to-api-error';
import { listEvents } from '../webhooks/events';
import {
  cancelMove,
  createMove,
  dueMoves,
  getMove,
  listMoves,
  type MoveRequest,
  type MoveRow,
  previewMove,
} from './moves';

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

const request = (fields: Partial<MoveRequest> = {}) => ({
  fromVersionId: versionId(1),
  toVersionId: versionId(2),
  effective: start + dayMs,
  reason: 'Old is retired',
  ...fields,
});
const move = (fields: Partial<MoveRequest> = {}) => makeMove(service, caller, request(fields));
const preview = (fields: Partial<Parameters<typeof previewMove>[2]> = {}) =>
  previewMove(service, caller, { ...request(), limit: 500, after: null, ...fields });
const cancel = async (id: string) => {
  await cancelMove(service, caller, id);
  await workOffMoves(service, caller);
  return getMove(service, caller, id);
};
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

test('a move schedules a change for each account', async () => {
  const owners = await Promise.all(Array.from({ length: 12 }, buildOwner));
  expect(await preview()).toMatchObject({ accounts: 12, movable: 12, skipped: [], next: null });
  const made = await createMove(service, caller, request());
  expect(made).toMatchObject({
    accounts: 12,
    scheduled: 0,
    finishedAt: null,
    createdBy: { name: keyActor.name },
  });
  await advance(start);
  const scheduled = await getMove(service, caller, made.id);
  expect(scheduled).toMatchObject({ scheduled: 12, skipped: {}, counts: { open: 12 }, stopped: null });
  expect(scheduled.finishedAt).not.toBeNull();
  await advance(start + dayMs);
  expect(await Promise.all(owners.map(readPlan))).toEqual(Array(12).fill(versionId(2)));
  expect(await getMove(service, caller, made.id)).toMatchObject({ counts: { open: 0, applied: 12 } });
});

test('a preview is read in pages, and schedules nothing', async () => {
  for (let count = 0; count < 3; count += 1) await buildOwner();
  const first = await preview({ limit: 2 });
  const second = await preview({ limit: 2, after: first.next });
  expect([first.accounts, first.movable, second.movable, second.next]).toEqual([3, 2, 1, null]);
  expect((await listMoves(service, caller, { before: null, limit: 1 })).moves).toEqual([]);
});

test('a move for now is applied by the worker', async () => {
  const account = await buildOwner();
  await createMove(service, caller, request({ effective: 'now' }));
  await advance(start);
  expect(await readPlan(account)).toBe(versionId(2));
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
    {
      id: second.id,
      fromVersion: { title: 'Old' },
      toVersion: { title: 'Other' },
      counts: { open: 1, applied: 0 },
    },
    { id: first.id, reason: 'Old is retired', toVersion: { title: 'New' }, counts: { open: 0, applied: 1 } },
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
  const unknownEnd = await move({ effective: 'period_end' });
  expect(unknownEnd).toMatchObject({ scheduled: 0, skipped: { period_end_unknown: 2 } });
  expect(listSkipped(unknownEnd)).toEqual(
    new Map([
      [scheduled.account.id, 'period_end_unknown'],
      [without.account.id, 'period_end_unknown'],
    ]),
  );
  expect((await preview()).skipped).toMatchObject([
    { accountId: scheduled.account.id, code: 'change_scheduled' },
  ]);
  expect(listSkipped(await move())).toEqual(new Map([[scheduled.account.id, 'change_scheduled']]));
});

const listSkipped = ({ skippedAccounts }: MoveRow) =>
  new Map(skippedAccounts.map(({ accountId, code }) => [accountId, code]));

test('a move of or to an unknown version is 404', async () => {
  for (const fields of [{ fromVersionId: 'ver_unknown' }, { toVersionId: 'ver_unknown' }]) {
    expect(await codeOf(move(fields))).toBe('version_not_found');
    expect(await codeOf(preview(fields))).toBe('version_not_found');
  }
});

test('a move to a version that is not offered is 422', async () => {
  expect(await codeOf(move({ fromVersionId: versionId(2), toVersionId: versionId(1) }))).toBe(
    'version_inactive',
  );
});

test('a time that has passed is 400, and in a test app skips the accounts whose clock is after it', async () => {
  const [behind, ahead] = [await buildOwner(), await buildOwner()];
  const key = { appId: app.id, accountId: ahead.account.id };
  expect(await codeOf(move({ effective: start - dayMs }))).toBe('parameter_invalid');
  expect(await codeOf(preview({ effective: start - dayMs }))).toBe('parameter_invalid');
  await publishChange(owner, app, (queries) =>
    queries.app.update({ where: { id: app.id }, data: { isTest: true } }),
  );
  await withTenant(owner, key, (queries) =>
    queries.account.update({
      where: { appId_id: { appId: app.id, id: ahead.account.id } },
      data: { clockAt: new Date(start + 2 * dayMs) },
    }),
  );
  const made = await move();
  expect(made.scheduled).toBe(1);
  expect(listSkipped(made)).toEqual(new Map([[ahead.account.id, 'parameter_invalid']]));
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
  expect(await getMove(service, caller, id)).toMatchObject({ counts: { applied: 0, superseded: 2 } });
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
  expect(await cancel(id)).toMatchObject({ counts: { applied: 1, canceled: 1, open: 0 } });
  await advance(start + 9 * dayMs);
  expect([await readPlan(first), await readPlan(second)]).toEqual([versionId(2), versionId(1)]);
  const filter = { accountId: second.account.id, types: ['account.change_ended'] };
  const { events } = await listEvents(service, caller, filter, { after: null, limit: 10 });
  expect(events.map((text) => eventSchema.parse(JSON.parse(text)))).toMatchObject([
    { sequence: 1, data: { outcome: 'canceled', batch_id: id } },
  ]);
});

test('an owner can’t undo what a move changed, nor the switch that took its place', async () => {
  const [moved, switched] = [await buildOwner(), await buildOwner()];
  await move();
  const undo = async (account: AccountCaller) => {
    const { entries } = await listHistory(service, account, { before: null, limit: 1 });
    return codeOf(switchVersion(service, account, { ...input, restore: entries[0]!.entry.id }));
  };
  await switchVersion(service, switched, { ...input, versionId: versionId(3) });
  expect(await undo(switched)).toBe('change_locked');
  await advance(start + dayMs);
  expect(await undo(moved)).toBe('change_locked');
});

test('a higher price of an add-on that is on waits for the owner', async () => {
  const addOns = { features: 2, versions: [0, 1].map((index) => ({ title: `V${index}`, optional: pack })) };
  app = await buildApp(owner, addOns);
  caller = createHostCaller(app);
  const account = await buildOwner();
  const addOnId = app.addOns[0]!.id;
  await changeAddOn(service, account, { ...input, addOnId, active: true, quantity: null });
  const { id } = await move();
  await publishChange(owner, app, (queries) =>
    queries.addOnVersion.updateMany({
      where: { appId: app.id, versionId: versionId(2) },
      data: { fee: 400 },
    }),
  );
  await advance(start + dayMs);
  expect(await getMove(service, caller, id)).toMatchObject({ counts: { open: 0, waiting: 1 } });
  // A canceled move leaves no question to the owner.
  expect((await cancel(id)).counts).toMatchObject({ waiting: 0, canceled: 1 });
});

const pack = [{ feature: 2, addOn: 'Pack', fee: 300 }];

test('what an owner chose otherwise keeps its place until nothing else is scheduled', async () => {
  const account = await buildOwner();
  const { id } = await move();
  const schedule = (number: number, day: number, fields = {}) =>
    createChange(service, account, {
      ...input,
      ...{ versionId: versionId(number), billingPeriod: null, effective: start + day * dayMs },
      ...fields,
    });
  const cancelOne = (change: string) => cancelChange(service, account, change, input);
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
  await cancelOne(first.id);
  expect(await getMove(service, caller, id)).toMatchObject({ counts: { open: 0, superseded: 1 } });
  await cancelOne(second.id);
  expect(await getMove(service, caller, id)).toMatchObject({ counts: { open: 1, superseded: 0 } });

  const third = (await schedule(3, 9)).change;
  expect(await cancel(id)).toMatchObject({ counts: { open: 0, canceled: 1 } });
  await cancelOne(third.id);
  await advance(start + 9 * dayMs);
  expect(await readPlan(account)).toBe(versionId(1));
});

test('a busy account, and one that fails, are skipped', async () => {
  const [busy, broken] = [await buildOwner(), await buildOwner(), await buildOwner()];
  const key = { appId: app.id, accountId: busy.account.id };
  const skipped: unknown[] = [];
  const impatient = { ...service, switchTimeoutMs: 100, onSkip: (error: unknown) => skipped.push(error) };
  await owner.$executeRawUnsafe(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;`);
  await owner.$executeRawUnsafe(`
    CREATE TRIGGER fail BEFORE INSERT ON account_changes FOR EACH ROW WHEN (NEW.account_id = '${broken.account.id}')
      EXECUTE FUNCTION fail()`);
  const made = await withTenant(owner, key, async (queries) => {
    await lockAccount(queries, key);
    return makeMove(impatient, caller, request());
  });
  await owner.$executeRawUnsafe('DROP TRIGGER fail ON account_changes; ');
  expect(made.scheduled).toBe(1);
  expect(listSkipped(made)).toEqual(
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

test('a move continues after its worker has ended', async () => {
  const owners = [await buildOwner(), await buildOwner(), await buildOwner()];
  const { id } = await createMove(service, caller, request());
  // The process ends after the first account.
  let ids = 0;
  const makeIdOnce: typeof service.makeId = (kind) => {
    if (kind === 'accountChange' && ++ids > 1)
      throw Object.assign(new Error('ended'), { code: 'ECONNRESET' });
    return service.makeId(kind);
  };
  await expect(runNextDue({ ...service, makeId: makeIdOnce }, dueMoves, app.id)).rejects.toThrow('ended');
  // Its lease has not ended.
  expect(await runNextDue(service, dueMoves, app.id)).toBe(false);
  const [first] = owners.toSorted((a, b) => (a.account.id < b.account.id ? -1 : 1));
  const [change] = (await listChanges(service, first!, { before: null, isOpen: true, limit: 1 })).changes;
  await cancelChange(service, { ...first!, role: 'product' }, change!.change.id, {
    ...input,
    reason: 'Asked',
  });
  const filter = { type: 'account.change_canceled', account: null } as const;
  expect((await listAudit(service, caller, filter, { before: null, limit: 10 })).entries).toMatchObject([
    { accountId: first!.account.id, targetId: change!.change.id, data: { reason: 'Asked' } },
  ]);
  now += 31_000;
  await workOffMoves(service, caller);
  // What was taken out meanwhile is not scheduled again.
  expect(await getMove(service, caller, id)).toMatchObject({
    scheduled: 3,
    counts: { open: 2, canceled: 1 },
  });
  const { events } = await listEvents(service, caller, { accountId: null, types: ['move.scheduled'] }, page);
  expect(events.map((text) => JSON.parse(text).data)).toMatchObject([
    { move_id: id, scheduled: 3, skipped: 0 },
  ]);
});

test('two workers look at each account once', async () => {
  for (let count = 0; count < 25; count += 1) await buildOwner();
  const { id } = await createMove(service, caller, request());
  await Promise.all([workOffMoves(service, caller), workOffMoves(service, caller)]);
  await workOffMoves(service, caller);
  expect(await getMove(service, caller, id)).toMatchObject({
    scheduled: 25,
    skipped: {},
    counts: { open: 25 },
  });
});

test('a move is canceled while its changes are being scheduled', async () => {
  for (let count = 0; count < 15; count += 1) await buildOwner();
  const { id } = await createMove(service, caller, request());
  await runNextDue(service, dueMoves, app.id);
  expect(await getMove(service, caller, id)).toMatchObject({ scheduled: 10, finishedAt: null });
  const canceled = await cancelMove(service, caller, id);
  expect(canceled).toMatchObject({ finishedAt: null, counts: { open: 10 } });
  // The worker has not canceled them yet.
  now = start + dayMs;
  const applied = await Promise.all([applyDueChanges(service), cancelMove(service, caller, id)]);
  expect(applied[1].counts.applied).toBe(0);
  const done = await getMove(service, caller, id);
  expect(done).toMatchObject({ scheduled: 10, counts: { open: 0, applied: 0, canceled: 10 } });
  expect(done.finishedAt).not.toBeNull();
});

test('a worker whose lease has ended counts nothing', async () => {
  for (let count = 0; count < 3; count += 1) await buildOwner();
  const { id } = await createMove(service, caller, request());
  const [late] = await claimWork(service, dueMoves, { appId: app.id });
  now += 31_000;
  await workOffMoves(service, caller);
  const progress = { scheduled: 3, skipped: [], stopped: null, finishedAt: null };
  const settled = withTenant(service.db, { appId: app.id }, (queries) =>
    settleMove(queries, late!, progress),
  );
  expect(await settled).toBeNull();
  expect(await getMove(service, caller, id)).toMatchObject({ scheduled: 3, counts: { open: 3 } });
});

test('a worker that is late does not undo a cancellation', async () => {
  for (let count = 0; count < 3; count += 1) await buildOwner();
  const { id } = await createMove(service, caller, request());
  const [late] = await claimWork(service, dueMoves, { appId: app.id });
  await cancelMove(service, caller, id);
  await withTenant(service.db, { appId: app.id }, (queries) =>
    settleMove(queries, late!, {
      scheduled: 0,
      skipped: [],
      stopped: null,
      finishedAt: service.now(),
    }),
  );
  expect(await getMove(service, caller, id)).toMatchObject({ finishedAt: null });
  expect((await cancel(id)).finishedAt).not.toBeNull();
});

test.each([
  ['price', 'preview_stale', { fee: 700 }],
  ['offer', 'version_inactive', { active: false }],
])('a move stops if the %s of the version changes', async (_, code, data) => {
  for (let count = 0; count < 12; count += 1) await buildOwner();
  const { id } = await createMove(service, caller, request());
  await runNextDue(service, dueMoves, app.id);
  await publishChange(owner, app, (queries) =>
    queries.version.update({ where: { appId_id: { appId: app.id, id: versionId(2) } }, data }),
  );
  await workOffMoves(service, caller);
  const stopped = await getMove(service, caller, id);
  expect(stopped).toMatchObject({ scheduled: 10, skipped: {}, stopped: { code }, counts: { open: 10 } });
  expect(stopped.finishedAt).not.toBeNull();
  expect((await cancel(id)).counts).toMatchObject({ open: 0, canceled: 10 });
});

test('a second move waits for the first, and leaves its changes alone', async () => {
  await buildOwner();
  const first = await createMove(service, caller, request());
  const second = await createMove(service, caller, request({ toVersionId: versionId(3) }));
  await workOffMoves(service, caller);
  expect(await getMove(service, caller, first.id)).toMatchObject({ scheduled: 1 });
  expect(await getMove(service, caller, second.id)).toMatchObject({
    scheduled: 0,
    skipped: { change_scheduled: 1 },
  });
});

test('a canceled move says who canceled it', async () => {
  const { account } = await buildOwner();
  const made = await move();
  const actor = { ...caller.actor, name: 'Grace', userId: 'user-7' };
  await cancelMove(service, { ...caller, actor }, made.id);
  await workOffMoves(service, caller);
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
      data: {},
    },
    {
      type: 'move.created',
      targetId: made.id,
      actorName: keyActor.name,
      data: { version: 'New', accounts: 1 },
    },
  ]);
  await cancelMove(service, caller, made.id);
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
    await cancelMoveChanges(queries, app.id, id, [mover.account.id], decidedBy);
    applied = applyDueChange(service, due, now);
    await waitForLockWaiters(owner, 1);
  });
  await applied;
  expect(await readPlan(mover)).toBe(versionId(1));
});

test('the first page of a preview says what all accounts pay before and after', async () => {
  await buildOwner();
  await buildOwner();
  const { revenue } = await preview({ limit: 1 });
  expect(revenue?.versions).toMatchObject([
    { id: versionId(1), title: 'Old', periods: [{ accounts: 2, before: 1000, after: 1200 }] },
  ]);
  const [account] = revenue!.versions[0]!.largest;
  expect((await preview({ after: account!.id })).revenue).toBeNull();
});

test('a move is deleted 90 days after its last change', async () => {
  await buildOwner();
  const { id } = await move();
  const execute = (work: (queries: Queries) => Promise<unknown>) =>
    withTenant(owner, { appId: app.id }, work);
  const readAfter = async (days: number) => {
    const finishedAt = new Date(Date.now() - days * dayMs);
    await execute((queries) => queries.move.updateMany({ where: { id }, data: { finishedAt } }));
    while (await purgeExpired(service.pool, 1000));
    return codeOf(getMove(service, caller, id));
  };
  expect(await readAfter(91)).toBe('done');
  await execute((queries) => queries.accountChange.deleteMany({ where: { batchId: id } }));
  expect(await readAfter(89)).toBe('done');
  expect(await readAfter(91)).toBe('move_not_found');
});
