import type { IncomingMessage, ServerResponse } from 'node:http';
import { embedPath, embedSearchParams } from '@/lib/client/embed-params';
import { parseSearchParams } from '@/lib/client/search-params';
import { isSecure, parseSessionCookie, publicOrigin } from '@/lib/http/authenticate';
import { formatContentSecurityPolicy } from '@/lib/http/content-security-policy';
import { type CachedPage, loadCachedPage, peekCachedPage } from '@/lib/http/pages/page-cache';
import type { RenderedPage } from '@/lib/http/pages/rendered-page';
import {
  isUnavailable,
  loadVisitorCatalog,
  peekVisitorCatalog,
  refreshVisitorCatalog,
  type Visited,
  type VisitorCatalog,
} from '@/lib/http/pages/visitor-catalog';
import { type BufferedResponse, countBytes } from '@/lib/http/response';
import { catalogNumber } from '@/lib/http/response-cache';
import { embedHeaders, getAppSettings, securityHeaders } from '@/lib/http/security-headers';
import { countUnread, exceedsUnread } from '@/lib/http/unread-responses';
import { createRequestContext } from '@/lib/server/request-context';
import { docsPaths, maxQueryLength, parsePageVisit, routerHeaders } from './page-visit';
import { respondBusy } from './respond-busy';

const cacheHeaders = {
  'Cache-Control': 'public, no-cache',
  // RFC 9213: only for a CDN in front of this server, which the operator has set up for it (docs/operations.md).
  'CDN-Cache-Control': 'public, max-age=60, stale-while-revalidate=60',
  Vary: ['Accept-Encoding', 'Accept-Language', 'Cookie', ...routerHeaders, 'next-url'].join(', '),
};

/** A request to a page worker. */
export interface PageRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Of a page that is rendered for all accounts in the state of the user's: as `formatPageLists`. */
  template?: string;
}

interface Visit extends Visited {
  path: string;
  /** What the page depends on besides the catalog. */
  variant: string;
  request: PageRequest;
}

export interface PageHandlers {
  /** Renders a page for the cache. */
  render: (request: PageRequest) => Promise<RenderedPage>;
  /** Called for a page that can't be cached. */
  decline: () => void;
}

/**
 * Responds with a visitor's page from the cache. If it is not there, it is rendered once for all. Returns false for all other
 * requests.
 */
export function handleVisitorPage(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: PageHandlers,
): boolean {
  const visit = parseVisit(request);
  if (!visit) return false;
  const known = peekVisitorCatalog(visit);
  const page = known ? peekCachedPage(pageKey(known, visit)) : undefined;
  if (page === null) return false;
  if (known && page) {
    respond(request, response, { visit, visitor: known, page });
    refreshVisitorCatalog(visit);
  } else loadAndRespond(request, response, visit, handlers);
  return true;
}

async function loadAndRespond(
  request: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  handlers: PageHandlers,
): Promise<void> {
  const { render, decline } = handlers;
  const startedAt = Date.now();
  let visitor: VisitorCatalog | null = null;
  try {
    visitor = await loadVisitorCatalog(visit);
  } catch (error) {
    // A worker would wait for the database again.
    if (isUnavailable(error) && !docsPaths.has(visit.path)) {
      respondBusy(request, response, { error, startedAt });
      return;
    }
  }
  if (!visitor) {
    decline();
    return;
  }
  try {
    const page = await loadCachedPage(pageKey(visitor, visit), () => render(visit.request));
    await page?.response.prepare(request.headers['accept-encoding']?.toString() ?? null);
    if (response.destroyed) return;
    if (page) respond(request, response, { visit, visitor, page });
    else decline();
  } catch {
    if (!response.destroyed) respondBusy(request, response);
  }
}

/** Null for a request that is not one of a visitor for a page with a place in the cache. */
function parseVisit(request: IncomingMessage): Visit | null {
  const visit = parsePageVisit(request);
  if (!visit || parseSessionCookie(visit.cookie) !== null) return null;
  const { path, query, target, router, preferences } = visit;
  // A frame has one page.
  if (router && path === embedPath) return null;
  const { headers } = request;
  const acceptLanguage = headers['accept-language'];
  const forwardedProto = headers['x-forwarded-proto']?.toString() ?? null;
  const origin = docsPaths.has(path)
    ? publicOrigin({ get: (name) => (name === 'host' ? (headers.host ?? null) : forwardedProto) })
    : '';
  if (origin.length > maxQueryLength) return null;
  return {
    host: headers.host ?? null,
    headers: { get: (name) => (name === 'cookie' ? preferences.cookie : (acceptLanguage ?? null)) },
    namedApp: path === embedPath ? parseSearchParams(embedSearchParams, query).app || null : null,
    path,
    variant: [target, preferences.key, origin, ...Object.values(router ?? {})].join(' '),
    request: {
      method: 'GET',
      url: target,
      headers: {
        ...(headers.host !== undefined && { host: headers.host }),
        ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
        cookie: preferences.cookie,
        ...(origin.startsWith('https:') && { 'x-forwarded-proto': 'https' }),
        ...router,
      },
    },
  };
}

function pageKey({ catalog }: VisitorCatalog, { variant }: Visit): string {
  return `${catalogNumber(catalog)} ${variant}`;
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { visit: { path }, visitor: { app }, page }: { visit: Visit; visitor: VisitorCatalog; page: CachedPage },
): void {
  const { method, headers } = request;
  const selected = page.response.respond({
    acceptEncoding: headers['accept-encoding']?.toString() ?? null,
    ifNoneMatch: headers['if-none-match'] ?? null,
  });
  const bytes = method === 'HEAD' ? 0 : countBytes(selected);
  if (exceedsUnread(response, bytes)) {
    respondBusy(request, response);
    return;
  }
  countUnread(response, bytes);
  const isEmbed = path === embedPath;
  const secure = isSecure(headers['x-forwarded-proto']?.toString() ?? null);
  let known = rawHeadersCache.get(selected);
  if (known?.app !== app || known.secure !== secure) {
    known = { app, secure, rawHeaders: createRawHeaders(selected, page, app, { secure, isEmbed }) };
    rawHeadersCache.set(selected, known);
  }
  response.writeHead(selected.status, [
    ...known.rawHeaders,
    'x-request-id',
    createRequestContext('/*', 'GET').id,
  ]);
  response.end(method === 'HEAD' ? undefined : selected.body);
}

/** Header names and values as `writeHead` takes them. */
const rawHeadersCache = new WeakMap<
  BufferedResponse,
  { app: VisitorCatalog['app']; secure: boolean; rawHeaders: string[] }
>();

function createRawHeaders(
  { headers, body }: BufferedResponse,
  { scriptHashes, styleHashes, link }: CachedPage,
  app: VisitorCatalog['app'],
  { secure, isEmbed }: { secure: boolean; isEmbed: boolean },
): string[] {
  const inline = { scriptHashes, styleHashes };
  const policy = { inline, development: false, secure, ...getAppSettings(app) };
  return Object.entries({
    ...securityHeaders(secure),
    ...(isEmbed && embedHeaders),
    'Content-Security-Policy': formatContentSecurityPolicy(policy),
    ...cacheHeaders,
    ...(link !== null && { Link: link }),
    ...headers,
    ...(body !== null && { 'Content-Length': String(body.length) }),
  }).flat();
}
