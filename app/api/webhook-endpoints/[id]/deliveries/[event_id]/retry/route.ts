import { requireAppManager } from '@/lib/domain/caller';
import { retryWebhookDelivery } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeWebhookDelivery, toEnvelope } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  '/api/webhook-endpoints/:id/deliveries/:event_id/retry',
  {
    POST: handle({
      allow: requireAppManager,
      respond: async ({ service, caller, params }) => {
        const { id, event_id } = params;
        const delivery = await retryWebhookDelivery(service, caller, String(id), String(event_id));
        return jsonResponse(toEnvelope(serializeWebhookDelivery(delivery)));
      },
    }),
  },
);
