import { type AddOnBlocker, ownersOnlyOptions } from '@/lib/contract/add-ons';
import type { BillingPeriod, Blocker, Pays, SwitchDecision } from '@/lib/contract/fields';
import type { Total } from '@/lib/contract/switch';
import {
  type AppCatalog,
  type CatalogAddOn,
  type CatalogVersion,
  type Price,
  toPriceJson,
} from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { WrittenChange } from '@/lib/db/waiting-changes';
import { pluralizeUnit } from '@/lib/format/amount';
import { formatAmount } from '@/lib/format/localized-amount';
import { getFeePeriod, hasSamePrice, listBillingPeriods } from '@/lib/pricing/price';
import { type Caller, canSwitch, ownersOnly } from '../caller';
import { findPresent, getPresentId } from '../catalog/add-on-generations';
import { findAddOnPrice, getPublicName, getQuantityRange, isIncluded, isProvided } from '../catalog/add-ons';
import { type CatalogView, isSamePlan } from '../catalog/catalog-view';
import {
  type AppliedCommand,
  type Command,
  choosePlan,
  findTrialThen,
  listEarlierAddOns,
  type TrialRequest,
} from './apply-command';
import { getExcess, type LimitUsage, listLimitUsage } from './limit-usage';
import { getUsersLimit, type Subscription } from './subscription';

// Why a command is rejected: rules about who may, about what may follow what, and about what an account can have. Each
// table has a row for each rule.

/** Who decides about a change. The host application does with an app key. */
export type Decider = Pick<Caller, 'role' | 'earlier'> &
  Partial<Pick<Caller, 'appKey'>> & {
    /** Whether the provider has made the change that an owner's role is used for: its policy is for owners. */
    isProvider?: boolean;
  };

/** A command with what it makes of a subscription. */
export interface Change extends AppliedCommand {
  view: CatalogView;
  caller: Decider;
  command: Command;
  before: Subscription;
  /** Whether the command changes nothing. */
  isUnchanged: boolean;
  totals: Totals;
  pays: Pays;
  direction: SwitchDecision['direction'];
}

/** What an account pays before and after a change, or null without a version. */
export interface Totals {
  before: Total | null;
  after: Total | null;
}

/** A reason why a change is rejected. */
export interface ChangeBlocker {
  code: ChangeBlockerCode;
  message: string;
  /** `users_limit_exceeded` and `users_below_minimum` have it. */
  users?: { allowed: number; requested: number; current: number; unit: string | null };
  /** `usage_exceeds_limit` has it. */
  usage?: {
    id: string;
    title: string;
    used: number;
    allowed: number;
    unit: string | null;
    period: string | null;
  };
  /** IDs of public add-ons to turn on or off first. */
  options?: string[];
}

/** All codes, in the order in which blockers are reported (docs/spec.md, section 7). */
const blockerOrder = [
  'forbidden',
  'undo_superseded',
  'undo_expired',
  'version_inactive',
  'self_service_disabled',
  'downgrade_unavailable',
  'exit_restricted',
  'entry_restricted',
  'trial_unavailable',
  'trial_used',
  'option_included',
  'option_not_offered',
  'price_on_request',
  'billing_period_unavailable',
  'users_managed_by_host',
  'undo_unavailable',
  'change_locked',
  'users_limit_exceeded',
  'users_below_minimum',
  'usage_exceeds_limit',
  'option_dependency_missing',
  'option_excluded',
  'option_required',
  'quantity_out_of_range',
] as const satisfies (Blocker | AddOnBlocker)['code'][];

type ChangeBlockerCode = (typeof blockerOrder)[number];

type Rule = (change: Change) => string | null | false | undefined;

/** Who may make a change. */
const callerRules: Partial<Record<ChangeBlockerCode, Rule>> = {
  forbidden: ({ caller: { role, appKey }, command }) => {
    if (!canSwitch(role)) return getRequested(command).type === 'set_add_on' ? ownersOnlyOptions : ownersOnly;
    return role === 'owner' && !appKey && hasRequestedEnd(command) && providerSetsEnd;
  },
  users_managed_by_host: ({ view, caller, before, after }) => {
    const { title, usersManagedBy } = view.catalog.app;
    if (before.users === after.users || usersManagedBy !== 'host' || caller.appKey) return null;
    return `The number of users is managed in ${title}. Add or remove users there.`;
  },
  self_service_disabled: (change) => {
    const { view, command, before, after } = change;
    if (!isSelfService(change)) return null;
    if (!view.catalog.app.selfService) return `${view.catalog.app.title} changes plans for you. Contact us.`;
    const { version } = after;
    if (command.type === 'undo' || !version || version.selfService) return null;
    const isOwn = before.version !== null && isSamePlan(before.version, version);
    return !isOwn && `Contact us to switch to ${version.title}.`;
  },
};

