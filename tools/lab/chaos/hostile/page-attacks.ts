import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSecret } from '@/lib/db/connection/secret';
import { type Attack, type AttackClient, waitForAbort } from './attack-client';

/** More header fields than Node keeps: those that the server adds for a page worker are lost. */
const manyHeaders: Attack = {
  name: 'many headers',
  run: async (client, begin) => {
    const signal = begin();
    const fields = Array.from({ length: 1100 }, (_, index) => [`X${index}`, '1']);
    const input = { path: '/docs', headers: Object.fromEntries(fields) };
    for (let host = 1; host <= 4; host += 1) client.pipeline(input, 1, host).resume();
    await waitForAbort(signal);
    return [];
  },
};

/** One client requests more pages than the queue has room for, and reads none. */
const unreadPages: Attack = {
  name: 'unread pages',
  run: async (client, begin) => {
    const signal = begin();
    requestPages(client, (index) => `/docs?x=${index}`, { count: 320, hosts: 1 });
    await waitForAbort(signal);
    return [];
  },
};

/** Longer than an entry of the page cache is fresh. */
const queueMs = 12_000;
const roundMs = 2000;

/** Clients with 100 addresses request more pages than the server can render. Pages of visitors come from the cache. */
const pageQueue: Attack = {
  name: 'page queue',
  affected: ['page'],
  run: async (client, begin) => {
    const signal = begin();
    const endsAt = performance.now() + queueMs;
    for (let round = 1; performance.now() < endsAt || !signal.aborted; round += 1) {
      // The cache has an entry for each number of users.
      const getPath = (index: number) => `/compare?seats=${1000 * round + index}`;
      const sockets = requestPages(client, getPath, { count: 400, hosts: 100 });
      await sleep(roundMs);
      for (const socket of sockets) socket.destroy();
    }
    return [];
  },
};

/** Requests pages on a connection each, from a number of addresses, and reads none. */
function requestPages(
  client: AttackClient,
  getPath: (index: number) => string,
  { count, hosts }: { count: number; hosts: number },
) {
  const headers = { Host: client.target.app.host, Accept: 'text/html' };
  return Array.from({ length: count }, (_, index) =>
    client.pipeline({ path: getPath(index), headers }, 1, 1 + (index % hosts)).pause(),
  );
}

/** URLs that the server would quote in its log: with a line of their own, and with a secret. */
const imageUrls: Attack = {
  name: 'image URLs',
  run: async (client, begin) => {
    const signal = begin();
    const secret = makeSecret('avd');
    const line = JSON.stringify({ level: 'error', message: makeSecret('avd') });
    const urls = [`/x\n${line}\n`, `/shared/${secret}`, `http://127.0.0.1:9/${secret}`];
    while (!signal.aborted) {
      for (const url of urls) {
        await client.send({ path: `/_next/image?w=64&q=75&url=${encodeURIComponent(url)}`, host: 1 });
      }
      await sleep(200);
    }
    const log = readFileSync(client.target.logPath, 'utf8');
    return [
      ...(log.split('\n').includes(line) ? ['a URL wrote a line of the log'] : []),
      ...(log.includes(secret) ? ['the log has a secret of a URL'] : []),
    ];
  },
};

export const pageAttacks: Attack[] = [manyHeaders, unreadPages, pageQueue, imageUrls];
