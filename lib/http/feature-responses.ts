import type { CatalogView } from '@/lib/domain/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements';
import { CachedResponse, getCachedResponse, responseNames } from './response-cache';
import { serializeAccountFeatures, serializeFeatureAccess } from './serializers';

// The features of an account. They depend on its current version only, so all accounts of a version share the responses.

/** `GET /account/features`. */
export function getFeaturesResponse(view: CatalogView): CachedResponse {
  return getCachedResponse(view, null, responseNames.features, () =>
    serializeAccountFeatures(listEntitlements(view)),
  );
}

/**
 * `GET /account/features/:human_id`. Only responses for features that the account has are cached: any text can be asked
 * for, and must not fill the cache.
 */
export function getFeatureResponse(view: CatalogView, humanId: string): CachedResponse {
  const entitlement = listEntitlements(view).get(humanId);
  const create = () => serializeFeatureAccess(humanId, entitlement ?? null);
  if (!entitlement) return new CachedResponse(create(), () => {});
  return getCachedResponse(view, null, responseNames.feature(humanId), create);
}
