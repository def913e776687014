import { listEvents } from '@/lib/domain/webhooks/events';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookDelivery,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  recoverWebhooks,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { parseEventCursor } from '../pipeline/parse-request';
import { createdResponse, dataResponse, jsonResponse, jsonTextResponse } from '../pipeline/response';
import {
  serializeWebhookDeliveries,
  serializeWebhookDelivery,
  serializeWebhookDeliveryDetails,
  serializeWebhookEndpoint,
  serializeWebhookEndpoints,
  serializeWebhookSecret,
  serializeWebhookTest,
  stringifyEvents,
} from '../serializers/webhook-serializers';
import type { OperationHandlers } from './operation-handlers';

export const webhooksHandlers = {
  listEvents: async ({ service, caller, query }) => {
    const filter = { accountId: query.account_id ?? null, types: query.types?.split(',') ?? null };
    const page = { after: parseEventCursor(query.cursor), limit: query.limit ?? 100 };
    return jsonTextResponse(stringifyEvents(await listEvents(service, caller, filter, page)));
  },
  listWebhookEndpoints: async ({ service, caller, query }) =>
    jsonResponse(serializeWebhookEndpoints(await listWebhookEndpoints(service, caller), query)),
  createWebhookEndpoint: async ({ service, caller, body: { url, types = [] } }) =>
    createdResponse(serializeWebhookSecret(await createWebhookEndpoint(service, caller, { url, types }))),
  getWebhookEndpoint: async ({ service, caller, params }) => {
    const found = await getWebhookEndpoint(service, caller, params.id);
    return dataResponse(serializeWebhookEndpoint(found));
  },
  updateWebhookEndpoint: async ({ service, caller, params, body }) => {
    const updated = await updateWebhookEndpoint(service, caller, params.id, body);
    return dataResponse(serializeWebhookEndpoint(updated));
  },
  deleteWebhookEndpoint: async ({ service, caller, params: { id } }) => {
    await deleteWebhookEndpoint(service, caller, id);
    return dataResponse({ id });
  },
  testWebhookEndpoint: async ({ service, caller, params }) => {
    const test = await testWebhookEndpoint(service, caller, params.id);
    return dataResponse(serializeWebhookTest(test));
  },
  rotateWebhookSecret: async ({ service, caller, params }) => {
    const rotated = await rotateWebhookSecret(service, caller, params.id);
    return dataResponse(serializeWebhookSecret(rotated));
  },
  recoverWebhookDeliveries: async ({ service, caller, params, body }) => {
    const since = new Date(body.since * 1000);
    const deliveries = await recoverWebhooks(service, caller, params.id, since);
    return dataResponse({ deliveries });
  },
  listWebhookDeliveries: async ({
    service,
    caller,
    params,
    query: { state = null, limit = 20, cursor = null },
  }) => {
    const page = { state, limit, before: cursor };
    const deliveries = await listWebhookDeliveries(service, caller, params.id, page);
    return jsonResponse(serializeWebhookDeliveries(deliveries));
  },
  getWebhookDelivery: async ({ service, caller, params }) => {
    const { id, event_id } = params;
    const delivery = await getWebhookDelivery(service, caller, id, event_id);
    return dataResponse(serializeWebhookDeliveryDetails(delivery));
  },
  retryWebhookDelivery: async ({ service, caller, params }) => {
    const { id, event_id } = params;
    const delivery = await retryWebhookDelivery(service, caller, id, event_id);
    return dataResponse(serializeWebhookDelivery(delivery));
  },
} satisfies Partial<OperationHandlers>;
