import { describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { changeInput, createAccountCaller, keyActor } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from './caller';
import { readCatalogView } from './catalog-view';
import { changeAddOn, previewAddOn } from './change-add-on';
import { listAccountAddOns } from './list-add-ons';
import { getSubscription } from './subscription';
import { previewSwitch, type SwitchOptions, switchVersion } from './switch-version';
import { approveChange, createChange, getChange } from './waiting-changes';

// What lowers what an account pays, where owners can do so only at the end of the billing period, with each other kind of change.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Date.now() + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now };
const periodEnd = start + 10 * dayMs;
const [basic, pro, max] = [1, 2, 3];
const [pack, boost] = [0, 1];
let app: BuiltApp;
let caller: AccountCaller;

type Policy = 'period_end' | 'none' | 'any';

/** An account on Pro with ten users, three sites, and both add-ons, Boost three times, set by the host. */
async function open(
  downgrades: Policy,
  { period = 'month' as const, periodEndsAt = periodEnd as number | null, isMember = false } = {} as {
    period?: 'month' | 'year';
    periodEndsAt?: number | null;
    isMember?: boolean;
  },
) {
  now = start;
  const optional = [
    { feature: 1, addOn: 'Pack', fee: 100, annualFee: 1000 },
    { feature: 2, addOn: 'Boost', fee: 50, annualFee: 500, maxQuantity: 9 },
  ];
  const sold = { userFee: 10, annualUserFee: 100, feeUnit: 'site', optional };
  app = await buildApp(owner, {
    downgrades,
    features: 2,
    versions: [
      { ...sold, title: 'Basic', fee: 100, annualFee: 1000 },
      { ...sold, title: 'Pro', fee: 200, annualFee: 2000, trialDays: 7 },
      { ...sold, title: 'Max', fee: 300, annualFee: 3000 },
    ],
  });
  const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2), users: 10 });
  caller = createAccountCaller(app, account);
  const host = by({ appKey: true });
  const set = { billingPeriod: period, quantity: 3 };
  await switchVersion(service, host, { ...input, versionId: id(pro), ...set });
  for (const [number, quantity] of [[pack, 1] as const, [boost, 3] as const]) {
    await changeAddOn(service, host, { ...input, addOnId: addOn(number), active: true, quantity });
  }
  await setPeriodEnd(periodEndsAt);
  if (isMember) caller = by({ role: 'member', actor: { ...keyActor, userId: 'user-2' } });
}

const setPeriodEnd = (at: number | null) =>
  withTenant(owner, { appId: app.id }, (queries) =>
    queries.account.updateMany({ data: { periodEndsAt: at === null ? null : new Date(at) } }),
  );

const input = { ...changeInput, reason: 'Test' };
const id = (number: number) => app.versions[number - 1]!.id;
const addOn = (index: number) => app.addOns[index]!.id;
const by = (fields: Partial<AccountCaller>): AccountCaller => ({ ...caller, ...fields });

type Wanted = ({ version: number } & SwitchOptions) | { addOn: number; quantity: number };

/** Makes a change at once. */
const make = (wanted: Wanted, who = caller) =>
  codeOf(
    'version' in wanted
      ? switchVersion(service, who, { ...input, ...wanted, versionId: id(wanted.version) })
      : changeAddOn(service, who, {
          ...input,
          addOnId: addOn(wanted.addOn),
          active: wanted.quantity > 0,
          quantity: wanted.quantity || null,
        }),
  );

type Effective = 'now' | 'period_end' | number;

const request = (wanted: Wanted, effective: Effective = 'period_end', who = caller) =>
  createChange(service, who, {
    ...input,
    ...('version' in wanted
      ? { billingPeriod: null, ...wanted, versionId: id(wanted.version) }
      : { addOnId: addOn(wanted.addOn), quantity: wanted.quantity }),
    effective,
  });

