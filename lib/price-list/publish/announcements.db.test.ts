import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '@/lib/contract/catalog-editions';
import type { ChangeAnnouncedData, Event } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { lockClasses } from '@/lib/db/connection/advisory-locks';
import { withTenant } from '@/lib/db/connection/tenant';
import { endTerms, setTerms } from '@/lib/domain/accounts/account-terms';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import type { AccountCaller } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import {
  cancelEditionSchedule,
  createEdition,
  discardEdition,
  getEdition,
  publishEdition,
  updateEdition,
} from '@/lib/domain/editions/catalog-editions';
import { listHistory } from '@/lib/domain/history/history';
import { dueAnnouncements } from '@/lib/domain/notices/announce-changes';
import { listChangedAccounts } from '@/lib/domain/notices/changed-accounts';
import { dismissNotice, listNotices, type Notice } from '@/lib/domain/notices/notices';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges, publishDueEdition, runNextDue } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
  refreshCaller,
  changeInput as request,
} from '@/tools/testing/callers';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { waitUntil } from '@/tools/testing/wait-until';
import { publishPriceList } from './publish-price-list';

// What accounts are told when an edition is scheduled, with each other kind of change (docs/spec.md, section 4.11).

const { owner, service, openServer } = await openTestService();
let slug: string;
let count = 0;

interface Team {
  price?: number;
  /** Fee for twelve months. It is null if the plan is not sold by year. */
  annual?: number;
  storage?: number;
  features?: string[];
  pro?: number;
  /** Price of the add-on. */
  pack?: number;
  /** Plans that it is available for too. */
  packFor?: string[];
  /** Whether Team includes the feature of an add-on. */
  isSsoIncluded?: boolean;
  /** Price of that add-on. */
  login?: number;
}

const build = (team: Team): PriceListSpec => {
  const { price = 9, annual = 1, storage = 100, features = [], pro = 30, pack = 5, packFor = [] } = team;
  const own = ['files', ...(team.isSsoIncluded ? ['sso'] : []), ...features];
  return {
    currency: 'EUR',
    features: ['files', 'sso', 'audit'],
    limits: { storage: { features: ['files'], unit: 'GB' } },
    billing: { monthly: 1, annual },
    plans: {
      FREE: { price: 0, unit: '/month' },
      TEAM: { price, unit: '/month', features: own, limits: { storage } },
      PRO: { price: pro, unit: '/month', features: ['files', 'audit'], limits: { storage: 500 } },
    },
    addOns: {
      pack: { price: pack, extensions: { storage: 10 }, availableFor: ['TEAM', 'PRO', ...packFor] },
      login: { price: team.login ?? 3, features: ['sso'], availableFor: ['TEAM'] },
    },
  };
};

const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });
const readProduct = async (): Promise<Parameters<typeof publishEdition>[1]> => ({
  ...{ app: await readApp(), via: 'session', role: 'product' },
  actor: { kind: 'session', id: 'pse_1', name: 'Ada', userId: 'ada' },
});

type Existing = Record<string, Decision>;
const all: Existing = { TEAM: 'follow', pack: 'follow', login: 'follow' };

/** Publishes a list, and lets accounts follow it. */
async function publish(team: Team, existing: Existing = all) {
  const input = createImportInput(slug, build(team), extension, {
    existing: new Map(Object.entries(existing)),
  });
  await publishPriceList(owner, input, makeId);
  await applyDueChanges(service);
}
let extension: string | null;

