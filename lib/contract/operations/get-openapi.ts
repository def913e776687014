import { z } from 'zod';
import { apiVersion, conditionalReadHeadersSchema } from '../headers';
import { defineOperation } from './operation';

export const getOpenApiDocument = defineOperation({
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'OpenAPI',
  summary: 'Get the OpenAPI document',
  description: 'Returns the OpenAPI 3.1 document of this API. It is the same for all callers.',
  callers: 'anyone',
  headers: conditionalReadHeadersSchema.omit({ 'X-Account-Id': true }),
  responses: [
    {
      description: 'The OpenAPI document.',
      headers: ['ETag', 'Content-Encoding'],
      schema: z.looseObject({ openapi: z.string().describe('OpenAPI version.') }),
      examples: {
        document: {
          summary: 'Start of the document',
          value: { openapi: '3.1.0', info: { title: 'App Versions', version: apiVersion } },
        },
      },
    },
  ],
});
