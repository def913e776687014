import { setTimeout as sleep } from 'node:timers/promises';
import { makeSecret } from '@/lib/db/connection/secret';
import { type Attack, waitForAbort } from './attack-client';

/** Five clients pipeline requests and read no response. */
const unreadPipelines: Attack = {
  name: 'unread pipeline',
  run: async (client, begin) => {
    const signal = begin();
    const openApi = { path: '/api/openapi.json', headers: {} };
    for (let host = 1; host <= 5; host += 1) client.pipeline(openApi, 1560, host).pause();
    await waitForAbort(signal);
    return [];
  },
};

/** Fifty clients pipeline requests that the cache answers, and read the responses. */
const longPipelines: Attack = {
  name: 'long pipelines',
  run: async (client, begin) => {
    const signal = begin();
    const { host } = client.target.app;
    const input = { path: '/app/versions', headers: { Host: host } };
    for (let index = 1; index <= 50; index += 1) client.pipeline(input, 10_000, index).resume();
    await waitForAbort(signal);
    return [];
  },
};

/** Ten clients read pages of 1,000 events. */
const eventPages: Attack = {
  name: 'event pages',
  run: async (client, begin) => {
    const signal = begin();
    const { appKey } = client.target.largeApp;
    const loop = async () => {
      while (!signal.aborted) {
        await client.send({
          path: '/api/events?limit=1000',
          headers: { Authorization: `Bearer ${appKey}` },
        });
      }
    };
    await Promise.all(Array.from({ length: 10 }, loop));
    return [];
  },
};

/** More than an address may send in a minute. */
const minInvalidKeys = 7000;

/** Requests of one address with keys that do not exist. */
const invalidKeys: Attack = {
  name: 'invalid keys',
  run: async (client, begin) => {
    const signal = begin();
    const { statuses } = client;
    const deadline = AbortSignal.timeout(25_000);
    let sent = 0;
    const isDone = () =>
      deadline.aborted || (signal.aborted && (statuses[429] !== undefined || sent >= minInvalidKeys));
    const loop = async () => {
      while (!isDone()) {
        sent += 1;
        await client.send({
          path: '/api/app/versions',
          headers: { Authorization: `Bearer ${makeSecret('avk')}` },
        });
      }
    };
    await Promise.all(Array.from({ length: 32 }, loop));
    return statuses[429] ? [] : [`none of ${sent} requests with an invalid key was answered with 429`];
  },
};

/** Visitors that request a page at the same time. */
function createPageBurst(count: number): Attack {
  return {
    name: `${count} pages`,
    run: async (client, begin) => {
      const signal = begin();
      const { host } = client.target.app;
      const responses = Array.from({ length: count }, (_, index) =>
        client.send({ path: '/', headers: { Host: host, Accept: 'text/html' }, host: 1 + (index % 250) }),
      );
      await Promise.race([Promise.all(responses), waitForAbort(signal)]);
      return [];
    },
  };
}

const readIntervalMs = 1000;

/** 32 clients export the histories of one app and read a little of the CSV every second. */
const slowExports: Attack = {
  name: 'slow exports',
  run: async (client, begin) => {
    const signal = begin();
    const { appKey, accountIds } = client.target.largeApp;
    const sockets = Array.from({ length: 32 }, (_, index) => {
      const accountId = accountIds[index % accountIds.length] ?? '';
      const headers = { Authorization: `Bearer ${appKey}`, 'X-Account-Id': accountId };
      return client.pipeline({ path: '/api/account/versions?format=csv', headers }, 1, index + 1).pause();
    });
    while (!signal.aborted) {
      await sleep(readIntervalMs);
      for (const socket of sockets) socket.read(1024);
    }
    return [];
  },
};

export const requestAttacks: Attack[] = [
  unreadPipelines,
  longPipelines,
  eventPages,
  invalidKeys,
  createPageBurst(64),
  createPageBurst(1000),
  slowExports,
];
