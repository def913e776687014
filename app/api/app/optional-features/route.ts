import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { listAccountAddOns } from '@/lib/domain/list-add-ons';
import { serializeAddOns } from '@/lib/http/add-on-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { findLanguage } from '@/lib/http/find-language';
import { createLocalizedResponse, parseConditionalHeaders } from '@/lib/http/response-cache';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listOptionalFeatures, async ({ service, caller, query, headers }) => {
    const view = await getCatalogView(service, caller, findLanguage(caller, query, headers));
    const body = serializeAddOns(listAccountAddOns(view, caller, query.users ?? 1));
    return createLocalizedResponse(view, body).respond(parseConditionalHeaders(headers));
  }),
);
