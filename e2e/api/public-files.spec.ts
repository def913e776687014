import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { sendRawRequest } from './api-client';

test('everyone reads llms.txt, what it links to, and the schemas', async ({ request }) => {
  const index = await request.get('/llms.txt');
  expect(index.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const links = [...(await index.text()).matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(10);
  for (const path of links) {
    const response = await request.get(path);
    expect([path, response.status()]).toEqual([path, 200]);
    if (!path.endsWith('.md')) continue;
    expect(response.headers()).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    });
    expect(await response.text()).toMatch(/^# /);
  }
});

test('a schema is for pages of all origins, and has an ETag and compressed variants', async ({ request }) => {
  const headers = { Origin: 'https://editor.example', 'Accept-Encoding': 'br' };
  for (const path of ['/schemas/price-list.json', '/schemas/price-list-extension.json']) {
    const getSchema = () => request.get(path, { headers });
    await expect.poll(async () => (await getSchema()).headers()['content-encoding']).toBe('br');
    const response = await getSchema();
    expect(response.headers()).toMatchObject({
      'content-type': 'application/schema+json',
      'access-control-allow-origin': '*',
    });
    expect(await response.json()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    const known = await request.get(path, {
      headers: { ...headers, 'If-None-Match': response.headers().etag! },
    });
    expect(known.status()).toBe(304);
  }
});

test('other paths lead to no file', async ({ request }) => {
  for (const target of [
    '/docs/nothing.md',
    '/docs/decisions/nothing.md',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/decisions/..%2f..%2fpackage.json',
    '/schemas/..%2fpackage.json',
    '/schemas/price-list.schema.json',
  ]) {
    const { status } = await sendRawRequest({ method: 'GET', target, headers: [] });
    expect([target, status]).toEqual([target, 404]);
  }
  expect((await request.post('/docs/spec.md')).status()).toBe(405);
});