const start = Math.ceil(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(start + days * 86_400_000);

interface ScheduleInput {
  existing?: Existing;
  /** The value is null for now. */
  days?: number | null;
  end?: { endsAt: Date; endsExisting: Decision } | null;
}

const toPublication = ({ existing = all, days = 30, end = null }: ScheduleInput) => ({
  ...{ at: days === null ? null : inDays(days), end, existing, note: null, ifMatch: null },
});

/** Schedules a list, and writes the events of that. Returns the ID of the edition. */
async function schedule(team: Team, input: ScheduleInput = {}): Promise<string> {
  const product = await readProduct();
  const text = { source: buildPriceListText(build(team)), extension };
  const { id } = await createEdition(service, product, { baseId: null, text, note: 'Prices' });
  await reschedule(id, input);
  return id;
}

async function reschedule(id: string, input: ScheduleInput) {
  await publishEdition(service, await readProduct(), id, toPublication(input));
  await applyDueChanges(service);
}

const cancel = async (id: string) => {
  await cancelEditionSchedule(service, await readProduct(), id, { ifMatch: null });
  await applyDueChanges(service);
};

/** Does what is due in some days. */
const workUntil = (days: number) => applyDueChanges({ ...service, recordTime: () => inDays(days).getTime() });

/** Makes a scheduled edition due, and publishes it. */
async function pass(id: string): Promise<void> {
  const { id: appId } = await readApp();
  await withTenant(owner, { appId }, async (queries) => {
    const publishAt = new Date();
    await queries.catalogEdition.update({ where: { appId_id: { appId, id } }, data: { publishAt } });
  });
  expect(await publishDueEdition(service)).toBe(true);
  await applyDueChanges(service);
}

beforeEach(async () => {
  slug = `announcements-${++count}`;
  extension = null;
  await publish({}, {});
});

async function makeCaller(key = 'TEAM', period: 'month' | 'year' = 'month'): Promise<AccountCaller> {
  const app = await readApp();
  const account = await signUp(owner, app, { externalId: makeId('request') });
  await putOn(owner, { app, id: account.id }, key, period);
  return createAccountCaller(app, account);
}

const refresh = (caller: AccountCaller) => refreshCaller(owner, caller);
const read = async (caller: AccountCaller) => listNotices(service, await refresh(caller));
const findVersionId = async (caller: AccountCaller, key: string) =>
  (await readCatalogView(service, caller.app.id, caller.account.id)).catalog.versions.find(
    ({ catalogKey }) => catalogKey === key,
  )!.id;
const switchTo = async (caller: AccountCaller, key: string, fields = {}) =>
  switchVersion(service, caller, { ...request, ...fields, versionId: await findVersionId(caller, key) });
const turnOn = (caller: AccountCaller, addOnId: string) =>
  changeAddOn(service, caller, { ...request, addOnId, active: true, quantity: null });
const undo = async (caller: AccountCaller) => {
  const { entries } = await listHistory(service, await refresh(caller), { limit: 1, before: null });
  return switchVersion(service, caller, { ...request, restore: entries[0]!.entry.id });
};
const toDay = (time: Date | null) => time && Math.round((time.getTime() - start) / 86_400_000);

/** "announced in 30 days Team: 900 → 1100; lowered files" */
function describeNotice({
  type,
  version,
  addOn,
  price,
  previousPrice,
  changes,
  effectiveAt,
  endsAt,
}: Notice) {
  const names = (list: 'lost' | 'lowered' | 'raised' | 'gained') =>
    changes[list].length > 0 ? [`${list} ${changes[list].map(({ id }) => id).join()}`] : [];
  const from = effectiveAt ? ` in ${toDay(effectiveAt)} days` : '';
  const until = endsAt ? [`for ${toDay(endsAt)! - toDay(effectiveAt)!} days`] : [];
  return [
    `${type}${from} ${addOn?.title ?? version.title}`,
    ...(previousPrice ? [`${previousPrice.fee} → ${price?.fee ?? 'off'}`] : []),
    ...[...until, ...names('lost'), ...names('lowered'), ...names('gained'), ...names('raised')],
  ].join('; ');
}
const describeAll = async (caller: AccountCaller) => (await read(caller)).map(describeNotice);

const describeAnnounced = async (caller: AccountCaller) =>
  (await describeAll(caller)).filter((each) => each.startsWith('announced'));

type Announced = Extract<Event, { type: 'account.change_announced' }>;
const readEvents = async (caller: AccountCaller) =>
  (await listAccountEvents(service, caller)).filter(
    (event): event is Announced => event.type === 'account.change_announced',
  );

/** "in 30 days Team: 900 → 1100", or "withdrawn in 30 days …". */
const describeEvent = ({ data }: Announced) =>
  [
    `${data.withdrawn ? 'withdrawn ' : ''}in ${toDay(new Date(data.effective_at * 1000))} days ${data.version.title}`,
    ...(data.previous_price ? [`${data.previous_price.fee} → ${data.price?.fee}`] : []),
    ...data.changed_options.map(
      (each) => `${each.title} ${each.previous_price?.fee} → ${each.price?.fee ?? 'off'}`,
    ),
  ].join('; ');
const describeEvents = async (caller: AccountCaller) => (await readEvents(caller)).map(describeEvent);

const listConcerned = async (editionId: string) => {
  const app = await readApp();
  const page = await listChangedAccounts(service, { app }, editionId, { after: null, limit: 100 });
  return page.accounts.map(({ id }) => id);
};

const countRows = async () =>
  withTenant(owner, { appId: (await readApp()).id }, (queries) => queries.catalogAnnouncement.count());

const raise = { price: 11 };
const raised = 'announced in 30 days Team; 900 → 1100';
const told = 'in 30 days Team; 900 → 1100';

describe('a scheduled edition', () => {
  test('is announced to those that follow, by a notice, an event and changed_by', async () => {
    const [caller, other] = [await makeCaller(), await makeCaller('PRO')];
    const id = await schedule({ ...raise, storage: 80, features: ['audit'] });
    const [notice, ...others] = await read(caller);
    expect(others).toEqual([]);
    expect(describeNotice(notice!)).toBe(`${raised}; lowered files; gained audit`);
    expect(notice).toMatchObject({ undone: false, historyId: null, previousVersion: null, endsAt: null });
    const [event, ...more] = await readEvents(caller);
    expect(more).toEqual([]);
    const { version } = notice!;
    expect(event).toMatchObject({ account_id: caller.account.id, sequence: 2 });
    expect(event?.data).toEqual({
      edition: { id, number: 2, note: 'Prices' },
      ...{ withdrawn: false, effective_at: inDays(30).getTime() / 1000, ends_at: null },
      version: { ...version, tag: expect.any(String) },
      ...{ price: notice!.price, previous_price: notice!.previousPrice },
      ...{ lost: [], gained: ['audit'], raised: [], lowered: ['files'], changed: [] },
      ...{ billing_period: 'month', previous_billing_period: null, changed_options: [] },
      ...{ currency: 'EUR', currency_digits: 2 },
    } satisfies ChangeAnnouncedData);
    expect([await read(other), await readEvents(other)]).toEqual([[], []]);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
  });

  test('is not announced to those that keep what they have', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise, { existing: {} });
    expect([await read(caller), await readEvents(caller), await listConcerned(id)]).toEqual([[], [], []]);
  });

  test('is announced with the content only if accounts keep the price', async () => {
    const caller = await makeCaller();
    const id = await schedule({ ...raise, storage: 80 }, { existing: { TEAM: 'keep_price' } });
    expect(await describeAll(caller)).toEqual(['announced in 30 days Team; lowered files']);
    expect(await describeEvents(caller)).toEqual(['in 30 days Team']);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
  });

  test('is announced to accounts of the period that it concerns', async () => {
    const [monthly, annual] = [await makeCaller(), await makeCaller('TEAM', 'year')];
    await schedule({ annual: 0.9 });
    expect(await read(monthly)).toEqual([]);
    expect((await read(annual))[0]?.previousPrice).toMatchObject({ annual_fee: 10_800 });
    expect([await readEvents(monthly), await readEvents(annual)]).toMatchObject([
      [],
      [{ data: { billing_period: 'year', price: { annual_fee: 9720 } } }],
    ]);
  });

  test('is announced again for a new date, with the same ID and event for the same one', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise);
    const [first] = await read(caller);
    await reschedule(id, { days: 30 });
    expect((await read(caller))[0]?.id).toBe(first?.id);
    expect(await describeEvents(caller)).toEqual([told]);
    await reschedule(id, { days: 60 });
    expect(await describeAll(caller)).toEqual(['announced in 60 days Team; 900 → 1100']);
    expect((await read(caller))[0]?.id).not.toBe(first?.id);
    expect(await describeEvents(caller)).toEqual([told, 'in 60 days Team; 900 → 1100']);
  });

  test('is withdrawn by a cancelation, an edit and a discard, with an event, and announced again after it', async () => {
    const caller = await makeCaller();
    const withdrawn = `withdrawn ${told}`;
    const id = await schedule(raise);
    await cancel(id);
    expect([await read(caller), await listConcerned(id)]).toEqual([[], []]);
    await reschedule(id, {});
    expect(await describeAll(caller)).toEqual([raised]);
    expect(await describeEvents(caller)).toEqual([told, withdrawn, told]);
    const text = { source: buildPriceListText(build({ price: 12 })), extension: null };
    await updateEdition(service, await readProduct(), id, { ...text, note: null, ifMatch: null });
    await applyDueChanges(service);
    expect(await read(caller)).toEqual([]);
    await reschedule(id, {});
    const dearer = 'in 30 days Team; 900 → 1200';
    expect(await describeAll(caller)).toEqual([`announced ${dearer}`]);
    await discardEdition(service, await readProduct(), id, { ifMatch: null });
    await applyDueChanges(service);
    expect(await read(caller)).toEqual([]);
    expect((await describeEvents(caller)).slice(2)).toEqual([
      ...[told, withdrawn, dearer, `withdrawn ${dearer}`],
    ]);
  });

  test('is withdrawn for accounts that keep what they have with other decisions', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise);
    await reschedule(id, { existing: { TEAM: 'keep' } });
    expect(await read(caller)).toEqual([]);
    expect(await describeEvents(caller)).toEqual([told, `withdrawn ${told}`]);
  });

  test('has a notice that is dismissed by itself: the publication is announced as changed', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise);
    const [notice] = await read(caller);
    await dismissNotice(service, await refresh(caller), notice!.id);
    expect(await read(caller)).toEqual([]);
    await reschedule(id, { days: 60 });
    expect(await describeAll(caller)).toEqual(['announced in 60 days Team; 900 → 1100']);
    await pass(id);
    expect(await describeAll(caller)).toEqual(['changed Team; 900 → 1100']);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
    expect(await readEvents(caller)).toHaveLength(2);
  });

  test('is not announced any more when it is published early', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise);
    await reschedule(id, { days: null });
    expect(await describeAll(caller)).toEqual(['changed Team; 900 → 1100']);
    expect(await describeEvents(caller)).toEqual([told]);
    expect(await countRows()).toBe(0);
  });
});

