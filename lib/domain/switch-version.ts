import type { BillingPeriod } from '@/lib/contract/fields';
import type { NewActivation } from '@/lib/db/account-changes';
import type { StoredSwitchedAddOn } from '@/lib/db/activations';
import type { NewAddOnChange } from '@/lib/db/add-on-changes';
import { type AppCatalog, hasSamePrice, toPriceJson } from '@/lib/db/catalog';
import { createAddOnChange } from './add-on-changes';
import type { CatalogView } from './catalog-view';
import {
  type ChangeCaller,
  type ChangeDecision,
  type ChangeInput,
  type CommittedChange,
  commitAccountChange,
} from './commit-account-change';
import { isOnAfter, isReplaced, type SwitchedAddOn } from './decide-add-on';
import { evaluateSwitch, type SwitchEvaluation, type SwitchOptions } from './evaluate-switch';
import { prepareUndo } from './evaluate-undo';
import { type Activation, findActivation } from './history';
import type { Service } from './service';

export interface SwitchInput extends ChangeInput, SwitchOptions {
  versionId: string;
}

/** The return to what the account had before its newest switch. */
export interface UndoInput extends ChangeInput {
  /** The ID of that switch. */
  restore: string;
}

export interface SwitchOutcome {
  activation: Activation;
  /** False if the account already was in the requested state. */
  changed: boolean;
  /** True if this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * Switches the caller's account to a version (spec 3, 4.2), with what that does to the add-ons that are on, or undoes its newest
 * switch. Throws the errors of `POST /app/versions`.
 */
export async function switchVersion(
  service: Service,
  caller: ChangeCaller,
  input: SwitchInput | UndoInput,
): Promise<SwitchOutcome> {
  const evaluate =
    'restore' in input
      ? await prepareUndo(service, caller, input.restore)
      : (view: CatalogView) => evaluateSwitch(view, caller, input.versionId, input);
  const committed = await commitAccountChange(service, caller, input, ({ view, assertAllowed }) => {
    const evaluation = evaluate(view);
    const needsHost = !evaluation.isCurrent && needsHostConfirmation(caller);
    assertAllowed(evaluation.revision, [
      ...evaluation.decision.blockers,
      ...(needsHost ? [confirmationRequired] : []),
    ]);
    return createSwitch(service, caller, input, evaluation);
  });
  return toOutcome(service, caller, committed);
}

const confirmationRequired = {
  code: 'confirmation_required' as const,
  message:
    'This change is confirmed on another page. Create it with POST /account/changes and continue at its checkout_url.',
};

/** Whether the host has to approve what the caller decides. */
export function needsHostConfirmation({
  app,
  role,
  appKey,
}: Pick<ChangeCaller, 'app' | 'role' | 'appKey'>): boolean {
  return app.checkoutUrl !== null && role === 'owner' && !appKey;
}

/** The rows of a switch. */
export function createSwitch(
  { makeId }: Pick<Service, 'makeId'>,
  { actor }: Pick<ChangeCaller, 'actor'>,
  { channel, reason }: Pick<ChangeInput, 'channel' | 'reason'>,
  evaluation: SwitchEvaluation,
): ChangeDecision {
  const { state, catalog, decision, from, to, isCurrent, billingPeriod, users, addOns, undoneId } =
    evaluation;
  const { current, addOnSequence } = state;
  // A switch to the same version, period and users returns the existing activation.
  if (isCurrent && current) return { change: null, historyId: current.id };
  const id = makeId('activation');
  const sequence = (current?.sequence ?? 0) + 1;
  const { direction } = decision;
  const recorded = addOns.filter((addOn) => isRecorded(addOn, billingPeriod));
  const changed = recorded.flatMap((switched) => listToggles(catalog, switched));
  const activation: NewActivation = {
    id,
    sequence,
    to,
    from,
    direction,
    actor,
    channel,
    reason,
    billingPeriod,
    users,
    kind: evaluation.isUsersOnly ? 'users' : 'switch',
    addOns: addOns.map(toStoredAddOn),
    undo: undoneId !== null,
    addOnSequence: addOnSequence + changed.length,
  };
  const addOnChanges = changed.map(
    ({ addOn, quantity, price }, index): NewAddOnChange =>
      createAddOnChange(catalog, addOn, {
        id: makeId('addOnChange'),
        sequence: addOnSequence + index + 1,
        active: quantity > 0,
        quantity,
        cause: 'switch',
        activationSequence: sequence,
        versionId: to.versionId,
        price,
        accountBillingPeriod: billingPeriod,
        actor,
        channel,
        reason,
      }),
  );
  return { change: { activation, addOnChanges }, historyId: id };
}

/** What the switch turns off and on. */
function listToggles({ addOns }: AppCatalog, switched: SwitchedAddOn) {
  const { addOnState, addOn = addOnState, before, after } = switched;
  const quantity = isOnAfter(switched) ? switched.quantity : 0;
  const own = addOns.find(({ id }) => id === addOnState.addOnId) ?? addOnState;
  return [
    ...(isReplaced(switched) ? [{ addOn: own, quantity: 0, price: before }] : []),
    { addOn, quantity, price: after },
  ];
}

/** Whether the history of an add-on has an entry for the switch: it is turned off or on, or has another price than recorded. */
function isRecorded(switched: SwitchedAddOn, billingPeriod: BillingPeriod): boolean {
  const { outcome, addOnState, after } = switched;
  return (
    outcome !== 'kept' ||
    isReplaced(switched) ||
    addOnState.accountBillingPeriod !== billingPeriod ||
    !hasSamePrice(addOnState, after)
  );
}

function toStoredAddOn(switched: SwitchedAddOn): StoredSwitchedAddOn {
  const { addOnState, addOn, outcome, quantity, before, after } = switched;
  return {
    id: addOn?.id ?? addOnState.addOnId,
    title: addOn?.title ?? addOnState.title,
    outcome,
    quantity,
    ...toPriceJson(after),
    ...(!hasSamePrice(before, after) && { previous: toPriceJson(before) }),
    ...(isReplaced(switched) && { previous_id: addOnState.addOnId }),
  };
}

async function toOutcome(
  service: Service,
  { app, account }: ChangeCaller,
  committed: CommittedChange,
): Promise<SwitchOutcome> {
  const replayed = committed.type === 'replay';
  const activation = replayed ? null : committed.change?.activation;
  if (!activation || replayed) {
    const key = { appId: app.id, accountId: account.id };
    const existing = await findActivation(service, key, committed.historyId);
    if (!existing) {
      throw new Error(`Activation ${committed.historyId} is missing from an append-only table.`);
    }
    return { activation: existing.activation, changed: replayed && committed.changed, replayed };
  }
  const { to, from, actor, channel, ...rest } = activation;
  return {
    activation: {
      ...rest,
      activatedAt: new Date(committed.changedAt ?? Number.NaN),
      version: to,
      previous: from,
      actor: { kind: actor.kind, name: actor.name, userId: actor.userId ?? null, channel },
    },
    changed: true,
    replayed: false,
  };
}
