import type { InvalidationSubscriber } from './invalidation-listener';

/** What was invalidated since the message before. */
export interface InvalidationMessage {
  /** The number of the message. */
  position: number;
  /** The tags that were invalidated, or null if everything was. */
  tags: string[] | null;
  /** Whether the listener has its lease. */
  isConnected: boolean;
}

/** The most tags of a message. If there are more, everything is invalidated. */
const maxTags = 1000;

/**
 * Passes the invalidations of a process on to its page workers, which have no listener of their own: writers need not wait for
 * them. A request carries the position of the last message, and its worker waits for this message. The worker's cache is then
 * as recent as that of this process was when the request arrived.
 */
export class InvalidationFeed implements InvalidationSubscriber {
  readonly #isConnected: () => boolean;
  readonly #send: (message: InvalidationMessage) => void;
  #position = 0;
  #wasConnected = false;
  #tags: Set<string> | null = new Set();

  constructor(isConnected: () => boolean, send: (message: InvalidationMessage) => void) {
    this.#isConnected = isConnected;
    this.#send = send;
  }

  invalidate(tag: string): void {
    this.#tags?.add(tag);
    if (this.#tags && this.#tags.size > maxTags) this.invalidateAll();
  }

  invalidateAll(): void {
    this.#tags = null;
  }

  /** Sends what was invalidated since the last call. Returns the position of the last message. */
  flush(): number {
    const isConnected = this.#isConnected();
    if (this.#tags?.size === 0 && isConnected === this.#wasConnected) return this.#position;
    this.#position += 1;
    this.#wasConnected = isConnected;
    const tags = this.#tags && [...this.#tags];
    this.#tags = new Set();
    this.#send({ position: this.#position, tags, isConnected });
    return this.#position;
  }

  /** The message for a worker that has just started, whose cache is empty. */
  current(): InvalidationMessage {
    return { position: this.#position, tags: null, isConnected: this.#wasConnected };
  }
}
