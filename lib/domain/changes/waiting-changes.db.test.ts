import { beforeEach, describe, expect, test } from 'vitest';
import { eventSchema } from '@/lib/contract/events';
import { withTenant } from '@/lib/db/connection/tenant';
import { resetSchedule } from '@/lib/db/due-work';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildSession } from '@/prisma/factories/build-credential';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { changeInput, createAccountCaller, keyActor, listAccountEvents } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { sampleSize } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { endSessionsOfUser } from '../access/portal-sessions';
import { type AccountCaller, noCallerState } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { claimWork } from '../due-kind';
import { leases } from '../due-work/due-kinds';
import { listHistory } from '../history/history';
import { dueChanges } from './apply-due-changes';
import { changeAddOn } from './change-add-on';
import { previewSwitch, switchVersion } from './switch-version';
import {
  approveChange,
  type ChangeRequest,
  cancelChange,
  createChange,
  declineChange,
  getChange,
  listChanges,
  listRequests,
} from './waiting-changes';

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Date.now() + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let caller: AccountCaller;

const spec: AppSpec = {
  features: ['Core', 'SSO', 'Storage'],
  versions: [
    {
      title: 'Basic',
      fee: 1000,
      annualFee: 10_000,
      features: [1],
      optional: [{ feature: 3, addOn: 'Storage', fee: 100, adds: 5 }],
    },
    {
      title: 'Pro',
      fee: 3000,
      annualFee: 30_000,
      features: [1, 2],
      optional: [{ feature: 3, addOn: 'Storage', fee: 250, adds: 5 }],
    },
    { title: 'Max', fee: 9000, features: [1, 2, 3] },
  ],
};

beforeEach(async () => {
  now = start;
  await open(spec);
});

async function open(appSpec: AppSpec) {
  app = await buildApp(owner, appSpec);
  const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
  const actor = { kind: 'session', id: 'pse_1', name: 'Ada', userId: 'user-1' } as const;
  caller = createAccountCaller(app, account, { via: 'session', actor });
}

const asMember = (userId: string): AccountCaller => ({
  ...caller,
  role: 'member',
  actor: { kind: 'session', id: `pse_${userId}`, name: userId, userId },
});
const asHost = () =>
  createAccountCaller(app, caller.account, { appKey: true, actor: { ...keyActor, name: 'Host' } });

const input = { ...changeInput, channel: 'portal' };
const versionId = (number: number) => app.versions[number - 1]?.id ?? '';
const [basic, pro, max] = [1, 2, 3];

const create = (
  number: number,
  effective: ChangeRequest['effective'] = 'now',
  as = caller,
  fields: Partial<ChangeRequest> = {},
) =>
  createChange(service, as, {
    ...input,
    ...{ versionId: versionId(number), billingPeriod: null, effective },
    ...fields,
  });

async function readPlan() {
  const { state } = await readCatalogView(service, app.id, caller.account.id);
  return app.versions.find(({ id }) => id === state.current?.versionId)?.title;
}

/** State of each change, oldest first. */
async function readStates() {
  const { changes } = await listChanges(service, caller, { before: null, isOpen: null, limit: 100 });
  return changes
    .map(({ change: { outcome, waitsFor } }) => outcome ?? (waitsFor ? `waits for ${waitsFor}` : 'scheduled'))
    .reverse();
}

const setPeriodEnd = (periodEndsAt: number) =>
  withTenant(owner, { appId: app.id, accountId: caller.account.id }, (queries) =>
    queries.account.update({
      where: { appId_id: { appId: app.id, id: caller.account.id } },
      data: { periodEndsAt: new Date(periodEndsAt) },
    }),
  );

const updateVersion = (number: number, data: object) =>
  withTenant(owner, { appId: app.id }, (queries) =>
    queries.version.update({ where: { appId_id: { appId: app.id, id: versionId(number) } }, data }),
  );

const updateApp = (data: object) =>
  withTenant(owner, { appId: app.id }, (queries) => queries.app.update({ where: { id: app.id }, data }));

async function advance(to: number) {
  now = to;
  await applyDueChanges(service);
}

const countSwitches = async () =>
  (await listHistory(service, caller, { limit: 100, before: null })).entries.length - 1;

