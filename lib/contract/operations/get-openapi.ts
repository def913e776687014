import { z } from 'zod';
import { apiVersion, conditionalReadHeadersSchema } from '../headers';
import { defineOperation, respond } from './operation';

export const getOpenApiDocument = defineOperation({
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'OpenAPI',
  summary: 'Get the OpenAPI document',
  description: 'Returns the OpenAPI 3.1 document of this API. It is the same for all callers.',
  callers: 'anyone',
  headers: conditionalReadHeadersSchema.omit({ 'X-Account-Id': true }),
  responses: respond(
    'The OpenAPI document.',
    z.looseObject({ openapi: z.string().describe('OpenAPI version.') }),
    {
      document: {
        summary: 'Start of the document',
        value: { openapi: '3.1.0', info: { title: 'App Versions', version: apiVersion } },
      },
    },
    { headers: ['ETag', 'Content-Encoding'] },
  ),
});
