import type { Pool } from 'pg';
import type { Role } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/tag';
import type { MatrixFeature, Offer, Version, VersionEntry, VersionList } from '@/lib/contract/versions';
import type { BaselineCaller } from './authenticate';

/** A cell of the feature matrix. */
type Cell = [versionId: string, value: string | null, amount: number | null, unlimited: boolean];

interface BaselinePrice {
  fee: number | null;
  user_fee: number | null;
  fee_unit: string | null;
  user_fee_unit: string | null;
  annual_fee: number | null;
  annual_user_fee: number | null;
  price_text: string | null;
}

export interface BaselineVersion extends BaselinePrice {
  id: string;
  tag: string;
  title: string;
  description: string;
  more_info: string | null;
  active: boolean;
  public: boolean;
  is_default: boolean;
  recommended: boolean;
  family: string;
  entry_blocker: string | null;
  exit_blocker: string | null;
}

interface BaselineFeature {
  id: string;
  human_id: string;
  title: string;
  description: string;
  group: string;
  active: boolean;
  unit: string | null;
  period: string | null;
  limit_type: 'renewable' | 'non_renewable' | 'time_driven' | 'response_driven' | null;
  is_limit: boolean;
  linked_feature_ids: string[];
  cells: Cell[];
}

interface BaselineOffer {
  id: string;
  human_id: string;
  title: string;
  description: string;
  more_info: string | null;
  public: boolean;
  depends_on: string[];
  excludes: string[];
  prices: ({ version_id: string } & BaselinePrice)[];
  effects: {
    feature_id: string;
    effect: 'include' | 'set' | 'add';
    value: string | null;
    amount: number | null;
    unlimited: boolean;
  }[];
}

interface BaselineCatalog {
  versions: BaselineVersion[];
  features: BaselineFeature[];
  offers: BaselineOffer[];
}

type FeatureRow = [
  string,
  string,
  string,
  string,
  string,
  boolean,
  string | null,
  string | null,
  BaselineFeature['limit_type'],
  boolean,
  string[],
  Cell[] | null,
];

/** Uses JSON arrays instead of objects, which take less work to build and parse. */
const findCatalog = {
  name: 'find-catalog',
  text: `
    SELECT
      (SELECT json_agg(v) FROM (SELECT * FROM versions WHERE app_id = $1) v) AS versions,
      (SELECT json_agg(json_build_array(f.id, f.human_id, f.title, f.description, f."group", f.active, f.unit,
          f.period, f.limit_type,
          coalesce(f.catalog_key = 'usageLimits.' || f.limit_key, false), f.linked_feature_ids, l.cells) ORDER BY f.position, f.human_id)
        FROM features f LEFT JOIN (
          SELECT feature_id, json_agg(json_build_array(version_id, value, amount, unlimited)) AS cells
          FROM version_features WHERE app_id = $1 GROUP BY feature_id) l ON l.feature_id = f.id
        WHERE f.app_id = $1) AS features,
      (SELECT json_agg(o ORDER BY o.position, o.human_id) FROM (
        SELECT *,
          (SELECT json_agg(p) FROM offer_versions p WHERE p.app_id = $1 AND p.offer_id = offers.id) AS prices,
          (SELECT json_agg(c ORDER BY f.position, f.human_id, c.effect) FROM offer_features c
            JOIN features f ON f.app_id = $1 AND f.id = c.feature_id
            WHERE c.app_id = $1 AND c.offer_id = offers.id) AS effects
        FROM offers WHERE app_id = $1) o) AS offers`,
};

