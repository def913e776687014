import type { IncomingMessage } from 'node:http';
import { embedPath, embedSearchParams } from '@/lib/client/embed-params';
import {
  builtPlanSearchParams,
  compareSearchParams,
  featureSearchParams,
  pageUrls,
  priceSearchParams,
} from '@/lib/client/page-urls';
import { staffUrls } from '@/lib/client/staff-urls';
import { schemaNames } from '@/lib/contract/openapi/schemas';
import { operations } from '@/lib/contract/operations';
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
export const maxQueryLength = 200;

/** Requests of Next's router, which are not for HTML. */
export const routerHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
];

/** Those of a link from one page to another. */
const navigationHeaders = ['rsc', 'next-router-state-tree', 'next-url'];
/** The router sends a digest of its headers. */
const routerParam = '_rsc';
const maxHeaderLength = 1000;

/** A request for a page that can be sent repeatedly. */
export interface PageVisit {
  path: string;
  searchParams: URLSearchParams;
  /** Those that the page of a visitor depends on, as a query string. */
  query: string;
  /** Whether there are others, such as those of a dialog. */
  hasOthers: boolean;
  /** The path with the query. */
  target: string;
  /** The headers of Next's router, which requests what differs from the page that is shown. Null for a request for HTML. */
  router: Record<string, string> | null;
  /** Of frames, those of the query string. */
  cookie: string | null;
  preferences: ReturnType<typeof getPreferences>;
}

/** Null for a page that is rendered for each request. */
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
  if (query.length > maxQueryLength) return null;
  const cookie = path === embedPath ? getEmbedCookie(searchParams) : (headers.cookie ?? null);
  const preferences = getPreferences(cookie, headers['accept-language'] ?? null);
  const hasOthers = [...searchParams.keys()].some((name) => !names.includes(name));
  const target = query ? `${path}?${query}` : path;
  return { path, searchParams, query, hasOthers, target, router, cookie, preferences };
}

/** Null for a request for HTML. Undefined for one that prefetches, or has longer headers than a link. */
function parseRouterHeaders(headers: IncomingMessage['headers']): PageVisit['router'] | undefined {
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
