import { beforeEach, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { withTenant } from '@/lib/db/connection/tenant';
import { deleteDueAccounts } from '@/lib/db/due-work';
import { setTerms } from '@/lib/domain/accounts/account-terms';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import { deleteAccount } from '@/lib/domain/accounts/personal-data';
import { type AccountCaller, noCallerState } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { dueRenewals } from '@/lib/domain/changes/apply-due-changes';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { createChange } from '@/lib/domain/changes/waiting-changes';
import { claimWork } from '@/lib/domain/due-kind';
import { createEdition, publishEdition } from '@/lib/domain/editions/catalog-editions';
import { listHistory } from '@/lib/domain/history/history';
import { dismissNotice, listNotices } from '@/lib/domain/notices/notices';
import { findRenewal } from '@/lib/domain/subscription/renewals';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges, publishDueEdition } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  refreshCaller,
  changeInput as request,
} from '@/tools/testing/callers';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { describeDifference } from '../compare/describe-difference';
import { formatPublication } from '../compare/format-publication';
import type { Existing } from '../compare/keep-versions';
import { planPublication, publishPriceList } from './publish-price-list';

// Accounts that follow a publication when their paid period ends, with each other kind of change
// (docs/spec.md, section 3.1).

const { owner, service } = await openTestService();
let slug: string;
let count = 0;
const dayMs = 86_400_000;
const start = Math.ceil(Date.now() / 1000) * 1000;
const inDays = (days: number) => start + days * dayMs;

interface Team {
  price?: number;
  features?: string[];
  /** Fee for twelve months. */
  annual?: number;
  /** Price of the add-on. */
  pack?: number;
  /** Price of an add-on with "sso". Absent: there is none. */
  login?: number;
  /** Plans that it is sold for. */
  loginFor?: string[];
  /** Team is charged per user, of whom the price counts at least this many. */
  minUsers?: number;
}

/** Team with files at $10 a month, and an add-on. */
const build = ({
  price = 10,
  features = [],
  annual = 1,
  pack = 5,
  login,
  loginFor = ['TEAM', 'MAX'],
  minUsers,
}: Team): PriceListSpec => ({
  features: ['files', 'sso', 'audit'],
  limits: { storage: { features: ['files'], unit: 'GB' } },
  plans: {
    FREE: { price: 0, unit: '/month' },
    TEAM: {
      ...{ price, unit: minUsers === undefined ? '/month' : 'user/month' },
      ...{ features: ['files', ...features], limits: { storage: 10 } },
    },
    MAX: { price: 50, unit: '/month', features: ['files', 'sso', 'audit'], limits: { storage: 90 } },
  },
  addOns: {
    pack: { price: pack, extensions: { storage: 10 } },
    ...(login !== undefined && {
      login: { price: login, features: ['sso'], availableFor: loginFor },
      log: { price: 2, features: ['audit'], availableFor: ['TEAM'], dependsOn: ['login'] },
    }),
  },
  billing: { monthly: 1, annual },
});

const createInput = (
  team: Team | null,
  existing: Record<string, Existing> = {},
  extension = JSON.stringify(team?.minUsers ? { plans: { TEAM: { min_users: team.minUsers } } } : {}),
) => {
  const spec = build(team ?? {});
  if (!team) delete spec.plans.TEAM;
  return createImportInput(slug, spec, extension, {
    existing: new Map(Object.entries(existing)),
    by: { kind: 'session', id: 'pse_9', name: 'Ines', userId: 'user-9', channel: 'portal' },
  });
};
const plan = (...input: Parameters<typeof createInput>) => planPublication(owner, createInput(...input));
/** Publishes, and does what is due at a time. */
async function publish(...input: Parameters<typeof createInput>) {
  const applied = await publishPriceList(owner, createInput(...input), makeId);
  await work();
  return applied;
}
const work = (at: number | null = null) =>
  applyDueChanges(at === null ? service : { ...service, recordTime: () => at });
const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });
const renew = { TEAM: 'follow_renewal' } as const;

beforeEach(() => {
  count += 1;
  slug = `follow-renewal-${count}`;
});

interface Account {
  key?: string;
  period?: 'month' | 'year';
  /** Number of days. It is null if the host has not reported the end. */
  endsIn?: number | null;
}

