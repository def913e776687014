import { type App, isLimitRow, toPriceJson } from '@/lib/db/catalog';
import { isAmountAsGood } from '@/lib/domain/catalog/amounts';
import { isNothing } from '@/lib/format/localized-amount';
import { isFree, isPriced } from '@/lib/pricing/price';
import type { Extension } from '../parse/extension';
import type { Remark } from '../yaml/diagnostics';
import type { ImportedCatalog, WrittenCell, WrittenVersion } from './written-catalog';

type StoredUrls = Partial<Pick<App, 'checkoutUrl' | 'contactUrl'>>;

/** What customers probably do not get as the list means it. `stored` is the app if it exists. */
export function findCatalogWarnings(
  catalog: ImportedCatalog,
  extension: Extension,
  stored: StoredUrls | undefined,
): Remark[] {
  return [
    ...findDearerPlans(catalog),
    ...findUnpaidTrials(catalog, stored),
    ...findMissingContact(catalog, stored),
    ...findBetterAmounts(catalog, extension),
    ...findIdleAmounts(catalog),
  ];
}

const remark = (path: string[], message: string): Remark => ({ source: 'price-list', path, message });

/** Customers of a plan that is priced on request need an address. */
function findMissingContact({ app, versions }: ImportedCatalog, stored: StoredUrls | undefined): Remark[] {
  const { contactUrl = stored?.contactUrl ?? null } = app;
  const version = versions.find((each) => each.active && !isPriced(toPriceJson(each)));
  if (!version || contactUrl !== null) return [];
  const message = `${version.title} is priced on request or in words, and customers see no address. Set app.contact_url in the extension.`;
  return [remark(['plans', version.catalogKey, 'price'], message)];
}

/**
 * Trials that go on as a plan with a price, in an app without a page that takes payments: owners start them, and pay nothing when
 * they end.
 */
function findUnpaidTrials({ app, versions }: ImportedCatalog, stored: StoredUrls | undefined): Remark[] {
  const { checkoutUrl = stored?.checkoutUrl ?? null } = app;
  if (checkoutUrl !== null) return [];
  return versions.flatMap((version) => {
    const { catalogKey, active, trialDays, trialThen } = version;
    const next = versions.find((each) => each.catalogKey === trialThen) ?? version;
    if (!active || trialDays === null || isFree(toPriceJson(next))) return [];
    const message = `After the trial, accounts have ${next.title} and nothing has asked for a payment. Set app.checkout_url in the extension, or a free plan as "then".`;
    return [{ source: 'extension', path: ['plans', catalogKey, 'trial'], message }];
  });
}

/** Names the amounts that differ between plans and of which less is read as better, or nothing is known. */
function findBetterAmounts({ features, cells }: ImportedCatalog, extension: Extension): Remark[] {
  const amounts = new Map<string, Set<number | null>>();
  for (const { feature, amount, unlimited } of cells) {
    if (!unlimited && amount === null) continue;
    const found = amounts.get(feature) ?? new Set();
    amounts.set(feature, found.add(unlimited ? null : amount));
  }
  return features.flatMap((feature) => {
    const { catalogKey, limitKey, title, betterAmount } = feature;
    if (betterAmount === 'higher' || (amounts.get(catalogKey)?.size ?? 0) < 2) return [];
    const section = isLimitRow(feature) ? 'usageLimits' : 'features';
    const key = section === 'usageLimits' ? (limitKey ?? '') : catalogKey;
    if (extension[section]?.[key]?.lower_is_better !== undefined) return [];
    const name = `${section}.${key}.lower_is_better`;
    const message =
      betterAmount === 'lower'
        ? `Less of "${title}" is read as better. If more is, set ${name} to false in the extension.`
        : `Whether more of "${title}" is better is not known. Set ${name} in the extension.`;
    return [remark([section, key], message)];
  });
}

