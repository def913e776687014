import { expect, test } from 'vitest';
import type { Event } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { findAppBySlug } from '@/lib/db/catalog';
import { withTenant } from '@/lib/db/connection/tenant';
import { updateAccount, upsertAccount } from '@/lib/domain/accounts/accounts';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import { type AccountCaller, noCallerState } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { cancelChange, createChange } from '@/lib/domain/changes/waiting-changes';
import { createEdition, getEdition, publishEdition } from '@/lib/domain/editions/catalog-editions';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { listHistory } from '@/lib/domain/history/history';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import { listEvents } from '@/lib/domain/webhooks/events';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges, publishDueEdition } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
  changeInput as request,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { createImportInput } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import {
  decemberInEuros,
  formatDay,
  histories,
  publications,
  readLedger,
  toDays,
} from '@/tools/testing/year-ledger';
import { publishPriceList } from './publish-price-list';

// The changes of a year, as its product team makes them, and what each account has after each of them.

const { owner, service } = await openTestService();
const slug = 'year';
const dayMs = 86_400_000;
/** In the future, so that the clocks of accounts can be set to each day. */
const start = Date.now() + dayMs;
let today = 'Dec 31';

type Plan = PriceListSpec['plans'][string];
type Plans = Record<'STARTER' | 'TEAM' | 'GROWTH' | 'SCALE' | 'BUSINESS', Plan>;

/** The live price list. */
const list: PriceListSpec = {
  features: ['boards', 'reports', 'sso'],
  limits: { projects: { unit: 'project' } },
  billing: { monthly: 1, annual: 0.9 },
  plans: {
    STARTER: { price: 10, unit: '/month', features: ['boards'], limits: { projects: 5 } },
    TEAM: { price: 8, unit: 'user/month', features: ['boards', 'reports'], limits: { projects: 20 } },
    BUSINESS: {
      price: 100,
      unit: '/month',
      features: ['boards', 'reports', 'sso'],
      limits: { projects: 100 },
    },
  },
};
/** Changes a plan of the list. */
const change = (key: string, fields: Partial<Plan>) =>
  Object.assign(list, { plans: { ...list.plans, [key]: { ...list.plans[key]!, ...fields } } });

const findApp = async (name = slug) => (await findAppBySlug(owner, name))!;

/** Creates the app, which is a test app, so that accounts have clocks. */
async function openApp() {
  await publishPriceList(owner, { ...createImportInput(slug, list), isTest: true }, makeId);
  const app = await findApp();
  const actor = { kind: 'session' as const, id: 'pse_1', name: 'Ines', userId: 'user-1' };
  const product = {
    ...{ via: 'session' as const, app, account: null, state: noCallerState, role: 'product' as const },
    ...{ actor, appKey: false },
  };
  return { host: createHostCaller(app), product };
}

const { host, product } = await openApp();
const accounts = new Map<string, AccountCaller>();

/** Creates an account on the plan with a tag. By default, it is on the app’s default plan. */
async function signUp(
  externalId: string,
  fields: { tag?: string; users?: number; billingPeriod?: 'month' | 'year' } = {},
): Promise<AccountCaller> {
  const { id } = await upsertAccount(service, host, { externalId, title: externalId, ...fields });
  const caller = createAccountCaller(host.app, { id, title: externalId });
  accounts.set(externalId, caller);
  await advanceClock(service, host, externalId, timeOf(today));
  return caller;
}

const timeOf = (day: string) => start + toDays(day) * dayMs;
const findAccount = (name: string) => accounts.get(name)!;
const readView = (caller: AccountCaller) => readCatalogView(service, caller.app.id, caller.account.id);

async function findVersionId(tag: string): Promise<string> {
  const { catalog } = await readView(findAccount('monthly'));
  return catalog.versions.find((version) => version.tag === tag)!.id;
}

const switchTo = async (caller: AccountCaller, tag: string) =>
  switchVersion(service, caller, { ...request, versionId: await findVersionId(tag) });
const addProjects = (caller: AccountCaller, quantity: number) =>
  changeAddOn(service, caller, { ...request, addOnId: 'extra-projects', active: true, quantity });

interface Publication {
  plans?: Record<string, object>;
  existing?: Record<string, 'keep' | 'follow'>;
  isScheduled?: boolean;
}

/** An edition of the list with the extension of these plans. */
function draft(plans: Record<string, object>) {
  const text = { source: buildPriceListText(list), extension: JSON.stringify({ plans }) };
  return createEdition(service, product, { baseId: null, text, note: '' });
}

async function publish({ plans = {}, existing = {}, isScheduled = false }: Publication = {}) {
  const { id } = await draft(plans);
  const at = isScheduled ? new Date(Date.now() + 60_000) : null;
  await publishEdition(service, product, id, { at, existing, note: null, end: null, ifMatch: null });
  if (!isScheduled) return;
  await withTenant(owner, { appId: host.app.id }, (queries) =>
    queries.catalogEdition.updateMany({ where: { id }, data: { publishAt: new Date() } }),
  );
  expect(await publishDueEdition(service)).toBe(true);
}

