import { listDueApps } from '@/lib/db/due-work';
import { claimWork, type DueKind, runClaimed, runTransaction } from '../due-kind';
import type { Service } from '../service';

/** Apps whose turn it is at a time. Few, so that requests are not delayed. */
const concurrency = 2;
/** The least time between two lists of the apps while it is the turn of some. */
const listIntervalMs = 500;

/**
 * Does the work of kinds that are done by app. Apps take turns, so that neither much work of one nor a publication that it
 * waits for delays that of another. Any number of processes may do so.
 */
export class AppTurns {
  /** Apps that have due work, the one whose turn is next first. */
  readonly #waiting = new Set<string>();
  /** Apps whose turn it is. */
  readonly #busy = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #nextListAt = 0;
  #isStopped = false;

  /** An app does the first of `kinds` that has work. */
  constructor(
    private readonly service: Service,
    private readonly kinds: readonly DueKind[],
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts to do what is due. */
  async start(): Promise<void> {
    if (this.#busy.size === 0 || performance.now() >= this.#nextListAt) await this.#listApps();
    while (this.#running.size < Math.min(concurrency, this.#waiting.size + this.#busy.size)) {
      const run = this.#takeTurns()
        .catch(this.onError)
        .finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Resolves when none of the work that was due is left. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Claims nothing more, and waits for what is being done. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.drain();
  }

  async #listApps(): Promise<void> {
    this.#nextListAt = performance.now() + listIntervalMs;
    const { pool, recordTime } = this.service;
    for (const appId of await listDueApps(pool, recordTime())) {
      if (!this.#busy.has(appId)) this.#waiting.add(appId);
    }
  }

  async #takeTurns(): Promise<void> {
    for (const appId of this.#waiting) {
      if (this.#isStopped) return;
      this.#waiting.delete(appId);
      this.#busy.add(appId);
      const hasMore = await this.#takeTurn(appId).finally(() => this.#busy.delete(appId));
      // It is added at the end, where the loop finds it again.
      if (hasMore) this.#waiting.add(appId);
    }
  }

  /** Does the next work of an app, of the first kind that has some. Returns whether there was some. */
  async #takeTurn(appId: string): Promise<boolean> {
    for (const kind of this.kinds) {
      if (await runNext(this.service, kind, appId, this.onError)) return true;
    }
    return false;
  }
}

/** Claims the next work of a kind and does it. Returns whether there was some. */
export async function runNext(
  service: Service,
  kind: DueKind,
  appId: string,
  onError: (error: unknown) => void,
): Promise<boolean> {
  if (!('claim' in kind)) return runTransaction(service, kind, appId);
  const claimed = await claimWork(service, kind, { appId });
  for (const work of claimed) await runClaimed(service, kind, work).catch(onError);
  return claimed.length > 0;
}
