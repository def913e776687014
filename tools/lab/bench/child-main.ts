// Entry point of the bench's child processes. The argument is the role. Each role imports only what it needs.
// The process sends 'ready', then a reply to each message.

import { createServer } from 'node:http';
import type { ChildReply, ChildRole } from './child-process';
import type { StoredResponse } from './load/http-messages';

const roles: Record<ChildRole, () => Promise<void>> = {
  'load-generator': async () => handleMessages((await import('./load/generate-load')).generateLoad),
  'raw-switch': async () => handleMessages((await import('./raw-switch')).runRawSwitches),
  'bare-server': startBareServer,
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
