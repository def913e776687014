import { LRUCache } from 'lru-cache';
import type { Soon } from '@/lib/contract/soon';

/** What a load found, with the topics at whose change it is to be forgotten. */
export interface Found<T, V extends T | null> {
  value: V;
  /** Null for what is not to be remembered at all. */
  topics: string[] | null;
}

interface Kept<T> {
  value: T;
  topics: string[];
  until: number;
}

/** What changed since it was begun. */
interface Watch {
  changed: Set<string>;
  lost: boolean;
}

/** A load under way. */
interface Loading<T> {
  found: Promise<T | null>;
  /** Undefined where the result may be of before a change. */
  kept: Promise<T | undefined>;
}

interface Bounds<T> {
  /** The most there may be of it together, in the unit of `sizeOf`. */
  most: number;
  sizeOf?: (value: T) => number;
  /** Milliseconds after which it is asked for again, changed or not. */
  lifeMs: number;
}

/**
 * Answers of the database by key, for as long as they are known to be true: until a topic of theirs changes. While
 * changes are not heard of, nothing is taken from here and nothing is put here.
 */
export class Remembered<T extends object> {
  readonly #hears: () => boolean;
  readonly #lifeMs: number;
  readonly #kept: LRUCache<string, Kept<T>>;
  readonly #keysOf = new Map<string, Set<string>>();
  readonly #loading = new Map<string, Loading<T>>();
  readonly #watching = new Set<Watch>();
  /** Topics that are held back, with how often. */
  readonly #heldBack = new Map<string, number>();

  constructor(hears: () => boolean, { most, sizeOf = () => 1, lifeMs }: Bounds<T>) {
    this.#hears = hears;
    this.#lifeMs = lifeMs;
    this.#kept = new LRUCache({
      maxSize: most,
      sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)),
      dispose: (kept, key) => this.#unlink(key, kept.topics),
    });
  }

  /** What is remembered under the key, or undefined. */
  peek(key: string): T | undefined {
    if (!this.#hears()) return undefined;
    const kept = this.#kept.get(key);
    return kept && kept.until > performance.now() ? kept.value : undefined;
  }

  /** What is remembered under the key, at once, or what `load` finds. Loads of one key at once are one. */
  get<V extends T | null>(key: string, load: () => Promise<Found<T, V>>): Soon<T | V> {
    return this.peek(key) ?? this.#find(key, load);
  }

  async #find<V extends T | null>(key: string, load: () => Promise<Found<T, V>>): Promise<T | V> {
    if (!this.#hears()) return (await load()).value;
    const running = this.#loading.get(key);
    if (!running) return this.#load(key, load);
    // What another began before this was asked serves only if nothing changed until it was done; one begun since, always.
    const kept = await running.kept;
    if (kept) return kept;
    const since = this.#loading.get(key);
    return since && since !== running ? ((await since.found) as V) : this.#load(key, load);
  }

  /** Forgets all that is of this topic. What is being loaded now may be of before the change, and is not kept. */
  forget(topic: string): void {
    for (const key of [...(this.#keysOf.get(topic) ?? [])]) this.#kept.delete(key);
    for (const watch of this.#watching) watch.changed.add(topic);
  }

  /**
   * Forgets all that is of this topic, and keeps nothing of it until the returned function is called. Where that is told
   * what became of it, this is remembered, unless something else of it changed in between.
   */
  holdBack(topic: string): (next?: (value: T) => T | null) => void {
    const kept = [...(this.#keysOf.get(topic) ?? [])].map((key) => [key, this.#kept.peek(key)] as const);
    this.forget(topic);
    this.#heldBack.set(topic, (this.#heldBack.get(topic) ?? 0) + 1);
    const watch: Watch = { changed: new Set(), lost: false };
    this.#watching.add(watch);
    return (next) => {
      this.#watching.delete(watch);
      const left = (this.#heldBack.get(topic) ?? 1) - 1;
      if (left > 0) this.#heldBack.set(topic, left);
      else this.#heldBack.delete(topic);
      // What is being read now may be of before.
      this.forget(topic);
      if (!next) return;
      for (const [key, was] of kept) {
        const value = was && !this.#isOfBefore(watch, was.topics) ? next(was.value) : null;
        if (was && value) this.#keep(key, { ...was, value });
      }
    };
  }

  forgetAll(): void {
    this.#kept.clear();
    this.#keysOf.clear();
    for (const watch of this.#watching) watch.lost = true;
  }

  async #load<V extends T | null>(key: string, load: () => Promise<Found<T, V>>): Promise<V> {
    const watch: Watch = { changed: new Set(), lost: false };
    this.#watching.add(watch);
    const found = load();
    const kept = found.then(({ value, topics }) => {
      if (topics === null || value === null || this.#isOfBefore(watch, topics)) return undefined;
      this.#keep(key, { value, topics, until: performance.now() + this.#lifeMs });
      return value;
    });
    const loading: Loading<T> = { found: found.then(({ value }) => value), kept };
    for (const each of [loading.found, loading.kept]) each.catch(() => {});
    this.#loading.set(key, loading);
    try {
      return (await found).value;
    } finally {
      this.#watching.delete(watch);
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  /** Whether what was known when the watch began may be true no more. */
  #isOfBefore({ changed, lost }: Watch, topics: string[]): boolean {
    return lost || !this.#hears() || topics.some((topic) => changed.has(topic) || this.#heldBack.has(topic));
  }

  #keep(key: string, kept: Kept<T>): void {
    this.#kept.set(key, kept);
    // One that is larger than all that may be kept is not.
    if (!this.#kept.has(key)) return;
    for (const topic of kept.topics) {
      const keys = this.#keysOf.get(topic);
      if (keys) keys.add(key);
      else this.#keysOf.set(topic, new Set([key]));
    }
  }

  #unlink(key: string, topics: string[]): void {
    for (const topic of topics) {
      const keys = this.#keysOf.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOf.delete(topic);
    }
  }
}
