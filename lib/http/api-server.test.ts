import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createApiServer, createRouter } from './api-server';

/** A route that responds with its name and path parameters. */
const createRoute = (name: string) => ({
  GET: async (_: Request, { params }: { params: unknown }) => Response.json({ name, params: await params }),
});

const routes = {
  '/api/things': createRoute('things'),
  '/api/things/[id]': createRoute('thing'),
  '/api/a.json': createRoute('file'),
  '/api/app/versions/[id]': createRoute('version'),
  '/api/[[...path]]': createRoute('none'),
};

describe('createRouter', () => {
  const router = createRouter(routes);

  async function fetchRoute(path: string, method = 'GET') {
    return (await router.fetch(new Request(`http://localhost${path}`, { method }), { path })).json();
  }

  it.each([
    ['/api/things', { name: 'things', params: {} }],
    ['/api/things/7', { name: 'thing', params: { id: '7' } }],
    ['/api/things/a%2Fb%20c', { name: 'thing', params: { id: 'a/b c' } }],
    ['/api/things/%2e%2e', { name: 'thing', params: { id: '..' } }],
    ['/api/things/constructor', { name: 'thing', params: { id: 'constructor' } }],
    ['/api/a.json', { name: 'file', params: {} }],
    ['/api/app/versions/ver_1', { name: 'version', params: { id: 'ver_1' } }],
    ['/app/versions/ver_1', { name: 'version', params: { id: 'ver_1' } }],
  ])('routes %s', async (path, expected) => {
    expect(await fetchRoute(path)).toEqual(expected);
    expect(await fetchRoute(path, 'PROPFIND')).toEqual(expected);
  });

  it.each([
    '/api/things/',
    '/api/things/7/',
    '/api/things/7/8',
    '/api/Things',
    '/api/aXjson',
    '/api',
    '/things',
  ])('has no route for %s', async (path) => {
    expect(await fetchRoute(path)).toEqual({ name: 'none', params: {} });
  });
});

describe('createApiServer', () => {
  const handleApiRequest = createApiServer(routes);
  let server: Server | undefined;

  afterEach(() => server?.close());

  /** Sends a request to a server that responds with the name "page" to what the API server leaves to Next. */
  async function fetchTarget(target: string): Promise<unknown> {
    server = createServer((incoming, response) => {
      if (!handleApiRequest(incoming, response)) response.end('{"name":"page"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', path: target, agent: false }).end();
    const [response] = await once(sent, 'response');
    return json(response);
  }

  it.each(['/api/things/7', '/api/things/7?a=%zz', 'http://host.example/api/things/7'])(
    'routes %s',
    async (target) => {
      expect(await fetchTarget(target)).toEqual({ name: 'thing', params: { id: '7' } });
    },
  );

  it.each(['/api/things/%zz', '/api/things/%ff', 'http://host.example'])(
    'has no route for %s',
    async (target) => {
      expect(await fetchTarget(target)).toEqual({ name: 'none', params: {} });
    },
  );

  it.each(['/', '/things', '/apis'])('leaves %s to Next', async (target) => {
    expect(await fetchTarget(target)).toEqual({ name: 'page' });
  });
});
