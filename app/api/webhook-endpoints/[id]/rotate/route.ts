import { requireAppManager } from '@/lib/domain/caller';
import { rotateWebhookSecret } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeWebhookSecret, toEnvelope } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  '/api/webhook-endpoints/:id/rotate',
  {
    POST: handle({
      allow: requireAppManager,
      respond: async ({ service, caller, params }) => {
        const rotated = await rotateWebhookSecret(service, caller, String(params.id));
        return jsonResponse(toEnvelope(serializeWebhookSecret(rotated)));
      },
    }),
  },
);
