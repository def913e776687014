import { singularizeUnit } from '@/lib/format/amount';
import type { Extension } from '../parse/extension';
import type { ListedLimit, ListedPlan, PriceList } from '../parse/normalize-price-list';
import { toSentenceCase } from '../yaml/humanize';
import { isUserNoun, parseBillingUnit } from './billing-unit';
import type { ImportReport } from './import-report';
import { isUnlimited } from './limit-unit';
import type { WrittenVersion } from './written-catalog';

/** What a limit bounds: how many users, or how many units of the plans' prices, an account can have. */
interface PriceBound {
  limit: ListedLimit;
  isMinimum: boolean;
  column: 'minUsers' | 'minQuantity' | 'maxQuantity';
}

/** Words that do not say what is counted. */
const fillers =
  /^(min|minimum|max|maximum|number|amount|count|of|the|required|requirement|needed|allowed|to|buy|purchase|order|billing|billed|paid|per|plan|account|limit)$/;

/**
 * Reads limits such as "min licenses" and "max sites" as bounds of the price: each that bounds what the plans are charged per,
 * unless the extension has an entry for it in `usageLimits`, or an add-on changes it. A minimum, and each bound of a unit, is a
 * field of the versions and no longer a limit. A maximum of users stays one, because add-ons can raise it: it becomes the app's
 * `users_limit` if the extension says nothing.
 */
export function readPriceBounds(
  list: PriceList,
  versions: WrittenVersion[],
  extension: Extension,
  report: ImportReport,
): { list: PriceList; versions: WrittenVersion[]; usersLimit: string | null } {
  const bounds = list.limits.flatMap((limit) => {
    const isOwn =
      extension.usageLimits?.[limit.key] !== undefined ||
      list.addOns.some(({ limits, extensions }) => limits.has(limit.key) || extensions.has(limit.key));
    return isOwn ? [] : (findBound(list, versions, limit) ?? []);
  });
  const read = bounds.filter(({ isMinimum, column }) => isMinimum || column === 'maxQuantity');
  for (const { limit, column, isMinimum } of read) {
    const what = column === 'minUsers' ? 'users' : 'units';
    const reason = `served as the ${isMinimum ? 'smallest' : 'largest'} number of ${what} of the price`;
    report.change('limit', ['usageLimits', limit.key], reason);
    for (const plan of list.plans) {
      if (plan.limits.has(limit.key)) {
        report.change('amount', ['plans', plan.key, 'usageLimits', limit.key], reason);
      }
    }
  }
  const [maximum, ...others] = bounds.filter((bound) => !read.includes(bound));
  const usersLimit =
    extension.app?.users_limit === undefined && others.length === 0 ? maximum?.limit.key : null;
  if (usersLimit != null) {
    report.change('limit', ['usageLimits', usersLimit], 'served as a limit, and read as the limit of users');
  }
  const keys = new Set(read.map(({ limit }) => limit.key));
  return {
    list: { ...list, limits: list.limits.filter(({ key }) => !keys.has(key)) },
    versions: versions.map((version, index) => setBounds(version, list.plans[index]!, list, read)),
    usersLimit: usersLimit ?? null,
  };
}

function findBound(
  { plans, currency }: PriceList,
  versions: WrittenVersion[],
  limit: ListedLimit,
): PriceBound | null {
  const words = toSentenceCase(limit.key).toLowerCase().split(' ');
  const isMinimum = /^min(imum)?$/.test(words[0] ?? '');
  if (limit.valueType !== 'NUMERIC' || !(isMinimum || /^max(imum)?$/.test(words[0] ?? ''))) return null;
  const noun = singularizeUnit(words.filter((word) => !fillers.test(word)).join(' ') || limit.unit);
  const perUser = plans.some((plan, index) => isChargedPerUser(plan, versions[index]!, currency));
  if (perUser && isUserNoun(noun)) return { limit, isMinimum, column: 'minUsers' };
  if (!versions.some(({ feeUnit }) => feeUnit === noun)) return null;
  return { limit, isMinimum, column: isMinimum ? 'minQuantity' : 'maxQuantity' };
}

/** Whether the price is per user, also one that is on request. */
function isChargedPerUser(plan: ListedPlan, { fee, userFee }: WrittenVersion, currency: string): boolean {
  if (userFee !== null) return true;
  return fee === null && parseBillingUnit(plan.unit, currency).per === 'user';
}

function setBounds(
  version: WrittenVersion,
  plan: ListedPlan,
  { currency }: PriceList,
  bounds: PriceBound[],
): WrittenVersion {
  const set = { ...version };
  for (const { limit, column } of bounds) {
    const value = plan.limits.get(limit.key);
    const applies =
      column === 'minUsers' ? isChargedPerUser(plan, version, currency) : version.feeUnit !== null;
    if (!applies || typeof value !== 'number' || isUnlimited(value) || !Number.isInteger(value)) continue;
    if (value > 1 || column === 'maxQuantity') set[column] ??= Math.max(1, value);
  }
  return set;
}
