import { splitMoreInfo } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { Matrix, Offer, Price, VersionEntry } from '@/lib/contract/versions';
import { hasAmount } from '@/lib/format/localized-amount';

/** A feature that an offer adds, or an amount that it raises. */
export interface OfferItem {
  id: string;
  title: string;
  content: FeatureContent;
  /** Whether the amount is added to that of the plan: "+10 GB". */
  isAddition: boolean;
}

export interface ListedOffer {
  id: string;
  title: string;
  description: string;
  /** Empty if the title already says what the offer includes. */
  items: OfferItem[];
  /** Notes of the price list. */
  notes: string[];
  /** Titles of the offers that this one requires, or that it can't be combined with. */
  requires: string[];
  excludes: string[];
  /** Each price, with the plans that it applies to. */
  prices: { price: Price; plans: VersionEntry[] }[];
}

export interface OfferGroup {
  title: string;
  offers: ListedOffer[];
}

/** All offers of `plans`, by the group of their features, in the order of the catalog. */
export function collectOffers(matrix: Matrix | undefined, plans: readonly VersionEntry[]): OfferGroup[] {
  const groups = new Map<string, ListedOffer[]>([['', []]]);
  for (const offer of matrix?.offers ?? []) {
    const prices = collectPrices(offer, plans);
    if (!matrix || prices.length === 0) continue;
    const title = findGroup(offer, matrix);
    const group = groups.get(title) ?? [];
    group.push(toListedOffer(offer, matrix, prices));
    groups.set(title, group);
  }
  return [...groups].flatMap(([title, offers]) => (offers.length > 0 ? [{ title, offers }] : []));
}

/** An offer with the titles of its content. */
export function toListedOffer(
  offer: Omit<Offer, 'versions'>,
  { features, offers }: Pick<Matrix, 'features' | 'offers'>,
  prices: ListedOffer['prices'],
): ListedOffer {
  const items = [
    ...listAddedFeatures(offer).map((feature) => ({ ...toItem(feature), isAddition: false })),
    ...offer.limits.map((limit) => ({ ...toItem(limit), isAddition: limit.change === 'add' })),
  ];
  const [onlyItem] = items;
  const repeatsTitle = items.length === 1 && onlyItem?.title === offer.title && !hasAmount(onlyItem.content);
  // An add-on without a description is described by its only feature.
  const row = repeatsTitle ? features.find(({ id }) => id === onlyItem?.id) : undefined;
  const listTitles = (ids: string[]) =>
    ids.flatMap((id) => offers.find((other) => other.id === id)?.title ?? []);
  return {
    id: offer.id,
    title: offer.title,
    description: offer.description || row?.description || '',
    items: repeatsTitle ? [] : items,
    notes: splitMoreInfo(offer.more_info ?? ''),
    requires: listTitles(offer.depends_on),
    excludes: listTitles(offer.excludes),
    prices,
  };
}

/** The features of an offer without those whose amount it has as a limit. */
export function listAddedFeatures({ features, limits }: Pick<Offer, 'features' | 'limits'>) {
  return features.filter(({ id }) => !limits.some((limit) => limit.id === id));
}

function toItem({ id, title, value, amount, unlimited, unit, period }: Offer['features'][number]) {
  return { id, title, content: { value, amount, unlimited, unit, period } };
}

function collectPrices({ versions }: Offer, plans: readonly VersionEntry[]): ListedOffer['prices'] {
  const prices = new Map<string, ListedOffer['prices'][number]>();
  for (const plan of plans) {
    const price = versions[plan.id];
    if (!price) continue;
    const key = getPriceKey(price);
    const listed = prices.get(key);
    if (listed) listed.plans.push(plan);
    else prices.set(key, { price, plans: [plan] });
  }
  return [...prices.values()];
}

export function getPriceKey(price: Price): string {
  const { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee, price_text } = price;
  return JSON.stringify([fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee, price_text]);
}

/** The group of all features and limits of the offer. Empty if they are in several groups. */
function findGroup(offer: Offer, { features }: Matrix): string {
  const ids = new Set([...offer.features, ...offer.limits].map(({ id }) => id));
  const titles = new Set(features.filter(({ id }) => ids.has(id)).map(({ group }) => group));
  return titles.size === 1 ? ([...titles][0] ?? '') : '';
}
