import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import {
  type AppCatalog,
  type CatalogAddOn,
  type CatalogVersion,
  noPrice,
  type Price,
  toPriceJson,
} from '@/lib/db/catalog';
import { toCamelCase } from '@/lib/db/connection/query-json';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import {
  getAccountPeriod,
  getBilledUnits,
  getFeePeriod,
  isSoldPerUnit,
  listBillingPeriods,
  selectBillingPeriod,
} from '@/lib/pricing/price';
import { findOwn, findPresent, getPresentId, isOn } from '../catalog/add-on-generations';
import {
  findAddOnPrice,
  findVisibleAddOn,
  getPublicName,
  getQuantityRange,
  isIncluded,
  isProvided,
  sortByCatalog,
} from '../catalog/add-ons';
import { type CallerAccess, type CatalogView, findVersion, isSamePlan } from '../catalog/catalog-view';
import { agreeVersion, isCovered, type Terms } from '../catalog/terms';
import type { HistoryEntry } from './history-entry';
import { type ChangedAddOn, findSubscribed, type SubscribedAddOn, type Subscription } from './subscription';
import {
  findTrialEnd,
  returnAddOns,
  returnsQuantity,
  returnsUsers,
  type TrialReturn,
  toTrialReturn,
} from './trial-return';

// What each command makes of a subscription. Whether it may is decided in change-rules.ts.

/** What changes a subscription. */
export type Command =
  | StartCommand
  | SwitchCommand
  | UsersCommand
  | AddOnCommand
  | ListCommand
  | UndoCommand
  | FollowCommand
  | TermsCommand
  | EndTrialCommand;

/** The first version of an account, which the host chooses. */
interface StartCommand {
  type: 'start';
  versionId: string;
  billingPeriod: BillingPeriod;
}

/** A switch to a version, another billing period, number of users or quantity. */
export interface SwitchCommand {
  type: 'switch';
  versionId: string;
  /** Null, the default, is the account's if the version is sold for it. */
  billingPeriod?: BillingPeriod | null;
  /** Null, the default, is the account's, or the smallest that the version is sold for. */
  users?: number | null;
  /** How many units of the version's price. Null, the default, is the account's if it has the same unit, else the smallest. */
  quantity?: number | null;
  /**
   * Starts a trial. False ends the account's. Null, the default, ends it too, unless the command sets a number for the same
   * version.
   */
  trial?: TrialRequest | false | null;
}

/** Times are in Unix milliseconds. */
export interface TrialRequest {
  now: number;
  /** When the trial ends, or null for the days of the price list. */
  endsAt: number | null;
}

/** The end of the account's trial. On another version of the plan that is to follow, the account stays. */
interface EndTrialCommand {
  type: 'end_trial';
  versionId: string;
  /** What the account had before, if it goes back. */
  returned: TrialReturn | null;
}

/** The number of users of the host application. */
interface UsersCommand {
  type: 'set_users';
  users: number;
}

export interface AddOnCommand {
  type: 'set_add_on';
  /** ID or human ID, of any generation. */
  addOnId: string;
  /** 0 turns it off. Null is the current quantity if it is on, else the smallest. */
  quantity: number | null;
}

/** What is scheduled together, in this order. */
export interface ListCommand {
  type: 'list';
  first: SwitchCommand | AddOnCommand;
  /** Each with its quantity then. 0 turns it off. */
  addOns: { addOnId: string; quantity: number }[];
  /** What is asked for, which the list contains with what was scheduled before, or null for a stored list. */
  request: SwitchCommand | AddOnCommand | null;
}

/** The return to what the account had before its newest switch. */
interface UndoCommand {
  type: 'undo';
  undone: UndoneSwitch;
  /** The time is in Unix milliseconds. */
  now: number;
}

/**
 * What follows from a publication: the version that the account has from then on, billed for a period that it is sold
 * for. On the same version, add-ons that it includes are turned off.
 */
interface FollowCommand {
  type: 'follow';
  toVersionId: string;
  /** The add-on that its present generation replaces, or null if there is none. */
  addOnId: string | null;
}

