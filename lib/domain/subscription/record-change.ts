import { toCurrency } from '@/lib/contract/currency-digits';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { NewAddOnState, NewHistoryEntry } from '@/lib/db/account-changes';
import type { AddOnState } from '@/lib/db/accounts';
import { type AppCatalog, type CatalogAddOn, type Price, pickPrice, toPriceJson } from '@/lib/db/catalog';
import type { HistoryKind, NewAddOnEntry, StoredSwitchedAddOn } from '@/lib/db/history';
import type { ChangeOrigin } from '@/lib/db/waiting-changes';
import { hasSamePrice } from '@/lib/pricing/price';
import { findNewestState } from '../catalog/add-on-generations';
import { listAddOnFeatures } from '../catalog/add-ons';
import { isSamePlan } from '../catalog/catalog-view';
import type { Service } from '../service';
import type { Command } from './apply-command';
import { getRequestedTrial } from './change-rules';
import type { ChangeCaller, ChangeDecision, ChangeInput } from './commit-account-change';
import { type Evaluation, getSnapshots, isUsersOnly } from './evaluate-change';
import type { ChangedAddOn, SubscribedAddOn } from './subscription';

/** The history entry of a change. Its add-on entries are those that the command turns on, off or bills otherwise. */
export function recordChange(
  { makeId }: Pick<Service, 'makeId'>,
  { actor, origin }: Pick<ChangeCaller, 'actor'> & { origin: ChangeOrigin },
  { channel, reason }: Pick<ChangeInput, 'channel' | 'reason'>,
  evaluation: Evaluation,
): ChangeDecision {
  const { view, command, before, after, addOns, addOn, direction, pays } = evaluation;
  const { catalog, state } = view;
  const { current } = state;
  // A request for what the account has returns the entry that led to it.
  if (evaluation.isUnchanged) {
    const resultId = addOn ? findNewestState(catalog, state, addOn)?.id : current?.id;
    return { change: null, resultId: resultId ?? '' };
  }
  const snapshots = evaluation.changesOnlyAddOns ? null : getSnapshots(evaluation);
  const isSwitch = snapshots !== null;
  // Events are in the order of their IDs: that of the entry is before those of the add-ons.
  const switchId = isSwitch ? makeId('historyEntry') : null;
  const addOnEntries = addOns
    .filter((each) =>
      isSwitch
        ? isRecorded(evaluation, each)
        : each.before?.quantity !== each.after?.quantity || isReplaced(each),
    )
    .flatMap(listToggles)
    .map(({ subscribed, quantity, price, previousPrice }, index) =>
      createAddOnEntry(catalog, subscribed.addOn ?? { addOnId: subscribed.id, title: subscribed.title }, {
        id: makeId('addOnChange'),
        sequence: state.addOnSequence + index + 1,
        active: quantity > 0,
        quantity,
        versionId: after.version!.id,
        price,
        previousPrice: previousPrice && toPriceJson(previousPrice),
      }),
    );
  const id = switchId ?? addOnEntries[0]!.id;
  const entry: NewHistoryEntry = {
    id,
    sequence: state.historySequence + 1,
    versionSequence: (current?.sequence ?? 0) + (isSwitch ? 1 : 0),
    addOnSequence: state.addOnSequence + addOnEntries.length,
    command: toRecordedType(command, isSwitch),
    version: snapshots
      ? {
          kind: getKind(evaluation),
          ...snapshots,
          direction,
          isSamePlan: before.version !== null && isSamePlan(before.version, after.version!),
          addOns: addOns.map(toStoredAddOn),
        }
      : null,
    versionId: after.version!.id,
    snapshotDigest: snapshots?.to.digest ?? current!.snapshotDigest,
    billingPeriod: after.billingPeriod,
    users: after.users,
    pays,
    addOnEntries,
    state: {
      addOnStates: replaceStates(state.addOnStates, addOnEntries, after.billingPeriod),
      ...(after.quantity !== null && { quantity: after.quantity }),
      ...(after.terms && { terms: { ...after.terms, id: after.terms.id || id } }),
      ...toTrialState(evaluation),
    },
    actor,
    channel,
    reason,
    origin,
  };
  return { change: { entry }, resultId: id };
}

/** A list is recorded as the command that does the same at once. */
function toRecordedType({ type }: Command, isSwitch: boolean): string {
  if (type !== 'list') return type;
  return isSwitch ? 'switch' : 'set_add_on';
}

