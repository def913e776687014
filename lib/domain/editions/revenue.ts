import { toCurrency } from '@/lib/contract/currency-digits';
import { billingPeriods } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/versions';
import { type AppCatalog, type CatalogAddOn, noPrice, toPriceJson } from '@/lib/db/catalog';
import type { CatalogFollow } from '@/lib/db/catalog-follows';
import type { Queries } from '@/lib/db/connection/client';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { readTenant } from '@/lib/db/connection/tenant';
import {
  type AccountRevenue,
  type AddOnRate,
  type AgreedPrice,
  type AgreedRate,
  maxLargest,
  type PeriodRevenue,
  type RevenuePlan,
  type RevenueRate,
  readRevenue,
} from '@/lib/db/revenue';
import { getBilledUnits, getBilledUsers } from '@/lib/pricing/price';
import { getItemFees } from '@/lib/pricing/total';
import { type CatalogView, createView } from '../catalog/catalog-view';
import type { Service } from '../service';
import { applyFollow, createGroupState, isConcerned, isHeldBack } from '../subscription/follow-publication';
import { getSubscription, type SubscribedAddOn, type Subscription } from '../subscription/subscription';

/** A change for all accounts of versions: of the catalog, and what accounts follow afterwards, in this order. */
export interface RevenueChange {
  before: AppCatalog;
  after: AppCatalog;
  follows: CatalogFollow[];
  /** The versions with accounts. */
  versionIds: string[];
  /** Prices that were agreed with accounts. */
  agreed: AgreedRate[];
  /** Versions that are listed even if their accounts pay the same. */
  listedIds: ReadonlySet<string>;
}

export interface Revenue extends Pick<RevenuePlan, 'currencies'> {
  versions: (RevenuePlan['versions'][number] & {
    periods: PeriodRevenue[];
    /** They pay most now, of all periods. */
    largest: AccountRevenue[];
  })[];
}

/** An add-on is evaluated with those that it requires, with which it is on. Others have no effect on it. */
export function planRevenue(change: RevenueChange): RevenuePlan {
  const { before, after, versionIds, listedIds } = change;
  const rates = versionIds.flatMap((versionId) => {
    const own = change.agreed.filter((each) => each.versionId === versionId);
    const periods = [
      ...[createRate(change, versionId, 'month', null), createRate(change, versionId, 'year', null)],
      ...own.map(({ billingPeriod, agreed }) => createRate(change, versionId, billingPeriod, agreed)),
    ];
    return listedIds.has(versionId) || periods.some(isChanged) ? periods : [];
  });
  const ids = new Set(rates.map(({ versionId }) => versionId));
  return {
    currencies: { before: toCurrency(before.app), after: toCurrency(after.app) },
    versions: before.versions
      .filter(({ id }) => ids.has(id))
      .sort(compareByTag)
      .map(({ id, title, tag }) => ({ id, title, tag })),
    rates,
  };
}

/** More than a million accounts need. */
const timeoutMs = '8000';

/** What accounts pay by list. Slow for a million accounts: one such read of an app runs at a time. */
export function estimateRevenue(
  { db }: Pick<Service, 'db'>,
  appId: string,
  plan: RevenuePlan,
): Promise<Revenue> {
  const read = () =>
    readTenant(
      db,
      { appId },
      async (queries) => {
        await queries.$queryRaw`SELECT set_config('statement_timeout', ${timeoutMs}, true)`;
        return readPlannedRevenue(queries, appId, plan);
      },
      { limited: false },
    );
  return limitReads(db.pool, appId, read, { serial: true });
}

