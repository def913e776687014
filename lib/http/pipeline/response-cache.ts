import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { type AppCaller, formatAddOnsKey, listActiveAddOns } from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import type { RequestedPrice } from '@/lib/domain/subscription/list-versions';
import type { RequestHeaders } from './authenticate';
import { contentLanguage } from './find-language';
import { memoize } from './memoize';
import type { BufferedResponse } from './response';

// Responses that many callers share: the version list, single versions and the features of an account. All callers of one
// catalog, role, current version, active add-ons, billing period, users, quantity, trials, grants and usage get the same bytes
// and ETag.

type Encoding = 'br' | 'gzip' | 'identity';
type Compression = Exclude<Encoding, 'identity'>;

/** They are in order of preference. */
const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** Smaller bodies fit in one packet uncompressed. */
const minCompressedBytes = 1000;
const maxCacheBytes = 64e6;
/** These are responses with the usage of an account, which no other account gets. */
const maxOwnBytes = 8e6;
/** Memory of a cached response in addition to its bodies and its key: the headers of each variant. */
const responseBytes = 2000;

const compress: Record<Compression, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** The request headers that select a variant of a cached response. */
interface ConditionalHeaders {
  acceptEncoding: string | null;
  ifNoneMatch: string | null;
}

export function parseConditionalHeaders(headers: RequestHeaders): ConditionalHeaders {
  return { acceptEncoding: headers.get('accept-encoding'), ifNoneMatch: headers.get('if-none-match') };
}

/** A body with its ETag and, once requested again, its compressed variants. */
export class CachedResponse {
  readonly #bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  readonly #entityTags: Record<Encoding, string>;
  /** The key is the encoding, or the encoding and status 304. */
  readonly #responses = new Map<string, BufferedResponse>();
  readonly #compressing = new Map<Compression, Promise<void>>();
  readonly #headers: Record<string, string>;
  #requests = 0;

  /** A body that is not JSON is a text. `headers` are those of the response with a body. */
  constructor(body: unknown, contentType = 'application/json', headers: Record<string, string> = {}) {
    const text = contentType === 'application/json' ? JSON.stringify(body) : String(body);
    this.#headers = { 'Content-Type': contentType, ...headers };
    // Not a Buffer, which would keep the block of memory that it shares with others.
    this.#bodies = { identity: new TextEncoder().encode(text) };
    const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#entityTags = { identity: `"${tag}"`, br: `"${tag}-br"`, gzip: `"${tag}-gzip"` };
  }

