import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiErrors } from './errors';

test('docs/spec.md says when each error is returned', () => {
  const spec = readFileSync(new URL('../../docs/spec.md', import.meta.url), 'utf8');
  const section = spec.match(/^## 7\. Errors$[\s\S]+?(?=^## )/m)?.[0] ?? '';
  const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(Object.keys(apiErrors).filter((code) => !named.has(code))).toEqual([]);
});