/** Versions without accounts are left out. */
export async function readPlannedRevenue(
  queries: Queries,
  appId: string,
  { currencies, versions, rates }: RevenuePlan,
): Promise<Revenue> {
  const read = await readRevenue(queries, appId, rates);
  const listed = versions.flatMap((version) => {
    const rows = read.filter(({ versionId }) => versionId === version.id);
    const periods = billingPeriods.flatMap((period) => sumPeriod(rows, period));
    const largest = rows
      .flatMap((row) => row.largest)
      .sort((a, b) => b.before - a.before || b.after - a.after || (a.id < b.id ? -1 : 1))
      .slice(0, maxLargest);
    return periods.length > 0 ? [{ ...version, periods, largest }] : [];
  });
  return { currencies, versions: listed };
}

/** The accounts with the price of the list, and those with others. It is empty if there are none. */
function sumPeriod(rows: PeriodRevenue[], billingPeriod: BillingPeriod): PeriodRevenue[] {
  const [first, ...others] = rows.filter((row) => row.billingPeriod === billingPeriod);
  if (!first) return [];
  const sum = { ...first };
  for (const row of others) for (const name of summedFields) sum[name] += row[name];
  return [sum];
}

const summedFields = ['accounts', 'users', 'before', 'after', 'unpriced'] as const;

function isChanged({ addOns, otherAgreed: _, agreed: __, ...rate }: RevenueRate): boolean {
  return [rate, ...Object.values(addOns)].some((each) =>
    Object.values(each).some((value) => Array.isArray(value) && value.some((phase) => phase !== value[0])),
  );
}

function createRate(
  change: RevenueChange,
  versionId: string,
  billingPeriod: BillingPeriod,
  agreed: AgreedPrice | null,
): RevenueRate {
  const start = { versionId, billingPeriod, agreed };
  const { phases, follows } = simulate(change, start, null);
  const rates = phases.map(({ subscription, catalog }) => getVersionRate(subscription, catalog));
  const [, { subscription: stay }, { subscription: follow }] = phases;
  const appPeriod = change.before.app.billingPeriod;
  const addOns = change.before.addOns.map(
    (addOn) => [addOn.id, createAddOnRate(change, start, addOn)] as const,
  );
  return {
    ...{ versionId, billingPeriod, follows },
    ...toFeeRates(rates),
    minUsers: toRates(rates, ({ minUsers }) => minUsers),
    minUnits: toRates(rates, ({ minUnits }) => minUnits),
    keepsUnits: stay.version?.feeUnit === follow.version?.feeUnit,
    ownFactor: appPeriod === 'month' && billingPeriod === 'year' ? null : getFactor(appPeriod),
    agreed,
    otherAgreed: agreed
      ? []
      : change.agreed
          .filter((each) => each.versionId === versionId && each.billingPeriod === billingPeriod)
          .map((each) => each.agreed),
    addOns: Object.fromEntries(addOns),
  };
}

/** What the accounts of a rate have. */
type RateStart = Pick<RevenueRate, 'versionId' | 'billingPeriod' | 'agreed'>;

function createAddOnRate(change: RevenueChange, start: RateStart, addOn: CatalogAddOn): AddOnRate {
  const { phases, blocks } = simulate(change, start, addOn);
  const rates = phases.map(({ subscription, addOn: own, catalog }) =>
    own && !hasOwnPrice(own) ? getAddOnRate(own, subscription, catalog) : notCharged,
  );
  const own = toRates(phases, (phase) => phase.addOn !== null && hasOwnPrice(phase.addOn));
  return {
    ...toFeeRates(rates),
    ...{ own, blocks, hasOwn: own.includes(true) },
    perQuantity: addOn.maxQuantity != null,
  };
}

const toFeeRates = (rates: (typeof notCharged)[]) => ({
  fee: toRates(rates, ({ fee }) => fee),
  userFee: toRates(rates, ({ userFee }) => userFee),
  priced: toRates(rates, ({ priced }) => priced),
});

const notCharged = { fee: 0, userFee: 0, priced: true };

/** Whether the catalog has no price for it, so that it has that of the account's state. */
const hasOwnPrice = ({ price }: SubscribedAddOn) => 'changedAt' in price;

