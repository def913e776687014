import {
  findRecord,
  getCurrentVersion,
  getLastChangeTime,
  getListedVersions,
  type Model,
  type ModelAccount,
  storeRecord,
} from './model';
import {
  getActive,
  getPeriod,
  isIncluded,
  isProvided,
  listPeriods,
  type ModelOffer,
  type ModelOptionChange,
} from './option-model';

export interface ModelToggleInput {
  offerId: string;
  active: boolean;
  idempotencyKey: string | null;
}

export type ModelToggleOutcome =
  | { errorCode: string }
  | { change: ModelOptionChange | null; changed: boolean; replayed: boolean };

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
  const on = new Set(getActive(account.optionHistory).keys());
  if (!active) {
    const isRequired = model.offers.some(({ id, requires }) => on.has(id) && requires === offer.id);
    return isRequired && !isIncluded(offer, version) ? 'option_required' : null;
  }
  if (isIncluded(offer, version)) return 'option_included';
  const price = offer.prices.get(version.id);
  if (!offer.active || !price) return 'option_not_offered';
  if (listPeriods(price).length === 0) return 'price_on_request';
  if (getPeriod(price, account.period) === null) return 'billing_period_unavailable';
  if (offer.requires && !isProvided(model.offers, offer.requires, version, on))
    return 'option_dependency_missing';
  return null;
}
