import { describe, expect, it, vi } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { listRouteModules } from '@/tools/build';

vi.stubEnv('LOG', 'off');

/** Targets of forms on the pages, the script of the element, and public files. They are not part of the public API. */
const undocumentedPaths = [
  '/api/portal/demo',
  '/api/portal/setup',
  '/api/portal/sign-out',
  '/enter',
  '/sign-in/oidc',
  '/sign-in/oidc/callback',
  '/embed.js',
  '/.well-known/jwks.json',
  '/ofrep/v1/evaluate/flags',
  '/ofrep/v1/evaluate/flags/:key',
  '/mcp',
  '/llms.txt',
  '/docs/:name',
  '/docs/decisions/:name',
  '/schemas/:name',
];

/** The path at which Next serves a route file, and its module. The catch-all route is left out. */
const routes = listRouteModules()
  .filter((module) => !module.includes('[...'))
  .map((module) => [module.replace(/^@\/app|\/route$/g, '').replace(/\[(\w+)\]/g, ':$1'), module] as const);

describe('operations', () => {
  it.each(routes)('are served at %s as declared', async (path, module) => {
    const { OPTIONS } = await import(module);
    expect(OPTIONS.path).toBe(path);
    if (undocumentedPaths.includes(path)) return;
    // No route allows OPTIONS, so the 405 response lists the allowed methods.
    const request = new Request(`http://localhost${path}`, { method: 'OPTIONS' });
    const { status, headers } = await OPTIONS(request, { params: {} });
    expect(status).toBe(405);
    const allowed: string[] = headers.get('allow').split(', ');
    const declared = Object.values(operations).filter((operation) => operation.path === path);
    expect(allowed.filter((method) => method !== 'HEAD').sort()).toEqual(
      declared.map(({ method }) => method).sort(),
    );
  });

  it('include no path without a route', () => {
    const paths = [...undocumentedPaths, ...Object.values(operations).map(({ path }) => path)];
    expect(routes.map(([path]) => path)).toEqual(expect.arrayContaining(paths));
  });
});

it('responds with the stored bytes of the document, and 304 to their ETag', async () => {
  const { GET } = await import('@/app/api/openapi.json/route');
  const respond = (headers: Record<string, string> = {}) =>
    GET.respond(new Request('http://localhost/api/openapi.json', { headers }), { params: {} });
  const getHeader = ({ rawHeaders }: { rawHeaders: string[] }, name: string) =>
    rawHeaders.includes(name) ? rawHeaders[rawHeaders.indexOf(name) + 1] : undefined;
  const [first, second] = [await respond(), await respond()];
  expect(first.body).toBeInstanceOf(Uint8Array);
  expect(second.body).toBe(first.body);
  const notModified = await respond({ 'If-None-Match': getHeader(first, 'etag') ?? '' });
  expect([notModified.status, notModified.body]).toEqual([304, null]);
  await expect
    .poll(async () => getHeader(await respond({ 'Accept-Encoding': 'br' }), 'content-encoding'))
    .toBe('br');
});
