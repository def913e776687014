import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { operations } from '@/lib/contract/operations';

vi.stubEnv('LOG', 'off');

/** Targets of forms on the pages. They are not part of the public API. */
const undocumentedPaths = ['/portal/demo', '/portal/sign-out'];

interface RouteModule {
  OPTIONS(request: Request, context: { params: Promise<object> }): Promise<Response>;
}

/** The paths of all route files, relative to /api and in the notation of Next. The catch-all route is left out. */
const routePaths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts') && !file.includes('[...'))
  .map((file) => `/${file.slice(0, -'/route.ts'.length)}`);

const toOpenApiPath = (routePath: string) => routePath.replace(/\[(\w+)\]/g, '{$1}');

/** The methods of a route, without HEAD. No route allows OPTIONS, so the 405 response lists the allowed methods. */
async function readAllowedMethods(routePath: string): Promise<string[]> {
  const route: RouteModule = await import(join(import.meta.dirname, routePath, 'route.ts'));
  const request = new Request(`http://localhost/api${routePath}`, { method: 'OPTIONS' });
  const { status, headers } = await route.OPTIONS(request, { params: Promise.resolve({}) });
  expect(status).toBe(405);
  return (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
}

describe('operations', () => {
  it.each(routePaths.filter((path) => !undocumentedPaths.includes(path)))(
    'include exactly the methods of %s',
    async (routePath) => {
      const documented = operations.filter(({ path }) => path === toOpenApiPath(routePath));
      expect(documented.map(({ method }) => method).sort()).toEqual(
        (await readAllowedMethods(routePath)).sort(),
      );
    },
  );

  it('include no path without a route', () => {
    expect(routePaths.map(toOpenApiPath)).toEqual(expect.arrayContaining(operations.map(({ path }) => path)));
    expect(routePaths).toEqual(expect.arrayContaining(undocumentedPaths));
  });
});

it('responds with the stored bytes of the document, and 304 to their ETag', async () => {
  const { GET } = await import('./openapi.json/route');
  const respond = (headers: Record<string, string> = {}) =>
    GET.respond(new Request('http://localhost/api/openapi.json', { headers }), { params: {} });
  const [first, second] = [await respond(), await respond()];
  expect(first.body).toBeInstanceOf(Uint8Array);
  expect(second.body).toBe(first.body);
  const notModified = await respond({ 'If-None-Match': first.headers.ETag ?? '' });
  expect([notModified.status, notModified.body]).toEqual([304, null]);
  await expect
    .poll(async () => (await respond({ 'Accept-Encoding': 'br' })).headers['Content-Encoding'])
    .toBe('br');
});
