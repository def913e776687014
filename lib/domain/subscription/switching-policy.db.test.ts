import { describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { changeInput, createAccountCaller, createHostCaller, keyActor } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn } from '../changes/change-add-on';
import { previewSwitch, switchVersion } from '../changes/switch-version';
import { approveChange, createChange, getChange } from '../changes/waiting-changes';
import { getMove } from '../moves/moves';
import { listVersions } from './list-versions';

// What the product team lets owners change (`switching` of the extension), with each other kind of change.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Date.now() + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let caller: AccountCaller;
const periodEnd = start + 10 * dayMs;
const [basic, pro, max] = [1, 2, 3];

/** An account on Pro. */
async function open(spec: Partial<AppSpec>, periodEndsAt: number | null = periodEnd) {
  now = start;
  const optional = [{ feature: 2, addOn: 'Pack', fee: 100 }];
  const versions = [
    { title: 'Basic', fee: 1000 },
    { title: 'Pro', fee: 2000, optional },
    { title: 'Max', fee: 3000 },
  ];
  app = await buildApp(owner, { features: 2, versions, ...spec });
  const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
  caller = createAccountCaller(app, account);
  if (periodEndsAt !== null) {
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.updateMany({
        where: { id: account.id },
        data: { periodEndsAt: new Date(periodEndsAt) },
      }),
    );
  }
}

const input = { ...changeInput, reason: 'Test' };
const versionId = (number: number) => app.versions[number - 1]!.id;
const by = (fields: Partial<AccountCaller>): AccountCaller => ({ ...caller, ...fields });
const switchTo = (number: number, who = caller) =>
  codeOf(switchVersion(service, who, { ...input, versionId: versionId(number) }));
const schedule = (number: number, effective: 'now' | 'period_end' | number, who = caller) =>
  createChange(service, who, { ...input, versionId: versionId(number), billingPeriod: null, effective });
const others = () => [by({ appKey: true }), by({ role: 'support' })];
const readPlan = async () =>
  (await readCatalogView(service, app.id, caller.account.id)).state.current?.versionId;
const advance = async (to: number) => {
  now = to;
  await applyDueChanges(service);
};

describe('downgrades at the end of the billing period', () => {
  test('are made by owners then, and not before', async () => {
    await open({ downgrades: 'period_end' });
    expect(await switchTo(basic)).toBe('downgrade_at_period_end');
    expect(await codeOf(schedule(basic, 'now'))).toBe('downgrade_at_period_end');
    expect(await codeOf(schedule(basic, periodEnd - dayMs))).toBe('downgrade_at_period_end');
    expect(await codeOf(schedule(basic, periodEnd + dayMs))).toBe('done');
    expect(await codeOf(schedule(basic, 'period_end'))).toBe('done');
    await advance(periodEnd + 1000);
    expect(await readPlan()).toBe(versionId(basic));
  });

  test('are so in the list and the preview, which has the revision of the change', async () => {
    await open({ downgrades: 'period_end' });
    const view = await readCatalogView(service, app.id, caller.account.id);
    const decisions = listVersions(view, caller).versions.map(({ decision }) => decision);
    expect(decisions).toMatchObject([
      { direction: 'downgrade', allowed: true, period_end_only: true },
      { direction: 'none', allowed: true },
      { direction: 'upgrade', allowed: true },
    ]);
    expect(decisions.slice(1).every((decision) => decision?.period_end_only === undefined)).toBe(true);
    const { revision, isPeriodEndOnly } = await previewSwitch(service, caller, versionId(basic));
    expect(isPeriodEndOnly).toBe(true);
    const request = { ...input, versionId: versionId(basic), billingPeriod: null, ifMatch: revision };
    expect(await codeOf(createChange(service, caller, { ...request, effective: 'period_end' }))).toBe('done');
  });

  test('need an end that is known', async () => {
    await open({ downgrades: 'period_end' }, null);
    expect(await codeOf(schedule(basic, 'period_end'))).toBe('period_end_unknown');
    expect(await codeOf(schedule(basic, now + dayMs))).toBe('period_end_unknown');
  });

  test('are requested by members for then', async () => {
    await open({ downgrades: 'period_end' });
    const member = by({ role: 'member', actor: { ...keyActor, userId: 'user-2' } });
    expect(await codeOf(schedule(basic, 'now', member))).toBe('downgrade_at_period_end');
    const { change } = await schedule(basic, 'period_end', member);
    await approveChange(service, caller, change.id, input);
    expect((await getChange(service, caller, change.id)).change).toMatchObject({
      waitsFor: null,
      outcome: null,
    });
    // Also if the account has been renewed since.
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.updateMany({ data: { periodEndsAt: new Date(now + 60 * dayMs) } }),
    );
    await advance(now + 61 * dayMs);
    expect(await readPlan()).toBe(versionId(basic));
  });

  test('are made at once by the host, support and an undo', async () => {
    for (const who of [0, 1]) {
      await open({ downgrades: 'period_end' });
      expect(await switchTo(basic, others()[who])).toBe('done');
    }
    await open({ downgrades: 'period_end' });
    const { entry } = await switchVersion(service, caller, { ...input, versionId: versionId(max) });
    expect(await codeOf(switchVersion(service, caller, { ...input, restore: entry.id }))).toBe('done');
  });
});

