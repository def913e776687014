import { beforeEach, expect, test } from 'vitest';
import type { BillingPeriod } from '@/lib/contract/fields';
import { makeId } from '@/lib/contract/ids';
import type { TermsRequest } from '@/lib/contract/terms';
import { withTenant } from '@/lib/db/connection/tenant';
import { setTerms } from '@/lib/domain/accounts/account-terms';
import { updateAccount } from '@/lib/domain/accounts/accounts';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import type { Revenue } from '@/lib/domain/editions/revenue';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { createAccountCaller, createHostCaller, changeInput as request } from '@/tools/testing/callers';
import { createImportInput, signUpOn } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { formatPublication } from '../compare/format-publication';
import type { Existing } from '../compare/keep-versions';
import { planPublication, publishPriceList } from './publish-price-list';

// What a review says that accounts pay before and after is compared with what they pay before and after the publication.

const { owner, service } = await openTestService();
let slug: string;
let count = 0;
let accountCount = 0;

const list = {
  features: ['files', 'sso', 'audit'],
  billing: { monthly: 1, annual: 0.8 },
  limits: {
    storage: { features: ['files'], unit: 'GB' },
    minSeats: { description: 'Minimum number of users', unit: 'user' },
  },
  plans: {
    BASIC: { price: 10, unit: '/month', features: ['files'], limits: { storage: 10 } },
    PRO: { price: 20, features: ['files'], limits: { storage: 20, minSeats: 5 } },
    SITE: { price: 18, unit: '/site/month', features: ['files'], limits: { storage: 30 } },
  },
  addOns: {
    pack: { price: 5, extensions: { storage: 10 }, subscriptionConstraints: { maxQuantity: 5 } },
    login: { price: 3, unit: 'user/month', features: ['sso'] },
    auditLog: { price: 2, features: ['audit'], dependsOn: ['login'] },
  },
} satisfies PriceListSpec;
type List = PriceListSpec & typeof list;

const parse = (spec: PriceListSpec, existing: Record<string, Existing> = {}) =>
  createImportInput(slug, spec, null, { existing: new Map(Object.entries(existing)) });
const apply = (spec: PriceListSpec, existing?: Record<string, Existing>) =>
  publishPriceList(owner, parse(spec, existing), makeId);

/** The list with other fields of plans and add-ons. */
const change = (
  plans: Partial<Record<keyof List['plans'], object>>,
  addOns: Partial<Record<keyof List['addOns'], object | null>> = {},
): PriceListSpec => {
  const merge = <T extends Record<string, object>>(
    rows: T,
    fields: Record<string, object | null | undefined>,
  ) =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([key, row]) =>
        fields[key] === null ? [] : [[key, { ...row, ...fields[key] }]],
      ),
    );
  const merged = { plans: merge(list.plans, plans), addOns: merge(list.addOns, addOns) };
  return { ...list, ...(merged as Pick<PriceListSpec, 'plans' | 'addOns'>) };
};

interface AccountSpec {
  plan: string;
  period?: BillingPeriod;
  users?: number;
  sites?: number;
  addOns?: Record<string, number>;
  /** The price that was agreed with it for its plan. */
  agreed?: TermsRequest['price'];
}

const getApp = () => owner.app.findUniqueOrThrow({ where: { slug } });

async function addAccount({
  plan,
  period = 'month',
  users = 1,
  sites,
  addOns = {},
  agreed: price,
}: AccountSpec): Promise<string> {
  accountCount += 1;
  const externalId = `customer-${accountCount}`;
  const id = await signUpOn(owner, slug, plan, externalId, period);
  const app = await getApp();
  const caller = createAccountCaller(app, { id, title: plan });
  await updateAccount(service, createHostCaller(app), externalId, { users });
  if (sites !== undefined) {
    const { current } = (await readCatalogView(service, app.id, id)).state;
    await switchVersion(service, caller, { ...request, versionId: current!.versionId, quantity: sites });
  }
  for (const [addOnId, quantity] of Object.entries(addOns)) {
    await changeAddOn(service, caller, { ...request, addOnId, active: true, quantity });
  }
  if (price) {
    const { current } = (await readCatalogView(service, app.id, id)).state;
    const terms = { version_id: current!.versionId, price, reason: 'Contract' };
    await setTerms(service, createHostCaller(app), id, terms);
  }
  return id;
}

