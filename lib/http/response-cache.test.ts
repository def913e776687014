import { expect, it } from 'vitest';
import { matchesEntityTag, negotiateEncoding } from './response-cache';

it.each(['"a"', 'W/"a"', '"b", "a"', ' "b" ,W/"a" ', '*', ' * ', '"x,y", "a"'])(
  'If-None-Match %s matches "a"',
  (header) => {
    expect(matchesEntityTag(header, '"a"')).toBe(true);
  },
);

it.each([null, '', 'a', '"A"', '"ab"', '"b"', '"a', '"*"'])(
  'If-None-Match %s does not match "a"',
  (header) => {
    expect(matchesEntityTag(header, '"a"')).toBe(false);
  },
);

it.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=1.0', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['br;q=x', 'identity'],
  ['zstd', 'identity'],
])('Accept-Encoding %j selects %s', (accept, encoding) => {
  expect(negotiateEncoding(accept)).toBe(encoding);
});
