import type { IncomingMessage, ServerResponse } from 'node:http';
import { firstHistoryRows } from '@/lib/client/fetch-history';
import { pageUrls } from '@/lib/client/page-urls';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { authenticatePage, isSecure, parseSessionCookie } from '@/lib/http/authenticate';
import { formatContentSecurityPolicy } from '@/lib/http/content-security-policy';
import { findLanguage } from '@/lib/http/find-language';
import { accountPages, pageCacheCounts } from '@/lib/http/pages/page-cache';
import {
  formatPageLists,
  getPageValues,
  isPageCaller,
  openAccountPage,
  type PageCaller,
  type PageValues,
  readPageLists,
} from '@/lib/http/pages/page-state';
import { compilePage, createPlaceholders, fillPage, type PageTemplate } from '@/lib/http/pages/page-template';
import { acceptsGzip } from '@/lib/http/response-cache';
import { getAppSettings, securityHeaders } from '@/lib/http/security-headers';
import { countUnread, exceedsUnread } from '@/lib/http/unread-responses';
import { createRequestContext } from '@/lib/server/request-context';
import { getService } from '@/lib/server/runtime';
import type { PageHandlers, PageRequest } from './cached-page';
import { docsPaths, type PageVisit, parsePageVisit } from './page-visit';
import { getPreferences } from './preferences';
import { respondBusy } from './respond-busy';

/** Pages with more of them are rendered for each request: they are a header of the request to a page worker. */
const maxListsLength = 16_000;

/** As the proxy sets them for pages that are rendered for each request. */
const cacheHeaders = { 'Cache-Control': 'private, no-cache', Vary: '*' };

/**
 * Responds with a page of an account from the cache. If there is none of its state, it is rendered once for all accounts in
 * that state. A page that can't be shared is declined. Returns false for all other requests.
 */
export function handleAccountPage(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: PageHandlers,
): boolean {
  const visit = parsePageVisit(request);
  const isShared =
    visit && !docsPaths.has(visit.path) && !visit.hasOthers && parseSessionCookie(visit.cookie) !== null;
  // With `no-store`, a client asks for a page of its own.
  if (!isShared || /\bno-store\b/.test(request.headers['cache-control'] ?? '')) return false;
  respond(request, response, visit, handlers).catch(() => {
    if (!response.headersSent && !response.destroyed) respondBusy(request, response);
  });
  return true;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  visit: PageVisit,
  { render, decline }: PageHandlers,
): Promise<void> {
  // A page worker renders the error.
  const found = await findPage(request, visit).catch(() => null);
  if (!found) {
    decline();
    return;
  }
  const { key, placeholders, preferences, template } = found;
  const load = async () =>
    (await compilePage(
      await render(createPageRequest(request, visit, template)),
      placeholders,
      preferences,
    )) ?? undefined;
  const cached = accountPages.get(key);
  if (cached) pageCacheCounts.hits += 1;
  const page = cached ?? (await accountPages.fetch(key, { context: load }));
  if (response.destroyed) return;
  if (!page) decline();
  else sendPage(request, response, found, page);
}

interface FoundPage {
  key: string;
  app: PageCaller['app'];
  values: PageValues;
  placeholders: PageValues;
  preferences: DateFormatOptions;
  /** Of the request to a page worker. */
  template: string;
}

/** The state of the page for an owner or a member. Null for others. */
async function findPage(
  { headers }: IncomingMessage,
  { path, target, router, cookie }: PageVisit,
): Promise<FoundPage | null> {
  const service = getService();
  const { guard } = service.health;
  const pageHeaders = new Headers(pickHeaders(headers));
  const caller = await authenticatePage(pageHeaders);
  if (!isPageCaller(caller)) return null;
  const language = findLanguage(caller, undefined, pageHeaders);
  const historyRows = path === pageUrls.history() ? firstHistoryRows : null;
  const lists = await guard(readPageLists(service, caller, { language, historyRows }));
  const template = formatPageLists(lists);
  if (template.length > maxListsLength) return null;
  const page = await guard(openAccountPage(service, caller, { lists, language }));
  const acceptLanguage = headers['accept-language'] ?? null;
  const accepted = [caller.locale, acceptLanguage].filter(Boolean).join(', ') || null;
  const preferences = getPreferences(cookie, accepted);
  const values = getPageValues(caller);
  return {
    key: [page.key, target, preferences.key, ...Object.values(router ?? {})].join(' '),
    app: caller.app,
    values,
    placeholders: createPlaceholders(page.key, values),
    preferences,
    template,
  };
}

/** The headers that a page depends on. */
function pickHeaders(given: IncomingMessage['headers']): Record<string, string> {
  const names = ['host', 'cookie', 'accept-language'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

function createPageRequest(
  { headers }: IncomingMessage,
  { target, router }: PageVisit,
  template: string,
): PageRequest {
  return { method: 'GET', url: target, headers: { ...pickHeaders(headers), ...router }, template };
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { app, values, preferences }: FoundPage,
  template: PageTemplate,
): void {
  const { method, headers } = request;
  const isCompressed = acceptsGzip(headers['accept-encoding']?.toString() ?? null);
  const { body, scriptHashes } = fillPage(template, values, preferences, isCompressed);
  const bytes = method === 'HEAD' ? 0 : body.length;
  if (exceedsUnread(response, bytes)) {
    respondBusy(request, response);
    return;
  }
  countUnread(response, bytes);
  const secure = isSecure(headers['x-forwarded-proto']?.toString() ?? null);
  const inline = { scriptHashes, styleHashes: template.styleHashes };
  response.writeHead(200, {
    ...securityHeaders(secure),
    'Content-Security-Policy': formatContentSecurityPolicy({
      inline,
      development: false,
      secure,
      ...getAppSettings(app),
    }),
    ...cacheHeaders,
    ...(template.link !== null && { Link: template.link }),
    'Content-Type': template.contentType,
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    'Content-Length': body.length,
    'X-Request-Id': createRequestContext('/*', 'GET').id,
  });
  response.end(method === 'HEAD' ? undefined : body);
}
