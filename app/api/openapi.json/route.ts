import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { endpoint } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

const openApiDocument = createOpenApiDocument();

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/openapi.json', {
  GET: async () => jsonResponse(openApiDocument),
});