describe('no downgrades', () => {
  test('block owners, and not upgrades, the host and support', async () => {
    await open({ downgrades: 'none' });
    expect(await switchTo(basic)).toBe('downgrade_unavailable');
    expect(await codeOf(schedule(basic, 'period_end'))).toBe('downgrade_unavailable');
    expect(await switchTo(max)).toBe('done');
    for (const who of [0, 1]) {
      await open({ downgrades: 'none' });
      expect(await switchTo(basic, others()[who])).toBe('done');
    }
  });

  test('leave a scheduled one to the owner, who can’t approve it', async () => {
    await open({});
    const { change } = await schedule(basic, 'period_end');
    await publishChange(owner, app, (queries) =>
      queries.app.update({ where: { id: app.id }, data: { downgrades: 'none' } }),
    );
    await advance(periodEnd + 1000);
    expect((await getChange(service, caller, change.id)).change).toMatchObject({
      waitsFor: 'owner',
      blockers: [{ code: 'downgrade_unavailable' }],
    });
    expect(await codeOf(approveChange(service, caller, change.id, input))).toBe('downgrade_unavailable');
    expect(await readPlan()).toBe(versionId(pro));
  });
});

describe('without self-service', () => {
  test('owners change nothing, the host and support everything', async () => {
    await open({ selfService: false });
    const addOn = { ...input, addOnId: app.addOns[0]!.id, active: true, quantity: null };
    const setUsers = (who = caller) =>
      codeOf(switchVersion(service, who, { ...input, versionId: versionId(pro), users: 7 }));
    expect(await switchTo(max)).toBe('self_service_disabled');
    expect(await setUsers()).toBe('self_service_disabled');
    expect(await codeOf(changeAddOn(service, caller, addOn))).toBe('self_service_disabled');
    expect(await codeOf(schedule(max, 'now', by({ role: 'member' })))).toBe('self_service_disabled');
    // What it has already is no change.
    expect(await switchTo(pro)).toBe('done');
    for (const who of others()) {
      expect(await codeOf(changeAddOn(service, who, addOn))).toBe('done');
      expect(await setUsers(who)).toBe('done');
    }
    expect(await switchTo(max, by({ role: 'support' }))).toBe('done');
  });

  test('owners undo nothing', async () => {
    await open({});
    const { entry } = await switchVersion(service, caller, { ...input, versionId: versionId(max) });
    await publishChange(owner, app, (queries) =>
      queries.app.update({ where: { id: app.id }, data: { selfService: false } }),
    );
    const undo = (who: AccountCaller) => codeOf(switchVersion(service, who, { ...input, restore: entry.id }));
    expect(await undo(caller)).toBe('self_service_disabled');
    expect(await undo(by({ appKey: true }))).toBe('done');
  });

  test('what the provider schedules is applied', async () => {
    await open({ selfService: false });
    for (const who of others()) {
      const { change } = await schedule(who.appKey ? max : basic, now + dayMs, who);
      await advance(now + dayMs + 1000);
      expect((await getChange(service, caller, change.id)).change.outcome).toBe('applied');
    }
    const host = createHostCaller(app);
    const versions = { fromVersionId: versionId(basic), toVersionId: versionId(pro) };
    const { id } = await makeMove(service, host, { ...versions, effective: now + dayMs, reason: null });
    await advance(now + dayMs + 1000);
    expect(await getMove(service, host, id)).toMatchObject({ counts: { applied: 1, waiting: 0 } });
  });

  test('of a plan, owners can’t choose it, return to it by an undo, and keep it', async () => {
    await open({
      versions: [
        { title: 'Basic', fee: 1000 },
        { title: 'Pro', fee: 2000, selfService: false },
        { title: 'Max', fee: 3000 },
      ],
    });
    const { entry } = await switchVersion(service, caller, { ...input, versionId: versionId(max) });
    expect(await switchTo(pro)).toBe('self_service_disabled');
    expect(await codeOf(switchVersion(service, caller, { ...input, restore: entry.id }))).toBe('done');
    expect(
      await codeOf(switchVersion(service, caller, { ...input, versionId: versionId(pro), users: 7 })),
    ).toBe('done');
    expect(await switchTo(basic)).toBe('done');
    expect(await switchTo(pro, by({ appKey: true }))).toBe('done');
  });
});
