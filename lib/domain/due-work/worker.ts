import { type DueKind, deleteDueAccounts, findDueWork, purgeExpired, resetSchedule } from '@/lib/db/due-work';
import { eventRequest } from '@/lib/db/event-request';
import { limitWorker } from '@/lib/db/limit-connections';
import { DueChangeQueue } from '../apply-due-changes';
import { publishDueEdition } from '../catalog-editions';
import type { Service } from '../service';
import { WebhookQueue } from '../webhooks/deliver-webhooks';

// The worker: one loop in each server process for everything that happens later (docs/decisions/0021-due-work.md).
// Work items are rows. What is due is claimed with a lease, done outside of a transaction, and settled with the token of
// the lease. A lease that ends is claimed again, so everything is done at least once.

const pollMs = 1000;
/** The least time between two polls. */
const minPollMs = 20;
const purgeIntervalMs = 10 * 60_000;
const purgeBatch = 1000;
/** Accounts to delete at a time. */
const maxDeletions = 10;
/** A clock that is this far behind what it should show was set back. */
const clockToleranceMs = 2000;

/** Polls for due work every second, and at once when it is woken. */
export class Worker {
  readonly #service: Service;
  readonly #onError: (error: unknown) => void;
  readonly #webhooks: WebhookQueue;
  readonly #changes: DueChangeQueue;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  /** Not awaited by a poll: a publication takes longer than deliveries may wait. */
  #publishing: Promise<void> | null = null;
  #hasEndpoints = true;
  #delayMs = pollMs;
  /** Polls in a row that found events of transactions that wait for an older one. */
  #uncommittedPolls = 0;
  #lastPollAt = 0;
  /** The database's clock minus that of this process, which is never set. Null before the first poll. */
  #clockOffset: number | null = null;
  #nextPurgeAt = performance.now() + Math.random() * 60_000;

  constructor(service: Service, onError: (error: unknown) => void) {
    this.#service = Object.assign(Object.create(service), { pool: limitWorker(service.pool) });
    this.#onError = onError;
    this.#webhooks = new WebhookQueue(this.#service, onError, () => this.#schedule(0));
    this.#changes = new DueChangeQueue(this.#service, onError);
  }

  start(): void {
    this.#schedule(0);
  }

  /** A transaction of this process has written an event. Without endpoints, there is nothing to do. */
  wake(): void {
    if (this.#hasEndpoints) this.#schedule(0);
  }

  /** Claims nothing more, and waits until what was claimed is settled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    await Promise.all([this.#webhooks.drain(), this.#changes.stop()]);
    await this.#publishing;
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    if (this.#polling) {
      this.#isWoken ||= delayMs === 0;
      return;
    }
    clearTimeout(this.#timer);
    const earliest = this.#lastPollAt + minPollMs - performance.now();
    this.#timer = setTimeout(() => this.#poll(), Math.max(delayMs, earliest));
    this.#timer.unref();
  }

  #poll(): void {
    this.#isWoken = false;
    // A request can have woken it. What is due is not of that request.
    this.#polling = eventRequest
      .exit(() => this.#runDue())
      .catch((error) => {
        this.#delayMs = pollMs;
        this.#onError(error);
      })
      .finally(() => {
        this.#lastPollAt = performance.now();
        this.#polling = null;
        this.#schedule(this.#isWoken ? 0 : this.#delayMs);
      });
  }

  async #runDue(): Promise<void> {
    const { pool } = this.#service;
    const { kinds, now } = await findDueWork(pool);
    await this.#checkClock(now);
    this.#hasEndpoints = kinds.includes('endpoints');
    const more = await this.#run(new Set(kinds));
    // Events that wait for another transaction are polled for at growing intervals.
    this.#uncommittedPolls = kinds.includes('uncommitted') ? this.#uncommittedPolls + 1 : 0;
    const uncommittedMs = this.#uncommittedPolls > 0 ? minPollMs * 2 ** this.#uncommittedPolls : pollMs;
    this.#delayMs = more ? 0 : Math.min(pollMs, uncommittedMs);
    if (performance.now() >= this.#nextPurgeAt) {
      // First, so that one that fails is not repeated by the next poll.
      this.#nextPurgeAt = performance.now() + purgeIntervalMs;
      if (await purgeExpired(pool, purgeBatch)) this.#nextPurgeAt = performance.now() + pollMs;
    }
  }

  /** Runs the handler of each kind. Another kind of due work gets its handler here. */
  async #run(kinds: Set<DueKind>): Promise<boolean> {
    let more = false;
    if (kinds.has('events')) more = await this.#webhooks.dispatch();
    if (kinds.has('events') || kinds.has('deliveries')) await this.#webhooks.deliver();
    if (kinds.has('queues')) more = (await this.#webhooks.changeQueues()) || more;
    if (kinds.has('editions')) this.#publishing ??= this.#publishEditions();
    if (kinds.has('changes')) await this.#changes.apply();
    if (kinds.has('deletions'))
      more = (await deleteDueAccounts(this.#service.pool, maxDeletions)) > 0 || more;
    return more;
  }

  /** One that fails is due again when its claim ends. */
  async #publishEditions(): Promise<void> {
    try {
      while (!this.#isStopped && (await publishDueEdition(this.#service)));
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#publishing = null;
    }
  }

  /** Work that was scheduled before the clock was set back must not wait for the difference. */
  async #checkClock(now: number): Promise<void> {
    const offset = now - performance.now();
    const wasSetBack = this.#clockOffset === null || offset < this.#clockOffset - clockToleranceMs;
    if (wasSetBack) await resetSchedule(this.#service.pool);
    this.#clockOffset = offset;
  }
}
