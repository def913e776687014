import { afterEach, expect, test, vi } from 'vitest';
import { makeSecret } from '@/lib/db/connection/secret';
import type { Caller } from '@/lib/domain/caller';
import { createEndpoint, type Handler } from '@/lib/http/pipeline/endpoint';
import { jsonResponse } from '@/lib/http/pipeline/response';
import {
  flush,
  logListenerEvent,
  logPageError,
  logPageWorkerOutput,
  redactSecrets,
  serializeErrorForLog,
} from './log';

// Runs before the configuration is read. In a terminal the log is off by default.
vi.hoisted(() => {
  vi.stubEnv('LOG', 'json');
  // They need the database.
  vi.stubEnv('RATE_LIMITS', 'off');
});

const output: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
  output.push(String(chunk));
  return true;
});
afterEach(() => output.splice(0));

/** Flushes the log and returns its entries. */
function readLog(): Record<string, unknown>[] {
  flush();
  return output.flatMap((chunk) => chunk.trim().split('\n')).map((line) => JSON.parse(line));
}

const secret = `avk_${'x'.repeat(49)}`;
const caller = {
  via: 'key',
  app: { id: 'app_1' },
  account: { id: 'acc_1' },
  actor: { kind: 'key', id: 'key_1', name: 'Back end' },
} as Caller;

/** Sends a request with a secret in each of its parts to an endpoint with this handler. */
async function sendSecrets(handle: () => ReturnType<typeof jsonResponse>): Promise<Response> {
  const handler: Handler = async (_, __, context) => {
    context.caller = caller;
    return handle();
  };
  const send = createEndpoint([{ method: 'POST', path: '/api/things/:id', handler }]);
  const request = new Request(`http://localhost/api/things/${secret}?link=${secret}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, Cookie: `__Host-app-versions=${secret}`, 'X-Any': secret },
    body: secret,
  });
  return send(request, { params: { id: secret } });
}

test('the IDs that the sender has for a request are logged, unless they are malformed or secrets', async () => {
  const handler = async () => jsonResponse({});
  const respond = createEndpoint([{ method: 'GET', path: '/api/things', handler }]);
  const send = async (headers: Record<string, string>) => {
    await respond(new Request('http://localhost/api/things', { headers }), { params: {} });
    const [entry] = readLog();
    output.splice(0);
    return [entry?.sender_request_id, entry?.trace_id];
  };
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await send({ 'X-Request-Id': 'a-1.b:2', traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).toEqual(
    ['a-1.b:2', traceId],
  );
  const malformed = ['"', 'x'.repeat(129), secret];
  for (const id of malformed) expect(await send({ 'X-Request-Id': id })).toEqual([undefined, undefined]);
  const invalid = [`ff-${traceId}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, traceId];
  for (const traceparent of invalid) expect(await send({ traceparent })).toEqual([undefined, undefined]);
});

