import { expect, test } from 'vitest';
import { writePolicy } from './page-policy';

const usual = { nonce: 'bm9uY2U=', development: false, secure: false, frameOrigins: [] };

test('only our own files, and scripts that carry the nonce', () => {
  expect(writePolicy(usual)).toBe(
    "default-src 'self'; script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'; style-src 'self'; " +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  );
});

test('frames are for the origins that the app allows', () => {
  const frameOrigins = ['https://host.example', 'https://*.host.example:8443'];
  expect(writePolicy({ ...usual, frameOrigins })).toContain(
    "frame-ancestors 'self' https://host.example https://*.host.example:8443",
  );
});

test('over https nothing is asked for without it', () => {
  expect(writePolicy({ ...usual, secure: true })).toMatch(/; upgrade-insecure-requests$/);
});

test('hot reload gets what it needs, and nobody else does', () => {
  expect(writePolicy({ ...usual, development: true })).toMatch(/unsafe-eval.*unsafe-inline/);
});
