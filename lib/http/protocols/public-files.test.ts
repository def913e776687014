import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it, vi } from 'vitest';
import { listPublicFiles, respondWithFile } from './public-files';

vi.stubEnv('LOG', 'off');

const files = listPublicFiles();
const get = (path: string, headers: Record<string, string> = {}) =>
  respondWithFile(new Request(`http://localhost${path}`, { headers }), path);
const readText = async (path: string) => new TextDecoder().decode((await get(path)).body as Uint8Array);

it('serves each document, llms.txt and the schemas, with an ETag and for all origins', async () => {
  for (const [path, type] of [
    ['/docs/spec.md', 'text/markdown; charset=utf-8'],
    ['/docs/decisions/0001-version-snapshots.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/schemas/price-list.json', 'application/schema+json'],
    ['/schemas/price-list-extension.json', 'application/schema+json'],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status, headers['Content-Type']]).toEqual([path, 200, type]);
    expect(headers['Access-Control-Allow-Origin']).toBe('*');
    const known = await get(path, { 'If-None-Match': headers.ETag ?? '' });
    expect([path, known.status, known.body]).toEqual([path, 304, null]);
  }
  expect(await readText('/schemas/price-list.json')).toBe(
    readFileSync('examples/generated/price-list.schema.json', 'utf8'),
  );
});

it.each([
  '/docs/nothing.md',
  '/docs/../package.json',
  '/docs/decisions/../../package.json',
  '/docs/operations/compose.yml',
  '/docs/page-metrics.json',
  '/docs/constructor',
  '/schemas/price-list.schema.json',
  '/schemas/__proto__',
])('has no file %s', async (path) => {
  await expect(get(path)).rejects.toMatchObject({ code: 'not_found' });
});

it('serves documents whose links lead to documents', async () => {
  const documents = [...files.keys()].filter((path) => path.endsWith('.md'));
  for (const path of documents) {
    const targets = [...(await readText(path)).matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map(
      ([, each]) => each!,
    );
    const broken = targets.filter((target) => !files.has(posix.join(posix.dirname(path), target)));
    expect([path, broken]).toEqual([path, []]);
  }
  expect(await readText('/docs/price-lists.md')).not.toContain('../examples/');
  expect(await readText('/docs/price-lists.md')).toContain('(decisions/0006-catalog-import.md)');
});

it('lists each document in llms.txt: a title, a summary, and lists of links', async () => {
  const text = await readText('/llms.txt');
  expect(text).toMatch(/^# .+\n\n> [^#]+\n\n[^#]+\n\n## /);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, target]) => target!);
  expect(text.match(/^- /gm)).toHaveLength(links.length);
  const listed = [...files.keys()].filter((path) => !/llms|decisions\/\d/.test(path));
  expect(links.toSorted()).toEqual([...listed, '/api/openapi.json', '/docs'].toSorted());
});
