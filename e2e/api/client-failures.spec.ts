import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { type ClientDriver, type DriverOptions, openDrivers } from './client-drivers';

// What the clients of `examples` do when the service misbehaves.

const body = JSON.stringify({ payload: [{ id: 'export' }] });
const createResponse = (status: string, headers: string, content = '') =>
  `HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
const problem = (code: string) => JSON.stringify({ code, message: code });

/** Sends a byte each 50 ms, and never all. */
function trickle(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text.charAt(sent++) || ' '), 50);
  socket.on('close', () => clearInterval(timer));
}

const headers = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;

/** How the server answers a request. */
const modes = {
  ok: (socket: Socket, request: string) =>
    socket.end(
      /if-none-match: "1"/i.test(request)
        ? createResponse('304 Not Modified', 'ETag: "1"\r\n')
        : createResponse('200 OK', 'ETag: "1"\r\n', body),
    ),
  hangs: () => {},
  'hangs in the body': (socket: Socket) => socket.write(headers + body),
  'is slow': (socket: Socket) => trickle(socket, headers + body),
  'is slow in the body': (socket: Socket) => {
    socket.write(headers);
    trickle(socket, body);
  },
  closes: (socket: Socket) => socket.destroy(),
  'closes in the body': (socket: Socket) => socket.end(headers + body),
  'sends half of the JSON': (socket: Socket) =>
    socket.end(createResponse('200 OK', 'ETag: "2"\r\n', body.slice(0, 10))),
  'sends HTML': (socket: Socket) => socket.end(createResponse('200 OK', '', '<p>Sign in to the network')),
  'sends no HTTP': (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  500: (socket: Socket) =>
    socket.end(createResponse('500 Internal Server Error', '', problem('internal_error'))),
  502: (socket: Socket) => socket.end(createResponse('502 Bad Gateway', '', '<h1>Bad gateway</h1>')),
  503: (socket: Socket) =>
    socket.end(createResponse('503 Busy', 'Retry-After: 30\r\n', problem('service_unavailable'))),
  400: (socket: Socket) => socket.end(createResponse('400 Bad', '', problem('parameter_invalid'))),
  401: (socket: Socket) => socket.end(createResponse('401 Unauthorized', '', problem('unauthenticated'))),
  403: (socket: Socket) => socket.end(createResponse('403 Forbidden', '', problem('forbidden'))),
  404: (socket: Socket) => socket.end(createResponse('404 Not Found', '', problem('account_not_found'))),
  429: (socket: Socket) =>
    socket.end(createResponse('429 Too Many', 'Retry-After: 60\r\n', problem('too_many_requests'))),
  501: (socket: Socket) => socket.end(createResponse('501 No', '', problem('not_configured'))),
} as const;
type Mode = keyof typeof modes;

/** Modes that take the whole time of an attempt. */
const slowModes: Mode[] = ['hangs', 'hangs in the body', 'is slow', 'is slow in the body'];
const awayModes: Mode[] = [
  ...slowModes,
  'closes',
  'closes in the body',
  'sends half of the JSON',
  'sends HTML',
  'sends no HTTP',
  500,
  502,
  503,
];
const statuses: Partial<Record<Mode, number>> = { 500: 500, 502: 502, 503: 503 };

interface BadServer {
  /** The URL of a client whose requests are answered in a mode of their own. */
  open: (name: string, mode?: Mode) => { url: string; set: (mode: Mode) => void; requests: string[] };
  close: () => void;
}

async function startBadServer(): Promise<BadServer> {
  const clients = new Map<string, { mode: Mode; requests: string[] }>();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const request = data.toString();
      const client = clients.get(request.split('/')[1] ?? '');
      client?.requests.push(request);
      if (client) modes[client.mode](socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    open: (name, mode = 'ok') => {
      const id = name.replaceAll(' ', '-');
      const client = { mode, requests: [] as string[] };
      clients.set(id, client);
      return {
        url: `http://127.0.0.1:${port}/${id}`,
        set: (next) => {
          client.mode = next;
        },
        requests: client.requests,
      };
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Runs a test with both clients at the same time. */
async function withDrivers(
  work: (driver: ClientDriver, server: BadServer) => Promise<void>,
  options?: Partial<DriverOptions>,
): Promise<void> {
  const server = await startBadServer();
  const drivers = openDrivers(options);
  try {
    await Promise.all(
      drivers.map((driver) =>
        test.step(driver.language, () =>
          work(driver, { ...server, open: (name, mode) => server.open(driver.language + name, mode) }),
        ),
      ),
    );
  } finally {
    for (const driver of drivers) driver.close();
    server.close();
  }
}

