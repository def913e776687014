import { createSerializer } from '@/lib/contract/field-names';
import {
  type WebhookDeliveryBody,
  type WebhookEndpointBody,
  type WebhookEndpoints,
  webhookAttempt,
  webhookDeliverySchema,
  webhookEndpointSchema,
} from '@/lib/contract/webhooks';
import type { EventPage } from '@/lib/domain/webhooks/events';
import type {
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookTest,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { type PageQuery, serializeSlice, toListEnvelope, toUnixSeconds } from './serializers';

/** `GET /api/events` as JSON text. Events have their wire shape already: they are delivered as they are listed. */
export function stringifyEvents({ events, next, more }: EventPage): string {
  const cursor = next.id === '' ? next.xid : `${next.xid}-${next.id}`;
  return `{"success":true,"message":"","payload":[${events.join()}],"next_cursor":"${cursor}","has_more":${more}}`;
}

const pickEndpoint = createSerializer(webhookEndpointSchema.shape);

export function serializeWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointBody {
  const { disabledAt, disabledReason, createdAt, secretRotatedAt } = endpoint;
  return pickEndpoint(endpoint, {
    enabled: disabledAt === null,
    disabled_reason: disabledReason as WebhookEndpointBody['disabled_reason'],
    disabled: toUnixSeconds(disabledAt),
    created: toUnixSeconds(createdAt),
    secret_rotated: toUnixSeconds(secretRotatedAt),
  });
}

/** `GET /api/webhook-endpoints`. */
export function serializeWebhookEndpoints(
  endpoints: WebhookEndpoint[],
  page: PageQuery = {},
): WebhookEndpoints {
  return serializeSlice(endpoints, page, serializeWebhookEndpoint);
}

/** An endpoint with its secret, after its creation and after a rotation. */
export function serializeWebhookSecret({ endpoint, secret }: WebhookEndpointWithSecret) {
  return { ...serializeWebhookEndpoint(endpoint), secret };
}

export function serializeWebhookTest({ eventId, response }: WebhookTest) {
  return { delivered: response.error === null, event_id: eventId, ...pickResponse(response) };
}

const pickResponse = createSerializer(webhookAttempt.omit({ at: true }).shape);
const pickAttempt = createSerializer(webhookAttempt.shape);
const pickDelivery = createSerializer(webhookDeliverySchema.shape);

export function serializeWebhookDelivery(delivery: WebhookDelivery): WebhookDeliveryBody {
  const { eventType, state, createdAt, nextAt, attempts } = delivery;
  // A delivery that is due at once has a time before its creation.
  const nextAttempt = new Date(Math.max(nextAt.getTime(), createdAt.getTime()));
  return pickDelivery(delivery, {
    type: eventType,
    created: toUnixSeconds(createdAt),
    next_attempt: state === 'waiting' ? toUnixSeconds(nextAttempt) : null,
    attempts: attempts.map((attempt) => pickAttempt(attempt, { at: toUnixSeconds(attempt.at) })),
  });
}

/** A delivery with its event, which has its wire shape already. */
export function serializeWebhookDeliveryDetails({
  accountTitle,
  event,
  ...delivery
}: WebhookDeliveryDetails) {
  return { ...serializeWebhookDelivery(delivery), account_title: accountTitle, event };
}

/** `GET /api/webhook-endpoints/:id/deliveries`. */
export function serializeWebhookDeliveries({ deliveries, next }: WebhookDeliveryPage) {
  return toListEnvelope(deliveries.map(serializeWebhookDeliveryDetails), next);
}
