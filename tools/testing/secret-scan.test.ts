import { expect, test } from 'vitest';
import { makeSecret } from '@/lib/db/connection/secret';
import { findSecrets } from './secret-scan';

const find = (text: string, kind: 'log' | 'table' = 'log') =>
  findSecrets({ location: 'x.log', kind, text, sentValues: ['pass word'] });

test.each([
  ['a key', `{"name":"${makeSecret('avk')}"}`],
  ['a session', `(ses_1,${makeSecret('avs')},x)`],
  ['a link', `GET /enter?link=${makeSecret('avl')}`],
  ['a link to a draft', `/shared/${makeSecret('avd')}`],
  ['a link with an unknown secret', 'GET /enter?x=1&link=short'],
  ['a header', '"authorization":"Bearer not-one-of-ours"'],
  ['a cookie', 'cookie: a=b; __Host-session=anything'],
  ['a value that was sent', 'it was the pass word, then'],
])('finds %s', (_, text) => {
  expect(find(text).length).toBeGreaterThan(0);
});

test.each([
  ['the prefix of a key', `(key_1,${makeSecret('avk').slice(0, 12)},owner)`],
  ['a truncated key', 'Invalid key avk_…'],
  ['a hash', 'a'.repeat(64)],
  ['a challenge', 'WWW-Authenticate: Bearer'],
])('ignores %s', (_, text) => {
  expect(find(text)).toEqual([]);
});

test('finds only own secrets and sent values in a table', () => {
  expect(find(`(${makeSecret('avk')})`, 'table')).toHaveLength(1);
  expect(find('(the pass word)', 'table')).toHaveLength(1);
  expect(find('(fea_1,"Basic analytics",https://host.example/?link=plans)', 'table')).toEqual([]);
});

test('reports the location and the first 8 characters', () => {
  const key = makeSecret('avk');
  expect(find(`name: ${key}`)).toEqual([
    `x.log has a key, link, session or token: …name: ${key.slice(0, 8)}…`,
  ]);
});
