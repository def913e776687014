import { hash } from 'node:crypto';
import { type CatalogAddOn, toPriceJson } from '@/lib/db/catalog';
import { findNewestState } from '../catalog/add-on-generations';
import { findAddOnPrice, getQuantityRange } from '../catalog/add-ons';
import { listEffects } from '../catalog/amounts';
import type { AddOnCommand } from './apply-command';
import { type Evaluation, evaluateChange, findScheduled, getSnapshots } from './evaluate-change';
import { type ChangedAddOn, findSubscribed, type SubscribedAddOn } from './subscription';

/** A digest of what the change is decided on: changes with the account, its versions, prices, add-ons and blockers. */
export function computeRevision(evaluation: Evaluation): string {
  return evaluation.addOn
    ? computeAddOnRevision(evaluation, evaluation.addOn)
    : computeSwitchRevision(evaluation);
}

function computeSwitchRevision(evaluation: Evaluation): string {
  const { view, command, before, after, addOns, trialEnd } = evaluation;
  const { from, to } = getSnapshots(evaluation);
  const { state } = view;
  const scheduled = findScheduled(state);
  const getStateId = (id: string) => state.addOnStates.find(({ addOnId }) => addOnId === id)?.id;
  const digestAddOn = (addOn: ChangedAddOn) => [
    getStateId((addOn.before ?? addOn.after)!.id),
    addOn.outcome,
    addOn.before && toPriceJson(addOn.before.price),
    addOn.after && [addOn.after.id, toPriceJson(addOn.after.price)],
  ];
  const digestEnd = (end: Evaluation) => [
    after.version?.trialDays,
    getSnapshots(end).to.digest,
    ...(end.addOns.length > 0 ? [end.addOns.map(digestAddOn)] : []),
    end.after.billingPeriod,
  ];
  return hashRevision([
    state.current?.sequence ?? 0,
    from?.digest ?? null,
    to.digest,
    evaluation.blockers,
    before.version && before.billingPeriod,
    after.billingPeriod,
    addOns.map(digestAddOn),
    command.type === 'undo' ? command.undone.entry.id : null,
    // The sequence changes with those of an account that has a version.
    state.current ? null : state.users,
    scheduled?.id ?? null,
    trialEnd ? digestEnd(trialEnd) : before.trialEndsAt === after.trialEndsAt,
  ]);
}

/**
 * Changes with the account's version and period, the state, content, price and blockers of an add-on. Not with other add-ons
 * that have nothing to do with it, nor with the requested quantity.
 */
function computeAddOnRevision(evaluation: Evaluation, addOn: CatalogAddOn): string {
  const { view, caller, command, before } = evaluation;
  const { catalog, state } = view;
  const { version, billingPeriod } = before;
  const own = findSubscribed(before, addOn.id);
  const price = own?.price ?? findAddOnPrice(addOn, version);
  const toggle = toToggle(addOn, own);
  const isToggle = command.type === 'set_add_on' && command.quantity === toggle.quantity;
  const { blockers } = isToggle ? evaluation : evaluateChange(view, caller, toggle, before);
  return hashRevision([
    state.current?.sequence ?? 0,
    findNewestState(catalog, state, addOn)?.id ?? null,
    catalog.app.currency,
    billingPeriod,
    price ? toPriceJson(price) : null,
    addOn.title,
    listEffects(addOn, version?.id ?? '').map(({ featureId, effect, value, amount, unlimited }) => [
      featureId,
      effect,
      value,
      amount,
      unlimited,
    ]),
    blockers.filter(({ code }) => code !== 'forbidden'),
    ...(addOn.maxQuantity === null ? [] : [getQuantityRange(addOn)]),
    findScheduled(state)?.id ?? null,
  ]);
}

/** The command that turns an add-on off if it is on, else on. */
export function toToggle({ id }: CatalogAddOn, own: SubscribedAddOn | undefined): AddOnCommand {
  return { type: 'set_add_on', addOnId: id, quantity: own ? 0 : null };
}

function hashRevision(basis: unknown[]): string {
  return hash('sha256', JSON.stringify(basis), 'base64url').slice(0, 22);
}
