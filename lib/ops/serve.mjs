// The server process: one port, on which the interface is answered by its own route files and everything else by Next.
// start/server.ts starts it and hears over the channel between the two when it is ready.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { outliveTerminal } from './deaf-terminal.mjs';
import { drainOf } from './drain.mjs';
import { projectRoot } from './project-root.mjs';

/** How long requests may take to finish once the server is told to stop. */
const drainMs = 10_000;

outliveTerminal();
const port = Number(process.env.PORT);
const hostname = process.env.HOST || undefined;

// Next would take upgrades on our server for its own and leave them open without an answer. It gets a server that
// nobody reaches; ours has nothing to upgrade to and so answers as if it had not been asked.
const app = next({ dev: false, dir: projectRoot, port, hostname, httpServer: createServer() });
await quietly(() => app.prepare());
const answerPage = app.getRequestHandler();
const answerInterface = await loadInterface();

const server = createServer((request, response) => {
  addAddress(request);
  if (answerInterface(request, response)) return;
  request.url = decodable(request.url ?? '/');
  answerPage(request, response);
});
// Longer than the minute that a proxy in front usually keeps connections, or it would use one just being closed.
server.keepAliveTimeout = 65_000;
server.headersTimeout = 66_000;

const drain = drainOf(server, drainMs);
async function stop() {
  await drain();
  await app.close();
  if (!process.connected) stopDatabase();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
process.once('disconnect', stop);

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(port, hostname, () => process.send?.('ready'));

/**
 * What answers the interface, as start/bundle.ts built it. Next could answer it too and does in `npm run dev`;
 * `INTERFACE=next` has it do so here, for the test that both give the same answers.
 * @returns {Promise<import('../http/mount-routes').Mount>}
 */
async function loadInterface() {
  if (process.env.INTERFACE === 'next') return () => false;
  const built = join(projectRoot, process.env.NEXT_DIST_DIR || '.next', 'interface.mjs');
  return (await import(built)).answerInterface;
}

/** Usually the parent does it; where it was killed, this process is the last that knows of the database. */
function stopDatabase() {
  if (!process.env.EMBEDDED_DATA_DIR) return;
  const command = ['--import', 'tsx', 'lib/ops/postgres/stop-abandoned.ts', process.env.EMBEDDED_DATA_DIR];
  spawn(process.execPath, command, { cwd: projectRoot, detached: true, stdio: 'ignore' }).unref();
}

/**
 * A path that is broken as a code of characters names no page, and Next would answer it without one.
 * @param {string} url
 */
function decodable(url) {
  const [path = '', ...query] = url.split(/(?=\?)/);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + query.join('');
  }
}

/**
 * Adds who asked at the end of `X-Forwarded-For`, as each proxy in front does: what a client itself wrote there never
 * stands last, and so is not believed.
 * @param {import('node:http').IncomingMessage} request
 */
function addAddress({ headers, rawHeaders, socket }) {
  const before = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = before ? `${before}, ${address}` : address;
  rawHeaders.push('X-Forwarded-For', address);
}

/**
 * Next greets on stdout, in the middle of a line that says something else. Errors go to stderr and are heard.
 * @param {() => Promise<void>} work
 */
async function quietly(work) {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  await work();
  process.stdout.write = write;
}
