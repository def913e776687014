import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pays, SwitchDecision } from '@/lib/contract/fields';
import type { Total } from '@/lib/contract/switch';
import { compareByTag } from '@/lib/contract/versions';
import { type CatalogAddOn, toPriceJson } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { WaitingChange } from '@/lib/db/waiting-changes';
import { comparePay } from '@/lib/pricing/compare-pay';
import { findNewestState } from './add-on-generations';
import { findAddOnPrice, getQuantityRange } from './add-ons';
import { listEffects } from './amounts';
import { type AppliedCommand, applyCommand, type Command, findTrialThen } from './apply-command';
import type { AccountVersions } from './caller';
import { type CatalogView, getReplacement, isSamePlan } from './catalog-view';
import {
  type Change,
  type ChangeBlocker,
  type Decider,
  findBlockers,
  findTrialProblem,
  getRequestedTrial,
  isPeriodEndOnly,
  needsConfirmation,
} from './change-rules';
import { compareEntitlements, compareSnapshots, type FeatureChanges, findGains } from './compare-features';
import { buildEntitlements } from './entitlements';
import {
  type ChangedAddOn,
  computeSubscriptionTotal,
  computeTrialTotal,
  findSubscribed,
  getSubscription,
  listKnownAddOns,
  type SubscribedAddOn,
  type Subscription,
} from './subscription';
import { isSameTerms, type Terms, toListed } from './terms';
import { compareTrialAddOns, createTrialReturn, findReturnVersion, type TrialAddOn } from './trial-return';

/** Null without a version. */
export interface Totals {
  before: Total | null;
  after: Total | null;
}

/**
 * What a command would do to an account, with everything that its decision is based on. Getters compute what only some
 * callers need.
 */
export class Evaluation implements Change {
  readonly before: Subscription;
  readonly after: Subscription;
  readonly addOns: AppliedCommand['addOns'];
  /** The add-on that the command names. */
  readonly addOn: AppliedCommand['addOn'];
  readonly isUnchanged: boolean;
  readonly blockers: ChangeBlocker[];
  /** Null until they are computed. */
  private knownPays: Pays | null = null;
  private knownGets: SwitchDecision['gets'] | null = null;

  constructor(
    readonly view: CatalogView,
    readonly caller: Decider,
    readonly command: Command,
    before: Subscription,
    /** The evaluation that this one shows with other texts. It has its revision. */
    private readonly decided: Evaluation | null = null,
  ) {
    const access = { ...caller, state: view.state };
    const { after, addOns, addOn } = applyCommand(view, access, before, command);
    this.before = before;
    this.after = after;
    this.addOns = addOns;
    this.addOn = addOn;
    this.isUnchanged = isUnchanged(command, before, after);
    this.blockers = findBlockers(this);
  }

  /** The same decision with the texts of a view for the same account in another language. */
  localize(view: CatalogView): Evaluation {
    if (view === this.view) return this;
    return new Evaluation(view, this.caller, this.command, getSubscription(view), this);
  }

  get pays(): Pays {
    if (this.knownPays === null) {
      const { before, after } = this.totals;
      this.knownPays = comparePay(before, after);
    }
    return this.knownPays;
  }

  /** None for what the account did not choose: what follows from a publication, terms, and the end of a trial. */
  get direction(): SwitchDecision['direction'] {
    const { command, before, after, pays } = this;
    if (!before.version || !after.version || unchosen.has(command.type)) return 'none';
    if (pays === 'more') return 'upgrade';
    if (pays === 'less') return 'downgrade';
    if (isSamePlan(before.version, after.version)) return 'none';
    const { gets } = this;
    const isUpgrade = gets === 'more' || (gets !== 'less' && compareByTag(before.version, after.version) < 0);
    return isUpgrade ? 'upgrade' : 'downgrade';
  }

  /** Whether the account gets more or less, with its add-ons. */
  get gets(): SwitchDecision['gets'] {
    if (this.knownGets === null) {
      const { gains, loses } = findGains(this.entitlementChanges);
      if (gains) this.knownGets = loses ? 'mixed' : 'more';
      else this.knownGets = loses ? 'less' : 'same';
    }
    return this.knownGets;
  }

  /** Null for an account that has no version. */
  get from(): VersionSnapshot | null {
    return this.snapshot(this.before);
  }

  /** Throws for an account that stays without a version. */
  get to(): VersionSnapshot {
    const snapshot = this.snapshot(this.after);
    if (!snapshot) throw new Error('The account has no version.');
    return snapshot;
  }