describe('a scheduled change', () => {
  test('is applied when it is due, once, by the person who made it', async () => {
    const { change, to, changed } = await create(basic, start + 2 * dayMs, caller, {
      reason: 'Fewer people',
    });
    expect([changed, to.title, change.waitsFor, change.effectiveAt]).toEqual([
      true,
      'Basic',
      null,
      start + 2 * dayMs,
    ]);
    await advance(start + dayMs);
    expect(await readPlan()).toBe('Pro');
    await advance(start + 2 * dayMs);
    await advance(start + 3 * dayMs);
    expect(await readPlan()).toBe('Basic');
    expect(await readStates()).toEqual(['applied']);
    const { entries } = await listHistory(service, caller, { limit: 10, before: null });
    expect(entries).toHaveLength(2);
    expect(entries[0]?.entry).toMatchObject({
      reason: 'Fewer people',
      actor: { kind: 'session', name: 'Ada', userId: 'user-1', channel: 'portal' },
    });
  });

  test('follows the end of the billing period', async () => {
    await expect(create(basic, 'period_end')).rejects.toThrow('is not known. Choose a date.');
    await setPeriodEnd(Date.UTC(2026, 10, 20, 12));
    const past = 'The end of the billing period was at 2026-11-20T12:00:00Z. Choose a date.';
    await expect(create(basic, 'period_end')).rejects.toThrow(past);
    await setPeriodEnd(start + dayMs);
    await create(basic, 'period_end');
    await setPeriodEnd(start + 3 * dayMs);
    await advance(start + 2 * dayMs);
    expect(await readPlan()).toBe('Pro');
    await advance(start + 3 * dayMs);
    expect(await readPlan()).toBe('Basic');
  });

  test.each([
    ['in the past', start - 1000],
    ['more than two years ahead', start + 732 * dayMs],
  ])('can’t be %s', async (_, at) => {
    expect(await codeOf(create(basic, at))).toBe('parameter_invalid');
  });

  test('is replaced by another, and returned for the same request', async () => {
    const first = await create(basic, start + dayMs);
    const again = await create(basic, start + dayMs);
    expect([again.changed, again.change.id]).toEqual([false, first.change.id]);
    await create(max, start + 2 * dayMs);
    expect(await readStates()).toEqual(['superseded', 'scheduled']);
    await advance(start + 2 * dayMs);
    expect(await readPlan()).toBe('Max');
    expect(await countSwitches()).toBe(1);
  });

  test('is superseded by a switch, which names it in its preview', async () => {
    const before = await previewSwitch(service, caller, versionId(max));
    const { change } = await create(basic, start + dayMs);
    const preview = await previewSwitch(service, caller, versionId(max));
    expect(preview.superseded).toMatchObject({ id: change.id });
    const switchTo = (ifMatch: string) =>
      switchVersion(service, caller, { ...input, versionId: versionId(max), ifMatch });
    expect(await codeOf(switchTo(before.revision))).toBe('preview_stale');
    await switchTo(preview.revision);
    expect(await readStates()).toEqual(['superseded']);
    await advance(start + dayMs);
    expect(await readPlan()).toBe('Max');
  });

  test('stays when the current version is requested, and when a request is repeated', async () => {
    const idempotency = { key: 'k', requestHash: 'h' };
    await create(max, start + dayMs, caller, { idempotency });
    const second = await create(basic, start + dayMs);
    const replayed = await create(max, start + dayMs, caller, { idempotency });
    expect([replayed.replayed, replayed.change.outcome]).toEqual([true, 'superseded']);
    await switchVersion(service, caller, { ...input, versionId: versionId(pro) });
    expect(await codeOf(create(pro))).toBe('version_current');
    expect((await cancelChange(service, caller, second.change.id, input)).change.outcome).toBe('canceled');
  });

  test('can be canceled, which changes nothing else', async () => {
    const { change } = await create(basic, start + dayMs);
    await cancelChange(service, caller, change.id, input);
    expect((await cancelChange(service, caller, change.id, input)).changed).toBe(false);
    await advance(start + 2 * dayMs);
    expect([await readPlan(), await countSwitches()]).toEqual(['Pro', 0]);
    expect(await codeOf(declineChange(service, caller, change.id, { ...input, message: null }))).toBe(
      'change_ended',
    );
  });

  test('needs the reviewed revision', async () => {
    const { revision } = await previewSwitch(service, caller, versionId(basic));
    await updateVersion(basic, { fee: 1100 });
    expect(await codeOf(create(basic, start + dayMs, caller, { ifMatch: revision }))).toBe('preview_stale');
  });
});