test('logs a request as one line, without path, headers and body', async () => {
  const response = await sendSecrets(() => jsonResponse({ secret }));
  expect(readLog()).toEqual([
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

test('logs an internal error with its stack, and without the values in its message', async () => {
  const response = await sendSecrets(() => {
    throw new Error(`Invalid call:\n{ where: { key: "${secret}" } }\nNo such column ${secret}`);
  });
  expect(response.status).toBe(500);
  expect(readLog()).toMatchObject([
    {
      level: 'error',
      status: 500,
      code: 'internal_error',
      error: { name: 'Error', message: 'No such column avk_…', stack: expect.any(Array) },
    },
  ]);
  flush();
  expect(output.join('')).not.toContain(secret);
});

test('logs a page error with the same fields', () => {
  const headers = new Headers({
    'x-request-id': 'req_1',
    'x-request-started-at': String(Date.now()),
    cookie: `__Host-app-versions=${secret}`,
  });
  logPageError(new Error(secret), { method: 'GET', route: '/history', headers, hasSession: true });
  expect(readLog()).toMatchObject([
    {
      level: 'error',
      message: 'page error',
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
  expect(output.join('')).not.toContain(secret);
});

test('logs an event of the listener without other fields', () => {
  logListenerEvent({ type: 'lease_expired' });
  expect(readLog()).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'warn',
      message: 'cache lease expired',
    },
  ]);
});

test('with LOG=text, a line is short and for people, without secrets and control characters', async () => {
  vi.stubEnv('LOG', 'text');
  vi.resetModules();
  const text = await import('./log');
  const { createRequestContext } = await import('./request-context');
  const context = createRequestContext('/api/things/:id', 'POST');
  text.logRequest(context, { status: 409, code: 'switch_conflict' });
  context.error = new Error(`No ${secret}\u001b[31m`, { cause: new Error('read ECONNRESET') });
  text.logRequest(context, { status: 500, code: 'internal_error' });
  text.logListenerEvent({ type: 'connected', afterMs: 3 });
  text.flush();
  const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';
  const request = 'POST /api/things/:id';
  const [first, second, ...others] = output.join('').split('\n');
  expect(first).toMatch(new RegExp(`^${time} info ${request} 409 [\\d.]+ ms code=switch_conflict$`));
  expect(second).toMatch(
    new RegExp(
      `^${time} error ${request} 500 [\\d.]+ ms request_id=${context.id} code=internal_error ` +
        'error=Error: No avk_… \\[31m at .*log\\.test\\.ts.*, caused by Error: read ECONNRESET at ',
    ),
  );
  expect(others).toEqual([
    expect.stringMatching(new RegExp(`^${time} info cache invalidation connected after_ms=3$`)),
    '',
  ]);
  vi.stubEnv('LOG', 'json');
});

test('serializeErrorForLog returns name, last line of the message, code, stack and cause', () => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const error = new TypeError('Invalid `db.account.create()` invocation:\n{ title: "Ada" }\n\nIt failed.', {
    cause,
  });
  const serialized = serializeErrorForLog(error);
  expect(serialized).toMatchObject({
    name: 'TypeError',
    message: 'It failed.',
    cause: { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
  });
  expect(serialized.stack?.[0]).toMatch(/^at .*log\.test\.ts/);
  expect(JSON.stringify(serialized)).not.toContain('Ada');
});

test('serializeErrorForLog accepts any thrown value', () => {
  expect(serializeErrorForLog('failed')).toEqual({ name: 'string', message: 'failed' });
  expect(serializeErrorForLog(null)).toEqual({ name: 'object', message: 'null' });
});

test('logs output of a page worker as text, without secrets and control characters', () => {
  logPageWorkerOutput(`{"level":"error"} \u001b[31m/shared/${secret} ${'x'.repeat(1000)}`);
  const [entry, ...others] = readLog();
  expect([entry?.level, entry?.message, others]).toEqual(['warn', 'page worker output', []]);
  expect(entry?.output).toMatch(/^\{"level":"error"\} {2}\[31m\/shared\/avk_… x+…$/);
});

test('writes lines with the function of the process, if it has one', () => {
  const lines: string[] = [];
  vi.stubGlobal('appVersionsWriteLog', (text: string) => lines.push(text));
  logListenerEvent({ type: 'lease_expired' });
  vi.unstubAllGlobals();
  expect([output, lines.length]).toEqual([[], 1]);
  expect(lines[0]).toContain('cache lease expired');
});

test('serializeErrorForLog redacts what looks like a line of the stack', () => {
  expect(JSON.stringify(serializeErrorForLog(new Error(`a\n    at ${secret}\nb`)))).not.toContain(secret);
});

test.each(['avk', 'avl', 'avs', 'avt', 'avd'] as const)(
  'redactSecrets replaces a secret with the prefix %s, also in a URL',
  (prefix) => {
    const secret = makeSecret(prefix);
    expect(redactSecrets(`of ${secret}.`)).toBe(`of ${prefix}_….`);
    expect(redactSecrets(`url=%2Fshared%2F${secret.replace('_', '%5F')}&`)).toBe(
      `url=%2Fshared%2F${prefix}_…&`,
    );
  },
);

test('redactSecrets replaces a webhook secret', () => {
  expect(redactSecrets('of whsec_AbC+/d0=.')).toBe('of whsec_….');
});

test('redactSecrets replaces a JSON Web Token', () => {
  const token = ['{"alg":"none"}', '{"sub":"ada"}'].map((part) => Buffer.from(part).toString('base64url'));
  expect(redactSecrets(`of ${token.join('.')}.c2ln.`)).toBe('of eyJ….');
});

test('redactSecrets replaces the password of a URL', () => {
  expect(redactSecrets('at postgres://owner:s3cret@db.example/plans')).toBe(
    'at postgres://owner:…@db.example/plans',
  );
});