/** Reads the whole catalog of an app in one statement. */
export async function readBaselineCatalog(pool: Pool, appId: string): Promise<BaselineCatalog> {
  const { rows } = await pool.query({ ...findCatalog, values: [appId] });
  const features: FeatureRow[] = rows[0].features ?? [];
  return {
    versions: rows[0].versions ?? [],
    features: features.map((row) => {
      const [
        id,
        human_id,
        title,
        description,
        group,
        active,
        unit,
        period,
        limit_type,
        is_limit,
        linked,
        cells,
      ] = row;
      const own = { unit, period, limit_type, is_limit, linked_feature_ids: linked };
      return { id, human_id, title, description, group, active, ...own, cells: cells ?? [] };
    }),
    offers: (rows[0].offers ?? []).map((offer: BaselineOffer) => ({
      ...offer,
      prices: offer.prices ?? [],
      effects: offer.effects ?? [],
    })),
  };
}

/** The direction of a switch and what blocks it. */
export function decideBaselineSwitch(
  role: Role | null,
  current: BaselineVersion | null,
  target: BaselineVersion,
): SwitchDecision {
  const blockers = findBlockers(role, current, target);
  return { direction: directionOf(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers(
  role: Role | null,
  current: BaselineVersion | null,
  target: BaselineVersion,
): Blocker[] {
  const blockers: Blocker[] = [];
  if (role !== 'owner') {
    blockers.push({ code: 'forbidden', message: 'Only account owners can switch plans.' });
  }
  if (current?.id === target.id) return blockers;
  if (!target.active) {
    blockers.push({ code: 'version_inactive', message: `${target.title} is no longer offered.` });
  }
  if (current?.exit_blocker) blockers.push({ code: 'exit_restricted', message: current.exit_blocker });
  if (target.entry_blocker) blockers.push({ code: 'entry_restricted', message: target.entry_blocker });
  if (target.fee === null && target.user_fee === null) {
    const { title, price_text } = target;
    const price =
      price_text === null ? `${title} is priced on request.` : `The price of ${title} is ${price_text}.`;
    const message = `${price} Contact us to switch to it.`;
    blockers.push({ code: 'price_on_request', message });
  }
  return blockers;
}

function directionOf(current: BaselineVersion | null, target: BaselineVersion): SwitchDecision['direction'] {
  if (current === null || current.id === target.id) return 'none';
  const difference = priceForOne(target) - priceForOne(current) || compareByTag(target, current);
  return difference > 0 ? 'upgrade' : 'downgrade';
}

/** The price for one user. A version without a price ranks above all others. */
function priceForOne({ fee, user_fee }: Pick<BaselinePrice, 'fee' | 'user_fee'>): number {
  return fee === null && user_fee === null ? Number.MAX_SAFE_INTEGER : (fee ?? 0) + (user_fee ?? 0);
}

/** Whether the caller may see the version. */
export function isVisibleToCaller(
  version: BaselineVersion,
  { role, granted, currentVersionId }: BaselineCaller,
): boolean {
  return (
    version.public || role === 'product' || version.id === currentVersionId || granted.includes(version.id)
  );
}

export function serializeBaselineList(
  { versions, features, offers }: BaselineCatalog,
  caller: BaselineCaller,
  { matrix }: { matrix: boolean },
): VersionList {
  const { app, currentVersionId, accountId } = caller;
  const listed = versions
    .filter(
      (version) => (version.active || version.id === currentVersionId) && isVisibleToCaller(version, caller),
    )
    .sort(compareByTag);
  const current = listed.find(({ id }) => id === currentVersionId) ?? null;
  const hidden = new Set(
    versions.filter((version) => !isVisibleToCaller(version, caller)).map(({ id }) => id),
  );
  const shownOffers = offers.filter(
    (offer) =>
      (offer.public || caller.role === 'product') &&
      offer.prices.some(({ version_id }) => listed.some(({ id }) => id === version_id)),
  );
  const mayAdd = new Set(accountId === null ? listed.map(({ id }) => id) : current ? [current.id] : []);
  return {
    success: true,
    message: '',
    data: {
      versions: listed.map((version) => serializeEntry(version, current, caller)),
      ...(matrix && {
        matrix: {
          versions: listed.map(({ title }) => title),
          features: serializeFeatures({ features, offers }, listed, hidden, shownOffers),
          offers: shownOffers.map((offer) => serializeOffer(offer, features, listed, shownOffers)),
        },
      }),
      optional_features_available: shownOffers.some(({ prices }) =>
        prices.some(({ version_id }) => mayAdd.has(version_id)),
      ),
      billing_period: accountId === null ? null : app.billingPeriod,
      app: {
        title: app.title,
        currency: app.currency,
        billing_period: app.billingPeriod,
        contact_url: app.contactUrl,
        sign_in_url: app.signInUrl,
        sign_up_url: app.signUpUrl,
      },
    },
  };
}

function serializeEntry(
  version: BaselineVersion,
  current: BaselineVersion | null,
  caller: BaselineCaller,
): VersionEntry {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    more_info: version.more_info,
    active: version.active,
    ...copyPrice(version),
    billing_periods: listPeriods(version, caller.app.billingPeriod),
    tag: version.tag,
    public: version.public,
    recommended: version.recommended,
    family: version.family,
    current: version === current,
    switch: caller.accountId === null ? null : decideBaselineSwitch(caller.role, current, version),
  };
}

function listPeriods(price: BaselinePrice, own: 'month' | 'year'): ('month' | 'year')[] {
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  const isPriced = fee !== null || user_fee !== null;
  const isAnnual =
    own === 'month' &&
    (isPriced || annual_fee !== null || annual_user_fee !== null) &&
    !(fee && annual_fee === null) &&
    !(user_fee && annual_user_fee === null);
  return [...(isPriced ? [own] : []), ...(isAnnual ? (['year'] as const) : [])];
}

function copyPrice(price: BaselinePrice): BaselinePrice {
  const { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee, price_text } = price;
  return { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee, price_text };
}

/** Rows of the matrix. Omits features of hidden versions only, and retired features that no listed version has. */
function serializeFeatures(
  { features, offers }: Pick<BaselineCatalog, 'features' | 'offers'>,
  listed: BaselineVersion[],
  hidden: Set<string>,
  shownOffers: BaselineOffer[],
): MatrixFeature[] {
  const isListed = new Set(listed.map(({ id }) => id));
  const effectsOf = (some: BaselineOffer[]) =>
    new Set(some.flatMap(({ effects }) => effects.map(({ feature_id }) => feature_id)));
  const isOffered = effectsOf(shownOffers);
  const isHidden = effectsOf(
    offers.filter((offer) => !offer.public || offer.prices.some(({ version_id }) => hidden.has(version_id))),
  );
  const shown = features.filter(
    ({ id, active, cells }) =>
      isOffered.has(id) ||
      cells.some(([versionId]) => isListed.has(versionId)) ||
      (active && !isHidden.has(id) && !cells.some(([versionId]) => hidden.has(versionId))),
  );
  return shown.map((feature) => {
    const { id, human_id, title, description, group, unit, period, limit_type, cells } = feature;
    const row: MatrixFeature = {
      id: human_id,
      title,
      description,
      versions: {},
      group,
      values: {},
      unit,
      period,
      renewable: isRenewable(limit_type, period),
      amounts: {},
      is_limit: feature.is_limit,
      linked_features: feature.linked_feature_ids.flatMap(
        (linked) => shown.find((other) => other.id === linked)?.human_id ?? [],
      ),
      offers: {},
    };
    for (const version of listed) {
      const cell = cells.find(([versionId]) => versionId === version.id);
      row.versions[version.id] = cell !== undefined;
      if (cell) {
        const [, value, amount, unlimited] = cell;
        if (value !== null) row.values[version.id] = value;
        if (unlimited || amount !== null) row.amounts[version.id] = { amount, unlimited };
        continue;
      }
      const [first, ...others] = listFeatureOffers(shownOffers, id, version.id);
      if (!first) continue;
      const ids = [first, ...others].map(({ offer }) => offer.id);
      row.offers[version.id] = { title: first.offer.title, ...copyPrice(first.price), ids };
    }
    return row;
  });
}

function isRenewable(type: BaselineFeature['limit_type'], period: string | null): boolean | null {
  if (type === null) return null;
  return type === 'renewable' || (type !== 'non_renewable' && period !== null);
}

/** The offers that add a feature to a version, cheapest first. */
function listFeatureOffers(offers: BaselineOffer[], featureId: string, versionId: string) {
  return offers
    .filter(({ effects }) =>
      effects.some(({ feature_id, effect }) => feature_id === featureId && effect === 'include'),
    )
    .flatMap((offer) => {
      const price = offer.prices.find(({ version_id }) => version_id === versionId);
      return price ? [{ offer, price }] : [];
    })
    .sort((a, b) => priceForOne(a.price) - priceForOne(b.price));
}

function serializeOffer(
  offer: BaselineOffer,
  features: BaselineFeature[],
  listed: BaselineVersion[],
  shown: BaselineOffer[],
): Offer {
  const { id, human_id, title, description, more_info, effects, prices } = offer;
  const isShown = (other: string) => shown.some((each) => each.id === other);
  const listEffects = (kinds: string[]) =>
    effects
      .filter(({ effect }) => kinds.includes(effect))
      .flatMap(({ feature_id, effect, value, amount, unlimited }) => {
        const feature = features.find((each) => each.id === feature_id);
        if (!feature) return [];
        const { unit, period } = feature;
        const content = { value, amount, unlimited, unit, period };
        const change = effect === 'include' ? {} : { change: effect };
        const { human_id: id, title, is_limit } = feature;
        return [{ id, title, is_limit, ...change, ...content }];
      });
  return {
    id,
    human_id,
    title,
    description,
    more_info,
    features: listEffects(['include']),
    limits: listEffects(['set', 'add']) as Offer['limits'],
    depends_on: offer.depends_on.filter(isShown),
    excludes: offer.excludes.filter(isShown),
    versions: Object.fromEntries(
      listed.flatMap((version) => {
        const price = prices.find(({ version_id }) => version_id === version.id);
        return price ? [[version.id, copyPrice(price)]] : [];
      }),
    ),
  };
}

const findVersion = {
  name: 'find-version',
  text: `
    SELECT v.*, (
      SELECT coalesce(json_agg(json_build_object('id', f.id, 'title', f.title, 'human_id', f.human_id,
          'value', l.value, 'amount', l.amount, 'unlimited', l.unlimited, 'unit', f.unit, 'period', f.period,
          'renewable', CASE WHEN f.limit_type IN ('time_driven', 'response_driven') THEN f.period IS NOT NULL
            ELSE f.limit_type = 'renewable' END)
          ORDER BY f.position, f.human_id), '[]')
        FROM version_features l JOIN features f ON f.app_id = l.app_id AND f.id = l.feature_id
        WHERE l.app_id = v.app_id AND l.version_id = v.id) AS features
    FROM versions v WHERE v.app_id = $1 AND v.id = $2`,
};

/** One version with its included features, if the caller may see it. */
export async function getBaselineVersion(pool: Pool, caller: BaselineCaller, id: string): Promise<Version> {
  const { rows } = await pool.query({ ...findVersion, values: [caller.app.id, id.toLowerCase()] });
  const [version] = rows;
  if (!version || !isVisibleToCaller(version, caller)) {
    throw new ApiError('version_not_found', 'Version not found.');
  }
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    user_fee: version.user_fee ?? 0,
    is_default: version.is_default,
    active: version.active,
    features: version.features,
    fee: version.fee,
    fee_unit: version.fee_unit,
    user_fee_unit: version.user_fee_unit,
    annual_fee: version.annual_fee,
    annual_user_fee: version.annual_user_fee,
    price_text: version.price_text,
    more_info: version.more_info,
  };
}
