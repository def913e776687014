import { beforeEach, describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { changeInput, createAccountCaller, createHostCaller } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { setTerms } from '../accounts/account-terms';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn, previewAddOn } from '../changes/change-add-on';
import { previewSwitch, type SwitchInput, switchVersion } from '../changes/switch-version';
import { listChanges } from '../changes/waiting-changes';
import { listHistory } from '../history/history';
import { computeSubscriptionTotal, getSubscription } from './subscription';

// What an account returns to when its trial ends, with each other kind of change (docs/decisions/0038-trials.md).

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Math.ceil(Date.now() / 1000) * 1000 + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now, now: () => new Date(now) };
let app: BuiltApp;
let caller: AccountCaller;
const [basic, pro, max, kept] = [1, 2, 3, 4];
const externalId = 'customer-1';
const input = { ...changeInput, reason: 'Test' };

const pack = { feature: 2, addOn: 'Pack', fee: 100, maxQuantity: 5 };
const spec = {
  features: 5,
  versions: [
    {
      ...{ title: 'Basic', fee: 1000, annualFee: 10_000, userFee: 100, annualUserFee: 1000, features: [1] },
      optional: [pack, { feature: 3, addOn: 'Extra', fee: 200 }, { feature: 4, addOn: 'Late', fee: 50 }],
    },
    {
      ...{ title: 'Pro', fee: 2000, userFee: 200, minUsers: 5, features: [1, 2] },
      ...{ trialDays: 14, trialThen: 'VERSION_1' },
      optional: [
        { feature: 3, addOn: 'Extra', fee: 300 },
        { feature: 4, addOn: 'Late', fee: 60 },
      ],
    },
    {
      ...{ title: 'Max', fee: 3000, features: [1, 3], trialDays: 30, trialThen: 'VERSION_1' },
      optional: [pack],
    },
    { title: 'Basic', fee: 500, features: [1], replacedBy: 1, optional: [pack] },
  ],
} satisfies AppSpec;

/** An account on Basic for a year with two packs and the extra. */
async function open(fields: Partial<AppSpec> = {}, number = basic) {
  now = start;
  app = await buildApp(owner, { ...spec, ...fields });
  const account = await buildAccount(owner, app, { externalId, history: [app.versions[number - 1]!] });
  const actor = { kind: 'session', id: 'pse_1', name: 'Ada', userId: 'user-1' } as const;
  caller = createAccountCaller(app, account, { via: 'session', actor });
  if (number !== basic) return;
  await switchTo(basic, { billingPeriod: 'year' }, host());
  await set('Pack', 2);
  await set('Extra', 1);
}

beforeEach(() => open());

const versionId = (number: number) => app.versions[number - 1]!.id;
const addOnId = (title: string) => app.addOns.find((addOn) => addOn.title === title)!.id;
const host = (): AccountCaller => ({ ...caller, appKey: true });
const switchTo = (number: number, fields: Partial<SwitchInput> = {}, who = caller) =>
  switchVersion(service, who, { ...input, versionId: versionId(number), ...fields });
const startTrial = (number = pro, fields: Partial<SwitchInput> = {}) =>
  switchTo(number, { trial: true, ...fields });
const set = (title: string, quantity: number, who = host()) =>
  changeAddOn(service, who, { ...input, addOnId: addOnId(title), active: quantity > 0, quantity });
const preview = async (number = pro) => previewSwitch(service, caller, versionId(number), { trial: true });

/** Plan, period, users and add-ons with their quantities and prices, and what that costs. */
async function read() {
  const view = await readCatalogView(service, app.id, caller.account.id);
  const own = getSubscription(view);
  const addOns = own.addOns.map(({ title, quantity, price }) => `${quantity} ${title} ${price.fee}`);
  const { title } = own.version!;
  return [
    title,
    own.billingPeriod,
    own.users,
    ...addOns,
    computeSubscriptionTotal(own, view.catalog)!.amount,
  ];
}

const before = ['Basic', 'year', 1, '2 Pack 100', '1 Extra 200', 10_000 + 1000 + 2400 + 2400];
const inTrial = ['Pro', 'month', 5, '1 Extra 300', 2000 + 1000 + 300];

async function advance(day: number) {
  now = start + day * dayMs;
  await applyDueChanges(service);
}

const publish = (change: Parameters<typeof publishChange>[2]) => publishChange(owner, app, change);
const updateAddOn = (title: string, data: object) =>
  publish((queries) =>
    queries.addOn.update({ where: { appId_id: { appId: app.id, id: addOnId(title) } }, data }),
  );
