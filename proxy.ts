import { type NextRequest, NextResponse } from 'next/server';
import { getEmbedCookie, getPreferences } from '@/app/_server/preferences';
import { createUnavailablePage } from '@/app/_server/unavailable-page';
import { isLanguage } from '@/components/i18n/languages';
import { isTheme, themeCookie } from '@/components/i18n/preference-cookie';
import { embedPath, embedSearchParams } from '@/lib/client/embed-params';
import { parseSearchParams } from '@/lib/client/search-params';
import { staffUrls } from '@/lib/client/staff-urls';
import { languageCookie } from '@/lib/contract/page-languages';
import { needsData } from '@/lib/contract/pages';
import { embeddedAppHeader, parseSessionCookie, sharedAppHeader } from '@/lib/http/pipeline/authenticate';
import { createPageHeaders, pagePathHeader, userPageHeaders } from '@/lib/http/pipeline/security-headers';
import { logPageError } from '@/lib/server/process/log';

/** A share link: the slug of its app, and a secret. */
const sharedPath = /^\/shared\/([a-z0-9-]+)\/[^/]+$/;

/**
 * Adds the security headers of pages. Next reads the nonce of the Content-Security-Policy from the request and adds it to
 * its scripts. Nothing is authorized here. If the database is not available, responds in place of the page: a page can't
 * set its status.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const isEmbed = request.nextUrl.pathname === embedPath;
  const requestHeaders = withoutNamedApp(request.headers);
  const sharedApp = sharedPath.exec(request.nextUrl.pathname)?.[1];
  if (isEmbed) setEmbedHeaders(request, requestHeaders);
  if (sharedApp !== undefined) requestHeaders.set(sharedAppHeader, sharedApp);
  const headers = await createPageHeaders(requestHeaders, {
    development: process.env.NODE_ENV === 'development',
  });
  if (headers.databaseError !== null && needsData(request.nextUrl.pathname)) {
    return respondUnavailable(requestHeaders, request.method, headers);
  }
  for (const [name, value] of Object.entries(headers.request)) requestHeaders.set(name, value);
  if (request.nextUrl.pathname === staffUrls.previewFrame()) overridePreferences(request, requestHeaders);
  requestHeaders.set(pagePathHeader, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers: requestHeaders } });
  const responseHeaders = { ...headers.response, ...userPageHeaders };
  for (const [name, value] of Object.entries(responseHeaders)) response.headers.set(name, value);
  return response;
}

/** Sets the request headers of `/embed`: language and theme of its query string replace all cookies, and its app is named. */
function setEmbedHeaders({ nextUrl: { searchParams } }: NextRequest, headers: Headers): void {
  headers.set('cookie', getEmbedCookie(searchParams));
  headers.set(embeddedAppHeader, parseSearchParams(embedSearchParams, searchParams.toString()).app || '*');
}

function withoutNamedApp(headers: Headers): Headers {
  const result = new Headers(headers);
  result.delete(embeddedAppHeader);
  result.delete(sharedAppHeader);
  return result;
}

/** Language and theme of a previewed page, from its query string. They replace the user's own, which are in cookies. */
function overridePreferences({ cookies, nextUrl: { searchParams } }: NextRequest, headers: Headers): void {
  const language = searchParams.get('language') ?? undefined;
  const theme = searchParams.get('theme') ?? undefined;
  if (isLanguage(language)) cookies.set(languageCookie, language);
  if (isTheme(theme)) cookies.set(themeCookie, theme);
  headers.set('cookie', cookies.toString());
}

function respondUnavailable(
  requestHeaders: Headers,
  method: string,
  headers: Awaited<ReturnType<typeof createPageHeaders>>,
): Response {
  logPageError(headers.databaseError, {
    method,
    // Paths of unknown pages are not logged: they can contain secrets.
    route: '/*',
    status: 503,
    headers: new Headers(headers.request),
    hasSession: parseSessionCookie(requestHeaders.get('cookie')) !== null,
  });
  const { language, theme } = getPreferences(
    requestHeaders.get('cookie'),
    requestHeaders.get('accept-language'),
  );
  const { body, ...init } = createUnavailablePage({ language, theme });
  const response = new Response(body, init);
  for (const [name, value] of Object.entries(headers.response)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

// Next buffers the body of a request that passes the proxy, and truncates a long one. Of the paths that others than pages serve,
// the server process sends those of files only.
export const config = { matcher: ['/((?!api/|_next/static/).*)'] };
