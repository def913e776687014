import { describe, expect, it, vi } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { endpoints } from '../endpoints';

vi.stubEnv('LOG', 'off');

const declared = Object.values(operations);

describe('operations', () => {
  it.each(declared.map(({ path }) => path))('are served at %s as declared', async (path) => {
    // No endpoint allows OPTIONS, so the 405 response lists the allowed methods.
    const request = new Request(`http://localhost${path}`, { method: 'OPTIONS' });
    const { status, headers } = await endpoints[path](request, { params: {} });
    expect(status).toBe(405);
    const allowed = headers.get('allow')?.split(', ') ?? [];
    const methods = declared.filter((operation) => operation.path === path).map(({ method }) => method);
    expect(allowed.filter((method) => method !== 'HEAD').sort()).toEqual(methods.sort());
  });

  it('have one handler each', async () => {
    const files = import.meta.glob('../handlers/!(index|operation-handlers).ts');
    const modules = (await Promise.all(Object.values(files).map((load) => load()))) as object[];
    const ids = modules.flatMap((module) => Object.values(module).flatMap(Object.keys));
    expect(['getOpenApiDocument', ...ids].sort()).toEqual(Object.keys(operations).sort());
  });
});

it('responds with the stored bytes of the document, and 304 to their ETag', async () => {
  const respond = (headers: Record<string, string> = {}) =>
    endpoints['/api/openapi.json'].respond(new Request('http://localhost/api/openapi.json', { headers }), {
      params: {},
    });
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