const providerSetsEnd = 'An app key or support sets the end of a trial.';

/** The trial that a command starts. */
export function getRequestedTrial(command: Command): TrialRequest | null {
  return (command.type === 'switch' && command.trial) || null;
}

/** What a list is about: what is asked for, else its first command. */
function getRequested(command: Command): Command {
  return command.type === 'list' ? (command.request ?? command.first) : command;
}

/** Whether a command says when a trial ends. */
function hasRequestedEnd(command: Command): boolean {
  return (getRequestedTrial(command)?.endsAt ?? null) !== null;
}

type TrialCode = 'trial_unavailable' | 'trial_used';

/** Why an account can't start the trial of the version that it would get. It is null if it can. */
export function findTrialProblem({
  view: { catalog, state },
  caller,
  before,
  after: { version },
}: Change): { code: TrialCode; message: string } | null {
  if (!version) return null;
  const { title } = version;
  const isOwn = before.version !== null && isSamePlan(before.version, version);
  if (version.trialDays === null || !version.active || !findTrialThen(catalog, version)) {
    return { code: 'trial_unavailable', message: `${title} has no trial.` };
  }
  if (isOwn && !caller.appKey) {
    return { code: 'trial_unavailable', message: `The account is on ${title} already.` };
  }
  const used = catalog.versions.filter(({ id }) => state.trials?.includes(id));
  if (!version.trialOnce || !used.some((each) => isSamePlan(each, version))) return null;
  return { code: 'trial_used', message: `The account has had the trial of ${title}.` };
}

/** A trial whose end the provider sets is always possible. */
function getTrialMessage(change: Change, code: TrialCode): string | null {
  if (getRequestedTrial(change.command)?.endsAt !== null) return null;
  const problem = findTrialProblem(change);
  return problem?.code === code ? problem.message : null;
}

/** How long a switch can be undone. */
export const undoPeriodMs = 24 * 60 * 60 * 1000;

/** Whether an owner or a member decides, not the provider. */
function isSelfService({ caller: { role, appKey, isProvider }, isUnchanged }: Change): boolean {
  return (role === 'owner' || role === 'member') && !appKey && !isProvider && !isUnchanged;
}

/** Whether an owner or a member chooses a lower version. In a trial, nothing is paid yet. */
function isOwnDowngrade(change: Change): boolean {
  const { command, before, after } = change;
  if (!isChosen(command) || before.version?.id === after.version?.id) return false;
  return before.trialEndsAt === null && isSelfService(change) && change.direction === 'downgrade';
}

/** Whether an owner or a member lowers what the account pays: for a shorter billing period, or the same one. */
function isOwnLowering(change: Change): boolean {
  const { command, before, after } = change;
  if (!isChosen(command) || !before.version || before.trialEndsAt !== null || !isSelfService(change)) {
    return false;
  }
  return before.billingPeriod === after.billingPeriod
    ? change.pays === 'less'
    : before.billingPeriod === 'year';
}

/** A command is not chosen if it returns to an earlier state, or follows from what others decide. */
function isChosen({ type }: Command): boolean {
  return type === 'switch' || type === 'set_add_on' || type === 'list';
}

/** Whether the caller can make the change only at the end of the billing period. */
export function isPeriodEndOnly(change: Change): boolean {
  const { downgrades } = change.view.catalog.app;
  if (downgrades !== 'period_end' && downgrades !== 'none') return false;
  // It joins what is scheduled only if it has to wait.
  if (change.command.type === 'list' && change.command.request) return true;
  return isOwnLowering(change) && !(downgrades === 'none' && isOwnDowngrade(change));
}

