interface PolicyOptions {
  /** Random value that allows the scripts of this page. */
  nonce: string;
  /** Whether to allow what hot reload needs. */
  development: boolean;
  /** Whether clients reach the server over https. */
  secure: boolean;
  /** Other origins whose pages may frame this one. */
  frameOrigins: string[];
}

/** The Content-Security-Policy of a page: resources of this origin, and scripts with the nonce. */
export function formatContentSecurityPolicy({
  nonce,
  development,
  secure,
  frameOrigins,
}: PolicyOptions): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // Next's development server adds inline styles.
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frameOrigins].join(' '),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

/** The nonce in the Content-Security-Policy that the proxy added to the request. */
export function getNonce(headers: Headers): string | undefined {
  return headers.get('Content-Security-Policy')?.match(/'nonce-([^']+)'/)?.[1];
}
