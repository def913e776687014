import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/errors';
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