describe('the number of users', () => {
  const readUsers = async () => (await readCatalogView(service, app.id, caller.account.id)).state.users;
  const setUsers = (users: number) =>
    switchVersion(service, caller, { ...input, versionId: versionId(pro), users });

  test('is set by a change that names it', async () => {
    const { change } = await create(basic, start + dayMs, caller, { users: 4 });
    expect([change.users, await readUsers()]).toEqual([4, 1]);
    await advance(start + dayMs);
    expect([await readPlan(), await readUsers()]).toEqual(['Basic', 4]);
  });

  test('stays as it is when the change is due otherwise', async () => {
    await create(basic, start + dayMs);
    await setUsers(7);
    await advance(start + dayMs);
    expect([await readPlan(), await readUsers()]).toEqual(['Basic', 7]);
  });

  test('of a version that the account has kept stays on it', async () => {
    const kept = { title: 'Pro', fee: 900, annualFee: 9000, replacedBy: 2 };
    await open({ versions: [kept, { title: 'Pro', fee: 1000, annualFee: 10_000 }] });
    const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
    caller = createAccountCaller(app, account, { via: 'session', actor: caller.actor });
    await create(1, start + dayMs, caller, { billingPeriod: 'year' });
    await advance(start + dayMs);
    const { state } = await readCatalogView(service, app.id, account.id);
    expect([state.current?.versionId, state.current?.billingPeriod]).toEqual([versionId(1), 'year']);
  });

  test('can change alone, and a change of it at once ends only that', async () => {
    const { change } = await create(pro, start + dayMs, caller, { users: 3 });
    const previewed = { versionId: versionId(pro), users: 5 };
    const { superseded } = await previewSwitch(service, caller, previewed.versionId, previewed);
    expect(superseded?.id).toBe(change.id);
    await setUsers(5);
    expect(await readStates()).toEqual(['superseded']);
    await create(basic, start + dayMs, caller, { users: 3 });
    expect((await previewSwitch(service, caller, versionId(pro), { users: 6 })).superseded).toBeNull();
    await setUsers(6);
    expect(await readStates()).toEqual(['superseded', 'scheduled']);
    await create(pro, start + dayMs, caller, { users: 2 });
    await advance(start + dayMs);
    expect([await readPlan(), await readUsers()]).toEqual(['Pro', 2]);
  });

  test('is part of what a member asks for', async () => {
    const ada = await create(max, 'now', asMember('ada'), { users: 3 });
    const bob = await create(max, 'now', asMember('bob'), { users: 9 });
    expect([ada.change.id === bob.change.id, bob.requests]).toEqual([false, 1]);
    await approveChange(service, caller, bob.change.id, input);
    expect([await readPlan(), await readUsers()]).toEqual(['Max', 9]);
    expect(await readStates()).toEqual(['waits for owner', 'applied']);
  });

  test('replaces what a member has asked for with another', async () => {
    const first = await create(max, 'now', asMember('ada'), { users: 3 });
    const second = await create(max, 'now', asMember('ada'), { users: 4 });
    expect([second.change.users, second.change.id === first.change.id]).toEqual([4, false]);
    expect(await readStates()).toEqual(['superseded', 'waits for owner']);
  });

  test('of a change that is due can differ from that of a request of its person', async () => {
    await create(basic, start + dayMs);
    await create(basic, 'now', { ...caller, role: 'member' }, { users: 3 });
    await updateVersion(basic, { fee: 1100 });
    await advance(start + dayMs);
    expect(await readStates()).toEqual(['superseded', 'waits for owner']);
  });
});

