// The server process: Next behind a plain HTTP server, so that handlers of our own can stand in front of it.
// start/server.ts starts it and hears over the channel between the two when it is ready.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import next from 'next';
import { outliveTerminal } from './deaf-terminal.mjs';
import { drainOf } from './drain.mjs';
import { projectRoot } from './project-root.mjs';

/** How long requests may take to finish once the server is told to stop. */
const drainMs = 10_000;

outliveTerminal();
const port = Number(process.env.PORT);
const hostname = process.env.HOST || undefined;

const app = next({ dev: false, dir: projectRoot, port, hostname });
await quietly(() => app.prepare());
const handle = app.getRequestHandler();

const server = createServer((request, response) => {
  addAddress(request);
  handle(request, response);
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

/** Usually the parent does it; where it was killed, this process is the last that knows of the database. */
function stopDatabase() {
  if (!process.env.EMBEDDED_DATA_DIR) return;
  const command = ['--import', 'tsx', 'lib/ops/postgres/stop-abandoned.ts', process.env.EMBEDDED_DATA_DIR];
  spawn(process.execPath, command, { cwd: projectRoot, detached: true, stdio: 'ignore' }).unref();
}

/**
 * Adds who asked at the end of `X-Forwarded-For`, as each proxy in front does: what a client itself wrote there never
 * stands last, and so is not believed.
 * @param {import('node:http').IncomingMessage} request
 */
function addAddress({ headers, socket }) {
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = [before, socket.remoteAddress].filter(Boolean).join(', ');
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
