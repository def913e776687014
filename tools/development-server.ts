import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { apiServerFile, bundleApiServer } from './build';
import { CliError, rejectOnShutdown } from './cli';
import { acceptsConnections, findFreePort } from './ports';
import { log } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { spawnPackageBin } from './run-package-bin';
import { startServer } from './start-server';
import { waitUntil } from './testing/wait-until';

/** The bundle of the API server. Next has its own folder for `next dev`. */
const distDir = '.next-dev';
const watchedFolders = ['app', 'components', 'lib'].map((folder) => join(projectRoot, folder));
/** An editor writes a file in several steps. */
const settleMs = 30;

/**
 * Serves on `port` with the routes of production: requests arrive at the server process, which passes pages on to `next
 * dev`. When a source has changed, a new server process replaces the old one as soon as it is ready. Connections of the
 * pages to Next, which reloads them, stay open. Ends when `next dev` exits, or on shutdown.
 */
export async function serveDevelopment(
  port: number,
  environment: NodeJS.ProcessEnv,
  nextArguments: string[],
): Promise<void> {
  const nextPort = await findFreePort();
  const startApi = async () => {
    const apiPort = await findFreePort();
    const server = await startServer({
      ...environment,
      ...{ HOST: '127.0.0.1', PORT: String(apiPort), NEXT_DIST_DIR: distDir },
      DEVELOPMENT_PORT: String(nextPort),
      // Node 22 and later load the packages from it in two thirds of the time.
      NODE_COMPILE_CACHE: join(projectRoot, '.cache/compile'),
    });
    return { port: apiPort, server };
  };
  await bundleApiServer(distDir);
  const next = startNext(nextPort, environment, nextArguments);
  let current = await startApi();
  const stopping = new Set<Promise<void>>();
  const replaceServer = async () => {
    const before = readBundle();
    await bundleApiServer(distDir);
    if (readBundle() === before) return;
    const { server: replaced } = current;
    current = await startApi();
    // Requests in progress have time to finish.
    const stopped = replaced.stop().finally(() => stopping.delete(stopped));
    stopping.add(stopped);
  };
  const stopWatching = await watchSources(watchedFolders, async () => {
    await replaceServer().catch((error) => log(`The API server could not be replaced: ${error.message}`));
  });
  const server = createProxy(() => current.port, nextPort);
  try {
    const isReady = () => acceptsConnections(nextPort);
    await rejectOnShutdown(Promise.race([waitUntil(() => 'next dev did not start.', isReady), next.exited]));
    server.listen(port, environment.HOST || undefined);
    log(`serving on http://localhost:${port}`);
    await rejectOnShutdown(next.exited);
    throw new CliError('next dev exited.');
  } finally {
    stopWatching();
    server.close();
    server.closeAllConnections();
    next.stop();
    await Promise.all([current.server.stop(), ...stopping]);
  }
}

const readBundle = () => readFileSync(join(projectRoot, distDir, apiServerFile), 'utf8');

function startNext(port: number, environment: NodeJS.ProcessEnv, options: string[]) {
  const args = ['dev', `--port=${port}`, '--hostname=127.0.0.1', ...options];
  const child = spawnPackageBin('next/dist/bin/next', args, { stdio: 'inherit', env: environment });
  return { exited: once(child, 'exit'), stop: () => child.kill('SIGTERM') };
}

/**
 * Calls `onChange` after changes in `folders`, one call after another. Resolves to a function that stops it, as soon as changes
 * are seen.
 */
export async function watchSources(folders: string[], onChange: () => Promise<void>): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const watcher = watch(folders, { ignoreInitial: true }).on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(onChange);
    }, settleMs);
  });
  await once(watcher, 'ready');
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}

/** Passes requests on to the server process, and upgrades, with which pages listen for changes, to Next. */
export function createProxy(getPort: () => number, nextPort: number) {
  const server = createServer((request, response) => {
    const { method, url: path, rawHeaders: headers } = request;
    const upstream = sendRequest({ host: '127.0.0.1', port: getPort(), method, path, headers, agent: false });
    upstream.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    upstream.once('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders);
      incoming.pipe(response);
    });
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  server.on('upgrade', (request, socket, head) => {
    const upstream = connect(nextPort, '127.0.0.1', () => {
      upstream.write(formatHead(request));
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const [end, other] of [
      [upstream, socket],
      [socket, upstream],
    ] as const) {
      end.on('error', () => other.destroy());
      end.on('close', () => other.destroy());
    }
  });
  return server;
}

function formatHead({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]));
  return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
