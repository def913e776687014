import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';
import type { ApiError } from '@/lib/contract/errors';
import { eventRequest } from '@/lib/db/connection/event-request';
import { toApiError } from '@/lib/domain/to-api-error';

/** What a thread is sent: a task, and the request that it is for, as `eventRequest`. */
export interface ThreadTask<Task> {
  task: Task;
  request: string | undefined;
}

/** What a thread answers to a task. */
export type TaskResult = { cpuMs: number } & (
  | { result: unknown }
  | { error: Pick<ApiError, 'code' | 'message' | 'errors' | 'retryAfter' | 'cause'> }
);

/** Runs the tasks that a `ThreadPool` sends to this thread. Its first message says that it has started. */
export function serveTasks<Task>(perform: (task: Task) => Promise<unknown>): void {
  parentPort?.on('message', async ({ task, request }: ThreadTask<Task>) => {
    const before = readCpuMs();
    const result = request === undefined ? perform(task) : eventRequest.run(request, () => perform(task));
    const outcome = await result.then((result) => ({ result }), toFailure);
    parentPort?.postMessage({ ...outcome, cpuMs: readCpuMs() - before } satisfies TaskResult);
  });
  parentPort?.postMessage('started');
}

/** Errors lose their class and fields between threads. */
function toFailure(thrown: unknown) {
  const { code, message, errors, retryAfter, cause } = toApiError(thrown);
  return { error: { code, message, errors, retryAfter, cause } };
}

/** The CPU time of this thread, which Linux counts. Elsewhere the time that its event loop was busy. */
function readCpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}

/** Gives this thread a third of the CPU time of others when all processors are busy. Only Linux has priorities of threads. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(5);
}