/** Why a change would be made too early for the policy. It is null if it would not. Times are in Unix milliseconds. */
export function findEarlyBlocker(
  { view: { state }, isPeriodEndOnly }: { view: CatalogView; isPeriodEndOnly: boolean },
  now: number,
  { effectiveAt, atPeriodEnd }: ChangeTime = atOnce,
) {
  const { periodEndsAt } = state;
  if (!isPeriodEndOnly) return null;
  if (periodEndsAt === null || periodEndsAt <= now) return periodEndUnknown;
  return atPeriodEnd || (effectiveAt ?? now) >= periodEndsAt ? null : downgradeAtPeriodEnd;
}

/** When a change is made. Null is at once. */
type ChangeTime = Pick<WrittenChange, 'effectiveAt' | 'atPeriodEnd'>;

export const atOnce: ChangeTime = { effectiveAt: null, atPeriodEnd: false };

const downgradeAtPeriodEnd = {
  code: 'downgrade_at_period_end' as const,
  message:
    'A change to a lower price or a shorter billing period takes effect at the end of the billing period.',
};

const periodEndUnknown = {
  code: 'period_end_unknown' as const,
  message:
    'A change to a lower price or a shorter billing period waits for the end of the billing period, which is not known. Contact us.',
};

/** What may follow what an account has. Staying on a version is always allowed. */
const transitionRules: Partial<Record<ChangeBlockerCode, Rule>> = {
  undo_superseded: ({ view: { state }, command }) => {
    if (command.type !== 'undo') return null;
    if (state.historySequence === command.undone.entry.historySequence) return null;
    return `The plan or an optional feature has changed since this switch. ${choosePlan}`;
  },
  undo_expired: ({ command }) =>
    command.type === 'undo' &&
    command.now >= command.undone.entry.activatedAt.getTime() + undoPeriodMs &&
    `The switch was made over 24 hours ago. ${choosePlan}`,
  change_locked: ({ view: { catalog }, caller, command }) =>
    command.type === 'undo' &&
    command.undone.entry.isLocked &&
    !caller.appKey &&
    `The switch made or replaced a change of ${catalog.app.title}. ${choosePlan}`,
  version_inactive: ({ caller, command, before, after: { version } }) => {
    if (command.type === 'undo' || !version || version.active || before.version?.id === version.id) {
      return null;
    }
    if (caller.earlier?.has(version.id)) return null;
    const subject = version.replacedBy === null ? version.title : `This earlier ${version.title}`;
    return `${subject} is no longer offered.`;
  },
  downgrade_unavailable: (change) =>
    change.view.catalog.app.downgrades === 'none' &&
    isOwnDowngrade(change) &&
    'Contact us to switch to a lower plan.',
  // An account that moves to the present version of its plan does not leave the plan, and one in a trial has not chosen it.
  exit_restricted: ({ before, after }) =>
    before.version &&
    before.trialEndsAt === null &&
    after.version &&
    !isSamePlan(before.version, after.version)
      ? before.version.exitBlocker
      : null,
  entry_restricted: ({ command, before, after: { version } }) =>
    command.type !== 'undo' && version && before.version?.id !== version.id ? version.entryBlocker : null,
  trial_unavailable: (change) => getTrialMessage(change, 'trial_unavailable'),
  trial_used: (change) => getTrialMessage(change, 'trial_used'),
  undo_unavailable: ({ view: { catalog }, command, after }) => {
    if (command.type !== 'undo' || !after.version) return null;
    const { kind } = command.undone.entry;
    if (command.undone.trialEndsAt !== null && after.trialEndsAt === null) {
      return `The switch ended a trial, which does not return. ${choosePlan}`;
    }
    if (kind === 'publication') return `The change follows from a new price list. ${choosePlan}`;
    if (kind === 'terms') return `The change is one of your terms. ${choosePlan}`;
    const had = listEarlierAddOns(command.undone);
    const title = hasSamePlanPrice(command.undone.version, snapshotVersion(catalog, after.version))
      ? after.addOns.find(
          ({ id, addOn, price }) =>
            !addOn || !hasSamePrice(toPriceJson(had.get(id)!.price), toPriceJson(price)),
        )?.title
      : after.version.title;
    return title && `The price of ${title} has changed since this switch. ${choosePlan}`;
  },
};

function hasSamePlanPrice(before: VersionSnapshot, now: VersionSnapshot): boolean {
  return (
    before.currency === now.currency &&
    before.billingPeriod === now.billingPeriod &&
    hasSamePrice(toPriceJson(before), toPriceJson(now))
  );
}

