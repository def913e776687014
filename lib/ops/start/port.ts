import { createServer } from 'node:net';
import { OperatorError } from '@/lib/ops/operator-error';

const defaultPort = 3000;

/** Reads the port from PORT. */
export function readPort(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new OperatorError(`PORT is "${text}"; it must be a number from 1 to 65535.`);
}

/** Fails with a clear message where another program listens on the port. `host` as for the server itself. */
export async function insistOnFreePort(port: number, host: string | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string | undefined): OperatorError {
  if (error.code === 'EADDRINUSE') {
    const other = port === 65_535 ? port - 1 : port + 1;
    return new OperatorError(
      `Port ${port} is taken by another program. To use another one: PORT=${other} npm start`,
    );
  }
  if (error.code === 'EACCES') return new OperatorError(`Port ${port} is not open to this user.`);
  return new OperatorError(
    `The server can't listen on ${host ?? 'this machine'}, port ${port}: ${error.message}`,
  );
}
