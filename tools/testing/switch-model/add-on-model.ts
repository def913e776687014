// The part of the model about add-ons. Each adds one feature.

export type ModelPeriod = 'month' | 'year';

export interface ModelPrice {
  fee: number | null;
  annualFee: number | null;
}

export interface ModelAddOn {
  id: string;
  active: boolean;
  maxQuantity: number;
  /** Human id of the feature that it adds. */
  feature: string;
  /** The add-on that it requires. */
  requires: string | null;
  /** Prices by version id. */
  prices: Map<string, ModelPrice>;
}

/** The parts of a version that decide about add-ons. */
interface OfferedVersion {
  id: string;
  /** Contents by human id of the feature. */
  contents: Record<string, string | number>;
}

/** An entry of the history of add-ons. */
export interface ModelAddOnChange {
  sequence: number;
  addOnId: string;
  active: boolean;
  /** 0 if it is off. */
  quantity: number;
  cause: 'toggle' | 'switch' | 'publication';
  /** Unix milliseconds. */
  changedAt: number;
  fee: number | null;
  annualFee: number | null;
  period: ModelPeriod;
}

/** What a switch does with an add-on that is on, or that an undo turns on. */
export interface ModelSwitchedAddOn {
  last: ModelAddOnChange;
  outcome: 'kept' | 'included' | 'lost' | 'restored';
  /** How many were on, or are again. */
  quantity: number;
  before: ModelPrice;
  after: ModelPrice;
}

/** The periods that a price is sold for. Only versions have a fee per user, which has no annual price. */
export function listPeriods({ fee, annualFee, userFee = null }: ModelPrice & { userFee?: number | null }) {
  const isFree = fee === 0 && !userFee;
  const isAnnual = isFree || (userFee === 0 && !fee) || (annualFee !== null && !userFee);
  return [
    ...(fee !== null || userFee !== null ? (['month'] as const) : []),
    ...(isAnnual ? (['year'] as const) : []),
  ];
}

/** The period whose fee an add-on has for an account. */
export function getPeriod(price: ModelPrice, period: ModelPeriod): ModelPeriod | null {
  const periods: ModelPeriod[] = listPeriods(price);
  if (periods.includes(period)) return period;
  return period === 'year' && periods.includes('month') ? 'month' : null;
}

/** The last change of each add-on that is on, by add-on id. */
export function getActive(history: ModelAddOnChange[]): Map<string, ModelAddOnChange> {
  const last = new Map(history.map((change) => [change.addOnId, change]));
  return new Map([...last].filter(([, { active }]) => active));
}

export function isIncluded({ feature }: ModelAddOn, version: OfferedVersion): boolean {
  const content = version.contents[feature];
  return content !== undefined && content !== 'optional';
}

export function isProvided(
  addOns: ModelAddOn[],
  id: string,
  version: OfferedVersion,
  on: Set<string>,
): boolean {
  const addOn = addOns.find((each) => each.id === id);
  return on.has(id) || (addOn !== undefined && isIncluded(addOn, version));
}

/** What a switch does with each add-on that is on, in the order of the add-ons. */
export function decideAddOns(
  addOns: ModelAddOn[],
  history: ModelAddOnChange[],
  current: OfferedVersion | null,
  target: OfferedVersion,
  period: ModelPeriod,
): ModelSwitchedAddOn[] {
  const active = getActive(history);
  const decided = addOns.flatMap((addOn): (ModelSwitchedAddOn & { addOn: ModelAddOn })[] => {
    const last = active.get(addOn.id);
    if (!last) return [];
    const { fee, annualFee } = last;
    const before = addOn.prices.get(current?.id ?? '') ?? { fee, annualFee };
    const targetPrice = addOn.active ? addOn.prices.get(target.id) : undefined;
    const offered = current === target ? before : targetPrice;
    const base = { addOn, last, quantity: last.quantity, before, after: before };
    if (current !== target && isIncluded(addOn, target)) return [{ ...base, outcome: 'included' }];
    const isOnRequest = offered !== undefined && listPeriods(offered).length === 0;
    if (offered && (getPeriod(offered, period) || (current === target && isOnRequest))) {
      return [{ ...base, after: offered, outcome: 'kept' }];
    }
    return [{ ...base, outcome: 'lost' }];
  });
  // An add-on requires at most one, and the required one comes first.
  for (const each of decided) {
    const on = new Set(decided.filter(({ outcome }) => outcome === 'kept').map(({ addOn }) => addOn.id));
    const { requires } = each.addOn;
    if (each.outcome !== 'kept' || !requires) continue;
    // On the same version, an add-on stays on without what was missing before.
    const wasMissing = current === target && !isProvided(addOns, requires, target, new Set(active.keys()));
    if (wasMissing) continue;
    if (isProvided(addOns, requires, target, on)) continue;
    each.outcome = 'lost';
    each.after = each.before;
  }
  return decided.map(({ addOn: _, ...rest }) => rest);
}

/** Records what a switch did with the add-ons. Returns the changes. */
export function recordSwitchedAddOns(
  history: ModelAddOnChange[],
  addOns: ModelSwitchedAddOn[],
  { period, changedAt }: { period: ModelPeriod; changedAt: number },
): ModelAddOnChange[] {
  const count = history.length;
  for (const { last, outcome, quantity, before, after } of addOns) {
    const isOn = outcome === 'kept' || outcome === 'restored';
    const isSame = [last, before].every(
      ({ fee, annualFee }) => fee === after.fee && annualFee === after.annualFee,
    );
    if (outcome === 'kept' && isSame && last.period === period) continue;
    history.push({
      sequence: history.length + 1,
      addOnId: last.addOnId,
      active: isOn,
      quantity: isOn ? quantity : 0,
      cause: 'switch',
      changedAt,
      fee: after.fee,
      annualFee: after.annualFee,
      period,
    });
  }
  return history.slice(count);
}