interface Phase {
  catalog: AppCatalog;
  subscription: Subscription;
  /** What has become of the add-on, or null if it is off. */
  addOn: SubscribedAddOn | null;
  /** Whether the account does not follow to it. */
  isHeldBack: boolean;
}

/** What an account has before, then, and then if it follows to another version. `follows` is whether it does. */
function simulate(
  { before, after, follows }: RevenueChange,
  { versionId, billingPeriod, agreed }: RateStart,
  addOn: CatalogAddOn | null,
) {
  const active = new Set<string>();
  const activate = (each: CatalogAddOn) => {
    if (active.has(each.id)) return;
    active.add(each.id);
    for (const required of before.addOns) if (each.dependsOn.includes(required.id)) activate(required);
  };
  if (addOn) activate(addOn);
  // A price for both periods, so that the add-on stays on.
  const price = { ...noPrice, fee: 1, annualFee: 1 };
  const addOns = Object.fromEntries([...active].map((id) => [id, price]));
  const state = createGroupState({ versionId, billingPeriod, addOns, terms: agreed });
  const start = (catalog: AppCatalog): Phase => {
    const subscription = getSubscription(createView(catalog, state));
    return { catalog, subscription, addOn: findAddOn(subscription, addOn?.id), isHeldBack: false };
  };
  const steps = follows.filter((each) => isConcerned(each, { versionId, billingPeriod }));
  const follow = steps.find(({ toVersionId }) => toVersionId !== versionId);
  const view = createView(after, state);
  const stay = steps
    .filter((step) => step !== follow)
    .reduce((phase, step) => apply(view, phase, step), start(after));
  const followed = follow ? apply(view, stay, follow) : stay;
  const phases: [Phase, Phase, Phase] = [start(before), stay, followed];
  return {
    phases,
    follows: follow !== undefined,
    blocks: followed.isHeldBack,
  };
}

function apply(view: CatalogView, { subscription: before, addOn }: Phase, step: CatalogFollow): Phase {
  const followed = applyFollow(view, before, step);
  const changed = followed.addOns.find((each) => addOn && each.before?.id === addOn.id);
  return {
    catalog: view.catalog,
    subscription: followed.after,
    addOn: changed?.after ?? null,
    isHeldBack: isHeldBack(step, followed),
  };
}

const findAddOn = ({ addOns }: Subscription, id: string | undefined) =>
  addOns.find((each) => each.id === id) ?? null;

/** Twelfths of a month in a period: amounts for a year stay whole numbers. */
const getFactor = (period: BillingPeriod) => (period === 'year' ? 1 : 12);

function getVersionRate({ version, billingPeriod }: Subscription, { app }: AppCatalog) {
  const price = toPriceJson(version ?? noPrice);
  const units = getBilledUnits(price, null);
  const periods = { app: app.billingPeriod, billed: billingPeriod, shown: billingPeriod };
  const fees = getItemFees({ price: { ...price, units: units && 1 } }, periods);
  return {
    ...toRate(fees, billingPeriod),
    minUsers: getBilledUsers(price, 1),
    minUnits: units,
  };
}

function getAddOnRate(
  { addOn, price }: SubscribedAddOn,
  { billingPeriod }: Subscription,
  { app }: AppCatalog,
) {
  const periods = { app: app.billingPeriod, billed: billingPeriod, shown: billingPeriod };
  const quantity = addOn?.maxQuantity == null ? undefined : 1;
  return toRate(getItemFees({ price: toPriceJson(price), quantity }, periods), billingPeriod);
}

function toRate(fees: { fee: number; user_fee: number } | null, period: BillingPeriod) {
  const factor = getFactor(period);
  return { fee: (fees?.fee ?? 0) * factor, userFee: (fees?.user_fee ?? 0) * factor, priced: fees !== null };
}

const toRates = <T, R>(phases: T[], read: (phase: T) => R) => phases.map(read) as [R, R, R];
