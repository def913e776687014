import type { AddOnBlocker, AddOnDecision, AddOnEntry } from '@/lib/contract/add-ons';
import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { Total } from '@/lib/contract/switch';
import { type Price, toPriceJson } from '@/lib/db/catalog';
import { getFeePeriod } from '@/lib/pricing/price';
import { computeTotal } from '@/lib/pricing/total';
import type { AppCaller } from '../caller';
import { findNewestState } from '../catalog/add-on-generations';
import { findAddOnPrice, isAddable, isIncluded } from '../catalog/add-ons';
import { type CatalogView, filterListedVersions } from '../catalog/catalog-view';
import { compareAddOnPrices, type ListedAddOn, listAddOns } from '../catalog/feature-matrix';
import type { Command } from './apply-command';
import { computeRevision, toToggle } from './change-revision';
import type { Decider } from './change-rules';
import { type Evaluation, evaluateChange } from './evaluate-change';
import { findSubscribed, getSubscription, listPricedAddOns, type Subscription } from './subscription';

/** An add-on with its price and its state for the account. */
interface AccountAddOn
  extends ListedAddOn,
    CamelCaseFields<
      AddOnEntry,
      | ('price_version_id' | 'billing_period' | 'active' | 'quantity' | 'included' | 'available' | 'retired')
      | ('change' | 'confirmation_required' | 'revision')
    > {
  price: Price;
  /** The time of the newest change, or null if it was never on. */
  since: Date | null;
}

type AddOnsCaller = Decider & Pick<AppCaller, 'account'>;

export interface AddOnListing {
  addOns: AccountAddOn[];
  /** It is null for a caller without an account or version. */
  total: Total | null;
}

/** The add-ons that are available for a version that the caller sees, and those that are on, in catalog order. */
export function listAccountAddOns(
  view: CatalogView,
  caller: AddOnsCaller,
  users = view.state.users,
): AddOnListing {
  const { catalog, state } = view;
  const { role, account } = caller;
  const subscription = getSubscription(view);
  const activeIds = new Set(subscription.addOns.map(({ id }) => id));
  const versions = filterListedVersions(catalog.versions, { role, state });
  const listedAddOns = listAddOns(catalog, versions, role, activeIds);
  const addOns = listedAddOns.map((listed) => describeAddOn(view, subscription, listed, caller));
  if (!account || !subscription.version) return { addOns, total: null };
  const billing = { app: catalog.app.billingPeriod, billed: subscription.billingPeriod, users };
  // The total does not include the version.
  return { addOns, total: computeTotal(listPricedAddOns(subscription), billing) };
}

function describeAddOn(
  view: CatalogView,
  subscription: Subscription,
  listed: ListedAddOn,
  caller: AddOnsCaller,
): AccountAddOn {
  const { catalog, state } = view;
  const { app } = catalog;
  const { addOn } = listed;
  const { account } = caller;
  const { version } = subscription;
  const own = findSubscribed(subscription, addOn.id);
  const offered = findAddOnPrice(addOn, version);
  const shown = offered ?? (own ? null : findLowestPrice(listed));
  const price = own?.price ?? shown ?? findLowestPrice(listed);
  const evaluate = (command: Command) => account && evaluateChange(view, caller, command, subscription);
  const toggle = evaluate(toToggle(addOn, own));
  const newest = findNewestState(catalog, state, addOn);
  const hasMore = app.checkoutUrl !== null && own !== undefined && addOn.maxQuantity !== null;
  const increase = hasMore
    ? evaluate({ type: 'set_add_on', addOnId: addOn.id, quantity: own.quantity + 1 })
    : toggle;
  return {
    ...listed,
    // A switch to another version moves the account to the present generation.
    prices: addOn.replacedBy === null ? listed.prices : listed.prices.filter((each) => each === offered),
    price,
    priceVersionId: shown?.versionId ?? null,
    billingPeriod:
      account && (own || offered)
        ? getFeePeriod(toPriceJson(price), subscription.billingPeriod, app.billingPeriod)
        : null,
    active: own !== undefined,
    quantity: own?.quantity ?? 0,
    since: newest && new Date(newest.changedAt),
    included: version !== null && isIncluded(addOn, version, catalog),
    available: account === null || own !== undefined || isAddable(catalog, version, addOn),
    retired: !addOn.active || (own !== undefined && !offered),
    change: toggle && toAddOnDecision(toggle),
    confirmationRequired: increase?.needsConfirmation ?? false,
    revision: toggle && computeRevision(toggle),
  };
}

/** The decision about an add-on as responses have it. */
export function toAddOnDecision({ pays, blockers, isPeriodEndOnly }: Evaluation): AddOnDecision {
  return {
    pays,
    allowed: blockers.length === 0,
    ...(isPeriodEndOnly && { period_end_only: true as const }),
    blockers: blockers.map(({ code, message, options = [], usage }) => ({
      code,
      message,
      options,
      ...(usage && { usage }),
    })) as AddOnBlocker[],
  };
}

/** An add-on that is listed and not on has a price for a listed version. */
function findLowestPrice({ prices }: ListedAddOn): ListedAddOn['prices'][number] {
  const [lowest] = prices.toSorted(compareAddOnPrices);
  if (!lowest) throw new Error('An add-on without a price is only listed while it is on.');
  return lowest;
}
