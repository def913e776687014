import { getFeatureContent } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { AddOn, Matrix, MatrixFeature, Price, VersionEntry } from '@/lib/contract/versions';
import { type PricePeriods, selectPricePeriods } from '@/lib/pricing/price';
import { computeAmount, isSoldFor } from '@/lib/pricing/total';
import { createMatcher } from './create-matcher';

/** A plan that has what was searched for, by itself or with an add-on. */
export interface PlanMatch {
  version: VersionEntry;
  /** What the plan includes of a feature. It is null for an add-on. */
  content: FeatureContent | null;
  /** The add-on that the plan needs. It is null if it includes the feature. */
  addOn: { title: string; price: Price; quantity: number } | null;
  /** Price of the plan and its add-ons. It is null if it can't be calculated. */
  total: number | null;
}

/** A feature, a usage limit or an add-on. */
export interface SearchResult {
  id: string;
  title: string;
  isAddOn: boolean;
  /** In the order of the plans. */
  plans: PlanMatch[];
  /** Of the plans that can be chosen, the one with the lowest total. It is null if none has one. */
  cheapest: PlanMatch | null;
}

export interface SearchedList {
  versions: VersionEntry[];
  matrix?: Matrix | undefined;
  /** Users of the account. */
  users: number;
}

/** What totals are for. */
type SearchedPrice = PricePeriods & { users: number };

/** The results for a query, best first. */
export function searchFeatures(list: SearchedList, query: string, searched: SearchedPrice): SearchResult[] {
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
    .flatMap(({ row: { id } }) => findResult(list, id, searched) ?? []);
}

/** The result for the ID of a feature or an add-on. It is null if there is none. */
export function findResult(list: SearchedList, id: string, searched: SearchedPrice): SearchResult | null {
  const feature = list.matrix?.features.find((row) => row.id === id);
  const addOn = list.matrix?.offers.find((row) => row.id === id);
  const row = feature ?? addOn;
  if (!row) return null;
  const plans = list.versions.flatMap((version) => {
    if (feature) return matchFeature(list, feature, version, searched) ?? [];
    return matchAddOns(list, [row.id], version, searched) ?? [];
  });
  const priced = plans.filter(
    ({ version, total }) =>
      total !== null && canHave(version) && isSoldFor(version, searched.users, list.users),
  );
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
  version: VersionEntry,
  searched: SearchedPrice,
): PlanMatch | null {
  const content = getFeatureContent(feature, version.id);
  if (content)
    return { version, content, addOn: null, total: computeMatch([{ price: version }], version, searched) };
  return matchAddOns(list, feature.offers[version.id]?.ids ?? [], version, searched);
}

/** For the period that is shown. What is not sold for the chosen one counts for that which it is sold for. */
function computeMatch(
  items: Parameters<typeof computeAmount>[0],
  version: VersionEntry,
  searched: SearchedPrice,
): number | null {
  const { shown } = searched;
  return computeAmount(items, { ...searched, ...selectPricePeriods(version, searched), shown });
}

/** The plan with the cheapest of these add-ons, and those that it requires. */
function matchAddOns(
  { matrix }: SearchedList,
  addOnIds: string[],
  version: VersionEntry,
  searched: SearchedPrice,
): PlanMatch | null {
  const matches = addOnIds.flatMap((id): PlanMatch[] => {
    const required = collectRequired(matrix?.offers ?? [], id);
    const items = required.flatMap(({ versions, min_quantity, max_quantity }) => {
      const price = versions[version.id];
      return price ? { price, quantity: max_quantity > 1 ? min_quantity : null } : [];
    });
    const [addOn] = required;
    const [item] = items;
    if (!addOn || !item || items.length < required.length) return [];
    return [
      {
        version,
        content: null,
        addOn: { title: addOn.title, price: item.price, quantity: item.quantity ?? 1 },
        total: computeMatch([{ price: version }, ...items], version, searched),
      },
    ];
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