const read = (driver: ClientDriver, url: string, account = 'customer-7', parameters = {}) =>
  driver.call(url, 'listAccountFeatures', { account, ...parameters });

/**
 * The time of an attempt, which only modes that take all of it exceed. With that of 503, its pause of 30 seconds is longer than
 * all attempts may take.
 */
const timeoutOf = (mode: Mode, slowMs?: number) => {
  if (slowModes.includes(mode)) return slowMs === undefined ? {} : { timeoutMs: slowMs };
  return { timeoutMs: mode === 503 ? 14_000 : 600_000 };
};

test('a read ends after a few attempts without a last known answer', async () => {
  await withDrivers(async (driver, server) => {
    const cases = awayModes.map(async (mode) => {
      const { url, requests } = server.open(`${mode}`, mode);
      const { error, reported } = await read(driver, url, undefined, timeoutOf(mode));
      expect([mode, error?.status, reported]).toEqual([mode, statuses[mode] ?? 0, []]);
      const isSlow = slowModes.includes(mode);
      // A pause of 30 seconds is longer than a read may take.
      const attempts = isSlow ? 2 : 3;
      expect([mode, requests.length]).toEqual([mode, mode === 503 ? 1 : attempts]);
      if (mode === 503) expect(error).toMatchObject({ code: 'service_unavailable', retryAfter: 30 });
    });
    await Promise.all(cases);
  });
});

test('the last known answer is returned, marked, after one attempt', async () => {
  await withDrivers(async (driver, server) => {
    const cases = awayModes.map(async (mode) => {
      const { url, set, requests } = server.open(`known ${mode}`);
      const first = await read(driver, url);
      expect([first.body, first.stale, first.etag]).toEqual([JSON.parse(body), false, '"1"']);
      const confirmed = await read(driver, url);
      expect([confirmed.body, confirmed.stale]).toEqual([first.body, false]);
      expect(requests[1]).toMatch(/if-none-match: "1"/i);
      set(mode);
      const last = await read(driver, url, undefined, timeoutOf(mode));
      expect(last).toEqual({
        ...{ body: first.body, stale: true, etag: '"1"' },
        ...{ readAt: confirmed.readAt, reported: [['customer-7', confirmed.readAt]] },
      });
      expect([mode, requests.length]).toEqual([mode, 3]);
      // It answers again. 500 is an error of one operation: the next read asks for it.
      set('ok');
      if (mode !== 500) expect([(await read(driver, url)).stale, requests.length]).toEqual([true, 3]);
      else expect([(await read(driver, url)).stale, requests.length]).toEqual([false, 4]);
    });
    await Promise.all(cases);
  });
});

test('after a failure no read asks for ten seconds', async () => {
  await withDrivers(async (driver, server) => {
    const { url, set, requests } = server.open('pause');
    await read(driver, url);
    set('closes');
    expect((await read(driver, url)).stale).toBe(true);
    set('ok');
    const [known, other, write] = [
      await read(driver, url),
      await read(driver, url, 'customer-8'),
      await driver.call(url, 'setUsage', { path: { external_id: 'customer-7' }, body: { amounts: {} } }),
    ];
    expect([known.stale, other.error?.status]).toEqual([true, 0]);
    expect([write.error, requests.length]).toEqual([undefined, 3]);
    await driver.elapse(10);
    expect([(await read(driver, url)).stale, requests.length]).toEqual([false, 4]);
  });
});

