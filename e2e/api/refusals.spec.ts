import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/problem';
import { test } from '../fixtures';
import { ask } from './ask';
import { sendOverWire, type WireRequest } from './wire';

test('an unknown address is 404, before anything else is looked at', async ({ request }) => {
  for (const path of [
    '/api/nothing',
    '/app/nothing',
    '/account',
    '/account/versions/7',
    '/app/versions/ver_1/nothing',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await ask<ProblemBody>(request, path, { method, key: 'avk_wrong' });
      expect([path, method, status, body.code]).toEqual([path, method, 404, 'not_found']);
    }
  }
});

test('a method that is not there is 405 and says which are', async ({ request }) => {
  const paths = {
    '/app/versions': 'GET, HEAD, POST',
    '/app/versions/ver_1': 'GET, HEAD',
    '/account/versions': 'GET, HEAD',
  };
  for (const [path, allow] of Object.entries(paths)) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask(request, path, { method, key: 'avk_wrong', body: 'x' });
      expect([path, method, status, headers.allow]).toEqual([path, method, 405, allow]);
    }
  }
});

test('HEAD is GET without a body', async ({ request, tenant }) => {
  const { key } = await tenant();
  const { status, body } = await ask(request, '/app/versions', { method: 'HEAD', key: await key() });
  expect([status, body]).toEqual([200, '']);
});

test('a body that is not UTF-8 is not JSON', async ({ request, tenant }) => {
  const { key } = await tenant();
  const body = Buffer.from([0x22, 0xff, 0x22]);
  const answer = await ask<ProblemBody>(request, '/app/versions', { key: await key(), body });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json']);
});

test('a body may have 16 KiB, and no more', async ({ request, tenant }) => {
  const { app, key } = await tenant();
  const owner = await key();
  const body = JSON.stringify({ version_id: app.versions[1]?.id });
  const send = async (size: number) =>
    (await ask(request, '/app/versions', { key: owner, body: body.padEnd(size, ' ') })).status;
  expect(await send(16 * 1024)).toBe(200);
  expect(await send(16 * 1024 + 1)).toBe(413);
});

test('a body that is refused on the way leaves the connection to the next request', async ({ tenant }) => {
  const { key } = await tenant();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = [
    ['Authorization', `Bearer ${await key()}`],
    ['Content-Type', 'application/json'],
    // Nobody knows beforehand that it is too large.
    ['Transfer-Encoding', 'chunked'],
  ] satisfies WireRequest['headers'];
  const large = { method: 'POST', target: '/app/versions', headers, body: Buffer.alloc(2_000_000, ' ') };
  expect((await sendOverWire(large, agent)).status).toBe(413);
  const next = { method: 'GET', target: '/app/versions', headers: headers.slice(0, 1) };
  expect((await sendOverWire(next, agent)).status).toBe(200);
  agent.destroy();
});

test('a body is read as it is sent, never unpacked', async ({ request, tenant }) => {
  const { app, key } = await tenant();
  const body = JSON.stringify({ version_id: app.versions[1]?.id });
  const send = async (coding: string, content: Buffer) => {
    const headers = { 'Content-Encoding': coding };
    return (await ask(request, '/app/versions', { key: await key(), headers, body: content })).status;
  };
  expect(await send('gzip', gzipSync(body))).toBe(415);
  expect(await send('gzip', Buffer.from(body))).toBe(415);
  expect(await send('identity', Buffer.from(body))).toBe(200);
});

test('every answer carries the headers of the interface', async ({ request, tenant }) => {
  const { key } = await tenant();
  for (const secret of [await key(), 'avk_wrong']) {
    const { headers } = await ask(request, '/app/versions', { key: secret });
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toContain('Authorization, Cookie, X-Account-Id');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
    expect(headers['x-powered-by']).toBeUndefined();
  }
});