describe('a change that is due', () => {
  const schedule = () => create(basic, start + dayMs);
  const isApplied = async () => {
    await advance(start + dayMs);
    return (await readPlan()) === 'Basic';
  };

  test.each([
    ['a text was corrected', { title: 'Starter', description: 'For one' }],
    ['the price is lower', { fee: 900 }],
    ['a price for another period is higher', { annualFee: 20_000 }],
  ])('is applied if %s', async (_, data) => {
    await schedule();
    await updateVersion(basic, data);
    await advance(start + dayMs);
    expect(await readStates()).toEqual(['applied']);
  });

  test.each([
    ['the price is higher', { fee: 1001 }, 'price_increased'],
    ['the price is on request', { fee: null, annualFee: null }, 'price_on_request'],
    ['the target is retired', { active: false }, 'version_inactive'],
    ['the target is not public any more', { public: false }, 'version_not_found'],
    ['it can only be entered by the provider', { entryBlocker: 'Contact us.' }, 'entry_restricted'],
  ])('waits for the owner if %s', async (_, data, code) => {
    await schedule();
    await updateVersion(basic, data);
    expect(await isApplied()).toBe(false);
    expect(await readStates()).toEqual(['waits for owner']);
    const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 1 });
    expect(changes[0]?.change.blockers[0]?.code).toBe(code);
  });

  test.each([
    ['currency', () => updateApp({ currency: 'EUR' })],
    ['unit', () => updateVersion(basic, { feeUnit: 'site' })],
    ['unit per user', () => updateVersion(basic, { userFeeUnit: 'editor' })],
  ])('waits for the owner if the same price has another %s', async (_, change) => {
    await updateVersion(basic, { userFee: 500, annualUserFee: 5000 });
    await schedule();
    await change();
    expect(await isApplied()).toBe(false);
    const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 1 });
    expect(changes[0]?.change.blockers.map(({ code }) => code)).toEqual(['price_increased']);
  });

  test('waits for the owner if a feature is lost, and is applied when the owner approves', async () => {
    const { change } = await schedule();
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.versionFeature.deleteMany({ where: { appId: app.id, versionId: versionId(basic) } }),
    );
    expect(await isApplied()).toBe(false);
    const approved = await approveChange(service, caller, change.id, input);
    expect(approved.change).toMatchObject({ outcome: 'applied', blockers: [] });
    expect(await readPlan()).toBe('Basic');
  });

  const storageId = () => app.addOns.find(({ title }) => title === 'Storage')?.id ?? '';
  const turnStorageOn = () =>
    changeAddOn(service, caller, { ...input, addOnId: storageId(), active: true, quantity: null });
  const setStoragePrice = (fee: number) =>
    withTenant(owner, { appId: app.id }, (queries) =>
      queries.addOnVersion.updateMany({
        where: { appId: app.id, versionId: versionId(basic) },
        data: { fee },
      }),
    );

  test.each([
    ['waits for the owner', 'dearer', 101],
    ['is applied', 'cheaper', 99],
  ])('%s with a %s add-on', async (outcome, _, fee) => {
    await turnStorageOn();
    await schedule();
    await setStoragePrice(fee);
    expect(await isApplied()).toBe(outcome === 'is applied');
  });

  test('may lose the add-ons that its preview named, and no others', async () => {
    const { change } = await create(max, start + dayMs);
    await turnStorageOn();
    await advance(start + dayMs);
    expect(await readStates()).toEqual(['waits for owner']);
    await cancelChange(service, caller, change.id, input);
    await create(max, start + 2 * dayMs);
    await advance(start + 2 * dayMs);
    expect(await readStates()).toEqual(['canceled', 'applied']);
  });

  test('is made once by two servers', async () => {
    await schedule();
    now = start + dayMs;
    await Promise.all([applyDueChanges(service), applyDueChanges(service), applyDueChanges(service)]);
    expect([await readStates(), await countSwitches()]).toEqual([['applied'], 1]);
  });

  test('is made once if a server stops between the decision and the commit', async () => {
    await schedule();
    now = start + dayMs;
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(applyDueChanges({ ...service, makeId: stop })).rejects.toThrow('stopped');
    expect([await readPlan(), await readStates()]).toEqual(['Pro', ['scheduled']]);
    await advance(now + 31_000);
    expect([await readStates(), await countSwitches()]).toEqual([['applied'], 1]);
  });

  test('is due again if the clock is set back after it was claimed', async () => {
    await schedule();
    await claimWork({ ...service, recordTime: () => start + 9 * dayMs }, dueChanges, { appId: app.id });
    await advance(start + dayMs);
    expect(await readPlan()).toBe('Pro');
    await resetSchedule(service.pool, leases);
    await advance(start + dayMs);
    expect([await readStates(), await countSwitches()]).toEqual([['applied'], 1]);
  });

  test('waits for the owner if the target is not granted any more', async () => {
    await updateVersion(basic, { public: false });
    const grant = { appId: app.id, accountId: caller.account.id, versionId: versionId(basic) };
    const inAccount = (work: Parameters<typeof withTenant<unknown>>[2]) => withTenant(owner, grant, work);
    await inAccount((queries) => queries.versionGrant.create({ data: grant }));
    await schedule();
    await inAccount((queries) => queries.versionGrant.deleteMany({ where: grant }));
    expect(await isApplied()).toBe(false);
    expect(await readStates()).toEqual(['waits for owner']);
  });

  test('stays due if the end of the billing period moves', async () => {
    now = Date.now() - 2 * dayMs;
    await setPeriodEnd(Date.now() - dayMs);
    await create(basic, 'period_end');
    now = Date.now();
    await Promise.all([setPeriodEnd(now + 9 * dayMs), applyDueChanges(service)]);
    await advance(now + 31_000);
    expect([await readStates(), await countSwitches()]).toEqual([['applied'], 1]);
  });

  test('is canceled or applied, never both', async () => {
    for (let round = 0; round < sampleSize({ quick: 2, full: 5 }); round++) {
      now = start;
      await open(spec);
      const { change } = await schedule();
      now = start + dayMs;
      const [, canceled] = await Promise.all([
        applyDueChanges(service),
        codeOf(cancelChange(service, caller, change.id, input)),
      ]);
      expect(await countSwitches()).toBe(canceled === 'done' ? 0 : 1);
    }
  });
});

