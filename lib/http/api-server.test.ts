import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestOptions, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { createApiServer, createRouter } from './api-server';
import { createEndpoint, type Handler } from './pipeline/endpoint';
import { parseJson, readJsonBytes } from './pipeline/parse-request';
import { jsonResponse } from './pipeline/response';

/** An endpoint that responds with its name and path parameters. */
const create = (path: string, name: string) =>
  createEndpoint([{ method: 'any', path, handler: async (_, params) => jsonResponse({ name, params }) }]);

const respondWithBody: Handler = async (incoming) => jsonResponse(parseJson(await readJsonBytes(incoming)));
const respondWithText: Handler = async () => jsonResponse('x'.repeat(20e6));

const endpoints = [
  createEndpoint([{ method: 'POST', path: '/api/body', handler: respondWithBody }]),
  create('/api/things', 'things'),
  create('/api/things/:id', 'thing'),
  create('/api/things/preview', 'preview'),
  create('/api/a.json', 'file'),
  create('/api/app/versions/:id', 'version'),
  createEndpoint([{ method: 'GET', path: '/api/large', handler: respondWithText }]),
];

const notFound = { code: 'not_found', detail: 'There is no endpoint at this URL.' };

beforeAll(() => {
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('BODY_TIMEOUT_MS', '300');
});

describe('createRouter', () => {
  const router = createRouter(endpoints);

  async function fetchRoute(path: string, method = 'GET') {
    return (await router.fetch(new Request(`http://localhost${path}`, { method }), { path })).json();
  }

  it.each([
    ['/api/things', { name: 'things', params: {} }],
    ['/api/things/preview', { name: 'preview', params: {} }],
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
    expect(await fetchRoute(path)).toMatchObject(notFound);
  });
});

describe('createApiServer', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const handleApiRequest = createApiServer(endpoints);
    // Responds with the name "page" to what the API server leaves to Next.
    server = createServer({ requireHostHeader: false }, (incoming, response) => {
      if (!handleApiRequest(incoming, response)) response.end('{"name":"page"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterAll(() => server.close());

  async function send(target: string, options: RequestOptions = {}) {
    const sent = request({ port, host: '127.0.0.1', path: target, agent: false, ...options }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await json(response) };
  }

  /** Sends text on a connection. Returns what the server sends until it closes the connection. */
  async function sendText(...parts: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    for (const part of parts) socket.write(part);
    return text(socket);
  }

  it.each(['/api/things/7', '/api/things/7?a=%zz', '/api/things/7?a=\\'])('routes %s', async (target) => {
    expect((await send(target)).body).toEqual({ name: 'thing', params: { id: '7' } });
  });

  it.each(['/api/things/%zz', '/api/things/%ff'])('has no route for %s', async (target) => {
    expect((await send(target)).body).toMatchObject(notFound);
  });

  it.each(['/', '/things', '/apis', '/%zz'])('leaves GET %s to Next', async (target) => {
    expect((await send(target)).body).toEqual({ name: 'page' });
  });

  it('responds 429 with a large body to a client that has not read others', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    expect(await send('/api/large')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await send('/api/things')).status).toBe(200);
    socket.destroy();
    await vi.waitUntil(async () => (await send('/api/large')).status === 200, { timeout: 10_000 });
  });

  it('has no route for OPTIONS *', async () => {
    expect((await send('*', { method: 'OPTIONS' })).body).toMatchObject(notFound);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'responds 405 to %s of a page',
    async (method) => {
      for (const target of ['/', '/history?a=b', '/_next/static/chunk.js']) {
        const { status, headers, body } = await send(target, { method });
        expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
        expect(body).toMatchObject({ success: false, code: 'method_not_allowed' });
      }
    },
  );

  it.each(['/accounts?search=%00', '/?a=b&c%00'])(
    'responds 400 to %s, a page with NUL in its query',
    async (target) => {
      const { status, body } = await send(target);
      expect([status, body]).toMatchObject([400, { code: 'parameter_invalid', errors: [{ field: 'URL' }] }]);
      expect((await send(target.replace('%00', '%2500'))).body).toEqual({ name: 'page' });
    },
  );

  it.each(['/_next/image?url=%2Fa&w=640&q=75', '/_next/data/a.json', '/_next/'])(
    'responds 404 to %s, which Next would handle',
    async (target) => {
      expect((await send(target)).body).toMatchObject(notFound);
      expect((await send('/_next/static/a.js')).body).toEqual({ name: 'page' });
    },
  );

  it.each([
    'a b',
    'evil.example/',
    'user@host',
    'a?b',
    'a#b',
    'host:',
    'host:x',
    'host:99999',
    '[',
    '[::1',
    '%',
    'é',
  ])('responds 400 with the standard body to Host: %s', async (host) => {
    for (const target of ['/api/things', '/history', '*']) {
      const { status, headers, body } = await send(target, { headers: { Host: host } });
      expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
      expect(body).toMatchObject({ code: 'parameter_invalid', errors: [{ field: 'Host' }] });
      expect(headers['x-request-id']).toBe((body as { request_id: string }).request_id);
    }
  });

  it.each(['example.com', 'EXAMPLE.com:3000', 'example.com.', '127.0.0.1:80', '[::1]:3000', 'a_b'])(
    'accepts Host: %s',
    async (host) => {
      expect((await send('/api/things', { headers: { Host: host } })).status).toBe(200);
    },
  );

  it('responds 400 to a missing or repeated Host, except for HTTP/1.0', async () => {
    const end = 'Connection: close\r\n\r\n';
    for (const host of ['', 'Host: a\r\nHost: a\r\n', 'Host:\r\n']) {
      const response = await sendText(`GET /api/things HTTP/1.1\r\n${host}${end}`);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('"field":"Host"');
    }
    expect(await sendText(`GET /api/things HTTP/1.0\r\n${end}`)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(['Content-Length: 16384', 'Transfer-Encoding: chunked'])(
    'responds 408 to a body that takes too long, and closes the connection: %s',
    async (header) => {
      const head = `POST /api/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;
      const response = await sendText(head, header.startsWith('T') ? '1\r\n{\r\n' : '{');
      expect(response).toMatch(/^HTTP\/1.1 408 /);
      expect(response).toMatch(/\r\nconnection: close\r\n/i);
      const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
      expect(body).toMatchObject({
        code: 'request_timeout',
        detail: 'The request body was not received within 0.3 seconds.',
      });
    },
  );

  it.each([true, false])(
    'keeps the connection when it responds before the body has arrived, routed: %s',
    async (routed) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const socket = connect(port, '127.0.0.1');
      const next = async () => String((await once(socket, 'data'))[0]);
      const target = routed ? '/api/things' : '/history';
      socket.write(`PUT ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n`);
      expect(await next()).toMatch(routed ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 405 /);
      // A client that is slow or busy.
      vi.advanceTimersByTime(24 * 3_600_000);
      await passTurns();
      socket.write('bodyGET /api/things/7 HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(await next()).toMatch(/^HTTP\/1.1 200 /);
      socket.destroy();
      vi.useRealTimers();
    },
  );
});
