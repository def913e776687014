import type { Event } from '@/lib/contract/events';
import type { WebhookDeliveryBody, WebhookEndpointBody } from '@/lib/contract/webhooks';
import type { EventPage } from '@/lib/domain/events';
import type {
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookTest,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { toUnixSeconds } from './serializers';

/** The envelope of an object or a list. */
export function toEnvelope<T>(data: T): { success: true; message: string; data: T } {
  return { success: true, message: '', data };
}

/** `GET /api/events` as JSON text. Events have their wire shape already: they are delivered as they are listed. */
export function stringifyEvents({ events, next, more }: EventPage): string {
  const cursor = next.id === '' ? next.xid : `${next.xid}-${next.id}`;
  return `{"success":true,"message":"","payload":[${events.join()}],"next_cursor":"${cursor}","has_more":${more}}`;
}

export function serializeWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointBody {
  const { id, url, types, disabledAt, disabledReason, failingSince, createdAt, secretRotatedAt } = endpoint;
  return {
    id,
    url,
    types,
    enabled: disabledAt === null,
    disabled_reason: disabledReason as WebhookEndpointBody['disabled_reason'],
    disabled: disabledAt && toUnixSeconds(disabledAt),
    failing_since: failingSince && toUnixSeconds(failingSince),
    created: toUnixSeconds(createdAt),
    secret_rotated: secretRotatedAt && toUnixSeconds(secretRotatedAt),
  };
}

/** An endpoint with its secret, after its creation and after a rotation. */
export function serializeWebhookSecret({ endpoint, secret }: WebhookEndpointWithSecret) {
  return { ...serializeWebhookEndpoint(endpoint), secret };
}

export function serializeWebhookTest({ eventId, response }: WebhookTest) {
  const { durationMs, status, error, response: text } = response;
  return {
    delivered: error === null,
    event_id: eventId,
    duration_ms: durationMs,
    status,
    error,
    response: text,
  };
}

export function serializeWebhookDelivery(delivery: WebhookDelivery): WebhookDeliveryBody {
  const { eventId, eventType, accountId, state, createdAt, nextAt, attempts } = delivery;
  // A delivery that is due at once has a time before its creation.
  const nextAttempt = new Date(Math.max(nextAt.getTime(), createdAt.getTime()));
  return {
    event_id: eventId,
    type: eventType,
    account_id: accountId,
    state,
    created: toUnixSeconds(createdAt),
    next_attempt: state === 'waiting' ? toUnixSeconds(nextAttempt) : null,
    attempts: attempts.map(({ at, durationMs, status, error, response }) => ({
      at: toUnixSeconds(new Date(at)),
      duration_ms: durationMs,
      status,
      error,
      response,
    })),
  };
}

/** A delivery with its event, which has its wire shape already. */
export function serializeWebhookDeliveryDetails({
  event,
  ...delivery
}: WebhookDelivery & { event: Event | null }) {
  return { ...serializeWebhookDelivery(delivery), event };
}

/** `GET /api/webhook-endpoints/:id/deliveries`. */
export function serializeWebhookDeliveries({ deliveries, next }: WebhookDeliveryPage) {
  return {
    success: true,
    message: '',
    payload: deliveries.map(serializeWebhookDelivery),
    ...(next !== null && { next_cursor: next }),
  };
}
