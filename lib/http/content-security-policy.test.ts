import { expect, test } from 'vitest';
import { formatContentSecurityPolicy } from './content-security-policy';

const defaults = {
  scripts: { nonce: 'bm9uY2U=' },
  ...{ development: false, secure: false, frameOrigins: [], brandStyle: null, brandLogo: null },
};

test('the policy allows resources of this origin, and scripts with the nonce', () => {
  expect(formatContentSecurityPolicy(defaults)).toBe(
    "default-src 'self'; script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'; style-src 'self'; " +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  );
});

test('the policy of a page that is sent repeatedly allows inline scripts by their hashes', () => {
  expect(formatContentSecurityPolicy({ ...defaults, scripts: { hashes: ['YQ==', 'Yg=='] } })).toContain(
    "; script-src 'self' 'sha256-YQ==' 'sha256-Yg=='; ",
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

test('the style sheet and the logo of a brand are allowed', () => {
  const policy = formatContentSecurityPolicy({
    ...defaults,
    brandStyle: 'a{}',
    brandLogo: 'https://larder.example/logo.svg',
  });
  expect(policy).toContain(
    "; style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; img-src 'self' https://larder.example; ",
  );
  const withDataUrl = formatContentSecurityPolicy({ ...defaults, brandLogo: 'data:image/png;base64,AA==' });
  expect(withDataUrl).toContain("; style-src 'self'; img-src 'self' data:; ");
});
