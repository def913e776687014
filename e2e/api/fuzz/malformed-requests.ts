import { connect } from 'node:net';
import fc from 'fast-check';
import { getServerUrl, type RawResponse } from '../api-client';

/** A request that no HTTP client sends. */
export interface MalformedRequest {
  /** The bytes, one per character. `<key>` is replaced with a valid API key. */
  text: string;
  /** Whether the client half-closes the connection after sending. */
  halfClose: boolean;
}

const timeoutMs = 300_000;

const createPost = (lines: string[], body = '') =>
  [
    'POST /api/app/versions HTTP/1.1',
    'Host: x',
    'Authorization: Bearer <key>',
    'Connection: close',
    ...lines,
    '',
    body,
  ].join('\r\n');
const createGet = (requestLine: string) =>
  `${requestLine}\r\nHost: x\r\nAuthorization: Bearer <key>\r\nConnection: close\r\n\r\n`;

const json = 'Content-Type: application/json';

/** Complete requests. Each is a known attack or a known cause of server crashes. */
const completeRequests: string[] = [
  // Ambiguous body length (request smuggling).
  createPost([json, 'Content-Length: 2', 'Content-Length: 3'], '{}}'),
  createPost([json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  createPost([json, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '2\r\n{}\r\n0\r\n\r\n'),
  createPost([json, 'Transfer-Encoding: xchunked'], '{}'),
  createPost([json, 'Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  createPost([json, 'Content-Length : 2'], '{}'),
  ...['-1', '+2', '1e3', '0x10', '2, 2', ' ', '99999999999999999999', '2.0'].map((length) =>
    createPost([json, `Content-Length: ${length}`], '{}'),
  ),
  createPost([json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  createPost([json, 'Transfer-Encoding: chunked'], 'ffffffffffffffff1\r\n{}\r\n0\r\n\r\n'),
  createPost([json, 'Transfer-Encoding: chunked'], `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  createPost([json, 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n'),
  // Malformed headers, and too many or too large ones.
  createPost(['X-Long: '.padEnd(20_000, 'x')]),
  createPost(Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`)),
  createPost(['no colon']),
  createPost([': no name']),
  createPost(['X-Fold: a', ' b']),
  createPost(['X-Nul: a\u0000b']),
  createPost(['X-Return: a\rb']),
  createPost(['Expect: something']),
  createPost([
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: eA==',
    'Sec-WebSocket-Version: 13',
  ]),
  createPost(['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']),
  createPost(['Host: y']),
  'GET /api/app/versions HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET /api/app/versions HTTP/1.0\r\n\r\n',
  'GET /api/app/versions\r\n\r\n',
  'GET /api/app/versions HTTP/9.9\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ...[
    '',
    ' ',
    'a b',
    '@',
    'x@y',
    '[',
    '[::1',
    'x:y',
    'x:99999',
    '/',
    'x/y',
    '?',
    '#',
    '\\',
    '%',
    'é',
    'x'.repeat(300),
  ].map((host) => `GET /api/app/versions HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
  // Unusual request lines.
  createGet('FOO /api/app/versions HTTP/1.1'),
  createGet('get /api/app/versions HTTP/1.1'),
  createGet('CONNECT /api/app/versions HTTP/1.1'),
  createGet('CONNECT x:443 HTTP/1.1'),
  createGet('OPTIONS * HTTP/1.1'),
  createGet('GET http://x/api/account/versions HTTP/1.1'),
  createGet('GET //x/api/account/versions HTTP/1.1'),
  createGet('GET api/account/versions HTTP/1.1'),
  createGet('GET ? HTTP/1.1'),
  createGet('GET /api/account/versions?a=b c HTTP/1.1'),
  createGet('GET /api/account/versions#x HTTP/1.1'),
  createGet(`GET /api/account/versions?${'x'.repeat(30_000)} HTTP/1.1`),
  createGet('GET /api/account/versions/é HTTP/1.1'),
  // Two pipelined requests, then a TLS handshake.
  createGet('GET /api/account/versions HTTP/1.1').replace('close', 'keep-alive') +
    createGet('GET /api/app/versions HTTP/1.1'),
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

const incompleteRequests = [
  createPost([json, 'Content-Length: 500'], '{"version_id":'),
  createPost([json, 'Transfer-Encoding: chunked'], '5\r\n{}'),
  '\r\n\r\n',
  'GET /api/app/versions',
  'GET /api/app/versions HTTP/1.1\r\nHost: x\r\n',
];

/** All requests of the lists above. Every run sends each of them once. */
export const malformedRequests: MalformedRequest[] = [
  ...completeRequests.map((text) => ({ text, halfClose: false })),
  ...incompleteRequests.map((text) => ({ text, halfClose: true })),
];

const strayCharacter = fc.constantFrom('', '\r', '\n', '\u0000', ' ', ':', '\u00ff');

/** A complete request, truncated or with a stray character inserted. */
const mutatedText = fc
  .tuple(fc.constantFrom(...completeRequests), fc.nat(400), strayCharacter)
  .map(([text, offset, character]) => text.slice(0, offset) + character + (character && text.slice(offset)));

export const malformedRequest: fc.Arbitrary<MalformedRequest> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...malformedRequests) },
  { weight: 1, arbitrary: mutatedText.map((text) => ({ text, halfClose: true })) },
);

/** Sends the bytes and reads until the server closes the connection. Returns null if the server sent no response. */
export function sendMalformedRequest({ text, halfClose }: MalformedRequest): Promise<RawResponse | null> {
  const { hostname, port } = getServerUrl();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(text, 'latin1');
      if (halfClose) socket.end();
    });
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`the server did not close the connection within ${timeoutMs} ms`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may reset the connection while the client still sends.
    socket.on('error', () => {});
    socket.once('close', () => resolve(parseFirstResponse(Buffer.concat(chunks))));
  });
}

function parseFirstResponse(bytes: Buffer): RawResponse | null {
  const headerEnd = bytes.indexOf('\r\n\r\n');
  if (headerEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, headerEnd).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = bytes.subarray(headerEnd + 4);
  const body = headers['transfer-encoding']
    ? decodeChunks(rest)
    : rest.subarray(0, Number(headers['content-length'] ?? 0));
  return { status: Number(statusLine.split(' ')[1]), headers, text: body.toString() };
}

function decodeChunks(bytes: Buffer): Buffer {
  const sizeEnd = bytes.indexOf('\r\n');
  const size = Number.parseInt(bytes.subarray(0, sizeEnd).toString(), 16);
  if (!(size > 0)) return Buffer.alloc(0);
  const chunkEnd = sizeEnd + 2 + size;
  return Buffer.concat([bytes.subarray(sizeEnd + 2, chunkEnd), decodeChunks(bytes.subarray(chunkEnd + 2))]);
}
