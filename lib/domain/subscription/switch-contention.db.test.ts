import { describe, expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { type Account, findAccountState, lockAccount } from '@/lib/db/accounts';
import { findCatalog } from '@/lib/db/catalog';
import { hashSecret, makeSecret } from '@/lib/db/connection/secret';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { changeInput, createAccountCaller as createCaller, createHostCaller } from '@/tools/testing/callers';
import { lockTable, waitForLockWaiters } from '@/tools/testing/database-locks';
import { openTestService } from '@/tools/testing/test-service';
import { updateAccount } from '../accounts/accounts';
import { grantVersion, revokeGrant } from '../accounts/version-grants';
import { type AccountCaller, type CallerState, toCallerState } from '../caller';
import { type SwitchInput, switchVersion } from '../changes/switch-version';
import { createChange } from '../changes/waiting-changes';

const { owner, service } = await openTestService();

const createInput = (version: { id: string } | undefined): SwitchInput => ({
  ...changeInput,
  versionId: version?.id ?? '',
});

test('a switch that is delayed after its decision delays no other switch, and decides again', async () => {
  const app = await buildApp(owner);
  const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  const caller = createCaller(app, account);
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let connections = 0;
  const delay = async () => {
    connections += 1;
    // The first connection is for reading the state, the second for committing the decision.
    if (connections === 2) await resumed;
    return service.pool.connect();
  };
  const query = service.pool.query.bind(service.pool);
  const pool = Object.assign(Object.create(service.pool), { connect: delay, query });
  const delayed = switchVersion({ ...service, pool }, caller, createInput(app.versions[1]));
  await expect.poll(() => connections).toBe(2);
  expect((await switchVersion(service, caller, createInput(app.versions[2]))).entry.sequence).toBe(2);
  resume();
  const { entry } = await delayed;
  expect([entry.sequence, entry.previous?.versionId]).toEqual([3, app.versions[2]?.id]);
});

test('an attempt that is delayed until its retry was rejected on another server is rejected too', async () => {
  const app = await buildApp(owner);
  const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  const caller = createCaller(app, account);
  const blocked = { appId: app.id, id: app.versions[1]?.id ?? '' };
  const setBlocker = (entryBlocker: string | null) =>
    withTenant(owner, { appId: app.id }, (queries) =>
      queries.version.updateMany({ where: blocked, data: { entryBlocker } }),
    );
  const idempotency = { key: 'retried', requestHash: 'switch' };
  const input = { ...createInput(app.versions[1]), idempotency };
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const delay = async () => {
    await resumed;
    return service.pool.connect();
  };
  const query = service.pool.query.bind(service.pool);
  const pool = Object.assign(Object.create(service.pool), { connect: delay, query });
  const delayed = switchVersion({ ...service, pool }, caller, input).catch((error: unknown) => error);
  await setBlocker('Talk to us.');
  const attempt = () => switchVersion(service, caller, input).catch((error: unknown) => error);
  const rejection = { code: 'entry_restricted', message: 'Talk to us.' };
  expect(await attempt()).toMatchObject(rejection);
  await setBlocker(null);
  resume();
  expect(await delayed).toMatchObject(rejection);
  expect(await attempt()).toMatchObject(rejection);
  // Another request, or one with another revision, is decided again, and its outcome is stored instead.
  const stale = { ...input, ifMatch: 'outdated' };
  await expect(switchVersion(service, caller, stale)).rejects.toMatchObject({ code: 'preview_stale' });
  expect(await switchVersion(service, caller, input)).toMatchObject({ changed: true, replayed: false });
  expect(await switchVersion(service, caller, stale)).toMatchObject({ changed: true, replayed: true });
});

test('50 concurrent switches of one account all succeed, with at most two statements each', async () => {
  const app = await buildApp(owner, { versions: 5 });
  const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  const connect = vi.spyOn(service.pool, 'connect');
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      switchVersion(service, createCaller(app, account), createInput(app.versions[index % 5])),
    ),
  );
  const sequences = outcomes.filter(({ changed }) => changed).map(({ entry }) => entry.sequence);
  expect(sequences.toSorted((a, b) => a - b)).toEqual(
    sequences.map((_, index) => index + 2).toSorted((a, b) => a - b),
  );
  // With a notice for each, of which some share a statement.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(160);
  connect.mockRestore();
});

test('creating a session or a grant of an account does not wait for its switch', async () => {
  const app = await buildApp(owner);
  const account = await buildAccount(owner, app);
  const tenant = { appId: app.id, accountId: account.id };
  const release = await lockTable(owner, 'account_history');
  const switched = switchVersion(service, createCaller(app, account), createInput(app.versions[1]));
  await waitForLockWaiters(owner, 1);
  await withTenant(owner, tenant, async (queries) => {
    await queries.$executeRaw`SET LOCAL lock_timeout = '1s'`;
    await queries.versionGrant.create({ data: { ...tenant, versionId: app.versions[2]?.id ?? '' } });
    const secretHash = hashSecret(makeSecret('avs'));
    const session = { id: makeId('session'), role: 'owner', actorName: 'Robin', secretHash } as const;
    await queries.portalSession.create({ data: { ...tenant, ...session, expiresAt: new Date() } });
  });
  await release();
  expect((await switched).changed).toBe(true);
});