async function makeCaller({
  key = 'TEAM',
  period = 'month',
  endsIn = 10,
}: Account = {}): Promise<AccountCaller> {
  const app = await readApp();
  const account = await signUp(owner, app);
  await putOn(owner, { app, id: account.id }, key, period);
  const caller = createAccountCaller(app, account);
  if (endsIn !== null) await setPeriodEnd(caller, inDays(endsIn));
  return caller;
}

const setPeriodEnd = async ({ app, account }: AccountCaller, at: number | null) =>
  withTenant(owner, { appId: app.id, accountId: account.id }, (queries) =>
    queries.account.update({
      where: { appId_id: { appId: app.id, id: account.id } },
      data: { periodEndsAt: at === null ? null : new Date(at) },
    }),
  );

const readView = (caller: AccountCaller) => readCatalogView(service, caller.app.id, caller.account.id);

/** "TEAM~1 1000 files sso" without "files": the version, the total and the days until it follows. */
async function read(caller: AccountCaller): Promise<string> {
  const view = await readView(caller);
  const subscription = getSubscription(view);
  const { catalogKey } = view.catalog.versions.find(({ id }) => id === subscription.version!.id)!;
  const total = computeSubscriptionTotal(subscription, view.catalog)?.amount;
  const renewal = findRenewal(view);
  const then = renewal
    ? [`${renewal.version.catalogKey} in ${Math.round((renewal.at - Date.now()) / dayMs)}`]
    : [];
  return [catalogKey, total, ...then].join(' ');
}

const findVersionId = async (caller: AccountCaller, key: string) =>
  (await readView(caller)).catalog.versions.find(({ catalogKey }) => catalogKey === key)!.id;
const readEntries = async (caller: AccountCaller) =>
  (await listHistory(service, caller, { limit: 10, before: null })).entries;
const switchTo = async (caller: AccountCaller, key: string, fields: object = {}) =>
  switchVersion(service, caller, { ...request, versionId: await findVersionId(caller, key), ...fields });
const turnOn = (caller: AccountCaller, addOnId: string) =>
  changeAddOn(service, caller, { ...request, addOnId, active: true, quantity: null });
const undo = async (caller: AccountCaller) => {
  const [entry] = await readEntries(caller);
  await switchVersion(service, caller, { ...request, restore: entry!.entry.id });
};

/** Team gets dearer while an account is on it. */
async function raise(account: Account = {}, extension?: string): Promise<AccountCaller> {
  await publish({}, {}, extension);
  const caller = await makeCaller(account);
  await publish({ price: 12 }, renew, extension);
  return caller;
}

describe('an account', () => {
  test('keeps version and price until its paid period ends, and follows then', async () => {
    const caller = await raise();
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    await work(inDays(9));
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM 1200');
    const [entry] = await readEntries(caller);
    expect(entry).toMatchObject({
      ...{ undoUntil: null, followsAt: null },
      entry: { kind: 'publication', actor: { name: 'Ines', channel: 'portal' } },
    });
  });

  test.each<[string, Account, string]>([
    ['at once, if it is billed monthly without an end of its period', { endsIn: null }, 'TEAM 1200'],
    ['at once, if it is billed monthly and the end has passed', { endsIn: -3 }, 'TEAM 1200'],
    ['at the end, also of an annual period', { period: 'year', endsIn: 300 }, 'TEAM~1 12000 TEAM in 300'],
    [
      'after a year, if it is billed yearly without an end',
      { period: 'year', endsIn: null },
      'TEAM~1 12000 TEAM in 365',
    ],
    ['at an end that is later than a year', { period: 'year', endsIn: 500 }, 'TEAM~1 12000 TEAM in 500'],
  ])('follows %s', async (_, account, expected) => {
    expect(await read(await raise(account))).toBe(expected);
  });

  test('with all of its features, follows at its renewal too if nothing gets worse', async () => {
    await publish({});
    const caller = await makeCaller();
    await publish({ features: ['sso'] }, renew);
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
  });
});