const updatePrice = (title: string, number: number, fee: number) =>
  publish((queries) =>
    queries.addOnVersion.updateMany({
      where: { appId: app.id, addOnId: addOnId(title), versionId: versionId(number) },
      data: { fee },
    }),
  );

describe('going back', () => {
  test('restores the billing period, the number of users and the add-ons that the start ended', async () => {
    expect(await read()).toEqual(before);
    await startTrial();
    expect(await read()).toEqual(inTrial);
    await advance(14);
    expect(await read()).toEqual(before);
    const [{ entry }] = (await listHistory(service, caller, { limit: 1, before: null })).entries as [
      Awaited<ReturnType<typeof listHistory>>['entries'][number],
    ];
    expect(entry.addOns).toMatchObject([
      { title: 'Pack', outcome: 'restored', quantity: 2 },
      { title: 'Extra', outcome: 'kept' },
    ]);
  });

  test('is what the preview of the start says, and what is paid until then', async () => {
    const { trialEnd, trialAddOns, trialTotals, totals } = await preview();
    expect(totals.after).toMatchObject({ amount: 3300 });
    expect(trialEnd!.totals.after).toMatchObject({ billing_period: 'year', users: 1, amount: before.at(-1) });
    expect(trialTotals).toMatchObject({ before: null, after: { billing_period: 'month', amount: 300 } });
    expect(trialAddOns).toMatchObject([
      { before: { title: 'Pack' }, outcome: 'restored', isPaid: false, isDearer: false },
      { before: { title: 'Extra' }, outcome: 'kept', isPaid: true, isDearer: false },
    ]);
    await startTrial();
    const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 10 });
    expect(changes).toMatchObject([
      {
        change: {
          billingPeriod: 'year',
          users: 1,
          confirmed: { totals: { after: { amount: before.at(-1) } } },
        },
        addOns: [{ title: 'Pack', quantity: 2 }],
      },
    ]);
  });

  test('says until the end what is paid in the trial and then, with what has changed since', async () => {
    const readEnd = async () => {
      const { changes } = await listChanges(service, caller, { before: null, isOpen: null, limit: 1 });
      return changes[0]!.expected;
    };
    await startTrial();
    expect(await readEnd()).toMatchObject({
      totals: { after: { amount: before.at(-1) } },
      trialTotals: { before: { amount: 300 }, after: null },
    });
    await set('Late', 1);
    await switchTo(pro, { users: 7 });
    expect(await readEnd()).toMatchObject({
      totals: { after: { amount: 10_000 + 7000 + 2400 + 2400 + 600 } },
      trialTotals: { before: { amount: 360 } },
    });
    await advance(14);
    expect(await readEnd()).toBeNull();
  });

  test('names at the start what is dearer or missing then, with a revision of its own', async () => {
    await open({}, kept);
    await set('Pack', 1);
    // The trial of Max goes back to the plan that the account keeps.
    expect((await preview(max)).trialEnd!.to.fee).toBe(500);
    await open();
    await publish((queries) =>
      queries.version.update({
        where: { appId_id: { appId: app.id, id: versionId(pro) } },
        data: { trialThen: 'VERSION_3' },
      }),
    );
    const then = await preview();
    await updatePrice('Pack', max, 110);
    expect((await preview()).revision).not.toBe(then.revision);
    expect((await preview()).trialAddOns).toMatchObject([
      { before: { title: 'Pack' }, outcome: 'restored', isDearer: true },
      { before: { title: 'Extra' }, outcome: 'included', after: null },
    ]);
    await updateAddOn('Pack', { active: false });
    expect((await preview()).trialAddOns[0]).toMatchObject({ outcome: 'lost', isDearer: false });
  });

  test('keeps what was changed in the trial and fits', async () => {
    await startTrial();
    await set('Extra', 0);
    await set('Late', 1);
    await switchTo(pro, { users: 7 });
    await advance(14);
    expect(await read()).toEqual(['Basic', 'year', 7, '2 Pack 100', '1 Late 50', 10_000 + 7000 + 2400 + 600]);
  });

  test('an add-on of a trial does not end it, and says so', async () => {
    await startTrial();
    await startTrial(max);
    expect(
      (await previewAddOn(service, caller, { addOnId: addOnId('Pack'), active: true })).superseded,
    ).toBeNull();
    await set('Pack', 1);
    await set('Pack', 0);
    // What was turned off in the trial stays off.
    await advance(31);
    expect(await read()).toEqual(['Basic', 'year', 1, '1 Extra 200', 10_000 + 1000 + 2400]);
  });

  test('restores a quantity of the plan unless another one of the same unit was set', async () => {
    const perSite = { ...spec.versions[0], feeUnit: 'site' };
    const versions = [perSite, { ...spec.versions[1]!, minUsers: 1, optional: [] }];
    await open({ versions });
    await switchTo(basic, { quantity: 3 });
    await startTrial();
    await advance(14);
    const readQuantity = async () =>
      getSubscription(await readCatalogView(service, app.id, caller.account.id)).quantity;
    expect(await readQuantity()).toBe(3);
    await open({ versions: [perSite, { ...versions[1]!, feeUnit: 'site', userFee: null, minQuantity: 5 }] });
    await switchTo(basic, { quantity: 3 });
    await startTrial();
    expect(await readQuantity()).toBe(5);
    await switchTo(pro, { quantity: 6 });
    await advance(14);
    expect(await readQuantity()).toBe(6);
    // What was set of another unit does not fit.
    await open({ versions: [perSite, { ...versions[1]!, feeUnit: 'brand', userFee: null }] });
    await switchTo(basic, { quantity: 3 });
    await startTrial();
    await switchTo(pro, { quantity: 6 });
    await advance(14);
    expect(await readQuantity()).toBe(3);
  });
});

