import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageList } from './page-paths';

it('README lists each page', () => {
  const readme = readFileSync('README.md', 'utf8');
  const rows = readme.match(/^\| page [\s\S]+?\n\n/m)?.[0].split('\n') ?? [];
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(.+?)`/g)].map(([, path]) => path),
  );
  const paths = pageList.map(({ path }) => path).filter((path) => !path.includes(':id'));
  // Only the demo has it, and no link opens it.
  expect(listed.toSorted()).toEqual([...paths, '/sign-in'].toSorted());
});
