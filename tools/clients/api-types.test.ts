import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { projectRoot } from '@/tools/project-root.mjs';
import { createPythonTypes } from './create-python-types';
import { createTypeScriptTypes } from './create-typescript-types';

it.each([
  ['api-types.ts', createTypeScriptTypes],
  ['api_types.py', createPythonTypes],
])(
  'examples/generated/%s has the operations of the OpenAPI document. Update: vitest -u',
  async (name, createTypes) => {
    const text = createTypes(createOpenApiDocument());
    await expect(text).toMatchFileSnapshot(join(projectRoot, 'examples/generated', name));
  },
);
