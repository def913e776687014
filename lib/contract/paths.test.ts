import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { config } from '@/proxy';
import { operations } from './operations';
import { pageList } from './pages';
import { findServer, listPaths, type PathServer, protocolPaths } from './paths';

const fill = (path: string) => path.replace(/:\w+/g, 'x');

/** The paths of the pages in app/. */
const pagePaths = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx'))
  .map((file) => `/${file}`.replace(/\/page\.tsx$/, '').replace(/\[\w+\]/g, 'x') || '/');

const operationPaths = Object.values(operations).flatMap(({ path }) => listPaths(path));

it('the API serves the operations, and no page', () => {
  for (const path of operationPaths) expect([path, findServer(fill(path))]).toEqual([path, 'api']);
  for (const path of protocolPaths) {
    const server = path.startsWith('/api/') ? 'api' : 'protocol';
    expect([path, findServer(fill(path))]).toEqual([path, server]);
  }
  expect(pagePaths).toEqual(expect.arrayContaining(['/', '/docs/reference/x', '/enter/expired']));
  for (const path of [...pagePaths, ...pageList.map((page) => fill(page.path))]) {
    expect([path, findServer(path)]).toEqual([path, 'page']);
  }
});

it.each<[PathServer, string[]]>([
  ['api', ['/api', '/api/', '/api/nothing', '/app', '/app/versions/', '/account/']],
  ['protocol', ['/ofrep', '/ofrep/v1/x', '/docs/a/b', '/docs/reference', '/docs/references', '/schemas/x/y']],
  [
    'page',
    ['/apis', '/App/versions', '/appx', '/docs/', '/schemas', '/schemas/', '/mcp/', '/enter/', '/a.json'],
  ],
  [
    'page',
    ['/embedxjs', '/_next', '/_next/static/', '/_next/static/../x', '/_next/static/%2e%2e/x', '/icon.svg/'],
  ],
  ['file', ['/icon.svg', '/_next/static/chunks/a-b_c~1.js']],
  ['nothing', ['/_next/image', '/_next/', '/_next/data/a.json', '*', '', 'http://localhost/']],
])('%s serves %s', (server, paths) => {
  for (const path of paths) expect([path, findServer(path)]).toEqual([path, server]);
});

it('the proxy gets all pages, and neither endpoints of Next nor files of the build', () => {
  const matchers = config.matcher.map((matcher) => new RegExp(`^${matcher}$`));
  const isMatched = (path: string) => matchers.some((matcher) => matcher.test(path));
  expect(pagePaths.filter((path) => !isMatched(path))).toEqual([]);
  const endpoints = operationPaths.filter((path) => path.startsWith('/api/'));
  expect([...endpoints, '/_next/static/chunks/a.js'].filter(isMatched)).toEqual([]);
});