describe('another publication before it', () => {
  test('of something else leaves it announced', async () => {
    const caller = await makeCaller();
    await schedule(raise);
    const [first] = await read(caller);
    await publish({ pro: 35 });
    expect((await read(caller)).map(({ id }) => id)).toEqual([first?.id]);
    expect(await describeEvents(caller)).toEqual([told]);
  });

  test('of the same plan compares with what the account has then', async () => {
    const caller = await makeCaller();
    await schedule({ storage: 80 });
    expect(await describeAll(caller)).toEqual(['announced in 30 days Team; lowered files']);
    await publish({ features: ['audit'] });
    expect(await describeAll(caller)).toEqual([
      'changed Team; gained audit',
      'announced in 30 days Team; lowered files',
    ]);
    expect(await readEvents(caller)).toHaveLength(1);
  });

  test('that is in conflict with it withdraws it', async () => {
    const caller = await makeCaller();
    await schedule(raise);
    await publish({ price: 10 });
    expect(await describeAll(caller)).toEqual(['changed Team; 900 → 1000']);
    expect(await describeEvents(caller)).toEqual([told, 'withdrawn in 30 days Team; 1000 → 1100']);
  });

  test('with which it has to be confirmed again withdraws it', async () => {
    const caller = await makeCaller();
    await turnOn(caller, 'pack');
    const id = await schedule({ pack: 7 });
    await publish({ packFor: ['FREE'] });
    expect((await getEdition(service, await readProduct(), id)).edition.confirmedDigest).toBeNull();
    expect(await read(caller)).toEqual([]);
    const pack = 'in 30 days Team; Pack 500 → 700';
    expect(await describeEvents(caller)).toEqual([pack, `withdrawn ${pack}`]);
    await reschedule(id, {});
    expect(await describeAll(caller)).toEqual(['announced in 30 days Pack; 500 → 700']);
    expect((await describeEvents(caller)).slice(2)).toEqual([pack]);
  });
});

