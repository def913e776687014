import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs work of equal keys one after the other, to avoid contention for one row. Work does not wait longer than `maxWaitMs`,
 * so that a connection that hangs delays others only once. Nothing may depend on the order for correctness.
 */
export class SerialQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, maxWaitMs: number, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    const current = previous ? settle(previous, maxWaitMs).then(work) : work();
    this.#last.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#last.get(key) === current) this.#last.delete(key);
    }
  }
}

/** Resolves when work has ended, also with an error, or after a time. */
async function settle(work: Promise<unknown>, maxWaitMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(maxWaitMs, undefined, { signal: timer.signal });
  await Promise.race([work, timeout]).catch(() => {});
  timer.abort();
  timeout.catch(() => {});
}
