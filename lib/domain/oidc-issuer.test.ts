import { expect, test } from 'vitest';
import { isAllowedUrl } from './oidc-issuer';

test.each([
  'https://login.example.com',
  'https://10.1.2.3/realms/a',
  'http://localhost:8080',
  'http://127.0.0.1:8080/realms/a',
  'http://[::1]:8080',
])('%s is allowed', (url) => {
  expect(isAllowedUrl(url)).toBe(true);
});

test.each([
  'http://login.example.com',
  'http://127.0.0.2',
  'http://localhost.example.com',
  'http://169.254.169.254',
  'https://user:password@login.example.com',
  'ftp://localhost',
  'file:///etc/passwd',
  'login.example.com',
  '',
])('"%s" is not allowed', (url) => {
  expect(isAllowedUrl(url)).toBe(false);
});
