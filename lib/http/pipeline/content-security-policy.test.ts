import { expect, test } from 'vitest';
import { formatContentSecurityPolicy } from './content-security-policy';

const defaults = {
  inline: { nonce: 'bm9uY2U=' },
  ...{ development: false, secure: false, frameOrigins: [], brandLogo: null },
};

test('the policy allows resources of this origin, and inline scripts and styles with the nonce', () => {
  expect(formatContentSecurityPolicy(defaults)).toBe(
    "default-src 'self'; script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'; style-src 'self' 'nonce-bm9uY2U='; " +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  );
});

test('the policy of a page that is sent repeatedly has hashes', () => {
  const inline = { scriptHashes: ['YQ==', 'Yg=='], styleHashes: ['Yw=='] };
  expect(formatContentSecurityPolicy({ ...defaults, inline })).toContain(
    "; script-src 'self' 'sha256-YQ==' 'sha256-Yg=='; style-src 'self' 'sha256-Yw=='; ",
  );
});

test('frame-ancestors lists the frame origins of the app', () => {
  const frameOrigins = ['https://host.example', 'https://*.host.example:8443'];
  expect(formatContentSecurityPolicy({ ...defaults, frameOrigins })).toContain(
    "frame-ancestors 'self' https://host.example https://*.host.example:8443",
  );
});

test('insecure requests are upgraded over https', () => {
  expect(formatContentSecurityPolicy({ ...defaults, secure: true })).toMatch(/; upgrade-insecure-requests$/);
});

test('unsafe-eval and unsafe-inline are allowed in development', () => {
  expect(formatContentSecurityPolicy({ ...defaults, development: true })).toMatch(
    /unsafe-eval.*unsafe-inline/,
  );
});

test('the logo of a brand is allowed', () => {
  const allow = (brandLogo: string) => formatContentSecurityPolicy({ ...defaults, brandLogo });
  expect(allow('https://larder.example/logo.svg')).toContain("; img-src 'self' https://larder.example; ");
  expect(allow('data:image/png;base64,AA==')).toContain("; img-src 'self' data:; ");
});
