import { hash } from 'node:crypto';
import type { Role } from '@/lib/contract/current-user';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/tag';
import { type App, type AppCatalog, type CatalogVersion, type Price, priceNames } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { WaitingChange } from '@/lib/db/waiting-changes';
import {
  type BillingPeriod,
  computeTotal,
  listBillingPeriods,
  selectBillingPeriod,
  type Total,
} from './billing';
import { type AccountCaller, type AccountVersions, type Caller, canSwitch, ownersOnly } from './caller';
import { type CatalogView, findVersion, getReplacement, isSamePlan, readCatalogView } from './catalog-view';
import { compareSnapshots, type FeatureChanges } from './compare-features';
import {
  createAddOnContext,
  decideSwitchedAddOns,
  getBilledQuantity,
  isOnAfter,
  isReplaced,
  type SwitchedAddOn,
} from './decide-add-on';
import type { Service } from './service';
import { findUsersBlockers, getUsersLimit, type UsersChange } from './users-limit';

/** Who asks for a switch. The host application does with an app key. */
export type SwitchCaller = Pick<Caller, 'role'> & Partial<Pick<Caller, 'appKey'>>;

/** What is requested beside a version. */
export interface SwitchOptions {
  /** Null, the default, is the account's if the version is sold for it. */
  billingPeriod?: BillingPeriod | null;
  /** Null, the default, is the account's. */
  users?: number | null;
}

/** A switch, or the undo of one, with everything that its decision is based on. */
export interface SwitchEvaluation {
  state: AccountVersions;
  catalog: AppCatalog;
  decision: SwitchDecision;
  /** Null for an account that has no version yet. */
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  /** Whether the account already has the version with this period and number of users. */
  isCurrent: boolean;
  /** Whether only the number of users changes. */
  isUsersOnly: boolean;
  billingPeriod: BillingPeriod;
  /** Null for an account that has no version yet. */
  previousBillingPeriod: BillingPeriod | null;
  /** Periods that the version is sold for. */
  billingPeriods: BillingPeriod[];
  users: number;
  previousUsers: number;
  /** What happens to the add-ons that are on, and those that an undo turns on. */
  addOns: SwitchedAddOn[];
  /** The ID of the switch that is undone. Null for a switch to a version. */
  undoneId: string | null;
  /** Changes with the account's version, period, users and add-ons, either version's content, prices and the blockers. */
  revision: string;
}

export type PreviewedSwitch = SwitchEvaluation & {
  changes: FeatureChanges;
  /** The IDs of the versions that have replaced the two, if the caller may see them. */
  replacedBy: { from: string | null; to: string | null };
  /** The scheduled change that the switch would end, with the version that it is for. Null if there is none. */
  supersedes: { change: WaitingChange; title: string } | null;
  /** Whether the caller's switch has to be confirmed by the host. */
  confirmationRequired: boolean;
  /** `before` is null for an account that has no version yet. */
  totals: { before: Total | null; after: Total };
};

/** What a switch of the caller's account to a version would do now. Writes nothing. Throws 404 for an unknown version. */
export async function previewSwitch(
  service: Service,
  caller: AccountCaller,
  versionId: string,
  options: SwitchOptions = {},
): Promise<PreviewedSwitch> {
  const view = await readCatalogView(service, caller.app.id, caller.account.id);
  return evaluatePreview(view, caller, versionId, options);
}

/** A switch with its changes. Throws 404 for an unknown version. */
export function evaluatePreview(
  view: CatalogView,
  caller: SwitchCaller,
  versionId: string,
  options: SwitchOptions,
): PreviewedSwitch {
  return addChanges(evaluateSwitch(view, caller, versionId, options), caller);
}

/** Adds what only a preview has. */
export function addChanges(
  evaluation: SwitchEvaluation,
  { role, appKey = false }: SwitchCaller,
): PreviewedSwitch {
  const { catalog, state, from, to, isCurrent } = evaluation;
  const superseded = findSuperseded(evaluation);
  const findReplacement = (snapshot: VersionSnapshot | null) => {
    const version = catalog.versions.find(({ id }) => id === snapshot?.versionId);
    return version ? getReplacement(catalog, version, { role, state }) : null;
  };
  return {
    ...evaluation,
    changes: compareSnapshots(from, to),
    replacedBy: { from: findReplacement(from), to: findReplacement(to) },
    supersedes: superseded && {
      change: superseded,
      title: catalog.versions.find(({ id }) => id === superseded.versionId)?.title ?? '',
    },
    confirmationRequired: catalog.app.checkoutUrl !== null && role === 'owner' && !appKey && !isCurrent,
    totals: computeTotals(evaluation),
  };
}