const has = async () => {
  const view = await readCatalogView(service, app.id, caller.account.id);
  const { version, billingPeriod, users, quantity, addOns } = getSubscription(view);
  const on = Object.fromEntries(addOns.map(({ title, quantity: count }) => [title, count]));
  return { plan: version?.title, billingPeriod, users, quantity, on };
};

const advance = async (to: number) => {
  now = to;
  await applyDueChanges(service);
};

const lowerings: Record<string, Wanted> = {
  'a lower version': { version: basic },
  'fewer users': { version: pro, users: 5 },
  'a smaller quantity': { version: pro, quantity: 2 },
  'an add-on that is turned off': { addOn: pack, quantity: 0 },
  'fewer of an add-on': { addOn: boost, quantity: 1 },
};

const raises: Record<string, Wanted> = {
  'a higher version': { version: max },
  'more users': { version: pro, users: 11 },
  'a larger quantity': { version: pro, quantity: 4 },
  'more of an add-on': { addOn: boost, quantity: 4 },
  'a longer billing period, which costs less': { version: pro, billingPeriod: 'year' },
};

describe('at the end of the billing period', () => {
  test.each(Object.entries(lowerings))('%s waits for it', async (_, wanted) => {
    await open('period_end');
    expect(await make(wanted)).toBe('downgrade_at_period_end');
    expect(await codeOf(request(wanted, 'now'))).toBe('downgrade_at_period_end');
    expect(await codeOf(request(wanted, periodEnd - dayMs))).toBe('downgrade_at_period_end');
    const before = await has();
    expect((await request(wanted)).change).toMatchObject({ effectiveAt: periodEnd, waitsFor: null });
    expect(await has()).toEqual(before);
    await advance(periodEnd + 1000);
    expect(await has()).not.toEqual(before);
  });

  test.each(Object.entries(raises))('%s does not wait', async (_, wanted) => {
    await open('period_end');
    expect(await make(wanted)).toBe('done');
  });

  test('a shorter billing period waits, whatever it costs', async () => {
    await open('period_end', { period: 'year' });
    expect(await make({ version: pro, billingPeriod: 'month' })).toBe('downgrade_at_period_end');
    expect(await make({ version: max, billingPeriod: 'month' })).toBe('downgrade_at_period_end');
    expect((await request({ version: max, billingPeriod: 'month' })).change.confirmed.pays).toBe('more');
    await advance(periodEnd + 1000);
    expect(await has()).toMatchObject({ plan: 'Max', billingPeriod: 'month' });
  });

  test('list and previews say so', async () => {
    await open('period_end');
    const view = await readCatalogView(service, app.id, caller.account.id);
    const { addOns } = listAccountAddOns(view, caller);
    expect(addOns.map(({ change }) => change)).toMatchObject([
      { allowed: true, period_end_only: true },
      { allowed: true, period_end_only: true },
    ]);
    const preview = (quantity: number) =>
      previewAddOn(service, caller, { addOnId: addOn(boost), active: true, quantity });
    expect((await preview(1)).isPeriodEndOnly).toBe(true);
    expect((await preview(4)).isPeriodEndOnly).toBe(false);
    const users = (count: number) => previewSwitch(service, caller, id(pro), { users: count });
    expect((await users(5)).isPeriodEndOnly).toBe(true);
    expect((await users(11)).isPeriodEndOnly).toBe(false);
  });

  test.each([null, start - dayMs])('that is not known, or was at %s, nothing is lowered', async (at) => {
    await open('period_end', { periodEndsAt: at });
    for (const wanted of Object.values(lowerings)) {
      expect(await make(wanted)).toBe('period_end_unknown');
      for (const effective of ['now', 'period_end', now + dayMs] as const) {
        expect(await codeOf(request(wanted, effective))).toBe('period_end_unknown');
      }
    }
    expect(await make({ version: max })).toBe('done');
  });

  test.each(Object.entries(lowerings))('the host and support do not wait with %s', async (_, wanted) => {
    for (const who of [{ appKey: true }, { role: 'support' as const }]) {
      await open('period_end');
      expect(await make(wanted, by(who))).toBe('done');
    }
  });

  test('an undo does not wait', async () => {
    await open('period_end');
    const change = { ...input, versionId: id(pro), users: 20 };
    const { activation } = await switchVersion(service, caller, change);
    expect(await codeOf(switchVersion(service, caller, { ...input, restore: activation.id }))).toBe('done');
    expect(await has()).toMatchObject({ users: 10 });
  });

  test('nothing waits in a trial', async () => {
    await open('period_end');
    await switchVersion(service, by({ appKey: true }), { ...input, versionId: id(pro), trial: true });
    for (const [title, wanted] of Object.entries(lowerings)) {
      expect([title, await make(wanted)]).toEqual([title, 'done']);
      if (title === 'a lower version') {
        await switchVersion(service, by({ appKey: true }), {
          ...{ ...input, versionId: id(pro), trial: true, users: 10, quantity: 3 },
          trialEndsAt: now + dayMs,
        });
      }
    }
  });
});

