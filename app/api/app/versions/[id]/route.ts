import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { getVersion } from '@/lib/domain/list-versions';
import { endpoint, handle } from '@/lib/http/endpoint';
import { getCachedResponse, parseConditionalHeaders, responseNames } from '@/lib/http/response-cache';
import { serializeVersion } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getVersion, async ({ service, caller, params: { id }, headers }) => {
    const view = await getCatalogView(service, caller);
    const response = getCachedResponse(view, caller, responseNames.version(id), () =>
      serializeVersion(getVersion(view, caller, id)),
    );
    return response.respond(parseConditionalHeaders(headers));
  }),
);
