import { accountFeaturePathSchema } from '@/lib/contract/features';
import { requireAccountVersions } from '@/lib/domain/caller';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { endpoint, handle } from '@/lib/http/endpoint';
import { getFeatureResponse } from '@/lib/http/feature-responses';
import { parseConditionalHeaders } from '@/lib/http/response-cache';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/account/features/:human_id', {
  GET: handle({
    allow: requireAccountVersions,
    params: accountFeaturePathSchema,
    respond: async ({ service, caller, params, headers }) => {
      const view = await getCatalogView(service, caller);
      return getFeatureResponse(view, params.human_id).respond(parseConditionalHeaders(headers));
    },
  }),
});
