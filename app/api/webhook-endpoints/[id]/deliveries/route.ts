import { webhookDeliveriesQuerySchema } from '@/lib/contract/webhooks';
import { requireAppManager } from '@/lib/domain/caller';
import { listWebhookDeliveries } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeWebhookDeliveries } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  '/api/webhook-endpoints/:id/deliveries',
  {
    GET: handle({
      allow: requireAppManager,
      query: webhookDeliveriesQuerySchema,
      respond: async ({ service, caller, params, query: { state = null, limit = 20, cursor = null } }) => {
        const page = { state, limit, before: cursor };
        const deliveries = await listWebhookDeliveries(service, caller, String(params.id), page);
        return jsonResponse(serializeWebhookDeliveries(deliveries));
      },
    }),
  },
);