/** What each account pays per month now, in minor units. */
async function readAmounts(ids: string[]): Promise<number[]> {
  const { id: appId } = await getApp();
  return Promise.all(
    ids.map(async (id) => {
      const view = await readCatalogView(service, appId, id);
      const { amount, billing_period } = computeSubscriptionTotal(getSubscription(view), view.catalog)!;
      return billing_period === 'year' ? amount / 12 : amount;
    }),
  );
}

const accounts: AccountSpec[] = [
  { plan: 'BASIC' },
  { plan: 'BASIC', addOns: { pack: 3 } },
  { plan: 'BASIC', period: 'year', users: 7, addOns: { login: 1, 'audit-log': 1 } },
  { plan: 'PRO', users: 2 },
  { plan: 'PRO', users: 9, addOns: { pack: 2, login: 1 } },
  { plan: 'PRO', period: 'year', users: 30 },
  { plan: 'SITE', sites: 4 },
  { plan: 'SITE', sites: 2, period: 'year', users: 3, addOns: { pack: 1, login: 1 } },
];
/** With prices that were agreed with them. */
const agreedAccounts: AccountSpec[] = [
  { plan: 'PRO', users: 6, addOns: { pack: 1 }, agreed: { user_fee: 1500 } },
  { plan: 'PRO', users: 3, agreed: { user_fee: 1500 } },
  { plan: 'PRO', period: 'year', users: 8, agreed: { user_fee: 1500 } },
  { plan: 'BASIC', period: 'year', agreed: { fee: 700, annual_fee: 8000 } },
  { plan: 'SITE', sites: 3, agreed: { fee: 1000 } },
];
let ids: string[];

beforeEach(async () => {
  count += 1;
  slug = `revenue-${count}`;
  await apply(list);
  ids = [];
  for (const account of accounts) ids.push(await addAccount(account));
});

const sumOf = (amounts: number[]) => Math.round(amounts.reduce((sum, amount) => sum + amount, 0));

/** Publishes a list, and compares the amounts of the accounts on these plans with the review of it. */
async function expectTruth(spec: PriceListSpec, existing: Record<string, Existing> = {}): Promise<Revenue> {
  const { revenue } = await planPublication(owner, parse(spec, existing), { revenue: true });
  const listed = new Set(revenue!.versions.map(({ id }) => id));
  const { id: appId } = await getApp();
  const owned = await withTenant(owner, { appId }, (queries) =>
    queries.currentVersion.findMany({ where: { appId } }),
  );
  const onListed = ids.filter((id) => listed.has(owned.find(({ accountId }) => accountId === id)!.versionId));
  const others = ids.filter((id) => !onListed.includes(id));
  const before = [await readAmounts(onListed), await readAmounts(others)] as const;
  await apply(spec, existing);
  await applyDueChanges(service);
  const after = [await readAmounts(onListed), await readAmounts(others)] as const;
  const periods = revenue!.versions.flatMap((version) => version.periods);
  const total = (name: 'before' | 'after') => sumOf(periods.map((period) => period[name]));
  // Each period is rounded.
  expect(Math.abs(total('before') - sumOf(before[0]))).toBeLessThan(5);
  expect(Math.abs(total('after') - sumOf(after[0]))).toBeLessThan(5);
  // The others pay the same.
  expect(after[1]).toEqual(before[1]);
  const largest = new Map(
    revenue!.versions.flatMap((version) => version.largest.map((each) => [each.id, each])),
  );
  for (const [index, id] of onListed.entries()) {
    expect(largest.get(id)).toMatchObject({
      before: Math.round(before[0][index]!),
      after: Math.round(after[0][index]!),
    });
  }
  return revenue!;
}

const cheaper = { BASIC: { price: 8 }, PRO: { price: 15 }, SITE: { price: 12 } };
const dearer = { BASIC: { price: 12 }, PRO: { price: 25 }, SITE: { price: 22 } };

