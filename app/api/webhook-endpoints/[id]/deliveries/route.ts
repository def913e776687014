import { operations } from '@/lib/contract/operations';
import { listWebhookDeliveries } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeWebhookDeliveries } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.listWebhookDeliveries,
    async ({ service, caller, params, query: { state = null, limit = 20, cursor = null } }) => {
      const page = { state, limit, before: cursor };
      const deliveries = await listWebhookDeliveries(service, caller, params.id, page);
      return jsonResponse(serializeWebhookDeliveries(deliveries));
    },
  ),
);
