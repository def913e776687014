import type {
  AddOnEffect,
  CatalogAddOn,
  CatalogFeature,
  CatalogVersion,
  FeatureLink,
} from '@/lib/db/catalog';
import { listEffects } from '../catalog/amounts';
import { linkFeatures } from '../entitlements/entitlements';
import type { SubscribedAddOn } from '../subscription/subscription';

// The cheapest add-ons with which a version includes enough, by branch and bound. A branch turns on an add-on that changes what
// is not enough, with what it requires, and raises quantities. It ends where nothing cheaper than the best found is possible.

/** An add-on that is sold for a version. IDs are those of present generations. */
export interface Offer {
  id: string;
  sold: Omit<SubscribedAddOn, 'quantity'> & { addOn: CatalogAddOn };
  /** The smallest and largest quantity. */
  min: number;
  max: number;
  /** The price of one, in minor units. It is null if it can't be priced. */
  price: number | null;
  /** They must be on with it. The version does not include them. */
  requires: string[];
  excludes: string[];
}

/** What the version should include of a feature. */
export interface Demand {
  feature: CatalogFeature;
  /** The least amount that is enough. */
  amount: number;
  isMet(link: FeatureLink | undefined): boolean;
}

interface Problem {
  version: CatalogVersion;
  demands: Demand[];
  /** They are in catalog order. */
  offers: Offer[];
}

type Quantities = ReadonlyMap<Offer, number>;

interface Solution {
  /** It is null if no add-ons are enough. */
  quantities: Quantities | null;
  /** Whether all combinations were compared. Otherwise there can be a cheaper one. */
  isComplete: boolean;
}

/** Add-ons to look at for a version, each time that combinations with it are compared. */
const maxSteps = 25_000;

/**
 * The cheapest add-ons that meet all demands together, of equal ones the fewest. Add-ons without a price are used only for
 * what others can't meet.
 */
export function findCheapestAddOns(problem: Problem): Solution {
  const quantities = new Map<Offer, number>();
  const budget = { steps: maxSteps };
  for (const { demands, choices } of listGroups(problem)) {
    const priced = choices.filter(({ bundle }) => bundle.every(({ offer }) => offer.price !== null));
    const search = (from: Choice[]) => new Search(problem.version, demands, from, budget).run();
    const found = search(priced) ?? (priced.length < choices.length ? search(choices) : null);
    if (!found) return { quantities: null, isComplete: budget.steps > 0 };
    for (const [offer, quantity] of found) quantities.set(offer, quantity);
  }
  return { quantities, isComplete: budget.steps > 0 };
}

interface Choice {
  offer: Offer;
  /** On what is demanded. */
  effects: AddOnEffect[];
  /** The offer and all that it requires. */
  bundle: Choice[];
}

/** Demands that depend on the same add-ons. */
interface Group {
  demands: Demand[];
  choices: Choice[];
}

/** The demands that the version does not meet, with all that depends on their add-ons. No add-on is in two groups. */
function listGroups(problem: Problem): Group[] {
  const { version, demands } = problem;
  const choices = listChoices(problem);
  const roots = new Map<Demand | Choice, Demand | Choice>();
  const findRoot = (node: Demand | Choice): Demand | Choice => {
    const parent = roots.get(node);
    return parent ? findRoot(parent) : node;
  };
  const join = (a: Demand | Choice, b: Demand | Choice) => {
    const [rootA, rootB] = [findRoot(a), findRoot(b)];
    if (rootA !== rootB) roots.set(rootA, rootB);
  };
  for (const choice of choices) {
    for (const demand of demands) if (changes(choice, demand)) join(demand, choice);
    for (const other of choices)
      if (choice.bundle.includes(other) || isExcluded(choice, other)) join(other, choice);
  }
  const links = linkDemands(version, demands, new Map());
  const unmet = demands.filter(({ feature, isMet }) => !isMet(links.get(feature.id)));
  return [...new Set(unmet.map(findRoot))].map((root) => ({
    demands: demands.filter((each) => findRoot(each) === root),
    choices: choices.filter((each) => findRoot(each) === root),
  }));
}

