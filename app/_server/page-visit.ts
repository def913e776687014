import type { IncomingMessage } from 'node:http';
import { embedPath, embedSearchParams } from '@/lib/client/embed-params';
import {
  builtPlanSearchParams,
  compareSearchParams,
  featureSearchParams,
  pageUrls,
  priceSearchParams,
} from '@/lib/client/page-urls';
import { parseSearchParams } from '@/lib/client/search-params';
import { staffUrls } from '@/lib/client/staff-urls';
import { schemaNames } from '@/lib/contract/openapi/schemas';
import { operations } from '@/lib/contract/operations';
import { routerHeaders } from '@/lib/http/pages/send-page';
import { embeddedAppHeader, parseSessionCookie, publicOrigin } from '@/lib/http/pipeline/authenticate';
import { getEmbedCookie, getPreferences } from './preferences';

/** The API reference, which can show the origin of the request, and needs no database. */
export const docsPaths = new Set([
  staffUrls.docs(),
  ...[...Object.keys(operations), ...schemaNames].map(staffUrls.docsReference),
]);

/** The search params that a page depends on, by path. All other pages are rendered for each request. */
const pageParams = new Map<string, string[]>([
  ['/', Object.keys({ ...featureSearchParams, ...builtPlanSearchParams, ...priceSearchParams })],
  ['/compare', Object.keys({ ...compareSearchParams, ...priceSearchParams })],
  ['/optional-features', Object.keys(priceSearchParams)],
  [pageUrls.history(), []],
  ...Array.from(docsPaths, (path): [string, string[]] => [path, []]),
  [
    embedPath,
    Object.keys({
      ...embedSearchParams,
      ...featureSearchParams,
      ...builtPlanSearchParams,
      ...compareSearchParams,
      ...priceSearchParams,
    }),
  ],
]);

/** A longer query or origin is not worth a place in a cache. */
const maxQueryLength = 200;

/** A link from one page to another has them. */
const navigationHeaders = ['rsc', 'next-router-state-tree', 'next-url'];
/** The router sends a digest of its headers. */
const routerParam = '_rsc';
const maxHeaderLength = 1000;

/** A request for a page that can be sent repeatedly. */
export interface PageVisit {
  path: string;
  isSignedIn: boolean;
  /** The path, with the search params that the page depends on. */
  target: string;
  /** All headers that the page depends on, but for those of the router. Of a visitor, cookies are those of the preferences. */
  headers: Record<string, string>;
  /** The origin, if the page can show it. It is empty for other pages. */
  origin: string;
  /**
   * The headers of Next's router, which requests what differs from the page that is shown. It is empty for a request for HTML.
   */
  router: Record<string, string>;
  preferences: ReturnType<typeof getPreferences>;
}

/** It is null for a page that is rendered for each request. */
export function parsePageVisit({ method, url = '/', headers }: IncomingMessage): PageVisit | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const start = url.indexOf('?');
  const path = start === -1 ? url : url.slice(0, start);
  const params = pageParams.get(path);
  const router = parseRouterHeaders(headers);
  if (!params || router === undefined) return null;
  const searchParams = new URLSearchParams(start === -1 ? '' : url.slice(start));
  const names = router ? [...params, routerParam] : params;
  const query = selectParams(searchParams, names);
  const [isEmbed, isDocs] = [path === embedPath, docsPaths.has(path)];
  const origin = isDocs ? getOrigin(headers) : '';
  if (query.length > maxQueryLength || origin.length > maxQueryLength) return null;
  // A frame has one page.
  if (isEmbed && router) return null;
  const cookie = isEmbed ? getEmbedCookie(searchParams) : (headers.cookie ?? null);
  const isSignedIn = parseSessionCookie(cookie) !== null;
  if (isSignedIn) {
    // Other search params are those of a dialog. With `no-store`, a client asks for a page of its own.
    const hasOthers = [...searchParams.keys()].some((name) => !names.includes(name));
    if (isDocs || hasOthers || /\bno-store\b/.test(headers['cache-control'] ?? '')) return null;
  }
  const acceptLanguage = headers['accept-language'];
  const preferences = getPreferences(cookie, acceptLanguage ?? null);
  return {
    path,
    isSignedIn,
    target: query ? `${path}?${query}` : path,
    headers: {
      ...(headers.host !== undefined && { host: headers.host }),
      ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
      cookie: isSignedIn && cookie !== null ? cookie : preferences.cookie,
      ...(origin.startsWith('https:') && { 'x-forwarded-proto': 'https' }),
      ...(isEmbed && { [embeddedAppHeader]: parseSearchParams(embedSearchParams, query).app || '*' }),
    },
    origin,
    router: router ?? {},
    preferences,
  };
}

function getOrigin({ host, 'x-forwarded-proto': proto }: IncomingMessage['headers']): string {
  const given: Record<string, string | undefined> = { host, 'x-forwarded-proto': proto?.toString() };
  return publicOrigin({ get: (name) => given[name] ?? null });
}

/** It is null for a request for HTML. It is undefined for one that prefetches, or has longer headers than a link. */
function parseRouterHeaders(headers: IncomingMessage['headers']): PageVisit['router'] | null | undefined {
  if (!routerHeaders.some((name) => headers[name] !== undefined)) return null;
  const isPrefetch = routerHeaders.some(
    (name) => headers[name] !== undefined && !navigationHeaders.includes(name),
  );
  const router = Object.fromEntries(navigationHeaders.map((name) => [name, headers[name]?.toString() ?? '']));
  const isNavigation = !isPrefetch && Object.values(router).every(isShort);
  return isNavigation ? router : undefined;
}

const isShort = ({ length }: string) => length > 0 && length <= maxHeaderLength;

/** The values of these params, in their order. */
function selectParams(given: URLSearchParams, names: string[]): string {
  const selected = names.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return new URLSearchParams(selected).toString();
}
