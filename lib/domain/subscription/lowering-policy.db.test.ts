import { describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { changeInput, createAccountCaller, createHostCaller, keyActor } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { setTerms } from '../accounts/account-terms';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn, previewAddOn } from '../changes/change-add-on';
import { previewSwitch, type SwitchOptions, switchVersion } from '../changes/switch-version';
import {
  approveChange,
  cancelChange,
  createChange,
  getChange,
  listChanges,
} from '../changes/waiting-changes';
import { listEvents } from '../webhooks/events';
import { listAccountAddOns } from './list-add-ons';
import { getSubscription } from './subscription';

// What lowers what an account pays, where owners can do so only at the end of the billing period, with each other kind of change.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Date.now() + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now };
const periodEnd = start + 10 * dayMs;
const [basic, pro, max] = [1, 2, 3];
const [pack, boost] = [0, 1];
const externalId = 'customer-1';
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
  const account = await buildAccount(owner, app, {
    ...{ externalId, history: app.versions.slice(1, 2), users: 10 },
  });
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
    const { entry } = await switchVersion(service, caller, change);
    expect(await codeOf(switchVersion(service, caller, { ...input, restore: entry.id }))).toBe('done');
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

describe('what others decide', () => {
  test('a price that was agreed counts: a lower plan that costs more does not wait', async () => {
    await open('period_end');
    const terms = {
      version_id: id(pro),
      price: { fee: 50 },
      limits: {},
      from: Math.floor(now / 1000),
      until: null,
    };
    await setTerms(service, createHostCaller(app), externalId, { ...terms, reason: 'Contract' });
    expect((await previewSwitch(service, caller, id(basic))).pays).toBe('more');
    expect(await make({ version: basic })).toBe('done');
  });

  test('a price that is kept counts', async () => {
    now = start;
    app = await buildApp(owner, {
      downgrades: 'period_end',
      versions: [
        { title: 'Basic', fee: 100 },
        { title: 'Pro', fee: 50, replacedBy: 3 },
        { title: 'Pro', fee: 200 },
      ],
    });
    const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
    caller = createAccountCaller(app, account);
    expect(await make({ version: basic })).toBe('done');
  });

  test('a publication does not end what is scheduled', async () => {
    await open('period_end');
    await request({ version: pro, users: 5 });
    await publishChange(owner, app, (queries) =>
      queries.version.updateMany({ where: { id: id(pro) }, data: { fee: 150 } }),
    );
    await advance(periodEnd + 1000);
    expect(await has()).toMatchObject({ plan: 'Pro', users: 5 });
  });

  test('a move does not wait, and leaves out who has something scheduled', async () => {
    for (const isScheduled of [false, true]) {
      await open('period_end');
      if (isScheduled) await request({ version: pro, users: 5 });
      const versions = { fromVersionId: id(pro), toVersionId: id(basic) };
      const host = createHostCaller(app);
      await makeMove(service, host, { ...versions, effective: now + dayMs, reason: null });
      await advance(now + dayMs + 1000);
      expect(await has()).toMatchObject({ plan: isScheduled ? 'Pro' : 'Basic', users: 10 });
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

describe('what is scheduled together', () => {
  const listOpen = async () => {
    const page = { before: null, isOpen: true, limit: 100 };
    return (await listChanges(service, caller, page)).changes;
  };
  const lowerAll = async () => {
    await request({ version: pro, users: 5 });
    await request({ addOn: pack, quantity: 0 });
    await request({ version: pro, quantity: 2 });
    await request({ addOn: boost, quantity: 1 });
    return request({ version: basic });
  };
  const lowered = {
    ...{ plan: 'Basic', billingPeriod: 'month', users: 5, quantity: 2, on: { Boost: 1 } },
  };

  test('is one change, made at once, and undone at once', async () => {
    await open('period_end');
    const before = await has();
    const { change, addOns } = await lowerAll();
    expect(await has()).toEqual(before);
    expect((await listOpen()).map((each) => each.change.id)).toEqual([change.id]);
    expect(change).toMatchObject({ versionId: id(basic), users: 5, quantity: 2, effectiveAt: periodEnd });
    expect(addOns.map(({ title, quantity }) => [title, quantity])).toEqual([
      ['Pack', 0],
      ['Boost', 1],
    ]);
    expect(change.confirmed.totals.after.amount).toBe(2 * 100 + 5 * 10 + 50);
    await advance(periodEnd + 1000);
    expect(await has()).toEqual(lowered);
    const { historyEntryId } = (await getChange(service, caller, change.id)).change;
    await switchVersion(service, caller, { ...input, restore: historyEntryId! });
    expect(await has()).toEqual(before);
  });

  test('is shown by the preview of each part', async () => {
    await open('period_end');
    await request({ version: pro, users: 5 });
    const total = 3 * 200 + 5 * 10;
    const users = await previewSwitch(service, caller, id(pro), { quantity: 2 });
    expect(users.totals.after?.amount).toBe(2 * 200 + 5 * 10 + 100 + 3 * 50);
    const off = await previewAddOn(service, caller, { addOnId: addOn(pack), active: false });
    expect(off.totals.after?.amount).toBe(total + 3 * 50);
    expect([off.isPeriodEndOnly, off.superseded]).toEqual([true, null]);
    const { change } = await createChange(service, caller, {
      ...{ ...input, addOnId: addOn(pack), quantity: 0, effective: 'period_end' },
      ifMatch: off.revision,
    });
    expect(change).toMatchObject({
      versionId: id(pro),
      users: 5,
      addOns: [{ addOnId: addOn(pack), quantity: 0 }],
    });
  });

  test('has one value of each part, the newest', async () => {
    await open('period_end');
    await request({ version: basic, users: 5 });
    await request({ addOn: boost, quantity: 1 });
    await request({ addOn: boost, quantity: 2 });
    const { change } = await request({ version: pro, users: 8 });
    expect(change).toMatchObject({
      ...{ versionId: id(basic), users: 8, addOns: [{ addOnId: addOn(boost), quantity: 2 }] },
    });
    const again = await request({ version: pro, users: 8 });
    expect([again.changed, again.change.id]).toEqual([false, change.id]);
  });

  test('is canceled together', async () => {
    await open('period_end');
    const before = await has();
    const { change } = await lowerAll();
    await cancelChange(service, caller, change.id, input);
    expect(await listOpen()).toEqual([]);
    await advance(periodEnd + 1000);
    expect(await has()).toEqual(before);
  });

  test.each([
    ['more of an add-on in it', { addOn: boost, quantity: 4 }],
    ['a higher version', { version: max }],
  ])('ends with %s, whose preview says so', async (_, raise: Wanted) => {
    await open('period_end');
    const { change } = await lowerAll();
    const preview =
      'version' in raise
        ? await previewSwitch(service, caller, id(raise.version))
        : await previewAddOn(service, caller, { addOnId: addOn(raise.addOn), active: true, quantity: 4 });
    expect(preview.superseded?.id).toBe(change.id);
    expect(await make(raise)).toBe('done');
    expect(await listOpen()).toEqual([]);
  });

  test.each([
    ['more users, as what is for another version', { version: pro, users: 12 }],
    ['another add-on', { addOn: pack, quantity: 0 }],
  ])('stays with %s', async (_, wanted: Wanted) => {
    await open('period_end');
    if ('addOn' in wanted) await make(wanted, by({ appKey: true }));
    await request({ addOn: boost, quantity: 1 });
    const { change } = await request({ version: basic });
    expect(await make('addOn' in wanted ? { ...wanted, quantity: 1 } : wanted)).toBe('done');
    expect((await listOpen()).map((each) => each.change.id)).toEqual([change.id]);
  });

  test('has what a member asks for when an owner approves it', async () => {
    await open('period_end');
    const member = by({ role: 'member', actor: { ...keyActor, userId: 'user-2' } });
    const { change } = await request({ addOn: pack, quantity: 0 }, 'period_end', member);
    await request({ version: basic });
    await approveChange(service, caller, change.id, input);
    const [only, ...others] = await listOpen();
    expect(others).toEqual([]);
    expect(only?.change).toMatchObject({
      ...{ id: change.id, versionId: id(basic), addOnId: null },
      addOns: [{ addOnId: addOn(pack), quantity: 0 }],
    });
  });

  test('is not what is for a date, or of the provider', async () => {
    await open('period_end');
    const dated = await request({ version: basic }, periodEnd + dayMs);
    const { change } = await request({ addOn: pack, quantity: 0 });
    expect(change).toMatchObject({ addOnId: addOn(pack), addOns: null });
    expect((await getChange(service, caller, dated.change.id)).change.outcome).toBe('superseded');
    await cancelChange(service, caller, change.id, input);
    await request({ version: basic }, 'period_end', by({ appKey: true }));
    expect(await codeOf(request({ addOn: pack, quantity: 0 }))).toBe('change_locked');
  });

  test('is in its event', async () => {
    await open('period_end');
    await request({ addOn: boost, quantity: 1 });
    await request({ version: basic });
    const filter = { accountId: null, types: null };
    const { events } = await listEvents(service, { app: caller.app }, filter, { after: null, limit: 100 });
    const scheduled = events
      .map((text) => JSON.parse(text))
      .filter(({ type }) => type === 'account.change_scheduled');
    expect(scheduled.at(-1).data.commands).toMatchObject([
      { version_id: id(basic), option: null },
      { version_id: null, option: { title: 'Boost' }, quantity: 1 },
    ]);
  });
});
