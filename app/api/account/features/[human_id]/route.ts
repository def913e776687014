import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { endpoint, handle } from '@/lib/http/endpoint';
import { getFeatureResponse } from '@/lib/http/feature-responses';
import { parseConditionalHeaders } from '@/lib/http/response-cache';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getAccountFeature, async ({ service, caller, params, headers }) => {
    const view = await getCatalogView(service, caller);
    return getFeatureResponse(view, params.human_id).respond(parseConditionalHeaders(headers));
  }),
);
