import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadCachedPage, pageCacheCounts, peekCachedPage } from './page-cache';

const nonce = 'a+b/c==';
const policy = `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`;

function render(body: string, headers: Record<string, string> = {}) {
  return async () => ({ status: 200, headers: { 'content-security-policy': policy, ...headers }, body });
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const readBody = (key: string) =>
  Buffer.from(
    peekCachedPage(key)?.response.respond({ acceptEncoding: null, ifNoneMatch: null }).body ?? '',
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
  const page = await loadCachedPage('hashes', render(body, { link }));
  expect(page?.scriptHashes).toEqual([hash('first()'), hash(data.replace(nonce, ''))]);
  expect(page?.link).toBe('</a.woff2>; rel=preload; as="font", </a.css>; rel=preload');
  expect(readBody('hashes')).toBe(body.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, ''));
});

test.each<[string, ReturnType<typeof render>]>([
  ['a cookie', render('page', { 'set-cookie': 'a=b' })],
  ['no nonce', render('page', { 'content-security-policy': "default-src 'self'" })],
  ['more inline scripts than headers can name', render(`<script nonce="${nonce}">a</script>`.repeat(21))],
])('a page with %s is not cached, and not rendered for the cache again', async (name, renderPage) => {
  expect(await loadCachedPage(name, renderPage)).toBeNull();
  expect(peekCachedPage(name)).toBeNull();
});

test('a page in the cache is not rendered again', async () => {
  const page = await loadCachedPage('again', render('first'));
  expect(await loadCachedPage('again', render('second'))).toBe(page);
});

test('the cache is bounded in bytes, and large pages do not replace others', async () => {
  await loadCachedPage('small', render('small'));
  const body = 'x'.repeat(1e6);
  for (let index = 0; index < 50; index += 1) {
    const page = await loadCachedPage(`page ${index}`, render(`${index} ${body}`));
    await page?.response.prepare('gzip');
  }
  expect(pageCacheCounts.bytes).toBeGreaterThan(20e6);
  expect(pageCacheCounts.bytes).toBeLessThanOrEqual(32e6);
  expect(peekCachedPage('page 0')).toBeUndefined();
  expect(peekCachedPage('small')).toBeDefined();
});
