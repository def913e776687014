import { webhookRecoveryRequestSchema } from '@/lib/contract/webhooks';
import { requireAppManager } from '@/lib/domain/caller';
import { recoverWebhooks } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  '/api/webhook-endpoints/:id/recover',
  {
    POST: handle({
      allow: requireAppManager,
      body: webhookRecoveryRequestSchema,
      respond: async ({ service, caller, params, body }) => {
        const since = new Date(body.since * 1000);
        const deliveries = await recoverWebhooks(service, caller, String(params.id), since);
        return jsonResponse(toEnvelope({ deliveries }));
      },
    }),
  },
);