describe('with', () => {
  test('users that the host manages, it never sets their number', async () => {
    await open({ usersManagedBy: 'host' });
    await switchTo(pro, { trial: true, users: 9 }, host());
    await advance(14);
    expect((await read()).slice(0, 4)).toEqual(['Basic', 'year', 9, '2 Pack 100']);
  });

  test('an undo of the start, all returns at once, and the end can’t be undone', async () => {
    const { entry } = await startTrial();
    await switchVersion(service, caller, { ...input, restore: entry.id });
    expect(await read()).toEqual(before);
    await open();
    await startTrial();
    await advance(14);
    const { entries } = await listHistory(service, caller, { limit: 1, before: null });
    const undo = switchVersion(service, host(), { ...input, restore: entries[0]!.entry.id });
    expect(await codeOf(undo)).toBe('undo_unavailable');
  });

  test.each(['period_end', 'none'] as const)('the policy %s, it goes back at once', async (downgrades) => {
    await open({ downgrades });
    // The trial is not a way out of the annual billing.
    expect(await codeOf(startTrial())).toBe('period_end_unknown');
    await switchTo(basic, { billingPeriod: 'month' }, host());
    await startTrial();
    expect((await previewSwitch(service, caller, versionId(basic))).blockers).toEqual([]);
    await advance(14);
    expect((await read()).slice(0, -1)).toEqual(['Basic', 'month', 1, '2 Pack 100', '1 Extra 200']);
  });

  test('a publication with another price, the add-on returns at the present one', async () => {
    await startTrial();
    await updatePrice('Pack', basic, 150);
    await advance(14);
    expect((await read()).slice(3, 5)).toEqual(['2 Pack 150', '1 Extra 200']);
  });

  test.each([
    ['retires it', () => updateAddOn('Pack', { active: false })],
    [
      'sells it for the plan no longer',
      () =>
        publish((queries) =>
          queries.addOnVersion.deleteMany({
            where: { appId: app.id, addOnId: addOnId('Pack'), versionId: versionId(basic) },
          }),
        ),
    ],
    [
      'includes it in the plan',
      () =>
        publish((queries) =>
          queries.versionFeature.create({
            data: { appId: app.id, versionId: versionId(basic), featureId: app.features[1]!.id },
          }),
        ),
    ],
    ['excludes what is on', () => updateAddOn('Pack', { excludes: [addOnId('Extra')] })],
    ['requires what is off', () => updateAddOn('Pack', { dependsOn: [addOnId('Late')] })],
  ])('a publication that %s, the add-on stays off', async (_, change) => {
    await startTrial();
    await change();
    await advance(14);
    expect((await read()).slice(3, -1)).toEqual(['1 Extra 200']);
  });

  test('a publication that sells fewer of it, the largest number returns', async () => {
    await startTrial();
    await updateAddOn('Pack', { maxQuantity: 1 });
    await advance(14);
    expect((await read())[3]).toBe('1 Pack 100');
  });

  test('one that requires another one, both return', async () => {
    await updateAddOn('Pack', { dependsOn: [addOnId('Late')] });
    await set('Late', 1);
    await startTrial(max);
    expect((await read()).slice(3, -1)).toEqual([]);
    await advance(30);
    expect((await read()).slice(3, -1)).toEqual(['2 Pack 100', '1 Extra 200', '1 Late 50']);
  });

  test.each([
    ['included in the trial', pro, ['1 Extra 300']],
    ['replaced in the trial', max, ['2 Pack 300']],
  ])('a kept add-on that is %s, the account has it again as it was', async (_, number, during) => {
    // A publication has kept Pack for accounts that have it: New is its present generation.
    const versions = spec.versions.slice(0, 3).map((version, index) => ({
      ...version,
      optional: [...version.optional, ...(index === 1 ? [] : [{ ...pack, addOn: 'New', fee: 300 }])],
    }));
    await open({ versions });
    await updateAddOn('Pack', { active: false, replacedBy: addOnId('New') });
    await startTrial(number);
    expect((await read()).slice(3, -1).map((each) => String(each).replace('New', 'Pack'))).toEqual(during);
    await advance(30);
    expect(await read()).toEqual(before);
  });

  test('a kept plan, the account returns to it, also if it was to follow another trial', async () => {
    await open({}, kept);
    await startTrial();
    await startTrial(max);
    await advance(31);
    expect((await read()).slice(0, 3)).toEqual(['Basic', 'month', 1]);
    expect((await read()).at(-1)).toBe(500);
  });

  test('another trial, it returns to what the account had before the first one', async () => {
    await startTrial();
    await startTrial(max);
    expect(await read()).toEqual(['Max', 'month', 5, 3000]);
    await advance(30);
    expect(await read()).toEqual(before);
  });

  test('another end, it returns to the same', async () => {
    await startTrial();
    await switchTo(pro, { trialEndsAt: start + 3 * dayMs }, host());
    await advance(3);
    expect(await read()).toEqual(before);
  });

  test('the choice of the plan that follows, it goes back at once', async () => {
    await startTrial();
    const { addOns, totals, after } = await previewSwitch(service, caller, versionId(basic));
    expect(after.billingPeriod).toBe('year');
    expect(addOns.map(({ outcome }) => outcome)).toEqual(['restored', 'kept']);
    expect(totals.after?.amount).toBe(before.at(-1));
    await switchTo(basic);
    expect(await read()).toEqual(before);
    await open();
    await startTrial();
    await switchTo(basic, { billingPeriod: 'month', users: 2 });
    expect((await read()).slice(0, -1)).toEqual(['Basic', 'month', 2, '2 Pack 100', '1 Extra 200']);
  });

  test('the choice of the plan on trial or another one, nothing returns', async () => {
    await startTrial();
    await switchTo(pro);
    expect(await read()).toEqual(inTrial);
    await open();
    await startTrial();
    await switchTo(max);
    expect((await read()).slice(0, -1)).toEqual(['Max', 'month', 5]);
  });

  test('a trial of the plan itself, nothing returns', async () => {
    await open({ versions: spec.versions.map((each) => ({ ...each, trialThen: null })) });
    expect((await preview()).trialAddOns).toMatchObject([{ outcome: 'included' }, { outcome: 'kept' }]);
    await startTrial();
    const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 1 });
    expect(changes).toMatchObject([{ change: { users: null, addOns: null } }]);
    await advance(14);
    expect(await read()).toEqual(inTrial);
  });

  test('terms of the plan, they end with the start as the preview says, and the rest returns', async () => {
    await setTerms(service, createHostCaller(app), caller.account.id, {
      ...{ version_id: versionId(basic), price: { annual_fee: 5000 }, reason: 'Contract' },
    });
    expect((await preview()).endedTerms).not.toBeNull();
    await startTrial();
    await advance(14);
    expect(await read()).toEqual(before);
  });

  test('an end that an earlier server has written, add-ons stay off', async () => {
    await startTrial();
    await withTenant(
      owner,
      { appId: app.id, accountId: caller.account.id },
      (queries) =>
        queries.$executeRaw`UPDATE account_changes SET confirmed = confirmed - 'started', add_ons = NULL WHERE trial = 'end'`,
    );
    await advance(14);
    expect((await read()).slice(0, -1)).toEqual(['Basic', 'month', 5, '1 Extra 200']);
  });
});
