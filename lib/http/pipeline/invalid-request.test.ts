import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { problemSchema } from '@/lib/contract/errors';
import { createBoundedServer } from '@/lib/server/process/connections.mjs';
import { passTurns } from '@/tools/testing/wait-until';
import { createInvalidRequestResponse } from './invalid-request';

let server: Server;

beforeAll(async () => {
  vi.stubEnv('LOG', 'off');
  const options = { rejectInvalid: createInvalidRequestResponse };
  server = createBoundedServer(options, async (request, response) => {
    if (request.method === 'GET') await passTurns();
    else await text(request).catch(() => {});
    response.end(`${request.url}.`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => server.close());

/** Sends text on a connection. Returns what the server sends until it closes the connection. */
async function send(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

test.each([
  ['a control byte', 'GET / HTTP/1.1\r\nHost: a\r\nX-Name: a\u0001b\r\n\r\n', 400, 'parameter_invalid'],
  ['no HTTP', 'hello\r\n\r\n', 400, 'parameter_invalid'],
  [
    'large headers',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Name: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'many headers',
    `GET / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 100 }, (_, index) => `X${index}: 1\r\n`).join('')}\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'an invalid chunk',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
    400,
    'parameter_invalid',
  ],
])('a request with %s gets the body of every error', async (_, request, status, code) => {
  const response = await send(request);
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('connection: close');
  expect(head).toContain('content-type: application/problem+json');
  const problem = problemSchema.parse(JSON.parse(body));
  expect(problem).toMatchObject({ success: false, code, status });
  expect(head).toContain(`x-request-id: ${problem.request_id}`);
  expect(head).toContain(`content-length: ${body.length}`);
});

test('an invalid request is answered after the requests before it', async () => {
  const valid = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const response = await send(`${valid('/a')}${valid('/b')}GET / HTTP/1.1\r\nX: \u0001\r\n\r\n`);
  expect(response.match(/\/[ab]\.|"code":"\w+"/g)).toEqual(['/a.', '/b.', '"code":"parameter_invalid"']);
});
