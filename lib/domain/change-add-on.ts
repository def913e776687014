import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { createAddOnChange, getAddOnChange } from './add-on-changes';
import { findNewestState } from './add-on-generations';
import { type ChangeCaller, type ChangeInput, commitAccountChange } from './commit-account-change';
import {
  createAddOnContext,
  decideAddOn,
  findAddOnPrice,
  getActivePrice,
  getQuantityRange,
} from './decide-add-on';
import { computeAddOnRevision, findAddOn, findVisibleAddOn } from './list-add-ons';
import type { Service } from './service';

export interface AddOnInput extends ChangeInput {
  addOnId: string;
  active: boolean;
  /** Null, the default, is the current quantity if it is on, else the smallest. Ignored to turn it off. */
  quantity?: number | null;
}

export interface AddOnOutcome {
  addOnId: string;
  title: string;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  /** The new or the existing change. Null for an add-on that is off and was never on. */
  historyId: string | null;
  changedAt: Date | null;
  /** False if the add-on already was in the state. */
  changed: boolean;
  /** True if this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Turns an add-on of the caller's account on or off, or changes its quantity. Throws the errors of `POST /account/optional-features/:id`. */
export async function changeAddOn(
  service: Service,
  caller: ChangeCaller,
  input: AddOnInput,
): Promise<AddOnOutcome> {
  const { active, channel, reason } = input;
  /** Of the last decision. */
  let existing: Pick<AddOnOutcome, 'addOnId' | 'title' | 'quantity' | 'historyId' | 'changedAt'> | undefined;
  const committed = await commitAccountChange(service, caller, input, ({ view, assertAllowed }) => {
    const { catalog, state } = view;
    const addOn = findVisibleAddOn(view, { role: caller.role, state }, input.addOnId);
    const context = createAddOnContext(view);
    const current = context.active.get(addOn.id)?.quantity ?? 0;
    const requested = input.quantity ?? (current || getQuantityRange(addOn).min);
    const quantity = active ? requested : 0;
    const { blockers } = decideAddOn(caller.role, context, addOn, quantity);
    assertAllowed(computeAddOnRevision(view, context, addOn), blockers);
    const newest = findNewestState(catalog, state, addOn);
    existing = {
      addOnId: addOn.id,
      title: addOn.title,
      quantity,
      historyId: newest?.id ?? null,
      changedAt: newest ? new Date(newest.changedAt) : null,
    };
    const { version, billingPeriod } = context;
    if (quantity === current) return { change: null, historyId: newest?.id ?? '' };
    const price = newest?.active ? getActivePrice(newest, addOn, version) : findAddOnPrice(addOn, version);
    if (!price || !version) throw new Error(`The add-on ${addOn.id} has no price.`);
    const id = service.makeId('addOnChange');
    const change = createAddOnChange(catalog, addOn, {
      id,
      sequence: state.addOnSequence + 1,
      active,
      quantity,
      cause: 'toggle',
      activationSequence: null,
      versionId: version.id,
      price,
      accountBillingPeriod: billingPeriod,
      actor: caller.actor,
      channel,
      reason,
    });
    return { change: { activation: null, addOnChanges: [change] }, historyId: id };
  });
  if (committed.type === 'replay') return replayOutcome(service, caller, input, committed);
  if (!existing) throw new Error('A committed change was not decided.');
  const { change, historyId, changedAt } = committed;
  return change
    ? {
        ...existing,
        active,
        historyId,
        changedAt: new Date(changedAt ?? Number.NaN),
        changed: true,
        replayed: false,
      }
    : { ...existing, active, changed: false, replayed: false };
}

async function replayOutcome(
  service: Service,
  caller: ChangeCaller,
  { addOnId, active }: AddOnInput,
  { historyId, changed }: { historyId: string; changed: boolean },
): Promise<AddOnOutcome> {
  const outcome = { active, changed, replayed: true };
  if (historyId === '') {
    const catalog = await getCachedCatalog(service, caller.app);
    const addOn = findAddOn(catalog, addOnId);
    return {
      ...outcome,
      addOnId: addOn?.id ?? addOnId,
      title: addOn?.title ?? '',
      quantity: 0,
      historyId: null,
      changedAt: null,
    };
  }
  const row = await getAddOnChange(service, caller, historyId);
  return {
    ...outcome,
    addOnId: row.addOnId,
    title: row.title,
    quantity: row.quantity,
    historyId,
    changedAt: new Date(row.changedAt),
  };
}
