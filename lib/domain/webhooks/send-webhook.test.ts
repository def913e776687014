import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { ClientRequest, IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { startWebhookReceiver, type WebhookReceiver } from '@/tools/testing/webhook-receiver';
import { decideOutcome } from './deliver-webhooks';
import { HttpWebhookSender } from './send-webhook';
import { parseWebhookUrl } from './webhook-endpoints';

const allowed = ['127.0.0.0/8'];
let receiver: WebhookReceiver;
/** For receivers that do respond. */
const sender = new HttpWebhookSender(allowed, 600_000);
const impatient = new HttpWebhookSender(allowed, 300);

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const send = (url = receiver.url) => sender.send(url, {}, '{}');

describe('a response', () => {
  test.each([
    ['200', 200, null],
    ['299', 299, null],
    ['301', 301, 'Status 301. Redirects are not followed.'],
    ['307', 307, 'Status 307. Redirects are not followed.'],
    ['410', 410, 'Status 410.'],
    ['500', 500, 'Status 500.'],
  ])('with status %s', async (_, status, error) => {
    const before = receiver.received.length;
    receiver.respond = (_, response) => response.writeHead(status, { Location: receiver.url }).end('text');
    expect(await send()).toMatchObject({ status, error, response: 'text', retryAfterMs: null });
    expect(receiver.received.length).toBe(before + 1);
  });

  test('of 10 MB is not read to the end', async () => {
    let written = 0;
    receiver.respond = (_, response) => {
      response.writeHead(200);
      const write = (): void => {
        if (response.destroyed) return;
        if (written >= 10_000_000) {
          response.end();
          return;
        }
        written += 65_536;
        if (response.write('é'.repeat(32_768))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    };
    const result = await send();
    expect(result).toMatchObject({ status: 200, error: null, response: 'é'.repeat(1000) });
    expect(written).toBeLessThan(8_000_000);
  });

  test.each([
    ['no header', () => {}],
    [
      'a body that never ends',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('with %s fails after the time limit', async (_, respond) => {
    receiver.respond = (_, response) => respond(response);
    expect(await impatient.send(receiver.url, {}, '{}')).toMatchObject({
      status: null,
      error: 'No complete response within 0.3 seconds.',
    });
  });

  test('that breaks off fails', async () => {
    receiver.respond = (request) => request.socket.destroy();
    expect(await send()).toMatchObject({ status: null, error: 'socket hang up' });
  });

  test.each([
    ['120', 120_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', expect.any(Number)],
    ['soon', null],
  ])('with Retry-After: %s', async (value, retryAfterMs) => {
    receiver.respond = (_, response) => response.writeHead(429, { 'Retry-After': value }).end();
    expect(await send()).toMatchObject({ status: 429, retryAfterMs });
  });
});

describe('a receiver that breaks the protocol', () => {
  let sockets: Socket[] = [];
  let url: string;
  let onData: (socket: Socket) => void;
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.on('data', () => onData(socket));
  });

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(() => server.close());

  /** Sends with a time limit that only a sender that does nothing exceeds. */
  const sendPatiently = () => new HttpWebhookSender(allowed, 600_000).send(url, {}, '{}');

  /** Writes as much as the sender reads. */
  const flood = (socket: Socket, chunk: string): void => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', () => flood(socket, chunk));
  };

  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';

  test.each(['write', 'end'] as const)('with 101 Switching Protocols has failed: %s', async (method) => {
    onData = (socket) => socket[method](upgrade);
    expect(await sendPatiently()).toMatchObject({ status: 101, error: 'Status 101.', response: '' });
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });

  test('with 1xx responses is read to the response, but not without end', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    onData = (socket) => socket.write(`${early.repeat(3)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`);
    expect(await sendPatiently()).toMatchObject({ status: 200, error: null, response: 'ok' });
    onData = (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100));
    expect(await sendPatiently()).toMatchObject({
      status: null,
      error: 'More than 10 informational responses.',
    });
    await expect.poll(() => sockets.at(-1)?.destroyed).toBe(true);
  });

  test.each([
    ['informational responses', 'HTTP/1.1 100 Continue\r\n\r\n', ''],
    ['responses', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['chunks of a byte', '1\r\na\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('with endless %s is parsed to the limit only', async (_, text, head) => {
    const parsed = vi.spyOn(IncomingMessage.prototype, 'push');
    const emitted = vi.spyOn(ClientRequest.prototype, 'emit');
    onData = (socket) => {
      onData = () => {};
      socket.write(head);
      flood(socket, text.repeat(1000));
    };
    await sendPatiently();
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
    expect(parsed.mock.calls.length + emitted.mock.calls.length).toBeLessThan(1000);
  });

  test('with empty lines before the response is not read without end', async () => {
    onData = (socket) => flood(socket, '\r\n'.repeat(10_000));
    expect(await sendPatiently()).toMatchObject({
      status: null,
      error: 'The response has more than 65536 bytes before its body.',
    });
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });

  test('with data after the response is disconnected, also if the connection was used again', async () => {
    let requests = 0;
    let respondAgain = () => {};
    onData = (socket) => {
      requests += 1;
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      if (requests === 2) respondAgain = () => flood(socket, 'x'.repeat(1000));
    };
    const reusing = new HttpWebhookSender(allowed, 600_000);
    expect(await reusing.send(url, {}, '{}')).toMatchObject({ status: 204 });
    // The connection is free then.
    await passTurns();
    expect(await reusing.send(url, {}, '{}')).toMatchObject({ status: 204 });
    expect(sockets).toHaveLength(1);
    await passTurns();
    respondAgain();
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });
});

test('the time limit does not depend on the socket', async () => {
  // The name is never resolved, and the request emits nothing when it is destroyed.
  vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as never);
  vi.spyOn(ClientRequest.prototype, 'destroy').mockReturnThis();
  syncBuiltinESMExports();
  expect(await impatient.send('https://host.example/', {}, '{}')).toMatchObject({
    error: 'No complete response within 0.3 seconds.',
  });
});

const addresses: [name: string, url: string][] = [
  ['loopback', 'https://127.0.0.1/'],
  ['loopback by name', 'https://localhost/'],
  ['decimal notation', 'https://2130706433/'],
  ['octal notation', 'https://0177.0.0.1/'],
  ['hexadecimal notation', 'https://0x7f.1/'],
  ['private 10/8', 'https://10.0.0.1/'],
  ['private 172.16/12', 'https://172.16.0.1/'],
  ['private 192.168/16', 'https://192.168.0.1/'],
  ['link-local, cloud metadata', 'https://169.254.169.254/latest/meta-data'],
  ['carrier-grade NAT', 'https://100.64.0.1/'],
  ['unspecified', 'https://0.0.0.0/'],
  ['broadcast', 'https://255.255.255.255/'],
  ['multicast', 'https://224.0.0.1/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv6 unspecified', 'https://[::]/'],
  ['IPv6 unique local', 'https://[fd00::1]/'],
  ['IPv6 link-local', 'https://[fe80::1]/'],
  ['IPv4-mapped IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['IPv4-mapped IPv6, hexadecimal', 'https://[::ffff:7f00:1]/'],
  ['NAT64 of a private address', 'https://[64:ff9b::10.0.0.1]/'],
  ['IPv4-compatible IPv6', 'https://[::127.0.0.1]:5443/'],
  ['IPv4-translated IPv6', 'https://[::ffff:0:127.0.0.1]/'],
  ['IPv6 outside 2000::/3', 'https://[4000::1]/'],
  ['IPv6 documentation', 'https://[2001:db8::1]/'],
  ['IPv6 documentation of 2024', 'https://[3fff:0fff::1]/'],
  ['IPv6 site-local', 'https://[fec0::1]/'],
  ['IPv6 segment routing', 'https://[5f00::1]/'],
  ['benchmarking', 'https://198.18.0.1/'],
  ['documentation', 'https://203.0.113.1/'],
  ['6to4 of a private address', 'https://[2002:0a00:0001::]/'],
];

describe('without allowed ranges, an address that is not public', () => {
  const strict = new HttpWebhookSender([], 600_000);

  test.each(addresses)('is not connected to: %s', async (_, url) => {
    expect(await strict.send(url, {}, '{}')).toMatchObject({
      status: null,
      error: 'The address is not public.',
    });
  });

  test.each(addresses.filter(([name]) => !name.includes('by name')))('is rejected in a URL: %s', (_, url) => {
    expect(() => parseWebhookUrl(url, [])).toThrow('url: expected a public address.');
  });

  test('is not connected to over http', async () => {
    expect(await strict.send(receiver.url, {}, '{}')).toMatchObject({ status: null });
    expect(() => parseWebhookUrl(receiver.url, [])).toThrow('url: expected https.');
  });
});

describe('a host name', () => {
  /** Resolves names to each of the answers in turn. */
  const resolveTo = (...answers: string[][]) => {
    const lookup = vi.spyOn(dns, 'lookup');
    lookup.mockImplementation(((
      _: string,
      options: { all?: boolean },
      callback: (...result: unknown[]) => void,
    ) => {
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      const found = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (options.all) callback(null, found);
      else callback(null, found[0]?.address, found[0]?.family);
    }) as never);
    syncBuiltinESMExports();
    return lookup;
  };

  test.each([
    ['a private address', ['10.1.2.3'], 'https:'],
    ['one private address among public ones', ['93.184.216.34', '10.1.2.3'], 'https:'],
    ['an IPv4-compatible address', ['::127.0.0.1'], 'https:'],
    ['a public address, over http', ['93.184.216.34'], 'http:'],
  ])('is not connected to: %s', async (_, addresses, protocol) => {
    resolveTo(addresses);
    expect(await send(`${protocol}//host.example/`)).toMatchObject({ error: 'The address is not public.' });
  });

  test('is resolved once for each connection, so that its address can’t change between check and connect', async () => {
    const { port } = new URL(receiver.url);
    receiver.respond = (_, response) => response.writeHead(204, { Connection: 'close' }).end();
    const lookup = resolveTo(['127.0.0.1'], ['10.1.2.3']);
    expect(await send(`http://rebind.example:${port}/`)).toMatchObject({ status: 204 });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await send(`http://rebind.example:${port}/`)).toMatchObject({
      error: 'The address is not public.',
    });
  });
});

describe('over https', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-certificate-'));
  const authority = join(folder, 'certificate.pem');
  let bodies: string[] = [];
  let url: (host: string) => string;
  let close: () => void;

  beforeAll(async () => {
    const altNames = [{ type: 2 as const, value: 'localhost' }]; // DNS
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames }],
    });
    writeFileSync(authority, cert);
    const server = createServer({ key, cert }, async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      response.writeHead(204).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = (host) => `https://${host}:${(server.address() as AddressInfo).port}/`;
    close = () => server.close();
  });
  afterEach(() => {
    bodies = [];
  });
  afterAll(() => {
    close();
    rmSync(folder, { recursive: true });
  });

  /** Sends from a process that trusts the certificate, as with `NODE_EXTRA_CA_CERTS` in production. */
  async function sendTrusted(...hosts: string[]) {
    const script = `import { HttpWebhookSender } from './lib/domain/webhooks/send-webhook';
      const sender = new HttpWebhookSender(['127.0.0.0/8'], 600_000);
      const results = [];
      for (const url of ${JSON.stringify(hosts.map(url))}) results.push(await sender.send(url, {}, '{"a":1}'));
      console.log(JSON.stringify(results));
      sender.close();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
    );
    return JSON.parse(stdout);
  }

  test('a trusted certificate of the host is accepted, that of another host is not', async () => {
    expect(await sendTrusted('localhost', '127.0.0.1')).toMatchObject([
      { status: 204, error: null },
      { status: null, error: expect.stringContaining('does not match certificate') },
    ]);
    expect(bodies).toEqual(['{"a":1}']);
  });

  test('an unknown certificate authority is not trusted', async () => {
    const patient = new HttpWebhookSender(allowed, 600_000);
    expect(await patient.send(url('localhost'), {}, '{}')).toMatchObject({
      status: null,
      error: 'self-signed certificate',
    });
    expect(bodies).toEqual([]);
  });
});

describe('a URL', () => {
  test.each([
    ['https://host.example/a?b=c#d', [], 'https://host.example/a?b=c'],
    ['HTTPS://HOST.example', [], 'https://host.example/'],
    ['https://93.184.216.34/', [], 'https://93.184.216.34/'],
    ['https://[2606:2800:21f::1]/', [], 'https://[2606:2800:21f::1]/'],
    ['http://127.0.0.1:4000/x', allowed, 'http://127.0.0.1:4000/x'],
    ['http://localhost:4000/', allowed, 'http://localhost:4000/'],
  ])('%s is allowed', (text, ranges, url) => {
    expect(parseWebhookUrl(text, ranges)).toBe(url);
  });

  test.each([
    ['', []],
    ['host.example', []],
    ['ftp://host.example/', []],
    ['javascript:alert(1)', []],
    ['https://user:secret@host.example/', []],
    ['http://host.example/', []],
    ['http://10.0.0.1/', allowed],
    ['http://93.184.216.34/', allowed],
    ['http://[::1]/', allowed],
  ])('%s is rejected', (text, ranges) => {
    expect(() => parseWebhookUrl(text, ranges)).toThrow(/^url: /);
  });
});

describe('what follows from a failed attempt', () => {
  const failed = { status: 500, error: 'Status 500.', retryAfterMs: null };

  test('12 attempts are made in about 75 hours', () => {
    const outcomes = Array.from({ length: 12 }, (_, failures) => decideOutcome(failed, failures, 0.5));
    expect(outcomes.at(-1)).toEqual({ kind: 'failed' });
    const delays = outcomes.slice(0, -1).map((outcome) => (outcome.kind === 'retry' ? outcome.delayMs : 0));
    expect(delays).toHaveLength(11);
    expect(delays.reduce((sum, delay) => sum + delay) / 3_600_000).toBeCloseTo(75.6, 1);
  });

  test('delays vary by 10 percent', () => {
    expect(decideOutcome(failed, 0, 0)).toEqual({ kind: 'retry', delayMs: 900 });
    expect(decideOutcome(failed, 0, 0.999)).toMatchObject({ delayMs: expect.closeTo(1100, -1) });
  });

  test('Retry-After makes a delay longer, up to a day, but never shorter', () => {
    const decide = (retryAfterMs: number) => decideOutcome({ ...failed, status: 429, retryAfterMs }, 0, 0.5);
    expect(decide(60_000)).toEqual({ kind: 'retry', delayMs: 60_000 });
    expect(decide(0)).toEqual({ kind: 'retry', delayMs: 1000 });
    expect(decide(10 ** 12)).toEqual({ kind: 'retry', delayMs: 24 * 3_600_000 });
  });

  test('410 ends the deliveries', () => {
    expect(decideOutcome({ ...failed, status: 410 }, 0, 0.5)).toEqual({ kind: 'gone' });
  });
});
