import { randomBytes } from 'node:crypto';
import { continueTrace } from '@/lib/db/connection/event-request';
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
} from '@/lib/db/webhooks';
import { getRetryDelay, type LeasedKind, type TransactionKind } from '../due-kind';
import type { Service, WebhookResponse } from '../service';
import { createEvents } from './events';
import { signWebhook } from './webhook-secrets';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const maxRetryAfterMs = 24 * hourMs;
/** Unbroken failure after which an endpoint is disabled. */
const maxFailingMs = 5 * 24 * hourMs;
/** How long a delivery is followed at once by the next ones of its lane, before others are claimed. */
const maxRunMs = 1000;
/** Deliveries that this process sends at a time of an endpoint and of an app. */
const maxPerEndpoint = 8;
const maxPerApp = 32;

/** Events that are not deliveries yet. */
export const dueEvents: TransactionKind = {
  name: 'events',
  byApp: false,
  batch: 500,
  run: ({ pool }, { max }) => dispatchEvents(pool, max),
};

/** Deliveries to send. */
export const dueDeliveries: LeasedKind<ClaimedDelivery> = {
  name: 'deliveries',
  byApp: false,
  batch: 128,
  // Longer than an attempt can take.
  leaseMs: minuteMs,
  // After failed attempts: 12 attempts in 75.6 hours. The first delays are short, because a lane waits for them.
  retry: [
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
  ],
  claim({ pool }, { max: slots, leaseMs, running }) {
    const inFlight: Record<string, number> = {};
    for (const { endpointId } of running) inFlight[endpointId] = (inFlight[endpointId] ?? 0) + 1;
    return claimDeliveries(pool, { slots, maxPerApp, maxPerEndpoint, leaseMs, inFlight });
  },
  run: sendDeliveries,
};

/** Long queues of deliveries to end or recover. */
export const dueQueues: TransactionKind = {
  name: 'queues',
  byApp: false,
  batch: 1000,
  run: ({ pool }, { max }) => changeQueues(pool, max),
};

/** Sends a delivery, and the next ones of its lane while they are delivered. */
async function sendDeliveries(service: Service, delivery: ClaimedDelivery): Promise<void> {
  const endsAt = performance.now() + maxRunMs;
  const content = await readDelivery(service.pool, delivery);
  for (let next: NextDelivery | null = { ...delivery, content }; next; )
    next = await sendDelivery(service, next, endsAt);
}

/** Sends one delivery, and claims the next one of its lane before `endsAt`. */
async function sendDelivery(
  service: Service,
  delivery: NextDelivery,
  endsAt: number,
): Promise<NextDelivery | null> {
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
    return settleAndClaim(service.pool, delivery, settlement, dueDeliveries.leaseMs);
  }
  await settleDelivery(service.pool, delivery, settlement);
  return null;
}

/** `X-Request-Id` and `traceparent` of the request that caused the event, if it had them. Each attempt is a span of the trace. */
function createRequestHeaders(request: string | null): Record<string, string> {
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
  const delayMs = getRetryDelay(dueDeliveries, failures, random);
  if (delayMs === undefined) return { kind: 'failed' };
  return { kind: 'retry', delayMs: Math.max(delayMs, Math.min(retryAfterMs ?? 0, maxRetryAfterMs)) };
}
