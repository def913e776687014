import { buildAccount } from '@/prisma/factories/build-account';
import { type ChaosClient, switchResponseSchema } from '../chaos-client';
import type { ChaosEnvironment } from '../chaos-environment';
import { SeededRandom } from '../seeded-random';
import { WebhookObserver } from '../webhook-observer';
import type { Observation, Sample } from './evaluate-attack';

const tickMs = 50;
/** Below the rate limits of an address, an account and its switches. */
const ticksPerRequest = { read: 1, switch: 2, livez: 5 };
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

/**
 * A tenant that is not attacked: it reads, switches accounts and receives webhooks. Requests start at fixed times, whether
 * earlier ones have completed or not, so that a server that stalls is not asked less.
 */
export class Bystander {
  readonly #samples: Sample[] = [];
  #accountIds: string[] = [];
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    readonly environment: ChaosEnvironment,
    readonly origin: string,
    readonly webhooks: WebhookObserver,
    readonly readerId: string,
  ) {}

  static async create(environment: ChaosEnvironment, port: number, seed: number): Promise<Bystander> {
    const { app, appKey, owner } = environment;
    const origin = `http://127.0.0.1:${port}`;
    const client: ChaosClient = { random: new SeededRandom(seed), origins: [origin], appKey };
    const history = Array.from({ length: historyEntries }, (_, index) => app.versions[index % 2]);
    const reader = await buildAccount(owner, app, {
      history: history.filter((version) => version !== undefined),
    });
    return new Bystander(environment, origin, await WebhookObserver.start(client), reader.id);
  }

  /** Starts with new accounts: webhooks of others can wait for a delivery that a killed server has claimed. */
  async start(): Promise<void> {
    this.#accountIds = await this.environment.createAccounts(4);
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
    for (const kind of ['read', 'switch', 'livez'] as const) {
      if (this.#ticks % ticksPerRequest[kind] === 0) this.#send(kind, this.#ticks / ticksPerRequest[kind]);
    }
  }

  /** Sends the request number `number` of a kind. */
  async #send(kind: Sample['kind'], number: number): Promise<void> {
    const sample: Sample = { kind, startedAt: performance.now(), endedAt: null, status: null };
    this.#samples.push(sample);
    const { appKey, app } = this.environment;
    const accountId = this.#accountIds[number % this.#accountIds.length] ?? '';
    const versionId = app.versions[Math.floor(number / this.#accountIds.length) % app.versions.length]?.id;
    const readPath = readPaths[number % readPaths.length];
    const targets = {
      read: {
        path: number % readsPerExport === 0 ? '/account/versions?format=csv' : readPath,
        accountId: this.readerId,
        body: null,
      },
      switch: { path: '/app/versions', accountId, body: JSON.stringify({ version_id: versionId }) },
      livez: { path: '/livez', accountId: '', body: null },
    };
    const { path, body, accountId: account } = targets[kind];
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method: body === null ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${appKey}`,
          'X-Account-Id': account,
          ...(body !== null && { 'Content-Type': 'application/json' }),
        },
        body,
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      sample.status = response.status;
      if (kind === 'switch' && response.status === 200) {
        sample.historyId = switchResponseSchema.parse(JSON.parse(text)).data.history_id;
      }
    } catch {
      sample.status = null;
    }
    sample.endedAt = performance.now();
  }
}
