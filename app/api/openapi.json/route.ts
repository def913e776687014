import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { endpoint } from '@/lib/http/endpoint';
import { CachedResponse, parseConditionalHeaders } from '@/lib/http/response-cache';

const openApiResponse = new CachedResponse(createOpenApiDocument(), () => {});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/openapi.json', {
  GET: async ({ headers }) => openApiResponse.respond(parseConditionalHeaders(headers)),
});
