import { getCatalogView } from '@/lib/domain/catalog/catalog-view';
import { dataResponse } from '../pipeline/response';
import { signEntitlements } from '../protocols/signed-entitlements';
import { getFeatureResponse, getFeaturesResponse } from '../serializers/feature-responses';
import type { OperationHandlers } from './operation-handlers';

export const entitlementsHandlers = {
  listAccountFeatures: { cached: (view, _, { query }) => getFeaturesResponse(view, query) },
  getAccountFeature: {
    cached: (view, caller, { params }) => getFeatureResponse(view, caller, params.human_id),
  },
  getSignedEntitlements: async ({ service, caller, headers }) => {
    const view = await getCatalogView(service, caller);
    return dataResponse(await signEntitlements(service, caller, view, headers));
  },
} satisfies Partial<OperationHandlers>;
