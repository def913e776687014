import { requireAppManager } from '@/lib/domain/caller';
import { testWebhookEndpoint } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeWebhookTest, toEnvelope } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/webhook-endpoints/:id/test', {
  POST: handle({
    allow: requireAppManager,
    respond: async ({ service, caller, params }) => {
      const test = await testWebhookEndpoint(service, caller, String(params.id));
      return jsonResponse(toEnvelope(serializeWebhookTest(test)));
    },
  }),
});