describe('two scheduled editions', () => {
  test('are announced each compared with what the account has, also after the first one', async () => {
    const caller = await makeCaller();
    const first = await schedule(raise);
    const second = await schedule({ storage: 80 }, { days: 60 });
    expect(await describeAll(caller)).toEqual(['announced in 60 days Team; lowered files', raised]);
    expect(await describeEvents(caller)).toEqual([told, 'in 60 days Team']);
    expect([await listConcerned(first), await listConcerned(second)]).toEqual([
      [caller.account.id],
      [caller.account.id],
    ]);
    await pass(first);
    expect((await describeAll(caller)).toSorted()).toEqual([
      'announced in 60 days Team; lowered files',
      'changed Team; 900 → 1100',
    ]);
    expect(await readEvents(caller)).toHaveLength(2);
    await pass(second);
    expect(await describeAll(caller)).toEqual(['changed Team; 900 → 1100; lowered files']);
    expect(await readEvents(caller)).toHaveLength(2);
  });

  test('of which the later one was scheduled first are announced with their own dates', async () => {
    const caller = await makeCaller();
    await schedule({ storage: 80 }, { days: 60 });
    await schedule(raise);
    expect((await describeAll(caller)).toSorted()).toEqual([
      raised,
      'announced in 60 days Team; lowered files',
    ]);
    expect(await describeEvents(caller)).toEqual(['in 60 days Team', told]);
  });

  test('with two prices are a conflict after the first one, which withdraws the second one until it is scheduled again', async () => {
    const caller = await makeCaller();
    const first = await schedule(raise);
    const second = await schedule({ price: 13 }, { days: 60 });
    expect(await describeAll(caller)).toEqual(['announced in 60 days Team; 900 → 1300', raised]);
    await pass(first);
    expect(await describeAll(caller)).toEqual(['changed Team; 900 → 1100']);
    const next = 'in 60 days Team; 1100 → 1300';
    expect((await describeEvents(caller)).slice(2)).toEqual([`withdrawn ${next}`]);
    const text = { source: buildPriceListText(build({ price: 13 })), extension: null };
    await updateEdition(service, await readProduct(), second, { ...text, note: null, ifMatch: null });
    await reschedule(second, { days: 60 });
    expect((await describeAll(caller)).toSorted()).toEqual([`announced ${next}`, 'changed Team; 900 → 1100']);
    expect((await describeEvents(caller)).slice(3)).toEqual([next]);
  });

  test('of which one ends a promotion and the other one is later are compared with the price of the day', async () => {
    const caller = await makeCaller();
    const end = { endsAt: inDays(60), endsExisting: 'follow' } as const;
    const promotion = await schedule({ price: 7 }, { end });
    await schedule({ price: 13 }, { days: 90 });
    expect((await describeAll(caller)).toSorted()).toEqual([
      'announced in 30 days Team; 900 → 700; for 30 days',
      'announced in 90 days Team; 900 → 1300',
    ]);
    await pass(promotion);
    expect((await describeAll(caller)).toSorted()).toEqual([
      'announced in 60 days Team; 700 → 900',
      'announced in 90 days Team; 700 → 1300',
      'changed Team; 900 → 700',
    ]);
    expect((await describeEvents(caller)).filter((each) => each.startsWith('withdrawn'))).toEqual([]);
  });

  test('of a plan and its add-on are dismissed and withdrawn one by one', async () => {
    const caller = await makeCaller();
    await turnOn(caller, 'pack');
    const first = await schedule(raise);
    await schedule({ pack: 7 }, { days: 60 });
    const pack = 'announced in 60 days Pack; 500 → 700';
    const [notice] = (await read(caller)).filter(({ addOn }) => addOn === null);
    await dismissNotice(service, await refresh(caller), notice!.id);
    expect(await describeAll(caller)).toEqual([pack]);
    await cancel(first);
    expect(await describeAll(caller)).toEqual([pack]);
    expect((await describeEvents(caller)).slice(2)).toEqual([`withdrawn ${told}`]);
  });
});

