import { expect, test } from 'vitest';
import { makeSecret } from '@/lib/data/secret';
import { findSecrets } from './find-secrets';

const find = (text: string, kind: 'log' | 'table' = 'log') =>
  findSecrets({ where: 'it', kind, text, known: ['pass word'] });

test.each([
  ['a key', `{"name":"${makeSecret('avk')}"}`],
  ['a session', `(ses_1,${makeSecret('avs')},x)`],
  ['a link', `GET /enter?link=${makeSecret('avl')}`],
  ['a link of any form', 'GET /enter?x=1&link=short'],
  ['a header', '"authorization":"Bearer not-one-of-ours"'],
  ['a cookie', 'cookie: a=b; __Host-session=anything'],
  ['a value that is known', 'it was the pass word, then'],
])('finds %s', (_, text) => {
  expect(find(text).length).toBeGreaterThan(0);
});

test.each([
  ['the shown front of a key', `(key_1,${makeSecret('avk').slice(0, 12)},owner)`],
  ['what was left of one', 'Invalid key avk_…'],
  ['a hash', 'a'.repeat(64)],
  ['a challenge', 'WWW-Authenticate: Bearer'],
])('passes over %s', (_, text) => {
  expect(find(text)).toEqual([]);
});

test('finds in a table what is ours, and passes over words', () => {
  expect(find(`(${makeSecret('avk')})`, 'table')).toHaveLength(1);
  expect(find('(the pass word)', 'table')).toHaveLength(1);
  expect(find('(fea_1,"Basic analytics",https://host.example/?link=plans)', 'table')).toEqual([]);
});

test('says where, and not what', () => {
  const key = makeSecret('avk');
  expect(find(`name: ${key}`)).toEqual([`it has a key, link or session: …name: ${key.slice(0, 8)}…`]);
});
