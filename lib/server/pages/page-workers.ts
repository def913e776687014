import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatMs, positionHeader, templateHeader } from './page-worker-protocol.mjs';

/** How long a worker can be silent, in heartbeats. Rendering a large page on a busy machine takes a few. */
const defaultMaxMissed = 10;
/** How long a worker can take to start, in heartbeats. */
const maxStartHeartbeats = 300;
/** The heap is bounded by `--max-old-space-size`. The rest are buffers and code. */
const maxHeapMegabytes = 512;
const defaultMaxMemoryBytes = 768e6;
/** Before a worker that ended is replaced. Does not delay the first replacement. */
const restartDelayMs = 1000;
/** How long a request waits while no worker is ready. */
const readyTimeoutMs = 10_000;
/** How long a worker can take to send anything of a response. */
const responseTimeoutMs = 30_000;
const stopTimeoutMs = 1000;
/** The rest of a longer line is discarded. */
const maxLineLength = 2000;

/** Headers of one connection, and what this process sets. They are not passed on. */
const connectionHeaders = new Set([
  positionHeader,
  templateHeader,
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type PageRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> &
  Partial<Pick<IncomingMessage, 'pipe'>> & { template?: string };

/** A ServerResponse or a PageBuffer. */
type PageResponse = Writable & {
  headersSent: boolean;
  writeHead: (status: number, headers: string[]) => unknown;
};

interface Worker {
  child: ChildProcess;
  /** The path of its socket. */
  path: string;
  agent: Agent;
  isReady: boolean;
  /** Whether a connection failed since its last message: it has probably ended. */
  isSuspect: boolean;
  /** Whether its replacement has been started. */
  isRetiring: boolean;
  /** How many are in progress. */
  requests: number;
  /** Heartbeats. */
  missed: number;
}

interface PageWorkersOptions {
  count: number;
  script: string;
  environment?: NodeJS.ProcessEnv;
  /** Returns the first message for a worker. */
  greet?: () => object;
  /** Returns the position that a request waits for. */
  flush?: () => number;
  onEnd?: (reason: string) => void;
  /** Gets lines of the log. */
  onLog?: (lines: string) => void;
  /** Gets each line that a worker writes to stdout or stderr. */
  onOutput?: (line: string) => void;
  maxMissed?: number;
  maxMemoryBytes?: number;
}

/** Starts `count` processes that render pages, and replaces those that end, hang or exceed `maxMemoryBytes`. */
export function createPageWorkers({
  count,
  script,
  environment = process.env,
  greet = () => ({}),
  flush = () => 0,
  onEnd = () => {},
  onLog = () => {},
  onOutput = () => {},
  maxMissed = defaultMaxMissed,
  maxMemoryBytes = defaultMaxMemoryBytes,
}: PageWorkersOptions) {
  // Only this user can connect to the sockets.
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-pages-'));
  const workers = new Set<Worker>();
  let started = 0;
  let lastEndAt = 0;
  let isStopping = false;
  /** Called when a worker is ready, or has ended. */
  const onChange = new Set<() => void>();

  function start() {
    started += 1;
    const path = join(folder, String(started));
    const child = fork(script, [path], {
      execArgv: ['--no-parallel-scavenge', `--max-old-space-size=${maxHeapMegabytes}`],
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    readLines(child.stdout, onOutput);
    readLines(child.stderr, onOutput);
    const worker: Worker = {
      child,
      path,
      agent: new Agent({ keepAlive: true }),
      isReady: false,
      isSuspect: false,
      isRetiring: false,
      requests: 0,
      missed: 0,
    };
    workers.add(worker);
    child.on('message', (message: 'ready' | { log: string } | { memoryBytes: number }) => {
      worker.missed = 0;
      if (worker.isSuspect) trust(worker);
      if (message === 'ready') becomeReady(worker);
      else if ('log' in message) onLog(message.log);
      else retireAbove(worker, message.memoryBytes);
    });
    child.on('error', ({ message }) => onEnd(message));
    child.once('exit', (code, signal) => end(worker, signal ?? `code ${code}`));
  }

  function becomeReady(worker: Worker) {
    send(worker, greet());
    worker.isReady = true;
    for (const notify of onChange) notify();
    for (const each of workers) stopIfRetired(each);
  }

  /** Uses a worker again that is alive. */
  function trust(worker: Worker) {
    worker.isSuspect = false;
    for (const notify of onChange) notify();
  }

  function retireAbove(worker: Worker, memoryBytes: number) {
    if (memoryBytes <= maxMemoryBytes || worker.isRetiring || isStopping) return;
    worker.isRetiring = true;
    start();
  }

  /** Stops a worker that has been replaced when its requests have ended. */
  function stopIfRetired(worker: Worker) {
    const isReplaced = worker.isRetiring && select() !== worker;
    if (isReplaced && worker.requests === 0) send(worker, 'stop');
  }

  async function end(worker: Worker, reason: string) {
    workers.delete(worker);
    worker.agent.destroy();
    rmSync(worker.path, { force: true });
    for (const notify of onChange) notify();
    if (isStopping || worker.isRetiring) return;
    onEnd(reason);
    const endedAgo = performance.now() - lastEndAt;
    lastEndAt = performance.now();
    if (endedAgo < restartDelayMs * 10) await sleep(restartDelayMs);
    if (!isStopping) start();
  }

  function send({ child }: Worker, message: object | string) {
    // A worker that ends is replaced.
    if (child.connected) child.send(message, () => {});
  }

  /** The ready worker with the fewest requests, preferably one that is not being replaced. */
  function select(): Worker | undefined {
    let best: Worker | undefined;
    for (const worker of workers) {
      if (!worker.isReady || worker.isSuspect || !worker.child.connected) continue;
      const isBetter =
        !best ||
        Number(worker.isRetiring) - Number(best.isRetiring) < 0 ||
        (worker.isRetiring === best.isRetiring && worker.requests < best.requests);
      if (isBetter) best = worker;
    }
    return best;
  }

  /** Waits until `isDone`, at most for `timeoutMs`. */
  function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        onChange.delete(check);
        clearTimeout(timer);
        resolve();
      };
      const check = () => {
        if (isDone()) finish();
      };
      const timer = setTimeout(finish, timeoutMs);
      onChange.add(check);
    });
  }

  /** Passes a request on to a worker. Calls `fail` if none responds. */
  async function forward(request: PageRequest, response: PageResponse, fail: () => void): Promise<void> {
    let worker = select();
    if (!worker) {
      await waitUntil(() => select() !== undefined || response.destroyed, readyTimeoutMs);
      worker = select();
      if (response.destroyed) return;
    }
    if (worker) forwardTo(worker, request, response, fail);
    else fail();
  }

  function forwardTo(worker: Worker, request: PageRequest, response: PageResponse, fail: () => void): void {
    worker.requests += 1;
    const { method, url, headers, template } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const upstream = sendRequest({
      socketPath: worker.path,
      agent: worker.agent,
      method,
      path: url,
      headers: {
        ...selectHeaders(headers, hasBody),
        [positionHeader]: flush(),
        ...(template !== undefined && { [templateHeader]: template }),
      },
      timeout: responseTimeoutMs,
    });
    upstream.once('close', () => {
      worker.requests -= 1;
      stopIfRetired(worker);
    });
    upstream.once('timeout', () => upstream.destroy(new Error('The page worker did not respond.')));
    upstream.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy();
      else if (response.destroyed) return;
      else {
        worker.isSuspect = true;
        // Without a connection, the worker did not get the request.
        const isUnsent = code === 'ECONNREFUSED' || code === 'ENOENT';
        if (isUnsent && !hasBody) forward(request, response, fail);
        else fail();
      }
    });
    upstream.once('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, selectRawHeaders(incoming.rawHeaders));
      incoming.once('error', () => response.destroy());
      incoming.pipe(response);
    });
    response.once('close', () => upstream.destroy());
    if (hasBody && request.pipe) request.pipe(upstream);
    else upstream.end();
  }

  const heartbeatTimer = setInterval(() => {
    for (const worker of workers) {
      // Counted, so that time for which this process was suspended does not count.
      worker.missed += 1;
      if (worker.missed > (worker.isReady ? maxMissed : maxStartHeartbeats)) worker.child.kill('SIGKILL');
    }
  }, heartbeatMs);

  for (let index = 0; index < count; index += 1) start();

  return {
    forward,
    broadcast(message: object) {
      for (const worker of workers) if (worker.isReady) send(worker, message);
    },
    /** Resolves when a worker is ready; rejects if the first ones end before. */
    async start() {
      await waitUntil(() => select() !== undefined || workers.size < count, maxStartHeartbeats * heartbeatMs);
      if (!select()) throw new Error('The page workers did not start.');
    },
    /** The number of workers that are ready, and of those that were started. */
    counts: () => ({ ready: [...workers].filter(({ isReady }) => isReady).length, started }),
    async stop() {
      isStopping = true;
      clearInterval(heartbeatTimer);
      for (const worker of workers) send(worker, 'stop');
      await waitUntil(() => workers.size === 0, stopTimeoutMs);
      for (const { child } of workers) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls `onLine` with each line that is not empty. */
function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  let line = '';
  const end = () => {
    if (line.trim()) onLine(line);
    line = '';
  };
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    for (const [index, part] of chunk.split('\n').entries()) {
      if (index > 0) end();
      line = (line + part).slice(0, maxLineLength);
    }
  });
  stream?.once('end', end);
}

function selectHeaders(headers: IncomingHttpHeaders, hasBody: boolean) {
  const entries = Object.entries(headers).filter(
    ([name]) => !connectionHeaders.has(name) && (hasBody || name !== 'content-length'),
  );
  const chunked = hasBody && headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {};
  return { ...Object.fromEntries(entries), ...chunked };
}

function selectRawHeaders(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
    return !connectionHeaders.has(name);
  });
}
