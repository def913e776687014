import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/errors';
import { operations } from '@/lib/contract/operations';
import type { Operation } from '@/lib/contract/operations/operation';
import { pageList } from '@/lib/contract/pages';
import { test } from '../fixtures';
import { type RawRequest, sendRawRequest, sendRequest } from './api-client';

test('an unknown path is 404 even without valid credentials', async ({ request }) => {
  for (const path of [
    '/api/nothing',
    '/app/nothing',
    '/account/nothing',
    '/account/versions/7',
    '/app/versions/ver_1/nothing',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await sendRequest<ProblemBody>(request, path, { method, key: 'avk_wrong' });
      expect([path, method, status, body.code]).toEqual([path, method, 404, 'not_found']);
    }
  }
});

test('a request body that is not valid UTF-8 is 400 invalid_json', async ({ request, createTenant }) => {
  const { key } = await createTenant();
  const body = Buffer.from([0x22, 0xff, 0x22]);
  const response = await sendRequest<ProblemBody>(request, '/app/versions', { key: await key(), body });
  expect([response.status, response.body.code]).toEqual([400, 'invalid_json']);
});

test('a request body larger than 16 KiB is 413', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const owner = await key();
  const body = JSON.stringify({ version_id: app.versions[1]?.id });
  const send = async (size: number) =>
    (await sendRequest(request, '/app/versions', { key: owner, body: body.padEnd(size, ' ') })).status;
  expect(await send(16 * 1024)).toBe(200);
  expect(await send(16 * 1024 + 1)).toBe(413);
});

test('a connection is closed after a chunked body with 413, which is not read to its end', async ({
  createTenant,
}) => {
  const { key } = await createTenant();
  const headers = [
    ['Authorization', `Bearer ${await key()}`],
    ['Content-Type', 'application/json'],
    // Without Content-Length the server learns the size only while reading.
    ['Transfer-Encoding', 'chunked'],
  ] satisfies RawRequest['headers'];
  const tooLarge = { method: 'POST', target: '/app/versions', headers, body: Buffer.alloc(2_000_000, ' ') };
  const response = await sendRawRequest(tooLarge);
  expect([response.status, response.headers.connection]).toEqual([413, 'close']);
});

test('a request with a Content-Encoding other than identity is 415', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const body = JSON.stringify({ version_id: app.versions[1]?.id });
  const send = async (encoding: string, content: Buffer) => {
    const headers = { 'Content-Encoding': encoding };
    return (await sendRequest(request, '/app/versions', { key: await key(), headers, body: content })).status;
  };
  expect(await send('gzip', gzipSync(body))).toBe(415);
  expect(await send('gzip', Buffer.from(body))).toBe(415);
  expect(await send('identity', Buffer.from(body))).toBe(200);
});

test('an invalid Host and a target without a path get the standard error body', async ({ createTenant }) => {
  const { key } = await createTenant();
  const authorization = ['Authorization', `Bearer ${await key()}`] satisfies RawRequest['headers'][0];
  const send = async (method: string, target: string, headers: RawRequest['headers']) => {
    const { status, text } = await sendRawRequest({ method, target, headers: [authorization, ...headers] });
    return { ...(JSON.parse(text) as ProblemBody), status };
  };
  // The last request could be served from the cache.
  for (const headers of [[], [], [['Host', 'a b']], [['Host', 'evil.example/']]] as RawRequest['headers'][]) {
    const expected = headers.length === 0 ? [200, undefined] : [400, 'parameter_invalid'];
    const { status, code } = await send('GET', '/app/versions', headers);
    expect([headers, status, code]).toEqual([headers, ...expected]);
  }
  expect(await send('GET', '/history', [['Host', '[']])).toMatchObject({ errors: [{ field: 'Host' }] });
  expect(await send('OPTIONS', '*', [])).toMatchObject({ status: 404, code: 'not_found' });
});

test('of a target with an origin, only the path is used', async () => {
  for (const path of [
    '/history',
    '/history/',
    '//history',
    '/enter?link=a',
    '/sign-in/oidc',
    '/problems/not_found',
    '/docs',
  ]) {
    const target = `http://evil.example${path}`;
    const headers = [['X-Forwarded-Host', 'evil.example']] satisfies RawRequest['headers'];
    const absolute = await sendRawRequest({ method: 'GET', target, headers });
    const relative = await sendRawRequest({ method: 'GET', target: path, headers: [] });
    expect([path, absolute.status]).toEqual([path, relative.status]);
    expect(absolute.headers.location).toBe(relative.headers.location);
    expect(`${absolute.headers.location} ${absolute.text}`).not.toContain('evil.example');
  }
});

