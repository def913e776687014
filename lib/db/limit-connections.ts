import type pg from 'pg';

// Reads and the worker take only a part of the pool's connections, and the reads of one app a part of that, so that reads do not
// delay changes.

/** The parts of the pool for all reads and the worker, and for one app or the worker. */
const sharedPart = 0.6;
const ownPart = 0.3;

/** No connection became free in time, because of other reads of the app or of all reads. */
export class ConnectionLimitReached extends Error {
  override readonly name = 'ConnectionLimitReached';
  /** `classifyDatabaseError` checks this code: pages and API are separate bundles, each with its own class. */
  readonly code: 'READS_OF_APP' | 'READS_OF_ALL_APPS';

  constructor(isOwnLimit: boolean) {
    super('Too many reads are in progress.');
    this.code = isOwnLimit ? 'READS_OF_APP' : 'READS_OF_ALL_APPS';
  }
}

interface Waiter {
  key: string;
  start: () => void;
}

/** Limits how much work is done at a time, of each key and in all. Of those that wait, the key with the least work is next. */
export class ConnectionLimiter {
  readonly #running = new Map<string, number>();
  #waiting: Waiter[] = [];
  #total = 0;

  constructor(private readonly max: { perKey: number; total: number }) {}

  /** Throws `ConnectionLimitReached` if the work can't be started within `maxWaitMs`, if that is not null. */
  async run<T>(key: string, maxWaitMs: number | null, work: () => Promise<T>): Promise<T> {
    if (this.#canStart(key)) this.#count(key, 1);
    else await this.#wait(key, maxWaitMs);
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#startNext();
    }
  }

  #canStart(key: string): boolean {
    return this.#total < this.max.total && this.#runningOf(key) < this.max.perKey;
  }

  #runningOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #count(key: string, change: 1 | -1): void {
    this.#total += change;
    const running = this.#runningOf(key) + change;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }

  #wait(key: string, maxWaitMs: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiter);
        reject(new ConnectionLimitReached(this.#runningOf(key) >= this.max.perKey));
      };
      const timer = maxWaitMs === null ? undefined : setTimeout(fail, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { key, start };
      this.#waiting.push(waiter);
    });
  }

  #startNext(): void {
    let next: Waiter | null = null;
    for (const waiter of this.#waiting) {
      const isFirst = !next || this.#runningOf(waiter.key) < this.#runningOf(next.key);
      if (isFirst && this.#canStart(waiter.key)) next = waiter;
    }
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#count(next.key, 1);
    next.start();
  }
}

const limiters = new WeakMap<pg.Pool, ConnectionLimiter>();

function getLimiter(pool: pg.Pool): ConnectionLimiter {
  let limiter = limiters.get(pool);
  if (!limiter) {
    const part = (share: number) => Math.max(1, Math.floor(pool.options.max * share));
    limiter = new ConnectionLimiter({ perKey: part(ownPart), total: part(sharedPart) });
    limiters.set(pool, limiter);
  }
  return limiter;
}

/**
 * Runs reads of an app with one connection of `pool` at a time. Not to be nested. Throws `ConnectionLimitReached` if other
 * reads take as long as connecting may.
 */
export function limitReads<T>(pool: pg.Pool, appId: string, work: () => Promise<T>): Promise<T> {
  return getLimiter(pool).run(appId, pool.options.connectionTimeoutMillis ?? null, work);
}

/** The pool for the worker. Its queries wait until there is a connection for them. */
export function limitWorker(pool: pg.Pool): pg.Pool {
  const query = (...parameters: Parameters<pg.Pool['query']>) =>
    getLimiter(pool).run('worker', null, async () => pool.query(...parameters));
  return Object.assign(Object.create(pool), { query });
}