/** Lets the time pass until a day, makes what happens on it, and compares what all accounts have afterwards. */
async function on(day: string, happen: () => Promise<unknown>): Promise<void> {
  today = day;
  await Promise.all([...accounts.keys()].map((name) => advanceClock(service, host, name, timeOf(day))));
  await happen();
  await applyDueChanges(service);
  const described = [...accounts].map(async ([name, caller]) => [name, await describeAccount(caller)]);
  expect(Object.fromEntries(await Promise.all(described)), day).toEqual(readLedger(day));
}

const formatMoney = (minor: number) => (minor / 100).toFixed(2);

async function describeAccount(caller: AccountCaller): Promise<string> {
  const view = await readView(caller);
  const subscription = getSubscription(view);
  const { version, billingPeriod } = subscription;
  const { amount } = computeSubscriptionTotal(subscription, view.catalog)!;
  const has = [...listEntitlements(view)].map(([id, { amount: count }]) =>
    count === null ? id : `${count} ${id}`,
  );
  return `${version!.title} | ${formatMoney(amount)} a ${billingPeriod} | ${has.join(', ')}`;
}

const toDay = (time: number) => formatDay((time - start) / dayMs);

/** The entries of an account, oldest first. */
async function describeHistory(caller: AccountCaller): Promise<string[]> {
  const page = { limit: 100, before: null };
  const { entries } = await listHistory(service, caller, page);
  const addOns = await listAddOnHistory(service, caller, page);
  const lines = entries.toReversed().map(({ entry, catalogChanges }): [number, string] => {
    const { activatedAt, kind, previous, version } = entry;
    const changed = catalogChanges.map(({ changes: { gained, lost, raised, lowered } }) =>
      [gained, lost, raised, lowered].every(({ length }) => length === 0) ? ', then price' : ', then limits',
    );
    const at = previous === null ? 0 : activatedAt.getTime();
    return [at, `${describeEntry(at, kind)}: ${version.title}${changed.join('')}`];
  });
  const changes = addOns.entries.map(({ changedAt: at, cause, title, quantity, fee }): [number, string] => [
    at,
    `${describeEntry(at, cause)}: ${describeAddOn(title, quantity, fee)}`,
  ]);
  return [...lines, ...changes].toSorted(([a], [b]) => a - b).map(([, line]) => line);
}

const describeEntry = (at: number, kind: string) => (at === 0 ? 'sign-up' : `${toDay(at)} ${kind}`);
const describeAddOn = (title: string, quantity: number, fee: number | null | undefined) =>
  `${title} × ${quantity} at ${formatMoney(fee ?? 0)}`;

function describeEvent({ timestamp, type, data }: Event): string {
  const at = Date.parse(timestamp);
  switch (type) {
    case 'account.version_switched':
      return `${describeEntry(data.from === null ? 0 : at, data.kind)}: ${data.to.title}`;
    case 'account.option_enabled':
      return `${describeEntry(at, data.cause)}: ${describeAddOn(data.option.title, data.quantity, data.fee)}`;
    case 'account.change_scheduled':
      return `${describeEntry(at, 'scheduled')}: ${data.version.title}`;
    case 'account.change_ended':
      return `${describeEntry(at, data.outcome ?? 'open')}: ${data.version.title}`;
    default:
      return type;
  }
}

async function describePublications(): Promise<string[]> {
  const filter = { accountId: null, types: ['catalog.published'] };
  const { events } = await listEvents(service, host, filter, { after: null, limit: 1000 });
  return events
    .map((event): Event => JSON.parse(event))
    .flatMap((event) => (event.type === 'catalog.published' ? event.data : []))
    .map(({ changed_versions: versions, changed_options: options }) =>
      [...versions, ...options].map((each) => `${each.title} ${each.outcome} ${each.accounts}`).join(', '),
    );
}

