import type {
  AppCatalog,
  CatalogAddOn,
  CatalogFeature,
  CatalogVersion,
  FeatureContent,
} from '@/lib/db/catalog';
import { hasAmount, isAmountAsGood, listEffects } from '@/lib/domain/catalog/amounts';
import { computeSubscriptionTotal, type Subscription } from '@/lib/domain/subscription/subscription';

// The cheapest add-ons for a usage, by trying each combination. Only totals and the order of amounts are those of the service.

/** The price per period; null if it can't be priced. `none` if no combination holds the usage, `many` if they are too many. */
export type ForcedFit = { amount: number | null } | 'none' | 'many';

const maxCombinations = 5000;

/** `subscription` has no add-ons. */
export function findCheapestByForce(
  catalog: AppCatalog,
  subscription: Subscription,
  usage: Record<string, number>,
): ForcedFit {
  const { app, features, addOns } = catalog;
  const { version, billingPeriod, users } = subscription;
  const plan = version as CatalogVersion;
  const limitOfUsers = features.find(({ limitKey }) => limitKey !== null && limitKey === app.usersLimit)?.id;
  const used = features.filter(({ humanId, id }) => usage[humanId] !== undefined || id === limitOfUsers);
  const isSold = (each: CatalogAddOn) => {
    const price = findPrice(each, plan);
    if (!price || app.billingPeriod === 'year' || billingPeriod === 'year') return price !== undefined;
    const isOnlyAnnual = price.fee === null && price.userFee === null;
    return !isOnlyAnnual || (price.annualFee === null && price.annualUserFee === null);
  };
  const offers = addOns.filter(
    (each) =>
      each.active &&
      each.public &&
      each.replacedBy === null &&
      isSold(each) &&
      !isCovered(each, plan, features),
  );
  const ids = new Set(used.map(({ id }) => id));
  const tried = new Set(
    offers.filter((each) => listEffects(each, plan.id).some(({ featureId }) => ids.has(featureId))),
  );
  for (const each of tried)
    for (const other of offers) if (each.dependsOn.includes(other.id)) tried.add(other);
  const list = [...tried];
  const ranges = list.map((each) => {
    const [min, max] = [each.minQuantity ?? 1, each.maxQuantity ?? 1];
    const enough = listEffects(each, plan.id).map(({ featureId, effect, amount }) => {
      const feature = used.find(({ id }) => id === featureId);
      const target = Math.max(usage[feature?.humanId ?? ''] ?? 0, featureId === limitOfUsers ? users : 0);
      return effect === 'add' && amount ? Math.ceil(target / amount) : 1;
    });
    const most = Math.min(max, Math.max(min, ...enough));
    return [0, ...Array.from({ length: most - min + 1 }, (_, index) => min + index)];
  });
  if (ranges.reduce((product, { length }) => product * length, 1) > maxCombinations) return 'many';

  const isHeld = (counts: number[]) =>
    used.every((feature) => {
      const content = combine(feature, plan, list, counts);
      const { humanId, betterAmount, id } = feature;
      if (id === limitOfUsers && content && content.amount !== null && Math.floor(content.amount) < users)
        return false;
      const amount = usage[humanId];
      if (amount === undefined || amount === 0 || betterAmount === 'lower') return true;
      return content ? content.unlimited || content.amount === null || content.amount >= amount : false;
    });
  const isAllowed = (counts: number[]) =>
    list.every((each, index) => {
      if (counts[index] === 0) return true;
      const isOn = (id: string) => counts[list.findIndex((other) => other.id === id)];
      const lacks = each.dependsOn.some((id) => {
        const required = addOns.find((other) => other.id === id);
        return required && !isOn(id) && !isCovered(required, plan, features);
      });
      return !lacks && !each.excludes.some(isOn);
    });

  let best: ForcedFit = 'none';
  const counts = list.map(() => 0);
  const visit = (index: number): void => {
    if (index < list.length) {
      for (const count of ranges[index]!) {
        counts[index] = count;
        visit(index + 1);
      }
      return;
    }
    if (!isAllowed(counts) || !isHeld(counts)) return;
    const chosen = list.flatMap((addOn, at) => {
      const { id, title } = addOn;
      const price = findPrice(addOn, plan)!;
      return counts[at] === 0 ? [] : [{ id, title, addOn, quantity: counts[at]!, price, billingPeriod }];
    });
    const total = computeSubscriptionTotal({ ...subscription, addOns: chosen }, catalog)!;
    const amount = total.not_included.length > 0 ? null : total.amount;
    if (
      best === 'none' ||
      best === 'many' ||
      best.amount === null ||
      (amount !== null && amount < best.amount)
    )
      best = { amount };
  };
  visit(0);
  return best;
}

const findPrice = (addOn: CatalogAddOn, { id }: CatalogVersion) =>
  addOn.versions.find(({ versionId }) => versionId === id);

/** What a plan has of a feature with numbers of add-ons: the best of what is set, and then the sum of what is added. */
function combine(
  { id, betterAmount }: CatalogFeature,
  plan: CatalogVersion,
  addOns: CatalogAddOn[],
  counts: number[],
): FeatureContent | undefined {
  const effects = addOns.flatMap((addOn, index) =>
    listEffects(addOn, plan.id)
      .filter(({ featureId }) => counts[index] !== 0 && featureId === id)
      .map((effect) => ({ ...effect, count: counts[index]! })),
  );
  let content: FeatureContent | undefined = plan.links.find(({ featureId }) => featureId === id);
  for (const each of effects.filter(({ effect }) => effect !== 'add')) {
    const isBetter = hasAmount(each)
      ? !content || !isAmountAsGood(content, each, betterAmount)
      : !content || each.effect === 'set';
    if (isBetter) content = each;
  }
  for (const { amount, unlimited, count } of effects.filter(({ effect }) => effect === 'add')) {
    content =
      unlimited || content?.unlimited
        ? { value: null, amount: null, unlimited: true }
        : { value: null, amount: (content?.amount ?? 0) + (amount ?? 0) * count, unlimited: false };
  }
  return content;
}

/** Whether a plan has all that an add-on adds. */
function isCovered(addOn: CatalogAddOn, plan: CatalogVersion, features: CatalogFeature[]): boolean {
  const effects = listEffects(addOn, plan.id);
  if (addOn.features.length === 0) return false;
  return effects.every((each) => {
    const content = plan.links.find(({ featureId }) => featureId === each.featureId);
    if (!content) return false;
    if (each.effect === 'add') return content.unlimited || (each.amount === 0 && !each.unlimited);
    const { betterAmount } = features.find(({ id }) => id === each.featureId)!;
    if (hasAmount(each)) return isAmountAsGood(content, each, betterAmount);
    return each.effect === 'include' || content.unlimited || content.value === each.value;
  });
}