test('concurrent switches in opposite directions after a price change do not deadlock', async () => {
  const app = await buildApp(owner, { versions: 2 });
  const [one, two] = app.versions;
  const callers: AccountCaller[] = [];
  for (let index = 0; index < 8; index += 1) {
    const history = [index % 2 === 0 ? one : two].filter((version) => version !== undefined);
    callers.push(createCaller(app, await buildAccount(owner, app, { history })));
  }
  // A statement inserts two snapshots in too short a time for a deadlock. The delay makes one likely.
  await owner.$executeRaw`
    CREATE FUNCTION delay_insert() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END $$`;
  await owner.$executeRaw`
    CREATE TRIGGER delay_insert BEFORE INSERT ON version_snapshots
      FOR EACH ROW EXECUTE FUNCTION delay_insert()`;
  for (let round = 1; round <= 3; round += 1) {
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.version.updateMany({ where: { appId: app.id }, data: { fee: round } }),
    );
    const outcomes = await Promise.all(
      callers.map((caller, index) =>
        switchVersion(service, caller, createInput((index + round) % 2 === 0 ? one : two)),
      ),
    );
    expect(outcomes.map(({ changed }) => changed)).toEqual(callers.map(() => true));
  }
});

describe('what waits until a switch of the account has ended', () => {
  const holdAccount = async (work: (app: BuiltApp, externalId: string) => Promise<unknown>) => {
    const app = await buildApp(owner);
    const account = await buildAccount(owner, app, { externalId: 'c1', users: 2 });
    const key = { appId: app.id, accountId: account.id };
    let done: Promise<unknown> | undefined;
    await withTenant(owner, key, async (queries) => {
      await lockAccount(queries, key);
      done = work(app, 'c1');
      await waitForLockWaiters(owner, 1);
      // As a switch does.
      const [last] = await queries.historyEntry.findMany({ where: key });
      await queries.historyEntry.create({
        data: {
          ...{ ...last!, state: { addOnStates: [] }, switchedAddOns: undefined, addOnEntries: undefined },
          ...{ id: makeId('historyEntry'), sequence: 2, versionSequence: 2 },
        },
      });
    });
    return done;
  };

  test('a change of users', async () => {
    const changed = await holdAccount((app, externalId) =>
      updateAccount(service, createHostCaller(app), externalId, { users: 5 }),
    );
    expect(changed).toMatchObject({ users: 5 });
  });

  test('a grant, and the removal of one', async () => {
    const changeGrant = (change: typeof grantVersion | typeof revokeGrant) =>
      holdAccount((app, externalId) =>
        change(service, createHostCaller(app), {
          reason: null,
          account: externalId,
          versionId: app.versions[1]?.id ?? '',
        }),
      );
    expect(await changeGrant(grantVersion)).toMatchObject({ source: 'api' });
    expect(await changeGrant(revokeGrant)).toBeUndefined();
  });
});

describe('a decision on a state that is outdated is made again', () => {
  /** A caller whose cached state differs from that of the database in these fields only. */
  async function createOutdated(app: BuiltApp, account: Account, fields: Partial<CallerState>) {
    const state = await findAccountState(service.pool, { appId: app.id, accountId: account.id });
    const catalog = (await findCatalog(service.pool, app.id))?.catalog;
    return {
      ...createCaller(catalog!.app, account),
      state: { ...toCallerState(state!), ...fields },
    };
  }

  test('after a grant was removed', async () => {
    const app = await buildApp(owner, { versions: [{}, { public: false }] });
    const [, hidden] = app.versions;
    const outdated = await createOutdated(app, await buildAccount(owner, app), {
      granted: new Set([hidden!.id]),
    });
    await expect(switchVersion(service, outdated, createInput(hidden))).rejects.toMatchObject({
      code: 'version_not_found',
    });
  });

  test('after the end of the billing period has moved', async () => {
    const app = await buildApp(owner, { versions: 2 });
    const account = await buildAccount(owner, app, { externalId: 'c1' });
    const periodEndsAt = Date.now() + 1e9;
    const host = createHostCaller(app);
    await updateAccount(service, host, 'c1', { periodEndsAt: new Date(periodEndsAt) });
    const outdated = await createOutdated(app, account, { periodEndsAt: periodEndsAt - 1e6 });
    const request = { ...createInput(app.versions[1]), effective: 'period_end' as const };
    const { change } = await createChange(service, outdated, request);
    expect(change.effectiveAt).toBe(periodEndsAt);
  });
});
