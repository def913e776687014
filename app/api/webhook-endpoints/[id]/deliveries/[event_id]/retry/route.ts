import { operations } from '@/lib/contract/operations';
import { retryWebhookDelivery } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { serializeWebhookDelivery } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.retryWebhookDelivery, async ({ service, caller, params }) => {
    const { id, event_id } = params;
    const delivery = await retryWebhookDelivery(service, caller, id, event_id);
    return dataResponse(serializeWebhookDelivery(delivery));
  }),
);
