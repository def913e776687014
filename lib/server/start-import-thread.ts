import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ApiError } from '@/lib/contract/errors';
import type { CatalogImporter } from '@/lib/domain/catalog-importer';

type TaskKind = keyof CatalogImporter;
type ImportTaskOf<Kind extends TaskKind> = { kind: Kind; input: Parameters<CatalogImporter[Kind]>[0] };
export type ImportTask = { [Kind in TaskKind]: ImportTaskOf<Kind> }[TaskKind];

/** What the thread answers to a task. */
type ImportResult = { result: unknown } | { error: Pick<ApiError, 'code' | 'message' | 'cause'> };

interface Job {
  task: ImportTask;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** A publication writes while accounts wait for it. */
const timeoutMs = { check: 10_000, compare: 10_000, export: 10_000, publish: 120_000 };
/** An idle thread ends, with its connection. */
const idleMs = 60_000;
const maxWaiting = { ofApp: 16, ofAll: 64 };
/** The nodes of a text die young: with more room for these, a check spends less time on garbage collection. */
const heapMegabytes = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/**
 * Runs the tasks of the catalog import in a thread, one at a time, because a price list takes seconds of CPU time in which the process would
 * answer nothing. The thread starts with the first task. It ends when it is idle, and when a task takes too long: its transaction is rolled
 * back then.
 */
export function createImportThread(): CatalogImporter {
  let thread: Worker | null = null;
  let running: Job | null = null;
  let waiting: Job[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastAppId = '';

  function end(): void {
    clearTimeout(timer);
    void thread?.terminate();
    thread = null;
  }

  function settle(finish: (job: Job) => void): void {
    clearTimeout(timer);
    const job = running;
    running = null;
    if (job) finish(job);
    startNext();
  }

  function open(): Worker {
    const opened = startThread();
    opened.unref();
    opened.on('message', (message: ImportResult) => {
      if (thread !== opened) return;
      settle(({ resolve, reject }) => {
        if ('result' in message) return resolve(message.result as never);
        const { code, message: text, cause } = message.error;
        reject(new ApiError(code, text, { cause }));
      });
    });
    opened.once('error', (error) => {
      if (thread !== opened) return;
      thread = null;
      settle((job) => {
        const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (isOutOfMemory) rejectText(job);
        else job.reject(error);
      });
    });
    return opened;
  }

  function startNext(): void {
    if (running) return;
    // Those of other apps first.
    const next = waiting.find(({ task }) => task.input.appId !== lastAppId) ?? waiting[0];
    if (!next) {
      timer = setTimeout(end, idleMs).unref();
      return;
    }
    waiting = waiting.filter((job) => job !== next);
    running = next;
    lastAppId = next.task.input.appId;
    clearTimeout(timer);
    thread ??= open();
    thread.postMessage(next.task);
    timer = setTimeout(() => {
      end();
      settle(rejectText);
    }, timeoutMs[next.task.kind]).unref();
  }

  function run<T>(task: ImportTask): Promise<T> {
    const ofApp = waiting.filter((job) => job.task.input.appId === task.input.appId);
    if (ofApp.length >= maxWaiting.ofApp) {
      throw new ApiError('too_many_requests', 'Other price lists of the app are being checked. Try again.');
    }
    if (waiting.length >= maxWaiting.ofAll) {
      throw new ApiError('service_unavailable', 'Too many price lists are being checked. Try again.');
    }
    return new Promise<T>((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      startNext();
    });
  }

  return {
    check: async (input) => run({ kind: 'check', input }),
    publish: async (input) => run({ kind: 'publish', input }),
    compare: async (input) => run({ kind: 'compare', input }),
    export: async (input) => run({ kind: 'export', input }),
  };
}

/** Ends a task whose text takes too much time or memory. */
function rejectText({ task, resolve }: Job): void {
  const message = 'The price list takes too much time or memory. Make it smaller.';
  const problems = [{ file: 'source' as const, line: null, column: null, path: '', message }];
  const results: { [Kind in TaskKind]: Awaited<ReturnType<CatalogImporter[Kind]>> } = {
    check: { problems, difference: null, catalog: null, digest: null },
    publish: { outcome: 'invalid', problems },
    compare: { invalid: 'to', problems },
    export: { problems },
  };
  resolve(results[task.kind] as never);
}

/** `npm run dev` has no bundle of the thread. */
function startThread(): Worker {
  const bundle = join(process.cwd(), process.env.NEXT_DIST_DIR || '.next', 'import-thread.mjs');
  const isBundled = process.env.NODE_ENV !== 'development' && existsSync(bundle);
  const file = isBundled ? bundle : join(process.cwd(), 'lib/server/import-thread.ts');
  const options: WorkerOptions = {
    resourceLimits: heapMegabytes,
    ...(!isBundled && { execArgv: ['--import', 'tsx'] }),
  };
  // Next would bundle the file of `new Worker`, which it can't find.
  return Reflect.construct(Worker, [file, options]);
}
