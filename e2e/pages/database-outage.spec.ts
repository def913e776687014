import { expect } from '@playwright/test';
import { leaseMs } from '@/lib/db/connection/wait-for-invalidation';
import { build, testDistDir } from '@/tools/build';
import {
  errorResponseSchema,
  historyResponseSchema,
  switchResponseSchema,
} from '@/tools/lab/chaos/chaos-client';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/lab/chaos/chaos-environment';
import { freezeDatabase, stopDatabase, waitForDatabase } from '@/tools/lab/chaos/database-faults';
import { test } from '../fixtures';
import { checkPage } from './check-page';

// Stops and freezes the database of a separate server under load.
test.describe.configure({ mode: 'serial' });

let environment: ChaosEnvironment;

test.beforeAll(async () => {
  await build(testDistDir);
  environment = await openChaosEnvironment({ servers: 1, distDir: testDistDir, durable: true });
  const { owner, app } = environment;
  await owner.app.update({ where: { id: app.id }, data: { apiOrigins: [apiOrigin] } });
});

/** A page of this origin can read the responses of the API, also errors. */
const apiOrigin = 'https://host.example';

test.afterAll(() => environment?.close());

/** Ways to make the database unavailable. Each returns a function that makes it available again. */
const outages: Record<string, () => Promise<() => Promise<void>>> = {
  stopped: async () => {
    await stopDatabase(environment);
    return () => environment.database.restartIfStopped();
  },
  frozen: async () => {
    const resume = await freezeDatabase(environment);
    return async () => resume();
  },
};

