import { beforeEach, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import type { AccountCaller } from '@/lib/domain/caller';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { approveChange, createChange, listChanges } from '@/lib/domain/changes/waiting-changes';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  describeAccount,
  readView,
  changeInput as request,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { describeDifference } from '../compare/describe-difference';
import { formatPublication } from '../compare/format-publication';
import { planPublication, publishPriceList } from './publish-price-list';

// New add-ons of a plan for accounts that have kept an earlier generation of it, and changes to a plan that is withdrawn.

const { owner, service } = await openTestService();
let slug: string;
let count = 0;

/** Team at a price, with files, and from $12 on with projects. */
const build = (price: number, addOns: PriceListSpec['addOns'] = {}): PriceListSpec => ({
  features: ['files', 'projects', 'sso', 'audit'],
  limits: {
    storage: { features: ['files'], unit: 'GB' },
    boards: { features: ['projects'], unit: 'boards' },
  },
  plans: {
    FREE: { price: 0, unit: '/month' },
    TEAM: {
      ...{ price, unit: '/month', features: price < 12 ? ['files'] : ['files', 'projects'] },
      limits: { storage: 10, ...(price < 12 ? {} : { boards: 5 }) },
    },
  },
  addOns: { pack: { price: 5, extensions: { storage: 10 } }, ...addOns },
});
const createInput = (spec: PriceListSpec) => createImportInput(slug, spec);
const publish = (spec: PriceListSpec) => publishPriceList(owner, createInput(spec), makeId);
const plan = (spec: PriceListSpec) => planPublication(owner, createInput(spec));

beforeEach(async () => {
  slug = `offers-${++count}`;
  await publish(build(10));
});

async function makeCaller(key = 'TEAM'): Promise<AccountCaller> {
  const app = await owner.app.findUniqueOrThrow({ where: { slug } });
  const account = await signUp(owner, app);
  await putOn(owner, { app, id: account.id }, key);
  return createAccountCaller(app, account);
}
const turnOn = (caller: AccountCaller, addOnId: string) =>
  changeAddOn(service, caller, { ...request, addOnId, active: true });
const read = (caller: AccountCaller) => describeAccount(service, caller);

const login = { price: 3, features: ['sso'], availableFor: ['TEAM'] };
const log = { price: 2, features: ['audit'], availableFor: ['TEAM'], dependsOn: ['login'] };

test('an account on a kept plan can buy add-ons that the plan gets, with those that they require', async () => {
  const caller = await makeCaller();
  await publish(build(11));
  expect(await read(caller)).toBe('TEAM~1 1000 files');
  await publish(build(11, { log, login }));
  await turnOn(caller, 'login');
  await turnOn(caller, 'log');
  expect(await read(caller)).toBe('TEAM~1 1500 files sso audit');
  const { changes } = await plan(build(11, { log, login }));
  expect([changes.addOnPrices, changes.addOnEffects]).toEqual([[], []]);
});

test('also one that comes when the plan is kept', async () => {
  const caller = await makeCaller();
  await publish(build(11, { login }));
  await turnOn(caller, 'login');
  expect(await read(caller)).toBe('TEAM~1 1300 files sso');
});

test('not one that needs what the kept plan lacks, and the review says how many accounts that concerns', async () => {
  const callers = [await makeCaller(), await makeCaller()];
  await publish(build(12));
  const more = { price: 4, extensions: { boards: 5 }, availableFor: ['TEAM'] };
  const all = { price: 9, features: ['sso'], availableFor: ['TEAM'], dependsOn: ['more'] };
  const next = build(12, { more, all, login });
  const { add_ons: addOns } = describeDifference(await plan(next));
  expect(addOns.map(({ key, unavailable_accounts: accounts }) => [key, accounts])).toEqual([
    ['more', 2],
    ['all', 2],
    ['login', undefined],
  ]);
  expect(formatPublication(slug, await plan(next))).toContain(
    'More  (2 accounts): not available, because a kept plan lacks what it needs',
  );
  await publish(next);
  expect(await codeOf(turnOn(callers[0]!, 'more'))).toBe('option_not_offered');
  await turnOn(callers[1]!, 'login');
  expect(await read(callers[1]!)).toBe('TEAM~1 1300 files sso');
});

test('a review names the changes to a plan that is withdrawn which wait for approval: they can’t be approved, and expire', async () => {
  const [caller, other] = [await makeCaller('FREE'), await makeCaller('FREE')];
  const { catalog } = await readView(service, caller);
  const { id: versionId } = catalog.versions.find(({ catalogKey }) => catalogKey === 'TEAM')!;
  const input = { ...request, versionId, effective: 'now' as const };
  for (const each of [caller, other]) await createChange(service, { ...each, role: 'member' }, input);
  const { FREE } = build(10).plans;
  const next = { ...build(10), plans: { FREE: FREE! }, addOns: {} };
  const { versions } = describeDifference(await plan(next));
  const team = versions.find(({ key }) => key === 'TEAM');
  expect(team).toMatchObject({ kind: 'retired', waiting_changes: 2 });
  expect(team).not.toHaveProperty('scheduled_changes');
  expect(formatPublication(slug, await plan(next))).toContain(
    '\n      2 requested changes to it can’t be approved',
  );
  await publish(next);
  const list = () => listChanges(service, caller, { limit: 10, before: null, isOpen: null });
  const { id } = (await list()).changes[0]!.change;
  expect(await codeOf(approveChange(service, caller, id, request))).toBe('version_inactive');
  await applyDueChanges({ ...service, recordTime: () => Date.now() + 366 * 86_400_000 });
  const { changes } = await list();
  expect([await read(caller), changes.map(({ change }) => change.outcome)]).toEqual(['FREE 0', ['expired']]);
});

test('a review names the scheduled changes to a plan that is withdrawn, which wait for the owner when they are due', async () => {
  const caller = await makeCaller('FREE');
  const { catalog } = await readView(service, caller);
  const { id: versionId } = catalog.versions.find(({ catalogKey }) => catalogKey === 'TEAM')!;
  await createChange(service, caller, { ...request, versionId, effective: Date.now() + 86_400_000 });
  const { FREE } = build(10).plans;
  const next = { ...build(10), plans: { FREE: FREE! }, addOns: {} };
  const { versions } = describeDifference(await plan(next));
  expect(versions.find(({ key }) => key === 'TEAM')).toMatchObject({ kind: 'retired', scheduled_changes: 1 });
  expect(formatPublication(slug, await plan(next))).toContain(
    '\n      1 scheduled change to it will not be made',
  );
  await publish(next);
  await applyDueChanges({ ...service, recordTime: () => Date.now() + 2 * 86_400_000 });
  const { changes } = await listChanges(service, caller, { limit: 10, before: null, isOpen: true });
  expect([await read(caller), changes.map(({ change }) => change.waitsFor)]).toEqual(['FREE 0', ['owner']]);
});

test('a review counts each change of an account once, and only those that lead to the withdrawn plan from another one', async () => {
  const [owning, onTeam] = [await makeCaller('FREE'), await makeCaller()];
  const { catalog } = await readView(service, owning);
  const { id: versionId } = catalog.versions.find(({ catalogKey }) => catalogKey === 'TEAM')!;
  const { id: addOnId } = catalog.addOns.find(({ catalogKey }) => catalogKey === 'pack')!;
  const inDays = (days: number) => Date.now() + days * 86_400_000;
  const schedule = (days: number) =>
    createChange(service, owning, { ...request, versionId, effective: inDays(days) });
  const ask = (
    caller: AccountCaller,
    id: string,
    target: { versionId: string } | { addOnId: string; quantity: number },
  ) => {
    const actor = { kind: 'session', id, name: id, userId: id } as const;
    return createChange(
      service,
      { ...caller, role: 'member', actor },
      { ...request, ...target, effective: 'now' },
    );
  };
  // The second one takes the place of the first one.
  await schedule(1);
  await schedule(2);
  // Two people ask for the plan, and one for more users of a plan that the account has.
  await ask(owning, 'ses_1', { versionId });
  await ask(owning, 'ses_2', { versionId });
  await ask(onTeam, 'ses_3', { addOnId, quantity: 1 });
  await createChange(
    service,
    { ...onTeam, role: 'member' },
    { ...request, versionId, users: 3, effective: 'now' },
  );
  await turnOn(onTeam, 'pack');
  await createChange(service, onTeam, { ...request, addOnId, quantity: 0, effective: inDays(3) });
  const { FREE } = build(10).plans;
  const next = { ...build(10), plans: { FREE: FREE! }, addOns: {} };
  const describeTeam = async () =>
    describeDifference(await plan(next)).versions.find(({ key }) => key === 'TEAM');
  expect(await describeTeam()).toMatchObject({ scheduled_changes: 1, waiting_changes: 2 });
  expect(formatPublication(slug, await plan(next))).toContain('1 scheduled change to it will not be made');
  await publish(next);
  await applyDueChanges({ ...service, recordTime: () => inDays(4) });
  const list = async (caller: AccountCaller) =>
    (await listChanges(service, caller, { limit: 10, before: null, isOpen: null })).changes.map(
      ({ change }) => change.outcome ?? change.waitsFor,
    );
  expect(await list(owning)).toEqual(['owner', 'owner', 'owner', 'superseded']);
  expect([await read(owning), await read(onTeam)]).toEqual(['FREE 0', 'TEAM 1000 files']);
});