describe('no downgrades', () => {
  test('forbid lower versions only, the other lowerings wait', async () => {
    await open('none');
    expect(await make({ version: basic })).toBe('downgrade_unavailable');
    expect(await codeOf(request({ version: basic }))).toBe('downgrade_unavailable');
    const { 'a lower version': _, ...others } = lowerings;
    for (const wanted of Object.values(others)) expect(await make(wanted)).toBe('downgrade_at_period_end');
    expect(await codeOf(request({ version: pro, users: 5 }))).toBe('done');
    await open('none', { periodEndsAt: null });
    for (const wanted of Object.values(others)) expect(await make(wanted)).toBe('period_end_unknown');
  });
});

describe('an approval', () => {
  test('of what has become less than the account pays is too early', async () => {
    await open('period_end', { isMember: true });
    const { change } = await request({ version: pro, users: 12 }, 'now');
    const host = by({ role: 'owner', appKey: true });
    await switchVersion(service, host, { ...input, versionId: id(pro), users: 20 });
    const decider = by({ role: 'owner' });
    expect(await codeOf(approveChange(service, decider, change.id, input))).toBe('downgrade_at_period_end');
  });

  test('after the end of the period is for the end of the present one', async () => {
    await open('period_end', { isMember: true });
    const { change } = await request({ version: pro, users: 5 });
    now = periodEnd + dayMs;
    const decider = by({ role: 'owner' });
    expect(await codeOf(approveChange(service, decider, change.id, input))).toBe('period_end_unknown');
    const nextEnd = periodEnd + 30 * dayMs;
    await setPeriodEnd(nextEnd);
    await approveChange(service, decider, change.id, input);
    expect((await getChange(service, caller, change.id)).change).toMatchObject({
      ...{ waitsFor: null, outcome: null, effectiveAt: nextEnd },
    });
  });
});

describe('what was scheduled', () => {
  test('waits for the owner if it pays more when it is due', async () => {
    await open('any');
    const { change } = await request({ version: pro, users: 5 });
    await make({ version: max }, by({ appKey: true }));
    await make({ version: pro, users: 3 }, by({ appKey: true }));
    expect((await getChange(service, caller, change.id)).change.outcome).toBe('superseded');
    const { change: other } = await request({ version: basic, users: 5 });
    await make({ version: pro, users: 1 }, by({ appKey: true }));
    await make({ version: pro, quantity: 1 }, by({ appKey: true }));
    for (const index of [pack, boost]) await make({ addOn: index, quantity: 0 }, by({ appKey: true }));
    await publishChange(owner, app, (queries) =>
      queries.version.updateMany({ where: { id: id(pro) }, data: { fee: 10 } }),
    );
    await advance(periodEnd + 1000);
    expect((await getChange(service, caller, other.id)).change).toMatchObject({
      waitsFor: 'owner',
      blockers: [{ code: 'price_increased' }],
    });
  });
});