function computeTotals(evaluation: SwitchEvaluation): PreviewedSwitch['totals'] {
  const { catalog, from, to, addOns, billingPeriod, previousBillingPeriod, users, previousUsers } =
    evaluation;
  const { app } = catalog;
  const toItem = (version: VersionSnapshot) => ({ id: version.versionId, price: version });
  const toAddOnItem = (id: string, switched: SwitchedAddOn, price: Price) => {
    const addOn = addOnsById.get(id);
    return { id, price, quantity: getBilledQuantity(switched, addOn) };
  };
  const addOnsById = new Map(catalog.addOns.map((addOn) => [addOn.id, addOn]));
  const before = addOns
    .filter(({ outcome }) => outcome !== 'restored')
    .map((each) => toAddOnItem(each.addOnState.addOnId, each, each.before));
  const after = addOns
    .filter(isOnAfter)
    .map((each) => toAddOnItem(each.addOn?.id ?? each.addOnState.addOnId, each, each.after));
  return {
    before:
      from &&
      previousBillingPeriod &&
      computeTotal([toItem(from), ...before], {
        billingPeriod: previousBillingPeriod,
        users: previousUsers,
        app,
      }),
    after: computeTotal([toItem(to), ...after], { billingPeriod, users, app }),
  };
}

/** Evaluates a switch to a version, for the preview and for the switch itself. Throws 404 for an unknown version. */
export function evaluateSwitch(
  { catalog, state }: CatalogView,
  { role, appKey = false }: SwitchCaller,
  versionId: string,
  { billingPeriod: requestedPeriod = null, users: requestedUsers = null }: SwitchOptions = {},
): SwitchEvaluation {
  const { app } = catalog;
  const target = findVersion(catalog, versionId, { role, state });
  const context = createAddOnContext({ catalog, state });
  const current = context.version;
  const isSameVersion = current?.id === target.id;
  const billingPeriods = listBillingPeriods(target, app);
  const previousBillingPeriod = current && context.billingPeriod;
  const defaultPeriod = isSameVersion
    ? context.billingPeriod
    : (selectBillingPeriod(billingPeriods, context.billingPeriod) ?? context.billingPeriod);
  const billingPeriod = requestedPeriod ?? defaultPeriod;
  const isSamePeriod = isSameVersion && billingPeriod === previousBillingPeriod;
  const users = requestedUsers ?? state.users;
  const isUsersOnly = isSamePeriod && users !== state.users;
  const decision = decideSwitch({
    role,
    appKey,
    current,
    target,
    app,
    requestedPeriod: isSamePeriod ? null : requestedPeriod,
    users: { before: state.users, after: users, limit: getUsersLimit(context, target) },
  });
  const from = current && snapshotVersion(catalog, current);
  const to = snapshotVersion(catalog, target);
  const addOns = decideSwitchedAddOns(context, target, billingPeriod);
  const evaluation = { state, catalog, decision, from, to, billingPeriod, previousBillingPeriod };
  const evaluated = {
    ...evaluation,
    isCurrent: isSamePeriod && !isUsersOnly,
    isUsersOnly,
    billingPeriods,
    users,
    previousUsers: state.users,
    addOns,
    undoneId: null,
  };
  return { ...evaluated, revision: computeRevision(evaluated) };
}

interface RequestedSwitch {
  role: Role | null;
  appKey: boolean;
  /** Null for an account without a version. */
  current: CatalogVersion | null;
  target: CatalogVersion;
  app: Pick<App, 'billingPeriod' | 'title' | 'usersManagedBy'>;
  /** Null for a period that the version is sold for. */
  requestedPeriod: BillingPeriod | null;
  users: UsersChange;
}

