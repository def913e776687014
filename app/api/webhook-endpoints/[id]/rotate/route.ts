import { operations } from '@/lib/contract/operations';
import { rotateWebhookSecret } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { serializeWebhookSecret } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.rotateWebhookSecret, async ({ service, caller, params }) => {
    const rotated = await rotateWebhookSecret(service, caller, params.id);
    return dataResponse(serializeWebhookSecret(rotated));
  }),
);
