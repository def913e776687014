import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CachedResponse } from '../pipeline/response-cache';
import { loadPage, pageCacheCounts, peekPage } from './page-cache';
import { type CachedPage, compilePage } from './page-template';
import type { RenderedPage } from './rendered-page';

const nonce = 'a+b/c==';
const policy = `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`;

function render(body: string, headers: Record<string, string> = {}) {
  return async () => ({ status: 200, headers: { 'content-security-policy': policy, ...headers }, body });
}

/** Loads a visitor's page. */
const load = (key: string, renderPage: () => Promise<RenderedPage>) =>
  loadPage(key, async () => compilePage(await renderPage(), null, { locale: 'en', timeZone: 'UTC' }));

function getResponse(page: CachedPage | null | undefined): CachedResponse {
  if (page?.content instanceof CachedResponse) return page.content;
  throw new Error('The page of a visitor has no values.');
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const readBody = (key: string) =>
  Buffer.from(
    getResponse(peekPage(key)).getResponse({ acceptEncoding: null, ifNoneMatch: null }).body ?? '',
  ).toString();

test('a page has the hashes of the inline scripts that had the nonce, and no nonce', async () => {
  const data = `push("<script>\\"nonce\\":\\"${nonce}\\"")`;
  const body = [
    `<script src="/a.js" async="" nonce="${nonce}"></script>`,
    `<script nonce="${nonce}">first()</script>`,
    '<script>injected()</script>',
    '<script nonce="other">injected()</script>',
    `<script nonce="${nonce}" id="_R_">${data}</script>`,
  ].join('\n');
  const link = `</a.woff2>; rel=preload; nonce="${nonce}"; as="font", </a.css>; rel=preload; nonce="${nonce}"`;
  const page = await load('hashes', render(body, { link }));
  expect(page?.scriptHashes).toEqual([hash('first()'), hash(data.replace(nonce, ''))]);
  expect(page?.link).toBe('</a.woff2>; rel=preload; as="font", </a.css>; rel=preload');
  expect(readBody('hashes')).toBe(body.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, ''));
});

test.each<[string, ReturnType<typeof render>]>([
  ['a cookie', render('page', { 'set-cookie': 'a=b' })],
  ['no nonce', render('page', { 'content-security-policy': "default-src 'self'" })],
  ['more inline scripts than headers can name', render(`<script nonce="${nonce}">a</script>`.repeat(21))],
])('a page with %s is not cached, and not rendered for the cache again', async (name, renderPage) => {
  expect(await load(name, renderPage)).toBeNull();
  expect(peekPage(name)).toBeNull();
});

test('a page in the cache is not rendered again', async () => {
  const page = await load('again', render('first'));
  expect(await load('again', render('second'))).toBe(page);
});

test('the cache is bounded in bytes, and large pages do not replace others', async () => {
  await load('small', render('small'));
  const body = 'x'.repeat(1e6);
  for (let index = 0; index < 50; index += 1) {
    const page = await load(`page ${index}`, render(`${index} ${body}`));
    await getResponse(page).prepare('gzip');
  }
  expect(pageCacheCounts.bytes).toBeGreaterThan(20e6);
  expect(pageCacheCounts.bytes).toBeLessThanOrEqual(32e6);
  expect(peekPage('page 0')).toBeUndefined();
  expect(peekPage('small')).toBeDefined();
});
