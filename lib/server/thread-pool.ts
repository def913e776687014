import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads';
import { ApiError } from '@/lib/contract/errors';
import { eventRequest } from '@/lib/db/event-request';
import type { CpuBudgets } from './cpu-budgets';
import type { ThreadMessage, ThreadTask } from './serve-tasks';

/** A task for a thread, of an app. */
interface Job {
  appId: string;
  task: unknown;
  /** As `eventRequest`. */
  request: string | undefined;
  timeoutMs: number;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  /** Ends a job that takes too much time or memory. */
  exceed: () => void;
}

/** A thread, and what it does. */
interface Slot {
  thread: Worker | null;
  /** `startedAt` is null while the thread starts. */
  running: { job: Job; startedAt: number | null } | null;
  timer: NodeJS.Timeout | undefined;
}

interface PoolOptions {
  open: () => Worker;
  /** Of two or more, an app uses one at a time. */
  threads: number;
  budgets: CpuBudgets;
  /** Whether jobs of an app that has used its budget are rejected. */
  isLimited: boolean;
}

/** A thread first loads its modules, which takes long on a busy machine. */
const startTimeoutMs = 60_000;
/** An idle thread ends, with its connection. */
const idleMs = 60_000;
const maxWaiting = { ofApp: 16, ofAll: 64 };

/**
 * Runs tasks in threads, one at a time in each, because a task can take seconds of CPU time. The app that has used the
 * least time is next. A thread starts with its first task. It ends when it is idle, and when a task takes too long: its
 * transaction is rolled back then.
 */
export class ThreadPool {
  readonly #slots: Slot[];
  #waiting: Job[] = [];

  constructor(readonly options: PoolOptions) {
    this.#slots = Array.from({ length: options.threads }, () => ({
      thread: null,
      running: null,
      timer: undefined,
    }));
  }

  /** Resolves to the result of a task, or to that of `exceed` if the task takes too much time or memory. Throws 429 and 503. */
  run<T>(appId: string, task: unknown, timeoutMs: number, exceed: () => T): Promise<T> {
    const { budgets, isLimited } = this.options;
    const waitMs = isLimited ? budgets.getWaitMs(appId) : 0;
    const ofApp = this.#waiting.filter((job) => job.appId === appId);
    if (waitMs > 0 || ofApp.length >= maxWaiting.ofApp) {
      const message = 'Price lists of the app take too much time. Try again.';
      throw new ApiError('too_many_requests', message, { retryAfter: Math.ceil(Math.max(waitMs / 1000, 1)) });
    }
    if (this.#waiting.length >= maxWaiting.ofAll) {
      throw new ApiError('service_unavailable', 'Too many price lists are being checked. Try again.');
    }
    return new Promise<T>((resolve, reject) => {
      const request = eventRequest.getStore();
      const job = { appId, task, request, timeoutMs, resolve, reject };
      this.#waiting.push({ ...job, exceed: () => resolve(exceed()) });
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const slot of this.#slots) {
      const job = slot.running ? null : this.#takeNext();
      if (job) this.#start(slot, job);
    }
  }

  /** Takes what is next out of the queue. Null if there is nothing. */
  #takeNext(): Job | null {
    const { budgets } = this.options;
    const busy = new Set(this.#slots.map(({ running }) => running?.job.appId));
    const [next] = this.#waiting
      .filter(({ appId }) => !busy.has(appId))
      .toSorted((a, b) => budgets.getUsed(a.appId) - budgets.getUsed(b.appId));
    this.#waiting = this.#waiting.filter((job) => job !== next);
    return next ?? null;
  }

  #start(slot: Slot, job: Job): void {
    slot.running = { job, startedAt: slot.thread ? performance.now() : null };
    if (slot.thread) this.#limit(slot, job.timeoutMs, ({ exceed }) => exceed());
    else {
      slot.thread = this.#open(slot);
      const error = new ApiError('service_unavailable', 'A thread did not start in time. Try again.');
      this.#limit(slot, startTimeoutMs, ({ reject }) => reject(error));
    }
    slot.thread.postMessage({ task: job.task, request: job.request } satisfies ThreadTask<unknown>);
  }

  /** Ends the thread and finishes its job after a time from now on. */
  #limit(slot: Slot, timeoutMs: number, finish: (job: Job) => void): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => {
      this.#end(slot);
      this.#settle(slot, finish);
    }, timeoutMs).unref();
  }

  /** The time of the first job of a thread counts from here. */
  #begin(slot: Slot): void {
    if (!slot.running) return;
    slot.running.startedAt = performance.now();
    this.#limit(slot, slot.running.job.timeoutMs, ({ exceed }) => exceed());
  }

  #open(slot: Slot): Worker {
    const opened = this.options.open();
    opened.unref();
    opened.on('message', (message: ThreadMessage) => {
      if (slot.thread !== opened) return;
      if ('isReady' in message) return this.#begin(slot);
      this.#settle(
        slot,
        ({ resolve, reject }) => {
          if ('result' in message) return resolve(message.result as never);
          const { code, message: text, ...rest } = message.error;
          reject(new ApiError(code, text, rest));
        },
        message.cpuMs,
      );
    });
    opened.once('error', (error) => {
      if (slot.thread !== opened) return;
      slot.thread = null;
      const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#settle(slot, ({ exceed, reject }) => (isOutOfMemory ? exceed() : reject(error)));
    });
    return opened;
  }

  /** Ends what runs, and starts what waits. Without `cpuMs`, the thread has ended: the time that has passed counts. */
  #settle(slot: Slot, finish: (job: Job) => void, cpuMs?: number): void {
    clearTimeout(slot.timer);
    const { running } = slot;
    slot.running = null;
    slot.timer = setTimeout(() => this.#end(slot), idleMs).unref();
    if (running) {
      const { job, startedAt } = running;
      this.options.budgets.add(job.appId, cpuMs ?? (startedAt === null ? 0 : performance.now() - startedAt));
      finish(job);
    }
    this.#startNext();
  }

  #end(slot: Slot): void {
    clearTimeout(slot.timer);
    void slot.thread?.terminate();
    slot.thread = null;
  }
}

interface ThreadOptions {
  /** The file of the thread in the project. Its bundle in the folder of the build has the same name. Tests have none. */
  source: string;
  workerData?: unknown;
  resourceLimits: ResourceLimits;
}

export function openThread({ source, workerData, resourceLimits }: ThreadOptions): Worker {
  const bundle = `${basename(source, '.ts')}.mjs`;
  // The pages of `npm run dev` run in Next, whose folder is another one.
  const folder = process.env.NODE_ENV === 'development' ? '.next-dev' : process.env.NEXT_DIST_DIR || '.next';
  const root = process.cwd();
  // Without `turbopackIgnore`, Next would count all files of the project as read here.
  const built = join(/*turbopackIgnore: true*/ root, folder, bundle);
  const isBundled = existsSync(built);
  const options: WorkerOptions = {
    workerData,
    resourceLimits,
    ...(!isBundled && { execArgv: ['--import', 'tsx'] }),
  };
  // Next would bundle the file of `new Worker`, which it can't find.
  return Reflect.construct(Worker, [
    isBundled ? built : join(/*turbopackIgnore: true*/ root, source),
    options,
  ]);
}