/** What was agreed with an account, begins or ends. */
interface TermsCommand {
  type: 'set_terms';
  /** Null ends them. */
  terms: Terms | null;
}

/** A switch, and what the account had before it. */
export interface UndoneSwitch {
  entry: HistoryEntry;
  /** The version before the switch, as it was then. */
  version: VersionSnapshot;
  billingPeriod: BillingPeriod;
  users: number;
  quantity: number | null;
  terms: Terms | null;
  /** When the trial would have ended that the account was in before. */
  trialEndsAt: number | null;
}

/** What an undo of an entry returns to. It is null for the first one. */
export function toUndoneSwitch(entry: HistoryEntry, before: HistoryEntry | null): UndoneSwitch | null {
  const { previous: version } = entry;
  if (!before || !version) return null;
  const { billingPeriod, users, quantity, terms, trialEndsAt } = before;
  return { entry, version, billingPeriod, users, quantity, terms, trialEndsAt };
}

export interface AppliedCommand {
  after: Subscription;
  /** The add-on that the command names. */
  addOn?: CatalogAddOn;
  /** All add-ons that are on before or after, in catalog order. */
  addOns: ChangedAddOn[];
}

/** Throws 404 for a version or add-on that is unknown or not visible, and 422 for one that an undo does not find. */
export function applyCommand(
  view: CatalogView,
  access: CallerAccess,
  before: Subscription,
  command: Command,
): AppliedCommand {
  switch (command.type) {
    case 'start':
      return applySwitch(view.catalog, before, requireVersion(view.catalog, command.versionId), command);
    case 'switch': {
      const version = findVersion(view.catalog, command.versionId, access);
      const returned = findReturned(view, before, version, command);
      const users = command.users ?? chooseUsers(view.catalog, before, version);
      const applied = returned
        ? applyReturn(view, before, version, returned, command)
        : applySwitch(view.catalog, before, version, { ...command, users });
      return {
        ...applied,
        after: { ...applied.after, trialEndsAt: getTrialEnd(before, applied.after, command) },
      };
    }
    case 'set_users':
      return {
        after: { ...before, users: command.users },
        addOns: before.addOns.map((addOn) => keepAddOn(addOn, addOn)),
      };
    case 'set_add_on':
      return applyAddOn(view, access, before, command);
    case 'list':
      return applyList(view, access, before, command);
    case 'undo':
      return applyUndo(view, before, command);
    case 'follow':
      return applyFollow(view.catalog, before, command);
    case 'set_terms': {
      const { terms } = command;
      const version = before.version && agreeVersion(view.catalog, before.version, terms);
      return {
        after: { ...before, version, terms },
        addOns: before.addOns.map((addOn) => keepAddOn(addOn, addOn)),
      };
    }
    case 'end_trial': {
      const then = requireVersion(view.catalog, command.versionId);
      const staysOn = before.version && isSamePlan(before.version, then) ? before.version : null;
      const ended = { ...before, trialEndsAt: null };
      if (!staysOn && command.returned) return applyReturn(view, ended, then, command.returned);
      const version = staysOn ?? then;
      const users = chooseUsers(view.catalog, before, version);
      return applySwitch(view.catalog, ended, version, { users });
    }
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** When the trial ends that the account is in after a switch. */
function getTrialEnd(
  before: Subscription,
  { version, billingPeriod }: Subscription,
  { trial, users, quantity }: SwitchCommand,
): number | null {
  if (trial) return trial.endsAt ?? trial.now + (version?.trialDays ?? 0) * dayMs;
  const isSame = before.version?.id === version?.id && before.billingPeriod === billingPeriod;
  const setsNumber = (users ?? quantity ?? null) !== null;
  return isSame && setsNumber && trial !== false ? before.trialEndsAt : null;
}

/** The version that follows the trial of a version, or undefined if the catalog no longer has it. */
export function findTrialThen({ versions }: Pick<AppCatalog, 'versions'>, version: CatalogVersion) {
  const { trialThen } = version;
  return trialThen === null ? version : versions.find(({ catalogKey }) => catalogKey === trialThen);
}

/** What an account returns to that chooses the plan that follows its trial, or null for any other switch. */
function findReturned(
  { catalog, state }: CatalogView,
  before: Subscription,
  version: CatalogVersion,
  { trial }: SwitchCommand,
): TrialReturn | null {
  if (trial || before.trialEndsAt === null || !before.version) return null;
  const end = findTrialEnd(state);
  const then = catalog.versions.find(({ id }) => id === end?.versionId);
  const goesBack = then && isSamePlan(version, then) && !isSamePlan(version, before.version);
  return end && goesBack ? toTrialReturn(end) : null;
}

/** The switch from a trial to the plan that follows, with what the account had before, unless it was set since. */
function applyReturn(
  view: CatalogView,
  before: Subscription,
  version: CatalogVersion,
  returned: TrialReturn,
  requested: Pick<SwitchCommand, 'billingPeriod' | 'users' | 'quantity'> = {},
): AppliedCommand {
  const { catalog } = view;
  const sold = listBillingPeriods(toPriceJson(version), catalog.app.billingPeriod);
  const period = sold.find((each) => each === returned.billingPeriod) ?? null;
  const own = returnsUsers(returned, before) ? { ...before, users: returned.users! } : before;
  const quantity = returnsQuantity(returned, before, version) ? returned.quantity : null;
  const { after, addOns } = applySwitch(catalog, before, version, {
    billingPeriod: requested.billingPeriod ?? period,
    users: requested.users ?? chooseUsers(catalog, own, version),
    quantity: requested.quantity ?? quantity,
  });
  return toApplied(after, returnAddOns(view, after, version, addOns, returned));
}

/** A version of any visibility. The caller knows that it exists. */
function requireVersion({ versions }: AppCatalog, versionId: string): CatalogVersion {
  const version = versions.find(({ id }) => id === versionId);
  if (!version) throw new Error(`The catalog has no version ${versionId}.`);
  return version;
}

/** The state with the add-ons that stay or are turned on. */
function toApplied(subscription: Omit<Subscription, 'addOns'>, addOns: ChangedAddOn[]): AppliedCommand {
  return { after: { ...subscription, addOns: addOns.flatMap(({ after }) => after ?? []) }, addOns };
}

function applySwitch(
  catalog: AppCatalog,
  before: Subscription,
  version: CatalogVersion,
  {
    billingPeriod: requested = null,
    users: requestedUsers = null,
    quantity: requestedQuantity = null,
  }: Pick<SwitchCommand, 'billingPeriod' | 'users' | 'quantity'>,
): AppliedCommand {
  const isSameVersion = before.version?.id === version.id;
  const billingPeriod =
    requested ?? (isSameVersion ? before.billingPeriod : selectSoldPeriod(catalog, version, before));
  const users = requestedUsers ?? before.users;
  const quantity = isSoldPerUnit(toPriceJson(version)) ? requestedQuantity : null;
  return toApplied(
    {
      ...{ ...before, version, billingPeriod, users },
      quantity: quantity ?? keepQuantity(before, version),
      terms: keepTerms(catalog, before, version),
    },
    switchAddOns(catalog, before, version, billingPeriod),
  );
}

/** What was agreed for the plan that the account leaves ends. What is for a plan that it has not had yet stays. */
function keepTerms(catalog: AppCatalog, { version: own, terms }: Subscription, version: CatalogVersion) {
  if (!terms || isCovered(catalog, version, terms)) return terms;
  return own && isCovered(catalog, own, terms) ? null : terms;
}

/** The account's number of users, and on another version at least the smallest, unless the host application manages it. */
function chooseUsers({ app }: AppCatalog, before: Subscription, { id, minUsers }: CatalogVersion): number {
  const keeps = before.version?.id === id || app.usersManagedBy === 'host';
  return keeps ? before.users : Math.max(before.users, minUsers ?? 1);
}

/** The account's quantity if the version has the same unit, and at least the smallest, or null if it is not sold per unit. */
export function keepQuantity(
  { version: own, quantity }: Subscription,
  version: CatalogVersion,
): number | null {
  return getBilledUnits(toPriceJson(version), own?.feeUnit === version.feeUnit ? quantity : null);
}

/** The account's billing period if the version is sold for it, else another one. */
function selectSoldPeriod(
  { app }: AppCatalog,
  version: CatalogVersion,
  { billingPeriod }: Subscription,
): BillingPeriod {
  const sold = listBillingPeriods(toPriceJson(version), app.billingPeriod);
  return selectBillingPeriod(sold, billingPeriod) ?? billingPeriod;
}

/**
 * What a switch to a version and a period does with each add-on that is on: included in the target → off; available
 * there → on at the target's price, in the present generation; otherwise → off. Without a change of the version, an add-on
 * that is retired or priced on request is kept: only one that is sold, but not for the period, is turned off.
 */
function switchAddOns(
  catalog: AppCatalog,
  before: Subscription,
  target: CatalogVersion,
  billingPeriod: BillingPeriod,
): ChangedAddOn[] {
  if (before.addOns.length === 0) return [];
  const isSameVersion = before.version?.id === target.id;
  const switched = before.addOns.map((own): ChangedAddOn => {
    const { title, addOn } = own;
    const present = addOn && findPresent(catalog, addOn);
    const next = isSameVersion ? addOn : present;
    const nextPrice = next?.active ? findAddOnPrice(next, target) : undefined;
    const offered = isSameVersion ? own.price : nextPrice;
    const sold = offered && getFeePeriod(toPriceJson(offered), billingPeriod, catalog.app.billingPeriod);
    const isOnRequest =
      offered && listBillingPeriods(toPriceJson(offered), catalog.app.billingPeriod).length === 0;
    const period = sold ?? (isSameVersion && isOnRequest ? billingPeriod : null);
    const generations = isSameVersion ? [] : [addOn, present];
    if (generations.some((each) => each && isIncluded(each, target, catalog))) {
      return turnOffIncluded(own, target);
    }
    if (offered && period) {
      const { id = own.id, title: nextTitle = title } = next ?? {};
      const price = { addOn: next, price: offered, billingPeriod: period };
      return keepAddOn(own, { ...own, id, title: nextTitle, ...price });
    }
    const reason = isSameVersion
      ? `${title} is only sold with annual billing.`
      : `${title} is not available for ${target.title}.`;
    return turnOff(own, 'lost', `${reason} It is turned off.`);
  });
  return dropDependents(catalog, switched, target, isSameVersion);
}

function keepAddOn(before: SubscribedAddOn, after: SubscribedAddOn): ChangedAddOn {
  const offered = before.id === after.id ? '' : ', as it is offered now';
  return { outcome: 'kept', before, after, message: `${before.title} stays on${offered}.` };
}

function turnOff(
  before: SubscribedAddOn,
  outcome: 'included' | 'lost' | 'removed',
  message: string,
): ChangedAddOn {
  return { outcome, before, after: null, message };
}

function turnOffIncluded(before: SubscribedAddOn, { title }: CatalogVersion): ChangedAddOn {
  return turnOff(before, 'included', `${title} includes ${before.title}. It is turned off.`);
}

/**
 * Turns off the add-ons that require one that the switch turns off and the target does not include. On the same version,
 * an add-on that is on without what it requires stays on.
 */
function dropDependents(
  catalog: AppCatalog,
  switched: ChangedAddOn[],
  version: CatalogVersion,
  isSameVersion: boolean,
): ChangedAddOn[] {
  const active = new Set(switched.flatMap(({ after }) => after?.id ?? []));
  const activeBefore = new Set(switched.flatMap(({ before }) => before?.id ?? []));
  const findMissing = ({ addOn }: SubscribedAddOn) =>
    catalog.addOns.find(
      (required) =>
        addOn?.dependsOn.includes(required.id) &&
        !isProvided(catalog, { version, active }, required) &&
        (!isSameVersion || isProvided(catalog, { version, active: activeBefore }, required)),
    );
  let result = switched;
  for (;;) {
    const next = result.map((each): ChangedAddOn => {
      const { before, after } = each;
      const missing = after && findMissing(after);
      if (!before || !after || !missing) return each;
      active.delete(after.id);
      const message = `${before.title} requires ${getPublicName(missing)}. It is turned off.`;
      return turnOff(before, 'lost', message);
    });
    if (next.every((each, index) => each === result[index])) return next;
    result = next;
  }
}

function applyAddOn(
  view: CatalogView,
  access: CallerAccess,
  before: Subscription,
  command: AddOnCommand,
): AppliedCommand {
  const { catalog } = view;
  const addOn = findVisibleAddOn(view, access, command.addOnId);
  const own = findSubscribed(before, addOn.id);
  const quantity = command.quantity ?? own?.quantity ?? getQuantityRange(addOn).min;
  const others = before.addOns
    .filter((each) => each !== own)
    .map((each): [string, ChangedAddOn] => [each.id, keepAddOn(each, each)]);
  const { title } = addOn;
  const price = own?.price ?? findAddOnPrice(addOn, before.version) ?? noPrice;
  const billingPeriod =
    getFeePeriod(toPriceJson(price), before.billingPeriod, catalog.app.billingPeriod) ?? before.billingPeriod;
  const after = { id: addOn.id, title, addOn, quantity, price, billingPeriod };
  const byId = new Map(others);
  if (own && quantity > 0) byId.set(addOn.id, keepAddOn(own, after));
  else if (own) byId.set(addOn.id, turnOff(own, 'removed', `${title} is turned off.`));
  else if (quantity > 0) {
    byId.set(addOn.id, { outcome: 'added', before: null, after, message: `${title} is turned on.` });
  }
  const addOns = sortByCatalog([...byId.keys()], catalog).map((id) => byId.get(id) as ChangedAddOn);
  return { ...toApplied(before, addOns), addOn };
}

function applyList(
  view: CatalogView,
  access: CallerAccess,
  before: Subscription,
  { first, addOns, request }: ListCommand,
): AppliedCommand {
  let applied = applyCommand(view, access, before, first);
  for (const each of addOns) applied = setListedAddOn(view, access, applied, each);
  const { after, addOns: changed } = applied;
  const named = request?.type === 'set_add_on' && findVisibleAddOn(view, access, request.addOnId);
  return { after, addOns: changed, ...(named && { addOn: named }) };
}

/** Sets an add-on of any generation, which a switch can replace. One that the switch turns off stays off. */
function setListedAddOn(
  view: CatalogView,
  access: CallerAccess,
  { after: subscription, addOns }: AppliedCommand,
  { addOnId, quantity }: ListCommand['addOns'][number],
): AppliedCommand {
  const presentId = getPresentId(findVisibleAddOn(view, access, addOnId));
  const isListed = ({ addOn }: SubscribedAddOn) => addOn !== undefined && getPresentId(addOn) === presentId;
  const listed = addOns.map((each): ChangedAddOn => {
    const { before, after } = each;
    if (!after || !isListed(after) || quantity === after.quantity) return each;
    if (quantity > 0) return { ...each, after: { ...after, quantity } };
    return turnOff(before ?? after, 'lost', `${after.title} is turned off.`);
  });
  const wasOn = addOns.some(({ before, after }) => isListed((after ?? before)!));
  if (wasOn || quantity === 0) return toApplied(subscription, listed);
  const command = { type: 'set_add_on', addOnId: presentId, quantity } as const;
  const { addOns: set } = applyAddOn(view, access, subscription, command);
  const added = set.filter(({ outcome }) => outcome === 'added');
  const byId = new Map([...listed, ...added].map((each) => [(each.before ?? each.after)!.id, each]));
  const ids = sortByCatalog([...byId.keys()], view.catalog);
  return toApplied(
    subscription,
    ids.map((id) => byId.get(id)!),
  );
}

function applyUndo(
  { catalog, state }: CatalogView,
  before: Subscription,
  { undone, now }: UndoCommand,
): AppliedCommand {
  const found = catalog.versions.find(({ id }) => id === undone.version.versionId);
  if (!found) {
    const message = `${undone.version.title} is no longer in the catalog. ${choosePlan}`;
    throw new ApiError('undo_unavailable', message);
  }
  const { users, quantity } = undone;
  // What would have ended since then stays ended.
  const terms = undone.terms?.until != null && undone.terms.until <= now ? null : undone.terms;
  const version = agreeVersion(catalog, found, terms);
  // The switch did not end it.
  const trialEndsAt = before.trialEndsAt === undone.trialEndsAt ? before.trialEndsAt : null;
  const billingPeriod = getAccountPeriod(undone.billingPeriod, catalog.app.billingPeriod);
  const had = listEarlierAddOns(undone);
  const active = new Set(before.addOns.map(({ id }) => id));
  const findAddOn = (addOnId: string) => catalog.addOns.find(({ id }) => id === addOnId);
  const ids = state.addOnStates
    .map(({ addOnId }) => addOnId)
    .filter((id) => {
      const addOn = findAddOn(id);
      return active.has(id) || (had.has(id) && !(addOn && isOn(catalog, active, addOn)));
    });
  const addOns = sortByCatalog(ids, catalog).flatMap((id): ChangedAddOn | [] => {
    const own = findSubscribed(before, id) ?? null;
    const current = findAddOn(id);
    // The generation that the account had before.
    const addOn = current && findOwn(catalog, had, current, current);
    const earlier = had.get(addOn?.id ?? id);
    const title = addOn?.title ?? own?.title ?? state.addOnStates.find((each) => each.addOnId === id)!.title;
    if (!earlier) {
      return turnOff(own as SubscribedAddOn, 'lost', `${title} was off before the switch. It is turned off.`);
    }
    // A publication since the switch has included it.
    if (addOn && isIncluded(addOn, version, catalog)) return own ? turnOffIncluded(own, version) : [];
    // The catalog has no price for an add-on that is no longer offered. It returns at its last one.
    const price = (addOn && findAddOnPrice(addOn, version)) ?? earlier.price;
    const after = {
      id: addOn?.id ?? id,
      title,
      addOn,
      quantity: earlier.quantity,
      price,
      billingPeriod:
        getFeePeriod(toPriceJson(price), billingPeriod, catalog.app.billingPeriod) ?? billingPeriod,
    };
    if (!own) {
      return { outcome: 'restored', before: null, after, message: `${title} is turned on again.` };
    }
    const message =
      addOn === current ? `${title} stays on.` : `${title} stays on, as it was before the switch.`;
    return { outcome: 'kept', before: own, after, message };
  });
  return toApplied({ ...before, version, billingPeriod, users, quantity, terms, trialEndsAt }, addOns);
}

function applyFollow(
  catalog: AppCatalog,
  before: Subscription,
  { toVersionId, addOnId }: FollowCommand,
): AppliedCommand {
  const version = requireVersion(catalog, toVersionId);
  const billingPeriod = selectSoldPeriod(catalog, version, before);
  if (before.version?.id !== version.id || before.billingPeriod !== billingPeriod) {
    return applySwitch(catalog, before, version, { billingPeriod });
  }
  const addOns = before.addOns.map((own): ChangedAddOn => {
    if (own.addOn && isIncluded(own.addOn, version, catalog)) return turnOffIncluded(own, version);
    const present = own.addOn && own.id === addOnId ? findPresent(catalog, own.addOn) : null;
    const price = present?.active ? findAddOnPrice(present, version) : undefined;
    const period = price && getFeePeriod(toPriceJson(price), billingPeriod, catalog.app.billingPeriod);
    if (!present || !price || !period) return keepAddOn(own, own);
    const { id, title } = present;
    return keepAddOn(own, { ...own, id, title, addOn: present, price, billingPeriod: period });
  });
  return toApplied(before, addOns);
}

export const choosePlan = 'Choose a plan instead.';

/** The add-ons that were on before a switch, by ID. */
export function listEarlierAddOns({ entry }: UndoneSwitch): Map<string, { quantity: number; price: Price }> {
  return new Map(
    entry.addOns
      .filter(({ outcome }) => outcome !== 'restored')
      .map(({ id, previous_id, previous_quantity, previous, quantity, ...price }) => [
        previous_id ?? id,
        { quantity: previous_quantity ?? quantity, price: toCamelCase<Price>(previous ?? price) },
      ]),
  );
}
