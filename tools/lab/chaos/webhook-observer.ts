import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Event } from '@/lib/contract/events';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '@/tools/testing/webhook-receiver';
import { type ChaosClient, sendWithRetries } from './chaos-client';
import type { ObservedDelivery } from './check-webhooks';

/** Time without progress after which events and deliveries that are missing count as lost. */
const observedTypes = ['account.version_switched', 'account.option_enabled', 'account.option_disabled'];

export const patienceMs = 15_000;

const endpointResponseSchema = z.object({ data: z.object({ id: z.string(), secret: z.string() }) });
const eventsResponseSchema = z.object({
  payload: z.array(z.custom<Event>((event) => typeof event === 'object' && event !== null)),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

/** A webhook endpoint of the app and its receiver, which can be killed. Keeps everything that the receiver received. */
export class WebhookObserver {
  readonly deliveries: ObservedDelivery[] = [];
  readonly #client: ChaosClient;
  #receiver: WebhookReceiver;
  #endpoint: { id: string; secret: string } = { id: '', secret: '' };

  private constructor(client: ChaosClient, receiver: WebhookReceiver) {
    this.#client = client;
    this.#receiver = this.#observe(receiver);
  }

  /** Starts the receiver and creates the endpoint, which receives the events from now on. */
  static async start(client: ChaosClient): Promise<WebhookObserver> {
    const observer = new WebhookObserver(client, await startWebhookReceiver());
    const body = { url: observer.#receiver.url, types: observedTypes };
    const { data } = endpointResponseSchema.parse(await observer.#send('/webhook-endpoints', { body }));
    observer.#endpoint = data;
    return observer;
  }

  /** Resets all connections and closes the port. Returns what opens it again. */
  async kill(): Promise<() => Promise<void>> {
    const port = Number(new URL(this.#receiver.url).port);
    await this.#receiver.close();
    return async () => {
      this.#receiver = this.#observe(await startWebhookReceiver(port));
    };
  }

  /**
   * Waits until each of `historyIds` has an event and each event of the accounts was delivered, or until there is no more
   * progress. Returns the events of the changes of the accounts, oldest first.
   */
  async waitForDeliveries(accountIds: string[], historyIds: string[]): Promise<Event[]> {
    const accounts = new Set<string | null>(accountIds);
    const withoutEvent = new Set(historyIds);
    const undelivered = new Set<string>();
    const events: Event[] = [];
    let cursor: string | undefined;
    let deliveryCount = 0;
    for (let progressAt = performance.now(); performance.now() < progressAt + patienceMs; await sleep(100)) {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = eventsResponseSchema.parse(
        await this.#send(`/events?limit=1000&types=${observedTypes}${query}`),
      );
      cursor = page.next_cursor;
      const added = page.payload.filter((event) => accounts.has(event.account_id));
      events.push(...added);
      for (const { id, data } of added) {
        undelivered.add(id);
        if (!('change_id' in data) && 'history_id' in data) withoutEvent.delete(data.history_id);
      }
      for (const { id } of this.deliveries) undelivered.delete(id);
      if (!page.has_more && withoutEvent.size === 0 && undelivered.size === 0) break;
      if (page.payload.length > 0 || this.deliveries.length > deliveryCount) progressAt = performance.now();
      deliveryCount = this.deliveries.length;
    }
    return events;
  }

  /** Deletes the endpoint and stops the receiver. */
  async close(): Promise<void> {
    await this.#send(`/webhook-endpoints/${this.#endpoint.id}`, { method: 'DELETE' });
    await this.#receiver.close();
  }
  #observe(receiver: WebhookReceiver): WebhookReceiver {
    receiver.respond = (_, response, webhook) => {
      const { id, body } = webhook;
      let signatureError: string | null = null;
      try {
        verifyWebhook(webhook, this.#endpoint.secret);
      } catch (error) {
        signatureError = String(error);
      }
      this.deliveries.push({ id, body, signatureError, receivedAt: performance.now() });
      response.writeHead(204).end();
    };
    return receiver;
  }

  async #send(path: string, options: { method?: string; body?: unknown } = {}): Promise<unknown> {
    const { response } = await sendWithRetries(this.#client, { accountId: null, path, ...options });
    if (response === null || response.status >= 300) throw new Error(`${path} returned ${response?.status}.`);
    return response.body;
  }
}
