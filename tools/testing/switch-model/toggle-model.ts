import {
  getActive,
  getPeriod,
  isIncluded,
  isProvided,
  listPeriods,
  type ModelAddOn,
  type ModelAddOnChange,
} from './add-on-model';
import {
  findRecord,
  getCurrentVersion,
  getLastChangeTime,
  getListedVersions,
  getTime,
  type Model,
  type ModelAccount,
  recordTime,
  storeRecord,
  storeRejection,
} from './model';

export interface ModelToggleInput {
  addOnId: string;
  active: boolean;
  /** The value is null for the default. */
  quantity: number | null;
  idempotencyKey: string | null;
}

export type ModelToggleOutcome =
  | { errorCode: string }
  | { change: ModelAddOnChange | null; changed: boolean; replayed: boolean };

/** Turns an add-on on or off, or changes its quantity, as the owner. */
export function applyToggle(
  model: Model,
  account: ModelAccount,
  input: ModelToggleInput,
): ModelToggleOutcome {
  const { addOnId, active, idempotencyKey } = input;
  const request = JSON.stringify([addOnId, active, input.quantity]);
  const first = findRecord(model, account, idempotencyKey);
  if (first?.request === request && first.rejection) return { errorCode: first.rejection.errorCode };
  if (first?.request === request)
    return { change: first.addOnChange, changed: first.changed, replayed: true };
  const reject = (errorCode: string) =>
    storeRejection(model, account, idempotencyKey, request, { errorCode, confirmed: null });

  const addOn = model.addOns.find(({ id }) => id === addOnId);
  const last = account.addOnHistory.findLast((change) => change.addOnId === addOnId) ?? null;
  const isListed = getListedVersions(model, account, 'owner').some(({ id }) => addOn?.prices.has(id));
  if (!addOn || (!last && !isListed)) return reject('option_not_found');
  if (first && !first.rejection) return { errorCode: 'idempotency_key_reused' };
  const current = last?.quantity ?? 0;
  const quantity = active ? (input.quantity ?? (current || 1)) : 0;
  const changed = quantity !== current;
  const blocker = changed ? findToggleBlocker(model, account, addOn, { current, quantity }) : null;
  if (blocker) return reject(blocker);

  const version = getCurrentVersion(model, account);
  let change = last;
  if (changed && version) {
    const price = addOn.prices.get(version.id) ?? last;
    change = {
      sequence: account.addOnHistory.length + 1,
      addOnId,
      active,
      quantity,
      cause: 'toggle',
      changedAt: Math.max(getTime(model, account), getLastChangeTime(account)),
      fee: price?.fee ?? null,
      annualFee: price?.annualFee ?? null,
      period: account.period,
    };
    recordTime(model, account, change);
    account.addOnHistory.push(change);
  }
  storeRecord(model, account, idempotencyKey, {
    request,
    entry: null,
    addOnChange: change,
    changed,
    rejection: null,
  });
  return { change, changed, replayed: false };
}

function findToggleBlocker(
  model: Model,
  account: ModelAccount,
  addOn: ModelAddOn,
  { current, quantity }: { current: number; quantity: number },
): string | null {
  const version = getCurrentVersion(model, account);
  if (!version) return 'option_not_offered';
  const on = new Set(getActive(account.addOnHistory).keys());
  if (quantity === 0) {
    const isRequired = model.addOns.some(({ id, requires }) => on.has(id) && requires === addOn.id);
    return isRequired && !isIncluded(addOn, version) ? 'option_required' : null;
  }
  const outOfRange = quantity > addOn.maxQuantity ? 'quantity_out_of_range' : null;
  if (quantity < current) return outOfRange;
  if (isIncluded(addOn, version)) return 'option_included';
  const price = addOn.prices.get(version.id);
  if (!addOn.active || !price) return 'option_not_offered';
  if (listPeriods(price).length === 0) return 'price_on_request';
  if (getPeriod(price, account.period) === null) return 'billing_period_unavailable';
  if (addOn.requires && !isProvided(model.addOns, addOn.requires, version, on))
    return 'option_dependency_missing';
  return outOfRange;
}
