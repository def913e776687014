import { webhookEndpointUpdateSchema } from '@/lib/contract/webhooks';
import { requireAppManager } from '@/lib/domain/caller';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeWebhookEndpoint, toEnvelope } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/webhook-endpoints/:id', {
  GET: handle({
    allow: requireAppManager,
    respond: async ({ service, caller, params }) => {
      const found = await getWebhookEndpoint(service, caller, String(params.id));
      return jsonResponse(toEnvelope(serializeWebhookEndpoint(found)));
    },
  }),
  PATCH: handle({
    allow: requireAppManager,
    body: webhookEndpointUpdateSchema,
    respond: async ({ service, caller, params, body }) => {
      const updated = await updateWebhookEndpoint(service, caller, String(params.id), body);
      return jsonResponse(toEnvelope(serializeWebhookEndpoint(updated)));
    },
  }),
  DELETE: handle({
    allow: requireAppManager,
    respond: async ({ service, caller, params }) => {
      const id = String(params.id);
      await deleteWebhookEndpoint(service, caller, id);
      return jsonResponse(toEnvelope({ id }));
    },
  }),
});
