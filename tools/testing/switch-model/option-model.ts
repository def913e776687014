import {
  findRecord,
  getCurrentVersion,
  getLastChangeTime,
  getListedVersions,
  type Model,
  type ModelAccount,
  type ModelVersion,
  storeRecord,
} from './model';

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

export interface ModelToggleInput {
  offerId: string;
  active: boolean;
  idempotencyKey: string | null;
}

export type ModelToggleOutcome =
  | { errorCode: string }
  | { change: ModelOptionChange | null; changed: boolean; replayed: boolean };

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
function getPeriod(price: ModelPrice, period: ModelPeriod): ModelPeriod | null {
  const periods: ModelPeriod[] = listPeriods(price);
  if (periods.includes(period)) return period;
  return period === 'year' && periods.includes('month') ? 'month' : null;
}

/** The last change of each offer that is on, by offer id. */
function getActive(account: ModelAccount): Map<string, ModelOptionChange> {
  const last = new Map(account.optionHistory.map((change) => [change.offerId, change]));
  return new Map([...last].filter(([, { active }]) => active));
}

function isIncluded({ feature }: ModelOffer, version: ModelVersion): boolean {
  const content = version.contents[feature];
  return content !== undefined && content !== 'optional';
}

function isProvided(model: Model, id: string, version: ModelVersion, on: Set<string>): boolean {
  const offer = model.offers.find((each) => each.id === id);
  return on.has(id) || (offer !== undefined && isIncluded(offer, version));
}

/** Turns an offer on or off as the owner. */
export function applyToggle(
  model: Model,
  account: ModelAccount,
  input: ModelToggleInput,
): ModelToggleOutcome {
  const { offerId, active, idempotencyKey } = input;
  const request = JSON.stringify([offerId, active]);
  const first = findRecord(model, account, idempotencyKey);
  if (first?.request === request)
    return { change: first.optionChange, changed: first.changed, replayed: true };

  const offer = model.offers.find(({ id }) => id === offerId);
  const last = account.optionHistory.findLast((change) => change.offerId === offerId) ?? null;
  const isListed = getListedVersions(model, account, 'owner').some(({ id }) => offer?.prices.has(id));
  if (!offer || (!last && !isListed)) return { errorCode: 'option_not_found' };
  if (first) return { errorCode: 'idempotency_key_reused' };
  const isOn = last?.active ?? false;
  const blocker = isOn === active ? null : findToggleBlocker(model, account, offer, active);
  if (blocker) return { errorCode: blocker };

  const version = getCurrentVersion(model, account);
  let change = last;
  if (isOn !== active && version) {
    const price = offer.prices.get(version.id) ?? last;
    change = {
      sequence: account.optionHistory.length + 1,
      offerId,
      active,
      cause: 'toggle',
      changedAt: Math.max(model.now, getLastChangeTime(account)),
      fee: price?.fee ?? null,
      annualFee: price?.annualFee ?? null,
      period: account.period,
    };
    account.optionHistory.push(change);
  }
  const changed = isOn !== active;
  storeRecord(model, account, idempotencyKey, { request, activation: null, optionChange: change, changed });
  return { change, changed, replayed: false };
}

function findToggleBlocker(
  model: Model,
  account: ModelAccount,
  offer: ModelOffer,
  active: boolean,
): string | null {
  const version = getCurrentVersion(model, account);
  if (!version) return 'option_not_offered';
  const on = new Set(getActive(account).keys());
  if (!active) {
    const isRequired = model.offers.some(({ id, requires }) => on.has(id) && requires === offer.id);
    return isRequired && !isIncluded(offer, version) ? 'option_required' : null;
  }
  if (isIncluded(offer, version)) return 'option_included';
  const price = offer.prices.get(version.id);
  if (!offer.active || !price) return 'option_not_offered';
  if (listPeriods(price).length === 0) return 'price_on_request';
  if (getPeriod(price, account.period) === null) return 'billing_period_unavailable';
  if (offer.requires && !isProvided(model, offer.requires, version, on)) return 'option_dependency_missing';
  return null;
}

/** What a switch does with each offer that is on, in the order of the offers. */
export function decideOptions(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  period: ModelPeriod,
): ModelSwitchedOption[] {
  const current = getCurrentVersion(model, account);
  const active = getActive(account);
  const decided = model.offers.flatMap((offer): (ModelSwitchedOption & { offer: ModelOffer })[] => {
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
    if (isProvided(model, requires, target, on)) continue;
    each.outcome = 'lost';
    each.after = each.before;
  }
  return decided.map(({ offer: _, ...rest }) => rest);
}

/** Records what a switch did with the offers. */
export function recordSwitchedOptions(
  account: ModelAccount,
  options: ModelSwitchedOption[],
  { period, changedAt }: { period: ModelPeriod; changedAt: number },
): void {
  for (const { last, outcome, after } of options) {
    const isSame = last.fee === after.fee && last.annualFee === after.annualFee && last.period === period;
    if (outcome === 'kept' && isSame) continue;
    account.optionHistory.push({
      sequence: account.optionHistory.length + 1,
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
