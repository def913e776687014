import { createHash } from 'node:crypto';
import { ApiError } from '@/lib/contract/errors';
import type { OptionDecision } from '@/lib/contract/optional-features';
import type { OptionState } from '@/lib/db/accounts';
import type { CatalogOffer, Price } from '@/lib/db/catalog';
import { type BillingPeriod, computeTotal, getOfferPeriod, type Total } from './billing';
import type { AppCaller } from './caller';
import { type CallerAccess, type CatalogView, filterListedVersions } from './catalog-view';
import {
  createOptionContext,
  decideOption,
  findOfferPrice,
  getActivePrice,
  isAvailable,
  isIncluded,
  type OptionContext,
} from './decide-option';
import { toFees } from './evaluate-switch';
import { comparePrices, type ListedOffer, listOffers } from './list-versions';

/** An offer with its price and its state for the account. */
export interface ListedOption extends ListedOffer {
  price: Price;
  /** The version that the price is for. Null for that of a retired offer. */
  priceVersionId: string | null;
  /** The period whose fee applies to the account. */
  billingPeriod: BillingPeriod | null;
  active: boolean;
  /** The newest change. Null if it was never on. */
  newest: OptionState | null;
  included: boolean;
  /** Whether it is on or can be added to the current version. */
  available: boolean;
  retired: boolean;
  /** About turning it off if it is on, else on. Null for a caller without an account. */
  decision: OptionDecision | null;
  revision: string | null;
}

export interface OptionListing {
  options: ListedOption[];
  /** Null for a caller without an account or version. */
  total: Total | null;
}

/** The offers that are available for a version that the caller sees, and those that are on, in catalog order. */
export function listOptions(
  view: CatalogView,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
  users: number,
): OptionListing {
  const { catalog, state } = view;
  const { app } = catalog;
  const context = createOptionContext(view);
  const versions = filterListedVersions(catalog.versions, { role, state });
  const offers = listOffers(catalog, versions, role, context.active);
  const options = offers.map((listed) => describeOption(view, context, listed, { role, account }));
  const active = options.filter((option) => option.active);
  return {
    options,
    total:
      account && context.version
        ? computeTotal(
            active.map(({ offer, price }) => ({ id: offer.id, price })),
            { billingPeriod: context.billingPeriod, users, app },
          )
        : null,
  };
}

function describeOption(
  { catalog, state }: CatalogView,
  context: OptionContext,
  listed: ListedOffer,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
): ListedOption {
  const { offer } = listed;
  const { version } = context;
  const option = context.active.get(offer.id);
  const offered = findOfferPrice(offer, version);
  const price = option ? getActivePrice(option, offer, version) : (offered ?? findLowestPrice(listed));
  const priceVersionId =
    option && !offered ? null : offered ? offered.versionId : findLowestPrice(listed).versionId;
  const included = version !== null && isIncluded(offer, version);
  return {
    ...listed,
    price,
    priceVersionId,
    billingPeriod:
      account && (option || offered) ? getOfferPeriod(price, context.billingPeriod, catalog.app) : null,
    active: option !== undefined,
    newest: state.options.find(({ offerId }) => offerId === offer.id) ?? null,
    included,
    available: account === null || isAvailable(context, offer),
    retired: !offer.active || (option !== undefined && !offered),
    decision: account && decideOption(role, context, offer, option === undefined),
    revision: account && computeOptionRevision({ catalog, state }, context, offer),
  };
}

/** An offer that is listed and not on has a price for a listed version. */
function findLowestPrice({ prices }: ListedOffer): ListedOffer['prices'][number] {
  const [lowest] = prices.toSorted(comparePrices);
  if (!lowest) throw new Error('An offer without a price is only listed while it is on.');
  return lowest;
}

/**
 * The offer with this id. Throws one 404 for an id that is unknown, malformed, of another app or not visible: neither listed
 * nor ever on.
 */
export function findVisibleOffer(
  { catalog, state }: CatalogView,
  access: CallerAccess,
  id: string,
): CatalogOffer {
  const normalized = id.toLowerCase();
  const offer = catalog.offers.find((each) => each.id.toLowerCase() === normalized);
  if (offer) {
    if (state.options.some(({ offerId }) => offerId === offer.id)) return offer;
    const versions = filterListedVersions(catalog.versions, access);
    const isListed = versions.some((version) => findOfferPrice(offer, version));
    if (isListed && (offer.public || access.role === 'product')) return offer;
  }
  throw new ApiError('option_not_found', 'Optional feature not found.');
}

/**
 * Changes with the account's version and period, the state, content, price and blockers of an offer. Not with other offers
 * that have nothing to do with it.
 */
export function computeOptionRevision(
  { catalog, state }: CatalogView,
  context: OptionContext,
  offer: CatalogOffer,
): string {
  const option = context.active.get(offer.id);
  const price = option
    ? getActivePrice(option, offer, context.version)
    : findOfferPrice(offer, context.version);
  const newest = state.options.find(({ offerId }) => offerId === offer.id);
  const basis = [
    state.current?.sequence ?? 0,
    newest?.id ?? null,
    catalog.app.currency,
    context.billingPeriod,
    price ? toFees(price) : null,
    offer.title,
    offer.features.map(({ featureId, effect, value, amount, unlimited }) => [
      featureId,
      effect,
      value,
      amount,
      unlimited,
    ]),
    decideOption('owner', context, offer, option === undefined).blockers,
  ];
  return createHash('sha256').update(JSON.stringify(basis)).digest('base64url').slice(0, 22);
}