describe('what the account does meanwhile', () => {
  test('an own switch ends it, and its undo returns to it', async () => {
    const caller = await raise();
    await switchTo(caller, 'MAX');
    expect(await read(caller)).toBe('MAX 5000');
    await undo(caller);
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    await switchTo(caller, 'MAX');
    await work(inDays(11));
    expect(await read(caller)).toBe('MAX 5000');
  });

  test('a switch to the plan as it is now takes its price', async () => {
    const caller = await raise();
    await switchTo(caller, 'TEAM');
    expect(await read(caller)).toBe('TEAM 1200');
    await work(inDays(11));
    expect((await readEntries(caller))[0]!.entry.kind).toBe('switch');
  });

  test('a change of users or an add-on does not change the time', async () => {
    const caller = await raise();
    await setPeriodEnd(caller, inDays(0.9));
    await setPeriodEnd(caller, inDays(30));
    await turnOn(caller, 'pack');
    await switchTo(caller, 'TEAM~1', { users: 3 });
    expect(await read(caller)).toBe('TEAM~1 1500 TEAM in 1');
  });

  test.each<[string, Account, 'month' | 'year', string]>([
    ['to annual billing keeps the end of the period', {}, 'year', 'TEAM~1 12000 TEAM in 10'],
    ['to monthly billing keeps it', { period: 'year', endsIn: 300 }, 'month', 'TEAM~1 1000 TEAM in 300'],
    [
      'to monthly billing without an end lets it follow',
      { period: 'year', endsIn: null },
      'month',
      'TEAM 1200',
    ],
  ])('a change of the billing period %s', async (_, account, billingPeriod, expected) => {
    const caller = await raise(account);
    await switchTo(caller, 'TEAM~1', { billingPeriod });
    await work();
    expect(await read(caller)).toBe(expected);
  });

  test('what the owner has scheduled for the end of the period comes first', async () => {
    const caller = await raise();
    const versionId = await findVersionId(caller, 'FREE');
    const change = { ...request, versionId, billingPeriod: null, effective: 'period_end' } as const;
    await createChange(service, caller, change);
    const view = await readView(caller);
    expect(view.state.changes).toMatchObject([{ effectiveAt: findRenewal(view)!.at }]);
    const later = { ...service, recordTime: () => inDays(11) };
    expect(await claimWork(later, dueRenewals, { appId: caller.app.id })).toEqual([]);
    await work(inDays(11));
    expect(await read(caller)).toBe('FREE 0');
    expect((await readEntries(caller)).map(({ entry: { kind } }) => kind)).not.toContain('publication');
  });

  test('a trial keeps price and content until it ends, and the account follows then', async () => {
    const extension = JSON.stringify({ plans: { TEAM: { trial: { days: 14 } } } });
    await publish({}, {}, extension);
    const callers = [await makeCaller({ key: 'FREE', endsIn: null }), await makeCaller({ key: 'FREE' })];
    for (const caller of callers) await switchTo(caller, 'TEAM', { trial: true });
    await publish({ price: 12 }, renew, extension);
    const after = await Promise.all(callers.map(read));
    expect(after).toEqual(['TEAM~1 1000 TEAM in 14', 'TEAM~1 1000 TEAM in 14']);
    await work(inDays(15));
    expect(await Promise.all(callers.map(read))).toEqual(['TEAM 1200', 'TEAM 1200']);
    const [entry, end] = await readEntries(callers[0]!);
    expect([entry, end].map((each) => [each!.entry.kind, each!.entry.trialEndsAt])).toEqual([
      ['publication', null],
      ['switch', null],
    ]);
  });

  test.each([
    [10, 'TEAM 1200'],
    [30, 'TEAM~1 1000 TEAM in 30'],
  ])(
    'a trial of another plan leads back to it: its time, in %i days, is that of its period',
    async (endsIn, expected) => {
      const extension = 'plans: { MAX: { trial: { days: 14, then: TEAM } } }';
      await publish({}, {}, extension);
      const caller = await makeCaller({ endsIn });
      await switchTo(caller, 'MAX', { trial: true });
      await publish({ price: 12 }, renew, extension);
      expect([await read(caller), await readNotices(caller)]).toEqual(['MAX 5000', []]);
      await work(inDays(15));
      expect(await read(caller)).toBe(expected);
      await work(inDays(31));
      expect(await read(caller)).toBe('TEAM 1200');
    },
  );

  test.each<[Existing | null, string]>([
    [null, 'TEAM~1 1000'],
    ['keep_price', 'TEAM~1 1000'],
    ['follow', 'TEAM 1200'],
  ])(
    'a trial of another plan leads back to it as it is for its accounts, with %s',
    async (decision, expected) => {
      const extension = 'plans: { MAX: { trial: { days: 14, then: TEAM } } }';
      await publish({}, {}, extension);
      const caller = await makeCaller();
      await switchTo(caller, 'MAX', { trial: true });
      const { decisions } = await publish({ price: 12 }, decision ? { TEAM: decision } : {}, extension);
      expect(decisions).toMatchObject([{ key: 'TEAM', accounts: 1, decision: decision ?? 'keep' }]);
      await work(inDays(15));
      expect(await read(caller)).toBe(expected);
    },
  );

  test('a trial whose end leads to another plan: nothing follows', async () => {
    const extension = 'plans: { TEAM: { trial: { days: 14, then: FREE } } }';
    await publish({}, {}, extension);
    const caller = await makeCaller({ key: 'FREE' });
    await switchTo(caller, 'TEAM', { trial: true });
    await publish({ price: 12 }, renew, extension);
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 14');
    await work(inDays(40));
    expect(await read(caller)).toBe('FREE 0');
    expect((await readEntries(caller)).map(({ entry: { kind } }) => kind)).not.toContain('publication');
  });

  test('terms stay, before and after', async () => {
    await publish({});
    const caller = await makeCaller();
    const terms = { version_id: null, price: { fee: 700 }, reason: 'Contract' };
    await setTerms(service, createHostCaller(caller.app), caller.account.id, terms);
    await publish({ price: 12, features: ['sso'] }, renew);
    expect(await read(caller)).toBe('TEAM~1 700 TEAM in 10');
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM 700');
  });
});

