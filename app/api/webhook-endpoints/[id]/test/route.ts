import { operations } from '@/lib/contract/operations';
import { testWebhookEndpoint } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';
import { serializeWebhookTest } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.testWebhookEndpoint, async ({ service, caller, params }) => {
    const test = await testWebhookEndpoint(service, caller, params.id);
    return jsonResponse(toEnvelope(serializeWebhookTest(test)));
  }),
);
