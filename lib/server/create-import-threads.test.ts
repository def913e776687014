import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { createImportThreads } from './create-import-threads';

const small = { source: 'x', extension: null };
const large = { source: 'x'.repeat(100_000), extension: null };
const publication = { editionId: 'ced_1', scheduled: true } as const;

/** Threads whose tasks end when the test says so. */
function openThreads() {
  const threads: FakeThread[] = [];
  const importer = createImportThreads(() => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread as unknown as Worker;
  });
  /** The apps of the tasks that run. */
  const running = () => threads.flatMap(({ task }) => task?.input.appId ?? []);
  const finish = (appId: string, cpuMs: number) =>
    threads.find(({ task }) => task?.input.appId === appId)?.finish(cpuMs);
  const begin = (appId: string) =>
    threads.find(({ task }) => task?.input.appId === appId)?.emit('message', { isReady: true });
  return { importer, running, finish, begin };
}

class FakeThread extends EventEmitter {
  task: { input: { appId: string } } | null = null;
  readonly terminate = vi.fn();
  readonly unref = vi.fn();

  postMessage({ task }: Pick<FakeThread, 'task'>): void {
    this.task = task;
  }

  finish(cpuMs: number): void {
    this.task = null;
    this.emit('message', { result: { problems: [] }, cpuMs });
  }
}

test('a task has its time from when its thread is ready', async () => {
  vi.useFakeTimers();
  try {
    const { importer, begin } = openThreads();
    const check = importer.check({ appId: 'a', ...large });
    vi.advanceTimersByTime(30_000);
    begin('a');
    vi.advanceTimersByTime(9000);
    expect(await Promise.race([check, 'running'])).toBe('running');
    vi.advanceTimersByTime(2000);
    expect(await check).toMatchObject({ digest: null, problems: [{ file: 'source' }] });
  } finally {
    vi.useRealTimers();
  }
});

test('a small text waits neither for a large one nor for a publication', () => {
  const { importer, running } = openThreads();
  importer.check({ appId: 'a', ...large });
  importer.publish({ appId: 'b', ...publication });
  importer.check({ appId: 'c', ...small });
  importer.compare({ appId: 'd', from: small, to: large, counted: false });
  expect(running()).toEqual(['a', 'b', 'c']);
});

test('an app publishes once at a time, and leaves a thread to others', () => {
  const { importer, running } = openThreads();
  for (const appId of ['a', 'a', 'b']) importer.publish({ appId, ...publication });
  expect(running()).toEqual(['a', 'b']);
});

test('the app that has used the least time is next', () => {
  const { importer, running, finish } = openThreads();
  for (const appId of ['a', 'a', 'a', 'b', 'b', 'c']) importer.check({ appId, ...small });
  const order = [];
  for (const cpuMs of [1000, 1500, 100, 1000, 100, 100]) {
    const [appId = ''] = running();
    order.push(appId);
    finish(appId, cpuMs);
  }
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('an app that has used its time is rejected, but publishes, and others are not', async () => {
  const { importer, running, finish } = openThreads();
  importer.check({ appId: 'a', ...large });
  finish('a', 25_000);
  for (const text of [small, large]) {
    const error = await importer.check({ appId: 'a', ...text }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'too_many_requests', retryAfter: 20 });
  }
  importer.publish({ appId: 'a', ...publication });
  importer.check({ appId: 'b', ...large });
  expect(running().toSorted()).toEqual(['a', 'b']);
});
