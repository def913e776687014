import type { Role } from '@/lib/contract/current-user';
import type { FeatureAmount, SwitchDecision } from '@/lib/contract/fields';
import {
  type App,
  type AppCatalog,
  type Catalog,
  type CatalogFeature,
  type CatalogOffer,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
  type OfferEffect,
  type OfferPrice,
} from '@/lib/db/catalog';
import { hasAmount, isRenewable } from './amounts';
import { type BillingPeriod, getAccountPeriod, listBillingPeriods } from './billing';
import type { AppCaller } from './caller';
import {
  type CallerAccess,
  type CatalogView,
  filterListedVersions,
  findVersion,
  isVisible,
} from './catalog-view';
import { createOptionContext, isAvailable } from './decide-option';
import { decideSwitch } from './evaluate-switch';

export type { Price } from '@/lib/db/catalog';

export interface ListedVersion {
  version: CatalogVersion;
  billingPeriods: BillingPeriod[];
  current: boolean;
  /** Null for a caller without an account. */
  decision: SwitchDecision | null;
}

/** A row of the feature matrix. Each record is keyed by version id. */
export interface MatrixRow {
  humanId: string;
  title: string;
  description: string;
  group: string;
  unit: string | null;
  period: string | null;
  renewable: boolean | null;
  /** Whether the row is a usage limit of its own, not a feature. */
  isLimit: boolean;
  /** Human ids of the features that the row limits. */
  linkedFeatures: string[];
  /** Has every listed version. */
  included: Record<string, boolean>;
  /** The value to show instead of a check mark, such as "10 GB". */
  values: Record<string, string>;
  amounts: Record<string, FeatureAmount>;
  /** The offers that add the feature to a version that lacks it, cheapest first. */
  offers: Record<string, OfferPlacement[]>;
}

/** An offer and its price for a version. */
export interface OfferPlacement {
  offer: CatalogOffer;
  price: OfferPrice;
}

/** An effect of an offer, with its feature. */
export type ListedEffect = OfferEffect & { feature: CatalogFeature; isLimit: boolean };

/** An offer with what it is available for and what it contains. */
export interface ListedOffer {
  offer: CatalogOffer;
  /** For the listed versions. */
  prices: OfferPrice[];
  /** In catalog order. */
  effects: ListedEffect[];
  /** IDs of listed offers. */
  dependsOn: string[];
  excludes: string[];
}

export interface VersionListing {
  app: App;
  versions: ListedVersion[];
  matrix: MatrixRow[];
  offers: ListedOffer[];
  optionalFeaturesAvailable: boolean;
  /** Null for a caller without an account. */
  billingPeriod: BillingPeriod | null;
}

export interface VersionDetail {
  version: CatalogVersion;
  features: (FeatureLink & { feature: CatalogFeature })[];
}

/** The versions available to the caller, with the feature matrix (spec 4.1). */
export function listVersions(
  { catalog, state }: CatalogView,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
): VersionListing {
  const billingPeriod = account && getAccountPeriod(state.current, catalog.app);
  return { app: catalog.app, billingPeriod, ...buildListing(catalog, { role, state }, account !== null) };
}

/** One version with the features it includes, in catalog order (spec 4.3). Throws 404 if the caller can't see it. */
export function getVersion(
  { catalog, state }: CatalogView,
  { role }: Pick<AppCaller, 'role'>,
  id: string,
): VersionDetail {
  const version = findVersion(catalog, id, { role, state });
  const links = new Map(version.links.map((link) => [link.featureId, link]));
  const features = catalog.features.flatMap((feature) => {
    const link = links.get(feature.id);
    return link ? [{ ...link, feature }] : [];
  });
  return { version, features };
}

/** The listing without its app, as a pure function of the catalog and the caller. */
export function buildListing(
  catalog: AppCatalog,
  access: CallerAccess,
  hasAccount: boolean,
): Omit<VersionListing, 'app' | 'billingPeriod'> {
  const listed = filterListedVersions(catalog.versions, access);
  const hidden = catalog.versions.filter((version) => !isVisible(version, access));
  const current = listed.find((version) => version.id === access.state.current?.versionId) ?? null;
  const decide = (target: CatalogVersion, role: Role | null) =>
    hasAccount ? decideSwitch(role, current, target, catalog.app) : null;
  const offers = listOffers(catalog, listed, access.role);
  const context = createOptionContext({ catalog, state: access.state });
  return {
    versions: listed.map((version) => ({
      version,
      billingPeriods: listBillingPeriods(version, catalog.app),
      current: version === current,
      decision: decide(version, access.role),
    })),
    matrix: buildMatrix(catalog, listed, hidden, offers),
    offers,
    optionalFeaturesAvailable:
      context.active.size > 0 || offers.some(({ offer }) => !hasAccount || isAvailable(context, offer)),
  };
}

/**
 * The offers that are available for at least one listed version. Only the product role sees those not public. Offers in
 * `always` are listed in any case.
 */
