import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiErrors } from './errors';
import { eventSchema, eventTypes } from './events';
import { pageList } from './pages';

const webhooks = readFileSync('docs/webhooks.md', 'utf8');

test('docs/webhooks.md lists each event', () => {
  expect([...webhooks.matchAll(/^- `([a-z_]+\.[a-z_]+)`:/gm)].map(([, type]) => type)).toEqual(eventTypes);
});

test('the example of docs/webhooks.md has the fields of the event', () => {
  const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(webhooks)?.[1] ?? '');
  // A field that the schema lacks would be left out.
  expect(eventSchema.parse(example)).toEqual(example);
});

test('docs/spec.md says when each error is returned', () => {
  const spec = readFileSync('docs/spec.md', 'utf8');
  const section = spec.match(/^## 7\. Errors$[\s\S]+?(?=^## )/m)?.[0] ?? '';
  const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(Object.keys(apiErrors).filter((code) => !named.has(code))).toEqual([]);
});

test('README lists each page', () => {
  const readme = readFileSync('README.md', 'utf8');
  const rows = readme.match(/^\| page [\s\S]+?\n\n/m)?.[0].split('\n') ?? [];
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(.+?)`/g)].map(([, path]) => path),
  );
  const paths = pageList.map(({ path }) => path).filter((path) => !path.includes(':id'));
  // Sign-in links do not open these: only the demo has the first, and only a server without an app the second.
  expect(listed.toSorted()).toEqual([...paths, '/sign-in', '/setup'].toSorted());
});
