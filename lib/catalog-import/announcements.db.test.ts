import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '@/lib/contract/catalog-editions';
import type { ChangeAnnouncedData, Event } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { lockClasses } from '@/lib/db/advisory-locks';
import { withTenant } from '@/lib/db/tenant';
import { endTerms, setTerms } from '@/lib/domain/account-terms';
import { announceNext } from '@/lib/domain/announce-changes';
import type { AccountCaller } from '@/lib/domain/caller';
import {
  cancelEditionSchedule,
  createEdition,
  discardEdition,
  getEdition,
  publishDueEdition,
  publishEdition,
  updateEdition,
} from '@/lib/domain/catalog-editions';
import { readCatalogView } from '@/lib/domain/catalog-view';
import { changeAddOn } from '@/lib/domain/change-add-on';
import { listChangedAccounts } from '@/lib/domain/changed-accounts';
import { listHistory } from '@/lib/domain/history';
import { dismissNotice, listNotices, type Notice } from '@/lib/domain/notices';
import { switchVersion } from '@/lib/domain/switch-version';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
  refreshCaller,
  changeInput as request,
} from '@/tools/testing/callers';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { waitUntil } from '@/tools/testing/wait-until';
import { applyImport } from './import-catalog';

// What accounts are told when an edition is scheduled, with each other kind of change (docs/decisions/0033-notices.md).

const { owner, service, openServer } = await openTestService();
let slug: string;
let count = 0;

interface Team {
  price?: number;
  /** Of the price of twelve months. Null: it is not sold by year. */
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
      login: { price: 3, features: ['sso'], availableFor: ['TEAM'] },
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
  await applyImport(owner, input, makeId);
  await applyDueChanges(service);
}
let extension: string | null;

const start = Math.ceil(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(start + days * 86_400_000);

interface ScheduleInput {
  existing?: Existing;
  /** Null for now. */
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
  return switchVersion(service, caller, { ...request, restore: entries[0]!.activation.id });
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
    const announcing = announceNext(service, appId);
    const isWaiting = async () => {
      const { rows } = await owner.pool.query(`SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`);
      return rows.length > 0;
    };
    await waitUntil(() => 'It does not wait.', isWaiting);
    expect(await countEvents()).toEqual([]);
    await client.query('COMMIT');
    client.release();
    expect(await announcing).toBe(false);
    expect(await describeEvents(caller)).toEqual([told]);
  });

  test('are withdrawn for the accounts that had one', async () => {
    await makeCaller();
    await addAccounts(300);
    const product = await readProduct();
    const text = { source: buildPriceListText(build(raise)), extension: null };
    const { id } = await createEdition(service, product, { baseId: null, text, note: '' });
    await publishEdition(service, product, id, toPublication({}));
    expect(await announceNext(service, product.app.id)).toBe(false);
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
