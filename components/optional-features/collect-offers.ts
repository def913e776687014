import type { MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import type { Fees } from '@/lib/format/price';

/** An optional feature, or several that are sold together under a title of their own. */
export interface Offer {
  key: string;
  title: string;
  description: string;
  /** The features that are sold together. Empty for a single feature. */
  features: { id: string; title: string }[];
  /** Each price, with the plans that it applies to. */
  prices: { fees: Fees; plans: VersionEntry[] }[];
}

export interface OfferGroup {
  title: string;
  offers: Offer[];
}

interface OfferDraft extends Offer {
  groups: Set<string>;
}

/** All offers of `plans`, by group, in the order of the catalog. */
export function collectOffers(
  features: readonly MatrixFeature[],
  plans: readonly VersionEntry[],
): OfferGroup[] {
  const drafts = new Map<string, OfferDraft>();
  for (const feature of features) {
    for (const plan of plans) {
      const offer = feature.offers[plan.id];
      if (offer) addOffer(drafts, feature, plan, offer);
    }
  }
  const groups = new Map<string, Offer[]>([['', []]]);
  for (const { groups: groupTitles, ...offer } of drafts.values()) {
    // An offer with features of several groups belongs to no group.
    const title = groupTitles.size === 1 ? ([...groupTitles][0] ?? '') : '';
    groups.set(title, [...(groups.get(title) ?? []), offer]);
  }
  return [...groups].flatMap(([title, offers]) => (offers.length > 0 ? [{ title, offers }] : []));
}

function addOffer(
  drafts: Map<string, OfferDraft>,
  feature: MatrixFeature,
  plan: VersionEntry,
  { title, fee, user_fee }: Fees & { title: string },
): void {
  const isSingle = title === feature.title;
  const key = isSingle ? `feature ${feature.id}` : `pack ${title}`;
  const draft: OfferDraft = drafts.get(key) ?? {
    key,
    title,
    description: isSingle ? feature.description : '',
    features: [],
    prices: [],
    groups: new Set(),
  };
  drafts.set(key, draft);
  draft.groups.add(feature.group);
  if (!isSingle && !draft.features.some(({ id }) => id === feature.id)) {
    draft.features.push({ id: feature.id, title: feature.title });
  }
  const price = draft.prices.find(({ fees }) => fees.fee === fee && fees.user_fee === user_fee);
  if (!price) draft.prices.push({ fees: { fee, user_fee }, plans: [plan] });
  else if (!price.plans.includes(plan)) price.plans.push(plan);
}
