import type { ModelPrice, ModelSwitchedAddOn } from './add-on-model';
import {
  createEntry,
  exceedsUsage,
  findRecord,
  getCurrentVersion,
  getTime,
  type Model,
  type ModelAccount,
  type ModelEntry,
  type ModelOutcome,
  type ModelVersion,
  recordEntry,
  storeRecord,
  storeRejection,
} from './model';

export interface ModelUndoInput {
  /** The switch to undo. */
  entry: ModelEntry;
  idempotencyKey: string | null;
  /** `If-Match`. */
  confirmed: string | null;
  /** Whether `If-Match` is outdated. */
  stale: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns an account to what it had before a switch, as its owner. */
export function applyUndo(
  model: Model,
  account: ModelAccount,
  { entry: undone, idempotencyKey, confirmed, stale }: ModelUndoInput,
): ModelOutcome {
  const request = JSON.stringify(['restore', undone.sequence]);
  const target = getUndoTarget(model, undone);
  const state = account.undoStates.get(undone);
  if (!target || !state) return { errorCode: 'undo_unavailable' };
  const first = findRecord(model, account, idempotencyKey);
  if (first?.entry && first.request === request) {
    return { entry: first.entry, changed: first.changed, replayed: true };
  }
  const stored = first?.request === request ? first.rejection : null;
  if (stored?.confirmed === confirmed) return { errorCode: stored.errorCode };
  const reject = (errorCode: string) =>
    storeRejection(model, account, idempotencyKey, request, { errorCode, confirmed });
  if (stale) return reject('preview_stale');
  if (first && !first.rejection) return { errorCode: 'idempotency_key_reused' };
  const [blocker] = findUndoBlockers(model, account, undone);
  if (blocker) return reject(blocker);

  const { period } = state;
  const addOns = decideUndoneAddOns(model, account, undone, target);
  const entry = createEntry(model, account, target, { reason: null, period, undo: true, addOns });
  recordEntry(account, entry, addOns);
  storeRecord(model, account, idempotencyKey, {
    request,
    entry,
    addOnChange: null,
    changed: true,
    rejection: null,
  });
  return { entry, changed: true, replayed: false };
}

/** The version before a switch. It is null for the first entry. */
export function getUndoTarget(model: Model, { previous }: ModelEntry): ModelVersion | null {
  return model.versions.find(({ id }) => id === previous?.versionId) ?? null;
}

/** The codes of the reasons why a switch can't be undone, in the order of the API. */
export function findUndoBlockers(model: Model, account: ModelAccount, undone: ModelEntry): string[] {
  const target = getUndoTarget(model, undone);
  const state = account.undoStates.get(undone);
  const current = getCurrentVersion(model, account);
  if (!target || !state || !undone.previous) return ['undo_unavailable'];
  const { fee, userFee, annualFee } = undone.previous;
  const isSamePlanPrice = fee === target.fee && userFee === target.userFee && annualFee === target.annualFee;
  const isSamePrice = [...state.addOns].every(([id, had]) => {
    const now = model.addOns.find((addOn) => addOn.id === id)?.prices.get(target.id) ?? had;
    return now.fee === had.fee && now.annualFee === had.annualFee;
  });
  const blockers = {
    undo_superseded: account.history.at(-1) !== undone || account.addOnHistory.length !== state.addOnCount,
    undo_expired: getTime(model, account) - undone.activatedAt >= dayMs,
    exit_restricted: current?.plan !== target.plan && current?.exitBlocker != null,
    undo_unavailable: !isSamePlanPrice || !isSamePrice,
    usage_exceeds_limit: exceedsUsage(account, current, target),
  };
  return Object.entries(blockers).flatMap(([code, applies]) => (applies ? [code] : []));
}

function decideUndoneAddOns(
  model: Model,
  account: ModelAccount,
  undone: ModelEntry,
  target: ModelVersion,
): ModelSwitchedAddOn[] {
  const current = getCurrentVersion(model, account);
  const state = account.undoStates.get(undone);
  return model.addOns.flatMap((addOn): ModelSwitchedAddOn[] => {
    const last = account.addOnHistory.findLast(({ addOnId }) => addOnId === addOn.id);
    if (!last) return [];
    const had = state?.addOns.get(addOn.id);
    const now: ModelPrice = addOn.prices.get(current?.id ?? '') ?? last;
    const price = ({ fee, annualFee }: ModelPrice) => ({ fee, annualFee });
    if (!had) {
      const off = { last, quantity: last.quantity, before: price(now), after: price(now) };
      return last.active ? [{ ...off, outcome: 'lost' }] : [];
    }
    const { quantity } = had;
    const after = price(addOn.prices.get(target.id) ?? had);
    if (!last.active) return [{ last, outcome: 'restored', quantity, before: after, after }];
    return [{ last, outcome: 'kept', quantity, before: price(now), after }];
  });
}
