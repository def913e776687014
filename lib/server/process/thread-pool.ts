import { once } from 'node:events';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ApiError } from '@/lib/contract/errors';
import { eventRequest } from '@/lib/db/connection/event-request';
import type { CpuBudgets } from './cpu-budgets';
import type { TaskResult, ThreadTask } from './serve-tasks';

interface PoolOptions {
  open: () => Worker;
  /** Of two or more, an app uses one at a time. */
  threads: number;
  budgets: CpuBudgets;
  /** Whether tasks of an app that has used its budget are rejected. */
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
  #waiting: { appId: string; start: () => void }[] = [];
  /** The apps whose tasks run. */
  readonly #running = new Set<string>();
  /** Threads without a task, each with the timer that ends it. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor(readonly options: PoolOptions) {}

  /** Resolves to the result of a task, or to that of `exceed` if the task takes too much time or memory. Throws 429 and 503. */
  async run<T>(appId: string, task: unknown, timeoutMs: number, exceed: () => T): Promise<T> {
    const request = eventRequest.getStore();
    await this.#waitForTurn(appId);
    try {
      const result = await this.#runInThread(appId, { task, request }, timeoutMs);
      if (result === null) return exceed();
      if ('result' in result) return result.result as T;
      const { code, message, ...rest } = result.error;
      throw new ApiError(code, message, rest);
    } finally {
      this.#running.delete(appId);
      this.#startNext();
    }
  }

  async #waitForTurn(appId: string): Promise<void> {
    const { budgets, isLimited } = this.options;
    const waitMs = isLimited ? budgets.getWaitMs(appId) : 0;
    const ofApp = this.#waiting.filter((task) => task.appId === appId);
    if (waitMs > 0 || ofApp.length >= maxWaiting.ofApp) {
      const message = 'Price lists of the app take too much time. Try again.';
      throw new ApiError('too_many_requests', message, { retryAfter: Math.ceil(Math.max(waitMs / 1000, 1)) });
    }
    if (this.#waiting.length >= maxWaiting.ofAll) {
      throw new ApiError('service_unavailable', 'Too many price lists are being checked. Try again.');
    }
    await new Promise<void>((start) => {
      this.#waiting.push({ appId, start });
      this.#startNext();
    });
  }

  #startNext(): void {
    const { budgets, threads } = this.options;
    while (this.#running.size < threads) {
      const [next] = this.#waiting
        .filter(({ appId }) => !this.#running.has(appId))
        .toSorted((a, b) => budgets.getUsed(a.appId) - budgets.getUsed(b.appId));
      if (!next) return;
      this.#waiting = this.#waiting.filter((task) => task !== next);
      this.#running.add(next.appId);
      next.start();
    }
  }

  /** The result is null if the task takes too much time or memory. The time counts from when the thread has started. */
  async #runInThread(
    appId: string,
    task: ThreadTask<unknown>,
    timeoutMs: number,
  ): Promise<TaskResult | null> {
    const [idle] = this.#idle.keys();
    const thread = idle ?? this.#open();
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    let startedAt: number | null = null;
    let cpuMs: number | null = null;
    try {
      if (!idle) await receive(thread, startTimeoutMs);
      startedAt = performance.now();
      thread.postMessage(task);
      const result = await receive<TaskResult>(thread, timeoutMs);
      cpuMs = result.cpuMs;
      this.#idle.set(thread, setTimeout(() => this.#end(thread), idleMs).unref());
      return result;
    } catch (error) {
      this.#end(thread);
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'ERR_WORKER_OUT_OF_MEMORY' || (code === 'ABORT_ERR' && startedAt !== null)) return null;
      if (code !== 'ABORT_ERR') throw error;
      throw new ApiError('service_unavailable', 'A thread did not start in time. Try again.');
    } finally {
      // A thread that has ended does not tell its CPU time. The time that has passed counts.
      this.options.budgets.add(appId, cpuMs ?? (startedAt === null ? 0 : performance.now() - startedAt));
    }
  }

  #open(): Worker {
    const thread = this.options.open();
    thread.unref();
    thread.on('error', () => this.#end(thread));
    return thread;
  }

  #end(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    void thread.terminate();
  }
}

/** Resolves to the next message of a thread. Rejects with an error of the thread, or with `ABORT_ERR` after a time. */
async function receive<T>(thread: Worker, timeoutMs: number): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs).unref();
  try {
    const [message] = await once(thread, 'message', { signal: timeout.signal });
    return message;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a thread with the bundle `<name>.mjs`, which the build writes to its folder (tools/build.ts). */
export function openThread(
  name: string,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>,
): Worker {
  // The pages of `npm run dev` run in Next, whose folder is another one.
  const folder = process.env.NODE_ENV === 'development' ? '.next-dev' : process.env.NEXT_DIST_DIR || '.next';
  // Without `turbopackIgnore`, Next would count all files of the project as read here.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), folder, `${name}.mjs`);
  // Next would bundle the file of `new Worker`, which it can't find.
  return Reflect.construct(Worker, [file, options]);
}
