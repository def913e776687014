import { LRUCache } from 'lru-cache';

/** A value that is available now or later. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with a value: at once if it is available. */
export function chain<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Thrown where only the cache may be read and lacks an entry. One object, because stack traces take long to create. */
export const notCached = new Error('Not cached.');

interface Loaded<T, V extends T | null> {
  value: V;
  /** Tags that invalidate the value, or null for a value that must not be cached. */
  tags: string[] | null;
}

interface Entry<T> {
  value: T;
  tags: string[];
  /** The time of `performance.now()` from which on it is not returned. */
  expiresAt: number;
}

/** Invalidations since a load began. */
interface ChangeTracker {
  tags: Set<string>;
  all: boolean;
}

interface PendingLoad<T> {
  loaded: Promise<T | null>;
  /** The value that was cached, or undefined if it was invalidated during the load. */
  cached: Promise<T | undefined>;
}

interface CacheOptions {
  /** Maximum memory of all entries, with their keys and tags. */
  maxBytes: number;
  /** Milliseconds after which an entry expires although nothing invalidated it. */
  ttlMs: number;
}

/** Memory of an entry in the LRU cache and the index of tags, in addition to value, key and tags. */
const entryBytes = 800;

/**
 * An LRU cache of database reads, bounded in bytes, whose entries carry tags. Invalidating a tag removes its entries, and a
 * load that was running at that time is returned to its caller but not cached. While `isConnected` is false (no
 * invalidations are received), the cache neither returns nor stores anything.
 */
export class TaggedCache<T extends object> {
  readonly #isConnected: () => boolean;
  readonly #ttlMs: number;
  readonly #entries: LRUCache<string, Entry<T>>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #loads = new Map<string, PendingLoad<T>>();
  readonly #trackers = new Set<ChangeTracker>();
  /** Values that were found, since the start of the process. */
  hits = 0;
  /** Values that were loaded from the database. */
  loads = 0;

  constructor(isConnected: () => boolean, { maxBytes, ttlMs }: CacheOptions) {
    this.#isConnected = isConnected;
    this.#ttlMs = ttlMs;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value, tags }, key) =>
        entryBytes +
        estimateBytes(value) +
        tags.reduce((bytes, tag) => bytes + estimateStringBytes(tag), estimateStringBytes(key)),
      dispose: (entry, key) => this.#unlinkTags(key, entry.tags),
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Returns the cached value, or undefined. It does not load it. */
  peek(key: string): T | undefined {
    if (!this.#isConnected()) return undefined;
    const entry = this.#entries.get(key);
    if (!entry || entry.expiresAt <= performance.now()) return undefined;
    this.hits += 1;
    return entry.value;
  }

  /**
   * The cached value, at once, or the result of `load`. Concurrent calls for one key share a load. Without `load`, throws
   * `notCached` for a value that is not cached.
   */
  get<V extends T | null>(key: string, load: (() => Promise<Loaded<T, V>>) | null): MaybePromise<T | V> {
    const cached = this.peek(key);
    if (cached) return cached;
    if (!load) throw notCached;
    return this.#getLoaded(key, load);
  }

  async #getLoaded<V extends T | null>(key: string, load: () => Promise<Loaded<T, V>>): Promise<T | V> {
    if (!this.#isConnected()) {
      this.loads += 1;
      return (await load()).value;
    }
    const pending = this.#loads.get(key);
    if (!pending) return this.#load(key, load);
    // If the pending load was invalidated, its value may be older than this call. Then a load that has begun since is used.
    const shared = await pending.cached;
    if (shared) return shared;
    const newer = this.#loads.get(key);
    return newer && newer !== pending ? ((await newer.loaded) as V) : this.#load(key, load);
  }

  /** Loads a value again that is in the second half of its time. Until then, it is returned as before. */
  refresh<V extends T | null>(key: string, load: () => Promise<Loaded<T, V>>): void {
    const entry = this.#entries.peek(key);
    if (!entry || this.#loads.has(key) || entry.expiresAt - performance.now() > this.#ttlMs / 2) return;
    // A value that can't be loaded expires.
    this.#load(key, load).catch(() => {});
  }

  /** Removes the entries of a tag, and keeps running loads of that tag out of the cache. */
  invalidate(tag: string): void {
    for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#entries.delete(key);
    for (const tracker of this.#trackers) tracker.tags.add(tag);
  }

  /**
   * Like `invalidate`, but keeps entries whose new value is known: what `update` returns for the cached one. Null removes the
   * entry. An entry expires as before.
   */
  update(tag: string, update: (value: T) => T | null): void {
    const entries = [...(this.#keysByTag.get(tag) ?? [])].map(
      (key) => [key, this.#entries.peek(key)] as const,
    );
    this.invalidate(tag);
    if (!this.#isConnected()) return;
    for (const [key, entry] of entries) {
      const value = entry && update(entry.value);
      if (value) this.#store(key, { ...entry, value });
    }
  }

  invalidateAll(): void {
    this.#entries.clear();
    this.#keysByTag.clear();
    for (const tracker of this.#trackers) tracker.all = true;
  }

  async #load<V extends T | null>(key: string, load: () => Promise<Loaded<T, V>>): Promise<V> {
    const tracker: ChangeTracker = { tags: new Set(), all: false };
    this.#trackers.add(tracker);
    this.loads += 1;
    const result = load();
    const cached = result.then(({ value, tags }) => {
      if (tags === null || value === null || !this.#isCurrent(tracker, tags)) return undefined;
      this.#store(key, { value, tags, expiresAt: performance.now() + this.#ttlMs });
      return value;
    });
    const pending: PendingLoad<T> = { loaded: result.then(({ value }) => value), cached };
    for (const promise of [pending.loaded, pending.cached]) promise.catch(() => {});
    this.#loads.set(key, pending);
    try {
      return (await result).value;
    } finally {
      this.#trackers.delete(tracker);
      if (this.#loads.get(key) === pending) this.#loads.delete(key);
    }
  }

  /** Whether a value read when the tracker was created is still current. */
  #isCurrent({ tags: changed, all }: ChangeTracker, tags: string[]): boolean {
    return !all && this.#isConnected() && !tags.some((tag) => changed.has(tag));
  }

  #store(key: string, entry: Entry<T>): void {
    this.#entries.set(key, entry);
    // The LRU cache rejects an entry that exceeds the maximum by itself.
    if (!this.#entries.has(key)) return;
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  #unlinkTags(key: string, tags: string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

const objectBytes = 32;
const slotBytes = 8;
const stringBytes = 24;

/**
 * Estimates the memory of a value of JSON types in bytes, as V8 allocates it. Property names are not counted, because
 * objects of one shape share them. Objects that occur several times count each time.
 */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return estimateStringBytes(value);
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = objectBytes;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    bytes += slotBytes + estimateBytes(inner);
  }
  return bytes;
}

/** Estimates the memory of a text: one byte per character, or two if any is not in Latin-1. */
export function estimateStringBytes(text: string): number {
  return stringBytes + (/[^\0-\xff]/.test(text) ? text.length * 2 : text.length);
}
