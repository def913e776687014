import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { projectRoot } from '@/tools/project-root.mjs';

/** Generates the types of a client from the OpenAPI document, for e2e/api/openapi.spec.ts. */
export async function generateClientTypes(): Promise<void> {
  const file = join(projectRoot, '.cache/openapi/api.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(await openapiTS(JSON.stringify(createOpenApiDocument()))));
}