/** The decision about a switch. List, preview, POST and button all use it. */
export function decideSwitch(request: RequestedSwitch): SwitchDecision {
  const { current, target } = request;
  const blockers = findBlockers(request);
  return { direction: compareVersions(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers({
  role,
  appKey,
  current,
  target,
  app,
  requestedPeriod,
  users,
}: RequestedSwitch): Blocker[] {
  const { title } = target;
  const periods = listBillingPeriods(target, app);
  const blockers: Blocker[] = [];
  if (!canSwitch(role)) blockers.push({ code: 'forbidden', message: ownersOnly });
  // Staying on the current version is always allowed.
  if (current?.id !== target.id) {
    if (!target.active) {
      const subject = target.replacedBy === null ? title : `This earlier ${title}`;
      blockers.push({ code: 'version_inactive', message: `${subject} is no longer offered.` });
    }
    // An account that moves to the present version of its plan does not leave the plan.
    if (current?.exitBlocker && !isSamePlan(current, target))
      blockers.push({ code: 'exit_restricted', message: current.exitBlocker });
    if (target.entryBlocker) blockers.push({ code: 'entry_restricted', message: target.entryBlocker });
    if (periods.length === 0) {
      const { priceText } = target;
      const price =
        priceText === null ? `${title} is priced on request.` : `The price of ${title} is ${priceText}.`;
      const message = `${price} Contact us to switch to it.`;
      return [...blockers, { code: 'price_on_request', message }];
    }
  }
  if (requestedPeriod !== null && !periods.includes(requestedPeriod)) {
    const message = `${title} is not sold with ${requestedPeriod === 'year' ? 'annual' : 'monthly'} billing.`;
    blockers.push({ code: 'billing_period_unavailable', message });
  }
  const isCurrent = current?.id === target.id;
  return [...blockers, ...findUsersBlockers(users, { target, isCurrent, app, isHost: appKey })];
}

/**
 * The direction by the price for one user. "On request" is higher than every price. At equal prices the order of
 * the list decides, and there is none between versions of one plan.
 */
export function compareVersions(
  current: CatalogVersion | null,
  target: CatalogVersion,
): SwitchDecision['direction'] {
  if (current === null || current.id === target.id) return 'none';
  const from = priceForOneUser(current);
  const to = priceForOneUser(target);
  if (from === to && isSamePlan(current, target)) return 'none';
  const up = from === to ? compareByTag(current, target) < 0 : from < to;
  return up ? 'upgrade' : 'downgrade';
}

function priceForOneUser({ fee, userFee }: CatalogVersion): number {
  return fee === null && userFee === null ? Number.POSITIVE_INFINITY : (fee ?? 0) + (userFee ?? 0);
}

/** The change that is scheduled. */
export function findScheduled({ changes }: Pick<AccountVersions, 'changes'>): WaitingChange | null {
  return changes.find(({ waitsFor }) => waitsFor === null) ?? null;
}

/** The scheduled change that a switch ends, as `supersede_account_changes` does. */
function findSuperseded({
  state,
  to,
  billingPeriod,
  isCurrent,
  isUsersOnly,
}: SwitchEvaluation): WaitingChange | null {
  const scheduled = isCurrent ? null : findScheduled(state);
  if (!scheduled || !isUsersOnly) return scheduled;
  const isSame = scheduled.versionId === to.versionId && scheduled.billingPeriod === billingPeriod;
  return isSame ? scheduled : null;
}

export function computeRevision(evaluation: Omit<SwitchEvaluation, 'revision'>): string {
  const { state, decision, from, to, billingPeriod, previousBillingPeriod, addOns, undoneId } = evaluation;
  const scheduled = findScheduled(state);
  return hashRevision([
    state.current?.sequence ?? 0,
    from?.digest ?? null,
    to.digest,
    decision.blockers,
    previousBillingPeriod,
    billingPeriod,
    addOns.map((switched) => [
      switched.addOnState.id,
      switched.outcome,
      toFees(switched.before),
      toFees(switched.after),
      ...(isReplaced(switched) ? [switched.addOn?.id] : []),
    ]),
    ...(undoneId === null ? [] : [undoneId]),
    // The sequence changes with those of an account that has a version.
    ...(state.current ? [] : [state.users]),
    ...(scheduled ? [scheduled.id] : []),
  ]);
}

/** A revision: a digest of what a change is decided on. */
export function hashRevision(basis: unknown[]): string {
  return hash('sha256', JSON.stringify(basis), 'base64url').slice(0, 22);
}

/** The parts of a price in a fixed order. */
export function toFees(price: Price): unknown[] {
  return priceNames.map((name) => price[name]);
}