export function listOffers(
  { offers, features }: Catalog,
  listed: CatalogVersion[],
  role: Role | null,
  always: { has(offerId: string): boolean } = new Set(),
): ListedOffer[] {
  if (offers.length === 0) return [];
  const listedIds = new Set(listed.map(({ id }) => id));
  const order = new Map(features.map((feature, index) => [feature.id, index]));
  const shown = offers.flatMap((offer) => {
    const prices = offer.versions.filter(({ versionId }) => listedIds.has(versionId));
    const isListed = prices.length > 0 && (offer.public || role === 'product');
    return isListed || always.has(offer.id) ? [{ offer, prices }] : [];
  });
  const shownIds = new Set(shown.map(({ offer }) => offer.id));
  const isShown = (id: string) => shownIds.has(id);
  return shown.map(({ offer, prices }) => ({
    offer,
    prices: listed.flatMap(({ id }) => prices.find(({ versionId }) => versionId === id) ?? []),
    effects: offer.features
      .toSorted((a, b) => (order.get(a.featureId) ?? 0) - (order.get(b.featureId) ?? 0))
      .flatMap((effect) => {
        const feature = features[order.get(effect.featureId) ?? -1];
        return feature ? [{ ...effect, feature, isLimit: isLimitRow(feature) }] : [];
      }),
    dependsOn: offer.dependsOn.filter(isShown),
    excludes: offer.excludes.filter(isShown),
  }));
}

/**
 * The feature matrix (spec 2.4): one row per feature, in catalog order, with a cell for every listed version. A feature
 * that only hidden versions and offers have is left out, so that it does not reveal them. So is a retired feature that
 * neither a listed version nor a listed offer has.
 */
function buildMatrix(
  catalog: Pick<Catalog, 'features' | 'offers'>,
  listed: CatalogVersion[],
  hidden: CatalogVersion[],
  offers: ListedOffer[],
): MatrixRow[] {
  const links = listed.map((version) => ({
    id: version.id,
    byFeature: new Map(version.links.map((link) => [link.featureId, link])),
  }));
  const inListed = new Set(listed.flatMap((version) => version.links.map((link) => link.featureId)));
  for (const { effects } of offers) for (const { featureId } of effects) inListed.add(featureId);
  const inHidden = new Set(hidden.flatMap((version) => version.links.map((link) => link.featureId)));
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  for (const offer of catalog.offers) {
    const isHidden = !offer.public || offer.versions.some(({ versionId }) => hiddenIds.has(versionId));
    if (isHidden) for (const { featureId } of offer.features) inHidden.add(featureId);
  }

  const shown = catalog.features.filter(
    ({ id, active }) => inListed.has(id) || (active && !inHidden.has(id)),
  );
  const humanIds = new Map(shown.map(({ id, humanId }) => [id, humanId]));
  const placements = placeOffers(offers);
  return shown.map((feature) => {
    const { humanId, title, description, group, unit, period, linkedFeatureIds } = feature;
    const row: MatrixRow = {
      humanId,
      title,
      description,
      group,
      unit,
      period,
      renewable: isRenewable(feature),
      isLimit: isLimitRow(feature),
      linkedFeatures: linkedFeatureIds.flatMap((id) => humanIds.get(id) ?? []),
      included: {},
      values: {},
      amounts: {},
      offers: {},
    };
    const placed = placements.get(feature.id);
    for (const { id, byFeature } of links) addCell(row, id, byFeature.get(feature.id), placed?.get(id));
    return row;
  });
}

function addCell(
  row: MatrixRow,
  versionId: string,
  link: FeatureLink | undefined,
  offers: OfferPlacement[] | undefined,
): void {
  row.included[versionId] = link !== undefined;
  if (link) {
    if (link.value !== null) row.values[versionId] = link.value;
    const { amount, unlimited } = link;
    if (hasAmount(link)) row.amounts[versionId] = { amount, unlimited };
  } else if (offers) {
    row.offers[versionId] = offers;
  }
}

/** The offers that add a feature to a version, by feature id and version id, cheapest first. */
function placeOffers(offers: ListedOffer[]): Map<string, Map<string, OfferPlacement[]>> {
  const byFeature = new Map<string, Map<string, OfferPlacement[]>>();
  for (const { offer, prices, effects } of offers) {
    for (const { featureId, effect } of effects) {
      if (effect !== 'include') continue;
      const byVersion = byFeature.get(featureId) ?? new Map<string, OfferPlacement[]>();
      byFeature.set(featureId, byVersion);
      for (const price of prices) {
        const placed = [...(byVersion.get(price.versionId) ?? []), { offer, price }];
        // The sort is stable, so offers of one price stay in catalog order.
        byVersion.set(
          price.versionId,
          placed.sort((a, b) => comparePrices(a.price, b.price)),
        );
      }
    }
  }
  return byFeature;
}

/** By the price for one user. "On request" is last. */
export function comparePrices(a: OfferPrice, b: OfferPrice): number {
  const total = ({ fee, userFee }: OfferPrice) =>
    fee === null && userFee === null ? Number.MAX_VALUE : (fee ?? 0) + (userFee ?? 0);
  return total(a) - total(b);
}