  private snapshot({ version }: Subscription): VersionSnapshot | null {
    return version && snapshotVersion(this.view.catalog, version);
  }

  get changes(): FeatureChanges {
    return compareSnapshots(this.from, this.to);
  }

  /** What the account gets and loses of its version and its add-ons together. */
  get entitlementChanges(): FeatureChanges {
    const { features } = this.view.catalog;
    const list = ({ version, addOns }: Subscription) =>
      version ? buildEntitlements(features, version, listKnownAddOns({ addOns })).values() : [];
    return compareEntitlements(list(this.before), list(this.after));
  }

  /** The IDs of the versions that have replaced the two, if the caller may see them. */
  get replacedBy(): { from: string | null; to: string | null } {
    const { view, caller, before, after } = this;
    const access = { role: caller.role, state: view.state };
    const find = ({ version }: Subscription) => version && getReplacement(view.catalog, version, access);
    return { from: find(before), to: find(after) };
  }

  get totals(): Totals {
    return this.computeTotals();
  }

  /** The totals for another number of users than that of each state. */
  computeTotals(users?: number): Totals {
    const compute = (subscription: Subscription) =>
      computeSubscriptionTotal({ ...subscription, users: users ?? subscription.users }, this.view.catalog);
    return { before: compute(this.before), after: compute(this.after) };
  }

  /** Whether only the number of users or the quantity changes. */
  get isUsersOnly(): boolean {
    const { before, after } = this;
    return (
      !hasSameNumbers(before, after) &&
      isSamePlanAndPeriod(before, after) &&
      before.trialEndsAt === after.trialEndsAt
    );
  }

  /** The end of the trial that the command starts, as it would be now. */
  get trialEnd(): Evaluation | null {
    const { view, caller, command, before, after } = this;
    const named = after.version && getRequestedTrial(command) && findTrialThen(view.catalog, after.version);
    if (!named) return null;
    const then = findReturnVersion(view, before, named);
    const returned = createTrialReturn(view, before, after, then);
    return evaluateChange(view, caller, { type: 'end_trial', versionId: then.id, returned }, after);
  }

  /** What becomes of the add-ons that are on now, if the command starts a trial. */
  get trialAddOns(): TrialAddOn[] {
    const { trialEnd, view, before, after } = this;
    return trialEnd ? compareTrialAddOns(view.catalog, before, after, trialEnd.after) : [];
  }

  /** What is paid in the trials that the account is in before and after: the add-ons that are on. Null for nothing. */
  get trialTotals(): Totals {
    const { before, after, view } = this;
    return {
      before: computeTrialTotal(before, view.catalog),
      after: computeTrialTotal(after, view.catalog),
    };
  }

  /**
   * What is paid from the end of the terms that apply now, with and without the command: when, in Unix milliseconds, and
   * the totals then. Null without such terms, or if the price does not change then.
   */
  get termsEnd(): (Totals & { at: number }) | null {
    const { before, after, view, totals } = this;
    const at = before.terms?.active ? before.terms.until : null;
    if (at === null) return null;
    const compute = (subscription: Subscription) =>
      computeSubscriptionTotal(
        { ...subscription, version: subscription.version && toListed(subscription.version) },
        view.catalog,
      );
    const then = { before: compute(before), after: compute(after) };
    const isSame = isDeepStrictEqual(then, { before: totals.before, after: totals.after });
    return isSame ? null : { at, ...then };
  }

  /** Whether the caller can start the trial of the version instead. */
  get isTrialAvailable(): boolean {
    return this.blockers.length === 0 && !this.isPeriodEndOnly && findTrialProblem(this) === null;
  }

  /** Whether the history of add-ons alone gets entries. */
  get changesOnlyAddOns(): boolean {
    return changesOnlyAddOns(this.command, this.before, this.after);
  }

  /** Whether the host has to confirm the change. */
  get needsConfirmation(): boolean {
    return needsConfirmation(this);
  }

  /** Whether the caller can make the change only at the end of the billing period. */
  get isPeriodEndOnly(): boolean {
    return isPeriodEndOnly(this);
  }

  /** What was agreed with the account and ends with the change. Null for nothing. */
  get endedTerms(): Terms | null {
    const { before, after } = this;
    return after.terms === null ? before.terms : null;
  }

  /** The scheduled change that this one joins, and is evaluated with. Null for none. */
  get joined(): WaitingChange | null {
    const { command, view } = this;
    return command.type === 'list' && command.request ? findScheduled(view.state) : null;
  }

