import { operations } from '@/lib/contract/operations';
import { rotateWebhookSecret } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';
import { serializeWebhookSecret } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.rotateWebhookSecret, async ({ service, caller, params }) => {
    const rotated = await rotateWebhookSecret(service, caller, params.id);
    return jsonResponse(toEnvelope(serializeWebhookSecret(rotated)));
  }),
);