describe('another end of the period', () => {
  const changeEnd = async (account: Account, ...ends: (number | null)[]) => {
    const caller = await raise(account);
    for (const days of ends) await setPeriodEnd(caller, days === null ? null : inDays(days));
    return read(caller);
  };

  test.each<[string, Account, (number | null)[], string]>([
    ['that is corrected moves the time', {}, [4], 'TEAM~1 1000 TEAM in 4'],
    ['that is later moves it', {}, [40], 'TEAM~1 1000 TEAM in 40'],
    ['moves it to a year after the publication at most', {}, [40, 400], 'TEAM~1 1000 TEAM in 365'],
    ['on the last day is of the next period', { endsIn: 0.9 }, [31], 'TEAM~1 1000 TEAM in 1'],
    ['that is not known any more does not change it', {}, [null], 'TEAM~1 1000 TEAM in 10'],
    ['that was not known sets it', { period: 'year', endsIn: null }, [30], 'TEAM~1 12000 TEAM in 30'],
    ['in more than a year does not', { period: 'year', endsIn: null }, [400], 'TEAM~1 12000 TEAM in 365'],
    ['that has passed does not', { period: 'year', endsIn: null }, [-1], 'TEAM~1 12000 TEAM in 365'],
  ])('%s', async (_, account, ends, expected) => {
    expect(await changeEnd(account, ...ends)).toBe(expected);
  });

  test('is respected before due work has set the time', async () => {
    await publish({});
    const [corrected, renewed] = [await makeCaller(), await makeCaller({ endsIn: 0.9 })];
    await publishPriceList(owner, createInput({ price: 12 }, renew), makeId);
    await setPeriodEnd(corrected, inDays(4));
    await setPeriodEnd(renewed, inDays(31));
    await work();
    expect([await read(corrected), await read(renewed)]).toEqual([
      'TEAM~1 1000 TEAM in 4',
      'TEAM~1 1000 TEAM in 1',
    ]);
  });
});