/** What a subscription breaks of a rule. */
interface Violation {
  /** What breaks it. A rule that the same breaks before a command blocks the command only if `size` increases. */
  subject: string;
  size: number;
  toBlocker(change: Change): ChangeBlocker;
}

type StateRule = (subscription: Subscription, view: CatalogView) => Violation[];

/** What must hold of every subscription. */
const stateRules = {
  versionPriced: ({ version }, { catalog }) => {
    if (!version || listPeriods(version, catalog).length > 0) return [];
    const message = `${describePrice(version.title, version)} Contact us to switch to it.`;
    return [violate(version.id, 1, { code: 'price_on_request', message })];
  },
  periodSold: ({ version, billingPeriod }, { catalog }) => {
    if (!version || listPeriods(version, catalog).includes(billingPeriod)) return [];
    const message = `${version.title} is not sold with ${billingPeriod === 'year' ? 'annual' : 'monthly'} billing.`;
    return [violate(`${version.id} ${billingPeriod}`, 1, { code: 'billing_period_unavailable', message })];
  },
  usersAllowed: (subscription, { catalog }) => {
    const { version, users } = subscription;
    const limit = getUsersLimit(subscription, catalog);
    if (!version || !limit || users <= limit.allowed) return [];
    const { allowed, unit } = limit;
    const allowance = `${version.title} allows ${allowed} ${pluralizeUnit(unit ?? 'user', allowed)}.`;
    const toBlocker = ({ before }: Change): ChangeBlocker => ({
      code: 'users_limit_exceeded',
      message: `${allowance} You ${users === before.users ? 'have' : 'chose'} ${users}.`,
      users: { allowed, requested: users, current: before.users, unit },
    });
    return [{ subject: version.id, size: users - allowed, toBlocker }];
  },
  usersMinimum: ({ version, users }, { catalog }) => {
    const allowed = version?.minUsers ?? 1;
    // The host application reports how many there are. The account pays for the minimum.
    if (!version || users >= allowed || catalog.app.usersManagedBy === 'host') return [];
    const unit = version.userFeeUnit;
    const minimum = `${version.title} starts at ${allowed} ${pluralizeUnit(unit ?? 'user', allowed)}.`;
    const toBlocker = ({ before }: Change): ChangeBlocker => ({
      code: 'users_below_minimum',
      message: `${minimum} You ${users === before.users ? 'have' : 'chose'} ${users}.`,
      users: { allowed, requested: users, current: before.users, unit },
    });
    return [{ subject: version.id, size: allowed - users, toBlocker }];
  },
  usageAllowed: (subscription, view) => {
    const { version } = subscription;
    return listLimitUsage(subscription, view).flatMap((limit) => {
      const size = getExcess(limit);
      return version && size > 0 && limit.feature.exceeding === 'block'
        ? [violate(limit.feature.id, size, toUsageBlocker(version, limit))]
        : [];
    });
  },
  versionQuantity: ({ version, quantity }) => {
    if (!version || quantity === null) return [];
    const { title, feeUnit, minQuantity, maxQuantity } = version;
    const [min, max] = [minQuantity ?? 1, maxQuantity ?? Number.POSITIVE_INFINITY];
    const size = Math.max(min - quantity, quantity - max);
    if (size <= 0) return [];
    const range = maxQuantity === null ? `at least ${min}` : `${min} to ${max}`;
    const message = `${title} is sold for ${range} ${pluralizeUnit(feeUnit ?? 'unit', maxQuantity ?? min)}.`;
    return [violate(version.id, size, { code: 'quantity_out_of_range', message })];
  },
  addOnNotIncluded: forEachAddOn(({ id, addOn, quantity, version, catalog }) => {
    if (!version || !isIncluded(addOn, version, catalog)) return [];
    const message = `${version.title} already includes ${addOn.title}.`;
    return [violate(id, quantity, { code: 'option_included', message, options: [] })];
  }),
  addOnOffered: forEachAddOn(({ id, addOn, quantity, version, catalog }) => {
    if (findOffer(catalog, addOn, version)) return [];
    const present = findPresent(catalog, addOn);
    const message =
      !present.active || !present.public || present.versions.length === 0
        ? `${present.title} is no longer offered.`
        : `${present.title} is not available ${version ? `for ${version.title}` : 'without a plan'}.`;
    return [violate(id, quantity, { code: 'option_not_offered', message, options: [] })];
  }),
  addOnPriced: forEachAddOn(({ id, addOn, quantity, version, billingPeriod, catalog }) => {
    const price = findOffer(catalog, addOn, version);
    if (!price || getFeePeriod(toPriceJson(price), billingPeriod, catalog.app.billingPeriod)) return [];
    const blocker: ChangeBlocker =
      listPeriods(price, catalog).length > 0
        ? { code: 'billing_period_unavailable', message: `${addOn.title} is only sold with annual billing.` }
        : {
            code: 'price_on_request',
            message: `${describePrice(addOn.title, price)} Contact us to add it.`,
          };
    return [violate(id, quantity, { ...blocker, options: [] })];
  }),
  addOnsRequired: forEachAddOn(({ id, addOn, quantity, version, active, catalog }) =>
    addOn.dependsOn.flatMap((requiredId) => {
      const required = catalog.addOns.find((each) => each.id === requiredId);
      if (!required || isProvided(catalog, { version, active }, required)) return [];
      const toBlocker = (change: Change): ChangeBlocker =>
        isAdded(change, id)
          ? {
              code: 'option_dependency_missing',
              message: `${addOn.title} requires ${getPublicName(required)}. Turn it on first.`,
              options: listPublicIds(required),
            }
          : {
              code: 'option_required',
              message: `${addOn.title} requires ${required.title}. Turn ${addOn.title} off first.`,
              options: listPublicIds(addOn),
            };
      return [{ subject: `${id} ${requiredId}`, size: quantity, toBlocker }];
    }),
  ),
  addOnsCombined: forEachAddOn(({ id, addOn, quantity, earlier }) =>
    earlier.flatMap((other): Violation[] => {
      const otherId = getPresentId(other.addOn);
      if (!other.addOn.excludes.includes(id) && !addOn.excludes.includes(otherId)) return [];
      const toBlocker = (change: Change): ChangeBlocker => {
        const [added, present] = isAdded(change, id) ? [addOn, other.addOn] : [other.addOn, addOn];
        const message = `${added.title} can’t be combined with ${present.title}. Turn it off first.`;
        return { code: 'option_excluded', message, options: listPublicIds(present) };
      };
      return [{ subject: `${otherId} ${id}`, size: other.quantity + quantity, toBlocker }];
    }),
  ),
  addOnQuantity: forEachAddOn(({ id, addOn, quantity }) => {
    const { min, max } = getQuantityRange(addOn);
    const size = Math.max(min - quantity, quantity - max);
    if (size <= 0) return [];
    const message =
      max === 1
        ? `${addOn.title} is not sold in quantities.`
        : `The quantity of ${addOn.title} can be ${min} to ${max}.`;
    return [violate(id, size, { code: 'quantity_out_of_range', message, options: [] })];
  }),
} satisfies Record<string, StateRule>;

