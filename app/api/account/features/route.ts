import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { endpoint, handle } from '@/lib/http/endpoint';
import { getFeaturesResponse } from '@/lib/http/feature-responses';
import { parseConditionalHeaders } from '@/lib/http/response-cache';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listAccountFeatures, async ({ service, caller, headers }) => {
    const view = await getCatalogView(service, caller);
    return getFeaturesResponse(view).respond(parseConditionalHeaders(headers));
  }),
);