describe('the product team', () => {
  test('moves an account, which ends it', async () => {
    const caller = await raise();
    const move = {
      fromVersionId: await findVersionId(caller, 'TEAM~1'),
      toVersionId: await findVersionId(caller, 'MAX'),
      ...{ effective: Date.now() + 3_600_000, reason: null },
    };
    await makeMove(service, createHostCaller(await readApp()), move);
    await work(inDays(1));
    await work(inDays(11));
    expect(await read(caller)).toBe('MAX 5000');
  });

  test('publishes something else, which changes nothing', async () => {
    const caller = await raise();
    const { decisions } = await publish({ price: 12, pack: 7 });
    expect(decisions).toMatchObject([{ key: 'TEAM~1', decision: 'follow_renewal', renewal: null }]);
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    const again = await plan({ price: 12, pack: 7 });
    expect(again.changes.versions).toEqual([]);
  });

  test('publishes the price from before, or a lower one, which accounts get at once', async () => {
    const caller = await raise();
    await publish({ price: 10 });
    expect(await read(caller)).toBe('TEAM 1000');
  });

  test('publishes a higher price, which accounts that were promised the one before do not get', async () => {
    const caller = await raise();
    const { decisions } = await publish({ price: 14 });
    expect(decisions).toMatchObject([
      { key: 'TEAM', decision: 'keep', accounts: 1 },
      { key: 'TEAM~1', decision: 'follow_renewal', renewal: null },
    ]);
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM~2 in 10');
    expect((await readNotices(caller))[0]).toMatchObject(['kept', 1000, 1200, 10]);
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM~2 1200');
  });

  test('publishes it for existing accounts too', async () => {
    const caller = await raise();
    await publish({ price: 14 }, { TEAM: 'follow' });
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM 1400');
  });

  test('publishes it at their renewal too, in two generations', async () => {
    const first = await raise();
    const second = await makeCaller({ endsIn: 20 });
    await publish({ price: 14 }, renew);
    expect([await read(first), await read(second)]).toEqual([
      'TEAM~1 1000 TEAM in 10',
      'TEAM~2 1200 TEAM in 20',
    ]);
    await work(inDays(21));
    expect([await read(first), await read(second)]).toEqual(['TEAM 1400', 'TEAM 1400']);
  });

  test.each<[Existing, string]>([
    ['keep', 'TEAM~1 1000'],
    ['keep_price', 'TEAM~1 1000'],
    ['follow', 'TEAM 1200'],
    ['follow_renewal', 'TEAM~1 1000 TEAM in 10'],
  ])('decides %s for the earlier generation', async (decision, expected) => {
    const caller = await raise();
    await publish({ price: 12 }, { 'TEAM~1': decision });
    expect(await read(caller)).toBe(expected);
    await work(inDays(11));
    expect(await read(caller)).toBe(decision.startsWith('keep') ? expected : 'TEAM 1200');
  });

  test.each<Existing>(['keep', 'keep_price'])('decides it after %s', async (before) => {
    await publish({});
    const caller = await makeCaller();
    await publish({ price: 12 }, { TEAM: before });
    await publish({ price: 12 }, { 'TEAM~1': 'follow_renewal' });
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM 1200');
  });

  test('follows at the end that the host has corrected since a renewal was ended', async () => {
    const caller = await raise();
    await publish({ price: 12 }, { 'TEAM~1': 'keep' });
    await setPeriodEnd(caller, inDays(20));
    await publish({ price: 12 }, { 'TEAM~1': 'follow_renewal' });
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 20');
  });

  test('decides it again after it has ended: an earlier time does not count', async () => {
    const caller = await raise();
    await publish({ price: 12 }, { 'TEAM~1': 'keep' });
    const past = new Date(Date.now() - dayMs);
    const setPast = () =>
      withTenant(owner, { appId: caller.app.id }, (queries) =>
        queries.currentVersion.updateMany({ data: { followsAt: past, followDueAt: past } }),
      );
    await setPast();
    await work();
    expect(await read(caller)).toBe('TEAM~1 1000');
    await setPast();
    await publish({ price: 12 }, { 'TEAM~1': 'follow_renewal' });
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
  });

  test('withdraws the plan: accounts get it as it was last', async () => {
    const caller = await raise();
    await publish(null);
    expect(await read(caller)).toBe('TEAM~1 1000 TEAM in 10');
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM 1200');
  });

  test('ends a promotion with it', async () => {
    await publish({ price: 12 });
    const app = await readApp();
    const actor = { kind: 'session', id: 'pse_1', name: 'Ines', userId: 'user-1' } as const;
    const session = { via: 'session', account: null, state: noCallerState, role: 'product' } as const;
    const product = { ...session, app, actor, appKey: false };
    const source = buildPriceListText(build({ price: 8, pack: 4 }));
    const draft = await createEdition(service, product, {
      ...{ baseId: null, note: '', text: { source, extension: null } },
    });
    const end = { endsAt: new Date(inDays(1)), endsExisting: 'follow_renewal' } as const;
    await publishEdition(service, product, draft.id, {
      ...{ at: null, existing: {}, note: null, ifMatch: null, end },
    });
    const caller = await makeCaller();
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.updateMany({
        where: { appId: app.id, endsId: draft.id },
        data: { publishAt: new Date() },
      }),
    );
    expect(await publishDueEdition(service)).toBe(true);
    await work();
    expect(await read(caller)).toBe('TEAM~1 800 TEAM in 10');
    await work(inDays(11));
    expect(await read(caller)).toBe('TEAM 1200');
  });

  test('reviews when accounts follow, and what they pay then', async () => {
    await publish({});
    await makeCaller({ endsIn: null });
    await makeCaller();
    await makeCaller({ endsIn: 20 });
    await makeCaller({ period: 'year', endsIn: null });
    const input = createInput({ price: 12 }, renew);
    const planned = await planPublication(owner, input, { revenue: true });
    const [version] = describeDifference(planned).versions;
    expect(version).toMatchObject({
      ...{ key: 'TEAM', decision: 'follow_renewal', default_decision: 'keep', following_accounts: 0 },
      renewals: { at_once: 1, at_period_end: 2, unknown: 1 },
    });
    const { first_at: first, last_at: last } = version!.renewals!;
    expect([first! * 1000, Math.round((last! * 1000 - Date.now()) / dayMs)]).toEqual([inDays(10), 365]);
    expect(formatPublication(slug, planned)).toMatch(
      /Team {2}\(4 accounts\): follow at renewal, as --existing says, although the price rises \(3 accounts\), the annual price rises \(1 account\): 1 account at once, 2 accounts at the end of the period, from \d{4}-\d\d-\d\d on, 1 account when the period is known, \d{4}-\d\d-\d\d at the latest/,
    );
    expect(planned.revenue!.versions[0]!.periods[0]).toMatchObject({
      accounts: 3,
      before: 3000,
      after: 3600,
    });
    await publish({ price: 12 }, renew);
    const later = await planPublication(owner, createInput({ price: 12, pack: 6 }), { revenue: true });
    expect(formatPublication(slug, later)).toContain(
      'follow at renewal, as decided before: 2 accounts at the end',
    );
    const revenue = later.revenue!.versions.find(({ tag }) => tag.endsWith('-retired'));
    expect(revenue?.periods[0]).toMatchObject({ accounts: 2, before: 2000, after: 2000 });
  });

  test('can not decide it for an add-on', async () => {
    await publish({});
    await expect(plan({ pack: 9 }, { pack: 'follow_renewal' })).rejects.toThrow(
      '"pack" is an add-on. Only accounts on a plan can follow with follow_renewal.',
    );
  });
});