/** The amounts and texts of add-ons that give an account on their plans nothing more. */
function findIdleAmounts({ features, cells, addOnPrices, addOnEffects }: ImportedCatalog): Remark[] {
  return addOnEffects.flatMap(({ addOn, feature, effect, byVersion, ...content }) => {
    const row = features.find(({ catalogKey }) => catalogKey === feature);
    const isText = content.amount === null && !content.unlimited;
    if (!row || effect === 'add' || byVersion !== null || (isText && content.value === null)) return [];
    const plans = addOnPrices.filter((price) => price.addOn === addOn).map(({ version }) => version);
    const isIdle = (plan: string) => {
      const cell = cells.find((each) => each.version === plan && each.feature === feature);
      if (cell === undefined) return false;
      return isText ? cell.value === content.value : isAmountAsGood(cell, content, row.betterAmount);
    };
    const limit = `"${row.limitKey ?? feature}"`;
    if (isNothing({ ...content, unit: row.unit }, row.betterAmount))
      return [remark(['addOns', addOn], `It has 0 of ${limit}, which adds nothing.`)];
    if (plans.length === 0 || !plans.every(isIdle)) return [];
    return [remark(['addOns', addOn], `Its plans have "${content.value}" of ${limit} already.`)];
  });
}

/** What a plan has, by the key of the feature. */
type Cells = ReadonlyMap<string, WrittenCell>;

/** Plans that cost more than another one and have less: a price or a value may be in the wrong plan. */
function findDearerPlans(catalog: ImportedCatalog): Remark[] {
  const versions = catalog.versions.filter(({ active, public: isPublic }) => active && isPublic);
  const cells = new Map(versions.map(({ catalogKey }) => [catalogKey, new Map<string, WrittenCell>()]));
  for (const cell of catalog.cells) cells.get(cell.version)?.set(cell.feature, cell);
  const cellsOf = ({ catalogKey }: WrittenVersion): Cells => cells.get(catalogKey) ?? new Map();
  return versions.flatMap((version) => {
    for (const cheaper of versions) {
      if (!isDearer(version, cheaper) || hasOtherAddOns(catalog, version, cheaper)) continue;
      const less = findLess(catalog, cellsOf(version), cellsOf(cheaper));
      if (less.length === 0) continue;
      const [first, ...others] = less;
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      const message = `It costs more than "${cheaper.title}" and has less: ${first}${more}.`;
      return [remark(['plans', version.catalogKey, 'price'], message)];
    }
    return [];
  });
}

const priceParts = [
  ['fee', 'annualFee', 'feeUnit'],
  ['userFee', 'annualUserFee', 'userFeeUnit'],
] as const;

/** Whether each part of the price is at least that of `other`, per the same unit, and one is higher. */
function isDearer(version: WrittenVersion, other: WrittenVersion): boolean {
  if (!isPriced(toPriceJson(version)) || !isPriced(toPriceJson(other))) return false;
  const isMonthly = [version, other].every(({ fee, userFee }) => fee !== null || userFee !== null);
  const parts = priceParts.map(([name, annualName, unit]) => {
    const [fee, otherFee] = [version, other].map((each) => {
      const monthly = each[name] ?? 0;
      return isMonthly ? monthly : (each[annualName] ?? 12 * monthly);
    }) as [number, number];
    const hasSameUnit = fee === 0 || otherFee === 0 || version[unit] === other[unit];
    return hasSameUnit ? fee - otherFee : Number.NaN;
  });
  return parts.every((difference) => difference >= 0) && parts.some((difference) => difference > 0);
}

/** Whether an add-on is available for `version` only. */
function hasOtherAddOns(
  { addOnPrices }: ImportedCatalog,
  version: WrittenVersion,
  other: WrittenVersion,
): boolean {
  const listAddOns = ({ catalogKey }: WrittenVersion) =>
    addOnPrices.flatMap((price) => (price.version === catalogKey ? [price.addOn] : []));
  const others = new Set(listAddOns(other));
  return listAddOns(version).some((addOn) => !others.has(addOn));
}

/** The titles of what `cells` have less of than `others`. Empty if they have more of anything, or what can't be compared. */
function findLess({ features }: ImportedCatalog, cells: Cells, others: Cells): string[] {
  if ([...cells.keys()].some((key) => !others.has(key))) return [];
  const less: string[] = [];
  for (const { catalogKey, title, betterAmount } of features) {
    const [cell, other] = [cells.get(catalogKey), others.get(catalogKey)];
    if (!other) continue;
    if (!cell) {
      less.push(title);
      continue;
    }
    const [amount, otherAmount] = [toNumber(cell), toNumber(other)];
    if (amount === null || otherAmount === null) {
      if (amount !== otherAmount || cell.value !== other.value) return [];
    } else if (amount !== otherAmount) {
      if (betterAmount === null || amount > otherAmount === (betterAmount === 'higher')) return [];
      less.push(title);
    }
  }
  return less;
}

function toNumber({ amount, unlimited }: WrittenCell): number | null {
  return unlimited ? Number.POSITIVE_INFINITY : amount;
}
