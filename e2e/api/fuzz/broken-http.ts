import { connect } from 'node:net';
import fc from 'fast-check';
import { serverUrl, type WireAnswer } from '../wire';

/** What no HTTP client sends: a request as its bytes, one character each. `<key>` stands for a key that holds. */
export interface BrokenRequest {
  broken: string;
  /** Whether the client then says that no more comes, as one does that gives up. */
  ends: boolean;
}

const patienceMs = 20_000;

const good = (lines: string[], body = '') =>
  [
    'POST /api/app/versions HTTP/1.1',
    'Host: x',
    'Authorization: Bearer <key>',
    'Connection: close',
    ...lines,
    '',
    body,
  ].join('\r\n');
const first = (line: string) =>
  `${line}\r\nHost: x\r\nAuthorization: Bearer <key>\r\nConnection: close\r\n\r\n`;

const json = 'Content-Type: application/json';

/** Each of them is a way in which servers have been fooled or brought down. */
const whole: string[] = [
  // Two opinions on where the body ends.
  good([json, 'Content-Length: 2', 'Content-Length: 3'], '{}}'),
  good([json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  good([json, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '2\r\n{}\r\n0\r\n\r\n'),
  good([json, 'Transfer-Encoding: xchunked'], '{}'),
  good([json, 'Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  good([json, 'Content-Length : 2'], '{}'),
  ...['-1', '+2', '1e3', '0x10', '2, 2', ' ', '99999999999999999999', '2.0'].map((length) =>
    good([json, `Content-Length: ${length}`], '{}'),
  ),
  good([json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  good([json, 'Transfer-Encoding: chunked'], 'ffffffffffffffff1\r\n{}\r\n0\r\n\r\n'),
  good([json, 'Transfer-Encoding: chunked'], `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  good([json, 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n'),
  // Headers that are none, or too many.
  good(['X-Long: '.padEnd(20_000, 'x')]),
  good(Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`)),
  good(['no colon']),
  good([': no name']),
  good(['X-Fold: a', ' b']),
  good(['X-Nul: a\u0000b']),
  good(['X-Return: a\rb']),
  good(['Expect: something']),
  good(['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: 13']),
  good(['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']),
  good(['Host: y']),
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
  // First lines that no browser writes.
  first('FOO /api/app/versions HTTP/1.1'),
  first('get /api/app/versions HTTP/1.1'),
  first('CONNECT /api/app/versions HTTP/1.1'),
  first('CONNECT x:443 HTTP/1.1'),
  first('OPTIONS * HTTP/1.1'),
  first('GET http://x/api/account/versions HTTP/1.1'),
  first('GET //x/api/account/versions HTTP/1.1'),
  first('GET api/account/versions HTTP/1.1'),
  first('GET ? HTTP/1.1'),
  first('GET /api/account/versions?a=b c HTTP/1.1'),
  first('GET /api/account/versions#x HTTP/1.1'),
  first(`GET /api/account/versions?${'x'.repeat(30_000)} HTTP/1.1`),
  first('GET /api/account/versions/é HTTP/1.1'),
  // Two at once.
  first('GET /api/account/versions HTTP/1.1').replace('close', 'keep-alive') +
    first('GET /api/app/versions HTTP/1.1'),
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

const unfinished = [
  good([json, 'Content-Length: 500'], '{"version_id":'),
  good([json, 'Transfer-Encoding: chunked'], '5\r\n{}'),
  '\r\n\r\n',
  'GET /api/app/versions',
  'GET /api/app/versions HTTP/1.1\r\nHost: x\r\n',
];

/** Each text by itself, so that none depends on luck. */
export const everyBrokenRequest: BrokenRequest[] = [
  ...whole.map((broken) => ({ broken, ends: false })),
  ...unfinished.map((broken) => ({ broken, ends: true })),
];

const stray = fc.constantFrom('', '\r', '\n', '\u0000', ' ', ':', '\u00ff');

/** One of the texts, cut anywhere, or with a character in it that does not belong there. */
const damaged = fc
  .tuple(fc.constantFrom(...whole), fc.nat(400), stray)
  .map(([text, at, sign]) => text.slice(0, at) + sign + (sign && text.slice(at)));

export const brokenRequest: fc.Arbitrary<BrokenRequest> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...everyBrokenRequest) },
  { weight: 1, arbitrary: damaged.map((broken) => ({ broken, ends: true })) },
);

/** Sends the bytes and reads until the server closes, as it has to. Null where it said nothing. */
export function sendBytes(text: string, { ends }: { ends: boolean }): Promise<WireAnswer | null> {
  const { hostname, port } = serverUrl();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(text, 'latin1');
      if (ends) socket.end();
    });
    socket.setTimeout(patienceMs, () => {
      socket.destroy();
      reject(new Error(`the connection was left open for ${patienceMs} ms`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // What comes after the server has closed is lost, and nobody's fault.
    socket.on('error', () => {});
    socket.once('close', () => resolve(readAnswer(Buffer.concat(chunks))));
  });
}

/** The first answer in what came. */
function readAnswer(bytes: Buffer): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = bytes.subarray(end + 4);
  const body = headers['transfer-encoding']
    ? readChunks(rest)
    : rest.subarray(0, Number(headers['content-length'] ?? 0));
  return { status: Number(first.split(' ')[1]), headers, text: body.toString() };
}

function readChunks(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n');
  const size = Number.parseInt(bytes.subarray(0, end).toString(), 16);
  if (!(size > 0)) return Buffer.alloc(0);
  const next = end + 2 + size;
  return Buffer.concat([bytes.subarray(end + 2, next), readChunks(bytes.subarray(next + 2))]);
}
