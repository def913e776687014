// Entry point of the bench's child processes. The argument is the role. Each role imports only what it needs.
// The process sends 'ready', then a reply to each message.

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { projectRoot } from '@/tools/project-root.mjs';
import type { ChildReply, ChildRole } from './child-process';
import type { StoredResponse } from './load/http-messages';

const roles: Record<ChildRole, () => Promise<void>> = {
  'load-generator': async () => handleMessages((await import('./load/generate-load')).generateLoad),
  'raw-switch': async () => handleMessages((await import('./raw-switch')).runRawSwitches),
  'bare-server': startBareServer,
  isr: startIsr,
};

process.once('disconnect', () => process.exit());
await roles[process.argv[2] as ChildRole]();
process.send?.('ready');

/** Replies to each message with the result of `handle`. */
function handleMessages<Message, Result>(handle: (message: Message) => Promise<Result>): void {
  const reply = (message: ChildReply<Result>) => process.send?.(message);
  process.on('message', async (message: Message) => {
    try {
      reply({ result: await handle(message) });
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Sends the same stored response to every request: the upper limit of a Node server. */
async function startBareServer(): Promise<void> {
  let response: StoredResponse = { status: 204, headers: {}, body: '' };
  let body = Buffer.alloc(0);
  handleMessages(async (next: StoredResponse) => {
    response = next;
    body = Buffer.from(next.body);
    return null;
  });
  const server = createServer((_, reply) => {
    reply.writeHead(response.status, response.headers);
    reply.end(body);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve));
}

/** Builds and serves the page in `isr/` with Next. */
async function startIsr(): Promise<void> {
  const dir = join(import.meta.dirname, 'isr');
  const { default: next } = await import('next');
  execFileSync(process.execPath, [join(projectRoot, 'node_modules/next/dist/bin/next'), 'build', dir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const app = next({ dev: false, dir });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((request, response) => handle(request, response));
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve));
}
