import type pg from 'pg';

// Reads and the worker take only a part of the pool's connections, and the reads of one app a part of that, so that reads do not
// delay changes.

/** The parts of the pool for all reads and the worker, and for one app or the worker. */
const sharedPart = 0.6;
const ownPart = 0.3;

/** No connection became free in time, because of other reads of the app or of all reads. */
class ConnectionLimitReached extends Error {
  override readonly name = 'ConnectionLimitReached';
  /** `classifyDatabaseError` checks this code: pages and API are separate bundles, each with its own class. */
  readonly code: 'READS_OF_APP' | 'READS_OF_ALL_APPS';

  constructor(isOwnLimit: boolean) {
    super('Too many reads are in progress.');
    this.code = isOwnLimit ? 'READS_OF_APP' : 'READS_OF_ALL_APPS';
  }
}

interface Work {
  key: string;
  /** Whether no other serial work of the key may run. */
  serial: boolean;
}

interface Waiter extends Work {
  start: () => void;
}

/** Limits how much work is done at a time, of each key and in all. Of those that wait, the key with the least work is next. */
class ConnectionLimiter {
  readonly #running = new Map<string, number>();
  /** The keys whose serial work is running. */
  readonly #serial = new Set<string>();
  #waiting: Waiter[] = [];
  #total = 0;

  constructor(private readonly max: { perKey: number; total: number }) {}

  /** Throws `ConnectionLimitReached` if the work can't be started within `maxWaitMs`, if that is not null. */
  async run<T>(work: Work, maxWaitMs: number | null, start: () => Promise<T>): Promise<T> {
    if (this.#canStart(work)) this.#add(work);
    else await this.#wait(work, maxWaitMs);
    try {
      return await start();
    } finally {
      this.#remove(work);
      this.#startNext();
    }
  }

  #canStart(work: Work): boolean {
    return this.#total < this.max.total && !this.#isKeyBusy(work);
  }

  #isKeyBusy({ key, serial }: Work): boolean {
    return this.#runningOf(key) >= this.max.perKey || (serial && this.#serial.has(key));
  }

  #runningOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #add({ key, serial }: Work): void {
    this.#total += 1;
    this.#running.set(key, this.#runningOf(key) + 1);
    if (serial) this.#serial.add(key);
  }

  #remove({ key, serial }: Work): void {
    this.#total -= 1;
    const running = this.#runningOf(key) - 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
    if (serial) this.#serial.delete(key);
  }

  #wait(work: Work, maxWaitMs: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiter);
        reject(new ConnectionLimitReached(this.#isKeyBusy(work)));
      };
      const timer = maxWaitMs === null ? undefined : setTimeout(fail, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { ...work, start };
      this.#waiting.push(waiter);
    });
  }

  #startNext(): void {
    let next: Waiter | null = null;
    for (const waiter of this.#waiting) {
      const isFirst = !next || this.#runningOf(waiter.key) < this.#runningOf(next.key);
      if (isFirst && this.#canStart(waiter)) next = waiter;
    }
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#add(next);
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
 * reads take as long as connecting may. Of the serial reads of an app, which take much CPU time, one runs at a time.
 */
export function limitReads<T>(
  pool: pg.Pool,
  appId: string,
  read: () => Promise<T>,
  { serial = false } = {},
): Promise<T> {
  return getLimiter(pool).run({ key: appId, serial }, pool.options.connectionTimeoutMillis ?? null, read);
}

/** The pool for the worker. Its queries wait until there is a connection for them. */
export function limitWorker(pool: pg.Pool): pg.Pool {
  const query = (...parameters: Parameters<pg.Pool['query']>) =>
    getLimiter(pool).run({ key: 'worker', serial: false }, null, async () => pool.query(...parameters));
  return Object.assign(Object.create(pool), { query });
}
