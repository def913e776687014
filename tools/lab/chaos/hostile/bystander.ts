import { z } from 'zod';
import { sessionCookieName } from '@/lib/contract/current-user';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildSession } from '@/prisma/factories/build-credential';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { type ChaosClient, switchResponseSchema } from '../chaos-client';
import type { ChaosEnvironment } from '../chaos-environment';
import { SeededRandom } from '../seeded-random';
import { WebhookObserver } from '../webhook-observer';
import { type Kind, kindNames, type Observation, type Sample } from './evaluate-attack';

const tickMs = 50;
/** Below the rate limits of an address, an account and its switches. */
const ticksPerRequest: Record<Kind, number> = {
  ...{ read: 1, switch: 2, livez: 5, visit: 5, page: 5, check: 10, due: 20 },
};
/** Each has a change that is due at a time. */
const dueAccounts = 20;
/** More than it takes to schedule a change, also during an attack. */
const leadSeconds = 3;
const ticksPerLookup = 10;
const requestTimeoutMs = 20_000;
/** More than an export holds without reading on. */
const historyEntries = 600;
const readPaths = [
  '/app/versions',
  '/account/versions?limit=20',
  '/account/features',
  '/app/versions?exclude_matrix=true',
];
/** An account may only make a few exports at a time. */
const readsPerExport = 20;
const smallList = {
  source: buildPriceListText({
    features: ['search', 'api'],
    plans: { FREE: { price: 0, features: ['search'] }, TEAM: { price: 10, features: ['search', 'api'] } },
  }),
};

const changeResponseSchema = z.object({ data: z.object({ id: z.string() }) });

interface BystanderRequest {
  path: string;
  headers?: Record<string, string>;
  body?: object;
  /** The status of success. The default is 200. */
  status?: number;
}

/**
 * A tenant that is not attacked: it reads, switches accounts at once and later, checks price lists, receives webhooks
 * and has visitors. Requests start at fixed times, whether earlier ones have completed or not, so that a server that
 * stalls is not asked less.
 */
export class Bystander {
  readonly #samples: Sample[] = [];
  /** The samples of changes that are not applied yet, by ID. */
  readonly #dueChanges = new Map<string, Sample>();
  #accountIds: string[] = [];
  #dueAccountIds: string[] = [];
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    readonly environment: ChaosEnvironment,
    readonly origin: string,
    readonly webhooks: WebhookObserver,
    readonly readerId: string,
    /** Cookie of an owner of this account. */
    readonly cookie: string,
  ) {}

  static async create(environment: ChaosEnvironment, port: number, seed: number): Promise<Bystander> {
    const { app, appKey, owner } = environment;
    const origin = `http://127.0.0.1:${port}`;
    const client: ChaosClient = { random: new SeededRandom(seed), origins: [origin], appKey };
    const history = Array.from({ length: historyEntries }, (_, index) => app.versions[index % 2]);
    const reader = await buildAccount(owner, app, {
      history: history.filter((version) => version !== undefined),
    });
    const cookie = `${sessionCookieName}=${await buildSession(owner, { app, account: reader, role: 'owner' })}`;
    return new Bystander(environment, origin, await WebhookObserver.start(client), reader.id, cookie);
  }

  /** Starts with new accounts: webhooks of others can wait for a delivery that a killed server has claimed. */
  async start(): Promise<void> {
    this.#accountIds = await this.environment.createAccounts(4);
    this.#dueAccountIds = await this.environment.createAccounts(dueAccounts);
    this.#dueChanges.clear();
    this.#ticks = 0;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  observe(): Observation {
    const receivedAt = new Map<string, number>();
    for (const { id, receivedAt: at } of this.webhooks.deliveries) {
      const historyId = id.replace('evt', 'avh');
      if (!receivedAt.has(historyId)) receivedAt.set(historyId, at);
    }
    return { samples: this.#samples, receivedAt };
  }

  async close(): Promise<void> {
    this.stop();
    await this.webhooks.close();
  }

  #tick(): void {
    this.#ticks += 1;
    // The next one finds what one that fails does not.
    if (this.#ticks % ticksPerLookup === 0) this.#findAppliedChanges().catch(() => {});
    for (const kind of kindNames) {
      if (this.#ticks % ticksPerRequest[kind] === 0) this.#send(kind, this.#ticks / ticksPerRequest[kind]);
    }
  }

  /** Sends the request number `number` of a kind. */
  async #send(kind: Kind, number: number): Promise<void> {
    const sample: Sample = { kind, startedAt: performance.now(), endedAt: null, status: null };
    this.#samples.push(sample);
    const { path, headers, body, status: success = 200 } = this.#createRequest(kind, number);
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      sample.status = response.status === success ? 200 : response.status;
      if (sample.status === 200 && kind === 'switch') {
        sample.historyId = switchResponseSchema.parse(JSON.parse(text)).data.history_id;
      }
      if (sample.status === 200 && kind === 'due') {
        const { effective } = z.object({ effective: z.number() }).parse(body);
        sample.startedAt = 1000 * effective - performance.timeOrigin;
        this.#dueChanges.set(changeResponseSchema.parse(JSON.parse(text)).data.id, sample);
        return;
      }
    } catch {
      sample.status = null;
    }
    sample.endedAt = performance.now();
  }

  /** Looks up in the database when changes were applied, because the API has whole seconds. */
  async #findAppliedChanges(): Promise<void> {
    const { owner, app } = this.environment;
    const where = { appId: app.id, id: { in: [...this.#dueChanges.keys()] }, outcome: 'applied' as const };
    const changes = await withTenant(owner, { appId: app.id }, (queries) =>
      queries.accountChange.findMany({ where, select: { id: true, endedAt: true } }),
    );
    for (const { id, endedAt } of changes) {
      const sample = this.#dueChanges.get(id);
      if (sample && endedAt) sample.endedAt = endedAt.getTime() - performance.timeOrigin;
      this.#dueChanges.delete(id);
    }
  }

  #createRequest(kind: Kind, number: number): BystanderRequest {
    const { appKey, app } = this.environment;
    const asHost = (accountId: string) => ({
      headers: { Authorization: `Bearer ${appKey}`, 'X-Account-Id': accountId },
    });
    const select = (ids: string[]) => ids[number % ids.length] ?? '';
    const selectVersion = (ids: string[]) =>
      app.versions[(1 + Math.floor(number / ids.length)) % app.versions.length]?.id;
    switch (kind) {
      case 'read': {
        const path = readPaths[number % readPaths.length] ?? '';
        const isExport = number % readsPerExport === 0;
        return { path: isExport ? '/account/versions?format=csv' : path, ...asHost(this.readerId) };
      }
      case 'switch': {
        const body = { version_id: selectVersion(this.#accountIds) };
        return { path: '/app/versions', ...asHost(select(this.#accountIds)), body };
      }
      case 'due': {
        const body = {
          version_id: selectVersion(this.#dueAccountIds),
          effective: Math.ceil(Date.now() / 1000) + leadSeconds,
        };
        return { path: '/account/changes', ...asHost(select(this.#dueAccountIds)), body, status: 201 };
      }
      case 'check':
        return {
          path: '/api/catalog/check',
          headers: { Authorization: `Bearer ${appKey}` },
          body: smallList,
        };
      case 'livez':
        return { path: '/livez' };
      case 'visit':
        return { path: '/', headers: { Accept: 'text/html' } };
      case 'page':
        return { path: '/requests', headers: { Accept: 'text/html', Cookie: this.cookie } };
    }
  }
}
