import { operations } from '@/lib/contract/operations';
import { recoverWebhooks } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.recoverWebhookDeliveries, async ({ service, caller, params, body }) => {
    const since = new Date(body.since * 1000);
    const deliveries = await recoverWebhooks(service, caller, params.id, since);
    return dataResponse({ deliveries });
  }),
);
