import { LRUCache } from 'lru-cache';
import type { CachedPage } from './page-template';

// The rendered pages of visitors, and of accounts in the same state. A key is the state that a page is made of (`page-state.ts`),
// with its URL and the preferences of the user, so that another state has other pages.

const maxPagesBytes = 64e6;
/** It is compared with `CachedPage.size`. Larger pages have a cache of their own, so that they can't replace all others. */
const maxPageBytes = 2e6;
const maxLargePagesBytes = 32e6;
/** Memory of a page in addition to its bytes and its key. */
const entryBytes = 4000;

/** The page is null if it can't be cached. */
interface Entry {
  page: CachedPage | null;
}

const pages = createCache(maxPagesBytes);
const largePages = createCache(maxLargePagesBytes);
const loads = new Map<string, Promise<CachedPage | null>>();

/** Pages found and rendered so far, and the estimated memory of all cached pages. */
export const pageCacheCounts = {
  hits: 0,
  loads: 0,
  get bytes() {
    return pages.calculatedSize + largePages.calculatedSize;
  },
};

function createCache(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize,
    sizeCalculation: ({ page }, key) => entryBytes + (page?.size ?? 0) + key.length,
  });
}

/** The page with this key, null for one that can't be cached, or undefined. */
export function peekPage(key: string): CachedPage | null | undefined {
  const entry = pages.get(key) ?? largePages.get(key);
  if (entry?.page) pageCacheCounts.hits += 1;
  return entry?.page;
}

/**
 * The page with this key, which is rendered if it is not in the cache. Concurrent calls share a rendering. Rejects as
 * `render` does, which returns null for a page that can't be cached, and undefined for one that is not kept. It resolves to
 * null for both.
 */
export async function loadPage(
  key: string,
  render: () => Promise<CachedPage | null | undefined>,
): Promise<CachedPage | null> {
  const known = peekPage(key);
  if (known !== undefined) return known;
  let load = loads.get(key);
  if (!load) {
    load = renderPage(key, render).finally(() => loads.delete(key));
    loads.set(key, load);
  }
  return load;
}

async function renderPage(
  key: string,
  render: () => Promise<CachedPage | null | undefined>,
): Promise<CachedPage | null> {
  pageCacheCounts.loads += 1;
  const page = await render();
  if (page !== undefined) (page && page.size > maxPageBytes ? largePages : pages).set(key, { page });
  return page ?? null;
}
