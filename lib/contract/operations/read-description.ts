import { z } from 'zod';
import { apiVersion } from '../api-version';
import type { Operation } from '../operation';

export const readDescription: Operation = {
  method: 'GET',
  path: '/openapi.json',
  atOrigin: false,
  id: 'readDescription',
  tag: 'Description',
  summary: 'Read this description',
  description:
    'The interface as OpenAPI 3.1, for code generators and for tests. It is the same for everybody.',
  callers: ['visitor', 'member', 'owner', 'product', 'app_key'],
  answers: [
    {
      status: 200,
      description: 'The description.',
      content: {
        'application/json': {
          schema: z.looseObject({ openapi: z.string().describe('Version of OpenAPI.') }),
          examples: {
            beginning: {
              summary: 'How it begins',
              value: { openapi: '3.1.0', info: { title: 'App Versions', version: apiVersion } },
            },
          },
        },
      },
    },
  ],
  problems: ['internal_error'],
  sample: {},
};
