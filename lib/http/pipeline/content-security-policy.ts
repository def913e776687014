interface PolicyOptions {
  /** What allows inline scripts and style sheets: a random value, or their hashes for a page that is sent repeatedly. */
  inline: { nonce: string } | { scriptHashes: string[]; styleHashes: string[] };
  /** Whether to allow what hot reload needs. */
  development: boolean;
  /** Whether clients reach the server over https. */
  secure: boolean;
  /** Other origins whose pages may frame this one. */
  frameOrigins: string[];
  /** The logo of the app's brand. */
  brandLogo: string | null;
}

/** The Content-Security-Policy of a page: resources of this origin, and scripts with the nonce or a hash. */
export function formatContentSecurityPolicy({
  inline,
  development,
  secure,
  frameOrigins,
  brandLogo,
}: PolicyOptions): string {
  const [scripts, styles] =
    'nonce' in inline
      ? [[`'nonce-${inline.nonce}'`, "'strict-dynamic'"], [`'nonce-${inline.nonce}'`]]
      : [inline.scriptHashes.map(formatHash), inline.styleHashes.map(formatHash)];
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...scripts, ...(development ? ["'unsafe-eval'"] : [])].join(' '),
    // Next's development server adds inline styles, which a nonce would disable.
    ["style-src 'self'", ...(development ? ["'unsafe-inline'"] : styles)].join(' '),
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

function formatHash(hash: string): string {
  return `'sha256-${hash}'`;
}

/** The nonce in the Content-Security-Policy that the proxy added to the request. */
export function getNonce(headers: Headers): string | undefined {
  return parseNonce(headers.get('Content-Security-Policy'));
}

/** The nonce in a Content-Security-Policy. */
export function parseNonce(policy: string | null): string | undefined {
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