test.each<[string, PriceListSpec, Record<string, Existing>?]>([
  ['lower prices', change(cheaper)],
  ['higher prices, which accounts keep', change(dearer)],
  [
    'higher prices, which accounts follow',
    change(dearer, { pack: { price: 9 }, login: { price: 4 } }),
    { BASIC: 'follow', PRO: 'follow', SITE: 'follow', pack: 'follow', login: 'follow' },
  ],
  [
    'a higher price that some follow',
    { ...change({ BASIC: { price: 9 }, PRO: { price: 19 } }), billing: { monthly: 1, annual: 1 } },
  ],
  [
    'no annual billing',
    { ...list, billing: undefined } as PriceListSpec,
    { BASIC: 'follow', PRO: 'follow', SITE: 'follow' },
  ],
  ['an add-on that is included', change({ BASIC: { features: ['files', 'sso'] } })],
  ['an add-on that is not available', change({}, { login: { availableFor: ['PRO'] } }), { login: 'follow' }],
  ['a cheaper add-on', change({}, { pack: { price: 4 } })],
  ['another unit', change({ SITE: { unit: '/team/month' } }), { SITE: 'follow' }],
  ['a higher minimum', change({ PRO: { limits: { storage: 20, minSeats: 20 } } }), { PRO: 'follow' }],
  ['a price on request', change({ PRO: { price: 'Contact sales' } }), { PRO: 'follow' }],
  ['a plan that is retired', { ...list, plans: { BASIC: list.plans.BASIC, PRO: list.plans.PRO } }],
  ['an add-on that is retired', change({ BASIC: { price: 9 } }, { auditLog: null, pack: null })],
])('a review says what accounts pay: %s', async (_, spec, existing) => {
  for (const account of agreedAccounts) ids.push(await addAccount(account));
  await expectTruth(spec, existing);
  // With earlier generations of plans and add-ons, and retired ones.
  const kept = await withTenant(owner, { appId: (await getApp()).id }, (queries) =>
    queries.version.findMany({ where: { catalogKey: 'BASIC~1' } }),
  );
  const earlier = Object.fromEntries(kept.map(({ catalogKey }) => [catalogKey, 'follow' as const]));
  await expectTruth(change(cheaper, { pack: { price: 3 } }), earlier);
});

test('an account that would lose an add-on does not follow, and pays the same', async () => {
  await apply(change(dearer));
  const spec = change({ BASIC: { price: 8 } }, { pack: { availableFor: ['PRO', 'SITE'] } });
  const { versions } = await expectTruth(spec);
  const earlier = versions.find(({ tag, title }) => title === 'Basic' && tag.includes('retired'))!;
  expect(earlier.periods[0]).toMatchObject({
    billingPeriod: 'month',
    accounts: 2,
    before: 3500,
    after: 3300,
  });
});

test('accounts that keep their plan pay the same, and those that follow the new price', async () => {
  const read = async (existing: Record<string, Existing>) => {
    const { revenue } = await planPublication(owner, parse(change({ PRO: { price: 25 } }), existing), {
      revenue: true,
    });
    return revenue!.versions.map(({ title, periods }) => [
      title,
      periods.map(({ before, after }) => [before, after]),
    ]);
  };
  // 5 and 9 users with the minimum, 2 packs and a login for 9 users.
  const pro = [10_000 + 18_000 + 1000 + 2700, 30 * 1600];
  expect(await read({})).toEqual([['Pro', pro.map((amount) => [amount, amount])]]);
  expect(await read({ PRO: 'follow' })).toEqual([
    [
      'Pro',
      [
        [31_700, 31_700 + 14 * 500],
        [48_000, 60_000],
      ],
    ],
  ]);
});

test('the ten largest accounts are listed, with their names', async () => {
  for (let users = 1; users <= 12; users += 1) await addAccount({ plan: 'PRO', users: users * 100 });
  const { revenue } = await planPublication(owner, parse(change(cheaper)), { revenue: true });
  const { largest, periods } = revenue!.versions.find(({ title }) => title === 'Pro')!;
  expect(periods.reduce((sum, { accounts: each }) => sum + each, 0)).toBe(15);
  expect(largest.map(({ users, before, after }) => [users, before, after])).toEqual(
    Array.from({ length: 10 }, (_, n) => [(12 - n) * 100, (12 - n) * 200_000, (12 - n) * 150_000]),
  );
  expect(largest[0]).toMatchObject({ title: 'PRO', externalId: expect.stringMatching(/^customer-/) });
});

test('the command prints the amounts with their currency', async () => {
  const text = formatPublication(
    slug,
    await planPublication(owner, parse(change(cheaper)), { revenue: true }),
  );
  expect(text).toContain('List revenue per month\n');
  expect(text).toMatch(/Pro {2}\(3 accounts, 41 users\): 797\.00 USD → \d+\.00 USD\n/);
});
