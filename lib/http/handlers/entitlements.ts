import { getCatalogView } from '@/lib/domain/catalog-view';
import { getFeatureResponse, getFeaturesResponse } from '../feature-responses';
import { dataResponse } from '../response';
import { signEntitlements } from '../signed-entitlements';
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
