import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { describeApi } from './describe-api';

/** What e2e/api/generated-client.spec.ts is compiled against. To make it again: `vitest run -u` with this file. */
const file = join(projectRoot, 'e2e/api/generated/api.ts');

it('has a client’s types that are up to date', async () => {
  const types = astToString(await openapiTS(JSON.stringify(describeApi())));
  await expect(`// Made by openapi-typescript from /api/openapi.json.\n\n${types}`).toMatchFileSnapshot(file);
});