describe('a move', () => {
  const move = async (from: string, to: string, days: number) => {
    const caller = await makeCaller(from);
    const [fromVersionId, toVersionId] = [await findVersionId(caller, from), await findVersionId(caller, to)];
    const request = { fromVersionId, toVersionId, effective: inDays(days).getTime(), reason: null };
    await makeMove(service, createHostCaller(await readApp()), request);
  };

  test('takes the account away: nothing is announced any more, and the cancelation has no event for it', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise);
    await move('TEAM', 'PRO', 10);
    expect([await describeAll(caller), (await listConcerned(id)).length]).toEqual([[raised], 2]);
    await workUntil(11);
    expect((await describeAll(caller)).map((each) => each.split(';')[0])).toEqual(['moved Pro']);
    expect(await listConcerned(id)).toEqual([]);
    await cancel(id);
    expect(await describeEvents(caller)).toEqual([told]);
  });

  test('brings the account to the plan: it has the notice then, and no event', async () => {
    const caller = await makeCaller('PRO');
    const id = await schedule(raise);
    await move('PRO', 'TEAM', 10);
    expect([await read(caller), await listConcerned(id)]).toEqual([[], []]);
    await workUntil(11);
    expect((await describeAll(caller)).map((each) => each.split(';')[0]).toSorted()).toEqual([
      'announced in 30 days Team',
      'moved Team',
    ]);
    expect([await describeAnnounced(caller), await readEvents(caller)]).toEqual([[raised], []]);
    expect(await listConcerned(id)).toContain(caller.account.id);
  });

  test('to the plan after the publication waits for the owner: the account was not announced the price', async () => {
    const caller = await makeCaller('PRO');
    const id = await schedule(raise);
    await move('PRO', 'TEAM', 40);
    await pass(id);
    await workUntil(41);
    const { state } = await readCatalogView(service, caller.app.id, caller.account.id);
    expect(state.changes).toMatchObject([{ waitsFor: 'owner', blockers: [{ code: 'price_increased' }] }]);
    expect([await read(caller), await readEvents(caller)]).toEqual([[], []]);
  });
});

