// The part of the model about offers. Each adds one feature.

export type ModelPeriod = 'month' | 'year';

export interface ModelPrice {
  fee: number | null;
  annualFee: number | null;
}

export interface ModelOffer {
  id: string;
  active: boolean;
  /** Human id of the feature that it adds. */
  feature: string;
  /** The offer that it requires. */
  requires: string | null;
  /** By version id. */
  prices: Map<string, ModelPrice>;
}

/** The parts of a version that decide about offers. */
interface OfferedVersion {
  id: string;
  /** By human id of the feature. */
  contents: Record<string, string | number>;
}

/** An entry of the history of offers. */
export interface ModelOptionChange {
  sequence: number;
  offerId: string;
  active: boolean;
  cause: 'toggle' | 'switch';
  /** Unix milliseconds. */
  changedAt: number;
  fee: number | null;
  annualFee: number | null;
  period: ModelPeriod;
}

/** What a switch does with an offer that is on. */
export interface ModelSwitchedOption {
  last: ModelOptionChange;
  outcome: 'kept' | 'included' | 'lost';
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

/** The period whose fee an offer has for an account. */
export function getPeriod(price: ModelPrice, period: ModelPeriod): ModelPeriod | null {
  const periods: ModelPeriod[] = listPeriods(price);
  if (periods.includes(period)) return period;
  return period === 'year' && periods.includes('month') ? 'month' : null;
}

/** The last change of each offer that is on, by offer id. */
export function getActive(history: ModelOptionChange[]): Map<string, ModelOptionChange> {
  const last = new Map(history.map((change) => [change.offerId, change]));
  return new Map([...last].filter(([, { active }]) => active));
}

export function isIncluded({ feature }: ModelOffer, version: OfferedVersion): boolean {
  const content = version.contents[feature];
  return content !== undefined && content !== 'optional';
}

export function isProvided(
  offers: ModelOffer[],
  id: string,
  version: OfferedVersion,
  on: Set<string>,
): boolean {
  const offer = offers.find((each) => each.id === id);
  return on.has(id) || (offer !== undefined && isIncluded(offer, version));
}

/** What a switch does with each offer that is on, in the order of the offers. */
export function decideOptions(
  offers: ModelOffer[],
  history: ModelOptionChange[],
  current: OfferedVersion | null,
  target: OfferedVersion,
  period: ModelPeriod,
): ModelSwitchedOption[] {
  const active = getActive(history);
  const decided = offers.flatMap((offer): (ModelSwitchedOption & { offer: ModelOffer })[] => {
    const last = active.get(offer.id);
    if (!last) return [];
    const { fee, annualFee } = last;
    const before = offer.prices.get(current?.id ?? '') ?? { fee, annualFee };
    const offered = current === target ? before : offer.active ? offer.prices.get(target.id) : undefined;
    const base = { offer, last, before, after: before };
    if (current !== target && isIncluded(offer, target)) return [{ ...base, outcome: 'included' }];
    if (offered && getPeriod(offered, period)) return [{ ...base, after: offered, outcome: 'kept' }];
    return [{ ...base, outcome: 'lost' }];
  });
  // An offer requires at most one, and the required one comes first.
  for (const each of decided) {
    const on = new Set(decided.filter(({ outcome }) => outcome === 'kept').map(({ offer }) => offer.id));
    const { requires } = each.offer;
    if (current === target || each.outcome !== 'kept' || !requires) continue;
    if (isProvided(offers, requires, target, on)) continue;
    each.outcome = 'lost';
    each.after = each.before;
  }
  return decided.map(({ offer: _, ...rest }) => rest);
}

/** Records what a switch did with the offers. */
export function recordSwitchedOptions(
  history: ModelOptionChange[],
  options: ModelSwitchedOption[],
  { period, changedAt }: { period: ModelPeriod; changedAt: number },
): void {
  for (const { last, outcome, after } of options) {
    const isSame = last.fee === after.fee && last.annualFee === after.annualFee && last.period === period;
    if (outcome === 'kept' && isSame) continue;
    history.push({
      sequence: history.length + 1,
      offerId: last.offerId,
      active: outcome === 'kept',
      cause: 'switch',
      changedAt,
      fee: after.fee,
      annualFee: after.annualFee,
      period,
    });
  }
}
