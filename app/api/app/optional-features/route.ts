import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { listOptions } from '@/lib/domain/list-options';
import { endpoint, handle } from '@/lib/http/endpoint';
import { serializeOptions } from '@/lib/http/option-serializers';
import { CachedResponse, parseConditionalHeaders } from '@/lib/http/response-cache';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listOptionalFeatures, async ({ service, caller, query, headers }) => {
    const view = await getCatalogView(service, caller);
    const body = serializeOptions(listOptions(view, caller, query.users ?? 1));
    return new CachedResponse(body, () => {}).respond(parseConditionalHeaders(headers));
  }),
);