/** The add-ons that change what is demanded, and those that they require. All that they require is offered. */
function listChoices({ version, demands, offers }: Problem): Choice[] {
  const featureIds = new Set(demands.map(({ feature }) => feature.id));
  const byId = new Map(
    offers.map((offer): [string, Choice] => {
      const effects = listEffects(offer.sold.addOn, version.id).filter(({ featureId }) =>
        featureIds.has(featureId),
      );
      return [offer.id, { offer, effects, bundle: [] }];
    }),
  );
  const addToBundle = (bundle: Set<Choice>, choice: Choice | undefined): boolean => {
    if (!choice || bundle.has(choice)) return choice !== undefined;
    bundle.add(choice);
    return choice.offer.requires.every((id) => addToBundle(bundle, byId.get(id)));
  };
  const possible = [...byId.values()].filter((choice) => {
    const bundle = new Set<Choice>();
    const isPossible = addToBundle(bundle, choice);
    choice.bundle = [...bundle];
    return isPossible;
  });
  const needed = new Set(possible.flatMap(({ effects, bundle }) => (effects.length > 0 ? bundle : [])));
  return possible.filter((choice) => needed.has(choice));
}

function changes({ effects }: Choice, { feature }: Demand): boolean {
  return effects.some(({ featureId }) => featureId === feature.id);
}

function isExcluded({ offer: a }: Choice, { offer: b }: Choice): boolean {
  return a.excludes.includes(b.id) || b.excludes.includes(a.id);
}

/** What the version includes with add-ons of the features that are demanded, by ID. */
function linkDemands(version: CatalogVersion, demands: Demand[], quantities: Quantities) {
  const features = demands.map(({ feature }) => feature);
  const addOns = [...quantities].map(([{ sold }, quantity]) => ({ addOn: sold.addOn, quantity }));
  return linkFeatures(features, version, addOns).links;
}

/** What a combination costs. Of equal prices, the one with fewer add-ons is cheaper. */
interface Cost {
  price: number;
  count: number;
}

function isCheaper(a: Cost, b: Cost): boolean {
  return a.price < b.price || (a.price === b.price && a.count < b.count);
}

function addCost({ price, count }: Cost, { price: each }: Offer, quantity: number): Cost {
  return { price: price + (each ?? 0) * quantity, count: count + quantity };
}

/** An add-on that is on, of which more can be added, and what one more adds to each demand that is not met. */
interface Raise {
  choice: Choice;
  gains: number[];
}

/** Differences that are this small come from sums of decimal fractions. The amounts themselves are compared exactly. */
const rounding = 1e-12;

class Search {
  private best: (Cost & { quantities: Quantities }) | null = null;

  constructor(
    private readonly version: CatalogVersion,
    private readonly demands: Demand[],
    private readonly choices: Choice[],
    private readonly budget: { steps: number },
  ) {}

  run(): Quantities | null {
    this.visit(new Set(), new Set());
    return this.best?.quantities ?? null;
  }

  /** Add-ons that are on in their smallest quantity, and those that another branch turns on. */
  private visit(on: ReadonlySet<Choice>, off: ReadonlySet<Choice>): void {
    const listed = this.choices.filter((choice) => on.has(choice));
    const cost = listed.reduce((sum, { offer }) => addCost(sum, offer, offer.min), { price: 0, count: 0 });
    if (!this.canImprove(cost, 0)) return;
    const quantities = new Map(listed.map(({ offer }) => [offer, offer.min]));
    const links = this.link(quantities);
    const unmet = this.demands.filter(({ feature, isMet }) => !isMet(links.get(feature.id)));
    if (unmet.length === 0) {
      this.best = { ...cost, quantities };
      return;
    }
    const shortages = unmet.map(({ feature, amount }) => amount - (links.get(feature.id)?.amount ?? 0));
    const bound = Math.max(
      ...unmet.map((demand, index) =>
        Math.min(...this.choices.map((each) => boundPrice(each, demand, shortages[index]!, { on, off }))),
      ),
    );
    if (!this.canImprove(cost, bound)) return;
    const raises = listed.flatMap((choice): Raise[] => {
      const gains = unmet.map((demand) => getGain(choice, demand));
      return choice.offer.max > choice.offer.min && gains.some((gain) => gain > 0) ? [{ choice, gains }] : [];
    });
    const ratio = ({ choice, gains }: Raise) => Math.min(...gains.map((gain) => getRatio(choice, gain)));
    this.raise(
      raises.toSorted((a, b) => ratio(a) - ratio(b)),
      shortages,
      cost,
      quantities,
    );
    const helpers = this.choices
      .filter(
        (choice) => !on.has(choice) && !off.has(choice) && unmet.some((demand) => changes(choice, demand)),
      )
      .sort((a, b) => (a.offer.price ?? 0) * a.offer.min - (b.offer.price ?? 0) * b.offer.min);
    const tried = new Set(off);
    for (const helper of helpers) {
      const next = new Set([...on, ...helper.bundle]);
      const isPossible = [...next].every(
        (each) => !tried.has(each) && ![...next].some((other) => isExcluded(each, other)),
      );
      if (isPossible) this.visit(next, new Set(tried));
      tried.add(helper);
    }
  }

