import { operations } from '@/lib/contract/operations';
import { getWebhookDelivery } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { serializeWebhookDeliveryDetails } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getWebhookDelivery, async ({ service, caller, params }) => {
    const { id, event_id } = params;
    const delivery = await getWebhookDelivery(service, caller, id, event_id);
    return dataResponse(serializeWebhookDeliveryDetails(delivery));
  }),
);