  /** Bytes of all variants. JSON and HTML compress to less than half. */
  get maxBytes(): number {
    return 2 * (this.#bodies.identity?.byteLength ?? 0);
  }

  /**
   * The response to a request with these headers: 304 where the client has the content in any encoding. Equal responses
   * are the same object.
   */
  getResponse({ acceptEncoding, ifNoneMatch }: ConditionalHeaders): BufferedResponse {
    const encoding = this.#selectEncoding(acceptEncoding);
    const known = ifNoneMatch === null ? undefined : this.#findKnownEncoding(ifNoneMatch, encoding);
    const key = known === undefined ? encoding : `${known} 304`;
    let response = this.#responses.get(key);
    if (!response) {
      response =
        known === undefined
          ? this.#createResponse(encoding)
          : { status: 304, headers: { ETag: this.#entityTags[known] }, body: null };
      this.#responses.set(key, response);
    }
    return response;
  }

  #createResponse(encoding: Encoding): BufferedResponse {
    return {
      status: 200,
      headers: {
        ...this.#headers,
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        ETag: this.#entityTags[encoding],
      },
      body: this.#bodies[encoding] ?? null,
    };
  }

  /**
   * The encoding whose tag `If-None-Match` contains, preferably the selected one. A client that has the content in another
   * encoding, such as from before it was compressed, needs no new body; the 304 has the tag of the one it has.
   */
  #findKnownEncoding(ifNoneMatch: string, selected: Encoding): Encoding | undefined {
    return [selected, ...encodings].find((each) => matchesEntityTag(ifNoneMatch, this.#entityTags[each]));
  }

  /** Requests get the uncompressed body until the compressed one is ready. */
  #selectEncoding(acceptEncoding: string | null): Encoding {
    this.#requests += 1;
    const preferred = negotiateEncoding(acceptEncoding);
    if (this.#bodies[preferred]) return preferred;
    // A response that is requested once may never be requested again.
    if (preferred !== 'identity' && this.#requests > 1) this.#compress(preferred);
    return 'identity';
  }

  /** Compresses the body for a client that waits for it. */
  async prepare(acceptEncoding: string | null): Promise<void> {
    const preferred = negotiateEncoding(acceptEncoding);
    if (preferred !== 'identity') await this.#compress(preferred);
  }

  #compress(encoding: Compression): Promise<void> | undefined {
    const { identity } = this.#bodies;
    if (!identity || identity.byteLength < minCompressedBytes) return undefined;
    let compressing = this.#compressing.get(encoding);
    if (!compressing) {
      const body = Buffer.from(identity.buffer, identity.byteOffset, identity.byteLength);
      compressing = compress[encoding](body).then(
        (compressed) => {
          this.#bodies[encoding] = new Uint8Array(compressed);
        },
        // The response stays uncompressed.
        () => {},
      );
      this.#compressing.set(encoding, compressing);
    }
    return compressing;
  }
}

const createCache = (maxSize: number) =>
  new LRUCache<string, CachedResponse>({
    maxSize,
    sizeCalculation: ({ maxBytes }, key) => responseBytes + maxBytes + key.length,
  });
const sharedResponses = createCache(maxCacheBytes);
const ownResponses = createCache(maxOwnBytes);

/** Estimated memory of all cached responses. */
export function getResponseCacheBytes(): number {
  return sharedResponses.calculatedSize + ownResponses.calculatedSize;
}

/** Names of the responses of one view. */
export const responseNames = {
  /** Numbers and the period are those of the request. */
  list: ({
    matrix,
    fits,
    users,
    quantity,
    billingPeriod,
  }: { matrix: boolean; fits?: string | undefined } & RequestedPrice) =>
    `${matrix ? 'list with matrix' : 'list'} ${fits ?? ''} ${users ?? ''} ${quantity ?? ''} ${billingPeriod ?? ''}`,
  version: (id: string) => `version ${id.toLowerCase()}`,
  features: 'features',
  flags: 'flags',
  feature: (humanId: string) => `feature ${humanId}`,
};

/** It is null if the response depends on catalog, current version and active add-ons only. */
type ResponseCaller = (Pick<AppCaller, 'role' | 'account'> & Partial<Pick<AppCaller, 'appKey'>>) | null;

/** The response for a caller's view, made by `create` on a miss. `name` is one of `responseNames`. */
export function getCachedResponse(
  view: CatalogView,
  caller: ResponseCaller,
  name: string,
  create: () => unknown,
): CachedResponse {
  const responses = view.usage ? ownResponses : sharedResponses;
  const key = responseKey(view, caller, name);
  const cached = responses.get(key);
  if (cached) return cached;
  const response = createLocalizedResponse(view, create());
  responses.set(key, response);
  return response;
}

/** A response with texts of the catalog. */
export function createLocalizedResponse(
  { catalog }: Pick<CatalogView, 'catalog'>,
  body: unknown,
): CachedResponse {
  return new CachedResponse(body, undefined, contentLanguage(catalog.app, null));
}

function responseKey({ catalog, state, usage }: CatalogView, caller: ResponseCaller, name: string): string {
  const used = usage ? `${JSON.stringify(usage)} ` : '';
  const { own, current } = describeState(state);
  const start = `${catalogNumber(catalog)} ${name} ${used}`;
  if (!caller) return `${start}${current}`;
  const { role, account, appKey } = caller;
  return `${start}${role} ${appKey ?? false} ${account !== null} ${own}`;
}

type State = CatalogView['state'];

/** The key is the state: requests of a cached caller have the same object. */
const describedStates = new WeakMap<State, { current: string; own: string }>();

/** The parts of a key: the current version and active add-ons, and all of the state that responses depend on. */
function describeState(state: State): { current: string; own: string } {
  const known = describedStates.get(state);
  if (known) return known;
  const granted = [...state.granted].sort().join(' ');
  const trials = `${state.trialEndsAt ?? ''} ${state.trials?.join() ?? ''}`;
  const current = `${state.current?.versionId ?? ''} ${formatAddOnsKey(listActiveAddOns(state))}`;
  const own = `${current} ${state.current?.billingPeriod ?? ''} ${state.users} ${state.quantity ?? ''} ${trials} ${granted}`;
  const described = { current, own };
  describedStates.set(state, described);
  return described;
}

/** The number of each catalog object. */
const catalogNumbers = new WeakMap<CatalogView['catalog'], number>();
let lastCatalogNumber = 0;

/** A number of a catalog object, for keys of caches. A changed catalog is a new object, so what is cached for it has new keys. */
export function catalogNumber(catalog: CatalogView['catalog']): number {
  const known = catalogNumbers.get(catalog);
  if (known !== undefined) return known;
  lastCatalogNumber += 1;
  catalogNumbers.set(catalog, lastCatalogNumber);
  return lastCatalogNumber;
}

/** Whether an `If-None-Match` header matches a tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header === tag || header.trim() === '*') return true;
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag);
}

/** The types lack the option `preferred`, which orders encodings of equal weight. */
interface EncodingNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** The encoding for an `Accept-Encoding` header (RFC 9110, 12.5.3). At equal weights, it is the smallest. */
export function negotiateEncoding(acceptEncoding: string | null): Encoding {
  return acceptEncoding === null ? 'identity' : selectEncoding(acceptEncoding);
}

/** Whether a response that is compressed with gzip, or not at all, should be compressed. */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  return acceptEncoding !== null && selectGzip(acceptEncoding) === 'gzip';
}

const createSelector = (available: Encoding[]) =>
  memoize((acceptEncoding) => {
    // `x-gzip` is an alias of `gzip`.
    const header = acceptEncoding.toLowerCase().replace(/\bx-gzip\b/g, 'gzip');
    const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as EncodingNegotiator;
    return (negotiator.encodings(available, { preferred: available })[0] ?? 'identity') as Encoding;
  });
const selectEncoding = createSelector(encodings);
const selectGzip = createSelector(['gzip', 'identity']);
