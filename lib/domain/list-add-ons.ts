import type { AddOnDecision } from '@/lib/contract/add-ons';
import type { Role } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import type { AddOnState } from '@/lib/db/accounts';
import type { CatalogAddOn, Price } from '@/lib/db/catalog';
import { findNewestState, findOwn } from './add-on-generations';
import { listEffects } from './amounts';
import { type BillingPeriod, computeTotal, getAddOnPeriod, type Total } from './billing';
import { type AppCaller, listActiveAddOns } from './caller';
import { type CallerAccess, type CatalogView, filterListedVersions } from './catalog-view';
import {
  type AddOnContext,
  createAddOnContext,
  decideAddOn,
  findAddOnPrice,
  getActivePrice,
  getBilledQuantity,
  getQuantityRange,
  isAvailable,
  isIncluded,
} from './decide-add-on';
import { hashRevision, toFees } from './evaluate-switch';
import { comparePrices, type ListedAddOn, listAddOns } from './list-versions';

/** An add-on with its price and its state for the account. */
interface AccountAddOn extends ListedAddOn {
  price: Price;
  /** The version that the price is for. Null for that of a retired add-on. */
  priceVersionId: string | null;
  /** The period whose fee applies to the account. */
  billingPeriod: BillingPeriod | null;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  /** The newest change. Null if it was never on. */
  newest: AddOnState | null;
  included: boolean;
  /** Whether it is on or can be added to the current version. */
  available: boolean;
  retired: boolean;
  /** About turning it off if it is on, else on. Null for a caller without an account. */
  decision: AddOnDecision | null;
  revision: string | null;
}

export interface AddOnListing {
  addOns: AccountAddOn[];
  /** Null for a caller without an account or version. */
  total: Total | null;
}

/** The add-ons that are available for a version that the caller sees, and those that are on, in catalog order. */
export function listAccountAddOns(
  view: CatalogView,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
  users = view.state.users,
): AddOnListing {
  const { catalog, state } = view;
  const { app } = catalog;
  const context = createAddOnContext(view);
  const versions = filterListedVersions(catalog.versions, { role, state });
  const listedAddOns = listAddOns(catalog, versions, role, context.active);
  const addOns = listedAddOns.map((listed) => describeAddOn(view, context, listed, { role, account }));
  const active = addOns.filter((addOn) => addOn.active);
  return {
    addOns,
    total:
      account && context.version
        ? computeTotal(
            active.map(({ addOn, price, newest }) => ({
              id: addOn.id,
              price,
              quantity: newest ? getBilledQuantity(newest, addOn) : undefined,
            })),
            { billingPeriod: context.billingPeriod, users, app },
          )
        : null,
  };
}

function describeAddOn(
  { catalog, state }: CatalogView,
  context: AddOnContext,
  listed: ListedAddOn,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
): AccountAddOn {
  const { addOn } = listed;
  const { version } = context;
  const addOnState = context.active.get(addOn.id);
  const offered = findAddOnPrice(addOn, version);
  const price = addOnState
    ? getActivePrice(addOnState, addOn, version)
    : (offered ?? findLowestPrice(listed));
  const priceVersionId =
    addOnState && !offered ? null : offered ? offered.versionId : findLowestPrice(listed).versionId;
  const included = version !== null && isIncluded(addOn, version, catalog);
  return {
    ...listed,
    // A switch to another version moves the account to the present generation.
    prices: addOn.replacedBy === null ? listed.prices : listed.prices.filter((each) => each === offered),
    price,
    priceVersionId,
    billingPeriod:
      account && (addOnState || offered) ? getAddOnPeriod(price, context.billingPeriod, catalog.app) : null,
    active: addOnState !== undefined,
    quantity: addOnState?.quantity ?? 0,
    newest: findNewestState(catalog, state, addOn),
    included,
    available: account === null || isAvailable(context, addOn),
    retired: !addOn.active || (addOnState !== undefined && !offered),
    decision: account && decideToggle(role, context, addOn),
    revision: account && computeAddOnRevision({ catalog, state }, context, addOn),
  };
}

/** About turning an add-on off if it is on, else on. */
function decideToggle(role: Role | null, context: AddOnContext, addOn: CatalogAddOn): AddOnDecision {
  return decideAddOn(role, context, addOn, context.active.has(addOn.id) ? 0 : getQuantityRange(addOn).min);
}

/** An add-on that is listed and not on has a price for a listed version. */
function findLowestPrice({ prices }: ListedAddOn): ListedAddOn['prices'][number] {
  const [lowest] = prices.toSorted(comparePrices);
  if (!lowest) throw new Error('An add-on without a price is only listed while it is on.');
  return lowest;
}

/** The add-on with this ID or human ID. */
export function findAddOn(
  { addOns }: Pick<CatalogView['catalog'], 'addOns'>,
  id: string,
): CatalogAddOn | undefined {
  const normalized = id.toLowerCase();
  return addOns.find((each) => each.id.toLowerCase() === normalized || each.humanId === normalized);
}

/**
 * The add-on with this ID or human ID, or that of another generation: the one that is on, else the present one. Throws one 404
 * for an ID that is unknown, malformed, of another app or not visible: neither listed nor ever on.
 */
export function findVisibleAddOn(
  { catalog, state }: CatalogView,
  access: CallerAccess,
  id: string,
): CatalogAddOn {
  const found = findAddOn(catalog, id);
  if (found) {
    const active = new Set(listActiveAddOns(state).map(({ addOnId }) => addOnId));
    const addOn = findOwn(catalog, active, found);
    if (findNewestState(catalog, state, addOn)) return addOn;
    const versions = filterListedVersions(catalog.versions, access);
    const isListed = versions.some((version) => findAddOnPrice(addOn, version));
    if (isListed && (addOn.public || access.role === 'product')) return addOn;
  }
  throw new ApiError('option_not_found', 'Optional feature not found.');
}

/**
 * Changes with the account's version and period, the state, content, price and blockers of an add-on. Not with other add-ons
 * that have nothing to do with it.
 */
export function computeAddOnRevision(
  { catalog, state }: CatalogView,
  context: AddOnContext,
  addOn: CatalogAddOn,
): string {
  const addOnState = context.active.get(addOn.id);
  const price = addOnState
    ? getActivePrice(addOnState, addOn, context.version)
    : findAddOnPrice(addOn, context.version);
  return hashRevision([
    state.current?.sequence ?? 0,
    findNewestState(catalog, state, addOn)?.id ?? null,
    catalog.app.currency,
    context.billingPeriod,
    price ? toFees(price) : null,
    addOn.title,
    listEffects(addOn, context.version?.id ?? '').map(({ featureId, effect, value, amount, unlimited }) => [
      featureId,
      effect,
      value,
      amount,
      unlimited,
    ]),
    decideToggle('owner', context, addOn).blockers,
    ...(addOn.maxQuantity === null ? [] : [getQuantityRange(addOn)]),
  ]);
}
