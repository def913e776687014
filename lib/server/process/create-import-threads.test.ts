import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { createImportThreads } from './create-import-threads';

const small = { source: 'x', extension: null };
const large = { source: 'x'.repeat(100_000), extension: null };
const publication = { editionId: 'ced_1', scheduled: true } as const;

/** Threads whose tasks end when the test says so. They start at once unless `startsLater`. */
function openThreads({ startsLater = false } = {}) {
  const threads: FakeThread[] = [];
  const importer = createImportThreads(() => {
    const thread = new FakeThread();
    threads.push(thread);
    if (!startsLater) queueMicrotask(() => thread.start());
    return thread as unknown as Worker;
  });
  /** The apps of the tasks that run. */
  const running = async () => {
    await setImmediate();
    return threads.flatMap(({ task }) => task?.input.appId ?? []);
  };
  const finish = async (appId: string, cpuMs: number) => {
    await setImmediate();
    threads.find(({ task }) => task?.input.appId === appId)?.finish(cpuMs);
    await setImmediate();
  };
  return { importer, threads, running, finish };
}

class FakeThread extends EventEmitter {
  task: { input: { appId: string } } | null = null;
  readonly terminate = vi.fn();
  readonly unref = vi.fn();

  start(): void {
    this.emit('message', 'started');
  }

  postMessage({ task }: Pick<FakeThread, 'task'>): void {
    this.task = task;
  }

  finish(cpuMs: number): void {
    this.task = null;
    this.emit('message', { result: { problems: [] }, cpuMs });
  }
}

test('a task has its time from when its thread has started', async () => {
  vi.useFakeTimers();
  try {
    const { importer, threads } = openThreads({ startsLater: true });
    const check = importer.check({ appId: 'a', ...large });
    await vi.advanceTimersByTimeAsync(30_000);
    threads[0]?.start();
    await vi.advanceTimersByTimeAsync(9000);
    expect(await Promise.race([check, 'running'])).toBe('running');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await check).toMatchObject({ digest: null, problems: [{ file: 'source' }] });
    expect(threads[0]?.terminate).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['does not start', () => {}, { code: 'service_unavailable' }],
  ['fails', (thread?: FakeThread) => thread?.emit('error', new Error('failed')), { message: 'failed' }],
])('a thread that %s is replaced for the next task', async (_, end, error) => {
  vi.useFakeTimers();
  try {
    const { importer, threads } = openThreads({ startsLater: true });
    const check = importer.check({ appId: 'a', ...large }).catch((thrown) => thrown);
    await vi.advanceTimersByTimeAsync(1000);
    end(threads[0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await check).toMatchObject(error);
    const next = importer.check({ appId: 'a', ...large });
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.start();
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.finish(1);
    expect(await next).toEqual({ problems: [] });
  } finally {
    vi.useRealTimers();
  }
});

test('a task that takes too much memory is answered as one that takes too much time', async () => {
  const { importer, threads, running } = openThreads();
  const check = importer.check({ appId: 'a', ...large });
  expect(await running()).toEqual(['a']);
  threads[0]?.emit('error', Object.assign(new Error('memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  expect(await check).toMatchObject({ digest: null, problems: [{ file: 'source' }] });
});

test('a small text waits neither for a large one nor for a publication', async () => {
  const { importer, running } = openThreads();
  importer.check({ appId: 'a', ...large });
  importer.publish({ appId: 'b', ...publication });
  importer.check({ appId: 'c', ...small });
  importer.compare({ appId: 'd', from: small, to: large, counted: false });
  expect(await running()).toEqual(['a', 'b', 'c']);
});

test('an app publishes once at a time, and leaves a thread to others', async () => {
  const { importer, running } = openThreads();
  for (const appId of ['a', 'a', 'b']) importer.publish({ appId, ...publication });
  expect(await running()).toEqual(['a', 'b']);
});

test('the app that has used the least time is next', async () => {
  const { importer, running, finish } = openThreads();
  for (const appId of ['a', 'a', 'a', 'b', 'b', 'c']) importer.check({ appId, ...small });
  const order = [];
  for (const cpuMs of [1000, 1500, 100, 1000, 100, 100]) {
    const [appId = ''] = await running();
    order.push(appId);
    await finish(appId, cpuMs);
  }
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('an app that has used its time is rejected, but publishes, and others are not', async () => {
  const { importer, running, finish } = openThreads();
  importer.check({ appId: 'a', ...large });
  await finish('a', 25_000);
  for (const text of [small, large]) {
    const error = await importer.check({ appId: 'a', ...text }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'too_many_requests', retryAfter: 20 });
  }
  importer.publish({ appId: 'a', ...publication });
  importer.check({ appId: 'b', ...large });
  expect((await running()).toSorted()).toEqual(['a', 'b']);
});
