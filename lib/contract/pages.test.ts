import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageList } from './pages';

it('README lists each page', () => {
  const readme = readFileSync('README.md', 'utf8');
  const rows = readme.match(/^\| page [\s\S]+?\n\n/m)?.[0].split('\n') ?? [];
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(.+?)`/g)].map(([, path]) => path),
  );
  const paths = pageList.map(({ path }) => path).filter((path) => !path.includes(':id'));
  // Sign-in links do not open these: only the demo has the first, and only a server without an app the second.
  expect(listed.toSorted()).toEqual([...paths, '/sign-in', '/setup'].toSorted());
});
