import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, waitForAbort } from './attack-client';

/** YAML of 4 MB, which takes seconds to read. */
const createLargeList = () =>
  `features:\n${Array.from({ length: 220_000 }, (_, index) => `  f${index}: {a: 1}`).join('\n')}`;

/** 16 clients check large price lists of one app. */
const largePriceLists: Attack = {
  name: 'large price lists',
  run: async (client, begin) => {
    const body = { source: createLargeList() };
    const headers = { Authorization: `Bearer ${client.target.app.appKey}` };
    const signal = begin();
    const loop = async (_: unknown, host: number) => {
      while (!signal.aborted) {
        const { status } = await client.send({ path: '/api/catalog/check', headers, body, host: 1 + host });
        if (status !== 200) await sleep(200);
      }
    };
    await Promise.race([Promise.all(Array.from({ length: 16 }, loop)), waitForAbort(signal)]);
    return [];
  },
};

const maxLeadMs = 40_000;

/** Changes of many accounts of one app that are due at the same time. */
const dueChanges: Attack = {
  name: 'due changes',
  run: async (client, begin) => {
    const { appKey, versionIds, accounts } = client.target.wideApp;
    const [from, to] = versionIds;
    const headers = { Authorization: `Bearer ${appKey}` };
    // A dry run of a tenth shows how long it takes to schedule all.
    const startedAt = Date.now();
    const inFuture = {
      from_version_id: from,
      to_version_id: to,
      effective: Math.ceil(startedAt / 1000) + 3600,
    };
    const sample = { ...inFuture, dry_run: true, limit: Math.ceil(accounts / 10) };
    await client.sendWithRetries({ path: '/api/moves', headers, body: sample });
    const leadMs = Math.min(5000 + 20 * (Date.now() - startedAt), maxLeadMs);
    const effective = Math.ceil((Date.now() + leadMs) / 1000);
    let scheduled = 0;
    for (let cursor: string | undefined; ; ) {
      const body = { from_version_id: from, to_version_id: to, effective, ...(cursor && { cursor }) };
      const { status, text } = await client.sendWithRetries({ path: '/api/moves', headers, body });
      if (status !== 201 && status !== 200) throw new Error(`A move was not made: ${status} ${text}`);
      const { data } = JSON.parse(text);
      scheduled += data.scheduled;
      if (!data.has_more) break;
      cursor = data.next_cursor;
    }
    if (scheduled < accounts) throw new Error(`Only ${scheduled} changes were scheduled.`);
    await sleep(Math.max(0, 1000 * effective - Date.now()));
    await waitForAbort(begin());
    return [];
  },
};

export const workAttacks: Attack[] = [largePriceLists, dueChanges];
