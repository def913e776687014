import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { operations } from '@/lib/contract/operations';
import { endpoint } from '@/lib/http/endpoint';
import { CachedResponse, parseConditionalHeaders } from '@/lib/http/response-cache';

const openApiResponse = new CachedResponse(createOpenApiDocument());

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  ...operations.getOpenApiDocument,
  handler: async ({ headers }) => openApiResponse.respond(parseConditionalHeaders(headers)),
});
