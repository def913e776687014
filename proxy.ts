import { type NextRequest, NextResponse } from 'next/server';
import { pageHeaders } from '@/lib/http/page-headers';

/**
 * Gives each page its Content-Security-Policy, with a nonce of its own that Next reads from the request and sets at its
 * scripts. Nothing is decided here about who may what.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const headers = await pageHeaders(request.headers, { development: process.env.NODE_ENV === 'development' });
  const passedOn = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers.request)) passedOn.set(name, value);
  const response = NextResponse.next({ request: { headers: passedOn } });
  for (const [name, value] of Object.entries(headers.response)) response.headers.set(name, value);
  return response;
}

// Pages alone: Next holds the body of whatever comes by here, and cuts it where it is long.
export const config = {
  matcher: ['/((?!api(?:/|$)|app(?:/|$)|account(?:/|$)|enter$|_next/static/|_next/image).*)'],
};
