import { hash } from 'node:crypto';
import type { Role } from '@/lib/contract/current-user';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/tag';
import { type App, type AppCatalog, type CatalogVersion, type Price, priceNames } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import {
  type BillingPeriod,
  computeTotal,
  listBillingPeriods,
  selectBillingPeriod,
  type Total,
} from './billing';
import { type AccountCaller, type AccountVersions, ownersOnly } from './caller';
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

/** A switch, or the undo of one, with everything that its decision is based on. */
export interface SwitchEvaluation {
  state: AccountVersions;
  catalog: AppCatalog;
  decision: SwitchDecision;
  /** Null for an account that has no version yet. */
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  /** Whether the account already has the version with this period. */
  isCurrent: boolean;
  billingPeriod: BillingPeriod;
  /** Null for an account that has no version yet. */
  previousBillingPeriod: BillingPeriod | null;
  /** Periods that the version is sold for. */
  billingPeriods: BillingPeriod[];
  /** What happens to the add-ons that are on, and those that an undo turns on. */
  addOns: SwitchedAddOn[];
  /** The ID of the switch that is undone. Null for a switch to a version. */
  undoneId: string | null;
  /** Changes with the account's version, period and add-ons, either version's content, prices and the blockers. */
  revision: string;
}

export type PreviewedSwitch = SwitchEvaluation & {
  changes: FeatureChanges;
  /** The IDs of the versions that have replaced the two, if the caller may see them. */
  replacedBy: { from: string | null; to: string | null };
  /** For the number of users in the request. `before` is null for an account that has no version yet. */
  totals: { before: Total | null; after: Total };
};

interface PreviewOptions {
  /** Null, the default, is the account's if the version is sold for it. */
  billingPeriod?: BillingPeriod | null;
  /** Users that the totals are for. Default: 1. */
  users?: number;
}

/** What a switch of the caller's account to a version would do now. Writes nothing. Throws 404 for an unknown version. */
export async function previewSwitch(
  service: Service,
  caller: AccountCaller,
  versionId: string,
  options: PreviewOptions = {},
): Promise<PreviewedSwitch> {
  const view = await readCatalogView(service, caller.app.id, caller.account.id);
  return evaluatePreview(view, caller, versionId, options);
}

/** A switch with its changes. Throws 404 for an unknown version. */
export function evaluatePreview(
  view: CatalogView,
  caller: Pick<AccountCaller, 'role'>,
  versionId: string,
  { billingPeriod = null, users = 1 }: PreviewOptions,
): PreviewedSwitch {
  return addChanges(evaluateSwitch(view, caller, versionId, billingPeriod), caller, users);
}

/** Adds what only a preview has. */
export function addChanges(
  evaluation: SwitchEvaluation,
  { role }: Pick<AccountCaller, 'role'>,
  users: number,
): PreviewedSwitch {
  const { catalog, state, from, to } = evaluation;
  const findReplacement = (snapshot: VersionSnapshot | null) => {
    const version = catalog.versions.find(({ id }) => id === snapshot?.versionId);
    return version ? getReplacement(catalog, version, { role, state }) : null;
  };
  return {
    ...evaluation,
    changes: compareSnapshots(from, to),
    replacedBy: { from: findReplacement(from), to: findReplacement(to) },
    totals: computeTotals(evaluation, users),
  };
}

function computeTotals(
  { catalog, from, to, addOns, billingPeriod, previousBillingPeriod }: SwitchEvaluation,
  users: number,
): PreviewedSwitch['totals'] {
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
      computeTotal([toItem(from), ...before], { billingPeriod: previousBillingPeriod, users, app }),
    after: computeTotal([toItem(to), ...after], { billingPeriod, users, app }),
  };
}

/** Evaluates a switch to a version, for the preview and for the switch itself. Throws 404 for an unknown version. */
export function evaluateSwitch(
  { catalog, state }: CatalogView,
  { role }: Pick<AccountCaller, 'role'>,
  versionId: string,
  requestedPeriod: BillingPeriod | null,
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
  const isCurrent = isSameVersion && billingPeriod === previousBillingPeriod;
  const period = isCurrent ? null : requestedPeriod;
  const decision = decideSwitch({ role, current, target, app, requestedPeriod: period });
  const from = current && snapshotVersion(catalog, current);
  const to = snapshotVersion(catalog, target);
  const addOns = decideSwitchedAddOns(context, target, billingPeriod);
  const evaluation = { state, catalog, decision, from, to, isCurrent, billingPeriod, previousBillingPeriod };
  const evaluated = { ...evaluation, billingPeriods, addOns, undoneId: null };
  return { ...evaluated, revision: computeRevision(evaluated) };
}

interface RequestedSwitch {
  role: Role | null;
  /** Null for an account without a version. */
  current: CatalogVersion | null;
  target: CatalogVersion;
  app: Pick<App, 'billingPeriod'>;
  /** Null for a period that the version is sold for. */
  requestedPeriod: BillingPeriod | null;
}

/** The decision about a switch. List, preview, POST and button all use it. */
export function decideSwitch(request: RequestedSwitch): SwitchDecision {
  const { current, target } = request;
  const blockers = findBlockers(request);
  return { direction: compareVersions(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers({ role, current, target, app, requestedPeriod }: RequestedSwitch): Blocker[] {
  const { title } = target;
  const periods = listBillingPeriods(target, app);
  const blockers: Blocker[] = [];
  if (role !== 'owner') blockers.push({ code: 'forbidden', message: ownersOnly });
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
  return blockers;
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

export function computeRevision(evaluation: Omit<SwitchEvaluation, 'revision'>): string {
  const { state, decision, from, to, billingPeriod, previousBillingPeriod, addOns, undoneId } = evaluation;
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