/** The trial that the account is in, and those that it had. */
function toTrialState({
  view: { state },
  command,
  after: { version, trialEndsAt },
}: Evaluation): Pick<NewHistoryEntry['state'], 'trialEndsAt' | 'trials'> {
  const used = new Set(state.trials);
  if (getRequestedTrial(command)) used.add(version!.id);
  return {
    ...(trialEndsAt !== null && { trialEndsAt }),
    ...(used.size > 0 && { trials: [...used] }),
  };
}

function getKind(evaluation: Evaluation): HistoryKind {
  const { command } = evaluation;
  if (command.type === 'follow') return 'publication';
  if (command.type === 'set_terms') return 'terms';
  return isUsersOnly(evaluation) ? 'users' : 'switch';
}

type NewAddOnFields = Pick<NewAddOnEntry, 'id' | 'sequence' | 'active' | 'quantity' | 'previousPrice'> & {
  /** The account's version, after the switch if that is the cause. */
  versionId: string;
  price: Price;
};

/** A change of an add-on, with what the add-on is now. */
function createAddOnEntry(
  catalog: AppCatalog,
  addOn: CatalogAddOn | { addOnId: string; title: string },
  { versionId, price, ...entry }: NewAddOnFields,
): NewAddOnEntry {
  const { app } = catalog;
  const isKnown = 'features' in addOn;
  return {
    ...entry,
    addOnId: isKnown ? addOn.id : addOn.addOnId,
    title: addOn.title,
    ...pickPrice(price),
    currency: app.currency,
    currencyDigits: toCurrency(app).currency_digits,
    billingPeriod: app.billingPeriod,
    features: isKnown ? listAddOnFeatures(catalog, addOn, versionId) : [],
  };
}

/** The states of all add-ons that were ever on, with those that change. */
function replaceStates(
  states: AddOnState[],
  entries: NewAddOnEntry[],
  accountBillingPeriod: BillingPeriod,
): NewAddOnState[] {
  const changed = entries.map(({ features: _, billingPeriod: __, previousPrice: ___, ...entry }) => ({
    ...entry,
    accountBillingPeriod,
    changedAt: null,
  }));
  const ids = new Set(changed.map(({ addOnId }) => addOnId));
  return [...states.filter(({ addOnId }) => !ids.has(addOnId)), ...changed];
}

/** Whether another generation of an add-on takes the place of the one that is on. */
export function isReplaced({ before, after }: Pick<ChangedAddOn, 'before' | 'after'>): boolean {
  return before !== null && after !== null && before.id !== after.id;
}

interface Toggle {
  subscribed: SubscribedAddOn;
  quantity: number;
  price: Price;
  /** It is null if it was off. */
  previousPrice: Price | null;
}

function listToggles(changed: ChangedAddOn): Toggle[] {
  const { before, after } = changed;
  const previousPrice = before?.price ?? null;
  const off = before && { subscribed: before, quantity: 0, price: before.price, previousPrice };
  const on = after && { subscribed: after, quantity: after.quantity, price: after.price, previousPrice };
  return isReplaced(changed) ? [off!, { ...on!, previousPrice: null }] : [(on ?? off)!];
}

/**
 * Whether the history of an add-on gets an entry for a switch: it is turned off or on, or has another price than before
 * or recorded.
 */
function isRecorded({ view, after: { billingPeriod } }: Evaluation, changed: ChangedAddOn): boolean {
  const { outcome, before, after } = changed;
  if (outcome !== 'kept' || !after || isReplaced(changed)) return true;
  const recorded = view.state.addOnStates.find(({ addOnId }) => addOnId === before?.id);
  return (
    before?.quantity !== after.quantity ||
    recorded?.accountBillingPeriod !== billingPeriod ||
    [recorded, before?.price].some(
      (price) => !price || !hasSamePrice(toPriceJson(price), toPriceJson(after.price)),
    )
  );
}

function toStoredAddOn(changed: ChangedAddOn): StoredSwitchedAddOn {
  const { outcome, before, after } = changed;
  const { id, title, quantity, price } = (after ?? before)!;
  const previous = before && after && toPriceJson(before.price);
  const previousQuantity = before && after && before.quantity !== quantity ? before.quantity : null;
  const stored = toPriceJson(price);
  return {
    id,
    title,
    outcome: outcome as StoredSwitchedAddOn['outcome'],
    quantity,
    ...stored,
    ...(previous && !hasSamePrice(previous, stored) && { previous }),
    ...(isReplaced(changed) && { previous_id: before!.id }),
    ...(previousQuantity !== null && { previous_quantity: previousQuantity }),
  };
}