  /** Finds how many more of each add-on make up what is missing. */
  private raise(raises: Raise[], shortages: number[], cost: Cost, quantities: Quantities): void {
    const [first, ...others] = raises;
    if (!first || !this.canImprove(cost, boundRaises(raises, shortages))) return;
    const { offer } = first.choice;
    const counts = shortages.map((shortage, index) =>
      shortage > 0 ? shortage / (first.gains[index] ?? 0) : 0,
    );
    // What no other one adds.
    const own = counts.filter((_, index) => others.every(({ gains }) => !gains[index]));
    const least = Math.max(0, ...own.map((count) => Math.ceil(count * (1 - rounding))));
    const useful = counts.filter(Number.isFinite).map((count) => Math.floor(count * (1 + rounding)) + 1);
    const most = Math.min(offer.max - offer.min, Math.max(0, ...useful));
    let previous = Number.POSITIVE_INFINITY;
    for (let count = most; count >= least; count -= 1) {
      const rest = shortages.map((shortage, index) => subtract(shortage, count * (first.gains[index] ?? 0)));
      const next = addCost(cost, offer, count);
      const bound = boundRaises(others, rest);
      const raised = new Map(quantities).set(offer, offer.min + count);
      if (this.canImprove(next, bound)) {
        if (bound > 0 || !this.record(next, raised)) this.raise(others, rest, next, raised);
      } else if (next.price + bound > previous) {
        // The bound is convex: with fewer, it only rises.
        break;
      }
      previous = next.price + bound;
    }
  }

  /** Keeps a combination if it meets all demands. */
  private record(cost: Cost, quantities: Quantities): boolean {
    const links = this.link(quantities);
    if (!this.demands.every(({ feature, isMet }) => isMet(links.get(feature.id)))) return false;
    this.best = { ...cost, quantities };
    return true;
  }

  private link(quantities: Quantities) {
    return linkDemands(this.version, this.demands, quantities);
  }

  /**
   * Whether a combination can be cheaper than the best one if it costs at least `bound` more. It is false at the end of the
   * budget.
   */
  private canImprove({ price, count }: Cost, bound: number): boolean {
    if (this.budget.steps <= 0) return false;
    this.budget.steps -= this.choices.length;
    // Prices are integers.
    const least = { price: Math.ceil(price + bound - 1e-6), count };
    return least.price < Number.POSITIVE_INFINITY && (this.best === null || isCheaper(least, this.best));
  }
}

/** What one of an add-on adds to a demand. */
function getGain({ effects }: Choice, { feature }: Demand): number {
  const added = effects.find(({ featureId, effect }) => featureId === feature.id && effect === 'add');
  return added?.amount ?? 0;
}

/** The price of one, by what it adds. */
function getRatio({ offer }: Choice, gain: number): number {
  return gain > 0 ? (offer.price ?? 0) / gain : Number.POSITIVE_INFINITY;
}

/** The least that more of add-ons which are on cost, at their prices for fractions. Infinite if they add nothing of a demand. */
function boundRaises(raises: Raise[], shortages: number[]): number {
  const bounds = shortages.flatMap((shortage, index) =>
    shortage > 0
      ? shortage * Math.min(...raises.map(({ choice, gains }) => getRatio(choice, gains[index] ?? 0)))
      : [],
  );
  return Math.max(0, ...bounds);
}

/** The least that a demand which is not met costs if it is met with an add-on, whatever others add. */
function boundPrice(
  choice: Choice,
  demand: Demand,
  shortage: number,
  { on, off }: { on: ReadonlySet<Choice>; off: ReadonlySet<Choice> },
): number {
  const { offer, effects } = choice;
  if (off.has(choice)) return Number.POSITIVE_INFINITY;
  const added = shortage * getRatio(choice, getGain(choice, demand));
  if (on.has(choice)) return offer.max > offer.min ? added : Number.POSITIVE_INFINITY;
  const isOther = ({ featureId, effect, unlimited }: AddOnEffect) =>
    featureId === demand.feature.id && (effect !== 'add' || unlimited);
  const first = (offer.price ?? 0) * offer.min;
  return effects.some(isOther) ? first : Math.max(first, added);
}

function subtract(shortage: number, amount: number): number {
  const rest = shortage - amount;
  return Math.abs(rest) <= rounding * amount ? 0 : rest;
}
