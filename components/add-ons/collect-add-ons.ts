import { getFeatureContent, splitMoreInfo } from '@/components/feature-content/feature-content';
import type { FeatureContent } from '@/lib/contract/fields';
import type { AddOn, Matrix, MatrixFeature, Price, VersionEntry } from '@/lib/contract/versions';
import { hasAmount, isAsGood, isNothing, isSameContent } from '@/lib/format/localized-amount';
import { getPriceKey } from '@/lib/pricing/price';

/** A feature that an add-on adds, or an amount that it raises. */
export interface AddOnItem {
  id: string;
  title: string;
  content: FeatureContent;
  /** Whether the amount is added to that of the plan: "+10 GB". */
  isAddition: boolean;
}

export interface ListedAddOn {
  id: string;
  title: string;
  description: string;
  /** Empty if the title already says what the add-on includes. */
  items: AddOnItem[];
  /** Notes of the price list. */
  notes: string[];
  /** Titles of the add-ons that this one requires, or that it can't be combined with. */
  requires: string[];
  excludes: string[];
  /** Each price, with the plans that it applies to. */
  prices: { price: Price; plans: VersionEntry[] }[];
}

export interface AddOnGroup {
  title: string;
  addOns: ListedAddOn[];
}

/** All add-ons of `plans`, by the group of their features. Groups are in the order of the comparison. */
export function collectAddOns(matrix: Matrix | undefined, plans: readonly VersionEntry[]): AddOnGroup[] {
  const titles = ['', ...(matrix?.features ?? []).map(({ group }) => group)];
  const groups = new Map<string, ListedAddOn[]>(titles.map((title) => [title, []]));
  for (const addOn of matrix?.offers ?? []) {
    const prices = collectPrices(addOn, plans);
    if (!matrix || prices.length === 0) continue;
    const title = findGroup(addOn, matrix);
    const group = groups.get(title) ?? [];
    group.push(toListedAddOn(addOn, matrix, prices));
    groups.set(title, group);
  }
  return [...groups].flatMap(([title, addOns]) => (addOns.length > 0 ? [{ title, addOns }] : []));
}

/** An add-on with the titles of its content. */
export function toListedAddOn(
  addOn: Omit<AddOn, 'versions'>,
  { features, offers: addOns }: Pick<Matrix, 'features' | 'offers'>,
  prices: ListedAddOn['prices'],
): ListedAddOn {
  const plans = prices.flatMap((price) => price.plans);
  const isMetered = prices.length > 0 && prices.every(({ price }) => price.price_text !== null);
  const items = listItems(addOn, features, plans).map((item) =>
    // What is charged per message does not add one message.
    isMetered && item.isAddition && item.content.amount === 1 ? { ...item, content: checkMark } : item,
  );
  const [onlyItem] = items;
  const repeatsTitle = items.length === 1 && onlyItem?.title === addOn.title && !hasAmount(onlyItem.content);
  // An add-on without a description is described by its only feature.
  const row = repeatsTitle ? features.find(({ id }) => id === onlyItem?.id) : undefined;
  const listTitles = (ids: string[]) =>
    ids.flatMap((id) => addOns.find((other) => other.id === id)?.title ?? []);
  return {
    id: addOn.id,
    title: addOn.title,
    description: addOn.description || row?.description || '',
    items: repeatsTitle ? [] : items,
    notes: splitMoreInfo(addOn.more_info ?? ''),
    requires: listTitles(addOn.depends_on),
    excludes: listTitles(addOn.excludes),
    prices,
  };
}

const checkMark: FeatureContent = { value: null, amount: null, unlimited: false, unit: null, period: null };

/** What an add-on adds to what the plans have. If they have all of it, what it is. */
function listItems(
  addOn: Pick<AddOn, 'features' | 'limits'>,
  features: MatrixFeature[],
  plans: VersionEntry[],
): AddOnItem[] {
  const rows = new Map(features.map((row) => [row.id, row]));
  const isEmpty = ({ id, ...amount }: AddOn['features'][number]) =>
    isNothing(amount, rows.get(id)?.better_amount ?? null);
  const limits = listChangedLimits(addOn.limits, plans.length === 1 ? plans[0]?.id : undefined);
  const stated = limits.filter((limit) => !isEmpty(limit));
  const items = [
    ...listAddedFeatures({ features: addOn.features, limits: stated }).map((feature) => ({
      ...toItem(feature),
      ...(isEmpty(feature) && { content: checkMark }),
      isAddition: false,
    })),
    ...stated.map((limit) => ({ ...toItem(limit), isAddition: limit.change === 'add' })),
  ];
  const added = items.filter(({ id, content, isAddition }) => {
    const row = rows.get(id);
    const hasAlready = (plan: VersionEntry) => {
      const included = row && getFeatureContent(row, plan.id);
      if (!included) return false;
      return isSameContent(content, checkMark) || isAsGood(included, content, row);
    };
    return isAddition || plans.length === 0 || !plans.every(hasAlready);
  });
  return added.length > 0 ? added : items;
}

/** The amounts that an add-on changes for a plan, or for all plans alike. */
export function listChangedLimits(limits: AddOn['limits'], planId: string | undefined): AddOn['limits'] {
  return limits.flatMap((limit) => {
    if (Object.keys(limit.versions).length === 0) return [limit];
    const amount = planId === undefined ? undefined : limit.versions[planId];
    return amount || planId === undefined ? [{ ...limit, ...amount }] : [];
  });
}

/** The features of an add-on without those whose amount it has as a limit. */
export function listAddedFeatures({ features, limits }: Pick<AddOn, 'features' | 'limits'>) {
  return features.filter(({ id }) => !limits.some((limit) => limit.id === id));
}

function toItem({ id, title, value, amount, unlimited, unit, period }: AddOn['features'][number]) {
  return { id, title, content: { value, amount, unlimited, unit, period } };
}

function collectPrices({ versions }: AddOn, plans: readonly VersionEntry[]): ListedAddOn['prices'] {
  const prices = new Map<string, ListedAddOn['prices'][number]>();
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

/** The group of all features and limits of the add-on. Empty if they are in several groups. */
function findGroup(addOn: AddOn, { features }: Matrix): string {
  const ids = new Set([...addOn.features, ...addOn.limits].map(({ id }) => id));
  const titles = new Set(features.filter(({ id }) => ids.has(id)).map(({ group }) => group));
  return titles.size === 1 ? ([...titles][0] ?? '') : '';
}