test('a path with dot segments is served as the path without them', async ({ createTenant }) => {
  const { key } = await createTenant();
  const headers = [['Authorization', `Bearer ${await key()}`]] satisfies RawRequest['headers'];
  const send = async (target: string) => {
    const { status, headers: received, text } = await sendRawRequest({ method: 'GET', target, headers });
    const { date: _, 'x-request-id': __, ratelimit: ___, ...others } = received;
    return { status, headers: others, text: text.replace(/"request_id":"\w+"/, '') };
  };
  for (const [path, ...others] of [
    [
      '/api/app/versions',
      '/./api/app/versions',
      '/history/%2e%2e/api/app/versions',
      '/a/b/../.%2E/api/app/versions',
    ],
    ['/app/versions', '/x/../app/versions', '/_next/static/../../app/versions'],
    ['/api/nothing', '/x/%2E%2e/api/nothing'],
  ] as [string, ...string[]][]) {
    const expected = await send(path);
    // Next responds without it.
    expect(Number(expected.headers['content-length'])).toBeGreaterThan(0);
    for (const other of others) expect([other, await send(other)]).toEqual([other, expected]);
  }
  for (const page of ['/x%2f..%2fapi/app/versions', '/x\\..\\api\\app\\versions', '/%61pi/app/versions']) {
    const { status, headers: received } = await send(page);
    expect([page, status, received['content-type']]).toEqual([page, 404, 'text/html; charset=utf-8']);
  }
});

test('NUL in a parameter of any operation is 400, and as an ID of the catalog an unknown one', async ({
  createTenant,
}) => {
  const { key } = await createTenant({}, () => ({ externalId: 'customer-7' }));
  const authorization = `Bearer ${await key('app')}`;
  // The response for a feature says that it is not known.
  const unknownCodes: Record<string, string | undefined> = {
    versions: 'version_not_found',
    'optional-features': 'option_not_found',
    features: undefined,
  };
  let sentCount = 0;
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const { method, path, pathParameters, query, body, sampleParameters = {} } = operation;
    const content = body && Buffer.from(JSON.stringify(Object.values(body.examples)[0]?.value));
    const toTarget = (parameters: Record<string, string>) =>
      path.replace(/:(\w+)/g, (_, name) => parameters[name] ?? 'x');
    const targets = [
      ...Object.keys(pathParameters?.shape ?? {}).map((name) =>
        toTarget({ ...sampleParameters, [name]: 'x%00' }),
      ),
      ...Object.keys(query?.shape ?? {}).map((name) => `${toTarget(sampleParameters)}?${name}=%00`),
    ];
    for (const target of targets) {
      sentCount += 1;
      const headers: RawRequest['headers'] = [
        ['Authorization', authorization],
        ['X-Account-Id', 'customer-7'],
        ...(content
          ? ([
              ['Content-Type', 'application/json'],
              ['Content-Length', String(content.length)],
            ] as RawRequest['headers'])
          : []),
      ];
      const response = await sendRawRequest({ method, target, headers, ...(content && { body: content }) });
      const { code, errors } = JSON.parse(response.text) as ProblemBody;
      const inCatalog = target.includes('?')
        ? null
        : /^\/api\/(?:app|account)\/([a-z-]+)\/x%00/.exec(target)?.[1];
      if (inCatalog && inCatalog in unknownCodes) {
        expect.soft([id, target, code]).toEqual([id, target, unknownCodes[inCatalog]]);
        continue;
      }
      // Deletion first requires its confirmation.
      const expected =
        id === 'deleteAccount' && !target.includes('?') ? 'parameter_missing' : 'parameter_invalid';
      expect.soft([id, target, code, errors?.length]).toEqual([id, target, expected, 1]);
    }
  }
  expect(sentCount).toBeGreaterThan(100);
});

test('NUL in the query of any page is 400, and in its path 404', async () => {
  const paths = [
    ...pageList.map(({ path }) => path),
    '/catalog/:id',
    '/catalog/:id/edit',
    '/shared/app/:id',
    '/embed',
  ];
  for (const path of paths) {
    for (const target of [path.replace(':id', 'a%00'), `${path.replace(':id', 'a')}?search=%00`]) {
      if (!target.includes('%00')) continue;
      const { status, text } = await sendRawRequest({ method: 'GET', target, headers: [] });
      expect
        .soft([target, status, text])
        .toEqual(
          target.includes('?')
            ? [target, 400, expect.stringContaining('"parameter_invalid"')]
            : [target, 404, expect.stringContaining('<html')],
        );
    }
  }
});

test('a router state that Next cannot parse counts as none', async () => {
  const headers = [
    ['RSC', '1'],
    ['Next-Router-State-Tree', 'x'],
  ] satisfies RawRequest['headers'];
  const first = await sendRawRequest({ method: 'GET', target: '/docs', headers });
  // It redirects to the URL with the digest of the headers.
  expect([first.status, first.headers.location]).toEqual([307, expect.stringMatching(/^\/docs\?_rsc/)]);
  const response = await sendRawRequest({ method: 'GET', target: first.headers.location ?? '', headers });
  expect([response.status, response.headers['content-type']]).toEqual([200, 'text/x-component']);
});

test('every API response has the standard headers', async ({ request, createTenant }) => {
  const { key } = await createTenant();
  for (const secret of [await key(), 'avk_wrong']) {
    const { headers } = await sendRequest(request, '/app/versions', { key: secret });
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toContain('Authorization, Cookie, X-Account-Id');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
    expect(headers['x-powered-by']).toBeUndefined();
  }
});