describe('an account', () => {
  test('that switches, and undoes that, has the notice of its version', async () => {
    const caller = await makeCaller();
    const id = await schedule(raise);
    await switchTo(caller, 'PRO');
    expect([await read(caller), await listConcerned(id)]).toEqual([[], []]);
    await undo(caller);
    expect(await describeAll(caller)).toEqual([raised]);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
    expect(await readEvents(caller)).toHaveLength(1);
  });

  test('that comes to the plan, or is created, later has the notice, and no event', async () => {
    const free = await makeCaller('FREE');
    const id = await schedule(raise);
    await switchTo(free, 'TEAM');
    const created = await makeCaller();
    await applyDueChanges(service);
    for (const caller of [free, created]) {
      expect(await describeAll(caller)).toEqual([raised]);
      expect(await readEvents(caller)).toEqual([]);
    }
    expect(await listConcerned(id)).toHaveLength(2);
  });

  test('that comes to a plan without accounts is announced what it gets then', async () => {
    const caller = await makeCaller('FREE');
    const id = await schedule(raise, { existing: {} });
    await switchTo(caller, 'TEAM');
    expect(await read(caller)).toEqual([]);
    await pass(id);
    expect((await describeAll(caller)).map((each) => each.split(';')[0])).toEqual(['kept Team']);
  });

  test('with terms is announced what they do not replace', async () => {
    const caller = await makeCaller();
    const host = createHostCaller(await readApp());
    const terms = { version_id: null, price: { fee: 700 }, limits: {}, features: {}, reason: 'Contract' };
    await setTerms(service, host, caller.account.id, terms);
    const id = await schedule({ ...raise, storage: 80 });
    expect(await describeAnnounced(caller)).toEqual(['announced in 30 days Team; lowered files']);
    expect(await describeEvents(caller)).toEqual(['in 30 days Team']);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
    await endTerms(service, host, caller.account.id, 'Over');
    expect(await describeAnnounced(caller)).toEqual([`${raised}; lowered files`]);
    await setTerms(service, host, caller.account.id, { ...terms, limits: { files: 50 } });
    expect([await describeAnnounced(caller), await listConcerned(id)]).toEqual([[], []]);
  });

  test('in a trial is announced what changes of the plan that it tries', async () => {
    extension = 'plans:\n  TEAM: { trial: { days: 14 } }\n';
    await publish({}, {});
    const caller = await makeCaller('FREE');
    await switchTo(caller, 'TEAM', { trial: true });
    await schedule(raise);
    expect(await describeAll(caller)).toEqual([raised]);
    expect(await describeEvents(caller)).toEqual([told]);
  });

  test('on an earlier generation is announced what it follows to', async () => {
    const caller = await makeCaller();
    await publish(raise, {});
    expect((await describeAll(caller)).map((each) => each.split(';')[0])).toEqual(['kept Team']);
    const id = await schedule({ price: 8 }, { existing: {} });
    expect((await describeAll(caller))[0]).toBe('announced in 30 days Team; 900 → 800');
    expect(await describeEvents(caller)).toEqual(['in 30 days Team; 900 → 800']);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
    await cancel(id);
    await schedule({ price: 15 }, { existing: { TEAM: 'follow' } });
    expect(await describeEvents(caller)).toHaveLength(2);
    await schedule({ price: 16 }, { existing: { 'TEAM~1': 'follow' } });
    expect((await describeEvents(caller)).slice(2)).toEqual(['in 30 days Team; 900 → 1600']);
  });

  test('that keeps its price is announced the content that it gets', async () => {
    const caller = await makeCaller();
    await publish(raise, { TEAM: 'keep_price' });
    await schedule({ ...raise, features: ['audit'] }, { existing: {} });
    expect(await describeAnnounced(caller)).toEqual(['announced in 30 days Team; gained audit']);
  });

  test('that an add-on holds back is not announced what it does not get, until it turns the add-on off', async () => {
    const [held, other] = [await makeCaller(), await makeCaller()];
    await turnOn(held, 'login');
    await publish(raise, {});
    const id = await schedule({ price: 8, login: 4 }, { existing: {} });
    const lower = 'in 30 days Team; 900 → 800';
    expect([await describeAnnounced(held), await describeAnnounced(other)]).toEqual([
      [],
      [`announced ${lower}`],
    ]);
    expect([await readEvents(held), await describeEvents(other)]).toEqual([[], [lower]]);
    expect(await listConcerned(id)).toEqual([other.account.id]);
    await changeAddOn(service, held, { ...request, addOnId: 'login', active: false, quantity: null });
    expect([await describeAnnounced(held), await readEvents(held)]).toEqual([[`announced ${lower}`], []]);
    await turnOn(held, 'login');
    await pass(id);
    expect((await describeAll(held)).map((each) => each.split(';')[0])).toEqual(['kept Team']);
    expect(await describeAll(other)).toEqual(['changed Team; 900 → 800']);
  });

  describe('that waits for its renewal', () => {
    const readAll = async (caller: AccountCaller) =>
      (await describeAll(caller)).map((each) => each.replace(/; [a-z].*/, '')).toSorted();

    /** Team rises for an account whose paid period ends in 10 days. */
    async function makeRenewing(): Promise<AccountCaller> {
      const caller = await makeCaller();
      const { app, account } = caller;
      await withTenant(owner, { appId: app.id, accountId: account.id }, (queries) =>
        queries.account.update({
          where: { appId_id: { appId: app.id, id: account.id } },
          data: { periodEndsAt: inDays(10) },
        }),
      );
      await publish(raise, { TEAM: 'follow_renewal' });
      return caller;
    }
    const renewing = 'kept in 10 days Team; 900 → 1100';

    test('is announced the next price of its plan when it has followed, without an event', async () => {
      const caller = await makeRenewing();
      const id = await schedule({ price: 13 });
      expect(await readAll(caller)).toEqual([renewing]);
      await workUntil(11);
      expect(await readAll(caller)).toEqual([
        'announced in 30 days Team; 1100 → 1300',
        'changed Team; 900 → 1100',
      ]);
      expect([await readEvents(caller), await listConcerned(id)]).toEqual([[], [caller.account.id]]);
    });

    test('is told the price of its renewal when an edition before it has changed that', async () => {
      const caller = await makeRenewing();
      const id = await schedule({ price: 13 }, { days: 5 });
      expect(await readAll(caller)).toEqual([renewing]);
      await pass(id);
      expect(await readAll(caller)).toEqual(['kept in 10 days Team; 900 → 1300']);
      await workUntil(11);
      expect(await readAll(caller)).toEqual(['changed Team; 900 → 1300']);
    });

    test('is announced an edition that lets it follow before', async () => {
      const caller = await makeRenewing();
      const id = await schedule(raise, { days: 5, existing: { 'TEAM~1': 'follow' } });
      const early = 'in 5 days Team; 900 → 1100';
      expect(await readAll(caller)).toEqual([`announced ${early}`, renewing]);
      expect(await describeEvents(caller)).toEqual([early]);
      await pass(id);
      expect(await readAll(caller)).toEqual(['changed Team; 900 → 1100']);
    });
  });

  test('that has switched away has no event when it is withdrawn, one that has come since has one', async () => {
    const [caller, other] = [await makeCaller(), await makeCaller('FREE')];
    const id = await schedule(raise);
    await switchTo(caller, 'PRO');
    await switchTo(other, 'TEAM');
    await cancel(id);
    expect([await describeEvents(caller), await describeEvents(other)]).toEqual([
      [told],
      [`withdrawn ${told}`],
    ]);
    await undo(caller);
    expect([await read(caller), await read(other)]).toEqual([[], []]);
  });

  test('with a clock is announced the time of the publication, also if its clock has passed that', async () => {
    slug = `${slug}-clock`;
    await publishPriceList(owner, { ...createImportInput(slug, build({})), isTest: true }, makeId);
    const app = await readApp();
    const account = await signUp(owner, app, { externalId: 'by clock' });
    await putOn(owner, { app, id: account.id }, 'TEAM');
    const caller = createAccountCaller(app, account);
    const host = createHostCaller(app);
    await advanceClock(service, host, 'by clock', inDays(20).getTime());
    const id = await schedule(raise);
    expect([await describeAll(caller), await describeEvents(caller)]).toEqual([[raised], [told]]);
    await advanceClock(service, host, 'by clock', inDays(40).getTime());
    expect([await describeAll(caller), await listConcerned(id)]).toEqual([[raised], [account.id]]);
    await pass(id);
    const [notice, ...others] = await read(caller);
    expect([describeNotice(notice!), others]).toEqual(['changed Team; 900 → 1100', []]);
    expect(await readEvents(caller)).toHaveLength(1);
  });
});

