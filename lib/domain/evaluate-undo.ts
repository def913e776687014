import { ApiError } from '@/lib/contract/errors';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { type CatalogVersion, hasSamePrice, type Price } from '@/lib/db/catalog';
import { toCamelCase } from '@/lib/db/query-json';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { findOwn, isOn } from './add-on-generations';
import { type BillingPeriod, getAccountPeriod, getAddOnPeriod, listBillingPeriods } from './billing';
import { type AccountCaller, canSwitch, ownersOnly } from './caller';
import { type CatalogView, isSamePlan, readCatalogView } from './catalog-view';
import {
  type AddOnContext,
  createAddOnContext,
  findAddOnPrice,
  getActivePrice,
  listFeatures,
  type SwitchedAddOn,
  sortByCatalog,
} from './decide-add-on';
import {
  addChanges,
  compareVersions,
  computeRevision,
  type PreviewedSwitch,
  type SwitchCaller,
  type SwitchEvaluation,
} from './evaluate-switch';
import { type Activation, findActivation, undoPeriodMs } from './history';
import { getTime, type Service } from './service';
import { createHostBlocker } from './users-limit';

/** The switch to undo, and what the account had before it. */
interface UndoneSwitch {
  activation: Activation;
  /** The version before the switch, as it was then. */
  version: VersionSnapshot;
  billingPeriod: BillingPeriod;
  users: number;
}

/** What the undo of a switch would do now. Writes nothing. Throws 404 for an unknown switch, and 400 for another version. */
export async function previewUndo(
  service: Service,
  caller: AccountCaller,
  versionId: string,
  { restore }: { restore: string },
): Promise<PreviewedSwitch> {
  const undone = await findUndoneSwitch(service, caller, restore);
  if (undone.version.versionId !== versionId.toLowerCase()) {
    throw fieldError(
      invalidParameter('restore', `the account had ${undone.version.title} before this switch`),
    );
  }
  const view = await readCatalogView(service, caller.app.id, caller.account.id);
  return addChanges(evaluateUndo(view, caller, undone, getTime(service, view.state)), caller);
}

/** Returns a function that evaluates the undo of a switch. Throws 404 for an unknown switch. */
export async function prepareUndo(
  service: Service,
  caller: AccountCaller,
  id: string,
): Promise<(view: CatalogView) => SwitchEvaluation> {
  const undone = await findUndoneSwitch(service, caller, id);
  return (view) => evaluateUndo(view, caller, undone, getTime(service, view.state));
}

/** Reads a switch, which never changes. */
async function findUndoneSwitch(
  service: Service,
  { app, account }: AccountCaller,
  id: string,
): Promise<UndoneSwitch> {
  const key = { appId: app.id, accountId: account.id };
  const found = isWellFormedId('activation', id) ? await findActivation(service, key, id) : null;
  if (!found) throw new ApiError('history_entry_not_found', 'History entry not found.');
  const { activation, before } = found;
  if (!before || !activation.previous) {
    throw new ApiError('undo_unavailable', `The account had no plan before this entry. ${choosePlan}`);
  }
  return {
    activation,
    version: activation.previous,
    billingPeriod: before.billingPeriod,
    users: before.users,
  };
}

const choosePlan = 'Choose a plan instead.';

/**
 * Evaluates a return to what the account had before a switch. Rules about entering a version do not apply: the account had
 * it. Throws 422 for a version that the catalog no longer has.
 */