  /** The scheduled change that this one ends, as `supersede_account_changes` does. Null if there is none, or it is joined. */
  get superseded(): WaitingChange | null {
    if (this.isUnchanged || this.command.type === 'set_terms' || this.command.type === 'list') return null;
    const scheduled = findScheduled(this.view.state);
    // What is scheduled takes the place of what was.
    if (!scheduled || this.isPeriodEndOnly) return scheduled;
    if (this.command.type === 'set_add_on') {
      const { id } = this.addOn!;
      return listAddOnIds(scheduled).includes(id) && !isTrialEnd(scheduled) ? scheduled : null;
    }
    if (!this.isUsersOnly) return scheduled;
    if (isTrialEnd(scheduled)) return null;
    const { version, billingPeriod } = this.after;
    const isSameTarget = scheduled.versionId === version?.id && scheduled.billingPeriod === billingPeriod;
    return isSameTarget && scheduled.addOnId === null ? scheduled : null;
  }

  /** A digest of what the change is decided on: changes with the account, its versions, prices, add-ons and blockers. */
  get revision(): string {
    if (this.decided) return this.decided.revision;
    return this.addOn ? computeAddOnRevision(this, this.addOn) : computeSwitchRevision(this);
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
  return new Evaluation(view, caller, command, before);
}

const unchosen: ReadonlySet<Command['type']> = new Set(['follow', 'set_terms', 'end_trial']);

/** Whether the account already has what a command asks for. */
function isUnchanged(command: Command, before: Subscription, after: Subscription): boolean {
  if (command.type === 'undo') return false;
  if (command.type === 'set_terms') return isSameTerms(before.terms, after.terms);
  if (!changesOnlyAddOns(command, before, after))
    return (
      isSamePlanAndPeriod(before, after) &&
      hasSameNumbers(before, after) &&
      before.trialEndsAt === after.trialEndsAt
    );
  const toQuantities = ({ addOns }: Subscription) => addOns.map(({ id, quantity }) => `${id} ${quantity}`);
  return toQuantities(before).join() === toQuantities(after).join();
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
  const { direction, pays, gets, blockers, isPeriodEndOnly, isTrialAvailable } = evaluation;
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

/** The add-ons that a change turns on or off, or whose quantity it sets. */
export function listAddOnIds({ addOnId, addOns }: Pick<WaitingChange, 'addOnId' | 'addOns'>): string[] {
  return [...(addOnId === null ? [] : [addOnId]), ...(addOns ?? []).map((each) => each.addOnId)];
}

/** The change that is scheduled. */
export function findScheduled({ changes }: Pick<AccountVersions, 'changes'>): WaitingChange | null {
  return changes.find(({ waitsFor }) => waitsFor === null) ?? null;
}

function computeSwitchRevision(evaluation: Evaluation): string {
  const { view, command, before, after, addOns, from, to, trialEnd } = evaluation;
  const { state } = view;
  const scheduled = findScheduled(state);
  const getStateId = (id: string) => state.addOnStates.find(({ addOnId }) => addOnId === id)?.id;
  const digestAddOn = (addOn: ChangedAddOn) => [
    getStateId((addOn.before ?? addOn.after)!.id),
    addOn.outcome,
    addOn.before && toPriceJson(addOn.before.price),
    addOn.after && [addOn.after.id, toPriceJson(addOn.after.price)],
  ];
  const digestEnd = ({ to: then, addOns: ends, after: { billingPeriod } }: Evaluation) => [
    after.version?.trialDays,
    then.digest,
    ...(ends.length > 0 ? [ends.map(digestAddOn)] : []),
    billingPeriod,
  ];
  return hashRevision([
    state.current?.sequence ?? 0,
    from?.digest ?? null,
    to.digest,
    evaluation.blockers,
    before.version && before.billingPeriod,
    after.billingPeriod,
    addOns.map(digestAddOn),
    command.type === 'undo' ? command.undone.activation.id : null,
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
function computeAddOnRevision({ view, caller, before }: Evaluation, addOn: CatalogAddOn): string {
  const { catalog, state } = view;
  const { version, billingPeriod } = before;
  const own = findSubscribed(before, addOn.id);
  const price = own?.price ?? findAddOnPrice(addOn, version);
  const { blockers } = evaluateChange(view, caller, toToggle(addOn, own), before);
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
export function toToggle({ id }: CatalogAddOn, own: SubscribedAddOn | undefined): Command {
  return { type: 'set_add_on', addOnId: id, quantity: own ? 0 : null };
}

function hashRevision(basis: unknown[]): string {
  return hash('sha256', JSON.stringify(basis), 'base64url').slice(0, 22);
}