for (const [outage, startOutage] of Object.entries(outages)) {
  test(`with a ${outage} database, requests fail and the server recovers`, async ({ page }) => {
    const load = await startLoad(environment);
    const everyClient = (condition: (client: LoadClient) => boolean) => () => load.clients.every(condition);
    let endOutage: (() => Promise<void>) | undefined;
    let outageAt = Infinity;
    try {
      await load.waitUntil(everyClient(({ responses }) => responses.filter(({ ok }) => ok).length > 3));
      endOutage = await startOutage();
      outageAt = performance.now();
      // A frozen database closes no connection: reads may be served from the cache until the server's lease expires.
      const getDetectionMs = (kind: LoadClient['kind']) =>
        outage === 'frozen' && kind !== 'switch' ? leaseMs : 0;
      const getResponsesDuringOutage = ({ responses, kind }: LoadClient) =>
        responses.filter(({ startedAt }) => startedAt > outageAt + getDetectionMs(kind));
      await load.waitUntil(everyClient((client) => getResponsesDuringOutage(client).length > 2));
      const failures = load.clients.flatMap((client) =>
        getResponsesDuringOutage(client).map((response) => ({ kind: client.kind, ...response })),
      );
      for (const { kind, status, code, retryAfter, allowedOrigin } of failures) {
        const failure = {
          kind,
          status,
          code,
          allowedOrigin,
          hasRetryAfter: retryAfter !== null && Number(retryAfter) > 0,
        };
        const expected = { kind, status: 503, hasRetryAfter: true };
        if (kind === 'page') expect(failure).toMatchObject(expected);
        else expect(failure).toEqual({ ...expected, code: 'service_unavailable', allowedOrigin: apiOrigin });
      }

      expect((await fetch(`${load.origin}/livez`)).status).toBe(200);
      const notReady = await fetch(`${load.origin}/readyz`);
      expect([notReady.status, (await notReady.json()).checks.database]).toEqual([503, 'failed']);
      await expectUnavailablePages(load.origin);
      const response = await page.goto(load.origin);
      expect(response?.status()).toBe(503);
      await checkPage(page, { visible: page.getByRole('alert').getByText(/Your plan hasn’t changed/) });

      await endOutage();
      endOutage = undefined;
      await waitForDatabase(environment.database.url);
      const recoveredAt = performance.now();
      const getResponsesSince = ({ responses }: LoadClient) =>
        responses.filter(({ startedAt }) => startedAt > recoveredAt);
      await load.waitUntil(
        everyClient((client) => getResponsesSince(client).filter(({ ok }) => ok).length > 3),
      );
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.getByText('Version 1').filter({ visible: true }).first()).toBeVisible();
      await expect.poll(async () => (await fetch(`${load.origin}/readyz`)).status).toBe(200);
      const isReadyAt = performance.now();
      const getLater = ({ responses }: LoadClient) =>
        responses.filter(({ startedAt }) => startedAt > isReadyAt);
      await load.waitUntil(everyClient((client) => getLater(client).length > 2));
      expect(load.clients.flatMap(getLater).filter(({ ok }) => !ok)).toEqual([]);
    } finally {
      await endOutage?.();
      await load.stop();
    }
    for (const client of load.clients) {
      const acknowledged = client.responses.flatMap(({ historyId }) => historyId ?? []);
      const history = await client.listHistoryIds();
      expect(history).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(history).size).toBe(history.length);
      if (client.kind === 'switch') expect(acknowledged.length).toBeGreaterThan(3);
    }
    // A page whose rendering began before the outage can fail with 500.
    const statuses = load.clients.flatMap(({ kind, responses }) =>
      responses
        .filter(({ startedAt, status }) => status !== 500 || kind !== 'page' || startedAt > outageAt)
        .map(({ status }) => status),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
}

/** The paths of all pages with data, and a path without a page. */
const pagePaths = [
  '/',
  '/compare',
  '/history',
  '/optional-features',
  '/preview',
  '/preview/frame',
  '/sign-in',
  '/no',
];

/** Asserts that each page is 503 with an explanation in each language, and that pages without data are served. */
async function expectUnavailablePages(origin: string): Promise<void> {
  const texts = { en: 'temporarily unavailable', de: 'gerade nicht verfügbar', ar: 'غير متاحة مؤقتًا' };
  for (const [language, text] of Object.entries(texts)) {
    for (const path of pagePaths) {
      const headers = { 'Accept-Language': language, Cookie: 'theme=dark' };
      const response = await fetch(`${origin}${path}?a=b`, { headers });
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      const html = await response.text();
      expect(html).toMatch(new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`));
      expect(html).toMatch(new RegExp(`<h1>[^<]*${text}`));
      expect(html).toContain('data-theme="dark"');
    }
  }
  for (const path of ['/docs', '/enter/later', '/sign-in/unavailable', '/icon.svg']) {
    expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 200]);
  }
}

/** One response. The time is a value of `performance.now()`. */
interface LoadResponse {
  startedAt: number;
  status: number;
  ok: boolean;
  retryAfter: string | null;
  /** `Access-Control-Allow-Origin`. */
  allowedOrigin: string | null;
  /** The error code; null for a page or a success. */
  code: string | null;
  /** Set if the request was a switch and succeeded. */
  historyId: string | null;
}

interface LoadClient {
  kind: 'read' | 'switch' | 'page';
  responses: LoadResponse[];
  /** Lists the ids of all history entries of the client's account. */
  listHistoryIds(): Promise<string[]>;
}

interface Load {
  origin: string;
  clients: LoadClient[];
  /** Waits until the condition is true. Rejects after one minute. */
  waitUntil(condition: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

const kinds: LoadClient['kind'][] = ['read', 'read', 'read', 'switch', 'switch', 'switch', 'page', 'page'];

/** Starts clients of the first server. Each has its own account and sends one request after the other. */
async function startLoad(environment: ChaosEnvironment): Promise<Load> {
  const origin = `http://127.0.0.1:${environment.proxiedServers[0]?.server.port}`;
  const accounts = await environment.createAccounts(kinds.length);
  const stopped = new AbortController();
  const clients = kinds.map((kind, index): LoadClient => {
    const headers = getHeaders(environment, accounts[index] ?? '');
    const listHistoryIds = async () => {
      const response = await fetch(`${origin}/api/account/versions`, { headers });
      return historyResponseSchema.parse(await response.json()).payload.map(({ history_id }) => history_id);
    };
    return { kind, responses: [], listHistoryIds };
  });
  const running = clients.map(async ({ kind, responses }, index) => {
    const headers = getHeaders(environment, accounts[index] ?? '');
    while (!stopped.signal.aborted) {
      const versionId = environment.app.versions[responses.length % 2]?.id ?? '';
      responses.push(await sendLoadRequest(origin, kind, { headers, versionId }));
    }
  });
  return {
    origin,
    clients,
    waitUntil: (condition) => expect.poll(condition, { intervals: [20] }).toBe(true),
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

function getHeaders({ appKey }: ChaosEnvironment, account: string): Record<string, string> {
  return { Authorization: `Bearer ${appKey}`, 'X-Account-Id': account, Origin: apiOrigin };
}

async function sendLoadRequest(
  origin: string,
  kind: LoadClient['kind'],
  { headers, versionId }: { headers: Record<string, string>; versionId: string },
): Promise<LoadResponse> {
  const startedAt = performance.now();
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
    startedAt,
    status,
    ok: status === 200,
    retryAfter: response.headers.get('retry-after'),
    allowedOrigin: response.headers.get('access-control-allow-origin'),
    code: kind !== 'page' && status !== 200 ? errorResponseSchema.parse(JSON.parse(body)).code : null,
    historyId:
      kind === 'switch' && status === 200
        ? switchResponseSchema.parse(JSON.parse(body)).data.history_id
        : null,
  };
}
