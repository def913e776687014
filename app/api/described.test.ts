import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { operations } from '@/lib/contract/operations';

vi.stubEnv('LOG', 'off');

/** What people's pages post to; not for programs, so not described. */
const undescribed = ['/portal/demo', '/portal/sign-out'];

interface Route {
  OPTIONS(request: Request, context: { params: Promise<object> }): Promise<Response>;
}

/** The addresses that have a route file, as the description spells them. The catch-all answers where none has. */
const addresses = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts') && !file.includes('[...'))
  .map((file) => `/${file.slice(0, -'/route.ts'.length)}`);

const pathOf = (address: string) => address.replace(/\[(\w+)\]/g, '{$1}');

/** No route has OPTIONS, so the refusal names the methods there are. */
async function methodsOf(address: string): Promise<string[]> {
  const route: Route = await import(join(import.meta.dirname, address, 'route.ts'));
  const request = new Request(`http://localhost/api${address}`, { method: 'OPTIONS' });
  const { status, headers } = await route.OPTIONS(request, { params: Promise.resolve({}) });
  expect(status).toBe(405);
  return (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
}

describe('the description', () => {
  it.each(addresses.filter((address) => !undescribed.includes(address)))(
    'tells of each method of %s',
    async (address) => {
      const described = operations.filter(({ path }) => path === pathOf(address));
      expect(described.map(({ method }) => method).sort()).toEqual((await methodsOf(address)).sort());
    },
  );

  it('tells of no address that has no route', () => {
    expect(addresses.map(pathOf)).toEqual(expect.arrayContaining(operations.map(({ path }) => path)));
    expect(addresses).toEqual(expect.arrayContaining(undescribed));
  });
});
