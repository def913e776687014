import { beforeEach, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { withTenant } from '@/lib/db/connection/tenant';
import { resetSchedule } from '@/lib/db/due-work';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import { anonymizeAccount } from '@/lib/domain/accounts/personal-data';
import type { AccountCaller } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { dueFollows } from '@/lib/domain/changes/apply-due-changes';
import { type AddOnInput, changeAddOn } from '@/lib/domain/changes/change-add-on';
import { type SwitchInput, switchVersion } from '@/lib/domain/changes/switch-version';
import {
  approveChange,
  type ChangeRequest,
  createChange,
  listChanges,
} from '@/lib/domain/changes/waiting-changes';
import { claimWork } from '@/lib/domain/due-kind';
import { leases } from '@/lib/domain/due-work/due-kinds';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
  changeInput as request,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { createImportInput, signUp } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { describeDifference } from '../compare/describe-difference';
import { formatPublication } from '../compare/format-publication';
import type { ImportInput } from '../compare/plan-publication';
import { planPublication, publishPriceList } from './publish-price-list';

// Add-ons of which a publication includes everything in a plan, and what accounts of the plan have scheduled, asked for and done.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
let now: number | null = null;
const service = { ...testService, recordTime: () => now };
let slug: string;
let caller: AccountCaller;
let count = 0;

type Plans = 'BASIC' | 'PRO' | 'MAX';
const prices = { BASIC: 10, PRO: 20, MAX: 30 };

/** A list in which each plan includes `files` and `features`. */
function build(
  features: Partial<Record<Plans, string[]>> = {},
  addOns: Record<string, object | null> = {},
): PriceListSpec {
  const known: Record<string, object | null> = {
    login: { price: 3, features: ['sso'], subscriptionConstraints: { maxQuantity: 5 } },
    auditLog: { price: 2, features: ['audit'], dependsOn: ['login'] },
    ...addOns,
  };
  return {
    features: ['files', 'sso', 'audit'],
    plans: Object.fromEntries(
      Object.entries(prices).map(([key, price]) => [
        key,
        { price, unit: '/month', features: ['files', ...(features[key as Plans] ?? [])] },
      ]),
    ),
    addOns: Object.fromEntries(
      Object.entries(known).filter((entry): entry is [string, { price: number }] => entry[1] !== null),
    ),
  };
}

/** The list in which Basic includes what the add-on Login adds. */
const included = build({ BASIC: ['sso'] });

const parse = (list: PriceListSpec) => createImportInput(slug, list, '{"app": {"checkout_url": null}}');
const publish = (list: PriceListSpec, fields: Partial<ImportInput> = {}) =>
  publishPriceList(owner, { ...parse(list), ...fields }, makeId);
const work = () => applyDueChanges(service);

beforeEach(async () => {
  now = null;
  count += 1;
  slug = `include-${count}`;
  await publish(build(), { isTest: true });
  caller = await makeCaller();
});

const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });

async function makeCaller(externalId: string | null = null): Promise<AccountCaller> {
  const app = await readApp();
  return createAccountCaller(app, await signUp(owner, app, { externalId }));
}

