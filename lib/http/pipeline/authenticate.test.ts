import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** `isSecure` of a process with this environment. */
async function loadIsSecure(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return (await import('./authenticate')).isSecure;
}

test.each([
  ['0', 'https', false],
  ['0', null, false],
  ['1', null, false],
  ['1', 'https', true],
  ['1', 'http', false],
  // The client sent the first entry.
  ['1', 'https, http', false],
  ['1', 'http,https', true],
  ['2', 'https, http', true],
  ['2', 'https', true],
  ['2', 'http, https, http', true],
])('with %s trusted proxies X-Forwarded-Proto: %s is secure: %s', async (TRUST_PROXY, proto, secure) => {
  const isSecure = await loadIsSecure({ TRUST_PROXY });
  expect(isSecure(proto)).toBe(secure);
});

test('PUBLIC_ORIGIN takes precedence over X-Forwarded-Proto', async () => {
  const isSecure = await loadIsSecure({ PUBLIC_ORIGIN: 'https://plans.example.com' });
  expect([isSecure(null), isSecure('http')]).toEqual([true, true]);
});