function violate(subject: string, size: number, blocker: ChangeBlocker): Violation {
  return { subject, size, toBlocker: () => blocker };
}

function toUsageBlocker(
  { title: plan }: CatalogVersion,
  { feature: { humanId: id, title, unit, period }, used, allowed: limit }: LimitUsage,
): ChangeBlocker {
  const allowed = limit ?? 0;
  const allowance =
    allowed > 0
      ? `${plan} allows ${formatAmount({ amount: allowed, unlimited: false, unit, period })}`
      : `${plan} allows none`;
  const usage = formatAmount({ amount: used, unlimited: false, unit: null, period: null });
  return {
    code: 'usage_exceeds_limit',
    message: `${title}: ${allowance}. You use ${usage}.`,
    usage: { id, title, used, allowed, unit, period },
  };
}

function listPeriods(price: Price, { app }: AppCatalog): BillingPeriod[] {
  return listBillingPeriods(toPriceJson(price), app.billingPeriod);
}

function describePrice(title: string, { priceText }: Pick<Price, 'priceText'>): string {
  return priceText === null ? `${title} is priced on request.` : `The price of ${title} is ${priceText}.`;
}

interface KnownAddOn {
  addOn: CatalogAddOn;
  quantity: number;
}

interface AddOnRuleInput extends KnownAddOn {
  /** The ID of the present generation. */
  id: string;
  version: CatalogVersion | null;
  billingPeriod: BillingPeriod;
  catalog: AppCatalog;
  /** The add-ons before it. */
  earlier: KnownAddOn[];
  /** The IDs of all that are on. */
  active: ReadonlySet<string>;
}

