import { createHash } from 'node:crypto';

interface PolicyOptions {
  /** What allows the scripts of this page: a random value, or the hashes of inline scripts for a page that is sent repeatedly. */
  scripts: { nonce: string } | { hashes: string[] };
  /** Whether to allow what hot reload needs. */
  development: boolean;
  /** Whether clients reach the server over https. */
  secure: boolean;
  /** Other origins whose pages may frame this one. */
  frameOrigins: string[];
  /** The style sheet of the app's brand, and its logo. */
  brandStyle: string | null;
  brandLogo: string | null;
}

/** The Content-Security-Policy of a page: resources of this origin, and scripts with the nonce or a hash. */
export function formatContentSecurityPolicy({
  scripts,
  development,
  secure,
  frameOrigins,
  brandStyle,
  brandLogo,
}: PolicyOptions): string {
  const allowed =
    'nonce' in scripts
      ? [`'nonce-${scripts.nonce}'`, "'strict-dynamic'"]
      : scripts.hashes.map((hash) => `'sha256-${hash}'`);
  if (development) allowed.push("'unsafe-eval'");
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...allowed].join(' '),
    // Next's development server adds inline styles, which a hash would disable.
    `style-src 'self'${development ? " 'unsafe-inline'" : brandStyle === null ? '' : ` '${hashStyle(brandStyle)}'`}`,
    ...(brandLogo === null
      ? []
      : [`img-src 'self' ${brandLogo.startsWith('data:') ? 'data:' : new URL(brandLogo).origin}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frameOrigins].join(' '),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

function hashStyle(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

/** The nonce in the Content-Security-Policy that the proxy added to the request. */
export function getNonce(headers: Headers): string | undefined {
  return parseNonce(headers.get('Content-Security-Policy'));
}

/** The nonce in a Content-Security-Policy. */
export function parseNonce(policy: string | null): string | undefined {
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
