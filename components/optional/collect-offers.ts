import type { MatrixFeature, VersionEntry } from '@/lib/contract/version-list';
import type { Fees } from '@/lib/format/price';

/** One thing to add: a feature, or several that are sold together under a name of their own. */
export interface Offer {
  key: string;
  title: string;
  description: string;
  /** What it holds, where that is more than its title says. */
  holds: { id: string; title: string }[];
  /** Each price, with the plans that it holds for. */
  prices: { fees: Fees; plans: VersionEntry[] }[];
}

export interface OfferGroup {
  title: string;
  offers: Offer[];
}

interface Draft extends Offer {
  groups: Set<string>;
}

/** Everything that can be added to `plans`, in groups, in the catalogue's order. */
export function collectOffers(
  features: readonly MatrixFeature[],
  plans: readonly VersionEntry[],
): OfferGroup[] {
  const drafts = new Map<string, Draft>();
  for (const feature of features) {
    for (const plan of plans) {
      const offer = feature.offers[plan.id];
      if (offer) note(drafts, feature, plan, offer);
    }
  }
  const groups = new Map<string, Offer[]>([['', []]]);
  for (const { groups: own, ...offer } of drafts.values()) {
    // What spans several groups belongs to none of them.
    const title = own.size === 1 ? ([...own][0] ?? '') : '';
    groups.set(title, [...(groups.get(title) ?? []), offer]);
  }
  return [...groups].flatMap(([title, offers]) => (offers.length > 0 ? [{ title, offers }] : []));
}

function note(
  drafts: Map<string, Draft>,
  feature: MatrixFeature,
  plan: VersionEntry,
  { title, fee, user_fee }: Fees & { title: string | null },
): void {
  const key = title === null ? `feature ${feature.id}` : `pack ${title}`;
  const draft: Draft = drafts.get(key) ?? {
    key,
    title: title ?? feature.title,
    description: title === null ? feature.description : '',
    holds: [],
    prices: [],
    groups: new Set(),
  };
  drafts.set(key, draft);
  draft.groups.add(feature.group);
  if (title !== null && !draft.holds.some(({ id }) => id === feature.id)) {
    draft.holds.push({ id: feature.id, title: feature.title });
  }
  const price = draft.prices.find(({ fees }) => fees.fee === fee && fees.user_fee === user_fee);
  if (!price) draft.prices.push({ fees: { fee, user_fee }, plans: [plan] });
  else if (!price.plans.includes(plan)) price.plans.push(plan);
}
