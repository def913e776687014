import { ApiError } from '@/lib/contract/errors';
import type { Pays, SwitchDecision } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/versions';
import type { AppCatalog } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { WaitingChange } from '@/lib/db/waiting-changes';
import { comparePay } from '@/lib/pricing/compare-pay';
import type { CallerState } from '../caller';
import { type CatalogView, isSamePlan } from '../catalog/catalog-view';
import type { FeatureChanges } from '../catalog/compare-features';
import { isSameTerms, type Terms } from '../catalog/terms';
import { compareEntitlements, findGets } from '../entitlements/compare-entitlements';
import { getEntitlements } from '../entitlements/entitlements';
import { applyCommand, type Command, findTrialThen } from './apply-command';
import {
  type Change,
  type ChangeBlocker,
  type Decider,
  findBlockers,
  findTrialProblem,
  getRequestedTrial,
  isPeriodEndOnly,
  needsConfirmation,
  type Totals,
} from './change-rules';
import { computeSubscriptionTotal, getSubscription, type Subscription } from './subscription';
import { createTrialReturn, findReturnVersion } from './trial-return';

/** What a command would do to an account, with everything that its decision is based on. */
export interface Evaluation extends Change {
  /** Whether the account gets more or less, with its add-ons. */
  gets: SwitchDecision['gets'];
  blockers: ChangeBlocker[];
  /** Whether the history of add-ons alone gets entries. */
  changesOnlyAddOns: boolean;
  /** Whether the host has to confirm the change. */
  needsConfirmation: boolean;
  /** Whether the caller can make the change only at the end of the billing period. */
  isPeriodEndOnly: boolean;
  /** What was agreed with the account and ends with the change, or null if there is nothing. */
  endedTerms: Terms | null;
  /** The end of the trial that the command starts, as it would be now, or null if it starts none. */
  trialEnd: Evaluation | null;
}

