import { operations } from '@/lib/contract/operations';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { serializeWebhookEndpoint } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getWebhookEndpoint, async ({ service, caller, params }) => {
    const found = await getWebhookEndpoint(service, caller, params.id);
    return dataResponse(serializeWebhookEndpoint(found));
  }),
  handle(operations.updateWebhookEndpoint, async ({ service, caller, params, body }) => {
    const updated = await updateWebhookEndpoint(service, caller, params.id, body);
    return dataResponse(serializeWebhookEndpoint(updated));
  }),
  handle(operations.deleteWebhookEndpoint, async ({ service, caller, params: { id } }) => {
    await deleteWebhookEndpoint(service, caller, id);
    return dataResponse({ id });
  }),
);
