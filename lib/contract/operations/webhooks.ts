import { idempotencyHeadersSchema } from '../headers';
import * as webhooks from '../webhooks';
import { sampleEvents } from './events';
import {
  defineOperation,
  invalidParameter,
  missingParameter,
  type Operation,
  succeedWith,
  unknownParameter,
} from './operation';
import { sampleIds, sampleTimes } from './sample-data';

const endpoint: webhooks.WebhookEndpointBody = {
  id: sampleIds.webhookEndpoint,
  url: 'https://host.example/webhooks',
  types: ['account.version_switched'],
  enabled: true,
  disabled_reason: null,
  disabled: null,
  failing_since: null,
  created: sampleTimes.first,
  secret_rotated: null,
};

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const delivery: webhooks.WebhookDeliveryBody = {
  event_id: sampleIds.versionSwitched,
  type: 'account.version_switched',
  account_id: sampleIds.account,
  state: 'waiting',
  created: sampleTimes.second,
  next_attempt: sampleTimes.second + 6,
  attempts: [
    {
      at: sampleTimes.second + 1,
      duration_ms: 87,
      status: 500,
      error: 'Status 500.',
      response: 'Out of memory',
    },
  ],
};

const event = sampleEvents['account.version_switched'];
const details = { ...delivery, account_title: 'Example Ltd', event };

const base = {
  tag: 'Webhooks',
  callers: { scope: 'app', roles: ['product'] },
} satisfies Partial<Operation>;

const urlErrors = [invalidParameter('url', 'expected a public address'), unknownParameter('secret')];