const readAllNotices = async (caller: AccountCaller) => {
  const view = await readView(caller);
  return listNotices(service, { ...caller, app: await readApp(), state: view.state });
};

/** Type of each notice, the prices, and the days until the account follows. */
const readNotices = async (caller: AccountCaller) => {
  const notices = await readAllNotices(caller);
  return notices.map(({ type, previousPrice, price, effectiveAt }) => {
    const days = effectiveAt && Math.round((effectiveAt.getTime() - Date.now()) / dayMs);
    return [type, previousPrice?.fee ?? null, price?.fee ?? null, days];
  });
};

/** "announced Login 300 → off in 10" of each notice of an add-on, in the order of their titles. */
const readAddOnNotices = async (caller: AccountCaller) =>
  (await readAllNotices(caller))
    .flatMap(({ type, addOn, previousPrice, price, effectiveAt }) => {
      if (!addOn) return [];
      const isOff = type === 'included' || type === 'ended' || price === null;
      const from = previousPrice?.fee ?? price?.fee;
      const days = effectiveAt && Math.round((effectiveAt.getTime() - Date.now()) / dayMs);
      const words = [type, addOn.title, from, '→', isOff ? 'off' : price.fee];
      return [[...words, ...(days === null ? [] : ['in', days])].join(' ')];
    })
    .toSorted();

