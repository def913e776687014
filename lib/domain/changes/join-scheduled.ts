import { ApiError } from '@/lib/contract/errors';
import { getPresentId } from '../catalog/add-on-generations';
import { findAddOn } from '../catalog/add-ons';
import type { AddOnCommand, Command, ListCommand, SwitchCommand } from '../subscription/apply-command';
import { type Evaluation, findScheduled, tryEvaluateChange } from '../subscription/evaluate-change';
import { findSubscribed } from '../subscription/subscription';
import { toCommand } from './write-waiting-change';

/**
 * What waits for the end of the billing period, with what an owner has scheduled for then: one list, whose commands are made
 * together. The same evaluation if nothing joins it.
 */
export function joinScheduled(evaluation: Evaluation): Evaluation {
  const { view, caller, command: request, isPeriodEndOnly } = evaluation;
  const scheduled = findScheduled(view.state);
  if (!scheduled || !isPeriodEndOnly || (request.type !== 'switch' && request.type !== 'set_add_on')) {
    return evaluation;
  }
  const { atPeriodEnd, origin, trial } = scheduled;
  const isOwn = origin === 'owner' || origin === 'member';
  if (!atPeriodEnd || !isOwn || trial !== null || ('trial' in request && request.trial)) return evaluation;
  const command = combine(evaluation, toParts(toCommand(view, scheduled, 0)), request);
  if (!command) return evaluation;
  const joined = tryEvaluateChange(view, caller, command);
  // Such as for a version that the account can't see any more.
  return joined instanceof ApiError ? evaluation : joined;
}

interface Parts {
  /** The switch of version, billing period and numbers, or null if there is none. */
  switched: SwitchCommand | null;
  addOns: ListCommand['addOns'];
}

function toParts(command: Command): Parts {
  if (command.type === 'switch') return { switched: command, addOns: [] };
  if (command.type === 'set_add_on') return { switched: null, addOns: [toAddOnPart(command)] };
  if (command.type !== 'list') throw new Error(`${command.type} is not scheduled by owners.`);
  const first = toParts(command.first);
  return { ...first, addOns: [...first.addOns, ...command.addOns] };
}

function toAddOnPart({ addOnId, quantity }: AddOnCommand): Parts['addOns'][number] {
  return { addOnId, quantity: quantity ?? 0 };
}

/** What is requested replaces what was scheduled of the same: plan and period, users, quantity, or an add-on. */
function combine(
  evaluation: Evaluation,
  scheduled: Parts,
  request: SwitchCommand | AddOnCommand,
): ListCommand | null {
  const { view, before, after } = evaluation;
  const getKey = (id: string) => {
    const addOn = findAddOn(view.catalog, id);
    return addOn ? getPresentId(addOn) : id;
  };
  let { switched, addOns } = scheduled;
  if (request.type === 'set_add_on') {
    const { id } = evaluation.addOn!;
    const requested = { addOnId: id, quantity: findSubscribed(after, id)?.quantity ?? 0 };
    addOns = [...addOns.filter(({ addOnId }) => getKey(addOnId) !== getKey(id)), requested];
  } else {
    const isMoved = before.version?.id !== after.version?.id || before.billingPeriod !== after.billingPeriod;
    const { users = null, quantity = null } = switched ?? {};
    switched = {
      ...(isMoved || !switched ? request : switched),
      users: request.users ?? users,
      quantity: request.quantity ?? quantity,
    };
  }
  const [firstAddOn, ...others] = addOns;
  if (switched) return { type: 'list', first: switched, addOns, request };
  if (!firstAddOn) return null;
  return { type: 'list', first: { type: 'set_add_on', ...firstAddOn }, addOns: others, request };
}
