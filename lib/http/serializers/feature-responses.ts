import type { AppCaller } from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import { listShownFeatures } from '@/lib/domain/catalog/feature-matrix';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import {
  type CachedResponse,
  createLocalizedResponse,
  getCachedResponse,
  responseNames,
} from '../pipeline/response-cache';
import { type PageQuery, serializeAccountFeatures, serializeFeatureAccess } from './serializers';

// The features of an account. They depend on its current version and active add-ons only. Accounts that have the same ones
// share the responses.

/** `GET /account/features`. Only the first page of the usual size is cached. */
export function getFeaturesResponse(
  view: CatalogView,
  { limit = pageSize, cursor }: PageQuery,
): CachedResponse {
  const create = () => serializeAccountFeatures(listEntitlements(view), { limit, cursor }, view);
  if (limit !== pageSize || cursor !== undefined) return createLocalizedResponse(view, create());
  return getCachedResponse(view, null, responseNames.features, create);
}

const pageSize = 1000;

/**
 * `GET /account/features/:human_id`. Only responses for features of the catalog are cached: any text can be asked for, and
 * must not fill the cache. To customers, a feature is known if the matrix shows it.
 */
export function getFeatureResponse(
  view: CatalogView,
  caller: Pick<AppCaller, 'role' | 'account' | 'appKey'>,
  humanId: string,
): CachedResponse {
  const entitlement = listEntitlements(view).get(humanId) ?? null;
  if (!view.catalog.features.some((feature) => feature.humanId === humanId)) {
    return createLocalizedResponse(view, serializeFeatureAccess(humanId, false, null, {}));
  }
  const isKnown = entitlement !== null || caller.appKey || caller.role === 'product';
  return getCachedResponse(view, isKnown ? null : caller, responseNames.feature(humanId), () =>
    serializeFeatureAccess(humanId, isKnown || isInMatrix(view, caller, humanId), entitlement, view),
  );
}

function isInMatrix(
  view: CatalogView,
  caller: Pick<AppCaller, 'role' | 'account'>,
  humanId: string,
): boolean {
  return listShownFeatures(view, caller).some((feature) => feature.humanId === humanId);
}
