import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CliError } from './cli';

const defaultPort = 3000;

/** Below the ephemeral port range, so that no outgoing connection holds the port when it is used again. */
const minPort = 15_000;
const maxPort = 32_000;

/** Returns a free port on 127.0.0.1: the preferred one if it is free, otherwise a random one. */
export async function findFreePort(preferred = 0): Promise<number> {
  if (preferred > 0 && (await isPortFree(preferred))) return preferred;
  for (;;) {
    const port = randomInt(minPort, maxPort);
    if (await isPortFree(port)) return port;
  }
}

async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port, '127.0.0.1')) === null;
}

/** Listens on a port for a moment. Returns why that is not possible, or null. */
function tryListen(port: number, host: string | undefined): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ port, host }, () => probe.close(() => resolve(null)));
  });
}

/** Parses the value of PORT. */
export function parsePort(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new CliError(`PORT is "${text}"; it must be a number from 1 to 65535.`);
}

/** Throws a `CliError` when the server can't listen on the port. `host` is the server's own. */
export async function assertPortFree(port: number, host: string | undefined): Promise<void> {
  const error = await tryListen(port, host);
  if (error) throw createListenError(error, port, host);
}

function createListenError(error: NodeJS.ErrnoException, port: number, host: string | undefined): CliError {
  if (error.code === 'EADDRINUSE') {
    const other = port === 65_535 ? port - 1 : port + 1;
    return new CliError(
      `Port ${port} is in use by another program. To use a different port: PORT=${other} npm start`,
    );
  }
  if (error.code === 'EACCES') return new CliError(`This user has no permission to listen on port ${port}.`);
  return new CliError(`The server can't listen on ${host ?? 'any address'}, port ${port}: ${error.message}`);
}

/** Whether a program listens on a port of 127.0.0.1. */
export async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