describe('a request of a member', () => {
  test('waits for an owner, who approves all identical ones', async () => {
    const first = await create(max, 'now', asMember('user-2'), { reason: 'We need SSO' });
    const again = await create(max, 'now', asMember('user-2'));
    expect([first.change.waitsFor, again.changed, again.change.id]).toEqual([
      'owner',
      false,
      first.change.id,
    ]);
    await create(max, 'now', asMember('user-3'));
    await create(basic, 'now', asMember('user-3'));
    expect(await codeOf(approveChange(service, asMember('user-2'), first.change.id, input))).toBe(
      'forbidden',
    );
    const { change } = await approveChange(service, caller, first.change.id, input);
    expect(change).toMatchObject({ outcome: 'applied', decidedBy: { name: 'Ada' } });
    expect((await approveChange(service, caller, first.change.id, input)).changed).toBe(false);
    expect(await readStates()).toEqual(['applied', 'applied', 'waits for owner']);
    expect([await readPlan(), await countSwitches()]).toEqual(['Max', 1]);
  });

  test('is declined with a message', async () => {
    const { change } = await create(max, 'now', asMember('user-2'));
    const declined = await declineChange(service, caller, change.id, { ...input, message: 'Next year' });
    expect(declined.change).toMatchObject({ outcome: 'declined', message: 'Next year' });
    expect(await codeOf(approveChange(service, caller, change.id, input))).toBe('change_ended');
  });

  test('is withdrawn by the member who made it', async () => {
    const { change } = await create(max, 'now', asMember('user-2'));
    expect(await codeOf(cancelChange(service, asMember('user-3'), change.id, input))).toBe('forbidden');
    await cancelChange(service, asMember('user-2'), change.id, input);
    expect(await readStates()).toEqual(['canceled']);
  });

  test('is approved or withdrawn, never both, and approved once', async () => {
    for (let round = 0; round < sampleSize({ quick: 2, full: 5 }); round++) {
      await open(spec);
      const { change } = await create(max, 'now', asMember('user-2'));
      const [one, two, withdrawn] = await Promise.all([
        codeOf(approveChange(service, caller, change.id, input)),
        codeOf(approveChange(service, caller, change.id, input)),
        codeOf(cancelChange(service, asMember('user-2'), change.id, input)),
      ]);
      expect(one).toBe(two);
      expect([one, withdrawn]).toContain('done');
      expect([one, withdrawn]).toContain('change_ended');
      expect(await countSwitches()).toBe(one === 'done' ? 1 : 0);
    }
  });

  test('is decided also after the member has left', async () => {
    const session = { app, account: caller.account, role: 'member', userId: 'user-2' } as const;
    await buildSession(owner, session);
    const { change } = await create(max, 'now', asMember('user-2'));
    await endSessionsOfUser(service, { ...asHost(), state: noCallerState }, 'user-2');
    const approved = await approveChange(service, caller, change.id, input);
    expect(approved.change).toMatchObject({ outcome: 'applied', actorUserId: 'user-2' });
  });

  test('expires after 30 days', async () => {
    const { change } = await create(max, 'now', asMember('user-2'));
    await advance(start + 29 * dayMs);
    expect(await readStates()).toEqual(['waits for owner']);
    now = start + 30 * dayMs;
    // Before the worker has ended it.
    expect(await codeOf(approveChange(service, caller, change.id, input))).toBe('change_ended');
    await advance(now);
    expect(await readStates()).toEqual(['expired']);
    expect(await codeOf(approveChange(service, caller, change.id, input))).toBe('change_ended');
  });

  test('ends with a switch to the same version, and stays with another', async () => {
    await create(max, 'now', asMember('user-2'));
    await create(basic, 'now', asMember('user-2'));
    await switchVersion(service, caller, { ...input, versionId: versionId(max) });
    expect(await readStates()).toEqual(['superseded', 'waits for owner']);
  });

  test('for later is scheduled when it is approved', async () => {
    const { change } = await create(basic, start + dayMs, asMember('user-2'));
    await approveChange(service, caller, change.id, input);
    expect(await readStates()).toEqual(['scheduled']);
    await advance(start + dayMs);
    expect(await readPlan()).toBe('Basic');
  });

  test('is one of at most 100', async () => {
    for (let number = 0; number < 100; number++) await create(max, 'now', asMember(`user-${number}`));
    expect(await codeOf(create(max, 'now', asMember('user-100')))).toBe('change_limit_reached');
  });
});

