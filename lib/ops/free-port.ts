import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems lend to outgoing connections, one of which could hold it when it is wanted again. */
const lowest = 15_000;
const highest = 32_000;

/** Finds a port of this machine's own address that is free now: the wanted one if it is, else any. */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted > 0 && (await isFree(wanted))) return wanted;
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port }, () => probe.close(() => resolve(true)));
  });
}