/** A rule about each add-on that the catalog still has. */
function forEachAddOn(find: (input: AddOnRuleInput) => Violation[]): StateRule {
  return ({ version, billingPeriod, addOns }, { catalog }) => {
    if (addOns.length === 0) return [];
    const active = new Set(addOns.map(({ id }) => id));
    const earlier: KnownAddOn[] = [];
    const violations: Violation[] = [];
    for (const { addOn, quantity } of addOns) {
      if (!addOn) continue;
      const id = getPresentId(addOn);
      violations.push(...find({ id, addOn, quantity, version, billingPeriod, catalog, earlier, active }));
      earlier.push({ addOn, quantity });
    }
    return violations;
  };
}

/** The price at which more of an add-on is sold. An earlier generation is sold while the present one is offered. */
export function findOffer(catalog: AppCatalog, addOn: CatalogAddOn, version: CatalogVersion | null) {
  const present = findPresent(catalog, addOn);
  return present.active && present.public ? findAddOnPrice(addOn, version) : undefined;
}

/** Whether a command turns an add-on on, or raises its quantity. */
function isAdded({ before, after }: Change, presentId: string): boolean {
  const count = ({ addOns }: Subscription) =>
    addOns.find(({ addOn }) => addOn && getPresentId(addOn) === presentId)?.quantity ?? 0;
  return count(after) > count(before);
}

function listPublicIds({ public: isPublic, id }: CatalogAddOn): string[] {
  return isPublic ? [id] : [];
}

/** Why a change is rejected, in the order in which it is reported. Empty if it is allowed. */
export function findBlockers(change: Change): ChangeBlocker[] {
  const blockers = [
    ...applyRules(callerRules, change),
    ...applyRules(transitionRules, change),
    ...findStateBlockers(change),
  ].sort((a, b) => getPosition(change, a) - getPosition(change, b));
  // What is priced on request is decided in person.
  const last = blockers.findIndex(({ code }) => code === 'price_on_request');
  return last < 0 || change.command.type === 'set_add_on' ? blockers : blockers.slice(0, last + 1);
}

function applyRules(rules: Partial<Record<ChangeBlockerCode, Rule>>, change: Change): ChangeBlocker[] {
  return Object.entries(rules).flatMap(([code, rule]) => {
    const message = rule(change);
    return message ? [{ code: code as ChangeBlockerCode, message }] : [];
  });
}

function getPosition({ command }: Change, { code }: ChangeBlocker): number {
  // The page of add-ons names first what the price list says.
  if (code === 'forbidden' && getRequested(command).type === 'set_add_on') return blockerOrder.length;
  return blockerOrder.indexOf(code);
}

/**
 * The state rules that a command breaks, or breaks more than before. An undo returns to a state that the account had, but for
 * what it uses now.
 */
export function findStateBlockers(change: Change): ChangeBlocker[] {
  const { view, command, before, after, isUnchanged } = change;
  if (isUnchanged) return [];
  const rules = command.type === 'undo' ? [stateRules.usageAllowed] : Object.values<StateRule>(stateRules);
  return rules.flatMap((rule) => {
    const violations = rule(after, view);
    if (violations.length === 0) return [];
    const sizes = new Map(rule(before, view).map(({ subject, size }) => [subject, size]));
    return violations
      .filter(({ subject, size }) => size > (sizes.get(subject) ?? 0))
      .map(({ toBlocker }) => toBlocker(change));
  });
}

/** Whether the host has to confirm what the caller decides: each switch, and another change that costs more. */
export function needsConfirmation({ view, caller, command, isUnchanged, totals }: Change): boolean {
  const { checkoutUrl } = view.catalog.app;
  if (checkoutUrl === null || caller.role !== 'owner' || caller.appKey || isUnchanged) return false;
  if (getRequested(command).type !== 'set_add_on') return true;
  const { before: was, after: is } = totals;
  return !was || !is || is.amount > was.amount || is.not_included.length > was.not_included.length;
}