describe('an add-on of the account', () => {
  const readAddOns = async (caller: AccountCaller) =>
    getSubscription(await readView(caller)).addOns.map(({ title, price }) => `${title} ${price.fee}`);

  test('is kept with the plan, and is that of the plan as it is then, as a notice says before', async () => {
    await publish({});
    const caller = await makeCaller();
    await turnOn(caller, 'pack');
    await publish({ price: 12, pack: 8 }, renew);
    expect(await read(caller)).toBe('TEAM~1 1500 TEAM in 10');
    expect(await readAddOnNotices(caller)).toEqual(['announced Pack 500 → 800 in 10']);
    await work(inDays(11));
    expect([await read(caller), await readAddOns(caller)]).toEqual(['TEAM 2000', ['Pack 800']]);
    expect(await readAddOnNotices(caller)).toEqual(['changed Pack 500 → 800']);
  });

  test('that the plan includes then stays on until then, and is not paid for after it', async () => {
    await publish({ login: 3 });
    const caller = await makeCaller();
    await turnOn(caller, 'login');
    await publish({ price: 12, features: ['sso'], login: 3 }, renew);
    expect([await read(caller), await readAddOns(caller)]).toEqual(['TEAM~1 1300 TEAM in 10', ['Login 300']]);
    expect(await readAddOnNotices(caller)).toEqual(['announced Login 300 → off in 10']);
    await work(inDays(11));
    expect([await read(caller), await readAddOns(caller)]).toEqual(['TEAM 1200', []]);
    expect(await readAddOnNotices(caller)).toEqual(['included Login 300 → off']);
    const [entry] = await readEntries(caller);
    expect(entry!.entry).toMatchObject({
      pays: 'less',
      addOns: [{ title: 'Login', outcome: 'included' }],
    });
  });

  test('that the plan does not sell any more is turned off then, with one that requires it', async () => {
    await publish({ login: 3 });
    const caller = await makeCaller();
    await turnOn(caller, 'login');
    await turnOn(caller, 'log');
    await publish({ price: 12, login: 3, loginFor: ['MAX'] }, renew);
    expect([await read(caller), await readAddOns(caller)]).toEqual([
      'TEAM~1 1500 TEAM in 10',
      ['Login 300', 'Log 200'],
    ]);
    const [log, login] = ['announced Log 200 → off in 10', 'announced Login 300 → off in 10'];
    expect(await readAddOnNotices(caller)).toEqual([log, login]);
    await work(inDays(11));
    expect([await read(caller), await readAddOns(caller)]).toEqual(['TEAM 1200', []]);
    expect(await readAddOnNotices(caller)).toEqual(['ended Log 200 → off', 'ended Login 300 → off']);
  });

  test('that gets dearer holds the account back from a lower price, until its renewal', async () => {
    await publish({ login: 3 });
    const [caller, other] = [await makeCaller(), await makeCaller()];
    await turnOn(caller, 'login');
    await publish({ price: 12, login: 3 }, renew);
    const { decisions } = await publish({ price: 9, login: 4 });
    expect(decisions.find(({ key }) => key === 'TEAM~1')).toMatchObject({
      ...{ decision: 'follow_renewal', accounts: 2, following: 1 },
      losses: [{ reason: 'an add-on gets worse', accounts: 1 }],
    });
    expect([await read(other), await read(caller)]).toEqual(['TEAM 900', 'TEAM~1 1300 TEAM in 10']);
    expect(await readAddOnNotices(caller)).toEqual(['announced Login 300 → 400 in 10']);
    await work(inDays(11));
    expect([await read(caller), await readAddOns(caller)]).toEqual(['TEAM 1300', ['Login 400']]);
  });

  test('has a notice until the account turns it off, or dismisses that, and another one if it becomes something else', async () => {
    await publish({ login: 3 });
    const caller = await makeCaller();
    await turnOn(caller, 'pack');
    await turnOn(caller, 'login');
    await publish({ price: 12, pack: 8, login: 3, loginFor: ['MAX'] }, renew);
    const [login, pack] = ['announced Login 300 → off in 10', 'announced Pack 500 → 800 in 10'];
    expect(await readAddOnNotices(caller)).toEqual([login, pack]);
    await changeAddOn(service, caller, { ...request, addOnId: 'login', active: false, quantity: null });
    expect(await readAddOnNotices(caller)).toEqual([pack]);
    const { id } = (await readAllNotices(caller)).find(({ addOn }) => addOn !== null)!;
    await dismissNotice(service, await refreshCaller(owner, caller), id);
    expect(await readAddOnNotices(caller)).toEqual([]);
    await publish({ price: 12, pack: 8, login: 4, loginFor: ['MAX'] });
    expect(await readAddOnNotices(caller)).toEqual([]);
    await publish({ price: 12, pack: 9, login: 4, loginFor: ['MAX'] });
    expect(await readAddOnNotices(caller)).toEqual(['announced Pack 500 → 900 in 10']);
    await switchTo(caller, 'MAX');
    expect(await readAddOnNotices(caller)).toEqual([]);
  });

  test('that stays as it is has none', async () => {
    await publish({ login: 3 });
    const caller = await makeCaller();
    await turnOn(caller, 'login');
    await publish({ price: 12, login: 3 }, renew);
    expect(await readNotices(caller)).toEqual([['kept', 1000, 1200, 10]]);
    await work(inDays(11));
    expect([await read(caller), await readAddOnNotices(caller)]).toEqual(['TEAM 1500', []]);
  });
});

