import type { NewActivation } from '@/lib/db/account-changes';
import type { StoredSwitchedAddOn } from '@/lib/db/activations';
import type { NewAddOnChange } from '@/lib/db/add-on-changes';
import { type Price, toPriceJson } from '@/lib/db/catalog';
import type { ChangeOrigin } from '@/lib/db/waiting-changes';
import { hasSamePrice } from '@/lib/pricing/price';
import { createAddOnChange } from './add-on-changes';
import { findNewestState } from './add-on-generations';
import type { ChangedAddOn } from './apply-command';
import type { ChangeCaller, ChangeDecision, ChangeInput } from './commit-account-change';
import { changesOnlyAddOns, type Evaluation } from './evaluate-change';
import type { Service } from './service';
import type { SubscribedAddOn } from './subscription';

/** The rows of a change: an entry of the history, and the add-ons that it turns on, off or bills otherwise. */
export function recordChange(
  { makeId }: Pick<Service, 'makeId'>,
  { actor, origin }: Pick<ChangeCaller, 'actor'> & { origin: ChangeOrigin },
  { channel, reason }: Pick<ChangeInput, 'channel' | 'reason'>,
  evaluation: Evaluation,
): ChangeDecision {
  const { view, command, after, addOns, addOn } = evaluation;
  const { catalog, state } = view;
  const { current, addOnSequence } = state;
  // A request for what the account has returns the entry that led to it.
  if (evaluation.isUnchanged) {
    const historyId = addOn ? findNewestState(catalog, state, addOn)?.id : current?.id;
    return { change: null, historyId: historyId ?? '' };
  }
  const isSwitch = !changesOnlyAddOns(command);
  // Events are in the order of their IDs: that of the entry is before those of the add-ons.
  const id = makeId('activation');
  const sequence = (current?.sequence ?? 0) + 1;
  const toggles = addOns
    .filter((each) =>
      isSwitch ? isRecorded(evaluation, each) : each.before?.quantity !== each.after?.quantity,
    )
    .flatMap(listToggles);
  const addOnChanges = toggles.map(({ subscribed, quantity, price }, index): NewAddOnChange => {
    const { id: addOnId, title } = subscribed;
    return createAddOnChange(catalog, subscribed.addOn ?? { addOnId, title }, {
      id: makeId('addOnChange'),
      sequence: addOnSequence + index + 1,
      active: quantity > 0,
      quantity,
      cause: isSwitch ? 'switch' : command.type === 'follow' ? 'publication' : 'toggle',
      activationSequence: isSwitch ? sequence : null,
      versionId: after.version!.id,
      price,
      accountBillingPeriod: after.billingPeriod,
      actor,
      channel,
      reason,
    });
  });
  if (!isSwitch) return { change: { activation: null, addOnChanges }, historyId: addOnChanges[0]!.id };
  const activation: NewActivation = {
    id,
    sequence,
    to: evaluation.to,
    from: evaluation.from,
    direction: evaluation.direction,
    actor,
    channel,
    reason,
    billingPeriod: after.billingPeriod,
    users: after.users,
    kind: evaluation.isUsersOnly ? 'users' : 'switch',
    origin,
    addOns: addOns.map(toStoredAddOn),
    undo: command.type === 'undo',
    addOnSequence: addOnSequence + addOnChanges.length,
  };
  return { change: { activation, addOnChanges }, historyId: id };
}

/** Whether another generation of an add-on takes the place of the one that is on. */
export function isReplaced({ before, after }: Pick<ChangedAddOn, 'before' | 'after'>): boolean {
  return before !== null && after !== null && before.id !== after.id;
}

interface Toggle {
  subscribed: SubscribedAddOn;
  quantity: number;
  price: Price;
}

function listToggles(changed: ChangedAddOn): Toggle[] {
  const { before, after } = changed;
  const off = before && { subscribed: before, quantity: 0, price: before.price };
  const on = after && { subscribed: after, quantity: after.quantity, price: after.price };
  return isReplaced(changed) ? [off!, on!] : [(on ?? off)!];
}

/** Whether the history of an add-on gets an entry for a switch: it is turned off or on, or has another price than recorded. */
function isRecorded({ view, after: { billingPeriod } }: Evaluation, changed: ChangedAddOn): boolean {
  const { outcome, before, after } = changed;
  if (outcome !== 'kept' || !after || isReplaced(changed)) return true;
  const recorded = view.state.addOnStates.find(({ addOnId }) => addOnId === before?.id);
  return (
    recorded?.accountBillingPeriod !== billingPeriod ||
    !hasSamePrice(toPriceJson(recorded), toPriceJson(after.price))
  );
}

function toStoredAddOn(changed: ChangedAddOn): StoredSwitchedAddOn {
  const { outcome, before, after } = changed;
  const { id, title, quantity, price } = (after ?? before)!;
  const previous = before && after && toPriceJson(before.price);
  const stored = toPriceJson(price);
  return {
    id,
    title,
    outcome: outcome as StoredSwitchedAddOn['outcome'],
    quantity,
    ...stored,
    ...(previous && !hasSamePrice(previous, stored) && { previous }),
    ...(isReplaced(changed) && { previous_id: before!.id }),
  };
}
