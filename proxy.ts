import { type NextRequest, NextResponse } from 'next/server';
import { createPageHeaders } from '@/lib/http/security-headers';

/**
 * Adds the security headers of pages. Next reads the nonce of the Content-Security-Policy from the request and adds it to
 * its scripts. Nothing is authorized here.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const headers = await createPageHeaders(request.headers, {
    development: process.env.NODE_ENV === 'development',
  });
  const requestHeaders = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers.request)) requestHeaders.set(name, value);
  const response = NextResponse.next({ request: { headers: requestHeaders } });
  for (const [name, value] of Object.entries(headers.response)) response.headers.set(name, value);
  return response;
}

// Pages only: Next buffers the body of a request that passes the proxy, and truncates a long one.
export const config = {
  matcher: ['/((?!api(?:/|$)|app(?:/|$)|account(?:/|$)|enter$|_next/static/|_next/image).*)'],
};