export const webhookOperations = {
  createWebhookEndpoint: defineOperation({
    ...base,
    method: 'POST',
    headers: idempotencyHeadersSchema,
    path: '/api/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Creates an endpoint that receives the events from now on. The response contains the secret to verify signatures ' +
      'with (Standard Webhooks); it is not returned again. An app can have 20 endpoints.',
    body: {
      schema: webhooks.webhookEndpointRequestSchema,
      examples: {
        switches: { summary: 'For switches', value: { url: endpoint.url, types: endpoint.types } },
        all: { summary: 'For all events', value: { url: endpoint.url } },
      },
    },
    responses: succeedWith(
      'The endpoint.',
      webhooks.webhookSecretResponseSchema,
      { data: { ...endpoint, secret } },
      { status: 201 },
    ),
    errors: ['webhook_limit_reached', 'webhooks_not_configured'],
    sampleFieldErrors: [missingParameter('url'), ...urlErrors],
  }),
  listWebhookEndpoints: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints of the app, oldest first.',
    query: webhooks.webhookEndpointsQuerySchema,
    responses: succeedWith('The endpoints.', webhooks.webhookEndpointsResponseSchema, {
      data: [endpoint],
      has_more: false,
    }),
  }),
  getWebhookEndpoint: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/webhook-endpoints/:id',
    summary: 'Get a webhook endpoint',
    description: 'Returns one endpoint.',
    responses: succeedWith('The endpoint.', webhooks.webhookEndpointResponseSchema, { data: endpoint }),
  }),
  updateWebhookEndpoint: defineOperation({
    ...base,
    method: 'PATCH',
    path: '/api/webhook-endpoints/:id',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the given fields. Open deliveries of an endpoint that is disabled fail, those of a long queue in batches; ' +
      'recover them after you have enabled it again.',
    body: {
      schema: webhooks.webhookEndpointUpdateSchema,
      examples: {
        url: { summary: 'Another URL', value: { url: endpoint.url } },
        enable: { summary: 'Enable', value: { enabled: true } },
      },
    },
    responses: succeedWith('The endpoint.', webhooks.webhookEndpointResponseSchema, { data: endpoint }),
    sampleFieldErrors: urlErrors,
  }),
  deleteWebhookEndpoint: defineOperation({
    ...base,
    method: 'DELETE',
    path: '/api/webhook-endpoints/:id',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes an endpoint with its deliveries.',
    responses: succeedWith('The endpoint was deleted.', webhooks.webhookDeletedResponseSchema, {
      data: { id: endpoint.id },
    }),
  }),
  rotateWebhookSecret: defineOperation({
    ...base,
    method: 'POST',
    headers: idempotencyHeadersSchema,
    path: '/api/webhook-endpoints/:id/rotate',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Creates a new secret. For 24 hours, deliveries have two signatures, one with each secret. Until then, the secret ' +
      'can’t be rotated again.',
    responses: succeedWith('The endpoint with its new secret.', webhooks.webhookSecretResponseSchema, {
      data: { ...endpoint, secret_rotated: sampleTimes.second, secret },
    }),
    errors: ['secret_recently_rotated', 'webhooks_not_configured'],
  }),
  testWebhookEndpoint: defineOperation({
    ...base,
    method: 'POST',
    headers: idempotencyHeadersSchema,
    path: '/api/webhook-endpoints/:id/test',
    isSlow: true,
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook.test` at once, also to a disabled endpoint, and returns the response. It is ' +
      'sent once and is not listed. An app can send 4 at a time.',
    responses: succeedWith('The result.', webhooks.webhookTestResponseSchema, {
      data: {
        delivered: true,
        event_id: sampleIds.catalogPublished,
        duration_ms: 43,
        status: 204,
        error: null,
        response: '',
      },
    }),
    errors: ['webhooks_not_configured'],
  }),
  listWebhookDeliveries: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/webhook-endpoints/:id/deliveries',
    summary: 'List deliveries',
    description:
      'Returns the deliveries of an endpoint in the last 90 days with their attempts and events, newest event first.',
    query: webhooks.webhookDeliveriesQuerySchema,
    responses: succeedWith('The deliveries.', webhooks.webhookDeliveriesResponseSchema, {
      payload: [{ ...details, event: { ...event, data: { ...event.data, gained: [], lost: [] } } }],
      has_more: false,
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 100')],
  }),
  getWebhookDelivery: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/webhook-endpoints/:id/deliveries/:event_id',
    summary: 'Get a delivery',
    description: 'Returns one delivery with its attempts and the event that it sends.',
    responses: succeedWith('The delivery.', webhooks.webhookDeliveryDetailsResponseSchema, {
      data: details,
    }),
  }),
  retryWebhookDelivery: defineOperation({
    ...base,
    method: 'POST',
    headers: idempotencyHeadersSchema,
    path: '/api/webhook-endpoints/:id/deliveries/:event_id/retry',
    summary: 'Send a delivery again',
    description:
      'Sends one delivery again, whatever its state, with all attempts. A delivery that waits for an attempt is sent now.',
    responses: succeedWith('The delivery.', webhooks.webhookDeliveryResponseSchema, { data: delivery }),
    errors: ['webhook_endpoint_disabled'],
  }),
  recoverWebhookDeliveries: defineOperation({
    ...base,
    method: 'POST',
    headers: idempotencyHeadersSchema,
    path: '/api/webhook-endpoints/:id/recover',
    summary: 'Send failed deliveries again',
    description:
      'Sends all failed deliveries of events since a time again, and the events that happened while the endpoint was ' +
      'disabled. The events of an account are sent in order. A long recovery continues after the response.',
    body: {
      schema: webhooks.webhookRecoveryRequestSchema,
      examples: { since: { summary: 'Since a time', value: { since: sampleTimes.first } } },
    },
    responses: succeedWith('The number of deliveries.', webhooks.webhookRecoveryResponseSchema, {
      data: { deliveries: 12 },
    }),
    errors: ['webhook_endpoint_disabled'],
    sampleFieldErrors: [
      missingParameter('since'),
      invalidParameter('since', 'expected number'),
      unknownParameter('until'),
    ],
  }),
};
