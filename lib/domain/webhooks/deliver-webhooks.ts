import { randomBytes } from 'node:crypto';
import { continueTrace } from '@/lib/db/event-request';
import {
  type ClaimedDelivery,
  changeQueues,
  claimDeliveries,
  type DeliveryOutcome,
  dispatchEvents,
  type NextDelivery,
  readDelivery,
  settleAndClaim,
  settleDelivery,
} from '@/lib/db/webhook-deliveries';
import { createEvents } from '../events';
import type { Service, WebhookResponse } from '../service';
import { signWebhook } from './webhook-secrets';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The delays after failed attempts: 12 attempts in 75.6 hours. The first ones are short, because a lane waits for them. */
const retryDelaysMs = [
  1000,
  5000,
  30_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
const maxRetryAfterMs = 24 * hourMs;
/** Unbroken failure after which an endpoint is disabled. */
const maxFailingMs = 5 * 24 * hourMs;
/** Longer than an attempt can take. */
const leaseMs = minuteMs;
/** How long a delivery is followed at once by the next ones of its lane, before others are claimed. */
const maxRunMs = 1000;
/** Rows of a statement, which must end within its time limit. */
const dispatchLimit = 500;
const changeLimit = 1000;
/** Deliveries that this process sends at a time: of an endpoint, of an app, and in total. */
const maxPerEndpoint = 8;
const maxPerApp = 32;
const maxInFlight = 128;

/** Sends due deliveries. The worker calls `dispatch` and `deliver`; any number of processes may do so. */
export class WebhookQueue {
  /** Deliveries that are being sent, by endpoint. */
  readonly #inFlight = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly service: Service,
    private readonly onError: (error: unknown) => void,
    /** Called when a delivery has been settled: the next one of its account may be due. */
    private readonly onSettled: () => void,
  ) {}

  /** Turns new events into deliveries. Returns whether more may be due. */
  dispatch(): Promise<boolean> {
    return dispatchEvents(this.service.pool, dispatchLimit);
  }

  /** Ends or recovers the next deliveries of long queues. Returns whether more are left. */
  changeQueues(): Promise<boolean> {
    return changeQueues(this.service.pool, changeLimit);
  }

  /** Claims due deliveries and starts to send them. */
  async deliver(): Promise<void> {
    const slots = maxInFlight - this.#running.size;
    if (slots === 0) return;
    const claimed = await claimDeliveries(this.service.pool, {
      slots,
      maxPerApp,
      maxPerEndpoint,
      leaseMs,
      inFlight: this.#inFlight,
    });
    for (const delivery of claimed) this.#start(delivery);
  }

  /** Resolves when no delivery is being sent. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
  }

  #start(delivery: ClaimedDelivery): void {
    const { endpointId } = delivery;
    this.#inFlight.set(endpointId, (this.#inFlight.get(endpointId) ?? 0) + 1);
    const run = this.#send(delivery)
      // The lease ends, and the delivery is claimed again.
      .catch(this.onError)
      .finally(() => {
        this.#running.delete(run);
        const left = (this.#inFlight.get(endpointId) ?? 1) - 1;
        if (left > 0) this.#inFlight.set(endpointId, left);
        else this.#inFlight.delete(endpointId);
        this.onSettled();
      });
    this.#running.add(run);
  }

  /** Sends a delivery, and the next ones of its lane while they are delivered. */
  async #send(delivery: ClaimedDelivery): Promise<void> {
    const endsAt = performance.now() + maxRunMs;
    const content = await readDelivery(this.service.pool, delivery);
    for (let next: NextDelivery | null = { ...delivery, content }; next; )
      next = await this.#attempt(next, endsAt);
  }

  /** Sends one delivery, and claims the next one of its lane before `endsAt`. */
  async #attempt(delivery: NextDelivery, endsAt: number): Promise<NextDelivery | null> {
    const { service } = this;
    const { content } = delivery;
    const { secretsKey, sender } = service.webhooks;
    if (!content) return null;
    const [event] = content.event ? await createEvents(service, delivery.appId, [content.event]) : [];
    if (!event || !secretsKey) {
      const error = event ? 'SECRETS_KEY is not set.' : 'The event is older than 90 days.';
      const attempt = { durationMs: 0, status: null, error, response: null };
      const outcome: DeliveryOutcome = event ? { kind: 'retry', delayMs: hourMs } : { kind: 'failed' };
      service.webhooks.attempts[outcome.kind] += 1;
      await settleDelivery(service.pool, delivery, { outcome, attempt, maxFailingMs });
      return null;
    }
    const now = service.now();
    const body = JSON.stringify(event);
    const endpoint = { ...content, endpointId: delivery.endpointId };
    const headers = {
      ...signWebhook(secretsKey, endpoint, { id: event.id, body, now }),
      ...createRequestHeaders(content.event?.request ?? null),
    };
    const response = await sender.send(content.url, headers, body);
    const { retryAfterMs: _, ...attempt } = response;
    const outcome = decideOutcome(response, content.attempt, Math.random());
    service.webhooks.attempts[outcome.kind] += 1;
    const settlement = { outcome, attempt, maxFailingMs };
    if (outcome.kind === 'delivered' && performance.now() < endsAt) {
      return settleAndClaim(service.pool, delivery, settlement, leaseMs);
    }
    await settleDelivery(service.pool, delivery, settlement);
    return null;
  }
}

/** `X-Request-Id` and `traceparent` of the request that caused the event, if it had them. Each attempt is a span of the trace. */
export function createRequestHeaders(request: string | null): Record<string, string> {
  const [requestId, traceparent] = request?.split(' ') ?? [];
  const spanId = randomBytes(8).toString('hex');
  return {
    ...(requestId && { 'X-Request-Id': requestId }),
    ...(traceparent && { traceparent: continueTrace(traceparent, spanId) }),
  };
}

/** What follows from a response. `failures` is the number of failed attempts before; `random` is in [0, 1). */
export function decideOutcome(
  { status, error, retryAfterMs }: Pick<WebhookResponse, 'status' | 'error' | 'retryAfterMs'>,
  failures: number,
  random: number,
): DeliveryOutcome {
  if (error === null) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const delayMs = retryDelaysMs[failures];
  if (delayMs === undefined) return { kind: 'failed' };
  const jittered = delayMs * (0.9 + 0.2 * random);
  return { kind: 'retry', delayMs: Math.max(jittered, Math.min(retryAfterMs ?? 0, maxRetryAfterMs)) };
}