describe('an add-on', () => {
  test('is announced to accounts that have it, also if they turn it on later', async () => {
    const [caller, other] = [await makeCaller(), await makeCaller()];
    await turnOn(caller, 'pack');
    const id = await schedule({ pack: 7 });
    const pack = 'announced in 30 days Pack; 500 → 700';
    expect(await describeAll(caller)).toEqual([pack]);
    expect(await describeEvents(caller)).toEqual(['in 30 days Team; Pack 500 → 700']);
    expect([await read(other), await readEvents(other)]).toEqual([[], []]);
    expect(await listConcerned(id)).toEqual([caller.account.id]);
    await turnOn(other, 'pack');
    expect(await describeAll(other)).toEqual([pack]);
    await dismissNotice(service, await refresh(caller), (await read(caller))[0]!.id);
    expect(await read(caller)).toEqual([]);
    await pass(id);
    expect(await describeAll(caller)).toEqual(['changed Pack; 500 → 700']);
  });

  test('that accounts keep is not announced', async () => {
    const caller = await makeCaller();
    await turnOn(caller, 'pack');
    const id = await schedule({ pack: 7 }, { existing: {} });
    expect([await read(caller), await readEvents(caller), await listConcerned(id)]).toEqual([[], [], []]);
  });

  test('that the version includes from then on is announced as turned off', async () => {
    const caller = await makeCaller();
    await turnOn(caller, 'login');
    const id = await schedule({ isSsoIncluded: true });
    expect((await describeAll(caller)).toSorted()).toEqual([
      'announced in 30 days Login; 300 → off; lost sso',
      'announced in 30 days Team; gained sso',
    ]);
    expect(await describeEvents(caller)).toEqual(['in 30 days Team; Login 300 → off']);
    await pass(id);
    expect((await describeAll(caller)).map((each) => each.split(';')[0]).toSorted()).toEqual([
      ...['changed Team', 'included Login'],
    ]);
  });
});

describe('a promotion', () => {
  const end = (endsExisting: Decision) => ({ endsAt: inDays(60), endsExisting });

  test('is announced with its end, and its end once it has begun, if accounts follow', async () => {
    const caller = await makeCaller();
    const id = await schedule({ price: 7 }, { end: end('follow') });
    expect(await describeAll(caller)).toEqual(['announced in 30 days Team; 900 → 700; for 30 days']);
    expect((await readEvents(caller))[0]?.data.ends_at).toBe(inDays(60).getTime() / 1000);
    await pass(id);
    expect((await describeAll(caller)).toSorted()).toEqual([
      'announced in 60 days Team; 700 → 900',
      'changed Team; 900 → 700',
    ]);
    expect((await describeEvents(caller)).slice(1)).toEqual(['in 60 days Team; 700 → 900']);
  });

  test('is announced without its end if accounts keep it', async () => {
    const caller = await makeCaller();
    const id = await schedule({ price: 7 }, { end: end('keep') });
    expect(await describeAll(caller)).toEqual(['announced in 30 days Team; 900 → 700']);
    await pass(id);
    expect(await describeAll(caller)).toEqual(['changed Team; 900 → 700']);
    expect(await readEvents(caller)).toHaveLength(1);
  });
});

