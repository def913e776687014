import { setTimeout as sleep } from 'node:timers/promises';
import { historyBody, problemBody, switchBody } from '@/lib/ops/chaos/http-client';
import type { Stage } from '@/lib/ops/chaos/stage';

/** One answer, with the moments at which it was asked for and had, as `performance.now()` had them. */
export interface LoadAnswer {
  began: number;
  ended: number;
  status: number;
  well: boolean;
  retryAfter: string | null;
  /** Of a refusal. */
  code: string | null;
  /** Of a switch that was acknowledged. */
  historyId: string | null;
}

export interface LoadClient {
  kind: 'read' | 'switch' | 'page';
  answers: LoadAnswer[];
  /** Ids of its account's whole history. */
  readHistory(): Promise<string[]>;
}

export interface Load {
  origin: string;
  clients: LoadClient[];
  /** Resolves once it is so; rejects where that takes a minute. */
  until(isSo: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

const kinds: LoadClient['kind'][] = ['read', 'read', 'read', 'switch', 'switch', 'switch', 'page', 'page'];

/** Clients of the stage's first server, each with an account of its own, which ask one thing after the other. */
export async function openLoad(stage: Stage): Promise<Load> {
  const origin = `http://127.0.0.1:${stage.doors[0]?.server.port}`;
  const accounts = await stage.openAccounts(kinds.length);
  const over = new AbortController();
  const clients = kinds.map((kind, index): LoadClient => {
    const headers = authorize(stage, accounts[index] ?? '');
    const readHistory = async () => {
      const response = await fetch(`${origin}/api/account/versions`, { headers });
      return historyBody.parse(await response.json()).payload.map(({ history_id }) => history_id);
    };
    return { kind, answers: [], readHistory };
  });
  const running = clients.map(async ({ kind, answers }, index) => {
    const headers = authorize(stage, accounts[index] ?? '');
    while (!over.signal.aborted) {
      const versionId = stage.app.versions[answers.length % 2]?.id ?? '';
      answers.push(await ask(origin, kind, { headers, versionId }));
    }
  });
  return {
    origin,
    clients,
    until: async (isSo) => {
      const giveUpAt = performance.now() + 60_000;
      while (!isSo()) {
        if (performance.now() > giveUpAt) throw new Error('It did not come to that.');
        await sleep(20);
      }
    },
    stop: async () => {
      over.abort();
      await Promise.all(running);
    },
  };
}

function authorize({ appKey }: Stage, account: string): Record<string, string> {
  return { Authorization: `Bearer ${appKey}`, 'X-Account-Id': account };
}

async function ask(
  origin: string,
  kind: LoadClient['kind'],
  { headers, versionId }: { headers: Record<string, string>; versionId: string },
): Promise<LoadAnswer> {
  const began = performance.now();
  const response = await {
    read: () => fetch(`${origin}/api/app/versions`, { headers }),
    page: () => fetch(origin, { headers: { 'Sec-Fetch-Dest': 'document' } }),
    switch: () =>
      fetch(`${origin}/api/app/versions`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ version_id: versionId }),
      }),
  }[kind]();
  const body = await response.text();
  const { status } = response;
  return {
    began,
    ended: performance.now(),
    status,
    well: status === 200,
    retryAfter: response.headers.get('retry-after'),
    code: kind !== 'page' && status !== 200 ? problemBody.parse(JSON.parse(body)).code : null,
    historyId:
      kind === 'switch' && status === 200 ? switchBody.parse(JSON.parse(body)).data.history_id : null,
  };
}
