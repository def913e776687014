import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '@/tools/project-root.mjs';

/** A server behind a fault proxy. Clients use the proxy's port. */
export interface ProxiedServer {
  server: ServerProcess;
  proxy: FaultProxy;
}

/** A production server that can be killed and started again on the same port. */
export interface ServerProcess {
  port: number;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. Returns the exit code, or the signal that ended the process. */
  stop(): Promise<number | string | null>;
  /** Starts the server again after `kill`. */
  start(): Promise<void>;
  /** Resident memory of the process in bytes. */
  measureMemory(): number;
  /** Suspends the process (SIGSTOP). Its connections stay open. */
  suspend(): void;
  /** Resumes the process after `suspend`. */
  resume(): void;
}

const startTimeoutMs = 60_000;

/** Starts a server process. `log` is the file descriptor for its output, `root` the folder of its project. */
export async function startServerProcess(
  port: number,
  environment: NodeJS.ProcessEnv,
  log: number,
  root = projectRoot,
): Promise<ServerProcess> {
  let child = await forkServer(port, environment, log, root);
  return {
    port,
    kill: () => endServer(child, 'SIGKILL'),
    stop: async () => {
      await endServer(child, 'SIGTERM');
      return child.signalCode ?? child.exitCode;
    },
    start: async () => {
      child = await forkServer(port, environment, log, root);
    },
    measureMemory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) * 1024,
    suspend: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  };
}

async function forkServer(
  port: number,
  environment: NodeJS.ProcessEnv,
  log: number,
  root: string,
): Promise<ChildProcess> {
  const child = fork(join(root, 'lib/server/server.mjs'), {
    cwd: root,
    // Without the TypeScript loader of this process.
    execArgv: [],
    env: { ...environment, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', log, log, 'ipc'],
  });
  const outcome = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve('it took too long'), startTimeoutMs);
    const settle = (text: string) => {
      clearTimeout(timer);
      resolve(text);
    };
    child.once('message', () => settle('ready'));
    child.once('error', ({ message }) => settle(message));
    child.once('exit', (code, signal) => settle(`it exited with ${signal ?? code}`));
  });
  if (outcome === 'ready') return child;
  await endServer(child, 'SIGKILL');
  throw new Error(`A server did not start: ${outcome}.`);
}

async function endServer(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}

/** A TCP proxy that can drop a response: the server has done the work, but the client gets no response. */
interface FaultProxy {
  port: number;
  /**
   * Closes the connection instead of forwarding the next 200 response to a POST. Resolves when that has happened;
   * rejects when `signal` is aborted.
   */
  dropNextResponse(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const successStart = 'HTTP/1.1 200';

/** Starts a proxy on a free port of 127.0.0.1 for the server on `targetPort`. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  /** A callback for each response still to be dropped. */
  const pendingDrops: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    const both = [client, upstream];
    let isPost = false;
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    client.on('data', (chunk) => {
      const start = chunk.toString('latin1', 0, 5);
      if (/^(GET|HEAD|POST) /.test(start)) isPost = start === 'POST ';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const isSuccess = chunk.toString('latin1', 0, successStart.length) === successStart;
      const onDropped = isPost && isSuccess ? pendingDrops.shift() : undefined;
      if (!onDropped) client.write(chunk);
      else {
        for (const each of both) each.destroy();
        onDropped();
      }
    });
  });
  await listen(server);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    dropNextResponse: (signal) =>
      new Promise((resolve, reject) => {
        const onAbort = () => {
          pendingDrops.splice(pendingDrops.indexOf(onDropped), 1);
          reject(signal.reason);
        };
        const onDropped = () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        pendingDrops.push(onDropped);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}