const inApp = <T>(read: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(owner, { appId: caller.app.id }, read);
const findVersionId = (catalogKey: string) =>
  inApp(async (queries) => (await queries.version.findFirstOrThrow({ where: { catalogKey } })).id);
const findAddOnId = (catalogKey: string) =>
  inApp(async (queries) => (await queries.addOn.findFirstOrThrow({ where: { catalogKey } })).id);
const countFollows = () => inApp((queries) => queries.catalogFollow.count());

const toggle = (addOnId: string, active: boolean, fields: Partial<AddOnInput> = {}, as = caller) =>
  changeAddOn(service, as, { ...request, addOnId, active, ...fields });
const switchTo = async (key: string, fields: Partial<SwitchInput> = {}) =>
  switchVersion(service, caller, { ...request, versionId: await findVersionId(key), ...fields });
const create = (fields: Partial<ChangeRequest>, as = caller) =>
  createChange(service, as, { ...request, effective: 'now', ...fields } as ChangeRequest);
const readView = (as = caller) => readCatalogView(service, as.app.id, as.account.id);

/** Human IDs of the add-ons that are on. */
async function readActive(as = caller) {
  const { addOns } = listAccountAddOns(await readView(as), as, 1);
  return addOns.filter(({ active }) => active).map(({ addOn }) => addOn.humanId);
}

const readTotal = async () => listAccountAddOns(await readView(), caller, 1).total?.amount;

/** Cause, state and quantity of each entry, newest first. */
async function readHistory(as = caller) {
  const { entries } = await listAddOnHistory(service, as, { limit: 10, before: null });
  return entries.map(({ cause, title, quantity }) => [cause, title, quantity]);
}

/** State of each change, and why it waits, newest first. */
async function readChanges(as = caller) {
  const { changes } = await listChanges(service, as, { before: null, isOpen: null, limit: 10 });
  return changes.map(({ change: { outcome, waitsFor, blockers } }) => [
    outcome ?? waitsFor ?? 'scheduled',
    ...blockers.map(({ code }) => code),
  ]);
}

const member = (): AccountCaller => ({
  ...caller,
  role: 'member',
  actor: { kind: 'session', id: 'pse_1', name: 'Bob', userId: 'user-2' },
});

test('an add-on that a plan includes is turned off for its accounts, and recorded', async () => {
  await toggle('login', true, { quantity: 2 });
  expect(await readTotal()).toBe(600);
  const onPro = caller;
  await switchTo('PRO');
  caller = await makeCaller();
  await toggle('login', true, { quantity: 2 });
  const by = { kind: 'session', id: 'pse_9', name: 'Ada', userId: 'user-9', channel: 'portal' } as const;
  const plan = await publish(included, { by });
  expect(plan.included).toEqual([{ version: 'Basic', addOn: 'Login', accounts: 1 }]);
  expect(await readActive()).toEqual(['login']);
  await work();
  expect(await readActive()).toEqual([]);
  expect(await readTotal()).toBe(0);
  expect(listEntitlements(await readView()).has('sso')).toBe(true);
  expect(await readActive(onPro)).toEqual(['login']);
  const { entries } = await listAddOnHistory(service, caller, { limit: 1, before: null });
  expect(entries).toMatchObject([
    { cause: 'publication', active: false, quantity: 0, actorName: 'Ada', channel: 'portal', sequence: 2 },
  ]);
  const events = await listAccountEvents(service, caller);
  expect(events.at(-1)).toMatchObject({
    type: 'account.option_disabled',
    sequence: 3,
    data: { cause: 'publication', active: false, switch_history_id: null, actor: { name: 'Ada' } },
  });
  expect(await countFollows()).toBe(0);
});

test('a plan and the review of a publication say for how many accounts', async () => {
  await toggle('login', true);
  const other = await makeCaller();
  await toggle('login', true, {}, other);
  await toggle('login', false, {}, other);
  const plan = await planPublication(owner, parse(included));
  expect(formatPublication(slug, plan)).toContain('  Basic includes Login: turned off for 1 account.\n');
  const inclusion = { version: 'Basic', add_on: 'Login', accounts: 1 };
  expect(describeDifference(plan).included_add_ons).toEqual([inclusion]);
  expect(await countFollows()).toBe(0);
});

test('accounts that keep their plan keep the add-on', async () => {
  await toggle('login', true);
  const dearer = {
    ...included,
    plans: { ...included.plans, BASIC: { ...included.plans.BASIC!, price: 11 } },
  };
  expect((await publish(dearer)).decisions).toMatchObject([{ decision: 'keep' }]);
  await work();
  expect(await readActive()).toEqual(['login']);
});

test('an add-on that is no longer offered is turned off too', async () => {
  await toggle('login', true);
  await publish(build({ BASIC: ['sso'] }, { login: null, auditLog: null }));
  await work();
  expect(await readHistory()).toEqual([
    ['publication', 'Login', 0],
    ['toggle', 'Login', 1],
  ]);
  expect(await readTotal()).toBe(0);
});

test('an earlier generation is turned off if the plan includes all of it', async () => {
  await publish(build({}, { login: { price: 3, features: ['sso', 'audit'] } }));
  const hasMore = caller;
  await toggle('login', true);
  await publish(build({}, { login: { price: 2, features: ['sso'] } }));
  caller = await makeCaller();
  const hasPrice = caller;
  await toggle('login', true);
  await publish(build({}, { login: { price: 3, features: ['sso'] } }));
  caller = await makeCaller();
  await toggle('login', true);
  await publish(build({ BASIC: ['sso'] }, { login: { price: 3, features: ['sso'] } }));
  await work();
  expect(await readActive()).toEqual([]);
  expect(await readActive(hasPrice)).toEqual([]);
  expect(await readActive(hasMore)).toHaveLength(1);
  await publish(build({ BASIC: ['sso', 'audit'] }, { login: { price: 3, features: ['sso'] } }));
  await work();
  expect(await readActive(hasMore)).toEqual([]);
});

test('an add-on that requires it stays on', async () => {
  await toggle('login', true);
  await toggle('audit-log', true);
  await publish(included);
  await work();
  expect(await readActive()).toEqual(['audit-log']);
});

test('the number of users stays within what the plan allows', async () => {
  const withSeats = (seats: number): [string] => [
    JSON.stringify({
      syntaxVersion: '3.0',
      saasName: 'Seats',
      createdAt: '2024-01-01',
      version: '1',
      currency: 'USD',
      features: { team: { valueType: 'BOOLEAN', defaultValue: true, type: 'DOMAIN' } },
      usageLimits: {
        seats: { valueType: 'NUMERIC', defaultValue: 5, type: 'NON_RENEWABLE', linkedFeatures: ['team'] },
      },
      plans: { BASIC: { price: 10, unit: '/month', usageLimits: { seats: { value: seats } } } },
      addOns: { more: { price: 5, unit: '/month', usageLimits: { seats: { value: 15 } } } },
    }),
  ];
  slug = `${slug}-seats`;
  const publishSeats = (seats: number) =>
    publishPriceList(
      owner,
      createImportInput(slug, ...withSeats(seats), '{"app": {"users_limit": "seats"}}'),
      makeId,
    );
  await publishSeats(5);
  caller = await makeCaller();
  await toggle('more', true);
  await switchTo('BASIC', { users: 12 });
  await publishSeats(20);
  await work();
  expect(await readActive()).toEqual([]);
  expect((await readView()).state.users).toBe(12);
  expect(await codeOf(switchTo('BASIC', { users: 21 }))).toBe('users_limit_exceeded');
});

test('a scheduled switch stays, and asks about what the account would lose', async () => {
  await toggle('login', true);
  const at = Date.now() + dayMs;
  const [pro, basic] = [await findVersionId('PRO'), await findVersionId('BASIC')];
  await create({ versionId: pro, effective: at });
  await publish(included);
  await work();
  expect([await readActive(), await readChanges()]).toEqual([[], [['scheduled']]]);
  now = at;
  await work();
  expect(await readChanges()).toEqual([['owner', 'content_reduced']]);
  expect((await readView()).state.current?.versionId).toBe(basic);
});

test('a change of a move stays and is applied', async () => {
  await toggle('login', true);
  const at = Date.now() + dayMs;
  const [fromVersionId, toVersionId] = [await findVersionId('BASIC'), await findVersionId('MAX')];
  const move = { fromVersionId, toVersionId, effective: at, reason: null };
  await makeMove(service, createHostCaller(caller.app), move);
  await publish(build({ BASIC: ['sso'], MAX: ['sso'] }));
  await work();
  expect([await readActive(), await readChanges()]).toEqual([[], [['scheduled']]]);
  now = at;
  await work();
  expect(await readChanges()).toEqual([['applied']]);
});

test('requests stay, and one for the add-on can’t be approved', async () => {
  await toggle('login', true);
  const [addOnId, versionId] = [await findAddOnId('login'), await findVersionId('PRO')];
  const { change } = await create({ addOnId, quantity: 3 }, member());
  await create({ versionId }, member());
  await publish(included);
  await work();
  expect(await readChanges()).toEqual([['owner'], ['owner']]);
  expect(await codeOf(approveChange(service, caller, change.id, request))).toBe('option_included');
  expect(await readActive()).toEqual([]);
});

test('what the host is asked to confirm for the add-on ends', async () => {
  const withCheckout = (list: PriceListSpec) =>
    publishPriceList(
      owner,
      createImportInput(slug, list, '{"app": {"checkout_url": "https://host.example/pay"}}'),
      makeId,
    );
  await toggle('login', true);
  await withCheckout(build());
  caller = { ...caller, app: await readApp() };
  await create({ addOnId: await findAddOnId('login'), quantity: 2 });
  expect(await readChanges()).toEqual([['host']]);
  await withCheckout(included);
  await work();
  expect([await readActive(), await readChanges()]).toEqual([[], [['superseded']]]);
});

test('an undo does not turn on again what the plan includes since', async () => {
  await toggle('login', true);
  await toggle('audit-log', true);
  const { entry } = await switchTo('PRO');
  await publish(included);
  await work();
  expect(await countFollows()).toBe(0);
  const undone = await switchVersion(service, caller, { ...request, restore: entry.id });
  expect(undone.entry.addOns).toMatchObject([{ outcome: 'included' }, { outcome: 'kept' }]);
  expect(await readActive()).toEqual(['audit-log']);

  await publish(build(), { existing: new Map([['BASIC', 'follow']]) });
  await toggle('login', true);
  const { entry: toPro } = await switchTo('PRO');
  await toggle('audit-log', false);
  const { entry: toMax } = await switchTo('MAX');
  await publish(build({ BASIC: ['sso'], PRO: ['sso'], MAX: ['sso'] }));
  await work();
  const undo = (restore: string) => codeOf(switchVersion(service, caller, { ...request, restore }));
  expect([await undo(toMax.id), await undo(toPro.id)]).toEqual(['undo_superseded', 'undo_superseded']);
});

test('an undo does not turn on again what a switch lost and the plan includes since', async () => {
  await publish(build({}, { login: { price: 3, features: ['sso'], availableFor: ['BASIC'] } }));
  await toggle('login', true);
  const { entry } = await switchTo('PRO');
  expect(entry.addOns).toMatchObject([{ outcome: 'lost' }]);
  await publish(
    build({ BASIC: ['sso'] }, { login: { price: 3, features: ['sso'], availableFor: ['BASIC'] } }),
  );
  await work();
  await switchVersion(service, caller, { ...request, restore: entry.id });
  expect(await readActive()).toEqual([]);
});

test('accounts that come, leave or turn it off before their turn are as they chose', async () => {
  await toggle('login', true);
  const left = caller;
  caller = await makeCaller();
  await toggle('login', true);
  const off = caller;
  caller = await makeCaller();
  await switchTo('PRO');
  await toggle('login', true);
  await publish(included);
  const [came] = [caller];
  await switchTo('BASIC');
  caller = left;
  await switchTo('PRO');
  await toggle('login', false, {}, off);
  await work();
  expect(await Promise.all([left, off, came].map((each) => readActive(each)))).toEqual([['login'], [], []]);
  expect((await readHistory(came))[0]).toEqual(['switch', 'Login', 0]);
  expect((await readHistory(off))[0]).toEqual(['toggle', 'Login', 0]);
});

test('a publication that takes it out of the plan again leaves it on', async () => {
  await toggle('login', true);
  await publish(included);
  await publish(build(), { existing: new Map([['BASIC', 'follow']]) });
  expect(await countFollows()).toBe(0);
  await work();
  expect(await readActive()).toEqual(['login']);
  await publish(included);
  await work();
  expect(await readActive()).toEqual([]);
});

test('an account with a clock follows at its own time', async () => {
  caller = await makeCaller('customer-1');
  await toggle('login', true);
  const at = Math.ceil(Date.now() / 1000) * 1000 + 30 * dayMs;
  await advanceClock(service, createHostCaller(caller.app), 'customer-1', at);
  await publish(included);
  await work();
  const { entries } = await listAddOnHistory(service, caller, { limit: 1, before: null });
  expect(entries).toMatchObject([{ active: false, cause: 'publication', changedAt: at }]);
});

test('an anonymized account follows', async () => {
  caller = await makeCaller('customer-1');
  await toggle('login', true);
  await anonymizeAccount(service, createHostCaller(caller.app), 'customer-1');
  await publish(included);
  await work();
  expect(await readActive()).toEqual([]);
});

test('an account whose worker ends is claimed again later, after the others', async () => {
  const callers = [caller, await makeCaller(), await makeCaller()];
  for (const each of callers) await toggle('login', true, {}, each);
  await publish(included);
  now = Date.now();
  const [claimed] = await claimWork(service, dueFollows, { appId: caller.app.id });
  expect(claimed?.accountId).toBe(callers.map(({ account }) => account.id).sort()[0]);
  await work();
  expect((await Promise.all(callers.map((each) => readActive(each)))).flat()).toHaveLength(3);
  now += 30_000;
  await work();
  expect((await Promise.all(callers.map((each) => readActive(each)))).flat()).toEqual([]);
  expect(await countFollows()).toBe(0);
});

test('a claim of a time that was set back ends', async () => {
  await toggle('login', true);
  await publish(included);
  now = Date.now() + dayMs;
  await claimWork(service, dueFollows, { appId: caller.app.id });
  now = null;
  await work();
  expect(await readActive()).toEqual(['login']);
  await resetSchedule(service.pool, leases);
  await work();
  expect(await readActive()).toEqual([]);
});
