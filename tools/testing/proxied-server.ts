import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '@/tools/start-server';

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
  /** Sends SIGTERM and waits for the exit. Returns the signal or, as `code N`, the exit code. */
  stop(): Promise<string>;
  /** Starts the server again after `kill`. */
  start(): Promise<void>;
  /** Resident memory of the process in bytes. */
  measureMemory(): number;
  /** Suspends the process (SIGSTOP). Its connections stay open. */
  suspend(): unknown;
  /** Resumes the process after `suspend`. */
  resume(): unknown;
}

const startTimeoutMs = 60_000;

/** Starts a server process. `log` is the file descriptor for its output, `root` the folder of its project. */
export async function startServerProcess(
  port: number,
  environment: NodeJS.ProcessEnv,
  log: number,
  root?: string,
): Promise<ServerProcess> {
  const start = () =>
    Promise.race([
      startServer({ ...environment, HOST: '127.0.0.1', PORT: String(port) }, log, root),
      sleep(startTimeoutMs, null, { ref: false }).then(() => {
        throw new Error('A server did not start within a minute.');
      }),
    ]);
  let server = await start();
  return {
    port,
    kill: async () => void (await server.end('SIGKILL')),
    stop: () => server.end('SIGTERM'),
    start: async () => {
      server = await start();
    },
    measureMemory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) * 1024,
    suspend: () => process.kill(server.pid, 'SIGSTOP'),
    resume: () => process.kill(server.pid, 'SIGCONT'),
  };
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
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