describe('a higher minimum of users', () => {
  test('counts from the renewal on, and the number of users stays', async () => {
    await publish({ minUsers: 1 });
    const [caller, larger] = [await makeCaller(), await makeCaller()];
    await switchTo(larger, 'TEAM', { users: 5 });
    const { decisions } = await publish({ minUsers: 3 }, renew);
    expect(decisions[0]).toMatchObject({ losses: [{ reason: 'the minimum rises' }] });
    const readBounds = async () =>
      (await readAllNotices(caller)).map(({ type, previousPrice, price }) => [
        ...[type, previousPrice?.min_users, price?.min_users],
      ]);
    expect([await read(caller), await read(larger)]).toEqual([
      'TEAM~1 1000 TEAM in 10',
      'TEAM~1 5000 TEAM in 10',
    ]);
    expect(await readBounds()).toEqual([['kept', 1, 3]]);
    await work(inDays(11));
    expect([await read(caller), await read(larger)]).toEqual(['TEAM 3000', 'TEAM 5000']);
    expect(await readBounds()).toEqual([['changed', 1, 3]]);
    const [entry] = await readEntries(caller);
    expect(entry!.entry).toMatchObject({ kind: 'publication', users: 1, pays: 'more' });
  });

  test('does not count for what the account does before it', async () => {
    await publish({ minUsers: 1 });
    const caller = await makeCaller();
    await publish({ minUsers: 3 }, renew);
    await switchTo(caller, 'TEAM~1', { users: 2 });
    expect(await read(caller)).toBe('TEAM~1 2000 TEAM in 10');
    await work(inDays(11));
    expect([await read(caller), (await readView(caller)).state.users]).toEqual(['TEAM 3000', 2]);
  });
});

test('notices and the history say when the new price holds', async () => {
  const caller = await raise();
  expect(await readNotices(caller)).toEqual([['kept', 1000, 1200, 10]]);
  const entries = await readEntries(caller);
  const at = findRenewal(await readView(caller))!.at;
  expect(entries.map(({ followsAt }) => followsAt?.getTime() ?? null)).toEqual([at, null]);
  await work(inDays(11));
  expect(await readNotices(caller)).toEqual([['changed', 1000, 1200, null]]);
  const other = await makeCaller();
  expect(await readNotices(other)).toEqual([]);
});

test('a deleted account does not follow', async () => {
  await publish({});
  const { app } = await makeCaller();
  const account = await signUp(owner, app, { externalId: 'gone' });
  await putOn(owner, { app, id: account.id }, 'TEAM');
  await setPeriodEnd(createAccountCaller(app, account), inDays(10));
  await publish({ price: 12 }, renew);
  const host = createHostCaller(app);
  await deleteAccount(service, host, { account: 'gone', confirm: account.id, immediately: true });
  await deleteDueAccounts(service.pool, 10);
  await expect(work(inDays(11))).resolves.toBeUndefined();
});

test('an account with a clock follows by it', async () => {
  await publishPriceList(owner, { ...createInput({}), isTest: true }, makeId);
  const app = await readApp();
  const callers: AccountCaller[] = [];
  for (const [externalId, endsIn, period] of [
    ['by clock', 10, 'month'],
    ['behind', 40, 'month'],
    ['unknown', null, 'month'],
  ] as const) {
    const account = await signUp(owner, app, { externalId });
    await putOn(owner, { app, id: account.id }, 'TEAM', period);
    const caller = createAccountCaller(app, account);
    if (endsIn !== null) await setPeriodEnd(caller, inDays(endsIn));
    await advanceClock(service, createHostCaller(app), externalId, inDays(20));
    callers.push(caller);
  }
  await publish({ price: 12 }, renew);
  // The clock has passed the end of the period, or there is none.
  expect(await Promise.all(callers.map(read))).toEqual(['TEAM 1200', 'TEAM~1 1000 TEAM in 40', 'TEAM 1200']);
  await work(inDays(50));
  expect(await read(callers[1]!)).toBe('TEAM~1 1000 TEAM in 40');
  await advanceClock(service, createHostCaller(app), 'behind', inDays(45));
  expect(await read(callers[1]!)).toBe('TEAM 1200');
  const [entry] = await readEntries(callers[1]!);
  expect(Math.round((entry!.entry.activatedAt.getTime() - Date.now()) / dayMs)).toBe(40);
});

test('the time at which an account follows is computed without a call for each account', async () => {
  const plan = await owner.$queryRaw`
    EXPLAIN (VERBOSE) SELECT renewal_follows_at(now(), a.period_ends_at, 'month', NULL) FROM accounts a`;
  expect(JSON.stringify(plan)).not.toContain('renewal_follows_at');
});
