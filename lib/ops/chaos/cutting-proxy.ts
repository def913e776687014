import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door in front of a server that can swallow an answer: what was asked for is done, and nobody hears of it. */
export interface CuttingProxy {
  port: number;
  /** Cuts the next good answer to a POST off before its first byte. Resolves once it is cut; rejects when aborted. */
  cutNextAnswer(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const goodAnswer = 'HTTP/1.1 200';

/** Opens a proxy on this machine's own address for the server on `targetPort`. */
export async function openCuttingProxy(targetPort: number): Promise<CuttingProxy> {
  const waiting: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    const both = [client, upstream];
    let posted = false;
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
      if (/^(GET|HEAD|POST) /.test(start)) posted = start === 'POST ';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const isGood = chunk.toString('latin1', 0, goodAnswer.length) === goodAnswer;
      const cut = posted && isGood ? waiting.shift() : undefined;
      if (!cut) client.write(chunk);
      else {
        for (const each of both) each.destroy();
        cut();
      }
    });
  });
  await listen(server);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutNextAnswer: (signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(cut), 1);
          reject(signal.reason);
        };
        const cut = () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        waiting.push(cut);
        signal.addEventListener('abort', giveUp, { once: true });
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
