import { expect, test } from 'vitest';
import { includesOrigin } from './api-origins';

test.each([
  ['https://host.example', 'https://host.example'],
  ['https://host.example:443', 'https://host.example'],
  ['http://localhost:80', 'http://localhost'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['https://*.host.example', 'https://app.host.example'],
  ['https://*.host.example', 'https://a.b.host.example'],
  ['https://*.host.example:8443', 'https://app.host.example:8443'],
])('%s includes %s', (pattern, origin) => {
  expect(includesOrigin(['https://other.example', pattern], origin)).toBe(true);
});

test.each([
  ['https://host.example', 'http://host.example'],
  ['https://host.example', 'https://host.example:8443'],
  ['https://host.example', 'https://host.example.evil.example'],
  ['https://host.example', 'https://evilhost.example'],
  ['https://*.host.example', 'https://host.example'],
  ['https://*.host.example', 'https://.host.example'],
  ['https://*.host.example', 'http://app.host.example'],
  ['https://*.host.example', 'https://app.host.example:8443'],
  ['https://*.host.example', 'https://evil.example/.host.example'],
  ['https://*.host.example', 'https://apphost.example'],
  ['https://host.example', 'null'],
  ['https://host.example', ''],
])('%s does not include %s', (pattern, origin) => {
  expect(includesOrigin([pattern], origin)).toBe(false);
});