/** The evaluation of a command, or what `evaluateChange` throws. */
export function tryEvaluateChange(...args: Parameters<typeof evaluateChange>): Evaluation | ApiError {
  try {
    return evaluateChange(...args);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Evaluates a command for preview, decision and commit. `before` is what the account has now. Throws what
 * `applyCommand` throws.
 */
export function evaluateChange(
  view: CatalogView,
  caller: Decider,
  command: Command,
  before: Subscription = getSubscription(view),
): Evaluation {
  const { catalog, state } = view;
  const { after, addOns, addOn } = applyCommand(view, { ...caller, state }, before, command);
  const totals = computeTotals(catalog, before, after);
  const pays = comparePay(totals.before, totals.after);
  const gets = findGets(listEntitlementsOf(catalog, before), listEntitlementsOf(catalog, after));
  const direction = findDirection(command, before, after, pays, gets);
  const onlyAddOns = changesOnlyAddOns(command, before, after);
  const isSame = isUnchanged(command, before, after, onlyAddOns);
  const change: Change = {
    view,
    caller,
    command,
    before,
    after,
    addOns,
    addOn,
    isUnchanged: isSame,
    totals,
    pays,
    direction,
  };
  return Object.assign(change, {
    gets,
    blockers: findBlockers(change),
    changesOnlyAddOns: onlyAddOns,
    needsConfirmation: needsConfirmation(change),
    isPeriodEndOnly: isPeriodEndOnly(change),
    endedTerms: after.terms === null ? before.terms : null,
    trialEnd: evaluateTrialEnd(change),
  });
}

/** The totals before and after a change, for another number of users than that of each state if one is given. */
export function computeTotals(
  catalog: AppCatalog,
  before: Subscription,
  after: Subscription,
  users?: number,
): Totals {
  const compute = (subscription: Subscription) =>
    computeSubscriptionTotal(users === undefined ? subscription : { ...subscription, users }, catalog);
  return { before: compute(before), after: compute(after) };
}

/** The content of the versions before and after. `from` is null for an account that has none. Throws if it stays without one. */
export function getSnapshots({ view: { catalog }, before, after }: Change): {
  from: VersionSnapshot | null;
  to: VersionSnapshot;
} {
  if (!after.version) throw new Error('The account has no version.');
  return {
    from: before.version && snapshotVersion(catalog, before.version),
    to: snapshotVersion(catalog, after.version),
  };
}

/** What the account gets and loses of its version and its add-ons together. */
export function compareSubscriptions(
  catalog: AppCatalog,
  before: Subscription,
  after: Subscription,
): FeatureChanges {
  return compareEntitlements(listEntitlementsOf(catalog, before), listEntitlementsOf(catalog, after));
}

function listEntitlementsOf(catalog: AppCatalog, { version, addOns }: Subscription) {
  return getEntitlements(
    catalog,
    version,
    addOns.map(({ id, quantity }) => ({ addOnId: id, quantity })),
  );
}

/** What the account did not choose has none: what follows from a publication, terms, and the end of a trial. */
function findDirection(
  { type }: Command,
  before: Subscription,
  after: Subscription,
  pays: Pays,
  gets: SwitchDecision['gets'],
): SwitchDecision['direction'] {
  if (!before.version || !after.version || unchosen.has(type)) return 'none';
  if (pays === 'more') return 'upgrade';
  if (pays === 'less') return 'downgrade';
  if (isSamePlan(before.version, after.version)) return 'none';
  const isUpgrade = gets === 'more' || (gets !== 'less' && compareByTag(before.version, after.version) < 0);
  return isUpgrade ? 'upgrade' : 'downgrade';
}

function evaluateTrialEnd({ view, caller, command, before, after }: Change): Evaluation | null {
  const named = after.version && getRequestedTrial(command) && findTrialThen(view.catalog, after.version);
  if (!named) return null;
  const then = findReturnVersion(view, before, named);
  const returned = createTrialReturn(view, before, after, then);
  return evaluateChange(view, caller, { type: 'end_trial', versionId: then.id, returned }, after);
}

const unchosen: ReadonlySet<Command['type']> = new Set(['follow', 'set_terms', 'end_trial']);

/** Whether the account already has what a command asks for. */
function isUnchanged(
  command: Command,
  before: Subscription,
  after: Subscription,
  onlyAddOns: boolean,
): boolean {
  if (command.type === 'undo') return false;
  if (command.type === 'set_terms') return isSameTerms(before.terms, after.terms);
  if (!onlyAddOns)
    return (
      isSamePlanAndPeriod(before, after) &&
      hasSameNumbers(before, after) &&
      before.trialEndsAt === after.trialEndsAt
    );
  const toQuantities = ({ addOns }: Subscription) => addOns.map(({ id, quantity }) => `${id} ${quantity}`);
  return toQuantities(before).join() === toQuantities(after).join();
}

/** Whether only the number of users or the quantity changes. */
export function isUsersOnly({ before, after }: Change): boolean {
  return (
    !hasSameNumbers(before, after) &&
    isSamePlanAndPeriod(before, after) &&
    before.trialEndsAt === after.trialEndsAt
  );
}

/** Whether the history of add-ons alone gets entries for a command. */
function changesOnlyAddOns({ type }: Command, before: Subscription, after: Subscription): boolean {
  if (type === 'set_add_on') return true;
  if (type !== 'follow' && type !== 'list') return false;
  const isSame = isSamePlanAndPeriod(before, after);
  return type === 'follow' ? isSame : isSame && hasSameNumbers(before, after);
}

function hasSameNumbers(before: Subscription, after: Subscription): boolean {
  return before.users === after.users && before.quantity === after.quantity;
}

function isSamePlanAndPeriod(before: Subscription, after: Subscription): boolean {
  return before.version?.id === after.version?.id && before.billingPeriod === after.billingPeriod;
}

/** The decision about a switch as responses have it. */
export function toSwitchDecision(evaluation: Evaluation): SwitchDecision {
  const { direction, pays, gets, blockers, isPeriodEndOnly } = evaluation;
  const isTrialAvailable = blockers.length === 0 && !isPeriodEndOnly && findTrialProblem(evaluation) === null;
  return {
    direction,
    pays,
    gets,
    allowed: blockers.length === 0,
    ...(isPeriodEndOnly && { period_end_only: true as const }),
    ...(isTrialAvailable && { trial_available: true as const }),
    blockers: blockers.map(({ options: _, ...blocker }) => blocker) as SwitchDecision['blockers'],
  };
}

/** Whether a change ends a trial. It is applied in any case, as it was promised. */
export function isTrialEnd({ trial }: Pick<WaitingChange, 'trial'>): boolean {
  return trial === 'end';
}

/** The change that is scheduled. */
export function findScheduled({ changes }: Pick<CallerState, 'changes'>): WaitingChange | null {
  return changes.find(({ waitsFor }) => waitsFor === null) ?? null;
}