describe('with a checkout', () => {
  beforeEach(() => open({ ...spec, checkoutUrl: 'https://host.example/pay?x=1' }));

  test('a switch of an owner waits for the host, which approves what the owner has seen', async () => {
    expect(await codeOf(switchVersion(service, caller, { ...input, versionId: versionId(max) }))).toBe(
      'confirmation_required',
    );
    const preview = await previewSwitch(service, caller, versionId(max));
    expect(preview.needsConfirmation).toBe(true);
    const { change, checkoutUrl } = await create(max, 'now', caller, { ifMatch: preview.revision });
    expect([change.waitsFor, checkoutUrl]).toEqual([
      'host',
      `https://host.example/pay?x=1&change=${change.id}&account_id=${caller.account.id}`,
    ]);
    const { users, quantity, totals } = change.confirmed;
    expect({ users, quantity, totals }).toEqual({ users: 1, quantity: null, totals: preview.totals });
    expect(await codeOf(approveChange(service, caller, change.id, input))).toBe('forbidden');
    const approved = await approveChange(service, asHost(), change.id, input);
    expect(approved.change.outcome).toBe('applied');
    expect((await approveChange(service, asHost(), change.id, input)).changed).toBe(false);
    const { entries } = await listHistory(service, caller, { limit: 1, before: null });
    expect(entries[0]?.entry.actor.name).toBe('Ada');
    expect(await countSwitches()).toBe(1);
  });

  test('the host can’t approve what has changed since', async () => {
    const { change } = await create(max);
    await updateVersion(max, { fee: 9100 });
    expect(await codeOf(approveChange(service, asHost(), change.id, input))).toBe('preview_stale');
    const again = await create(max);
    expect(again.change.id).toBe(change.id);
    expect((await approveChange(service, asHost(), change.id, input)).change.outcome).toBe('applied');
  });

  test('the host can’t approve a change that the owner has replaced by one for another number of users', async () => {
    const { change } = await create(max, 'now', caller, { users: 3 });
    const again = await create(max, 'now', caller, { users: 4 });
    expect(await codeOf(approveChange(service, asHost(), change.id, input))).toBe('change_ended');
    expect((await approveChange(service, asHost(), again.change.id, input)).change.users).toBe(4);
  });

  test('an answer after 30 minutes is too late', async () => {
    const { change } = await create(max);
    await advance(start + 30 * 60_000);
    expect(await readStates()).toEqual(['expired']);
    expect(await codeOf(approveChange(service, asHost(), change.id, input))).toBe('change_ended');
    expect(await readPlan()).toBe('Pro');
  });

  test('what an owner approves or schedules waits for the host too', async () => {
    const { change } = await create(max, start + dayMs, asMember('user-2'));
    await approveChange(service, caller, change.id, input);
    expect(await readStates()).toEqual(['waits for host']);
    await approveChange(service, asHost(), change.id, input);
    expect(await readStates()).toEqual(['scheduled']);
    await advance(start + dayMs);
    expect(await readPlan()).toBe('Max');
  });

  test('an app key switches at once', async () => {
    await switchVersion(service, asHost(), { ...input, versionId: versionId(max) });
    expect(await readPlan()).toBe('Max');
  });
});

test('the end of a trial can’t be canceled or replaced by an owner, but superseded by a switch', async () => {
  const { change } = await create(basic, start + dayMs, asHost());
  expect(change.origin).toBe('host');
  expect(await codeOf(cancelChange(service, caller, change.id, input))).toBe('change_locked');
  expect(await codeOf(create(max, start + 2 * dayMs))).toBe('change_locked');
  await create(max);
  await advance(start + dayMs);
  expect(await readPlan()).toBe('Max');
  expect(await readStates()).toEqual(['superseded', 'applied']);
});