test('an answer is used for 24 hours, and only for its account', async () => {
  await withDrivers(async (driver, server) => {
    const { url, set } = server.open('days');
    await read(driver, url);
    set('closes');
    expect((await read(driver, url, 'customer-8')).error?.status).toBe(0);
    await driver.elapse(86_300);
    expect((await read(driver, url)).stale).toBe(true);
    await driver.elapse(200);
    expect((await read(driver, url)).error?.status).toBe(0);
  });
});

test('a rejection is not answered with an earlier answer, and most end it', async () => {
  await withDrivers(async (driver, server) => {
    const cases = ([400, 401, 403, 404, 429, 501] as const).map(async (mode) => {
      const { url, set, requests } = server.open(`rejects ${mode}`);
      await read(driver, url);
      set(mode);
      const rejected = await read(driver, url);
      expect([rejected.error?.status, requests.length]).toEqual([mode, 2]);
      set('closes');
      const { stale, error } = await read(driver, url);
      expect([mode, stale, error?.status]).toEqual([
        mode,
        ...(mode === 429 ? [true, undefined] : [undefined, 0]),
      ]);
    });
    await Promise.all(cases);
  });
});

test('the oldest answers are forgotten', async () => {
  await withDrivers(
    async (driver, server) => {
      const { url, set } = server.open('size');
      for (const account of ['1', '2', '1', '3']) await read(driver, url, account);
      set('closes');
      const states = [];
      for (const account of ['1', '2', '3']) states.push((await read(driver, url, account)).stale ?? null);
      expect(states).toEqual([true, null, true]);
    },
    { maxCacheSize: 2 * body.length },
  );
});

test('reads that are not conditional are not kept', async () => {
  await withDrivers(async (driver, server) => {
    const { url, set } = server.open('other');
    const preview = { account: 'customer-7', path: { id: 'ver_1' } };
    expect((await driver.call(url, 'previewSwitch', preview)).stale).toBe(false);
    set('closes');
    expect((await driver.call(url, 'previewSwitch', preview)).error?.status).toBe(0);
  });
});

test('a write has one key and a bounded number of attempts', async () => {
  await withDrivers(async (driver, server) => {
    const cases = awayModes.map(async (mode) => {
      const { url, requests } = server.open(`writes ${mode}`, mode);
      const parameters = { account: 'customer-7', body: { version_id: 'ver_1' }, ...timeoutOf(mode, 500) };
      const { error } = await driver.call(url, 'switchVersion', parameters);
      expect([mode, error?.status, requests.length]).toEqual([
        mode,
        statuses[mode] ?? 0,
        mode === 503 ? 1 : 3,
      ]);
      const keys = requests.map((request) => /^idempotency-key: (.+)$/im.exec(request)?.[1]);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}/);
      expect(new Set(keys).size).toBe(1);
    });
    // One that is repeated after it has succeeded would be rejected, because the revision is another one then.
    const { url, requests } = server.open('edition', 'closes');
    const edition = { path: { id: 'ced_1' }, revision: '1', body: { text: '' } };
    await driver.call(url, 'updateEdition', edition);
    await Promise.all(cases);
    expect(requests.length).toBe(1);
  });
});

test('a write of a server that hangs ends @full', async () => {
  await withDrivers(async (driver, server) => {
    const { url, requests } = server.open('hangs', 'hangs');
    const { error } = await driver.call(url, 'switchVersion', { body: { version_id: 'ver_1' } });
    expect([error?.status, requests.length]).toEqual([0, 2]);
  });
});

test('a part of a path is one part', async () => {
  await withDrivers(async (driver, server) => {
    const { url, requests } = server.open('path');
    for (const external_id of ['', '.', '..']) {
      const { error } = await driver.call(url, 'getAccount', { path: { external_id } });
      expect(error?.message).toBe(`"${external_id}" can’t be external_id.`);
    }
    await driver.call(url, 'getAccount', { path: { external_id: '../a b/ü?#' } });
    expect(requests.map((request) => request.split(' ')[1]?.split('/api/')[1])).toEqual([
      'accounts/..%2Fa%20b%2F%C3%BC%3F%23',
    ]);
  });
});
