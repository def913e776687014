import { z } from 'zod';
import { apiVersion } from '../headers';
import { notModifiedResponse, type Operation } from './operation';

export const getOpenApiDocument: Operation = {
  method: 'GET',
  path: '/openapi.json',
  atOrigin: false,
  id: 'getOpenApiDocument',
  tag: 'OpenAPI',
  summary: 'Get the OpenAPI document',
  description: 'Returns the OpenAPI 3.1 document of this API. It is the same for all callers.',
  callers: ['visitor', 'member', 'owner', 'product', 'app_key'],
  responses: [
    {
      status: 200,
      description: 'The OpenAPI document.',
      headers: ['ETag', 'Content-Encoding'],
      content: {
        'application/json': {
          schema: z.looseObject({ openapi: z.string().describe('OpenAPI version.') }),
          examples: {
            document: {
              summary: 'Start of the document',
              value: { openapi: '3.1.0', info: { title: 'App Versions', version: apiVersion } },
            },
          },
        },
      },
    },
    notModifiedResponse,
  ],
  errors: ['internal_error'],
  sampleParameters: {},
};
