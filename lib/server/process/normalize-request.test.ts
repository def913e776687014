import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeRequest } from './normalize-request.mjs';

let server: Server;
let received: IncomingMessage;
let trustedProxies = 0;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    normalizeRequest(incoming, { trustedProxies });
    received = incoming;
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => server.close());

/** Sends a request, and returns it as the server normalized it. */
async function normalize(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return received;
}

test.each([
  ['/history', '/history'],
  ['http://evil.example/history', '/history'],
  ['HTTPS://user@evil.example:80/history?a=http://b', '/history?a=http://b'],
  ['http://evil.example', '/'],
  ['http://evil.example?a', '/?a'],
  ['http:///history', '/history'],
  ['/http://evil.example/history', '/http://evil.example/history'],
  ['*', '*'],
  ['/./api/app/versions', '/api/app/versions'],
  ['/x/../app/versions?a=/../b', '/app/versions?a=/../b'],
  ['/history/%2e%2E/api/app/versions', '/api/app/versions'],
  ['/x/.%2e/y/%2E./%2e/api', '/api'],
  ['/../../api/%2E', '/api/'],
  ['/a/b/..', '/a/'],
  ['/_next/static/../../api?', '/api?'],
  ['http://host.example/x/../api', '/api'],
  ['/a//../b', '/a/b'],
  ['//api', '//api'],
  ['/x%2f..%2fapi', '/x%2f..%2fapi'],
  ['/x\\..\\api', '/x%5C..%5Capi'],
  ['/.well-known/...', '/.well-known/...'],
])('the target %s has the path %s', async (target, path) => {
  expect((await normalize(target)).url).toBe(path);
});

const forwarded = {
  'X-Forwarded-For': '192.0.2.1',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Port': '81',
};

test.each([
  [0, undefined],
  [1, 'https'],
])('with %i trusted proxies X-Forwarded-Proto is %s', async (count, proto) => {
  trustedProxies = count;
  const { headers, rawHeaders } = await normalize('/', forwarded);
  expect(headers).toMatchObject({ 'x-forwarded-for': '192.0.2.1, 127.0.0.1' });
  expect(headers['x-forwarded-proto']).toBe(proto);
  expect([headers['x-forwarded-host'], headers['x-forwarded-port']]).toEqual([undefined, undefined]);
  expect(rawHeaders.slice(-2)).toEqual(['X-Forwarded-For', '127.0.0.1']);
});

test('without X-Forwarded-For the client is the peer', async () => {
  expect((await normalize('/')).headers['x-forwarded-for']).toBe('127.0.0.1');
});

const tree = encodeURIComponent(JSON.stringify(['', { children: ['history', {}] }]));

test.each([
  [tree, tree],
  ['x', undefined],
  ['%', undefined],
  ['%5B1%5D', undefined],
])('of Next-Router-State-Tree: %s, %s is left', async (sent, left) => {
  const { headers } = await normalize('/', { 'Next-Router-State-Tree': sent });
  expect(headers['next-router-state-tree']).toBe(left);
});
