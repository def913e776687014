import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { createRequestContext } from '@/lib/server/process/request-context';
import { isSecure } from '../pipeline/authenticate';
import { formatContentSecurityPolicy } from '../pipeline/content-security-policy';
import { type BufferedResponse, countBytes } from '../pipeline/response';
import { acceptsGzip, CachedResponse } from '../pipeline/response-cache';
import { embedHeaders, getAppSettings, securityHeaders, userPageHeaders } from '../pipeline/security-headers';
import { countUnread, exceedsUnread } from '../pipeline/unread-responses';
import { fillPage } from './fill-page';
import type { PageState } from './page-state';
import type { CachedPage } from './page-template';

/** Requests of Next's router, which are not for HTML, have them. */
export const routerHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
];

const visitorHeaders = {
  'Cache-Control': 'public, no-cache',
  // RFC 9213: only for a CDN in front of this server, which the operator has set up for it (docs/operations.md).
  'CDN-Cache-Control': 'public, max-age=60, stale-while-revalidate=60',
  Vary: ['Accept-Encoding', 'Accept-Language', 'Cookie', ...routerHeaders, 'next-url'].join(', '),
};

interface SendInput {
  page: CachedPage;
  state: PageState;
  dates: DateFormatOptions;
  isEmbed: boolean;
}

/** Compresses a page that has just been rendered for the client that waits for it. */
export async function preparePage({ content }: CachedPage, { headers }: IncomingMessage): Promise<void> {
  if (content instanceof CachedResponse) {
    await content.prepare(headers['accept-encoding']?.toString() ?? null);
  }
}

/** Sends a page to the client. Returns false for a client that has not read others. */
export function sendPage(request: IncomingMessage, response: ServerResponse, input: SendInput): boolean {
  const { headers, method } = request;
  const { selected, scriptHashes } = selectResponse(headers, input);
  const bytes = method === 'HEAD' ? 0 : countBytes(selected);
  if (exceedsUnread(response, bytes)) return false;
  countUnread(response, bytes);
  const secure = isSecure(headers['x-forwarded-proto']?.toString() ?? null);
  const rawHeaders = getRawHeaders(selected, input, { secure, scriptHashes });
  response.writeHead(selected.status, [...rawHeaders, 'x-request-id', createRequestContext('/*', 'GET').id]);
  response.end(method === 'HEAD' ? undefined : selected.body);
  return true;
}

/** The response to these headers, and the hashes of its inline scripts with values. */
function selectResponse(
  headers: IncomingMessage['headers'],
  { page: { content }, state: { values }, dates }: SendInput,
): { selected: BufferedResponse; scriptHashes: string[] } {
  const acceptEncoding = headers['accept-encoding']?.toString() ?? null;
  if (content instanceof CachedResponse) {
    const ifNoneMatch = headers['if-none-match'] ?? null;
    return { selected: content.getResponse({ acceptEncoding, ifNoneMatch }), scriptHashes: [] };
  }
  if (!values) throw new Error('The page of an account has been requested without values.');
  const isCompressed = acceptsGzip(acceptEncoding);
  const { response, scriptHashes } = fillPage(content, values, { dates, isCompressed });
  return { selected: response, scriptHashes };
}

/** Header names and values as `writeHead` takes them. Equal responses to visitors are the same object. */
const rawHeadersCache = new WeakMap<
  BufferedResponse,
  { app: PageState['app']; secure: boolean; rawHeaders: string[] }
>();

function getRawHeaders(
  selected: BufferedResponse,
  { page, state: { app, values }, isEmbed }: SendInput,
  { secure, scriptHashes }: { secure: boolean; scriptHashes: string[] },
): string[] {
  const known = rawHeadersCache.get(selected);
  if (known?.app === app && known.secure === secure) return known.rawHeaders;
  const { styleHashes, link } = page;
  const inline = { scriptHashes: [...page.scriptHashes, ...scriptHashes], styleHashes };
  const policy = { inline, development: false, secure, ...getAppSettings(app) };
  const rawHeaders = Object.entries({
    ...securityHeaders(secure),
    ...(isEmbed && embedHeaders),
    'Content-Security-Policy': formatContentSecurityPolicy(policy),
    ...(values ? userPageHeaders : visitorHeaders),
    ...(link !== null && { Link: link }),
    ...selected.headers,
    ...(selected.body !== null && { 'Content-Length': String(selected.body.length) }),
  }).flat();
  if (!values) rawHeadersCache.set(selected, { app, secure, rawHeaders });
  return rawHeaders;
}
