import { createServer } from 'node:http';
import type { KeptAnswer } from './bare';

// The limit of what Node can answer: the same bytes, whatever is asked, out of memory.
let answer: KeptAnswer = { status: 204, headers: {}, body: '' };
let body = Buffer.alloc(0);

const server = createServer((_, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(body);
});
server.keepAliveTimeout = 65_000;

process.once('disconnect', () => process.exit());
process.on('message', (kept: KeptAnswer) => {
  answer = kept;
  body = Buffer.from(kept.body);
  process.send?.({ result: null });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
