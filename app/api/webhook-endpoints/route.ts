import { operations } from '@/lib/contract/operations';
import { createWebhookEndpoint, listWebhookEndpoints } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createdResponse, jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';
import { serializeWebhookEndpoints, serializeWebhookSecret } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listWebhookEndpoints, async ({ service, caller, query }) =>
    jsonResponse(serializeWebhookEndpoints(await listWebhookEndpoints(service, caller), query)),
  ),
  handle(operations.createWebhookEndpoint, async ({ service, caller, body: { url, types = [] } }) =>
    createdResponse(
      toEnvelope(serializeWebhookSecret(await createWebhookEndpoint(service, caller, { url, types }))),
    ),
  ),
);