test('events say what became of each change, in order', async () => {
  await create(basic, start + dayMs, caller, { reason: 'Fewer people' });
  await updateVersion(basic, { fee: 1100 });
  await advance(start + dayMs);
  const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 1 });
  await approveChange(service, caller, changes[0]?.change.id ?? '', input);
  const parsed = (await listAccountEvents(service, caller)).map((event) => eventSchema.parse(event));
  expect(new Set(parsed.map(({ id }) => id)).size).toBe(parsed.length);
  expect(parsed.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['account.change_scheduled', 1],
    ['account.change_waiting', 1],
    ['account.change_ended', 1],
    ['account.version_switched', 2],
  ]);
  expect(parsed[2]?.data).toMatchObject({
    reason: 'Fewer people',
    outcome: 'applied',
    decided_by: { name: 'Ada' },
  });
});

test('customers see the app in place of the name of a key', async () => {
  const { change } = await create(max, start + dayMs, asHost());
  await cancelChange(service, asHost(), change.id, input);
  const names = [asMember('user-2'), caller, asHost()].map(async (viewer) => {
    const { actorName, decidedBy } = (await getChange(service, viewer, change.id)).change;
    return [actorName, decidedBy?.name];
  });
  const { title } = app;
  expect(await Promise.all(names)).toEqual([
    [title, title],
    [title, title],
    ['Host', 'Host'],
  ]);
});

test('a change that has ended is not changed again', async () => {
  const { change } = await create(max);
  const update = withTenant(owner, { appId: app.id }, (queries) =>
    queries.accountChange.updateMany({ where: { id: change.id }, data: { reason: 'Other' } }),
  );
  await expect(update).rejects.toThrow('has ended');
});

describe('a change of an add-on', () => {
  const storage = () => app.addOns[0]!.id;
  const ask = (quantity: number, as: AccountCaller = caller) =>
    createChange(service, as, { ...input, addOnId: storage(), quantity, effective: 'now' });
  const toggle = (active: boolean, as: AccountCaller = caller) =>
    changeAddOn(service, as, { ...input, addOnId: storage(), active });
  const isOn = async () => {
    const { state } = await readCatalogView(service, app.id, caller.account.id);
    return state.addOnStates.some(({ active }) => active);
  };
  const readHistory = async () =>
    (await listHistory(service, caller, { limit: 10, before: null })).entries.map(
      ({ entry }) => entry.version.title,
    );

  test('is made at once by an owner, and asked for by a member', async () => {
    const { change } = await ask(1);
    expect([change.outcome, change.historyEntryId?.slice(0, 4), await isOn()]).toEqual([
      'applied',
      'aoh_',
      true,
    ]);
    await expect(ask(1)).rejects.toMatchObject({
      code: 'version_current',
      message: 'Storage is already on.',
    });
    const asked = await ask(0, asMember('user-2'));
    expect([asked.change.waitsFor, asked.addOn?.title, asked.change.quantity]).toEqual([
      'owner',
      'Storage',
      0,
    ]);
    await approveChange(service, caller, asked.change.id, input);
    expect(await isOn()).toBe(false);
    expect(await readHistory()).toEqual(['Pro']);
  });

  test('that is off stays off, also for an account without a plan', async () => {
    const account = await buildAccount(owner, app, { history: [] });
    caller = createAccountCaller(app, account, { via: 'session', actor: caller.actor });
    expect(await codeOf(ask(0))).toBe('version_current');
  });

  test('waits beside a scheduled switch, and neither ends the other', async () => {
    await create(basic, start + dayMs);
    const { change } = await ask(1, asMember('user-2'));
    await approveChange(service, caller, change.id, input);
    expect([await readStates(), await isOn()]).toEqual([['scheduled', 'applied'], true]);
    await advance(start + dayMs);
    // It was turned on since the switch was confirmed.
    expect([await readPlan(), await isOn()]).toEqual(['Basic', true]);
  });

  test('that waits for the host ends with a switch, and with a change of the add-on', async () => {
    await updateApp({ checkoutUrl: 'https://host.example/pay' });
    expect((await ask(1)).change.waitsFor).toBe('host');
    await switchVersion(service, asHost(), { ...input, versionId: versionId(basic) });
    await ask(1);
    await toggle(true, asHost());
    expect(await readStates()).toEqual(['superseded', 'superseded']);
  });

  test('that a member asks for ends with what was asked for, and stays with anything else', async () => {
    await ask(1, asMember('user-2'));
    await switchVersion(service, caller, { ...input, versionId: versionId(basic) });
    expect(await readStates()).toEqual(['waits for owner']);
    await toggle(true);
    expect(await readStates()).toEqual(['superseded']);
    const { change } = await ask(0, asMember('user-2'));
    await switchVersion(service, caller, { ...input, versionId: versionId(max) });
    // Max includes Storage, which is turned off.
    expect(await codeOf(approveChange(service, caller, change.id, input))).toBe('change_ended');
    expect(await readStates()).toEqual(['superseded', 'superseded']);
  });

  test('of a member is confirmed by the host after the owner, at the price that the owner saw', async () => {
    await updateApp({ checkoutUrl: 'https://host.example/pay' });
    const { change } = await ask(1, asMember('user-2'));
    await approveChange(service, caller, change.id, input);
    expect(await readStates()).toEqual(['waits for host']);
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.addOnVersion.updateMany({ where: { appId: app.id, addOnId: storage() }, data: { fee: 999 } }),
    );
    expect(await codeOf(approveChange(service, asHost(), change.id, input))).toBe('preview_stale');
    await ask(1);
    const [own] = (await listChanges(service, caller, { before: null, isOpen: true, limit: 1 })).changes;
    await approveChange(service, asHost(), own?.change.id ?? '', input);
    expect(await isOn()).toBe(true);
  });

  test('after a switch ends the time for its undo', async () => {
    const { entry } = await switchVersion(service, caller, { ...input, versionId: versionId(basic) });
    await ask(1);
    const undo = switchVersion(service, caller, { ...input, restore: entry.id });
    expect(await codeOf(undo)).toBe('undo_superseded');
  });
});