test('each account has what the ledger says after each change of a year', async () => {
  await on('Dec 31', async () => {
    await signUp('monthly');
    await signUp('climber');
    await signUp('yearly', { tag: 'v3', billingPeriod: 'year' });
    await signUp('crew', { tag: 'v2', users: 5 });
    await signUp('yearly-crew', { tag: 'v2', users: 3, billingPeriod: 'year' });
    await signUp('packed', { tag: 'v3' });
    await signUp('guest', { tag: 'v3' });
  });

  // A raise for new customers only.
  await on('Jan 1', async () => {
    change('STARTER', { price: 12 });
    await publish();
    await signUp('january');
  });

  // A tier between two others.
  await on('Feb 1', async () => {
    const { STARTER, TEAM, BUSINESS } = list.plans as Plans;
    const SCALE = { price: 60, unit: '/month', features: ['boards', 'reports'], limits: { projects: 50 } };
    list.plans = { STARTER, TEAM, SCALE, BUSINESS };
    await publish();
    await switchTo(findAccount('climber'), 'v2.5');
    await signUp('february', { tag: 'v2.5' });
  });

  // A rename.
  await on('Mar 1', async () => {
    const { STARTER, TEAM, SCALE, BUSINESS } = list.plans as Plans;
    list.plans = { STARTER, GROWTH: TEAM, SCALE, BUSINESS };
    await publish({ plans: { GROWTH: { renamed_from: 'TEAM' } } });
    await signUp('march', { tag: 'v2', users: 2 });
  });

  // A feature moves to the higher tiers.
  await on('Apr 1', async () => {
    change('GROWTH', { features: ['boards'] });
    await publish();
    await signUp('april', { tag: 'v2' });
  });

  // An add-on.
  await on('May 1', async () => {
    list.addOns = { extraProjects: { price: 5, extensions: { projects: 10 } } };
    await publish();
    await addProjects(findAccount('packed'), 2);
    await addProjects(await signUp('may'), 1);
  });

  await on('May 15', async () => {
    list.addOns = { extraProjects: { price: 6, extensions: { projects: 10 } } };
    await publish();
  });

  // A higher discount with annual billing.
  await on('Jun 1', async () => {
    list.billing = { monthly: 1, annual: 0.8 };
    await publish({ isScheduled: true });
    await signUp('june', { tag: 'v3', billingPeriod: 'year' });
  });

  await on('Jun 15', () => updateAccount(service, host, 'crew', { users: 6 }));

  // A limit rises and another one falls.
  await on('Jul 1', async () => {
    change('STARTER', { limits: { projects: 8 } });
    change('BUSINESS', { limits: { projects: 50 } });
    await publish();
    await signUp('july', { tag: 'v3' });
  });

  // A plan retires, and its accounts are moved.
  await on('Aug 1', async () => {
    const scale = await findVersionId('v2.5');
    const { SCALE: _, ...plans } = list.plans as Plans;
    list.plans = plans;
    await publish();
    const { scheduled, skipped } = await makeMove(service, product, {
      ...{ fromVersionId: scale, toVersionId: await findVersionId('v3'), effective: timeOf('Aug 15') },
      reason: 'Scale is retired',
    });
    expect([scheduled, skipped]).toEqual([2, {}]);
    await addProjects(await signUp('august'), 1);
  });
  await on('Aug 15', async () => {});

  // A promotion for new customers, and its end.
  await on('Sep 1', async () => {
    change('STARTER', { price: 9 });
    await publish({ existing: { STARTER: 'keep' } });
    await signUp('september');
  });
  await on('Sep 15', async () => {
    change('STARTER', { price: 12 });
    await publish();
  });

  // A private offer.
  await on('Oct 1', async () => {
    list.plans.PARTNER = { ...list.plans.BUSINESS!, price: 70, limits: { projects: 100 } };
    await publish({ plans: { PARTNER: { public: false, granted_to: ['guest'] } } });
    expect(await codeOf(switchTo(findAccount('july'), 'v4'))).toBe('version_not_found');
    await switchTo(findAccount('guest'), 'v4');
    await signUp('october');
  });

  // A trial.
  await on('Nov 1', async () => {
    const caller = await signUp('november');
    const byHost = { ...caller, appKey: true };
    const versionId = await findVersionId('v1');
    const { entry } = await switchTo(byHost, 'v3');
    const effective = timeOf('Nov 15');
    const { change: end } = await createChange(service, byHost, { ...request, versionId, effective });
    expect(await codeOf(cancelChange(service, caller, end.id, request))).toBe('change_locked');
    const undo = switchVersion(service, caller, { ...request, restore: entry.id });
    expect(await codeOf(undo)).toBe('change_locked');
  });
  await on('Nov 15', async () => {});

  // Another currency: a new app.
  await on('Dec 1', async () => {
    list.currency = 'EUR';
    const { problems } = (await getEdition(service, product, (await draft({})).id)).check;
    expect(problems).toMatchObject([{ path: 'currency', message: expect.stringContaining('as a new app') }]);
    expect(await codeOf(publish())).toBe('edition_invalid');
    await publishPriceList(owner, createImportInput('year-in-euros', list), makeId);
    const newHost = createHostCaller(await findApp('year-in-euros'));
    const account = await upsertAccount(service, newHost, { externalId: 'december', title: 'December' });
    const caller = createAccountCaller(newHost.app, { ...account, title: 'December' });
    expect([newHost.app.currency, await describeAccount(caller)]).toEqual(['EUR', decemberInEuros]);
  });

  for (const [name, caller] of accounts) {
    const told = histories[name]!;
    const isChange = (line: string) => / (scheduled|applied): /.test(line);
    expect(await describeHistory(caller), name).toEqual(told.filter((line) => !isChange(line)));
    const events = (await listAccountEvents(service, caller)).map(describeEvent);
    expect(events, name).toEqual(['account.created', ...told.map((line) => line.replace(/, then .*/, ''))]);
  }
  expect(await describePublications()).toEqual(publications);
});
