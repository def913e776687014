import { getFeatureContent } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { AddOn, Matrix, MatrixFeature, Price, VersionEntry } from '@/lib/contract/versions';
import { calculateTotal, multiplyPrice, type PeriodPrice } from '@/lib/format/price';
import { createMatcher } from './create-matcher';

type PricedPlan = VersionEntry & PeriodPrice;

/** A plan that has what was searched for, by itself or with an add-on. */
export interface PlanMatch {
  version: PricedPlan;
  /** What the plan includes of a feature. Null for an add-on. */
  content: FeatureContent | null;
  /** The add-on that the plan needs. Null if it includes the feature. */
  addOn: { title: string; price: Price & PeriodPrice } | null;
  /** Price of the plan and its add-ons. Null if it can't be calculated. */
  total: number | null;
}

/** A feature, a usage limit or an add-on. */
export interface SearchResult {
  id: string;
  title: string;
  isAddOn: boolean;
  /** In the order of the plans. */
  plans: PlanMatch[];
  /** Of the plans that can be chosen, the one with the lowest total. Null if none has one. */
  cheapest: PlanMatch | null;
}

export interface SearchedList {
  versions: PricedPlan[];
  matrix?: Matrix | undefined;
}

/** The results for a query, best first. */
export function searchFeatures(list: SearchedList, query: string, seats: number): SearchResult[] {
  const rankMatch = createMatcher(query);
  const { features = [], offers = [] } = list.matrix ?? {};
  if (!rankMatch) return [];
  const ranked = [
    ...features.map((feature) => ({ row: feature, rank: rankMatch(feature), isAddOn: false })),
    // An add-on with the title of a feature is found as that feature.
    ...offers
      .filter(({ title }) => !features.some((feature) => feature.title === title))
      .map((addOn) => ({ row: addOn, rank: rankMatch(addOn), isAddOn: true })),
  ];
  return ranked
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ row: { id } }) => findResult(list, id, seats) ?? []);
}

/** The result for the ID of a feature or an add-on. Null if there is none. */
export function findResult(list: SearchedList, id: string, seats: number): SearchResult | null {
  const feature = list.matrix?.features.find((row) => row.id === id);
  const addOn = list.matrix?.offers.find((row) => row.id === id);
  const row = feature ?? addOn;
  if (!row) return null;
  const plans = list.versions.flatMap((version) =>
    feature
      ? (matchFeature(list, feature, version, seats) ?? [])
      : addOn
        ? (matchAddOns(list, [addOn.id], version, seats) ?? [])
        : [],
  );
  const priced = plans.filter(({ version, total }) => total !== null && canHave(version));
  return {
    id,
    title: row.title,
    isAddOn: !feature,
    plans,
    cheapest: priced.toSorted((a, b) => (a.total ?? 0) - (b.total ?? 0))[0] ?? null,
  };
}

/** Whether the user has the plan or could choose it. */
function canHave({ current, active, switch: decision }: VersionEntry): boolean {
  const isBlocked = decision?.blockers.some(({ code }) => code !== 'forbidden') ?? false;
  return current || (active && !isBlocked);
}

function matchFeature(
  list: SearchedList,
  feature: MatrixFeature,
  version: PricedPlan,
  seats: number,
): PlanMatch | null {
  const content = getFeatureContent(feature, version.id);
  if (content) return { version, content, addOn: null, total: calculateTotal(version, seats) };
  return matchAddOns(list, feature.offers[version.id]?.ids ?? [], version, seats);
}

/** The plan with the cheapest of these add-ons, and those that it requires. */
function matchAddOns(
  { matrix }: SearchedList,
  addOnIds: string[],
  version: PricedPlan,
  seats: number,
): PlanMatch | null {
  const base = calculateTotal(version, seats);
  const matches = addOnIds.flatMap((id): PlanMatch[] => {
    const required = collectRequired(matrix?.offers ?? [], id);
    const prices = required.map(({ versions, min_quantity }) => {
      const price = versions[version.id];
      return price ? multiplyPrice(price, min_quantity) : null;
    });
    const [addOn] = required;
    const [price] = prices;
    if (!addOn || !price || prices.includes(null)) return [];
    const total = prices.reduce<number | null>((sum, each) => {
      const amount = each && calculateTotal(each, seats);
      return sum === null || amount === null ? null : sum + amount;
    }, base);
    return [{ version, content: null, addOn: { title: addOn.title, price }, total }];
  });
  const priced = matches.filter(({ total }) => total !== null);
  return priced.toSorted((a, b) => (a.total ?? 0) - (b.total ?? 0))[0] ?? matches[0] ?? null;
}

/** The add-on, and all that it depends on. */
export function collectRequired(offers: AddOn[], id: string, found = new Set<AddOn>()): AddOn[] {
  const addOn = offers.find((offer) => offer.id === id);
  if (!addOn || found.has(addOn)) return [...found];
  found.add(addOn);
  for (const dependency of addOn.depends_on) collectRequired(offers, dependency, found);
  return [...found];
}
