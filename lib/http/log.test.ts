import { afterEach, expect, test, vi } from 'vitest';
import type { Caller } from '@/lib/versions/caller';
import { json } from './answer';
import { endpoint } from './endpoint';
import { flush } from './log';
import { logPageFailure } from './log-page-failure';

// Before the configuration is read: in a terminal there is no log.
vi.hoisted(() => vi.stubEnv('LOG', 'json'));

const written: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
  written.push(String(line));
  return true;
});
afterEach(() => written.splice(0));

/** What is logged, each line by itself. */
function lines(): Record<string, unknown>[] {
  flush();
  return written.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line));
}
const secret = `avk_${'x'.repeat(49)}`;
const caller = {
  via: 'key',
  app: { id: 'app_1' },
  account: { id: 'acc_1' },
  actor: { kind: 'key', id: 'key_1', name: 'Back end' },
} as Caller;

/** Sends a secret in every part of a request to an endpoint that does this. */
async function send(answer: () => ReturnType<typeof json>): Promise<Response> {
  const { POST } = endpoint('/api/things/:id', {
    POST: async (_, __, exchange) => {
      exchange.caller = caller;
      return answer();
    },
  });
  const request = new Request(`http://localhost/api/things/${secret}?link=${secret}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, Cookie: `__Host-app-versions=${secret}`, 'X-Any': secret },
    body: secret,
  });
  return POST(request, { params: { id: secret } });
}

test('a request is one line, with what is listed and nothing that was sent', async () => {
  const response = await send(() => json({ secret }));
  expect(lines()).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'info',
      message: 'request',
      request_id: response.headers.get('x-request-id'),
      method: 'POST',
      route: '/api/things/:id',
      status: 200,
      duration_ms: expect.any(Number),
      caller: 'key',
      caller_id: 'key_1',
      app_id: 'app_1',
      account_id: 'acc_1',
    },
  ]);
});

test('a fault of ours is told with its place, and without what it quotes', async () => {
  const response = await send(() => {
    throw new Error(`Invalid call:\n{ where: { key: "${secret}" } }\nNo such column ${secret}`);
  });
  expect(response.status).toBe(500);
  expect(lines()).toMatchObject([
    {
      level: 'error',
      status: 500,
      code: 'internal_error',
      error: { name: 'Error', message: 'No such column avk_…', stack: expect.any(Array) },
    },
  ]);
  flush();
  expect(written.join('')).not.toContain(secret);
});

test('a page that failed is a line of the same kind', () => {
  const headers = new Headers({
    'x-request-id': 'req_1',
    'x-request-began': String(Date.now()),
    cookie: `__Host-app-versions=${secret}`,
  });
  logPageFailure(new Error(secret), { method: 'GET', route: '/history', headers });
  expect(lines()).toMatchObject([
    {
      level: 'error',
      message: 'page failed',
      request_id: 'req_1',
      method: 'GET',
      route: '/history',
      status: 500,
      duration_ms: expect.any(Number),
      caller: 'session',
      error: { name: 'Error' },
    },
  ]);
  flush();
  expect(written.join('')).not.toContain(secret);
});