describe('the requests of an app', () => {
  const staff = () => ({ ...caller, account: null, role: 'support' as const, state: noCallerState });
  const read = async (
    page: Partial<Parameters<typeof listRequests>[2]> = {},
    as: Parameters<typeof listRequests>[1] = staff(),
  ) => {
    const { requests, next } = await listRequests(service, as, {
      ...{ before: null, waitsFor: null, limit: 100, ...page },
    });
    return { requests, next, rows: requests.map(({ account, to }) => [account.title, to.title]) };
  };

  test('are what waits for consent in all its accounts, newest first, in pages', async () => {
    const first = caller;
    const other = await buildAccount(owner, app, { title: 'Other', history: app.versions.slice(1, 2) });
    await create(max, 'now', asMember('user-2'));
    await create(max, 'now', asMember('user-3'));
    await create(basic, start + 2 * dayMs);
    await updateApp({ checkoutUrl: 'https://host.example/pay' });
    caller = createAccountCaller(app, other, { via: 'session', actor: caller.actor });
    await create(max);
    const title = first.account.title;
    const { requests, rows } = await read();
    expect(rows).toEqual([
      ['Other', 'Max'],
      [title, 'Max'],
      [title, 'Max'],
    ]);
    expect(requests.map(({ requests: count, change }) => [count, change.waitsFor])).toEqual([
      [1, 'host'],
      [2, 'owner'],
      [2, 'owner'],
    ]);
    expect((await read({ waitsFor: 'owner' })).rows).toHaveLength(2);
    const page = await read({ limit: 2 });
    expect([page.rows, page.next]).toEqual([rows.slice(0, 2), requests[1]?.change.id]);
    expect((await read({ limit: 2, before: page.next })).rows).toEqual(rows.slice(2));
  });

  test('can be canceled by support and an app key, and are of one app', async () => {
    await create(max, 'now', asMember('user-2'));
    const isCancelable = async (as: Parameters<typeof listRequests>[1]) =>
      (await read({}, as)).requests.map((request) => request.isCancelable);
    expect(await isCancelable(staff())).toEqual([true]);
    expect(await isCancelable({ ...staff(), role: null, appKey: true })).toEqual([true]);
    expect(await isCancelable({ ...staff(), role: 'product' })).toEqual([false]);
    const [change] = (await read()).requests;
    await cancelChange(service, caller, change?.change.id ?? '', input);
    expect((await read()).rows).toEqual([]);
    await create(max, 'now', asMember('user-2'));
    await open(spec);
    expect((await read()).rows).toEqual([]);
  });
});
