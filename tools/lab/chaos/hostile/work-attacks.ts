import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, waitForAbort } from './attack-client';

const createList = (features: number) =>
  `features:\n${Array.from({ length: features }, (_, index) => `  f${index}: {a: 1}`).join('\n')}`;
/** YAML of 4 MB, and the largest that is parsed, which takes seconds. */
const createLargeLists = () => [createList(220_000), createList(21_000)];

/** 16 clients check large price lists of one app. */
const largePriceLists: Attack = {
  name: 'large price lists',
  run: async (client, begin) => {
    const bodies = createLargeLists().map((source) => ({ source }));
    const headers = { Authorization: `Bearer ${client.target.app.appKey}` };
    const signal = begin();
    const loop = async (_: unknown, host: number) => {
      const body = bodies[host % bodies.length];
      while (!signal.aborted) {
        const { status } = await client.send({ path: '/api/catalog/check', headers, body, host: 1 + host });
        if (status !== 200) await sleep(200);
      }
    };
    await Promise.race([Promise.all(Array.from({ length: 16 }, loop)), waitForAbort(signal)]);
    return [];
  },
};

/** How long the server has to schedule the changes before they are due. */
const leadMs = 40_000;

/** Changes of many accounts of one app that are due at the same time. */
const dueChanges: Attack = {
  name: 'due changes',
  run: async (client, begin) => {
    const { appKey, versionIds, accounts } = client.target.wideApp;
    const [from, to] = versionIds;
    const headers = { Authorization: `Bearer ${appKey}` };
    const effective = Math.ceil((Date.now() + leadMs) / 1000);
    const body = { from_version_id: from, to_version_id: to, effective };
    const { status, text } = await client.sendWithRetries({ path: '/api/moves', headers, body });
    if (status !== 201) throw new Error(`A move was not made: ${status} ${text}`);
    for (let move = JSON.parse(text).data; move.state === 'scheduling'; ) {
      if (Date.now() > 1000 * effective) {
        throw new Error(`Only ${move.scheduled} changes of ${accounts} were scheduled.`);
      }
      await sleep(500);
      const response = await client.sendWithRetries({ path: `/api/moves/${move.id}`, headers });
      move = JSON.parse(response.text).data;
    }
    await sleep(Math.max(0, 1000 * effective - Date.now()));
    await waitForAbort(begin());
    return [];
  },
};

export const workAttacks: Attack[] = [largePriceLists, dueChanges];