describe('events of many accounts', () => {
  test('are written once by several workers, in batches, and continue after a cancelation', async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => makeCaller()));
    await addAccounts(500);
    const services = [service, openServer(), openServer()];
    const product = await readProduct();
    const text = { source: buildPriceListText(build(raise)), extension: null };
    const { id } = await createEdition(service, product, { baseId: null, text, note: '' });
    await publishEdition(service, product, id, toPublication({}));
    await Promise.all(services.map(applyDueChanges));
    await applyDueChanges(service);
    for (const caller of callers) expect(await describeEvents(caller)).toEqual([told]);
    expect(await countEvents()).toEqual([[false, 506, 506]]);
    await cancelEditionSchedule(service, product, id, { ifMatch: null });
    await Promise.all(services.map(applyDueChanges));
    await applyDueChanges(service);
    expect(await countEvents()).toEqual([
      [false, 506, 506],
      [true, 506, 506],
    ]);
    expect(await countRows()).toBe(0);
  });

  test('come after the changes of accounts that are being made', async () => {
    const caller = await makeCaller();
    const { id: appId } = caller.app;
    const product = await readProduct();
    const text = { source: buildPriceListText(build(raise)), extension: null };
    const { id } = await createEdition(service, product, { baseId: null, text, note: '' });
    await publishEdition(service, product, id, toPublication({}));
    const client = await owner.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock_shared($1::integer, hashtext($2))', [
      lockClasses.accountChanges,
      appId,
    ]);
    const announcing = runNextDue(service, dueAnnouncements, appId);
    const isWaiting = async () => {
      const { rows } = await owner.pool.query(`SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`);
      return rows.length > 0;
    };
    await waitUntil(() => 'It does not wait.', isWaiting);
    expect(await countEvents()).toEqual([]);
    await client.query('COMMIT');
    client.release();
    expect(await announcing).toBe(true);
    expect(await describeEvents(caller)).toEqual([told]);
  });

  test('are withdrawn for the accounts that had one', async () => {
    await makeCaller();
    await addAccounts(300);
    const product = await readProduct();
    const text = { source: buildPriceListText(build(raise)), extension: null };
    const { id } = await createEdition(service, product, { baseId: null, text, note: '' });
    await publishEdition(service, product, id, toPublication({}));
    expect(await runNextDue(service, dueAnnouncements, product.app.id)).toBe(true);
    await cancel(id);
    expect(await countEvents()).toEqual([
      [false, 200, 200],
      [true, 200, 200],
    ]);
  });

  /** Adds accounts on Team with one entry each. */
  async function addAccounts(number: number): Promise<void> {
    const { id: appId } = await readApp();
    await withTenant(owner, { appId }, async (queries) => {
      const version = await queries.version.findFirstOrThrow({ where: { appId, catalogKey: 'TEAM' } });
      const snapshot = await queries.versionSnapshot.findFirstOrThrow({ where: { versionId: version.id } });
      await queries.$executeRaw`
        INSERT INTO accounts (app_id, id, title) SELECT ${appId}, 'acc_' || n, 'Acme' FROM generate_series(1, ${number}::int) n`;
      await queries.$executeRaw`
        INSERT INTO account_history (app_id, account_id, sequence, version_sequence, add_on_sequence, id, version_id, snapshot_digest,
          direction, changed_at, actor_kind, actor_name, channel, billing_period, users, command, kind)
        SELECT ${appId}, 'acc_' || n, 1, 1, 0, 'avh_' || n, ${version.id}, ${snapshot.digest}, 'none', now(),
          'operator', 'Test', 'test', 'month', 1, 'start', 'switch'
        FROM generate_series(1, ${number}::int) n`;
    });
  }

  /** [whether withdrawn, events, accounts] */
  const countEvents = async () => {
    const { id: appId } = await readApp();
    const rows = await withTenant(
      owner,
      { appId },
      (queries) => queries.$queryRaw<{ withdrawn: boolean; events: number; accounts: number }[]>`
        SELECT (data -> 'withdrawn')::boolean AS withdrawn, count(*)::int AS events, count(DISTINCT account_id)::int AS accounts
        FROM events WHERE app_id = ${appId} AND type = 'account.change_announced' GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ withdrawn, events, accounts }) => [withdrawn, events, accounts]);
  };
});
