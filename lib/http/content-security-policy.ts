interface PolicyOptions {
  /** Stands at each script of the page, and nowhere that somebody else could write. */
  nonce: string;
  /** Opens what hot reload needs. */
  development: boolean;
  /** Whether people reach us over https. */
  secure: boolean;
  /** Origins besides our own whose pages may frame this one. */
  frameOrigins: string[];
}

/** The Content-Security-Policy of a page: our own files, and the scripts that carry the nonce. */
export function formatContentSecurityPolicy({
  nonce,
  development,
  secure,
  frameOrigins,
}: PolicyOptions): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // Next's development server writes styles of its own into the page.
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frameOrigins].join(' '),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

/** The nonce that the request of a page was given on its way to Next. */
export function getNonce(headers: Headers): string | undefined {
  return headers.get('Content-Security-Policy')?.match(/'nonce-([^']+)'/)?.[1];
}