function evaluateUndo(
  { catalog, state }: CatalogView,
  { role, appKey = false }: SwitchCaller,
  undone: UndoneSwitch,
  now: number,
): SwitchEvaluation {
  const { app } = catalog;
  const target = catalog.versions.find(({ id }) => id === undone.version.versionId);
  if (!target) {
    throw new ApiError(
      'undo_unavailable',
      `${undone.version.title} is no longer in the catalog. ${choosePlan}`,
    );
  }
  const context = createAddOnContext({ catalog, state });
  const current = context.version;
  const billingPeriod = getAccountPeriod(undone, app);
  const restored = decideRestoredAddOns({ catalog, state }, context, target, { ...undone, billingPeriod });
  const to = snapshotVersion(catalog, target);
  const blockers: Blocker[] = canSwitch(role) ? [] : [{ code: 'forbidden', message: ownersOnly }];
  const { activation } = undone;
  if (state.current?.id !== activation.id || state.addOnSequence !== activation.addOnSequence) {
    const message = `The plan or an optional feature has changed since this switch. ${choosePlan}`;
    blockers.push({ code: 'undo_superseded', message });
  }
  if (now >= activation.activatedAt.getTime() + undoPeriodMs) {
    blockers.push({ code: 'undo_expired', message: `The switch was made over 24 hours ago. ${choosePlan}` });
  }
  if (current?.exitBlocker && !isSamePlan(current, target)) {
    blockers.push({ code: 'exit_restricted', message: current.exitBlocker });
  }
  const { users } = undone;
  if (users !== state.users && app.usersManagedBy === 'host' && !appKey)
    blockers.push(createHostBlocker(app));
  const changed = hasSamePlanPrice(undone.version, to)
    ? restored.changed
    : [target.title, ...restored.changed];
  if (changed.length > 0) {
    const message = `The price of ${changed[0]} has changed since this switch. ${choosePlan}`;
    blockers.push({ code: 'undo_unavailable', message });
  }
  const decision: SwitchDecision = {
    direction: compareVersions(current, target),
    allowed: blockers.length === 0,
    blockers,
  };
  const evaluation = {
    state,
    catalog,
    decision,
    from: current && snapshotVersion(catalog, current),
    to,
    isCurrent: false,
    isUsersOnly:
      current?.id === target.id && billingPeriod === context.billingPeriod && users !== state.users,
    billingPeriod,
    previousBillingPeriod: current && context.billingPeriod,
    users,
    previousUsers: state.users,
    billingPeriods: listBillingPeriods(target, app),
    addOns: restored.addOns,
    undoneId: activation.id,
  };
  return { ...evaluation, revision: computeRevision(evaluation) };
}

/** What the undo does with each add-on that is on now or was on before, and the titles of those with another price since. */
function decideRestoredAddOns(
  { catalog, state }: CatalogView,
  context: AddOnContext,
  target: CatalogVersion,
  { activation, billingPeriod }: UndoneSwitch,
): { addOns: SwitchedAddOn[]; changed: string[] } {
  const before = new Map(
    activation.addOns
      .filter(({ outcome }) => outcome !== 'restored')
      .map(({ id, previous_id, previous, quantity, ...price }) => [
        previous_id ?? id,
        { quantity, price: toCamelCase<Price>(previous ?? price) },
      ]),
  );
  const changed: string[] = [];
  const findAddOn = (addOnId: string) => catalog.addOns.find(({ id }) => id === addOnId);
  const states = state.addOnStates.filter(({ active, addOnId }) => {
    const addOn = findAddOn(addOnId);
    return active || (before.has(addOnId) && !(addOn && isOn(catalog, context.active, addOn)));
  });
  const addOns = sortByCatalog(states, catalog).map((addOnState): SwitchedAddOn => {
    const { addOnId, active } = addOnState;
    const current = findAddOn(addOnId);
    // The generation that the account had before.
    const addOn = current && findOwn(catalog, before, current, current);
    const { title } = addOn ?? addOnState;
    const had = before.get(addOn?.id ?? addOnId);
    const now = active ? getActivePrice(addOnState, current, context.version) : null;
    const getPeriod = (price: Price, period: BillingPeriod) =>
      getAddOnPeriod(price, period, catalog.app) ?? period;
    const features = listFeatures(catalog, addOn);
    if (!had) {
      const price = now ?? addOnState;
      const billingPeriods = { before: getPeriod(price, context.billingPeriod), after: null };
      const message = `${title} was off before the switch. It is turned off.`;
      return {
        addOnState,
        addOn,
        outcome: 'lost',
        quantity: addOnState.quantity,
        before: price,
        after: price,
        billingPeriods,
        message,
        features,
      };
    }
    // The catalog has no price for an add-on that is no longer offered. It returns at its last one.
    const after = (addOn && findAddOnPrice(addOn, target)) ?? had.price;
    if (!addOn || !hasSamePrice(had.price, after)) changed.push(title);
    const price = now ?? after;
    return {
      addOnState,
      addOn,
      outcome: now ? 'kept' : 'restored',
      quantity: had.quantity,
      before: price,
      after,
      billingPeriods: {
        before: getPeriod(price, now ? context.billingPeriod : billingPeriod),
        after: getPeriod(after, billingPeriod),
      },
      message: !now
        ? `${title} is turned on again.`
        : addOn === current
          ? `${title} stays on.`
          : `${title} stays on, as it was before the switch.`,
      features,
    };
  });
  return { addOns, changed };
}

function hasSamePlanPrice(before: VersionSnapshot, now: VersionSnapshot): boolean {
  return (
    before.currency === now.currency &&
    before.billingPeriod === now.billingPeriod &&
    hasSamePrice(before, now)
  );
}
