import { LRUCache } from 'lru-cache';
import { CachedResponse } from '../response-cache';
import type { PageTemplate } from './page-template';
import { hashInline, type RenderedPage, readPageHeaders, splitPage } from './rendered-page';

// The rendered pages of visitors, as they are sent, and of accounts, to fill in. A key of the former begins with the number of a
// catalog object, so that a changed catalog has other pages.

const maxCacheBytes = 32e6;
/**
 * As `CachedResponse.maxBytes`: pages with more than 1 MB of HTML. They have a cache of their own, so that they can't
 * replace all others.
 */
const largePageBytes = 2e6;
/** Memory of a page in addition to its bodies and its key. */
const pageBytes = 4000;
/** More hashes would exceed the headers that reverse proxies accept. */
const maxInlineScripts = 20;

/** A page that is sent to many visitors. */
export interface CachedPage {
  response: CachedResponse;
  /** SHA-256 of the inline scripts, in base64. */
  scriptHashes: string[];
  /** SHA-256 of the inline style sheets, in base64. */
  styleHashes: string[];
  /** The `Link` header. */
  link: string | null;
}

/** Null for a page that can't be cached. */
interface Entry {
  page: CachedPage | null;
}

const pages = createCache();
const largePages = createCache();
/** The pages of accounts, by their states. A fetch has the function that renders a page, and shares it with others of the key. */
export const accountPages = new LRUCache<string, PageTemplate, () => Promise<PageTemplate | undefined>>({
  maxSize: maxCacheBytes,
  sizeCalculation: ({ size }, key) => pageBytes + size + key.length,
  fetchMethod: (_key, _stale, { context: render }) => {
    pageCacheCounts.loads += 1;
    return render();
  },
});
const loads = new Map<string, Promise<CachedPage | null>>();

/** Pages found and rendered so far, and the estimated memory of all cached pages. */
export const pageCacheCounts = {
  hits: 0,
  loads: 0,
  get bytes() {
    return pages.calculatedSize + largePages.calculatedSize + accountPages.calculatedSize;
  },
};

function createCache(): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ page }, key) => pageBytes + (page?.response.maxBytes ?? 0) + key.length,
  });
}

/** The page with this key, null for one that can't be cached, or undefined. */
export function peekCachedPage(key: string): CachedPage | null | undefined {
  const entry = pages.get(key) ?? largePages.get(key);
  if (entry?.page) pageCacheCounts.hits += 1;
  return entry?.page;
}

/**
 * The page with this key, which is rendered if it is not in the cache. Concurrent calls share a rendering. Rejects as
 * `render` does. Null if the page can't be cached.
 */
export async function loadCachedPage(
  key: string,
  render: () => Promise<RenderedPage>,
): Promise<CachedPage | null> {
  const known = peekCachedPage(key);
  if (known !== undefined) return known;
  let load = loads.get(key);
  if (!load) {
    load = loadPage(key, render).finally(() => loads.delete(key));
    loads.set(key, load);
  }
  return load;
}

async function loadPage(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage | null> {
  pageCacheCounts.loads += 1;
  const rendered = await render();
  const page = createCachedPage(rendered);
  // Errors are not kept.
  if (page || rendered.status === 200) cacheOf(page).set(key, { page });
  return page;
}

function cacheOf(page: CachedPage | null): LRUCache<string, Entry> {
  return page && page.response.maxBytes > largePageBytes ? largePages : pages;
}

/** Null for a page that can't be cached. */
function createCachedPage(page: RenderedPage): CachedPage | null {
  const headers = readPageHeaders(page);
  if (!headers) return null;
  const pieces = splitPage(page.body, headers.nonce);
  const scriptHashes = hashInline(pieces, 'script');
  if (scriptHashes.length > maxInlineScripts) return null;
  const contentType = page.headers['content-type'] ?? 'text/html; charset=utf-8';
  return {
    response: new CachedResponse(pieces.map(({ text }) => text).join(''), contentType),
    scriptHashes,
    styleHashes: hashInline(pieces, 'style'),
    link: headers.link,
  };
}
