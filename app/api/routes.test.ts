import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noRoute, routes } from './routes';

const folder = import.meta.dirname;

it('has every route file, each under its own address', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('route.ts'),
  );
  const found = await Promise.all(
    files.map(async (file) => [
      `/api/${file.slice(0, -'/route.ts'.length)}`,
      await import(join(folder, file)),
    ]),
  );
  expect({ ...routes, '/api/[[...path]]': noRoute }).toEqual(Object.fromEntries(found));
});
