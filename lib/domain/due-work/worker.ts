import { eventRequest } from '@/lib/db/connection/event-request';
import { limitWorker } from '@/lib/db/connection/limit-connections';
import { findDueWork, resetSchedule } from '@/lib/db/due-work';
import type { Service } from '../service';
import { AppTurns } from './app-turns';
import { dueKinds, kindsByApp, leases } from './due-kinds';
import { KindQueue } from './kind-queue';

const pollMs = 1000;
/** The least time between two polls. */
const minPollMs = 20;
/** A clock that is this far behind what it should show was set back. */
const clockToleranceMs = 2000;

/**
 * One loop in each server process for everything that happens later (docs/decisions/0021-due-work.md). Polls for due work every
 * second, and at once when it is woken.
 */
export class Worker {
  readonly #service: Service;
  readonly #onError: (error: unknown) => void;
  readonly #queues: KindQueue[];
  readonly #turns: AppTurns;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  #hasEndpoints = true;
  #delayMs = pollMs;
  /** Polls in a row that found events of transactions that wait for an older one. */
  #uncommittedPolls = 0;
  #lastPollAt = 0;
  /** The database's clock minus that of this process, which is never set, or null before the first poll. */
  #clockOffset: number | null = null;

  constructor(service: Service, onError: (error: unknown) => void) {
    this.#service = { ...service, pool: limitWorker(service.pool), onEvent: () => this.wake() };
    this.#onError = onError;
    const onEnd = () => this.#schedule(0);
    this.#queues = dueKinds
      .filter(({ byApp }) => !byApp)
      .map((kind) => new KindQueue(this.#service, kind, onError, onEnd));
    this.#turns = new AppTurns(this.#service, kindsByApp, onError);
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
    await Promise.all([this.#turns.stop(), ...this.#queues.map((queue) => queue.drain())]);
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
    const { kinds, now, hasEndpoints, hasUncommitted } = await findDueWork(this.#service.pool);
    await this.#checkClock(now);
    this.#hasEndpoints = hasEndpoints;
    let more = false;
    for (const queue of this.#queues) {
      if (!this.#isStopped && queue.isDue(kinds)) more = (await queue.run()) || more;
    }
    if (kindsByApp.some(({ name }) => name in kinds)) await this.#turns.start();
    // Events that wait for another transaction are polled for at growing intervals.
    this.#uncommittedPolls = hasUncommitted ? this.#uncommittedPolls + 1 : 0;
    const uncommittedMs = this.#uncommittedPolls > 0 ? minPollMs * 2 ** this.#uncommittedPolls : pollMs;
    this.#delayMs = more ? 0 : Math.min(pollMs, uncommittedMs);
  }

  /** Work that was scheduled before the clock was set back must not wait for the difference. */
  async #checkClock(now: number): Promise<void> {
    const offset = now - performance.now();
    const wasSetBack = this.#clockOffset === null || offset < this.#clockOffset - clockToleranceMs;
    if (wasSetBack) await resetSchedule(this.#service.pool, leases);
    this.#clockOffset = offset;
  }
}
